import GestureCore

/// Writes JSON into a reused buffer and inserts the commas.
///
/// JSONEncoder is ten times slower, orders keys differently in each run, and needs Foundation.
///
/// What must hold: each object and array that is begun is ended, and a member of an object follows its key. The bytes are then one valid
/// JSON value.
package struct JSONWriter {
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false
  // A byte instead of a string, because an event has dozens of quotes and appending a string takes six times the instructions.
  private static let quote = UInt8(ascii: "\"")
  private static let colon = UInt8(ascii: ":")

  package init() {}

  /// Empties the buffer and keeps its storage.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  package mutating func beginObject() { open(UInt8(ascii: "{")) }
  package mutating func endObject() { close(UInt8(ascii: "}")) }
  package mutating func beginArray() { open(UInt8(ascii: "[")) }
  package mutating func endArray() { close(UInt8(ascii: "]")) }

  /// Writes a key that needs no escapes.
  package mutating func key(_ name: StaticString) {
    separate()
    bytes.append(Self.quote)
    bytes.append(name)
    bytes.append(Self.quote)
    bytes.append(Self.colon)
    needsComma = false
  }

  package mutating func key(text name: String) {
    separate()
    escape(name)
    bytes.append(Self.colon)
    needsComma = false
  }

  package mutating func string(_ value: String) {
    separate()
    escape(value)
  }

  /// Writes a string that needs no escapes, such as the raw value of an enumeration.
  package mutating func word(_ value: String) {
    separate()
    bytes.append(Self.quote)
    bytes.append(text: value)
    bytes.append(Self.quote)
  }

  package mutating func integer(_ value: Int) {
    separate()
    bytes.append(integer: Int64(value))
  }

  package mutating func bool(_ value: Bool) {
    separate()
    if value { bytes.append("true") } else { bytes.append("false") }
  }

  package mutating func null() {
    separate()
    bytes.append("null")
  }

  /// The decimals of a number that is not an integer: a tenth of a micrometre is less than any device reports.
  static let decimals = 4

  /// Writes a finite number, because JSON has no others. Integers have no decimals.
  package mutating func number(_ value: Double) {
    precondition(value.isFinite, "JSON has no infinity and no NaN")
    separate()
    if value == value.rounded() && value.magnitude < 9e15 {
      bytes.append(integer: Int64(value))
    } else {
      bytes.append(value, decimals: Self.decimals)
    }
  }

  /// Writes seconds with six decimals.
  package mutating func seconds(_ time: Int64) {
    separate()
    bytes.append(seconds: time, decimals: 6)
  }

  /// Writes a byte between values, such as a line end.
  package mutating func terminate(_ byte: UInt8) {
    bytes.append(byte)
    needsComma = false
  }

  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func escape(_ text: String) {
    bytes.append(Self.quote)
    if !appendPlain(text) { for scalar in text.unicodeScalars { escape(scalar) } }
    bytes.append(Self.quote)
  }

  /// Appends a string as a whole if it needs no escapes, which takes a fifth of the instructions. Otherwise returns false.
  private mutating func appendPlain(_ text: String) -> Bool {
    // The string's storage is read within the closure only.
    let isDone = unsafe text.utf8.withContiguousStorageIfAvailable { text in
      let isPlain = unsafe text.allSatisfy { byte in
        switch byte {
        // The first bytes of the hidden characters beyond ASCII: C1, the Arabic letter mark, and those from U+2000 on.
        case 0..<0x20, Self.quote, UInt8(ascii: "\\"), 0x7f, 0xc2, 0xd8, 0xe2: false
        default: true
        }
      }
      if isPlain { unsafe bytes.append(contentsOf: text) }
      return isPlain
    }
    return isDone ?? false
  }

  private mutating func escape(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": bytes.append("\\\"")
    case "\\": bytes.append("\\\\")
    case "\n": bytes.append("\\n")
    case "\r": bytes.append("\\r")
    case "\t": bytes.append("\\t")
    default:
      if scalar.isHidden {
        bytes.append(text: scalar.unicodeEscape)
      } else {
        bytes.append(contentsOf: UTF8.encode(scalar)!)
      }
    }
  }
}
