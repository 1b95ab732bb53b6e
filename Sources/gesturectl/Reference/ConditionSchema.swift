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

  /// One definition for each measure.
  static var shared: [String: JSONValue] {
    Dictionary(
      uniqueKeysWithValues: MeasureCondition.Measure.allCases.map { (name(of: $0), schema(of: $0)) })
  }

  private static func name(of measure: MeasureCondition.Measure) -> String { "where-\(measure.rawValue)" }

  private static func schema(of measure: MeasureCondition.Measure) -> JSONValue {
    switch measure {
    case .speed: comparisons(.speed)
    case .duration: comparisons(.duration)
    case .distance: comparisons(.length)
    case .endsIn: Schema.textOrTexts
    case .fingers:
      Schema.any(
        Schema.integer(1...10), Schema.ranges(1...10), one(of: "[1-9]|10"), list(of: one(of: "[1-9]|10")))
    }
  }

  private static func comparisons(_ dimension: Dimension) -> JSONValue {
    let units = dimension.units.map(\.name).joined(separator: "|")
    let comparison = one(of: "[+]?([0-9]+\\.?[0-9]*|\\.[0-9]+) *(\(units))|0")
    return Schema.any(comparison, list(of: comparison))
  }

  private static func one(of limit: String) -> JSONValue {
    let operators = Comparison.allCases.map(\.rawValue).joined(separator: "|")
    return Schema.pattern("^(\(operators)) *(\(limit))$")
  }
  private static func list(of comparison: JSONValue) -> JSONValue { Schema.list(of: comparison, least: 1) }
}
