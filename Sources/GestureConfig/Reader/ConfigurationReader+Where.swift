import GestureCore

// `where`: conditions on the measures of a gesture. It belongs to the gesture or to a relation with another one.
extension ConfigurationReader {
  /// The conditions of a `where` in file order. A condition with a problem is left out.
  mutating func conditions(_ entry: Entry, _ definition: RecognizerDefinition) -> [WhereCondition] {
    guard case .table(let table) = entry.node.value else {
      wrongType(entry, takes: "a table of measures, for example { speed = \">= 200mm/s\" }")
      return []
    }
    let type = definition.parameters.reportingType
    var known: [MeasureCondition.Measure] = []
    for type in definition.parameters.measuredTypes {
      known += type.measures.filter { !known.contains($0) }
    }
    var conditions: [WhereCondition] = []
    for condition in table.entries {
      guard let measure = MeasureCondition.Measure(rawValue: condition.key) else {
        problem(at: condition.keyPosition) { _ in
          unknownKey(condition.key, in: "`where`", known: known.map { $0.rawValue })
        }
        continue
      }
      guard known.contains(measure) else {
        problem(
          known.isEmpty
            ? "a \(type.rawValue) has no `where`"
            : "a \(type.rawValue) has no `\(condition.key)`; its `where` takes \(listed(known.map { "`\($0.rawValue)`" }, "and"))",
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
    switch measure.row.form {
    case .texts: return zones(entry, of: measure)
    case .words(let known):
      let bits = words(entry, of: known).map { $0.reduce(into: UInt16(0)) { $0 |= 1 << UInt16($1) } }
      return bits.map { [WhereCondition(MeasureCondition(measure, words: $0))] } ?? []
    case .count(let range):
      let limits = counts(entry, measure, range)
      let fingers = definition.parameters.facts.impliedFingers ?? definition.fingers
      if measure == .fingers, !limits.isEmpty, !Self.allows(limits, fingers) {
        problem(
          "`fingers` of the gesture and of its `where` exclude each other: the gesture has \(fingers.written)",
          at: entry.position)
      }
      return limits.map { WhereCondition($0) }
    default:
      let limits = comparisons(entry, measure)
      if limits.count == 2, Self.exclude(limits[0], limits[1]) {
        problem("no gesture meets both limits of `\(entry.key)`", at: entry.position)
      }
      return limits.map { WhereCondition($0) }
    }
  }

  /// Reads one zone or a list of zones.
  private mutating func zones(_ entry: Entry, of measure: MeasureCondition.Measure) -> [WhereCondition] {
    guard let names = strings(entry) else { return [] }
    let zones = names.compactMap { name, position in
      zone(
        named: element(TomlNode(value: .string(name), position: position, end: position), of: entry))
    }
    return zones.count == names.count ? [WhereCondition(MeasureCondition(measure, in: []), zones: zones)] : []
  }

  /// Reads a number, a range as in `fingers`, or comparisons.
  private mutating func counts(
    _ entry: Entry, _ measure: MeasureCondition.Measure, _ range: ClosedRange<Int>
  ) -> [MeasureCondition] {
    if case .integer = entry.node.value {
      return count(entry, range).map { [MeasureCondition(measure, .equal, Double($0))] } ?? []
    }
    if case .string(let text) = entry.node.value, let range = CountRange(text) {
      let upper = range.upper.map { [MeasureCondition(measure, .atMost, Double($0))] } ?? []
      return [MeasureCondition(measure, .atLeast, Double(range.lower))] + upper
    }
    return comparisons(entry, measure)
  }

  /// Reads one comparison, or a list of comparisons that must all hold.
  private mutating func comparisons(_ entry: Entry, _ measure: MeasureCondition.Measure) -> [MeasureCondition]
  {
    let elements: [TomlNode] =
      if case .array(let nodes) = entry.node.value { nodes } else { [entry.node] }
    if elements.isEmpty { problem(entry, "is empty") }
    return elements.compactMap { node in
      guard case .string(let text) = node.value, let comparison = Comparison(beginning: text) else {
        return problem(Self.comparison(entry, measure.row.form), at: node.position)
      }
      let rest = String(text.dropFirst(comparison.rawValue.count).drop { $0 == " " })
      let limit = element(TomlNode(value: .string(rest), position: node.position, end: node.end), of: entry)
      return self.limit(limit, measure.row.form).map { MeasureCondition(measure, comparison, $0) }
    }
  }

  private static func comparison(_ entry: Entry, _ form: ValueForm) -> String {
    "`\(entry.key)` must be a comparison with <, <=, =, >= or >, for example \(form.example)"
  }

  private mutating func limit(_ entry: Entry, _ form: ValueForm) -> Double? {
    var number: Double?
    switch form {
    case .quantity(.force, _) where percentage(entry) != nil:
      return problem(
        "`force` of a `where` is in g or N; `pressure` is a part of the axis range", at: entry.position)
    case .quantity(.duration, _): return value(entry, form)?.number.map { $0 / 1e6 }
    case .quantity: return value(entry, form)?.number
    case .count(let range): number = Int(written(entry)).flatMap { range.contains($0) ? Double($0) : nil }
    default: number = Double(written(entry)).flatMap { $0.isFinite ? $0 : nil }
    }
    return number ?? problem(Self.comparison(entry, form), at: entry.position)
  }

  private static func allows(_ limits: [MeasureCondition], _ fingers: ClosedRange<Int>) -> Bool {
    fingers.clamped(to: 1...10).contains { count in
      limits.allSatisfy { $0.comparison.holds(Double(count), $0.limit) }
    }
  }

  /// Whether no value satisfies both conditions.
  private static func exclude(_ a: MeasureCondition, _ b: MeasureCondition) -> Bool {
    let candidates = [a.limit, b.limit, (a.limit + b.limit) / 2, .infinity, -.infinity]
    return !candidates.contains { a.comparison.holds($0, a.limit) && b.comparison.holds($0, b.limit) }
  }

  // MARK: In relations

  /// Reads a name, a table with a name and a `where` or `when`, or a list of both.
  mutating func readRelations(
    _ entry: Entry, _ kind: ConditionalRelation.Kind, _ definition: RecognizerDefinition, of draft: Int
  ) {
    var elements = [entry.node]
    if case .array(let nodes) = entry.node.value { elements = nodes }
    guard isWithinLimit(entry, elements.count) else { return }
    for node in elements {
      let element = element(node, of: entry)
      if case .table(let table) = node.value {
        readConditionalRelation(table, element, kind, definition, of: draft)
      } else if let name = relationName(element) {
        if drafts[draft].binding.relations.contains(where: { $0.kind == kind && $0.other == name }) {
          problem("`\(entry.key)` has \"\(name)\" twice", at: node.position)
        }
        drafts[draft].references.append(Reference(relation: kind, name: name, position: node.position))
      }
    }
  }

  private mutating func relationName(_ entry: Entry) -> String? {
    if case .string = entry.node.value { return string(entry) }
    return wrongType(entry, takes: "a gesture's name, a table with a `name`, or a list of them")
  }

  private mutating func readConditionalRelation(
    _ table: TomlTable, _ entry: Entry, _ kind: ConditionalRelation.Kind, _ definition: RecognizerDefinition,
    of draft: Int
  ) {
    checkKeys(table, known: Self.relationForm.keys, in: "`\(entry.key)`")
    guard let nameEntry = table["name"], table["where"] != nil || table["when"] != nil else {
      return problem(
        "a table in `\(entry.key)` has a `name` and a `where` or a `when`, for example { name = \"double-tap\", where = { duration = \"< 0.1s\" } }",
        at: entry.position)
    }
    guard let name = string(nameEntry) else { return }
    if drafts[draft].references.contains(where: {
      $0.name == name && $0.relation == kind && !$0.isConditional
    }) {
      problem("`\(entry.key)` has \"\(name)\" twice", at: nameEntry.position)
    }
    drafts[draft].references.append(
      Reference(relation: kind, name: name, isConditional: true, position: nameEntry.node.position))
    var relation = RelationBinding(kind: kind, other: name)
    if let entry = table["where"] { relation.conditions = conditions(entry, definition) }
    if let entry = table["when"] { relation.when = whenConditions(entry, of: draft) }
    drafts[draft].binding.relations.append(relation)
  }

  package static let relationForm = ValueForm.table(
    [("name", .text), ("where", .own(.conditions)), ("when", .own(.when))],
    needs: [["name"], ["where", "when"]])
}

extension ValueForm {
  /// An example of a condition, for a message.
  fileprivate var example: String {
    switch self {
    case .quantity(.length, _): "\"> 30mm\""
    case .quantity(.speed, _): "\">= 200mm/s\""
    case .quantity(.duration, _): "\"< 300ms\""
    case .quantity(.force, _): "\">= 250g\""
    case .quantity(let dimension, _): "\"> \(dimension.example.dropFirst())"
    case .count: "3 or \">= 3\""
    default: "\"> 1.2\""
    }
  }
}

extension Comparison {
  /// Finds the operator at the beginning of the text; nil if there is none.
  fileprivate init?(beginning text: String) {
    let longestFirst = Comparison.allCases.sorted { $0.rawValue.count > $1.rawValue.count }
    guard let found = longestFirst.first(where: { text.hasPrefix($0.rawValue) }) else { return nil }
    self = found
  }
}

extension ClosedRange<Int> {
  /// The range as the configuration writes it: `3`, `2..4`, `1..`.
  package var written: String {
    if upperBound == .max { return "\(lowerBound).." }
    return count == 1 ? "\(lowerBound)" : "\(lowerBound)..\(upperBound)"
  }
}

extension DeviceSettings {
  /// The fingers of its claims with their zones: `3`, `3..4 in left`.
  package var claimedFingers: [String] {
    claims.map { claim in claim.fingers.written + (claim.zone.map { " in \($0)" } ?? "") }
  }
}
