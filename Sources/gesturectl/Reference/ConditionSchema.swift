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
    case .number: comparisons("[-+]?\(digits)")
    case .count(let range):
      Schema.any(
        Schema.integer(range), Schema.ranges(range), comparisons(range.map { "\($0)" }.joined(separator: "|"))
      )
    case .words(let words):
      Schema.any(
        Schema.words(words),
        Schema.list(of: Schema.words(words), least: 1).with(["uniqueItems": .bool(true)]))
    case .zones: Schema.textOrTexts
    }
  }

  private static let digits = "([0-9]+\\.?[0-9]*|\\.[0-9]+)"

  private static func comparisons(_ dimension: Dimension, _ isSigned: Bool = false) -> JSONValue {
    let units = dimension.units.map(\.name).filter { $0 != "%" }.joined(separator: "|")
    return comparisons("[\(isSigned ? "-+" : "+")]?\(digits) *(\(units))|0")
  }
  private static func comparisons(_ limit: String) -> JSONValue {
    let comparison = one(of: limit)
    return Schema.any(comparison, list(of: comparison))
  }

  private static func one(of limit: String) -> JSONValue {
    let operators = Comparison.allCases.map(\.rawValue).joined(separator: "|")
    return Schema.pattern("^(\(operators)) *(\(limit))$")
  }
  private static func list(of comparison: JSONValue) -> JSONValue { Schema.list(of: comparison, least: 1) }
}
