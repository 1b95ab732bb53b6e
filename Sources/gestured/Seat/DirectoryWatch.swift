import CEvdev
import CSystem
import Evdev

/// Reports that files of some names were made, replaced or removed in directories (inotify).
final class DirectoryWatch {
  private struct Watched {
    let path: String
    /// inotify's number; negative while the directory does not exist.
    var number: Int32
    let concerns: (_ name: String) -> Bool
  }

  private static let mask = UInt32(
    IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF | IN_ONLYDIR)

  private let loop: EventLoop
  private var fd: Int32 = -1
  private var watched: [Watched] = []
  var changed: (() -> Void)?

  init(loop: EventLoop) { self.loop = loop }

  /// Watches a directory, also one that is made later in a watched one.
  ///
  /// - Parameter concerns: whether a change of a name is reported.
  func add(_ path: String, _ concerns: @escaping (_ name: String) -> Bool) {
    if fd < 0 { start() }
    watched.append(Watched(path: path, number: register(path), concerns: concerns))
  }

  func end() {
    guard fd >= 0 else { return }
    loop.unwatch(fd: fd)
    close(fd)
    fd = -1
  }

  private func start() {
    fd = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    if fd >= 0 { loop.watch(fd: fd, events: EventLoop.readable) { [self] _ in read() } }
  }

  /// The kernel gives a directory that is watched already its number again.
  private func register(_ path: String) -> Int32 {
    attempt(.inotify) { gestured_watch_path(fd, path, Self.mask) }
  }

  private func read() {
    var isChange = false
    var isNewDirectory = false
    WatchEvent.readAll(fd) { event in
      isNewDirectory = isNewDirectory || event.mask & UInt32(IN_ISDIR) != 0
      isChange =
        isChange || event.mask & UInt32(IN_Q_OVERFLOW | IN_DELETE_SELF) != 0
        || watched.contains { $0.number == event.directory && $0.concerns(event.name) }
    }
    if isNewDirectory {
      for index in watched.indices { watched[index].number = register(watched[index].path) }
    }
    if isChange { changed?() }
  }
}
