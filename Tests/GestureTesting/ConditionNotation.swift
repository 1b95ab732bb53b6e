import GestureCore

extension RecognizerDefinition {
  /// Reads `where.speed=>=200mm/s`, `require_failure_of.dbl.speed=>=200mm/s` and `simultaneous_with.pan.when=key`; false if
  /// the key is none of them. `starts_in` and `ends_in` take left, right, top and bottom in mm.
  mutating func setCondition(_ key: String, _ value: String) throws -> Bool {
    let words = Notation.parts(key, ".")
    if words.count == 2, words[0] == "where" {
      conditions.append(try MeasureCondition(words[1], value))
      return true
    }
    guard words.count == 3, let kind = ConditionalRelation.Kind(rawValue: words[0]) else { return false }
    let place = relate(kind, words[1])
    if words[2] != "when" { relations[place].conditions.append(try MeasureCondition(words[2], value)) }
    return true
  }

  /// The place of the conditional relation of a kind with another gesture.
  private mutating func relate(_ kind: ConditionalRelation.Kind, _ name: String) -> Int {
    if let place = relations.firstIndex(where: { $0.kind == kind && $0.other == name }) { return place }
    switch kind {
    case .waitsFor: requireFailureOf.append(name)
    case .isWaitedForBy: requiredToFailBy.append(name)
    case .simultaneous: break
    }
    relations.append(ConditionalRelation(kind, name, []))
    return relations.count - 1
  }
}

extension RecognizerDefinition {
  /// The conditions as ` key=value`.
  var conditionNotation: String {
    conditions.map { " where." + $0.notation }.joined()
      + relations.flatMap { relation in
        relation.conditions.map { " \(relation.kind.rawValue).\(relation.other)." + $0.notation }
      }.joined()
  }
}

extension RecognizerSet {
  /// Some recognizers get a condition, and some requirements too: drawn apart, so that the sets of a seed stay the same.
  package mutating func addConditions(_ seed: UInt64) {
    var random = SplitMix64(seed: seed ^ 0x77)
    for index in recognizers.indices {
      let measures = recognizers[index].parameters.reportingType.measures
      if random.oneIn(5) { recognizers[index].conditions = [MeasureCondition(&random, measures)] }
      for name in recognizers[index].requireFailureOf where random.oneIn(2) {
        recognizers[index].relations.append(
          ConditionalRelation(.waitsFor, name, [MeasureCondition(&random, measures)]))
      }
    }
  }
}

extension MeasureCondition {
  /// On a measure that the place does not change. No stream meets a limit exactly.
  fileprivate init(_ random: inout SplitMix64, _ measures: [Measure]) {
    let drawn: [Measure] = [.speed, .duration, .distance, .fingers]
    let measure = random.pick(drawn.filter(measures.contains))
    let comparison = random.pick([Comparison.less, .atLeast])
    let limit: Double =
      switch measure {
      case .speed: 33.37 * Double(random.int(1...9))
      case .duration: 0.0505 * Double(random.int(1...9)) + 0.0003
      case .distance: 1.137 * Double(random.int(1...9))
      default: Double(random.int(1...3))
      }
    self.init(measure, comparison, limit)
  }

  fileprivate var notation: String {
    "\(measure.rawValue)=\(comparison.rawValue)\(Notation.short(limit, 4))\(measure.row.form.unit)"
  }

  fileprivate init(_ key: String, _ text: String) throws {
    guard let measure = Measure(rawValue: key) else { throw NotationError("unknown measure", in: key) }
    switch measure.row.form {
    case .texts:
      let sides = try Notation.numbers(text, count: 4)
      self.init(measure, in: [Region(left: sides[0], right: sides[1], top: sides[2], bottom: sides[3])])
    case .words(let known):
      self.init(
        measure,
        words: Notation.parts(text, ",").reduce(into: 0) { bits, word in
          if let place = known.firstIndex(of: word) { bits |= 1 << UInt16(place) }
        })
    default:
      let longestFirst = Comparison.allCases.sorted { $0.rawValue.count > $1.rawValue.count }
      let comparison = longestFirst.first { text.hasPrefix($0.rawValue) }
      let rest = String(text.dropFirst(comparison?.rawValue.count ?? 0))
      self.init(measure, comparison ?? .equal, try GestureTesting.limit(rest, measure.row.form))
    }
  }
}

extension ValueForm {
  /// Of the base unit; durations are in seconds.
  fileprivate var unit: String {
    guard case .quantity(let dimension, _) = self else { return "" }
    switch dimension {
    case .duration: return "s"
    case .angle: return "rad"
    case .turnRate: return "rad/s"
    case .length, .speed, .position, .spread, .force: return dimension.units[0].name
    }
  }
}

/// A limit in the base unit.
private func limit(_ text: String, _ form: ValueForm) throws -> Double {
  guard case .quantity(let dimension, _) = form else { return try Notation.number(text) }
  return switch dimension {
  case .duration: Double(try duration(text)) / 1e6
  case .turnRate: try angle(String(text.dropLast(2)))
  case .force: try Notation.number(text.hasSuffix("g") ? text.dropLast() : text[...])
  case .speed: try speed(text)
  case .angle: try angle(text)
  case .length, .position, .spread: try length(text)
  }
}
