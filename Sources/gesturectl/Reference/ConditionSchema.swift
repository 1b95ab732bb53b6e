import ControlProtocol
import GestureConfig
import GestureCore

/// The schemas of `where` and `when`.
enum ConditionSchema {
  static func table(of measures: [MeasureCondition.Measure]) -> JSONValue {
    let conditions = measures.map { ($0.rawValue, Schema.reference(name(of: $0))) }
    return Schema.table(Dictionary(uniqueKeysWithValues: conditions))
  }

  /// The shared definitions, one for each measure.
  static var shared: [String: JSONValue] {
    let all = MeasureCondition.Measure.allCases
    return Dictionary(uniqueKeysWithValues: all.map { (name(of: $0), schema(of: $0)) })
      .merging(["where": table(of: all), "when": when]) { $1 }
  }

  private static func name(of measure: MeasureCondition.Measure) -> String { "where-\(measure.rawValue)" }

  private static func schema(of measure: MeasureCondition.Measure) -> JSONValue {
    let form = measure.row.form
    return switch form {
    case .quantity(let dimension, let range):
      comparisons(
        "[\(range.lowerBound < 0 ? "-+" : "+")]?\(Schema.number) *(\(Schema.units(of: dimension)))|0")
    case .number: comparisons("[-+]?\(Schema.number)")
    case .count(let range):
      Schema.any(Schema.of(.counts(range)), comparisons(range.map { "\($0)" }.joined(separator: "|")))
    default: Schema.of(form)
    }
  }

  private static func comparisons(_ limit: String) -> JSONValue {
    let operators = Comparison.allCases.map(\.rawValue).joined(separator: "|")
    let comparison = Schema.pattern("^(\(operators)) *(\(limit))$")
    return Schema.any(comparison, Schema.list(of: comparison, 1...Int.max))
  }

  // MARK: when

  private static var when: JSONValue {
    let own = ContextKey.allCases.map { key in
      // A value is one of the key's fixed values, or a glob.
      (key.rawValue, condition(Schema.pattern("^(\(pattern(key))|.*[*?[].*)$")))
    }
    return .object([
      "type": .string("object"), "properties": .object(Dictionary(uniqueKeysWithValues: own)),
      "additionalProperties": condition(Schema.of(.text)),
    ])
  }

  private static func pattern(_ key: ContextKey) -> String {
    guard key == .modifiers else { return key.words.joined(separator: "|") }
    let one = "(\(ContextKey.modifierNames.joined(separator: "|")))"
    return "none|\(one)(\\+\(one))*"
  }

  private static func condition(_ text: JSONValue) -> JSONValue {
    let texts = Schema.any(text, Schema.list(of: text, 1...Int.max))
    return Schema.any(texts, Schema.table(["not": texts], needs: [["not"]]))
  }
}
