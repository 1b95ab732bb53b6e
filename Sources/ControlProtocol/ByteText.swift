import GestureCore

/// Appends text to a reused buffer. No function here allocates once the buffer has grown.
extension [UInt8] {
  @inline(__always) package mutating func append(_ text: StaticString) {
    // A static string lives as long as the program.
    unsafe append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  @inline(__always) package mutating func append(text: String) { append(contentsOf: text.utf8) }

  /// Appends an integer in decimal digits.
  package mutating func append(integer value: Int64) {
    if value < 0 { append(UInt8(ascii: "-")) }
    append(digits: value.magnitude, atLeast: 1)
  }

  /// Appends decimal digits, padded with leading zeros to `atLeast`.
  mutating func append(digits value: UInt64, atLeast: Int) {
    guard value < Self.eightDigits, atLeast <= 8 else {
      append(digits: value / Self.eightDigits, atLeast: atLeast - 8)
      return append(digits: value % Self.eightDigits, atLeast: 8)
    }
    // Collects the digits in one integer, beginning with the last one. Each digit shifts the others up by a byte, so the first
    // digit ends at the lowest address. One append for each digit would take four times the instructions.
    var digits: UInt64 = 0
    var count = 0
    var rest = UInt32(truncatingIfNeeded: value)
    repeat {
      digits = digits << 8 | UInt64(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
      count += 1
    } while rest > 0 || count < atLeast
    // `value` has at most eight digits here, so `count` is at most 8.
    unsafe Swift.withUnsafeBytes(of: digits.littleEndian) {
      unsafe append(
        contentsOf: UnsafeBufferPointer(
          start: $0.assumingMemoryBound(to: UInt8.self).baseAddress, count: count))
    }
  }
  private static var eightDigits: UInt64 { 100_000_000 }

  /// Appends a number with this many decimals, rounded as by printf. Zero has no minus sign.
  ///
  /// - Parameter signed: whether to write `+` before values that are not negative.
  package mutating func append(_ value: Double, decimals: Int, signed: Bool = false) {
    let power = powersOfTen[decimals]
    let scaled = roundedProduct(value, Double(power))
    // Bounds the value, because the conversion to an integer would trap. Touch devices report far smaller values.
    let bounded = Swift.min(Swift.max(scaled, -9e15), 9e15)
    let magnitude = UInt64(bounded.magnitude)
    if bounded < 0 { append(UInt8(ascii: "-")) } else if signed { append(UInt8(ascii: "+")) }
    append(digits: magnitude / power, atLeast: 1)
    guard decimals > 0 else { return }
    append(UInt8(ascii: "."))
    append(digits: magnitude % power, atLeast: decimals)
  }

  /// Appends a place or a vector: `31.2,40.0`.
  mutating func append(_ point: Point, decimals: Int = 1, signed: Bool = false) {
    append(point.x, decimals: decimals, signed: signed)
    append(",")
    append(point.y, decimals: decimals, signed: signed)
  }

  /// Appends a number with at most this many decimals, without trailing zeros: `7`, `9.1`.
  mutating func append(trimmed value: Double, decimals: Int) {
    append(value, decimals: decimals)
    guard decimals > 0 else { return }
    while last == UInt8(ascii: "0") { removeLast() }
    if last == UInt8(ascii: ".") { removeLast() }
  }

  /// Appends microseconds as seconds, rounded to three or six decimals.
  package mutating func append(seconds time: Timestamp, decimals: Int) {
    let unit: UInt64 = decimals >= 6 ? 1 : 1_000
    let units = (time.magnitude + unit / 2) / unit
    let perSecond = 1_000_000 / unit
    if time < 0 && units > 0 { append(UInt8(ascii: "-")) }
    append(digits: units / perSecond, atLeast: 1)
    append(UInt8(ascii: "."))
    append(digits: units % perSecond, atLeast: decimals)
  }
}

extension String {
  /// The text that a writer of bytes appends.
  package init(_ write: (inout [UInt8]) -> Void) {
    var bytes: [UInt8] = []
    write(&bytes)
    self.init(decoding: bytes, as: UTF8.self)
  }
}

extension Double {
  /// The number that its text with this many decimals says.
  func said(decimals: Int) -> Double {
    let power = Double(powersOfTen[decimals])
    return roundedProduct(self, power) / power
  }
}

private let powersOfTen: [UInt64] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]

/// `value × factor` rounded to an integer as if the product were exact (ties to even), as printf does.
private func roundedProduct(_ value: Double, _ factor: Double) -> Double {
  let product = value * factor
  let rounded = product.rounded(.toNearestOrEven)
  guard (product - rounded).magnitude == 0.5 else { return rounded }
  // A product can look like a tie because it was rounded: 0.15 × 10 is below 1.5.
  let lost = (-product).addingProduct(value, factor)
  if lost == 0 { return rounded }
  return product.rounded(lost > 0 ? .up : .down)
}
