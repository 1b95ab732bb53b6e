import GestureTesting
import Testing

@testable import GestureCore

/// Swipes of the same fingers share one motion (`SwipeMotion`). None of them may notice it.
@Suite struct SharedMotionTests {
  @Test func `a swipe beside others has the events of one alone`() {
    var (compared, recognized) = (0, 0)
    for seed in UInt64(1)...600 {
      let (set, steps) = Self.stream(seed)
      let together = Self.events(set, steps)
      for (index, swipe) in set.recognizers.enumerated() {
        var alone = set
        alone.recognizers = [swipe]
        let own = Self.events(alone, steps).map(\.text)
        let shared = together.filter { $0.gesture == index }
        #expect(own == shared.map(\.text), "seed \(seed) \(swipe.name)")
        compared += own.count
        recognized += shared.filter(\.isRecognized).count
      }
    }
    #expect(compared > 2_000 && recognized > 100, "\(compared) \(recognized)")
  }

  /// Each finger makes the swipe of its own zone, so there are more motions at a time than an arena begins with.
  @Test func `swipes of as many zones as there are fingers go on at one time`() throws {
    let zones = 1...8
    let swipes = zones.map { "s\($0): swipe direction=down zone=\(10 * $0),\(10 * $0 + 9),0,120" }
    let landings = zones.map { "\(8 * $0) d\($0) \(10 * $0 + 5),20" }
    let ways = zones.map { "m\($0) \(10 * $0 + 5),60" }.joined(separator: " ")
    let script = (landings + ["128> \(ways)"]).joined(separator: " | ")
    let events = try RecognizerSet(swipes.joined(separator: "; ")).run(TouchScript(script))
    #expect(events.filter { $0.state == .recognized }.map(\.gesture).sorted() == Array(0..<zones.count))
  }

  /// Swipes of overlapping finger counts that leave each other alone, with what differs in what they do at a lift.
  private static func stream(_ seed: UInt64) -> (RecognizerSet, [ScriptStep]) {
    var (set, steps) = GridStream(seed: seed, types: [.swipe]).parts
    guard let first = set.recognizers.first else { return (set, steps) }
    let fingers = [first.fingers, first.fingers, first.fingers, first.fingers.lowerBound...5]
    let ways: [DirectionSet] = [.left, .right, [.up, .down], .all]
    let swipes = fingers.indices.map { number in
      var swipe = number == 0 ? first : RecognizerDefinition("swipe-\(number)", .swipe, set.deviceClass)
      swipe.fingers = fingers[number]
      if seed % 2 == 0 && number == 1 { swipe.region = Region(left: 0, right: 50, top: 0, bottom: 100) }
      swipe.parameters.change(SwipeParameters.self) {
        $0.directions = ways[number]
        $0.fireOn = number == 2 ? .release : .threshold
      }
      return swipe
    }
    let names = swipes.map(\.name)
    set.recognizers = swipes.map { swipe in
      var swipe = swipe
      swipe.requireFailureOf = []
      swipe.simultaneousWith = names.filter { $0 != swipe.name }
      return swipe
    }
    return (set, movingAtLifts(steps))
  }

  /// The steps, with the last motion before a lift in the frame of the lift.
  private static func movingAtLifts(_ steps: [ScriptStep]) -> [ScriptStep] {
    var result: [ScriptStep] = []
    for step in steps {
      guard case .frame(var frame) = step, case .frame(let last)? = result.last,
        frame.changes.contains(where: { $0.phase == .ended }),
        last.changes.allSatisfy({ $0.phase == .moved })
      else {
        result.append(step)
        continue
      }
      let lifted = Set(frame.changes.map(\.id))
      frame.changes = last.changes.filter { !lifted.contains($0.id) } + frame.changes
      result[result.count - 1] = .frame(frame)
    }
    return result
  }

  private struct Event {
    let gesture: Int
    let isRecognized: Bool
    let text: String
  }

  private static func events(_ set: RecognizerSet, _ steps: [ScriptStep]) -> [Event] {
    let arena = Arena(set.definition)
    arena.reading = .all
    var events: [Event] = []
    for step in steps {
      // Other names are of gestures that this set does not have.
      var isKnown = true
      if let name = step.name { isKnown = set.recognizers.contains { $0.name == name } }
      if !isKnown { continue }
      arena.take(step) { name in set.recognizers.firstIndex { $0.name == name } ?? 0 }
      for event in arena.events.all {
        let points = arena.touchPoints[event.touches]
        var plain = event
        (plain.gesture, plain.roster, plain.touches) = (0, 0, 0..<0)
        events.append(
          Event(gesture: event.gesture, isRecognized: event.state == .recognized, text: "\(plain) \(points)"))
      }
      arena.removeEvents()
    }
    return events
  }
}

extension ScriptStep {
  /// The gesture that the step is about.
  fileprivate var name: String? {
    switch self {
    case .frame, .advance, .typing: nil
    case .enable(let name, _, _), .permit(let name, _, _), .client(let name, _, _): name
    case .propose(let name, _, _, _): name
    }
  }
}
