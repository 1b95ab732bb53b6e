import ControlProtocol
import GestureConfig
import GestureCore

/// The parts of JSON Schema (draft 7) that the configuration needs.
enum Schema {
  static func string(_ word: String) -> JSONValue { .object(["const": .string(word)]) }
  static func any(_ choices: JSONValue...) -> JSONValue { .object(["anyOf": .array(choices)]) }
  static func words(_ words: [String]) -> JSONValue { .object(["enum": .array(words.map { .string($0) })]) }
  /// One word, or a list of different ones.
  static func wordOrWords(_ words: [String]) -> JSONValue {
    any(self.words(words), list(of: self.words(words), least: 1).with(["uniqueItems": .bool(true)]))
  }
  static func pattern(_ pattern: String) -> JSONValue {
    .object(["type": .string("string"), "pattern": .string(pattern)])
  }
  static func reference(_ path: String) -> JSONValue { .object(["$ref": .string("#/$defs/\(path)")]) }
  static let flag: JSONValue = .object(["type": .string("boolean")])
  /// A value that must be false.
  static let off: JSONValue = .object(["const": .bool(false)])
  /// A string without NUL, which the reader refuses.
  static let text = reference("text")
  static let textOrTexts = reference("texts")
  fileprivate static let plainText = pattern("^[^\\u0000]+$")
  fileprivate static let plainTexts = any(plainText, list(of: plainText, least: 1))

  static func integer(_ range: ClosedRange<Int>) -> JSONValue {
    .object([
      "type": .string("integer"), "minimum": .integer(Int64(range.lowerBound)),
      "maximum": .integer(Int64(range.upperBound)),
    ])
  }
  static func number(_ range: ClosedRange<Double>) -> JSONValue {
    .object([
      "type": .string("number"), "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound),
    ])
  }
  static func list(of item: JSONValue, least: Int = 0, most: Int? = nil) -> JSONValue {
    var list: [String: JSONValue] = ["type": .string("array"), "items": item]
    if least > 0 { list["minItems"] = .integer(Int64(least)) }
    if let most { list["maxItems"] = .integer(Int64(most)) }
    return .object(list)
  }
  /// A list of two values, as [slow, fast] or [from, to].
  static func pair(of item: JSONValue) -> JSONValue { list(of: item, least: 2, most: 2) }

  /// A table that may have only these keys.
  static func table(_ properties: [String: JSONValue], needs: [String] = []) -> JSONValue {
    var table: [String: JSONValue] = [
      "type": .string("object"), "properties": .object(properties), "additionalProperties": .bool(false),
    ]
    if !needs.isEmpty { table["required"] = .array(needs.map { .string($0) }) }
    return .object(table)
  }
  /// A table that must have at least one of these keys.
  static func needsOne(of keys: [String]) -> JSONValue {
    .object(["anyOf": .array(keys.map { .object(["required": .array([.string($0)])]) })])
  }
}

extension JSONValue {
  /// A copy with more members.
  func with(_ members: [String: JSONValue]) -> JSONValue {
    guard case .object(let own) = self else { return self }
    // Draft 7 ignores members beside `$ref`.
    if own["$ref"] != nil { return .object(members.merging(["allOf": .array([self])]) { $1 }) }
    return .object(own.merging(members) { $1 })
  }
}

/// Schemas of quantities: a number with a unit of its dimension, as `GestureConfig` reads it.
extension Schema {
  /// Definitions shared by many keys.
  static var shared: [String: JSONValue] {
    var shared = ["text": plainText, "texts": plainTexts, "percentage": plainPercentage]
    for (name, dimension) in dimensions {
      for (bound, word) in bounds { shared["\(name)-\(word)"] = plainQuantity(dimension, bound) }
      shared["\(name)-positive"] = plainPositive(dimension)
    }
    return shared
  }

  private static let dimensions: [(String, Dimension)] = [
    ("length", .length), ("duration", .duration), ("speed", .speed), ("angle", .angle),
    ("position", .position), ("spread", .spread), ("force", .force),
  ]
  private static let bounds: [(ParameterKey.Bound, String)] = [
    (.minimum, "minimum"), (.tolerance, "tolerance"), (.maximum, "maximum"),
  ]
  private static func name(of dimension: Dimension) -> String {
    dimensions.first { $0.1 == dimension }?.0 ?? ""
  }

  static func quantity(_ dimension: Dimension, _ bound: ParameterKey.Bound = .minimum) -> JSONValue {
    reference("\(name(of: dimension))-\(bounds.first { $0.0 == bound }?.1 ?? "")")
  }
  static func positive(_ dimension: Dimension) -> JSONValue { reference("\(name(of: dimension))-positive") }

  private static func plainQuantity(_ dimension: Dimension, _ bound: ParameterKey.Bound) -> JSONValue {
    let units = units(of: dimension)
    let zero: JSONValue = .object(["const": .integer(0)])
    switch bound {
    case .minimum: return any(pattern("^[+]?\(number) *(\(units))$"), zero)
    case .tolerance: return any(pattern("^[+]?\(number) *(\(units))$"), zero, string("none"))
    // The value must be more than 0, so it needs a non-zero digit before the unit.
    case .maximum: return any(pattern("^[+]?(?=[0.]*[1-9])\(number) *(\(units))$"), string("none"))
    }
  }

  /// A number without a sign, in a pattern.
  static let number = "([0-9]+\\.?[0-9]*|\\.[0-9]+)"
  /// The units of a dimension, in a pattern.
  static func units(of dimension: Dimension) -> String {
    dimension.units.map(\.name).filter { $0 != "%" }.joined(separator: "|")
  }

  private static func plainPositive(_ dimension: Dimension) -> JSONValue {
    guard case .array(let choices)? = plainQuantity(dimension, .maximum)["anyOf"] else { return .null }
    return choices[0]
  }

  /// A range of counts, as "2..4" or "2..".
  static func ranges(_ limits: ClosedRange<Int>) -> JSONValue {
    let ranges = limits.map { lower in
      "\(lower)\\.\\.(" + limits.filter { $0 >= lower }.map { "\($0)|" }.joined() + ")"
    }
    return pattern("^(\(ranges.joined(separator: "|")))$")
  }

  static let percentage = reference("percentage")
  private static let plainPercentage = pattern("^[+]?\(number) *%$")
  static let position = any(percentage, quantity(.position))
}
