import CEvdev
import Evdev
import Glibc

/// A listening socket on 127.0.0.1 only.
struct LoopbackListener {
  let fd: Int32
  let port: UInt16

  /// - Parameter wanted: the port; 0 takes a free one.
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
      throw .unavailable("port \(wanted) on 127.0.0.1: \(reason); leave out --port to use a free one")
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

/// Finds the user at the other end of a loopback connection. SO_PEERCRED works for AF_UNIX only.
enum PeerUser {
  /// The user at the other end; nil if there is no such connection.
  static func id(of fd: Int32) -> uid_t? {
    guard let own = unsafe address(fd, getsockname), let peer = unsafe address(fd, getpeername) else {
      return nil
    }
    return (try? TextFile.read("/proc/net/tcp")).flatMap { id(local: peer, remote: own, in: $0) }
  }

  /// Finds the user in a table of /proc/net/tcp, in the row whose local address is the peer's. The columns:
  /// `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid …`
  static func id(local: Endpoint, remote: Endpoint, in table: String) -> uid_t? {
    for line in table.split(separator: "\n").dropFirst() {
      let columns = line.split(separator: " ")
      guard columns.count > 7, columns[1] == local.text, columns[2] == remote.text, columns[3] == established
      else { continue }
      return uid_t(columns[7])
    }
    return nil
  }

  /// TCP_ESTABLISHED. In other states a connection no longer has a user.
  private static let established = "01"

  struct Endpoint: Equatable {
    /// The address in network order. The kernel prints it as one word in the machine's order.
    var address: UInt32
    var port: UInt16

    /// The form in /proc/net/tcp: `0100007F:1F90`.
    var text: String {
      String(address, radix: 16, uppercase: true).leading(8, "0") + ":"
        + String(port, radix: 16, uppercase: true).leading(4, "0")
    }
  }

  private static func address(
    _ fd: Int32, _ name: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) -> Endpoint? {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    // The kernel writes at most `length` bytes of the local address.
    let result = unsafe withUnsafeMutablePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe name(fd, $0, &length) }
    }
    guard result == 0, address.sin_family == sa_family_t(AF_INET) else { return nil }
    return Endpoint(address: address.sin_addr.s_addr, port: address.sin_port.bigEndian)
  }
}
