import CEvdev
import Evdev

/// Reports that a program has opened a device node (inotify, IN_OPEN), such as a compositor that starts, returns to its session
/// or finds a new device.
final class OpenWatch {
  private let loop: EventLoop
  private var fd: Int32 = -1
  private var handlers: [(number: Int32, path: String, handler: () -> Void)] = []
  private static let capacity = 4096

  init(loop: EventLoop) { self.loop = loop }

  /// Has no effect if the user's inotify watches are used up.
  func watch(_ path: String, _ handler: @escaping () -> Void) {
    unwatch(path)
    if fd < 0 { start() }
    let number = unsafe inotify_add_watch(fd, path, UInt32(IN_OPEN))
    if number >= 0 { handlers.append((number, path, handler)) }
  }

  func unwatch(_ path: String) {
    guard let index = handlers.firstIndex(where: { $0.path == path }) else { return }
    inotify_rm_watch(fd, handlers.remove(at: index).number)
  }

  /// Made when the first claim needs it, and kept.
  private func start() {
    fd = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    if fd >= 0 { loop.watch(fd: fd, events: EventLoop.readable) { [self] _ in read() } }
  }

  private func read() {
    var opened: Set<Int32> = []
    var buffer = [UInt8](repeating: 0, count: OpenWatch.capacity)
    while case let count = readBytes(fd, into: &buffer), count > 0 {
      var rest = buffer[..<count]
      while let event = WatchEvent(takenFrom: &rest) {
        if event.mask & UInt32(IN_OPEN) != 0 { opened.insert(event.directory) }
      }
    }
    for entry in handlers where opened.contains(entry.number) { entry.handler() }
  }
}
