import GestureCore

// Readers by kind of value. Each takes an entry, and returns nil after it has reported a problem.
extension ValueReading {
  package typealias Entry = TomlTable.Entry

  /// Reads a value of a form.
  ///
  /// - Parameter whole: the form of which this one is an alternative, for messages.
  mutating func value(_ entry: Entry, _ form: ValueForm, of whole: ValueForm? = nil) -> KeyValue? {
    // Made only for a message.
    func takes() -> String { (whole ?? form).accepted }
    switch form {
    case .text: return string(entry).map { .text($0) }
    case .texts: return strings(entry).map { .list($0.map { .text($0.text) }) }
    case .flag: return flag(entry).map { .flag($0) }
    case .word(let words): return word(entry, of: words).map { .text(words[$0]) }
    case .words(let words): return self.words(entry, of: words).map { .list($0.map { .text(words[$0]) }) }
    case .number(let range): return number(entry, range).map { .plain($0) }
    case .count(let range): return count(entry, range, takes: takes()).map { .plain(Double($0)) }
    case .oneOf(let numbers):
      if case .integer(let number) = entry.node.value, numbers.contains(where: { $0 == number }) {
        return .plain(Double(number))
      }
      return problem(entry, "is \(form.accepted)")
    case .percent(let range):
      guard let percent = percentage(entry) else { return wrongType(entry, takes: takes()) }
      guard range.contains(percent) else {
        return outOfRange(
          entry, written(entry), from: spelled(range.lowerBound) + "%", to: spelled(range.upperBound) + "%")
      }
      return .share(percent / 100)
    case .quantity(let dimension, let range):
      return quantity(entry, dimension, range, of: whole ?? form).map { .quantity($0, dimension) }
    case .identifier: return identifier(entry).map { .plain(Double($0)) }
    case .list(let item, let sizes, let list):
      guard case .array(let nodes) = entry.node.value else { return wrongType(entry, takes: takes()) }
      guard sizes.contains(nodes.count) else { return problem(entry, "takes \(list)") }
      let values = nodes.map { value(element($0, of: entry), item) }
      let read = values.compactMap { $0 }
      return read.count == values.count ? .list(read) : nil
    case .any(let forms):
      return value(entry, forms.last { $0.fits(entry.node.value) } ?? forms[0], of: whole ?? form)
    case .counts, .table, .own: impossible("a value with a reader of its own")
    }
  }

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

  mutating func count(
    _ entry: Entry, _ range: ClosedRange<Int>, takes: @autoclosure () -> String? = nil
  ) -> Int? {
    guard case .integer(let value) = entry.node.value else {
      return wrongScalar(
        entry, takes: takes() ?? ValueForm.count(range).accepted,
        isMeant: { Int($0).map(range.contains) ?? false })
    }
    guard let value = Int(exactly: value), range.contains(value) else {
      return outOfRange(entry, "\(value)", from: "\(range.lowerBound)", to: "\(range.upperBound)")
    }
    return value
  }

  mutating func number(_ entry: Entry, _ range: ClosedRange<Double>) -> Double? {
    let value: Double
    switch entry.node.value {
    case .integer(let whole): value = Double(whole)
    case .number(let number): value = number
    case .table, .array, .string, .boolean, .date:
      return wrongType(entry, takes: ValueForm.number(range).accepted)
    }
    guard range.contains(value) else {
      return outOfRange(entry, spelled(value), from: spelled(range.lowerBound), to: spelled(range.upperBound))
    }
    return value
  }

  /// Reads one word of a fixed set, as its index.
  mutating func word(_ entry: Entry, of words: [String]) -> Int? {
    guard case .string(let text) = entry.node.value else {
      return wrongType(entry, takes: ValueForm.word(words).accepted)
    }
    guard let index = words.firstIndex(of: text) else {
      return problem(unknownWord(text, for: entry.key, known: words), at: entry.position)
    }
    return index
  }

  /// Reads a string or a list of strings, with their positions.
  mutating func strings(_ entry: Entry) -> [(text: String, position: SourcePosition)]? {
    switch entry.node.value {
    case .string:
      return string(entry).map { [($0, entry.node.position)] }
    case .array(let elements):
      if elements.isEmpty { return problem(entry, "is empty") }
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
      return wrongType(entry, takes: ValueForm.texts.accepted)
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

  private mutating func identifier(_ entry: Entry) -> UInt16? {
    let value: UInt16? =
      switch entry.node.value {
      case .string(let text): UInt16(text.hasPrefix("0x") ? text.dropFirst(2) : text[...], radix: 16)
      case .integer(let number): UInt16(exactly: number)
      case .table, .array, .number, .boolean, .date: nil
      }
    return value ?? problem(entry, "takes \(ValueForm.identifier.accepted)")
  }

  // MARK: Quantities

  /// Reads a quantity in its base unit, within limits.
  private mutating func quantity(
    _ entry: Entry, _ dimension: Dimension, _ range: ClosedRange<Double>, of form: ValueForm
  ) -> Double? {
    guard var value = quantity(entry, dimension, takes: form) else { return nil }
    if dimension == .duration { value.round() }
    // "0.7854rad" means 45 degrees.
    let tolerance = dimension == .angle ? 1e-4 : 0
    if value >= range.lowerBound, value <= range.upperBound + tolerance { return value }
    if value == 0, range.lowerBound == .leastNonzeroMagnitude {
      return problem(
        entry, "must be more than 0" + form.alternatives { if case .word = $0 { true } else { false } })
    }
    return outOfRange(
      entry, written(entry), from: dimension.spelled(range.lowerBound),
      to: dimension.spelled(range.upperBound))
  }

  private mutating func quantity(_ entry: Entry, _ dimension: Dimension, takes form: ValueForm) -> Double? {
    switch entry.node.value {
    // Zero needs no unit.
    case .integer(0): return 0
    case .integer(let number): missingUnit(entry, Double(number), dimension)
    case .number(let number): missingUnit(entry, number, dimension)
    case .string(let text):
      guard let quantity = Quantity(text) else {
        return problem(entry, "takes \(form.accepted), not \"\(text)\"")
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
            + (near.map { "; did you mean `\($0)`?" }
              ?? ": \(dimension.name) is in \(listed(units, "or"))"
              + form.alternatives { if case .percent = $0 { true } else { false } }),
          at: entry.position)
      }
    case .table, .array, .boolean, .date: wrongType(entry, takes: form.accepted)
    }
    return nil
  }

  private mutating func missingUnit(_ entry: Entry, _ number: Double, _ dimension: Dimension) {
    // A suggestion of "-3mm" would be refused as well.
    let meant = number < 0 ? nil : "\"\(spelled(number))\(dimension.likelyUnit(of: number))\""
    problem(
      entry, "has no unit; " + (meant.map { "did you mean \($0)?" } ?? "it takes \(dimension.accepted)"))
  }

  func percentage(_ entry: Entry) -> Double? {
    guard case .string(let text) = entry.node.value, let quantity = Quantity(text), quantity.unit == "%"
    else {
      return nil
    }
    return quantity.number
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
