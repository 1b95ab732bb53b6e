/// A pattern for names, like fnmatch(3): `*` matches any characters, `?` matches one, and others match themselves.
package struct NamePattern: Equatable, Sendable, ExpressibleByStringLiteral {
  private let pattern: [UInt8]

  package init(stringLiteral pattern: String) { self.pattern = Array(pattern.utf8) }

  package func matches(_ name: String) -> Bool {
    let name = Array(name.utf8)
    var (n, p) = (0, 0)
    /// The place to resume at if `*` must match more characters.
    var retry: (n: Int, p: Int)?
    while n < name.count {
      if p < pattern.count, pattern[p] == UInt8(ascii: "*") {
        p += 1
        retry = (n, p)
      } else if p < pattern.count, pattern[p] == name[n] || pattern[p] == UInt8(ascii: "?") {
        n += 1
        p += 1
      } else if let last = retry {
        retry = (last.n + 1, last.p)
        (n, p) = (last.n + 1, last.p)
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
