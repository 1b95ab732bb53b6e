import GestureCore

private func quantity(_ text: String, _ units: [(String, Double)]) throws -> Double {
  for (unit, factor) in units where text.hasSuffix(unit) {
    return try Notation.number(text.dropLast(unit.count)) * factor
  }
  throw NotationError("no unit of \(units.map(\.0))", in: text)
}

/// mm; `none` is infinity.
func length(_ text: String) throws -> Double {
  text == "none" ? .infinity : try quantity(text, [("mm", 1), ("cm", 10)])
}

/// µs; `none` is never.
func duration(_ text: String) throws -> Timestamp {
  text == "none" ? .never : Timestamp((try quantity(text, [("ms", 1e3), ("s", 1e6)])).rounded())
}

/// mm/s.
func speed(_ text: String) throws -> Double { try quantity(text, [("mm/s", 1)]) }

/// Radians.
func angle(_ text: String) throws -> Double { try quantity(text, [("deg", .pi / 180), ("rad", 1)]) }

/// One quantity for both, or two with a comma between.
func pair(_ text: String, _ read: (String) throws -> Double) throws -> (Double, Double) {
  let values = try Notation.parts(text, ",").map(read)
  return (values[0], values.last!)
}
