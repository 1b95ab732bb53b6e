import ControlProtocol
import GestureCore

/// The schema (JSON Schema, draft 7) of what a key accepts.
enum Schema {
  static func of(_ form: ValueForm) -> JSONValue {
    switch form {
    case .text: reference("text")
    case .texts: reference("texts")
    case .flag: .object(["type": .string("boolean")])
    case .word(let words): oneOf(words.map { .string($0) })
    case .words(let words):
      any(of(.word(words)), list(of: of(.word(words)), 1...Int.max).with(["uniqueItems": .bool(true)]))
    case .number(let range):
      .object([
        "type": .string("number"), "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound),
      ])
    case .count(let range):
      .object([
        "type": .string("integer"), "minimum": .integer(Int64(range.lowerBound)),
        "maximum": .integer(Int64(range.upperBound)),
      ])
    case .oneOf(let numbers): oneOf(numbers.map { .integer(Int64($0)) })
    case .counts(let range): any(of(.count(range)), ranges(range))
    case .percent: reference("percentage")
    case .quantity(let dimension, let range): reference(name(dimension, range.lowerBound > 0))
    case .identifier: any(pattern("^(0x)?[0-9a-fA-F]{1,4}$"), of(.count(0...Int(UInt16.max))))
    case .list(let item, let sizes, _): list(of: of(item), sizes)
    case .table(let members, let needs):
      table(Dictionary(uniqueKeysWithValues: members.map { ($0.key, of($0.form)) }), needs: needs)
    case .any(let forms):
      if case .quantity(let dimension, let range) = forms[0], case .word(["none"]) = forms[forms.count - 1] {
        reference(name(dimension, range.lowerBound > 0) + "-or-none")
      } else {
        forms.count == 1 ? of(forms[0]) : .object(["anyOf": .array(forms.map(of))])
      }
    case .own(let syntax): of(syntax)
    }
  }

  private static func of(_ syntax: ValueForm.Syntax) -> JSONValue {
    switch syntax {
    case .program:
      // Only the program's name, the first item, must not be empty.
      .object([
        "type": .string("array"), "minItems": .integer(1), "items": .array([of(.text)]),
        "additionalItems": pattern("^[^\\u0000]*$"),
      ])
    // A control character would break the lines of the text trace.
    case .name: pattern("^[^\\u0000-\\u001f\\u007f]+$")
    case .type: of(.word(GestureType.allCases.map(\.rawValue)))
    case .off: .object(["const": .bool(false)])
    case .when: reference("when")
    case .conditions: reference("where")
    case .relations: any(reference("relation"), list(of: reference("relation")))
    case .actions: reference("actions")
    case .step: .object(["type": .string("object")])
    case .steps: ConfigurationSchema.steps
    }
  }

  /// Definitions shared by many keys.
  static var shared: [String: JSONValue] {
    let text = pattern("^[^\\u0000]+$")
    var shared = [
      "text": text, "texts": any(text, list(of: text, 1...Int.max)),
      "percentage": pattern("^[+]?\(number) *%$"),
    ]
    for dimension in Dimension.allCases {
      let units = units(of: dimension)
      // A value above 0 needs a non-zero digit before the unit.
      let positive = pattern("^[+]?(?=[0.]*[1-9])\(number) *(\(units))$")
      let plain = any(pattern("^[+]?\(number) *(\(units))$"), oneOf([.integer(0)]))
      for (isPositive, schema) in [(false, plain), (true, positive)] {
        let name = name(dimension, isPositive)
        shared[name] = schema
        guard [.length, .duration].contains(dimension) else { continue }
        shared["\(name)-or-none"] = any(reference(name), oneOf([.string("none")]))
      }
    }
    return shared
  }

  private static func name(_ dimension: Dimension, _ isPositive: Bool) -> String {
    dimension.rawValue + (isPositive ? "-positive" : "")
  }

  /// A number without a sign, in a pattern.
  static let number = "([0-9]+\\.?[0-9]*|\\.[0-9]+)"
  /// The units of a dimension, in a pattern.
  static func units(of dimension: Dimension) -> String {
    dimension.units.map(\.name).filter { $0 != "%" }.joined(separator: "|")
  }

  /// A range of counts, as "2..4" or "2..", in either order: only `check` compares the two.
  static func ranges(_ limits: ClosedRange<Int>) -> JSONValue {
    let counts = limits.map { "\($0)" }.joined(separator: "|")
    return pattern("^(\(counts))\\.\\.(\(counts))?$")
  }

  // MARK: Parts of JSON Schema

  static func reference(_ path: String) -> JSONValue { .object(["$ref": .string("#/$defs/\(path)")]) }
  static func any(_ choices: JSONValue...) -> JSONValue { .object(["anyOf": .array(choices)]) }
  private static func oneOf(_ values: [JSONValue]) -> JSONValue {
    values.count == 1 ? .object(["const": values[0]]) : .object(["enum": .array(values)])
  }
  static func pattern(_ pattern: String) -> JSONValue {
    .object(["type": .string("string"), "pattern": .string(pattern)])
  }
  static func list(of item: JSONValue, _ sizes: ClosedRange<Int> = 0...Int.max) -> JSONValue {
    var list: [String: JSONValue] = ["type": .string("array"), "items": item]
    if sizes.lowerBound > 0 { list["minItems"] = .integer(Int64(sizes.lowerBound)) }
    if sizes.upperBound < .max { list["maxItems"] = .integer(Int64(sizes.upperBound)) }
    return .object(list)
  }

  /// A table that may have only these keys. Of each list in `needs` it must have one.
  static func table(_ properties: [String: JSONValue], needs: [[String]] = []) -> JSONValue {
    var table: [String: JSONValue] = [
      "type": .string("object"), "properties": .object(properties), "additionalProperties": .bool(false),
    ]
    let required = needs.filter { $0.count == 1 }.map { JSONValue.string($0[0]) }
    if !required.isEmpty { table["required"] = .array(required) }
    for keys in needs where keys.count > 1 {
      if keys.count == properties.count {
        table["minProperties"] = .integer(1)
      } else {
        table["anyOf"] = needsOne(of: keys)["anyOf"]
      }
    }
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
