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
    else { fail("no socket: start it by gestured-typing.socket, or name one with --socket", 2) }
    _ = fcntl(first, F_SETFD, FD_CLOEXEC)
    _ = fcntl(first, F_SETFL, fcntl(first, F_GETFL) | O_NONBLOCK)
    return first
  }

  /// Listens at a path that does not exist yet.
  static func bound(to path: String) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard path.utf8.count < room else { fail("the path of the socket is too long: \(path)", 2) }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    let fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(fd, $0, length) }
    }
    guard fd >= 0, result == 0, listen(fd, 16) == 0 else {
      fail("cannot listen at \(path): \(errorText(errno))", 3)
    }
    return fd
  }
}
