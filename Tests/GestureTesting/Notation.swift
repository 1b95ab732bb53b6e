/// What is wrong with a row, a script or a recognizer in the tests' notation, and where.
package struct NotationError: Error, CustomStringConvertible {
  package var description: String
  package init(_ what: String, in text: some StringProtocol) { description = "\(what) in “\(text)”" }
}

/// Readers of text for all notations of the tests.
package enum Notation {
  /// The parts between `separator`, without surrounding blanks; empty ones are dropped.
  static func parts(_ text: some StringProtocol, _ separator: Character) -> [String] {
    String(text).split(separator: separator).map { trimmed($0) }.filter { !$0.isEmpty }
  }

  static func trimmed(_ text: some StringProtocol) -> String {
    String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }

  static func number(_ text: some StringProtocol) throws -> Double {
    guard let value = Double(trimmed(text)) else { throw NotationError("no number", in: text) }
    return value
  }

  static func integer(_ text: some StringProtocol) throws -> Int {
    guard let value = Int(trimmed(text)) else { throw NotationError("no whole number", in: text) }
    return value
  }

  static func numbers(_ text: some StringProtocol, count: Int? = nil) throws -> [Double] {
    let values = try parts(text, ",").map { try number($0) }
    if let count, values.count != count { throw NotationError("\(count) numbers expected", in: text) }
    return values
  }

  /// `value` with exactly `digits` decimals, halves away from zero; the tests have no Foundation.
  static func fixed(_ value: Double, _ digits: Int) -> String {
    guard value.isFinite else { return "\(value)" }
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let scaled = (value.magnitude * scale).rounded(.toNearestOrAwayFromZero)
    let whole = Int64((scaled / scale).rounded(.down))
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard digits > 0 else { return "\(sign)\(whole)" }
    let fraction = String(Int64(scaled) - whole * Int64(scale))
    return "\(sign)\(whole)." + String(repeating: "0", count: digits - fraction.count) + fraction
  }

  /// `value` with at most `digits` decimals and no zeros at the end.
  package static func short(_ value: Double, _ digits: Int = 3) -> String {
    var text = fixed(value, digits)
    guard text.contains(".") else { return text }
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }
}
