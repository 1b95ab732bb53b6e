/// A key of `watch`, decoded from the terminal's bytes.
enum Key: Equatable {
  case quit, pause, earlier, later, up, down, allFingers
  case fingers(Int)

  /// The keys in the bytes of one read. Unknown bytes are ignored.
  static func keys(in bytes: ArraySlice<UInt8>) -> [Key] {
    var keys: [Key] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      if byte == 0x1B, rest.first == UInt8(ascii: "[") || rest.first == UInt8(ascii: "O") {
        rest.removeFirst()
        while let parameter = rest.first, (0x20...0x3F).contains(parameter) { rest.removeFirst() }
        switch rest.popFirst() {
        case UInt8(ascii: "A"): keys.append(.up)
        case UInt8(ascii: "B"): keys.append(.down)
        case UInt8(ascii: "D"): keys.append(.earlier)
        case UInt8(ascii: "C"): keys.append(.later)
        default: break
        }
        continue
      }
      if let key = key(byte) { keys.append(key) }
    }
    return keys
  }

  private static func key(_ byte: UInt8) -> Key? {
    switch byte {
    case UInt8(ascii: "q"), 3, 0x1B: .quit
    case UInt8(ascii: " "): .pause
    case UInt8(ascii: "p"), UInt8(ascii: "h"): .earlier
    case UInt8(ascii: "n"), UInt8(ascii: "l"): .later
    case UInt8(ascii: "k"): .up
    case UInt8(ascii: "j"): .down
    case UInt8(ascii: "0"), UInt8(ascii: "a"): .allFingers
    case UInt8(ascii: "1")...UInt8(ascii: "9"): .fingers(Int(byte - UInt8(ascii: "0")))
    default: nil
    }
  }
}
