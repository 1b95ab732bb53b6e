import ControlProtocol
import GestureConfig
import GestureCore

/// The schema of `where`.
enum ConditionSchema {
  static var table: JSONValue { table(of: MeasureCondition.Measure.allCases) }

  static func table(of measures: [MeasureCondition.Measure]) -> JSONValue {
    let conditions = measures.map { ($0.rawValue, Schema.reference(name(of: $0))) }
    return Schema.table(Dictionary(uniqueKeysWithValues: conditions))
  }

  /// The shared definitions, one for each measure.
  static var shared: [String: JSONValue] {
    Dictionary(
      uniqueKeysWithValues: MeasureCondition.Measure.allCases.map { (name(of: $0), schema(of: $0)) })
  }

  private static func name(of measure: MeasureCondition.Measure) -> String { "where-\(measure.rawValue)" }

  private static func schema(of measure: MeasureCondition.Measure) -> JSONValue {
    switch measure.row.form {
    case .length(let isSigned): comparisons(.length, isSigned)
    case .speed(let isSigned): comparisons(.speed, isSigned)
    case .duration: comparisons(.duration)
    case .angle: comparisons(.angle, true)
    case .turnRate: comparisons(.turnRate, true)
    case .force: comparisons(.force)
    case .number: comparisons("[-+]?\(Schema.number)")
    case .count(let range):
      Schema.any(
        Schema.integer(range), Schema.ranges(range), comparisons(range.map { "\($0)" }.joined(separator: "|"))
      )
    case .words(let words): Schema.wordOrWords(words)
    case .zones: Schema.textOrTexts
    }
  }

  private static func comparisons(_ dimension: Dimension, _ isSigned: Bool = false) -> JSONValue {
    comparisons("[\(isSigned ? "-+" : "+")]?\(Schema.number) *(\(Schema.units(of: dimension)))|0")
  }
  private static func comparisons(_ limit: String) -> JSONValue {
    let operators = Comparison.allCases.map(\.rawValue).joined(separator: "|")
    let comparison = Schema.pattern("^(\(operators)) *(\(limit))$")
    return Schema.any(comparison, Schema.list(of: comparison, least: 1))
  }
}
