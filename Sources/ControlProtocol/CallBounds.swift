/// The bounds of a call, checked for each byte as it arrives (interface.md §5).
///
/// A parser takes 200 ms for 1 MB of short keys, and the daemon reads touches on the same thread. So a call has few values when it
/// is parsed; only the text of CheckConfiguration may be long.
struct CallBounds {
  /// Bytes of a call; of CheckConfiguration, those outside of strings.
  static let longestCall = 8 << 10
  /// The most members of an object.
  static let mostMembers = 64
  /// The deepest nesting.
  static let deepest = 8

  private var length = 0
  private var outsideOfStrings = 0
  private var isInString = false
  private var isEscaped = false
  private var depth = 0
  /// The commas of each open object or list.
  private var commas = [Int](repeating: 0, count: CallBounds.deepest + 1)
  /// Bit n: whether level n is an object.
  private var objects: UInt16 = 0

  /// Whether the call is as long as one without a text may be, so that its method matters.
  var isLong: Bool { length == Self.longestCall + 1 }

  mutating func accept(_ byte: UInt8) throws(VarlinkFraming.Failure) {
    length += 1
    if isInString { return acceptInString(byte) }
    outsideOfStrings += 1
    if outsideOfStrings > Self.longestCall { throw .callTooLong }
    switch byte {
    case UInt8(ascii: "\""): isInString = true
    case UInt8(ascii: "{"), UInt8(ascii: "["): try open(isObject: byte == UInt8(ascii: "{"))
    case UInt8(ascii: "}"), UInt8(ascii: "]"): depth = max(depth - 1, 0)
    case UInt8(ascii: ","):
      commas[depth] += 1
      if objects >> depth & 1 == 1, commas[depth] >= Self.mostMembers { throw .tooManyMembers }
    default: break
    }
  }

  private mutating func acceptInString(_ byte: UInt8) {
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isInString = false
    }
  }

  private mutating func open(isObject: Bool) throws(VarlinkFraming.Failure) {
    guard depth < Self.deepest else { throw .tooDeep }
    depth += 1
    commas[depth] = 0
    objects = objects & ~(1 << depth) | (isObject ? 1 << depth : 0)
  }
}
