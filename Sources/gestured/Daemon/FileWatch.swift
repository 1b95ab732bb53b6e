import CEvdev
import CSystem
import Evdev

/// A path without links and dots; nil if there is nothing at it.
func resolvedPath(_ path: String) -> String? {
  unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
    unsafe realpath(path, buffer.baseAddress).map { unsafe String(cString: $0) }
  }
}

/// Reports changes of a file or of what is at its path (inotify): written, replaced by a rename, removed, given other
/// rights. The directory is watched and not the file, since editors write a new file and rename it; where there is no
/// directory yet, the nearest one above it is, until it comes.
final class FileWatch {
  private struct Watched {
    let handler: () -> Void
    /// inotify's number for the directory, and the name in it: of the file, or of the directory that is missing.
    var directory: Int32
    var name: String
    /// The file's own directory is there.
    var isClose: Bool
  }

  private let loop: EventLoop
  private let weakly = WeakReferences<FileWatch>()
  private let fd: Int32
  private var watched: [String: Watched] = [:]
  private static let capacity = 4096
  /// The directory is gone from its place: its watch no longer covers the path.
  private static let lost = UInt32(IN_IGNORED | IN_MOVE_SELF)
  private static let mask = UInt32(
    IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_ATTRIB | IN_MOVE_SELF
      | IN_ONLYDIR)

  init(loop: EventLoop) {
    self.loop = loop
    fd = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    guard fd >= 0 else { return }
    let own = weakly.reference(to: self)
    loop.watch(fd: fd, events: EventLoop.readable) { _ in own.object?.read() }
  }

  deinit {
    guard fd >= 0 else { return }
    loop.unwatch(fd: fd)
    close(fd)
  }

  /// Calls `handler` when something happens at `path`; a later call for the same path replaces it.
  ///
  /// - Returns: false where it cannot be watched (the user's inotify watches are used up).
  @discardableResult
  func watch(_ path: String, _ handler: @escaping () -> Void) -> Bool {
    // The directory stays watched, so that what has happened and was not read yet is reported.
    let old = watched[path]?.directory
    guard place(path, handler) else {
      unwatch(path)
      return false
    }
    if let old, !isUsed(old) { inotify_rm_watch(fd, old) }
    return true
  }

  func unwatch(_ path: String) {
    guard let number = watched.removeValue(forKey: path)?.directory, !isUsed(number) else { return }
    inotify_rm_watch(fd, number)
  }

  private func isUsed(_ directory: Int32) -> Bool { watched.values.contains { $0.directory == directory } }

  /// Watches the directory of `path`, or the nearest one above it that is there.
  private func place(_ path: String, _ handler: @escaping () -> Void) -> Bool {
    var (directory, name) = FileWatch.split(path)
    var isClose = true
    while true {
      let number = unsafe inotify_add_watch(fd, directory, FileWatch.mask)
      if number >= 0 {
        watched[path] = Watched(handler: handler, directory: number, name: name, isClose: isClose)
        if isClose || !FileWatch.isDirectory("\(directory)/\(name)") { return true }
        // It was created between the two calls, without an event.
        unwatch(path)
        (directory, name) = FileWatch.split(path)
        isClose = true
        continue
      }
      guard errno == ENOENT || errno == ENOTDIR, directory != "/", directory != "." else { return false }
      (directory, name) = FileWatch.split(directory)
      isClose = false
    }
  }

  private static func isDirectory(_ path: String) -> Bool {
    var facts = stat()
    return unsafe stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }

  private static func split(_ path: String) -> (directory: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let directory = slash == path.startIndex ? "/" : String(path[..<slash])
    return (directory, String(path[path.index(after: slash)...]))
  }

  // MARK: Events

  /// Several events of one path call its handler once.
  private func read() {
    var touched: Set<String> = []
    var buffer = [UInt8](repeating: 0, count: FileWatch.capacity)
    while case let count = readBytes(fd, into: &buffer), count > 0 {
      collect(buffer[..<count], into: &touched)
    }
    for path in touched.sorted() { changed(path) }
  }

  private func collect(_ buffer: ArraySlice<UInt8>, into touched: inout Set<String>) {
    var rest = buffer
    while let event = WatchEvent(takenFrom: &rest) {
      // What was lost may concern any of them.
      if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { touched.formUnion(watched.keys) }
      for (path, place) in watched where place.directory == event.directory {
        let isNamed = place.name == event.name && FileWatch.concerns(event.mask, path)
        if event.mask & FileWatch.lost != 0 || isNamed { touched.insert(path) }
      }
    }
  }

  /// A file that has just been created is still empty; its handler is called when it is written. Links, sockets and
  /// directories are complete.
  private static func concerns(_ mask: UInt32, _ path: String) -> Bool {
    if mask & UInt32(IN_CREATE) == 0 || mask & UInt32(IN_ISDIR) != 0 { return true }
    var facts = stat()
    return unsafe lstat(path, &facts) == 0 && [S_IFLNK, S_IFSOCK].contains(facts.st_mode & S_IFMT)
  }

  /// Directories may have come or gone: the watch moves along.
  private func changed(_ path: String) {
    guard let old = watched[path] else { return }
    watched[path] = nil
    _ = place(path, old.handler)
    if let new = watched[path], new.directory == old.directory, new.isClose { return old.handler() }
    if !isUsed(old.directory) { inotify_rm_watch(fd, old.directory) }
    // It was created while nothing watched it.
    if old.isClose || fileExists(path) { old.handler() }
  }
}

/// An event of inotify(7), read from the bytes that the kernel gives.
struct WatchEvent {
  let directory: Int32
  let mask: UInt32
  /// The name of the file in the directory; "" for the directory itself.
  let name: String

  private static let headSize = MemoryLayout<inotify_event>.size

  /// Takes the next event; nil if no whole event is left.
  init?(takenFrom bytes: inout ArraySlice<UInt8>) {
    guard bytes.count >= Self.headSize else { return nil }
    let all = bytes
    let head = unsafe all.span.bytes
    // Within the bounds, which are checked, and each pattern of bits is a number.
    directory = unsafe head.unsafeLoadUnaligned(fromByteOffset: 0, as: Int32.self)
    mask = unsafe head.unsafeLoadUnaligned(fromByteOffset: 4, as: UInt32.self)
    let length = unsafe Int(head.unsafeLoadUnaligned(fromByteOffset: 12, as: UInt32.self))
    let tail = all.dropFirst(Self.headSize)
    name = String(decoding: tail.prefix(length).prefix { $0 != 0 }, as: UTF8.self)
    bytes = tail.dropFirst(length)
  }
}
