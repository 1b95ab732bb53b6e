import CEvdev
import CSystem
import Evdev

/// A descriptor that is readable after logind has changed the seats' state, such as the active session. Closed by deinit.
final class SeatWatch {
  private static let directory = "/run/systemd/seats"

  let fd: Int32

  /// Without logind this is never readable. The seat is then checked when a client connects or a message is due.
  init() {
    fd = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    let mask = UInt32(IN_MOVED_TO) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_DELETE)
    if fd >= 0 { _ = gestured_watch_path(fd, Self.directory, mask) }
  }

  deinit { if fd >= 0 { close(fd) } }

  func drain() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while readBytes(fd, into: &bytes) > 0 {}
  }
}
