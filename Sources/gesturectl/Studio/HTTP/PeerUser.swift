import Glibc

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
    var text: String { Self.hexadecimal(address, 8) + ":" + Self.hexadecimal(UInt32(port), 4) }

    private static func hexadecimal(_ value: UInt32, _ count: Int) -> String {
      String(value, radix: 16, uppercase: true).leading(count, "0")
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
