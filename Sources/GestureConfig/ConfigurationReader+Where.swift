import GestureCore

// `where`: conditions on a gesture's own measures, in the gesture or in an entry of `require_failure_of`.
extension ConfigurationReader {
  /// The conditions of a `where` in file order, without those that have a problem.
  mutating func conditions(_ entry: Entry, _ definition: RecognizerDefinition) -> [WhereCondition] {
    guard case .table(let table) = entry.node.value else {
      problem(
        Wording.wrongType(entry.key, takes: Wording.whereTakes, not: entry.node.value),
        at: entry.node.position)
      return []
    }
    let type = definition.parameters.reportingType
    let known = type.measures
    var conditions: [WhereCondition] = []
    for condition in table.entries {
      guard let measure = MeasureCondition.Measure(rawValue: condition.key) else {
        problem(at: condition.keyPosition) { _ in
          Wording.unknownKey(condition.key, in: "`where`", known: known.map { $0.rawValue })
        }
        continue
      }
      guard known.contains(measure) else {
        problem(
          Wording.noSuchMeasure(condition.key, of: type, known: known.map { "`\($0.rawValue)`" }),
          at: condition.keyPosition)
        continue
      }
      conditions += self.conditions(on: measure, condition, definition)
    }
    return conditions
  }

  private mutating func conditions(
    on measure: MeasureCondition.Measure, _ entry: Entry, _ definition: RecognizerDefinition
  ) -> [WhereCondition] {
    switch measure {
    case .endsIn: return endsIn(entry)
    case .fingers:
      let limits = fingerConditions(entry)
      let range = definition.parameters.impliedFingers ?? definition.fingers
      if !limits.isEmpty, !Self.allows(limits, range) {
        problem(Wording.noSuchCount(range.written), at: entry.node.position)
      }
      return limits.map { WhereCondition($0) }
    case .speed, .duration, .distance:
      let limits = comparisons(entry, measure)
      if limits.count == 2, Self.exclude(limits[0], limits[1]) {
        problem(Wording.neverHolds(entry.key), at: entry.node.position)
      }
      return limits.map { WhereCondition($0) }
    }
  }

  /// The fingers of two hands.
  private static let mostFingers = 10

  /// One zone or a list.
  private mutating func endsIn(_ entry: Entry) -> [WhereCondition] {
    guard let names = strings(entry) else { return [] }
    let zones = names.compactMap { name, position in
      zone(
        named: element(TomlNode(value: .string(name), position: position, end: position), of: entry))
    }
    return zones.count == names.count ? [WhereCondition(MeasureCondition(endsIn: []), zones: zones)] : []
  }

  /// A number, a range as in `fingers`, or comparisons.
  private mutating func fingerConditions(_ entry: Entry) -> [MeasureCondition] {
    if case .integer = entry.node.value {
      return count(entry, 1...Self.mostFingers).map { [MeasureCondition(.fingers, .equal, Double($0))] } ?? []
    }
    if case .string(let text) = entry.node.value, let range = CountRange(text) {
      let upper = range.upper.map { [MeasureCondition(.fingers, .atMost, Double($0))] } ?? []
      return [MeasureCondition(.fingers, .atLeast, Double(range.lower))] + upper
    }
    return comparisons(entry, .fingers)
  }

  /// One comparison, or a list of comparisons that must all hold.
  private mutating func comparisons(_ entry: Entry, _ measure: MeasureCondition.Measure) -> [MeasureCondition]
  {
    let example =
      switch measure {
      case .speed: "\">= 200mm/s\""
      case .duration: "\"< 300ms\""
      case .distance, .endsIn: "\"> 30mm\""
      case .fingers: "3 or \">= 3\""
      }
    let elements: [TomlNode] =
      if case .array(let nodes) = entry.node.value { nodes } else { [entry.node] }
    if elements.isEmpty { problem(Wording.emptyList(entry.key), at: entry.node.position) }
    return elements.compactMap { node in
      guard case .string(let text) = node.value, let comparison = Comparison(beginning: text) else {
        problem(Wording.comparison(entry.key, example: example), at: node.position)
        return nil
      }
      let rest = String(text.dropFirst(comparison.rawValue.count).drop { $0 == " " })
      let limit = element(TomlNode(value: .string(rest), position: node.position, end: node.end), of: entry)
      return value(limit, measure).map { MeasureCondition(measure, comparison, $0) }
    }
  }

  private mutating func value(_ entry: Entry, _ measure: MeasureCondition.Measure) -> Double? {
    switch measure {
    case .speed: return speed(entry)
    case .duration: return duration(entry).map { Double($0) / 1e6 }
    case .distance, .endsIn: return length(entry)
    case .fingers:
      guard case .string(let text) = entry.node.value, let count = Int(text), (1...Self.mostFingers) ~= count
      else {
        problem(Wording.comparison(entry.key, example: "3 or \">= 3\""), at: entry.node.position)
        return nil
      }
      return Double(count)
    }
  }

  private static func allows(_ limits: [MeasureCondition], _ fingers: ClosedRange<Int>) -> Bool {
    fingers.clamped(to: 1...mostFingers).contains { count in
      limits.allSatisfy { $0.comparison.holds(Double(count), $0.limit) }
    }
  }

  /// Whether no value satisfies both.
  private static func exclude(_ a: MeasureCondition, _ b: MeasureCondition) -> Bool {
    let between = (a.limit + b.limit) / 2
    let candidates = [a.limit, b.limit, between, 2 * max(a.limit, b.limit) + 1, 0]
    return !candidates.contains { a.comparison.holds($0, a.limit) && b.comparison.holds($0, b.limit) }
  }

  // MARK: In `require_failure_of`

  /// Names, or tables with a name and a `where`.
  mutating func readRequirements(
    _ entry: Entry, _ definition: RecognizerDefinition, of draft: Int
  ) {
    guard case .array(let elements) = entry.node.value else {
      return readReferences(entry, .waitsFor, of: draft)
    }
    guard isWithinLimit(entry, elements.count) else { return }
    for node in elements {
      let element = element(node, of: entry)
      if case .table(let table) = node.value {
        readConditionalRequirement(table, element, definition, of: draft)
      } else if let name = string(element) {
        if drafts[draft].binding.requirementConditions[name] != nil {
          problem(Wording.repeated(name, in: entry.key), at: node.position)
        }
        drafts[draft].references.append(Reference(relation: .waitsFor, name: name, position: node.position))
      }
    }
  }

  private mutating func readConditionalRequirement(
    _ table: TomlTable, _ entry: Entry, _ definition: RecognizerDefinition, of draft: Int
  ) {
    checkKeys(table, known: ["name", "where"], in: "`\(entry.key)`")
    guard let nameEntry = table["name"], let whereEntry = table["where"] else {
      return problem(Wording.requirementTakes(entry.key), at: entry.node.position)
    }
    guard let name = string(nameEntry) else { return }
    if drafts[draft].references.contains(where: { $0.name == name && $0.relation == .waitsFor }) {
      problem(Wording.repeated(name, in: entry.key), at: nameEntry.node.position)
    }
    readReferences(nameEntry, .waitsFor, of: draft)
    drafts[draft].binding.requirementConditions[name] = conditions(whereEntry, definition)
  }
}

extension Comparison {
  /// The operator at the beginning of the text.
  fileprivate init?(beginning text: String) {
    let longestFirst = Comparison.allCases.sorted { $0.rawValue.count > $1.rawValue.count }
    guard let found = longestFirst.first(where: { text.hasPrefix($0.rawValue) }) else { return nil }
    self = found
  }
}

extension ClosedRange<Int> {
  /// The range as the configuration writes it: `3`, `2..4`, `1..`.
  fileprivate var written: String {
    if upperBound == .max { return "\(lowerBound).." }
    return count == 1 ? "\(lowerBound)" : "\(lowerBound)..\(upperBound)"
  }
}
