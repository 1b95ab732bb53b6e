import GestureConfig
import GestureCore

/// In the dimension's base unit; infinity for "none". Units and factors are those of the configuration.
private func quantity(_ text: String, _ dimension: Dimension) throws -> Double {
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

/// One force or two with a comma between.
func forces(_ text: String) throws -> ForceStages {
  let isShare = text.hasSuffix("%")
  let values = try Notation.parts(text, ",").map { try quantity($0, .force) }
  return ForceStages(isShare ? .share : .grams, values[0], values.count > 1 ? values[1] : nil)
}

func length(_ text: String) throws -> Double { try quantity(text, .length) }
func speed(_ text: String) throws -> Double { try quantity(text, .speed) }
func angle(_ text: String) throws -> Double { try quantity(text, .angle) }
func duration(_ text: String) throws -> Timestamp {
  let time = try quantity(text, .duration)
  return time == .infinity ? .never : Timestamp(time.rounded())
}

/// One quantity for both, or two with a comma between.
func pair(_ text: String, _ read: (String) throws -> Double) throws -> (Double, Double) {
  let values = try Notation.parts(text, ",").map(read)
  return (values[0], values.last!)
}

extension WrittenValue {
  /// As the rows write it: without quotes and brackets, commas in lists, slashes between points.
  var notation: String {
    switch self {
    case .text(let text), .plain(let text): text
    case .list(let values):
      values.map(\.notation).joined(separator: values.contains(where: \.isList) ? "/" : ",")
    }
  }
  private var isList: Bool {
    switch self {
    case .list: true
    case .text, .plain: false
    }
  }
}
