import Glibc

/// Finds the user of one TCP connection by sock_diag(7). The kernel looks it up by addresses, so the cost does not depend on the
/// number of sockets.
enum SocketOwner {
  enum Answer: Equatable {
    case user(uid_t)
    /// There is no such connection.
    case unknown
    /// This kernel has no sock_diag.
    case unsupported
  }

  static func ask(local: PeerUser.Endpoint, remote: PeerUser.Endpoint) -> Answer {
    let fd = socket(AF_NETLINK, Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue), netlinkSockDiag)
    guard fd >= 0 else { return .unsupported }
    defer { close(fd) }
    let question = question(local: local, remote: remote)
    guard sendBytes(question[...], to: fd) == question.count else {
      return .unsupported
    }
    // The kernel answers during send(2), so the reply can be read at once.
    var answer = [UInt8](repeating: 0, count: 1024)
    let count = receiveBytes(fd, into: &answer)
    return count > 0 ? read(answer[..<count]) : .unsupported
  }

  private static let netlinkSockDiag: Int32 = 4
  /// SOCK_DIAG_BY_FAMILY, and NLMSG_ERROR.
  private static let (byFamily, error): (UInt16, UInt16) = (20, 2)
  private static let headerSize = 16
  /// `idiag_uid` follows the header, the state, the addresses and three counters.
  private static let userOffset = headerSize + 4 + 48 + 12
  private static let established: UInt8 = 1

  /// A `nlmsghdr` with an `inet_diag_req_v2`, byte by byte.
  static func question(local: PeerUser.Endpoint, remote: PeerUser.Endpoint) -> [UInt8] {
    var bytes: [UInt8] = []
    func add(_ value: some FixedWidthInteger) { bytes += bytesOf(value) }
    add(UInt32(72))
    add(byFamily)
    // NLM_F_REQUEST for one row instead of a dump.
    add(UInt16(1))
    add(UInt64(0))
    bytes += [UInt8(AF_INET), UInt8(IPPROTO_TCP), 0, 0]
    // All states.
    add(UInt32.max)
    add(local.port.bigEndian)
    add(remote.port.bigEndian)
    for address in [local.address, remote.address] {
      add(address)
      bytes += [UInt8](repeating: 0, count: 12)
    }
    // Any interface, any cookie.
    add(UInt32(0))
    add(UInt64.max)
    return bytes
  }

  static func read(_ answer: ArraySlice<UInt8>) -> Answer {
    let bytes = Array(answer)
    func number(at offset: Int) -> UInt32 {
      bytes[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    guard bytes.count >= headerSize + 4 else { return .unsupported }
    let type = UInt16(bytes[4]) | UInt16(bytes[5]) << 8
    if type == error {
      return Int32(bitPattern: number(at: headerSize)) == -ENOENT ? .unknown : .unsupported
    }
    guard type == byFamily, bytes.count >= userOffset + 4 else { return .unsupported }
    guard bytes[headerSize + 1] == established else { return .unknown }
    return .user(number(at: userOffset))
  }

  /// Netlink uses the machine's order; all supported machines are little-endian.
  private static func bytesOf<Number: FixedWidthInteger>(_ value: Number) -> [UInt8] {
    (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}
