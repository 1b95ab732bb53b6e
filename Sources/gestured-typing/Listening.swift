import CEvdev
import CSystem
import Evdev

/// The socket for daemons: systemd's, or its own for trials and tests.
enum Listening {
  /// The descriptor passed by systemd (sd_listen_fds(3)).
  static func inherited() -> Int32 {
    let first: Int32 = 3  // SD_LISTEN_FDS_START
    guard let pid = environmentValue("LISTEN_PID"), Int32(pid) == getpid(),
      environmentValue("LISTEN_FDS") == "1"
    else { fail("no socket: start it with gestured-typing.socket, or name one with --socket", 2) }
    _ = fcntl(first, F_SETFD, FD_CLOEXEC)
    _ = fcntl(first, F_SETFL, fcntl(first, F_GETFL) | O_NONBLOCK)
    return first
  }

  /// Listens at a path that does not exist yet.
  static func bound(to path: String) -> Int32 {
    var address = sockaddr_un()
    guard let length = address.set(path: path) else { fail("the path of the socket is too long: \(path)", 2) }
    let fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    // The address is read during the call.
    let result = unsafe address.withSockaddr { unsafe bind(fd, $0, length) }
    guard fd >= 0, result == 0, listen(fd, 16) == 0 else {
      fail("cannot listen at \(path): \(errorText(errno))", 3)
    }
    return fd
  }
}
