import CEvdev
import CSystem
import Evdev

/// Reports that a program has opened or closed a device node, or that the node's permissions have changed (inotify). A compositor
/// opens a node when it starts, returns to its session or finds a new device. Permissions change when another session becomes
/// active.
final class OpenWatch {
  enum Change { case opened, closed, permissions }
  typealias Handler = (Change) -> Void

  private let loop: EventLoop
  private var fd: Int32 = -1
  private struct Entry {
    let number: Int32
    let path: String
    let handler: Handler
    /// Whether the next opening to be read is the daemon's own.
    var isOurs = false
  }
  private var handlers: [Entry] = []
  private static let closed = UInt32(IN_CLOSE_WRITE | IN_CLOSE_NOWRITE)

  init(loop: EventLoop) { self.loop = loop }

  /// Watches a node. It has no effect if the user's inotify watches are used up.
  func watch(_ path: String, _ handler: @escaping Handler) {
    unwatch(path)
    if fd < 0 { start() }
    let changes = UInt32(IN_OPEN) | Self.closed | UInt32(IN_ATTRIB)
    let number = attempt(.inotify) { gestured_watch_path(fd, path, changes) }
    if number >= 0 { handlers.append(Entry(number: number, path: path, handler: handler)) }
    endIfUnused()
  }

  func unwatch(_ path: String) {
    guard let index = handlers.firstIndex(where: { $0.path == path }) else { return }
    inotify_rm_watch(fd, handlers.remove(at: index).number)
    endIfUnused()
  }

  /// Does not report an opening that the daemon itself has just made. Call it only after the opening succeeded: otherwise that of
  /// another program would be left out.
  func ignoreOwnOpening(of path: String) {
    for index in handlers.indices where handlers[index].path == path { handlers[index].isOurs = true }
  }

  /// Opens inotify with the first device, so that a daemon without devices has no more descriptors than at its start.
  private func start() {
    fd = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    if fd >= 0 { loop.watch(fd: fd, events: EventLoop.readable) { [self] _ in read() } }
  }

  private func endIfUnused() {
    guard handlers.isEmpty, fd >= 0 else { return }
    loop.unwatch(fd: fd)
    close(fd)
    fd = -1
  }

  private func noteOurs(_ number: Int32) {
    for index in handlers.indices where handlers[index].number == number { handlers[index].isOurs = false }
  }

  /// Reads all pending events. Several changes of one kind call a handler once.
  private func read() {
    var masks: [Int32: UInt32] = [:]
    WatchEvent.readAll(fd) { masks[$0.directory, default: 0] |= $0.mask }
    for entry in handlers {
      guard let mask = masks[entry.number] else { continue }
      if mask & UInt32(IN_OPEN) != 0 {
        if entry.isOurs { noteOurs(entry.number) } else { entry.handler(.opened) }
      }
      if mask & Self.closed != 0 { entry.handler(.closed) }
      // The permissions come last, because the handler may close the device.
      if mask & UInt32(IN_ATTRIB) != 0 { entry.handler(.permissions) }
    }
  }
}
