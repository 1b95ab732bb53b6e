import ControlProtocol
import GestureConfig
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
    for event in events { collector.consume(event, names) }
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
    sequence.consume(Self.event(20, 2, .failed, many), Self.names)
    sequence.consume(Self.frame(40, .changed, fingers: 3), [])
    #expect(sequence.record.outcome(of: 2)?.sentence == "needs 1 finger; had 3")
    #expect(sequence.events.map { $0.failure?.measured } == [2], "an event stays as it was")
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
      if let last { collector.consume(Self.event(160, last, .recognized), Self.names) }
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
    collector.consume(Self.event(20, 2, .failed, strayed), Self.names)
    _ = collector.consume(Self.frame(200, .ended), touch(31))
    let sequence = collector.finish().first
    let miss = sequence?.reasons.misses.first
    #expect(miss?.failure?.measured == 21 && miss?.nearness == 2)
  }

  private static func collector(of counts: ClosedRange<Int>...) -> SequenceCollector {
    var collector = SequenceCollector()
    collector.use(
      counts.map { RecognizerDefinition("tap", .tap, .touchpad, fingers: $0) },
      gestures: Array(counts.indices), device: "")
    return collector
  }

  @Test func `a gesture that never had its fingers needs them, whatever else it says`() {
    var collector = Self.collector(of: 3...3, 2...2)
    _ = collector.consume(Self.frame(0, .began, fingers: 2), [])
    for gesture in [0, 1] {
      collector.consume(Self.event(10, gesture, .failed, Self.short(11, 12)), Self.names)
    }
    let sequence = collector.finish().first
    #expect(sequence?.reasons.misses.map(\.index) == [1])
    #expect(sequence?.reasons.otherCounts.map(\.sentence) == ["needs 3 fingers; had 2"])
  }

  @Test func `a gesture of fewer fingers is no near miss of a whole hand`() {
    var collector = Self.collector(of: 1...1, 5...5)
    _ = collector.consume(Self.frame(0, .began, fingers: 1), [])
    collector.consume(
      Self.event(0, 0, .failed, Failure(.notInEdge, measured: 12, limit: 10, unit: .mm, key: .edgeWidth)),
      Self.names)
    _ = collector.consume(Self.frame(20, .changed, fingers: 5), [])
    collector.consume(Self.event(90, 1, .failed, Self.short(9, 12)), Self.names)
    _ = collector.consume(Self.frame(90, .ended, fingers: 5), [])
    let sequence = collector.finish().first
    #expect(sequence?.reasons.nearest?.index == 1 && sequence?.reasons.misses.count == 1)
    #expect(sequence?.reasons.otherCounts.map(\.sentence) == ["needs 1 finger; had 5"])
  }

  @Test func `finger counts are read as the daemon writes them`() {
    #expect(FingerText.range("3") == 3...3 && FingerText.range("2..4") == 2...4)
    #expect(FingerText.range("2..") == 2...Int.max && FingerText.range("") == nil)
  }

  @Test func `what fails after the fingers have left belongs to the sequence before the next`() {
    var collector = SequenceCollector()
    #expect(collector.consume(Self.frame(0, .began, fingers: 1), []).isEmpty)
    #expect(collector.consume(Self.frame(80, .ended, fingers: 1), []).isEmpty)
    collector.consume(Self.event(430, 2, .recognized), Self.names)
    let first = collector.consume(Self.frame(900, .began, fingers: 2), []).first
    #expect(first?.recognized == [2] && first?.fingers == 1 && first?.end == 80_000)
    collector.consume(Self.event(950, 2, .failed, Self.short(1, 2)), Self.names)
    let second = collector.finish().first
    #expect(second?.number == 2 && second?.recognized == [] && second?.reasons.misses.count == 1)
    #expect(collector.finish().isEmpty)
  }

  @Test func `of several failures of one gesture the nearest counts, and none of one that was recognized`() {
    var collector = SequenceCollector()
    _ = collector.consume(Self.frame(0, .began), [])
    for measured in [2.0, 11, 5] {
      collector.consume(Self.event(10, 0, .failed, Self.short(measured, 12)), Self.names)
    }
    collector.consume(Self.event(10, 1, .failed, Self.short(1, 12)), Self.names)
    collector.consume(Self.event(20, 1, .began), Self.names)
    collector.consume(Self.event(30, 1, .cancelled), Self.names)
    let sequence = collector.finish().first
    #expect(sequence?.reasons.misses.map(\.index) == [0])
    let miss = sequence?.reasons.misses.first
    #expect(miss?.failure?.measured == 11 && miss?.isNear == true)
    #expect(SequenceText(names: Self.names).lines(sequence!)[0].hasSuffix(": zoom (cancelled)"))
  }

  @Test func `a sequence that no gesture received says so`() {
    #expect(Self.lines().last == "  no gesture received a touch")
    let sequence = TouchSequence(number: 1, start: 0)
    let text = SequenceText(names: Self.names, isFiltered: true)
    #expect(text.lines(sequence).last == "  no reason from the chosen gestures")
  }

  // MARK: Zones

  /// A tap and a press in the left 40 mm, as the numbers, times and outcomes of the sequences. `resting` is where another finger lands
  /// before them and stays.
  private static func story(resting place: Point?) throws -> [String] {
    let text = """
      [zone.corner]
      x = ["0mm", "40mm"]
      y = ["0mm", "40mm"]
      [[gesture]]
      name = "next"
      type = "tap"
      zone = "corner"

      """
    let configuration = try #require(Configuration.load(text: text, path: "c.toml").configuration)
    var hand = DrawnHand(center: Point(20, 20))
    if let place { hand.add(0, 4.5) { _ in place } }
    for (start, duration) in [(0.5, 0.08), (2.5, 0.9)] { hand.add(start, duration) { _ in Point(20, 20) } }
    let recording = DrawnPad(deviceClass: .touchscreen).recording(of: hand, name: "drawn")
    var runner = try ReplayRunner(recording, configuration)
    let names = runner.names
    var collector = SequenceCollector()
    var done: [TouchSequence] = []
    runner.run(recording.events) { step in
      switch step {
      case .frame(let frame, let touches): done += collector.consume(frame, touches)
      case .event(let event, _): collector.consume(event, names)
      default: break
      }
    }
    done += collector.finish()
    func tenths(_ time: Timestamp) -> Double { (Double(time) / 1e5).rounded() / 10 }
    return done.map {
      "\($0.number): \(tenths($0.start))–\(tenths($0.end)) of \($0.fingers), \($0.outcome(names)), \($0.trails.count) drawn"
    }
  }

  @Test func `a zone has sequences of its own while a finger rests elsewhere`() throws {
    #expect(
      try Self.story(resting: Point(120, 90)) == [
        "2: 0.5–0.6 of 1, next, 1 drawn", "3: 2.5–3.4 of 1, nothing recognized, 1 drawn",
        "1: 0.0–4.5 of 2, nothing recognized, 3 drawn",
      ])
    #expect(
      try Self.story(resting: nil) == [
        "1: 0.5–0.6 of 1, next, 1 drawn", "2: 2.5–3.4 of 1, nothing recognized, 1 drawn",
      ])
    // A finger that rests in the zone belongs to its sequence.
    #expect(try Self.story(resting: Point(30, 30)).count == 1)
  }
}
