import ControlProtocol
import GestureCore
import Testing

@testable import gesturectl

/// What a person reads after a touch sequence.
struct SequenceCollectorTests {
  static let names = EventNames(device: "pad", gestures: ["next", "zoom", "tap", "menu", "turn"])

  static func frame(_ ms: Timestamp, _ state: GestureState, fingers: Int = 3) -> RawTouchFrame {
    RawTouchFrame(time: ms * Timestamp.millisecond, state: state, fingers: fingers, touches: 0..<0)
  }
  static func event(_ ms: Timestamp, _ gesture: Int, _ state: GestureState, _ failure: Failure? = nil)
    -> GestureEvent
  {
    var event = GestureEvent()
    (event.time, event.gesture, event.state, event.failure) = (
      ms * Timestamp.millisecond, gesture, state, failure
    )
    return event
  }
  static func short(_ measured: Double, _ limit: Double) -> Failure {
    Failure(.movedTooLittle, measured: measured, limit: limit, unit: .mm, key: .minDistance)
  }
  /// One sequence of 0 to 200 ms with these events, as lines.
  static func lines(_ events: GestureEvent...) -> [String] {
    var collector = SequenceCollector()
    _ = collector.consume(frame(0, .began), [])
    for event in events { collector.consume(event) }
    _ = collector.consume(frame(200, .ended), [])
    return collector.finish().flatMap(SequenceText(names: names).lines)
  }

  @Test func `the nearest miss comes first, by the part of the limit that was missing`() {
    let lines = Self.lines(
      Self.event(100, 1, .failed, Self.short(0.5, 1.5)), Self.event(200, 0, .failed, Self.short(9.9, 12)),
      Self.event(
        50, 2, .failed,
        Failure(.movedTooFar, measured: 9.1, limit: 7, unit: .mm, key: .allowableMovement, touch: 1)))
    #expect(
      lines == [
        "sequence 1, 0.000 s to 0.200 s, 3 fingers: nothing recognized",
        "  next: moved 9.9 mm, 2.1 mm short of `min_distance` 12 mm",
        "  tap: touch 1 moved 9.1 mm; `allowable_movement` allows 7 mm",
        "  zoom: moved 0.5 mm, 1 mm short of `min_distance` 1.5 mm",
      ])
  }

  @Test func `other finger counts are one line, and so is what one gesture prevented`() {
    let few = { (needed: Double) in
      Failure(.tooFewFingers, measured: 1, limit: needed, unit: .fingers, key: .fingers)
    }
    let lines = Self.lines(
      Self.event(10, 0, .failed, few(3)), Self.event(10, 1, .failed, few(2)),
      Self.event(10, 4, .failed, few(2)),
      Self.event(50, 3, .recognized), Self.event(50, 2, .failed, Failure(.prevented, by: 3)))
    #expect(
      lines == [
        "sequence 1, 0.000 s to 0.200 s, 3 fingers: menu", "  tap: `menu` was recognized first",
        "  3 gestures need 2 or 3 fingers",
      ])
    // Two have names: the one that was meant may be among them.
    let two = Self.lines(Self.event(10, 0, .failed, few(4)), Self.event(10, 1, .failed, few(2)))
    #expect(two.last == "  next, zoom: need 2 or 4 fingers")
  }

  @Test func `fingers that land one after another are too many together`() {
    var sequence = TouchSequence(number: 1, start: 0)
    let many = Failure(.tooManyFingers, measured: 2, limit: 1, unit: .fingers, key: .fingers)
    sequence.consume(Self.frame(0, .began, fingers: 1), [])
    sequence.consume(Self.frame(20, .changed, fingers: 2), [])
    sequence.consume(Self.event(20, 2, .failed, many))
    sequence.consume(Self.frame(40, .changed, fingers: 3), [])
    #expect(sequence.states[2]?.failure?.measured == 3)
    #expect(sequence.events.map { $0.failure?.measured } == [3])
    sequence.consume(Self.frame(400, .changed, fingers: 4), [])
    #expect(sequence.states[2]?.failure?.measured == 3, "a finger that comes later is another matter")
  }

  @Test func `a sequence that a gesture goes on from is a part of it`() {
    func tally(_ last: Int?) -> String? {
      var collector = SequenceCollector()
      var tally = ReplayTally()
      _ = collector.consume(Self.frame(0, .began, fingers: 1), [])
      _ = collector.consume(Self.frame(50, .ended, fingers: 1), [])
      collector.wait(for: [1, 2])
      guard let first = collector.consume(Self.frame(150, .began, fingers: 1), []).first else {
        return "none"
      }
      #expect(first.outcome(Self.names) == "nothing recognized; zoom, tap go on")
      tally.add(first)
      if let last { collector.consume(Self.event(160, last, .recognized)) }
      _ = collector.consume(Self.frame(200, .ended, fingers: 1), [])
      if let second = collector.finish().first { tally.add(second) }
      return tally.line()
    }
    #expect(tally(2) == nil, "both are the double tap")
    #expect(
      tally(3) == "a gesture was recognized in 1 of 2 touch sequences; --explain says why not in the others")
    #expect(tally(nil) == "no gesture was recognized in 2 touch sequences; --explain says why")
  }

  @Test func `what was under way before the first frame was recognized`() {
    let lines = Self.lines(Self.event(10, 1, .changed), Self.event(20, 1, .ended))
    #expect(lines == ["sequence 1, 0.000 s to 0.200 s, 3 fingers: zoom"])
  }

  @Test func `the fingers of a tip-tap are those that rest and one more`() {
    let lines = Self.lines(
      Self.event(
        10, 0, .failed, Failure(.tooManyFingers, measured: 3, limit: 1, unit: .fingers, key: .resting)))
    #expect(lines.last == "  next: needs 2 fingers")
  }

  @Test
  func `a hold that a deadline ended is measured to the lift, and a tap that never came is all missing`() {
    let held = Failure(.heldTooLong, measured: 0.15, limit: 0.15, unit: .seconds, key: .maxDuration)
    let single = Failure(.noNextTap, measured: 0.35, limit: 0.35, unit: .seconds, key: .maxInterval)
    let lines = Self.lines(Self.event(550, 3, .failed, single), Self.event(150, 2, .failed, held))
    #expect(
      lines.dropFirst() == [
        "  tap: was held 0.2 s; `max_duration` allows 0.15 s",
        "  menu: no next tap within `max_interval` 0.35 s",
      ])
  }

  @Test func `a touch that left its tolerance is measured to where it went in the end`() {
    var collector = SequenceCollector()
    let touch = { (x: Double) in [RawTouch(id: 7, phase: .moved, position: Point(x, 0), isPhantom: false)] }
    _ = collector.consume(Self.frame(0, .began), touch(10))
    _ = collector.consume(Self.frame(20, .changed), touch(18))
    let strayed = Failure(.movedTooFar, measured: 8, limit: 7, unit: .mm, key: .allowableMovement, touch: 1)
    collector.consume(Self.event(20, 2, .failed, strayed))
    _ = collector.consume(Self.frame(200, .ended), touch(31))
    let sequence = collector.finish().first
    #expect(sequence?.misses.first?.failure.measured == 21 && sequence?.misses.first?.amount == 2)
  }

  private static func collector(of counts: ClosedRange<Int>...) -> SequenceCollector {
    SequenceCollector(
      counts.map { RecognizerDefinition("tap", .tap, .touchpad, fingers: $0) },
      gestures: Array(counts.indices))
  }

  @Test func `a gesture that never had its fingers needs them, whatever else it says`() {
    var collector = Self.collector(of: 3...3, 2...2)
    _ = collector.consume(Self.frame(0, .began, fingers: 2), [])
    for gesture in [0, 1] { collector.consume(Self.event(10, gesture, .failed, Self.short(11, 12))) }
    let sequence = collector.finish().first
    #expect(sequence?.misses.map(\.gesture) == [1])
    #expect(sequence?.otherCounts == TouchSequence.OtherCounts(gestures: [0], needed: [0: [3]]))
  }

  @Test func `a gesture of fewer fingers is no near miss of a whole hand`() {
    var collector = Self.collector(of: 1...1, 5...5)
    _ = collector.consume(Self.frame(0, .began, fingers: 1), [])
    collector.consume(
      Self.event(0, 0, .failed, Failure(.notInEdge, measured: 12, limit: 10, unit: .mm, key: .edgeWidth)))
    _ = collector.consume(Self.frame(20, .changed, fingers: 5), [])
    collector.consume(Self.event(90, 1, .failed, Self.short(9, 12)))
    _ = collector.consume(Self.frame(90, .ended, fingers: 5), [])
    let sequence = collector.finish().first
    #expect(sequence?.nearest?.gesture == 1 && sequence?.misses.count == 1)
    #expect(sequence?.otherCounts == TouchSequence.OtherCounts(gestures: [0], needed: [0: [1]]))
  }

  @Test func `finger counts are read as the daemon writes them`() {
    #expect(FingerText.range("3") == 3...3 && FingerText.range("2..4") == 2...4)
    #expect(FingerText.range("2..") == 2...Int.max && FingerText.range("") == nil)
  }

  @Test func `what fails after the fingers have left belongs to the sequence before the next`() {
    var collector = SequenceCollector()
    #expect(collector.consume(Self.frame(0, .began, fingers: 1), []).isEmpty)
    #expect(collector.consume(Self.frame(80, .ended, fingers: 1), []).isEmpty)
    collector.consume(Self.event(430, 2, .recognized))
    let first = collector.consume(Self.frame(900, .began, fingers: 2), []).first
    #expect(first?.recognized == [2] && first?.fingers == 1 && first?.end == 80_000)
    collector.consume(Self.event(950, 2, .failed, Self.short(1, 2)))
    let second = collector.finish().first
    #expect(second?.number == 2 && second?.recognized == [] && second?.misses.count == 1)
    #expect(collector.finish().isEmpty)
  }

  @Test func `of several failures of one gesture the nearest counts, and none of one that was recognized`() {
    var collector = SequenceCollector()
    _ = collector.consume(Self.frame(0, .began), [])
    for measured in [2.0, 11, 5] { collector.consume(Self.event(10, 0, .failed, Self.short(measured, 12))) }
    collector.consume(Self.event(10, 1, .failed, Self.short(1, 12)))
    collector.consume(Self.event(20, 1, .began))
    collector.consume(Self.event(30, 1, .cancelled))
    let sequence = collector.finish().first
    #expect(sequence?.misses.map(\.gesture) == [0])
    #expect(sequence?.misses.first?.failure.measured == 11 && sequence?.misses.first?.isNear == true)
    #expect(SequenceText(names: Self.names).lines(sequence!)[0].hasSuffix(": zoom (cancelled)"))
  }

  @Test func `a sequence that no gesture received says so`() {
    #expect(Self.lines().last == "  no gesture received a touch")
    let sequence = TouchSequence(number: 1, start: 0)
    let text = SequenceText(names: Self.names, isFiltered: true)
    #expect(text.lines(sequence).last == "  no reason from the chosen gestures")
  }

  // MARK: Zones

  private static func touch(_ id: Int64, _ phase: RawTouch.Phase, _ x: Double) -> RawTouch {
    RawTouch(id: id, phase: phase, position: Point(x, 10), isPhantom: false)
  }

  /// A tap and a press in the left 30 mm, as the numbers, times and outcomes of the sequences. `resting` is where another finger lands
  /// before them and stays.
  private static func story(resting x: Double?) -> [String] {
    var corner = RecognizerDefinition("next", .tap, .touchpad)
    corner.region = Region(left: 0, right: 30, top: 0, bottom: 30)
    var collector = SequenceCollector(
      [corner, RecognizerDefinition("zoom", .tap, .touchpad)], gestures: [0, 1])
    var done: [TouchSequence] = []
    let rest = x.map { [touch(9, .began, $0)] } ?? []
    if !rest.isEmpty { done += collector.consume(frame(0, .began, fingers: 1), rest) }
    for (id, landing, lift) in [(Int64(1), Timestamp(100), Timestamp(150)), (2, 300, 900)] {
      let fingers = rest.isEmpty ? 1 : 2
      done += collector.consume(
        frame(landing, rest.isEmpty ? .began : .changed, fingers: fingers), [touch(id, .began, 10)])
      done += collector.consume(
        frame(lift, rest.isEmpty ? .ended : .changed, fingers: fingers), [touch(id, .ended, 10)])
      collector.consume(event(lift, 0, id == 1 ? .recognized : .failed, id == 1 ? nil : short(1, 2)))
    }
    if let x { done += collector.consume(frame(1_000, .ended, fingers: 1), [touch(9, .ended, x)]) }
    done += collector.finish()
    return done.map {
      "\($0.number): \($0.start / 1000)–\($0.end / 1000) of \($0.fingers), \($0.outcome(names)), \($0.misses.count)"
    }
  }

  @Test func `a zone has sequences of its own while a finger rests elsewhere`() {
    #expect(
      Self.story(resting: 80) == [
        "2: 100–150 of 1, next, 0", "3: 300–900 of 1, nothing recognized, 1",
        "1: 0–1000 of 2, nothing recognized, 0",
      ])
    #expect(
      Self.story(resting: nil) == ["1: 100–150 of 1, next, 0", "2: 300–900 of 1, nothing recognized, 1"])
    // A finger that rests in the zone belongs to its sequence.
    #expect(Self.story(resting: 20) == ["1: 0–1000 of 2, next, 0"])
  }
}
