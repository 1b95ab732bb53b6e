import GestureCore

extension RecognizerDefinition {
  /// Reads `where.speed=>=200mm/s` and `require_failure_of.dbl.speed=>=200mm/s`; false if the key is none of them.
  /// `ends_in` takes left, right, top and bottom in mm.
  mutating func setCondition(_ key: String, _ value: String) throws -> Bool {
    let words = Notation.parts(key, ".")
    if words.count == 2, words[0] == "where" {
      conditions.append(try MeasureCondition(words[1], value))
      return true
    }
    if words.count == 3, words[0] == "require_failure_of" {
      if !requireFailureOf.contains(words[1]) { requireFailureOf.append(words[1]) }
      requirementConditions[words[1], default: []].append(try MeasureCondition(words[2], value))
      return true
    }
    return false
  }
}

extension RecognizerDefinition {
  /// The conditions as ` key=value`.
  var conditionNotation: String {
    conditions.map { " where." + $0.notation }.joined()
      + requirementConditions.sorted { $0.key < $1.key }.flatMap { name, conditions in
        conditions.map { " require_failure_of.\(name)." + $0.notation }
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
        recognizers[index].requirementConditions[name] = [MeasureCondition(&random, measures)]
      }
    }
  }
}

extension MeasureCondition {
  /// On a measure that the place does not change. No stream meets a limit exactly.
  fileprivate init(_ random: inout SplitMix64, _ measures: [Measure]) {
    let measure = random.pick(measures.filter { $0 != .endsIn })
    let comparison = random.pick([Comparison.less, .atLeast])
    let limit: Double =
      switch measure {
      case .speed: 33.37 * Double(random.int(1...9))
      case .duration: 0.0505 * Double(random.int(1...9)) + 0.0003
      case .distance, .endsIn: 1.137 * Double(random.int(1...9))
      case .fingers: Double(random.int(1...3))
      }
    self.init(measure, comparison, limit)
  }

  fileprivate var notation: String {
    let unit =
      switch measure {
      case .speed: "mm/s"
      case .duration: "s"
      case .distance, .endsIn: "mm"
      case .fingers: ""
      }
    return "\(measure.rawValue)=\(comparison.rawValue)\(Notation.short(limit, 4))\(unit)"
  }

  fileprivate init(_ key: String, _ text: String) throws {
    guard let measure = Measure(rawValue: key) else { throw NotationError("unknown measure", in: key) }
    if measure == .endsIn {
      let sides = try Notation.numbers(text, count: 4)
      self.init(endsIn: [Region(left: sides[0], right: sides[1], top: sides[2], bottom: sides[3])])
      return
    }
    let longestFirst = Comparison.allCases.sorted { $0.rawValue.count > $1.rawValue.count }
    let comparison = longestFirst.first { text.hasPrefix($0.rawValue) }
    let limit = String(text.dropFirst(comparison?.rawValue.count ?? 0))
    let value =
      switch measure {
      case .speed: try speed(limit)
      case .duration: Double(try duration(limit)) / 1e6
      case .distance, .endsIn: try length(limit)
      case .fingers: try Notation.number(limit)
      }
    self.init(measure, comparison ?? .equal, value)
  }
}
