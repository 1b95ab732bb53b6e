import CSystem
import Testing

@testable import Evdev

struct SocketAddressTests {
  /// The bytes that bind(2) gets, and their number.
  @Test(
    arguments: [
      ("/run/x", [UInt8]("/run/x".utf8), 9), ("@gestured", [0] + [UInt8]("gestured".utf8), 11),
      (String(repeating: "x", count: 107), [UInt8](repeating: 120, count: 107), 110),
    ] as [(String, [UInt8], UInt32)])
  func `an address of a socket`(path: String, bytes: [UInt8], length: UInt32) {
    var address = sockaddr_un()
    #expect(address.set(path: path) == length)
    #expect(Int32(address.sun_family) == AF_UNIX)
    #expect(withUnsafeBytes(of: address.sun_path) { Array($0.prefix(bytes.count)) } == bytes)
    #expect(address.withSockaddr { Int32($0.pointee.sa_family) } == AF_UNIX)
  }

  @Test func `a path of 108 bytes is too long for a socket`() {
    var address = sockaddr_un()
    #expect(address.set(path: String(repeating: "x", count: 108)) == nil)
  }
}
