import GestureConfig
import GestureCore

/// In the dimension's base unit; infinity for "none". Units and factors are those of the configuration.
package func quantity(_ text: String, _ dimension: Dimension) throws -> Double {
  if text == "none" { return .infinity }
  guard let quantity = Quantity(text), let value = quantity.value(dimension) ?? quantity.zero else {
    throw NotationError("no unit of \(dimension.units.map(\.name))", in: text)
  }
  return value
}

extension Quantity {
  /// 0 needs no unit.
  fileprivate var zero: Double? { number == 0 && unit.isEmpty ? 0 : nil }
}

func length(_ text: String) throws -> Double { try quantity(text, .length) }
func speed(_ text: String) throws -> Double { try quantity(text, .speed) }
func angle(_ text: String) throws -> Double { try quantity(text, .angle) }
func duration(_ text: String) throws -> Timestamp {
  let time = try quantity(text, .duration)
  return time == .infinity ? .never : Timestamp(time.rounded())
}

extension KeyValue {
  /// As the rows write it: without quotes and brackets, commas in lists, slashes between points, a plus between
  /// lists of points.
  package var notation: String {
    guard case .list(let values) = self else { return toml.filter { $0 != "\"" } }
    return values.map(\.notation).joined(separator: depth > 2 ? "+" : depth > 1 ? "/" : ",")
  }
  /// How many lists are in one another.
  private var depth: Int {
    if case .list(let values) = self { 1 + (values.map(\.depth).max() ?? 0) } else { 0 }
  }
}
