import GestureTesting
import Testing

@testable import GestureCore

/// A gesture that joins when its fingers are down has the state of one that is called in every frame. A gesture whose explanations are
/// read joins at once.
@Suite struct JoiningTests {
  @Test func `a gesture that joins late has the state of one that gets every frame`() {
    var (absent, hasJoined) = (0, 0)
    for (seed, set, steps) in Self.streams {
      let gestures = set.recognizers.indices
      let (full, spared) = (Self.arena(set, .all), Self.arena(set, .usual))
      var before = gestures.map { _ in true }
      for (number, step) in steps.enumerated() {
        Self.play(step, set, full, spared)
        #expect(full.needsMotion == spared.needsMotion, "seed \(seed) step \(number)")
        #expect(full.nextDeadline == spared.nextDeadline, "seed \(seed) step \(number)")
        for gesture in gestures {
          let (one, other) = (full.contestants[gesture], spared.contestants[gesture])
          let seen = other.hasJoined || !other.isIn ? other.seen : spared.touches.down
          #expect(
            one.hasJoined && one.reportedState == other.reportedState && one.seen == seen,
            "seed \(seed) step \(number) gesture \(gesture)")
          if !other.hasJoined && full.touches.down != 0 { absent += 1 }
          if !before[gesture] && other.hasJoined { hasJoined += 1 }
          before[gesture] = other.hasJoined
        }
      }
    }
    #expect(absent > 2_000 && hasJoined > 500, "\(absent) \(hasJoined)")
  }

  @Test func `a record needs no motion besides what others read`() {
    for (seed, set, steps) in Self.streams {
      let (recorded, unread) = (Self.arena(set, [.usual, .outcomes]), Self.arena(set, .usual))
      for (number, step) in steps.enumerated() {
        Self.play(step, set, recorded, unread)
        #expect(recorded.needsMotion == unread.needsMotion, "seed \(seed) step \(number)")
        #expect(recorded.nextDeadline == unread.nextDeadline, "seed \(seed) step \(number)")
      }
    }
  }

  @Test func `reading a gesture's state changes nothing`() {
    for (seed, set, steps) in Self.streams {
      var random = SplitMix64(seed: seed)
      let (full, read) = (Self.arena(set, .all), Self.arena(set, .usual))
      for (number, step) in steps.enumerated() {
        Self.play(step, set, full, read)
        for gesture in set.recognizers.indices where random.oneIn(4) {
          #expect(
            full.isUndecided(gesture) == read.isUndecided(gesture),
            "seed \(seed) step \(number) gesture \(gesture)")
          let time = full.touches.frameTime
          #expect(
            "\(full.snapshot(of: gesture, at: time))" == "\(read.snapshot(of: gesture, at: time))",
            "seed \(seed) step \(number) gesture \(gesture)")
        }
      }
      full.cancelAll(at: full.touches.frameTime)
      read.cancelAll(at: read.touches.frameTime)
      let heard = full.events.all.filter { $0.state != .failed && $0.state != .possible }
      #expect(heard.map(Self.text) == read.events.all.map(Self.text), "seed \(seed)")
    }
  }

  /// A finger that keeps still is looked for in each frame of three and more fingers, for the motions that leave it out.
  @Test(arguments: [true, false])
  func `a touch sequence needs motion only if a gesture takes part`(takesPart: Bool) {
    var set = RecognizerSet()
    set.recognizers = [RecognizerDefinition("pan", .pan, .touchpad, fingers: 2...4)]
    let arena = Self.arena(set, .usual)
    arena.setPermitted(0, takesPart)
    let landings = (0..<3).map {
      TouchChange(id: Int64($0 + 1), phase: .began, position: Point(50 + 20 * Double($0), 50))
    }
    arena.feed(TouchFrame(time: .second, changes: landings))
    #expect(arena.needsMotion == takesPart)
  }

  /// Claims hold the touches of one attempt, so a new attempt must be seen to be one.
  @Test func `each attempt of a gesture has another number`() {
    let pan = RecognizerDefinition("pan", .pan, .touchscreen, fingers: 3...3)
    var set = RecognizerSet()
    set.recognizers = [pan]
    let arena = Self.arena(set, .usual)
    let number = { arena.joining(0).number }
    var numbers: [Int] = []
    for round in 0..<4 {
      let start = Timestamp(round) * .second
      let fingers = round % 2 == 0 ? 1 : 3
      for finger in 0..<fingers {
        let id = Int64(10 * round + finger + 1)
        let change = TouchChange(id: id, phase: .began, position: Point(50 + 20 * Double(finger), 50))
        arena.feed(TouchFrame(time: start + Timestamp(finger), changes: [change]))
        #expect(number() == number())
      }
      numbers.append(number())
      let lifts = (0..<fingers).map {
        TouchChange(
          id: Int64(10 * round + $0 + 1), phase: .ended, position: Point(50 + 20 * Double($0), 50))
      }
      arena.feed(TouchFrame(time: start + 100_000, changes: lifts))
    }
    #expect(Set(numbers).count == 4)
  }

  /// Streams of all types, and of those of several fingers.
  private static var streams: some Sequence<(UInt64, RecognizerSet, [ScriptStep])> {
    (UInt64(1)...800).lazy.map { seed in
      let types: [GestureType] =
        seed % 2 == 0
        ? GestureType.allCases : [.tap, .longPress, .swipe, .pan, .pinch, .rotation, .transform, .circle]
      let (set, steps) = GridStream(seed: seed, types: types).parts
      return (seed, set, steps)
    }
  }

  private static func arena(_ set: RecognizerSet, _ reading: Reading) -> Arena {
    let arena = Arena(set.definition)
    arena.reading = reading
    return arena
  }
  private static func play(_ step: ScriptStep, _ set: RecognizerSet, _ arenas: Arena...) {
    for arena in arenas {
      arena.take(step) { name in set.recognizers.firstIndex { $0.name == name } ?? 0 }
    }
  }
  private static func text(_ event: GestureEvent) -> String {
    var event = event
    (event.touches, event.steps) = (0..<0, 0..<0)
    return "\(event)"
  }
}
