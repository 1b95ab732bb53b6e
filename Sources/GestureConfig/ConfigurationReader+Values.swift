import GestureCore

// Readers by kind of value. Each takes an entry, and returns nil after it has reported a problem.
extension ConfigurationReader {
  typealias Entry = TomlTable.Entry

  /// The largest accepted length (mm), duration (s) and speed (mm/s). A larger value is a mistake, because no gesture reaches it.
  static let longest = 1000.0
  static let slowest = 3600.0
  static let fastest = 20_000.0
  /// The largest accepted force, g.
  static let strongest = 5000.0

  mutating func string(_ entry: Entry, allowsEmpty: Bool = false) -> String? {
    guard case .string(let text) = entry.node.value else {
      return wrongType(entry, takes: "a string")
    }
    if text.isEmpty, !allowsEmpty {
      return problem(entry, "is an empty string")
    }
    // A C string ends at a NUL, so a program would silently get half of it.
    if text.utf8.contains(0) {
      return problem(entry, "contains a NUL character (\\u0000)")
    }
    return text
  }

  mutating func flag(_ entry: Entry) -> Bool? {
    guard case .boolean(let value) = entry.node.value else {
      return wrongScalar(entry, takes: "true or false", isMeant: { $0 == "true" || $0 == "false" })
    }
    return value
  }

  mutating func count(_ entry: Entry, _ range: ClosedRange<Int>, orWord word: String? = nil) -> Int? {
    guard case .integer(let value) = entry.node.value else {
      return wrongScalar(
        entry, takes: "a whole number" + (word.map { ", or \"\($0)\"" } ?? ""),
        isMeant: { Int($0).map(range.contains) ?? false })
    }
    guard let value = Int(exactly: value), range.contains(value) else {
      return outOfRange(entry, "\(value)", from: "\(range.lowerBound)", to: "\(range.upperBound)")
    }
    return value
  }

  mutating func ratio(_ entry: Entry, _ range: ClosedRange<Double>) -> Double? {
    let value: Double
    switch entry.node.value {
    case .integer(let whole): value = Double(whole)
    case .number(let number): value = number
    case .table, .array, .string, .boolean, .date:
      return wrongType(entry, takes: "a plain number")
    }
    guard range.contains(value) else {
      return outOfRange(entry, spelled(value), from: spelled(range.lowerBound), to: spelled(range.upperBound))
    }
    return value
  }

  /// Reads one word of a fixed set, as its index.
  mutating func word(_ entry: Entry, of words: [String]) -> Int? {
    guard case .string(let text) = entry.node.value else {
      return wrongType(entry, takes: listed(words, "or"))
    }
    guard let index = words.firstIndex(of: text) else {
      return problem(unknownWord(text, for: entry.key, known: words), at: entry.position)
    }
    return index
  }

  /// Reads one case of an enumeration.
  mutating func word<Word: RawRepresentable<String> & CaseIterable>(_ entry: Entry) -> Word? {
    word(entry, of: Word.allCases.map { $0.rawValue }).map { Array(Word.allCases)[$0] }
  }

  /// Reads a string or a list of strings, with their positions.
  mutating func strings(_ entry: Entry, allowsNone: Bool = false) -> [(
    text: String, position: SourcePosition
  )]? {
    switch entry.node.value {
    case .string:
      return string(entry).map { [($0, entry.node.position)] }
    case .array(let elements):
      if elements.isEmpty, !allowsNone {
        return problem(entry, "is empty")
      }
      var isWhole = true
      var texts: [(text: String, position: SourcePosition)] = []
      for element in elements {
        if let text = string(self.element(element, of: entry)) {
          texts.append((text, element.position))
        } else {
          isWhole = false
        }
      }
      return isWhole ? texts : nil
    case .table, .integer, .number, .boolean, .date:
      return wrongType(entry, takes: "a string or a list of strings")
    }
  }

  /// Reads one or several words of a fixed set, as indices without duplicates.
  mutating func words(_ entry: Entry, of words: [String]) -> [Int]? {
    guard let texts = strings(entry) else { return nil }
    var indices: [Int] = []
    for (text, position) in texts {
      guard let index = words.firstIndex(of: text) else {
        return problem(unknownWord(text, for: entry.key, known: words), at: position)
      }
      if indices.contains(index) {
        return problem("`\(entry.key)` has \"\(text)\" twice", at: position)
      }
      indices.append(index)
    }
    return indices
  }

  /// An element of a list, as if it were the value of the list's key.
  func element(_ node: TomlNode, of entry: Entry) -> Entry {
    Entry(key: entry.key, keyPosition: entry.keyPosition, node: node)
  }

  // MARK: Quantities

  /// Reads a quantity in its base unit; infinity for "none" if `word` allows it.
  mutating func quantity(_ entry: Entry, _ dimension: Dimension, orWord word: String? = nil) -> Double? {
    switch entry.node.value {
    // Zero needs no unit.
    case .integer(0): return 0
    case .integer(let number): missingUnit(entry, Double(number), dimension)
    case .number(let number): missingUnit(entry, number, dimension)
    case .string(let text):
      if let word, text == word { return .infinity }
      guard let quantity = Quantity(text) else {
        return problem(entry, "takes \(dimension.accepted(or: word)), not \"\(text)\"")
      }
      if let value = quantity.value(dimension) { return value }
      if quantity.unit.isEmpty {
        if quantity.number == 0 { return 0 }
        missingUnit(entry, quantity.number, dimension)
      } else {
        let (unit, units) = (quantity.unit, dimension.units.map { $0.name })
        let near =
          suggestion(for: unit, among: units) ?? units.first { $0.hasPrefix(unit) || unit.hasPrefix($0) }
        problem(
          "unknown unit `\(unit)` in `\(entry.key)`"
            + (near.map { "; did you mean `\($0)`?" } ?? ": \(dimension.name) is in \(listed(units, "or"))"),
          at: entry.position)
      }
    case .table, .array, .boolean, .date: wrongType(entry, takes: dimension.accepted(or: word))
    }
    return nil
  }

  private mutating func missingUnit(_ entry: Entry, _ number: Double, _ dimension: Dimension) {
    // A suggestion of "-3mm" would be refused as well.
    let meant = number < 0 ? nil : "\"\(spelled(number))\(dimension.likelyUnit(of: number))\""
    problem(
      entry, "has no unit; " + (meant.map { "did you mean \($0)?" } ?? "it takes \(dimension.accepted())"))
  }

  /// Reads a length in mm; infinity for "none" if the bound allows it.
  ///
  /// - Parameter dimension: the name used in messages.
  mutating func length(
    _ entry: Entry, _ bound: ParameterKey.Bound = .minimum, most: Double = longest,
    as dimension: Dimension = .length
  ) -> Double? {
    guard let value = quantity(entry, dimension, orWord: bound.word) else { return nil }
    if value == .infinity { return value }
    guard value >= 0, value <= most else {
      return outOfRange(entry, written(entry), from: "0mm", to: "\(spelled(most))mm")
    }
    return isAllowed(entry, value, bound) ? value : nil
  }

  /// Reads a length above 0 in mm.
  ///
  /// - Parameter word: a word that the caller accepts instead, for the message.
  mutating func positiveLength(_ entry: Entry, orWord word: String? = nil) -> Double? {
    guard let value = length(entry) else { return nil }
    if value > 0 { return value }
    return problem(entry, "must be more than 0" + orWord(word))
  }

  /// Reads a duration in µs; `.never` for "none" if the bound allows it.
  mutating func duration(_ entry: Entry, _ bound: ParameterKey.Bound = .minimum) -> Timestamp? {
    guard let value = quantity(entry, .duration, orWord: bound.word) else { return nil }
    if value == .infinity { return .never }
    guard value >= 0, value <= Self.slowest else {
      return outOfRange(entry, written(entry), from: "0ms", to: "\(spelled(Self.slowest))s")
    }
    return isAllowed(entry, value, bound) ? Timestamp((value * 1_000_000).rounded()) : nil
  }

  mutating func speed(_ entry: Entry) -> Double? {
    guard let value = quantity(entry, .speed) else { return nil }
    guard value >= 0, value <= Self.fastest else {
      return outOfRange(entry, written(entry), from: "0mm/s", to: "\(spelled(Self.fastest))mm/s")
    }
    return value
  }

  /// Reads an angle in radians.
  mutating func angle(_ entry: Entry, degrees: ClosedRange<Double>) -> Double? {
    guard let value = quantity(entry, .angle) else { return nil }
    // A small tolerance is added, because "0.7854rad" means 45 degrees.
    guard value >= degrees.lowerBound * .pi / 180, value <= degrees.upperBound * .pi / 180 + 1e-4 else {
      let (from, to) = (spelled(degrees.lowerBound), spelled(degrees.upperBound))
      return outOfRange(entry, written(entry), from: "\(from)deg", to: "\(to)deg")
    }
    return value
  }

  /// Reads one value for both ends of the range, or `[slow, fast]`.
  mutating func pair(
    _ entry: Entry, _ read: (inout ConfigurationReader, Entry) -> Double?
  ) -> (slow: Double, fast: Double)? {
    guard case .array(let elements) = entry.node.value else { return read(&self, entry).map { ($0, $0) } }
    guard elements.count == 2 else {
      return problem(entry, "takes one value, or two as [slow, fast]")
    }
    let slow = read(&self, element(elements[0], of: entry))
    let fast = read(&self, element(elements[1], of: entry))
    guard let slow, let fast else { return nil }
    return (slow, fast)
  }

  /// Reads one force, or one for each stage of the press.
  mutating func forces(_ entry: Entry) -> ForceStages? {
    guard case .array(let elements) = entry.node.value else {
      return force(entry).map { ForceStages($0.unit, $0.value) }
    }
    guard elements.count == 1 || elements.count == 2 else {
      return problem(entry, "takes one value, or two as [first stage, second stage]")
    }
    let forces = elements.map { force(element($0, of: entry)) }
    guard let first = forces[0], let last = forces[forces.count - 1] else { return nil }
    guard first.unit == last.unit else {
      return problem(entry, "takes both stages in grams or newtons, or both in percent")
    }
    return ForceStages(first.unit, first.value, forces.count == 2 ? last.value : nil)
  }

  /// Reads a force in grams. A force in percent is a problem here.
  mutating func grams(_ entry: Entry) -> Double? {
    guard let force = force(entry) else { return nil }
    if force.unit == .grams { return force.value }
    return problem(
      "`force` of a `where` is in g or N; `pressure` is a part of the axis range", at: entry.position)
  }

  /// Reads a force in grams, or as a fraction of the axis range (`"60%"`).
  private mutating func force(_ entry: Entry) -> (unit: ForceUnit, value: Double)? {
    if let percent = percentage(entry) {
      guard (1...100).contains(percent) else {
        return outOfRange(entry, written(entry), from: "1%", to: "100%")
      }
      return (.share, percent / 100)
    }
    guard let grams = quantity(entry, .force) else { return nil }
    guard (1...Self.strongest).contains(grams) else {
      return outOfRange(entry, written(entry), from: "1g", to: "\(spelled(Self.strongest))g")
    }
    return (.grams, grams)
  }

  /// Reads a fraction of the stage (`"25%"`) or a length in mm.
  mutating func stagePosition(_ entry: Entry) -> ZoneSelection.Position? {
    guard let percent = percentage(entry) else { return length(entry, as: .position).map { .mm($0) } }
    guard (0...100).contains(percent) else {
      return outOfRange(entry, written(entry), from: "0%", to: "100%")
    }
    return .fraction(percent / 100)
  }

  func percentage(_ entry: Entry) -> Double? {
    guard case .string(let text) = entry.node.value, let quantity = Quantity(text), quantity.unit == "%"
    else {
      return nil
    }
    return quantity.number
  }

  private mutating func isAllowed(_ entry: Entry, _ value: Double, _ bound: ParameterKey.Bound) -> Bool {
    switch bound {
    case .minimum, .tolerance: return true
    case .maximum:
      if value > 0 { return true }
      problem(entry, "must be more than 0" + orWord(bound.word))
      return false
    }
  }

  // Problems with the value of an entry. The generic ones return nil as the value that could not be read.

  mutating func outOfRange(_ entry: Entry, _ value: String, from: String, to: String) {
    problem(entry, "is out of range: \(value) is not from \(from) to \(to)")
  }
  mutating func outOfRange<Value>(_ entry: Entry, _ value: String, from: String, to: String) -> Value? {
    problem(entry, "is out of range: \(value) is not from \(from) to \(to)")
  }

  /// A problem with a value that is no number and no flag. A message names one in quotes without them.
  private mutating func wrongScalar<Value>(
    _ entry: Entry, takes: String, isMeant: (String) -> Bool
  ) -> Value? {
    guard case .string(let text) = entry.node.value, isMeant(text) else {
      return wrongType(entry, takes: takes)
    }
    return problem(entry, "is written without quotes; did you mean \(text)?")
  }
  mutating func wrongType(_ entry: Entry, takes: String) {
    problem(entry, "takes \(takes), not \(entry.node.value.kind)")
  }
  mutating func wrongType<Value>(_ entry: Entry, takes: String) -> Value? {
    problem(entry, "takes \(takes), not \(entry.node.value.kind)")
  }

  /// The value as written in the file, for a message.
  func written(_ entry: Entry) -> String {
    switch entry.node.value {
    case .string(let text): text
    case .integer(let value): "\(value)"
    case .number(let value): spelled(value)
    case .table, .array, .boolean, .date: entry.node.value.kind
    }
  }
}

extension ParameterKey.Bound {
  /// The word for "no limit", if the key accepts it.
  var word: String? {
    switch self {
    case .minimum: nil
    case .maximum, .tolerance: "none"
    }
  }
}

extension Dimension {
  /// What a key of the dimension accepts: `a length in mm or cm, for example "7mm"`.
  fileprivate func accepted(or word: String? = nil) -> String {
    "\(name) in \(listed(units.map { $0.name }, "or")), for example \(example)" + orWord(word)
  }
}

private func orWord(_ word: String?) -> String { word.map { ", or \"\($0)\"" } ?? "" }
