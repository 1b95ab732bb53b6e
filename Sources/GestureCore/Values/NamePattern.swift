import CSystem

/// A pattern for names and values of the context: `*`, `?`, `[…]` with ranges and classes, and `\` before a character that stands for
/// itself. It matches bytes, as fnmatch(3) does in the C locale without flags, so that a star also matches slashes, for names like
/// "SynPS/2". libinput matches its quirks so.
///
/// The time is at most the product of both lengths. That of fnmatch(3) is exponential in the number of stars, and a value of the
/// context may be the title of a web page.
package struct NamePattern: Equatable, Sendable, ExpressibleByStringLiteral {
  private let pattern: String

  package init(_ pattern: String) { self.pattern = pattern }
  package init(stringLiteral pattern: String) { self.pattern = pattern }

  package func matches(_ name: String) -> Bool { Self.matches(pattern.utf8.span, name.utf8.span) }
  /// Whether a pattern matches, of which no String is made.
  static func matches(_ pattern: Span<UInt8>, _ name: Span<UInt8>) -> Bool { Glob.matches(pattern, name) }
}

/// The reading of a pattern.
private enum Glob {
  static func matches(_ pattern: Span<UInt8>, _ text: Span<UInt8>) -> Bool {
    var (place, next) = (0, 0)
    // Where the last star stands behind, and the first byte that it does not match yet. Earlier stars need not be tried again.
    var (star, end) = (-1, 0)
    while next < text.count || place < pattern.count {
      if place < pattern.count, pattern[place] == UInt8(ascii: "*") {
        place += 1
        star = place
        end = beginning(of: pattern, at: place, in: text, from: next)
        next = end
        continue
      }
      if next < text.count, let after = element(of: pattern, at: place, matches: text[next]) {
        place = after
        next += 1
        continue
      }
      guard star >= 0, end < text.count else { return false }
      end = beginning(of: pattern, at: star, in: text, from: end + 1)
      (place, next) = (star, end)
    }
    return true
  }

  /// The next place of a text at which the rest of a pattern behind a star may begin. Most patterns go on with a byte that stands for
  /// itself: libinput's 150 patterns for machines are compared with a modalias of 200 bytes for each device.
  private static func beginning(
    of pattern: Span<UInt8>, at place: Int, in text: Span<UInt8>, from start: Int
  ) -> Int {
    // A star at the end takes all.
    guard place < pattern.count else { return text.count }
    switch pattern[place] {
    case UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "["), UInt8(ascii: "\\"): return start
    case let byte: return text.index(of: byte, from: start)
    }
  }

  /// Whether an element other than a star matches a byte.
  ///
  /// - Returns: the place after the element; nil if it does not match.
  private static func element(of pattern: Span<UInt8>, at place: Int, matches byte: UInt8) -> Int? {
    guard place < pattern.count else { return nil }
    switch pattern[place] {
    case UInt8(ascii: "?"): return place + 1
    case UInt8(ascii: "["):
      if let set = set(of: pattern, at: place + 1, contains: byte) { return set.isMatch ? set.end : nil }
      // Without an end it stands for itself.
      return byte == pattern[place] ? place + 1 : nil
    case UInt8(ascii: "\\"):
      guard place + 1 < pattern.count else { return nil }
      return byte == pattern[place + 1] ? place + 2 : nil
    default: return byte == pattern[place] ? place + 1 : nil
    }
  }

  /// - Parameter start: behind the bracket.
  /// - Returns: nil if the bracket is not closed.
  private static func set(of pattern: Span<UInt8>, at start: Int, contains byte: UInt8) -> (
    isMatch: Bool, end: Int
  )? {
    var place = start
    let isNegated =
      place < pattern.count && (pattern[place] == UInt8(ascii: "!") || pattern[place] == UInt8(ascii: "^"))
    if isNegated { place += 1 }
    let first = place
    var isIn = false
    while place < pattern.count {
      if pattern[place] == UInt8(ascii: "]"), place > first { return (isIn != isNegated, place + 1) }
      if let end = classEnd(in: pattern, at: place) {
        if isOf(pattern.extracting(place + 2..<end), byte) { isIn = true }
        place = end + 2
        continue
      }
      guard let lower = bound(of: pattern, &place) else { return nil }
      var upper = lower
      if place + 1 < pattern.count, pattern[place] == UInt8(ascii: "-"),
        pattern[place + 1] != UInt8(ascii: "]")
      {
        place += 1
        guard let last = bound(of: pattern, &place) else { return nil }
        upper = last
      }
      if lower <= byte && byte <= upper { isIn = true }
    }
    return nil
  }

  /// One end of a range.
  private static func bound(of pattern: Span<UInt8>, _ place: inout Int) -> UInt8? {
    if pattern[place] == UInt8(ascii: "\\") { place += 1 }
    guard place < pattern.count else { return nil }
    defer { place += 1 }
    return pattern[place]
  }

  /// The place of `:]`, if a class begins here: `[:alpha:]`.
  private static func classEnd(in pattern: Span<UInt8>, at place: Int) -> Int? {
    guard place + 1 < pattern.count, pattern[place] == UInt8(ascii: "["),
      pattern[place + 1] == UInt8(ascii: ":")
    else { return nil }
    var end = place + 2
    while end + 1 < pattern.count {
      if pattern[end] == UInt8(ascii: ":"), pattern[end + 1] == UInt8(ascii: "]") { return end }
      if !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(pattern[end]) { return nil }
      end += 1
    }
    return nil
  }

  /// Whether a character is of a class, in ASCII.
  private static func isOf(_ name: Span<UInt8>, _ byte: UInt8) -> Bool {
    var text = ""
    for place in name.indices { text.unicodeScalars.append(Unicode.Scalar(name[place])) }
    let isUpper = 0x41...0x5A ~= byte
    let isLower = 0x61...0x7A ~= byte
    let isDigit = 0x30...0x39 ~= byte
    let isGraph = 0x21...0x7E ~= byte
    return switch text {
    case "alpha": isUpper || isLower
    case "upper": isUpper
    case "lower": isLower
    case "digit": isDigit
    case "alnum": isUpper || isLower || isDigit
    case "xdigit": isDigit || 0x41...0x46 ~= byte || 0x61...0x66 ~= byte
    case "graph": isGraph
    case "print": isGraph || byte == 0x20
    case "punct": isGraph && !(isUpper || isLower || isDigit)
    case "blank": byte == 0x20 || byte == 0x09
    case "space": byte == 0x20 || 0x09...0x0D ~= byte
    case "cntrl": byte < 0x20 || byte == 0x7F
    default: false
    }
  }
}

extension Span<UInt8> {
  /// The first place of a byte from `start` on; `count` if there is none.
  func index(of byte: UInt8, from start: Int) -> Int {
    if start >= count { return count }
    return unsafe withUnsafeBytes { memory in
      // The search ends with the span.
      let found = unsafe memchr(memory.baseAddress! + start, Int32(byte), memory.count - start)
      return unsafe found.map { unsafe UnsafeRawPointer($0) - memory.baseAddress! } ?? memory.count
    }
  }
}
