import GestureCore
import GestureTesting
import Glibc
import Testing

/// What must hold for any stream and any set of recognizers; each function returns what is wrong, or nil.
enum Properties {
  typealias Property = @Sendable (StreamCase) -> String?

  /// Random cases for each. `.ci/run` takes twice as many.
  static let seedCount = getenv("GESTURED_SEEDS").flatMap { UInt64(String(cString: $0)) } ?? 200

  /// Records the first three seeds whose sample does not have the property, each shrunk to a readable row.
  static func check(
    _ property: Property, _ location: SourceLocation, sample: (_ seed: UInt64) -> StreamCase
  ) {
    var failures = 0
    for seed in 1...seedCount where failures < 3 {
      let sample = sample(seed)
      guard property(sample) != nil else { continue }
      let small = sample.shrunk { property($0) != nil }
      Issue.record("seed \(seed): \(property(small) ?? "")\n  \(small)", sourceLocation: location)
      failures += 1
    }
  }

  /// 1. The states of each recognizer are (began changed* (ended | cancelled) | recognized)*.
  static func hasLegalStates(_ sample: StreamCase) -> String? {
    var active = Array(repeating: false, count: sample.set.recognizers.count)
    for event in sample.set.run(sample.stream.script) {
      let legal: Bool
      switch event.state {
      case .began, .recognized: legal = !active[event.gesture]
      case .changed, .ended, .cancelled: legal = active[event.gesture]
      case .step: legal = true
      case .possible, .failed: legal = false  // explanations are off
      }
      guard legal else {
        return "\(sample.name(event)) \(event.state.rawValue) at \(event.time) µs out of turn"
      }
      guard event.isFinite else { return "\(sample.name(event)) at \(event.time) µs has an infinite output" }
      switch event.state {
      case .began: active[event.gesture] = true
      case .ended, .cancelled: active[event.gesture] = false
      case .changed, .recognized, .possible, .failed, .step: break
      }
    }
    guard let open = active.firstIndex(of: true) else { return nil }
    return "\(sample.set.recognizers[open].name) never ends"
  }

  /// 2. Recognizers that share a touch and are not simultaneous are not active together.
  ///
  /// Without zones and toggles all recognizers see all touches of a sequence, so that any two share one. A recognizer
  /// that begins while another is suspended for too many fingers cancels that one first: no exception is needed.
  static func excludesOthers(_ sample: StreamCase) -> String? {
    let recognizers = sample.set.recognizers
    guard sample.stream.toggles.isEmpty else { return nil }
    var active: [Int] = []
    for event in sample.set.run(sample.stream.script) {
      switch event.state {
      case .began:
        let rivals = active.filter { !recognizers[$0].mayRun(with: recognizers[event.gesture]) }
        if let rival = rivals.first {
          return "\(sample.name(event)) began at \(event.time) µs while \(recognizers[rival].name) was active"
        }
        active.append(event.gesture)
      case .ended, .cancelled: active.removeAll { $0 == event.gesture }
      case .changed, .recognized, .possible, .failed, .step: break
      }
    }
    return nil
  }

  /// 3. Three seconds after the last lift no state is left: the same stream again gives the same events, and no
  /// deadline remains.
  static func keepsNoState(_ sample: StreamCase) -> String? {
    let pause = sample.stream.end + 3 * .second
    if sample.set.deadline(after: sample.stream.script, at: pause) != .never {
      return "a deadline is left 3 s after the last lift"
    }
    var script = sample.stream.script.steps
    script.append(.advance(pause))
    let first = sample.set.run(sample.stream.script)
    let again = sample.stream.delayed(by: pause)
    let both = sample.set.run(TouchScript(steps: script + again.script.steps))
    let second = both.dropFirst(first.count).map { $0.delayed(by: -pause) }
    return sample.difference(first, Array(second), "when made again 3 s later") { $0 }
  }

  /// 4. Times never decrease.
  static func keepsTime(_ sample: StreamCase) -> String? {
    var last = Timestamp.min
    for event in sample.set.run(sample.stream.script) {
      if event.time < last { return "\(sample.name(event)) at \(event.time) µs after \(last) µs" }
      last = event.time
    }
    return nil
  }

  /// 5. Advancing the time between frames changes nothing.
  static func ignoresExtraAdvances(_ sample: StreamCase) -> String? {
    var steps: [ScriptStep] = []
    var random = SplitMix64(seed: UInt64(sample.stream.end))
    var time: Timestamp = 0
    for step in sample.stream.script.steps {
      while random.oneIn(2), time < step.time {
        time += Timestamp(random.int(0...Int(step.time - time)))
        steps.append(.advance(time))
      }
      steps.append(step)
      time = step.time
    }
    return sample.difference(
      sample.set.run(sample.stream.script), sample.set.run(TouchScript(steps: steps)), "with more advances"
    ) { $0 }
  }

  /// 6a. The place on the stage changes only the reported positions.
  static func movesAlong(_ sample: StreamCase) -> String? {
    let shift = Point(31, -14)
    let moved = sample.stream.mapPoints { $0 + shift }
    return sample.difference(
      sample.set.run(sample.stream.script), sample.set.run(moved.script), "when moved by 31,-14"
    ) { event in
      var event = event
      event.location += shift
      event.start = event.start.map { $0 + shift }
      return event
    }
  }

  /// 6b. Mirrored, left is right and clockwise is counterclockwise.
  static func mirrors(_ sample: StreamCase) -> String? {
    let width = sample.set.stage.width
    let mirrored = sample.stream.mapPoints { Point(width - $0.x, $0.y) }
    var set = sample.set
    for index in set.recognizers.indices { set.recognizers[index].mirror() }
    return sample.difference(
      sample.set.run(sample.stream.script), set.run(mirrored.script), "in the mirror"
    ) { $0.mirrored(width: width) }
  }

  /// 6c. The same of swipes in all directions, which are judged at the lift, and of motions along the diagonals.
  static func mirrorsDiagonals(_ sample: StreamCase) -> String? {
    var random = SplitMix64(seed: UInt64(sample.stream.end) &+ 2)
    let count = random.int(1...3)
    var sample = sample
    sample.set.recognizers = [DirectionSet.upLeft, .upRight, .downLeft, .downRight, [.all, .diagonals]].map {
      var swipe = RecognizerDefinition("swipe\($0.rawValue)", .swipe, .touchscreen, fingers: count...count)
      let directions = $0
      swipe.parameters.change(SwipeParameters.self) {
        $0.directions = directions
        $0.fireOn = .release
      }
      return swipe
    }
    sample.stream = .zigzag(fingers: count, &random)
    return mirrors(sample)
  }

  /// 7. Recognizers that are skipped in a frame that contains only motion would have proposed nothing.
  static func skipsOnlyIdleRecognizers(_ sample: StreamCase) -> String? {
    sample.difference(
      sample.set.run(sample.stream.script, explains: true, disablesMotionPath: true),
      sample.set.run(sample.stream.script, explains: true),
      "when only recognizers that react to motion are called"
    ) { $0 }
  }

  /// 8. After everything is cancelled in the middle of a stream, nothing is active and no deadline is left.
  static func cancelsEverything(_ sample: StreamCase) -> String? {
    let steps = sample.stream.script.steps
    let half = Array(steps.prefix(steps.count / 2))
    let (events, deadline) = sample.set.runAndCancel(half, at: half.last?.time ?? 0)
    if deadline != .never { return "a deadline is left after everything was cancelled" }
    var active = Set<Int>()
    for event in events {
      switch event.state {
      case .began: active.insert(event.gesture)
      case .ended, .cancelled: active.remove(event.gesture)
      case .changed, .recognized, .possible, .failed, .step: break
      }
    }
    return active.first.map { "\(sample.set.recognizers[$0].name) is active after everything was cancelled" }
  }

  /// 9. What is said of touches that are not down changes nothing: no device reports it, but the arena takes it.
  static func ignoresAbsentTouches(_ sample: StreamCase) -> String? {
    var random = SplitMix64(seed: UInt64(sample.stream.end) &+ 1)
    // The first touch has lane 0, as number 64: those that are absent come before and after.
    var gone: [Int64] = [1, 2, 128, 900]
    let numbered = sample.stream.script.steps.map { $0.numbered(from: 63) }
    let steps = numbered.map { step -> ScriptStep in
      guard case .frame(var frame) = step else { return step }
      for change in frame.changes {
        switch change.phase {
        case .ended, .cancelled: gone.append(change.id)
        case .began, .moved, .reanchored: break
        }
      }
      let isMotion = frame.changes.allSatisfy { $0.phase == .moved }
      if isMotion && random.oneIn(2) {
        let place = Point(Double(random.int(0...200)), Double(random.int(0...120)))
        frame.changes.append(TouchChange(id: random.pick(gone), phase: .moved, position: place))
      }
      return .frame(frame)
    }
    return sample.difference(
      sample.set.run(sample.stream.script), sample.set.run(TouchScript(steps: steps)),
      "with motion of touches that are not down"
    ) { $0 }
  }

  /// 10. Which numbers the touches have does not matter: they only distinguish them.
  static func ignoresNumbers(_ sample: StreamCase) -> String? {
    var random = SplitMix64(seed: UInt64(sample.stream.end))
    let first = Int64(random.int(1...200))
    let steps = sample.stream.script.steps.map { $0.numbered(from: first) }
    return sample.difference(
      sample.set.run(sample.stream.script), sample.set.run(TouchScript(steps: steps)),
      "when the touches are counted from \(first + 1)"
    ) { $0 }
  }
}

extension ScriptStep {
  var numbers: [Int64] {
    guard case .frame(let frame) = self else { return [] }
    return frame.changes.map(\.id) + frame.hover.map(\.id)
  }

  /// With all touches counted from another number.
  func numbered(from first: Int64) -> ScriptStep {
    guard case .frame(var frame) = self else { return self }
    for index in frame.changes.indices { frame.changes[index].id += first }
    for index in frame.hover.indices { frame.hover[index].id += first }
    for index in frame.forces.indices { frame.forces[index].id += first }
    return .frame(frame)
  }
}

extension StreamCase {
  func name(_ event: GestureEvent) -> String { set.recognizers[event.gesture].name }

  /// What differs between the events, after `expected` has been applied to the first ones.
  func difference(
    _ first: [GestureEvent], _ second: [GestureEvent], _ circumstance: String,
    _ expected: (GestureEvent) -> GestureEvent
  ) -> String? {
    let names = set.recognizers.map(\.name)
    for (one, other) in zip(first, second) {
      let one = expected(one)
      if !one.isSame(as: other) {
        return "expected \(one.notation(names)), got \(other.notation(names)) \(circumstance)"
      }
    }
    guard first.count != second.count else { return nil }
    let extra = first.count > second.count ? expected(first[second.count]) : second[first.count]
    return
      "\(extra.notation(names)) is only there \(first.count > second.count ? "but not " : "")\(circumstance)"
  }
}

extension TouchStream {
  /// Fingers that go along one or two diagonals, back or on.
  fileprivate static func zigzag(fingers: Int, _ random: inout SplitMix64) -> TouchStream {
    let ways = [Point(1, 1), Point(-1, 1), Point(1, -1), Point(-1, -1)]
    let legs = (0..<random.int(1...3)).map { _ in (random.pick(ways), random.int(2...8)) }
    var stream = TouchStream()
    for finger in 0..<fingers {
      var place = Point(90 + 15 * Double(finger), 60)
      var time: Timestamp = 0
      var life = Life(down: Place(time: 0, point: place), end: 0)
      for (way, steps) in legs {
        for _ in 0..<steps {
          time += 10 * .millisecond
          place += way * 1.5
          life.moves.append(Place(time: time, point: place))
        }
      }
      life.end = time + 10 * .millisecond
      stream.lives.append(life)
    }
    return stream
  }
}
