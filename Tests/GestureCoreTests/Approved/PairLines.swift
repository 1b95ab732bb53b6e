import GestureTesting

@testable import GestureCore

/// Which of two gestures waits, without a word in the configuration. Keys are round: limits of one equal those of the other, or
/// their sums do.
struct PairLines {
  private let type: GestureType
  private let rivals: [GestureType]
  private let seed: UInt64
  /// Hover has no touches that another gesture could take, and a sequence is judged by its steps.
  private static let without: [GestureType] = [.hover, .sequence]

  init(_ type: GestureType, rivals: [GestureType], seed: UInt64) {
    self.type = type
    self.rivals = rivals.filter { !Self.without.contains($0) }
    self.seed = seed
  }

  var all: [ApprovedLine] {
    if Self.without.contains(type) { return [] }
    return requirements.map { ApprovedLine($0) } + decisions + siblings
      + (random + alike).map { ApprovedLine($0) }
  }

  /// Of each pair with the usual fingers and some others.
  private var requirements: [String] {
    let own = Self.definitions(type)
    let pairs = own.flatMap { one in (own + rivals.flatMap(Self.definitions)).map { [one, $0] } }
    return pairs.compactMap { pair in
      let edges = FailureGraph(pair, implicitRequirements: true).edges
      guard !edges.isEmpty else { return nil }
      let text = edges.map { pair[Int($0.waiter)].name + " waits for " + pair[Int($0.requirement)].name }
      return "\(pair[0].name) \(pair[1].name) \(text.joined(separator: ", "))"
    }
  }

  /// A line is of 100 pairs.
  private var decisions: [ApprovedLine] {
    rivals.map { rival in
      let found = (UInt64(0)..<100).map { index in
        var random = SplitMix64(seed: seed + index << 18 | 5)
        let deviceClass = random.pick(DeviceClass.allCases)
        let fingers = random.pick([1...1, 2...2, 2...2, 3...3, 4...4, 2...3])
        let one = Self.round("first", type, deviceClass, fingers, &random)
        return Self.decision(one, Self.round("second", rival, deviceClass, fingers, &random))
      }
      return ApprovedLine("beside \(rival.rawValue)", trace: found.joined(separator: "\n"))
    }
  }

  /// Of two that differ in one or two keys; a line is of 150 pairs.
  private var siblings: [ApprovedLine] {
    (UInt64(0)..<10).map { group in
      let found = (UInt64(0)..<150).map { index in
        var random = SplitMix64(seed: seed + (group * 150 + index) << 18 | 9)
        let fingers = random.pick([1...1, 2...2, 3...3, 1...2, 2...3])
        let one = Self.round("first", type, random.pick(DeviceClass.allCases), fingers, &random)
        return Self.decision(one, changed(one, fingers: [1...1, 2...2, 1...3], &random))
      }
      return ApprovedLine("sibling \(group)", trace: found.joined(separator: "\n"))
    }
  }

  /// Any values, priorities and zones.
  private var random: [String] {
    (UInt64(1)...50).map { number in
      var random = SplitMix64(seed: seed + number << 16)
      let one = random.pick(Self.definitions(type))
      var pair = [one, random.oneIn(3) ? one : random.pick(Self.definitions(random.pick(rivals)))]
      if random.oneIn(2) { pair.swapAt(0, 1) }
      for index in pair.indices {
        pair[index].name = index == 0 ? "first" : "second"
        for _ in 0..<random.int(0...2) { pair[index] = pair[index].varied(&random) }
        if random.oneIn(8) { pair[index].priority = 1 }
        if random.oneIn(10) { pair[index].region = Region(left: 0, right: 50, top: 0, bottom: 50) }
        if random.oneIn(10) { pair[index].region = Region(left: 50, right: 90, top: 10, bottom: 50) }
      }
      return "random \(number) \(pair[0].type.rawValue) \(pair[1].type.rawValue) "
        + Self.decision(pair[0], pair[1])
    }
  }

  /// Few differences, with what contradicts itself and how long others wait.
  private var alike: [String] {
    (UInt64(1)...60).map { number in
      var random = SplitMix64(seed: seed + number << 18 | 3)
      let deviceClass = random.pick(DeviceClass.allCases)
      let fingers = random.pick([nil, 1...1, 2...2, 2...3, 1...Int.max])
      let one = RecognizerDefinition("first", type, deviceClass, fingers: fingers).onGrid(seed + number)
      let other = changed(one, fingers: [1...1, 2...2, 3...3, 1...2], &random)
      let contradictions = other.parameters.contradictions.map { "\($0.keys.map(\.rawValue)) \($0.message)" }
      let wait = other.parameters.facts.longestWait.map { "\($0)" } ?? "-"
      return "alike \(number) \(Self.decision(one, other)) \(wait) \(contradictions.joined(separator: "; "))"
    }
  }

  // MARK: Definitions

  private func changed(
    _ one: RecognizerDefinition, fingers: [ClosedRange<Int>], _ random: inout SplitMix64
  ) -> RecognizerDefinition {
    var other = one
    other.name = "second"
    if random.oneIn(6) { other.fingers = random.pick(fingers) }
    for _ in 0..<random.int(0...2) {
      if let key = type.keys.isEmpty ? nil : random.pick(type.keys) {
        key.setRound(&other.parameters, &random)
      }
    }
    return other
  }

  private static func definitions(_ type: GestureType) -> [RecognizerDefinition] {
    let usual = RecognizerDefinition("x", type, .touchpad).fingers
    let counts = Set([usual, 1...1, 2...2, 3...Int.max]).sorted {
      ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound)
    }
    return counts.map { fingers in
      let end = fingers.upperBound == .max ? "" : "\(fingers.upperBound)"
      return RecognizerDefinition(
        "\(type.rawValue)-\(fingers.lowerBound)..\(end)", type, .touchpad, fingers: fingers)
    }
  }

  private static func round(
    _ name: String, _ type: GestureType, _ deviceClass: DeviceClass, _ fingers: ClosedRange<Int>,
    _ random: inout SplitMix64
  ) -> RecognizerDefinition {
    var definition = RecognizerDefinition(name, type, deviceClass, fingers: fingers)
    for key in type.keys where !random.oneIn(4) { key.setRound(&definition.parameters, &random) }
    let directions = random.pick([DirectionSet.all, .all, .right, .left])
    definition.parameters.change(SwipeParameters.self) { $0.directions = directions }
    return definition
  }

  private static func decision(_ one: RecognizerDefinition, _ other: RecognizerDefinition) -> String {
    let graph = FailureGraph([one, other], implicitRequirements: true)
    return graph.edges.map { "\($0.waiter)>\($0.requirement)" }.joined(separator: " ")
  }
}
