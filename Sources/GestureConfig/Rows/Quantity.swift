import GestureCore

/// A number with its unit: `"7mm"` is 7 and `mm`.
package struct Quantity: Equatable, Sendable {
  package var number: Double
  package var unit: String

  /// Reads an optional sign, decimal digits with an optional point, optional blanks and a unit. Exponents are not accepted. nil
  /// if there is no number.
  package init?(_ text: String) {
    let text = text.utf8
    let digits = text.prefix { ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2E || $0 == 0x2B || $0 == 0x2D }
    guard let number = Double(String(decoding: digits, as: UTF8.self)), number.isFinite else { return nil }
    self.number = number
    unit = String(decoding: text.dropFirst(digits.count).drop { $0 == 0x20 }, as: UTF8.self)
  }

  /// The value in the dimension's base unit; nil if the unit belongs to another dimension.
  package func value(_ dimension: Dimension) -> Double? {
    for unit in dimension.units where unit.name == self.unit { return number * unit.factor }
    return nil
  }
}

/// A range of counts, `"2..4"` or `"2.."`, with both ends included.
package struct CountRange: Equatable, Sendable {
  package var lower: Int
  /// The upper bound; nil means no upper limit.
  package var upper: Int?

  package init?(_ text: String) {
    let ends = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard ends.count == 3, ends[1].isEmpty, let lower = Self.count(ends[0]) else { return nil }
    self.lower = lower
    if ends[2].isEmpty { return }
    guard let upper = Self.count(ends[2]) else { return nil }
    self.upper = upper
  }

  private static func count(_ digits: Substring.UTF8View) -> Int? {
    guard !digits.isEmpty, digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
    return Int(String(decoding: digits, as: UTF8.self))
  }
}

/// The shortest text for a number, with at most four decimals: 7, 0.5, 1.25.
package func spelled(_ number: Double) -> String {
  guard number.isFinite, abs(number) < 1e12 else { return "\(number)" }
  let scaled = Int64((number * 10_000).rounded())
  let sign = scaled < 0 ? "-" : ""
  let whole = scaled.magnitude / 10_000
  let fraction = scaled.magnitude % 10_000
  if fraction == 0 { return "\(sign)\(whole)" }
  var decimals = String(fraction + 10_000).dropFirst()
  while decimals.last == "0" { decimals.removeLast() }
  return "\(sign)\(whole).\(decimals)"
}
