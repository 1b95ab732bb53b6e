/// Reads one line of a recording without making a String.
struct LineScanner {
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  init(_ line: ArraySlice<UInt8>) {
    bytes = line
    position = line.startIndex
  }

  var isAtEnd: Bool { position >= bytes.endIndex }
  var isAtComment: Bool { !isAtEnd && bytes[position] == UInt8(ascii: "#") }
  /// The rest of the line, without blanks at its ends.
  var rest: String {
    var part = bytes[position...]
    while let last = part.last, isSpace(last) { part.removeLast() }
    while let first = part.first, isSpace(first) { part.removeFirst() }
    return String(decoding: part, as: UTF8.self)
  }

  mutating func skipSpaces() {
    while position < bytes.endIndex, isSpace(bytes[position]) { position += 1 }
  }
  mutating func take(_ byte: UInt8) -> Bool {
    guard position < bytes.endIndex, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  /// Takes a text, after blanks.
  mutating func take(_ text: String) -> Bool {
    skipSpaces()
    guard bytes[position...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }
  /// Skips to the end of the first occurrence of a text.
  mutating func skip(past text: String) -> Bool {
    let end = bytes.endIndex - text.utf8.count
    guard position <= end,
      let start = (position...end).first(where: { bytes[$0...].starts(with: text.utf8) })
    else { return false }
    position = start + text.utf8.count
    return true
  }
  /// Reads a signed decimal number, whatever follows it.
  mutating func number() -> Int64? {
    skipSpaces()
    let isNegative = take(UInt8(ascii: "-"))
    return digits().map { isNegative ? -$0 : $0 }
  }

  /// Reads the letter before a colon.
  mutating func keyword() -> UInt8? {
    guard position + 1 < bytes.endIndex, bytes[position + 1] == UInt8(ascii: ":") else { return nil }
    defer { position += 2 }
    return bytes[position]
  }

  /// Reads an unsigned hexadecimal number of at most `digits` digits.
  mutating func hexadecimal(digits: Int) -> UInt32? {
    skipSpaces()
    var value: UInt32 = 0
    var count = 0
    while position < bytes.endIndex, let digit = Self.digit(bytes[position]), count < digits {
      value = value << 4 | UInt32(digit)
      position += 1
      count += 1
    }
    return count > 0 && isAtBorder ? value : nil
  }

  func isAt(_ byte: UInt8) -> Bool { !isAtEnd && bytes[position] == byte }

  /// Reads the word before a colon.
  mutating func key() -> String? {
    guard let colon = bytes[position...].firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let word = String(decoding: bytes[position..<colon], as: UTF8.self)
    guard !word.contains(" ") else { return nil }
    position = colon + 1
    return word
  }

  /// Reads the numbers of "[1, -2, 3]"; nil for another form, or for a number that does not fit in 32 bits.
  mutating func integers() -> [Int32]? {
    skipSpaces()
    guard take(UInt8(ascii: "[")) else { return nil }
    var numbers: [Int32] = []
    skipSpaces()
    if take(UInt8(ascii: "]")) { return numbers }
    while true {
      guard let number = number(), let number = Int32(exactly: number) else { return nil }
      numbers.append(number)
      skipSpaces()
      if take(UInt8(ascii: "]")) { return numbers }
      guard take(UInt8(ascii: ",")) else { return nil }
    }
  }

  /// Reads a signed decimal number.
  mutating func decimal() -> Int64? {
    guard let value = number(), isAtBorder else { return nil }
    return value
  }

  /// Reads seconds with up to six decimals ("12.000345"), and returns µs.
  ///
  /// - Parameter border: a character that may follow, beside a blank.
  mutating func seconds(before border: UInt8? = nil) -> Int64? {
    skipSpaces()
    guard let whole = digits(), whole < Int64.max / 2_000_000 else { return nil }
    var isAtBorder: Bool { self.isAtBorder || border.map { isAt($0) } ?? false }
    guard take(UInt8(ascii: ".")) else { return isAtBorder ? whole * 1_000_000 : nil }
    let start = position
    guard let fraction = digits() else { return nil }
    var micros = fraction
    for _ in 0..<max(0, 6 - (position - start)) { micros *= 10 }
    guard position - start <= 6, isAtBorder else { return nil }
    return whole * 1_000_000 + micros
  }

  private mutating func digits() -> Int64? {
    var value: Int64 = 0
    let start = position
    while position < bytes.endIndex, bytes[position] >= 0x30, bytes[position] <= 0x39 {
      guard position - start < 18 else { return nil }
      value = value * 10 + Int64(bytes[position] - 0x30)
      position += 1
    }
    return position > start ? value : nil
  }
  private var isAtBorder: Bool { isAtEnd || isSpace(bytes[position]) || isAtComment }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x61...0x66: byte - 0x61 + 10
    case 0x41...0x46: byte - 0x41 + 10
    default: nil
    }
  }
}
