import CEvdev
import Evdev
import Glibc

/// A listening socket on 127.0.0.1 only.
struct LoopbackListener {
  let fd: Int32
  let port: UInt16

  /// - Parameter wanted: the port; 0 takes a free one.
  /// - Throws: `CommandFailure` if the port is taken.
  init(port wanted: UInt16) throws(CommandFailure) {
    let socket = socket(
      AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    var yes: Int32 = 1
    // The kernel reads and writes these local values during the calls only.
    unsafe setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = wanted.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = unsafe withUnsafeMutablePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(socket, $0, length) == 0 && listen(socket, SOMAXCONN) == 0
          && getsockname(socket, $0, &length) == 0
      }
    }
    guard socket >= 0, isListening else {
      let reason = errorText(errno)
      close(socket)
      throw CommandFailure(
        .unavailable, "port \(wanted) of 127.0.0.1: \(reason); leave out --port for one that is free")
    }
    fd = socket
    port = address.sin_port.bigEndian
  }

  /// The next waiting connection, of any user.
  func accept() -> HTTPConnection? {
    let fd = gestured_accept(fd)
    return fd >= 0 ? HTTPConnection(fd: fd) : nil
  }
}
