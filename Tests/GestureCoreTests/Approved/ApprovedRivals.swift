import GestureTesting
import Testing

@testable import GestureCore

/// Which of two gestures waits, and which takes the touches, where their keys are round: limits of one equal those of the
/// other, or their sums do. Each line is of many pairs.
extension `approved output` {
  private static let rivals = GestureType.allCases.filter { $0 != .hover && $0 != .sequence }

  @Test func `pairs of two types with round values`() {
    let pairs = Self.rivals.flatMap { one in Self.rivals.map { (one, $0) } }
    let lines = pairs.enumerated().lazy.map { number, types in
      let decisions = (0..<100).map { index in
        var random = SplitMix64(seed: UInt64(number * 100 + index) << 18 | 5)
        let deviceClass = random.pick(DeviceClass.allCases)
        let fingers = random.pick([1...1, 2...2, 2...2, 3...3, 4...4, 2...3])
        return Self.decision(
          Self.rival("first", types.0, deviceClass, fingers, &random),
          Self.rival("second", types.1, deviceClass, fingers, &random))
      }
      return "\(types.0.rawValue) \(types.1.rawValue) \(digest(decisions.joined(separator: ";")))"
    }
    ApprovedFile("rivals.txt").compare(lines)
  }

  @Test func `pairs of one type that differ in few keys`() {
    let groups = Self.rivals.flatMap { type in (0..<10).map { (type, $0) } }
    let lines = groups.enumerated().lazy.map { number, group in
      let decisions = (0..<150).map { index in
        var random = SplitMix64(seed: UInt64(number * 150 + index) << 18 | 9)
        let fingers = random.pick([1...1, 2...2, 3...3, 1...2, 2...3])
        let one = Self.rival("first", group.0, random.pick(DeviceClass.allCases), fingers, &random)
        var other = one
        other.name = "second"
        if random.oneIn(8) { other.fingers = random.pick([1...1, 2...2, 1...3]) }
        for _ in 0..<random.int(1...2) {
          if let key = other.type.keys.isEmpty ? nil : random.pick(other.type.keys) {
            key.setRound(&other.parameters, &random)
          }
        }
        return Self.decision(one, other)
      }
      return "\(group.0.rawValue) \(group.1) \(digest(decisions.joined(separator: ";")))"
    }
    ApprovedFile("siblings.txt").compare(lines)
  }

  private static func rival(
    _ name: String, _ type: GestureType, _ deviceClass: DeviceClass, _ fingers: ClosedRange<Int>,
    _ random: inout SplitMix64
  ) -> RecognizerDefinition {
    var rival = RecognizerDefinition(name, type, deviceClass, fingers: fingers)
    for key in type.keys where !random.oneIn(4) { key.setRound(&rival.parameters, &random) }
    let directions = random.pick([DirectionSet.all, .all, .right, .left])
    rival.parameters.change(SwipeParameters.self) { $0.directions = directions }
    return rival
  }

  private static func decision(_ one: RecognizerDefinition, _ other: RecognizerDefinition) -> String {
    let graph = FailureGraph([one, other], implicitRequirements: true)
    let edges = graph.edges.map { "\($0.waiter)>\($0.requirement)" }.joined(separator: " ")
    let taken = [(one, other), (other, one)].flatMap { winner, loser in
      [true, false].map { Rivalry(winner: winner, loser: loser, isFirst: $0).isDecided ? "1" : "0" }
    }
    return "\(edges) \(taken.joined())"
  }
}
