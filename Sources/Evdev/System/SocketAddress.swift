import CSystem

extension sockaddr_un {
  /// Sets a path (`@` for the abstract namespace). Returns the length for bind(2); nil if the path is longer than 107 bytes.
  package mutating func set(path: String) -> socklen_t? {
    var bytes = Array(path.utf8)
    let capacity = MemoryLayout.size(ofValue: sun_path)
    guard bytes.count < capacity else { return nil }
    let isAbstract = bytes.first == UInt8(ascii: "@")
    if isAbstract { bytes[0] = 0 }
    sun_family = sa_family_t(AF_UNIX)
    // The bytes fit, as checked above.
    unsafe withUnsafeMutableBytes(of: &sun_path) { unsafe $0.copyBytes(from: bytes) }
    return socklen_t(MemoryLayout<sockaddr_un>.size - capacity + bytes.count + (isAbstract ? 0 : 1))
  }

  /// Lends the address to a system call, in the form that bind(2), connect(2) and sendto(2) take.
  package mutating func withSockaddr<Result>(_ body: (UnsafePointer<sockaddr>) -> Result) -> Result {
    // A sockaddr_un is one kind of sockaddr, and the call gets its length.
    unsafe withUnsafePointer(to: &self) { unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body) }
  }
}
