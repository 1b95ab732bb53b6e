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

func word<Word: RawRepresentable>(_ text: String) throws -> Word where Word.RawValue == String {
  guard let value = Word(rawValue: text) else { throw NotationError("no \(Word.self)", in: text) }
  return value
}

/// A length, or a percentage of the scale.
func setSpread(_ text: String, _ absolute: inout Double, _ relative: inout Double?) throws {
  if text.hasSuffix("%") {
    relative = try Notation.number(text.dropLast()) / 100
  } else {
    absolute = try length(text)
  }
}

private let directionWords: [(String, DirectionSet)] = [
  ("left", .left), ("right", .right), ("up", .up), ("down", .down),
]
private let edgeWords: [(String, EdgeSet)] = [
  ("left", .left), ("right", .right), ("top", .top), ("bottom", .bottom),
]

private func set<Words: OptionSet>(_ text: String, _ words: [(String, Words)]) throws -> Words
where Words.Element == Words {
  var result: Words = []
  for part in Notation.parts(text, ",") {
    guard let word = words.first(where: { $0.0 == part }) else {
      throw NotationError("unknown word \(part)", in: text)
    }
    result.insert(word.1)
  }
  return result
}

func directionSet(_ text: String) throws -> DirectionSet { try set(text, directionWords) }
func edgeSet(_ text: String) throws -> EdgeSet { try set(text, edgeWords) }

extension DirectionSet {
  var words: String { directionWords.filter { contains($0.1) }.map(\.0).joined(separator: ",") }
}
extension EdgeSet {
  var words: String { edgeWords.filter { contains($0.1) }.map(\.0).joined(separator: ",") }
}
