import CEvdev
import CSystem
import Evdev

/// Reports changes of a file with inotify: written, replaced by rename, removed, new permissions. It watches the directory,
/// because editors write a new file and rename it. If the directory does not exist, it watches the nearest parent until it
/// does.
final class FileWatch {
  private struct Watched {
    let handler: () -> Void
    /// inotify's number of the directory, and the name in it: of the file, or of the missing directory.
    var directory: Int32
    var name: String
    /// Whether `directory` is the file's own directory; otherwise it is the nearest parent that exists.
    var isClose: Bool
  }

  private let loop: EventLoop
  /// inotify, which is open while a path is watched.
  private var fd: Int32 = -1
  private var watched: [String: Watched] = [:]
  /// The directory was moved or removed, so its watch no longer covers the path.
  private static let lost = UInt32(IN_IGNORED | IN_MOVE_SELF)
  private static let mask = UInt32(
    IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_ATTRIB | IN_MOVE_SELF
      | IN_ONLYDIR)

  init(loop: EventLoop) { self.loop = loop }

  /// Calls `handler` after changes at `path`. A later call for the same path replaces it.
  ///
  /// - Returns: false if the path cannot be watched because the user's inotify watches are used up.
  @discardableResult
  func watch(_ path: String, _ handler: @escaping () -> Void) -> Bool {
    // Keeps watching the directory, so that pending events are still reported.
    let old = watched[path]?.directory
    if fd < 0 { start() }
    guard register(path, handler) else {
      unwatch(path)
      return false
    }
    if let old, !isUsed(old) { inotify_rm_watch(fd, old) }
    return true
  }

  func unwatch(_ path: String) {
    forget(path)
    guard watched.isEmpty, fd >= 0 else { return }
    loop.unwatch(fd: fd)
    close(fd)
    fd = -1
  }

  private func forget(_ path: String) {
    guard let number = watched.removeValue(forKey: path)?.directory, !isUsed(number) else { return }
    inotify_rm_watch(fd, number)
  }

  private func start() {
    fd = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    if fd >= 0 { loop.watch(fd: fd, events: EventLoop.readable) { [self] _ in read() } }
  }

  private func isUsed(_ directory: Int32) -> Bool { watched.values.contains { $0.directory == directory } }

  /// Watches the directory of `path`, or the nearest existing parent.
  private func register(_ path: String, _ handler: @escaping () -> Void) -> Bool {
    var (directory, name) = FileWatch.split(path)
    var isClose = true
    while true {
      let number = attempt(.inotify) { gestured_watch_path(fd, directory, FileWatch.mask) }
      if number >= 0 {
        watched[path] = Watched(handler: handler, directory: number, name: name, isClose: isClose)
        if isClose || !FileWatch.isDirectory("\(directory)/\(name)") { return true }
        // The directory was created between the two calls, so it causes no event.
        forget(path)
        (directory, name) = FileWatch.split(path)
        isClose = true
        continue
      }
      guard number == -ENOENT || number == -ENOTDIR, directory != "/", directory != "." else { return false }
      (directory, name) = FileWatch.split(directory)
      isClose = false
    }
  }

  private static func isDirectory(_ path: String) -> Bool {
    fileFacts(path)?.isKind(S_IFDIR) == true
  }

  private static func split(_ path: String) -> (directory: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let directory = slash == path.startIndex ? "/" : String(path[..<slash])
    return (directory, String(path[path.index(after: slash)...]))
  }

  // MARK: Events

  /// Reads all pending events. Several events of one path call its handler once.
  private func read() {
    var touched: Set<String> = []
    WatchEvent.readAll(fd) { event in
      // After an overflow, the lost events may concern any path.
      if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { touched.formUnion(watched.keys) }
      for (path, target) in watched where target.directory == event.directory {
        let isNamed = target.name == event.name && FileWatch.concerns(event.mask, path)
        if event.mask & FileWatch.lost != 0 || isNamed { touched.insert(path) }
      }
    }
    for path in touched.sorted() { changed(path) }
  }

  /// Whether an event calls the handler. The creation of an empty file does not; its write does. Directories, links of both
  /// kinds (a file that link(2) names has its text already) and sockets are complete at once.
  private static func concerns(_ mask: UInt32, _ path: String) -> Bool {
    if mask & UInt32(IN_CREATE) == 0 || mask & UInt32(IN_ISDIR) != 0 { return true }
    return fileFacts(path, followsLinks: false).map { !$0.isKind(S_IFREG) || $0.st_size > 0 } ?? false
  }

  /// Moves the watch if directories were created or removed.
  private func changed(_ path: String) {
    guard let old = watched[path] else { return }
    watched[path] = nil
    _ = register(path, old.handler)
    if let new = watched[path], new.directory == old.directory, new.isClose { return old.handler() }
    if !isUsed(old.directory) { inotify_rm_watch(fd, old.directory) }
    // The file may have been created before its own directory was watched.
    if old.isClose || fileExists(path) { old.handler() }
  }
}
