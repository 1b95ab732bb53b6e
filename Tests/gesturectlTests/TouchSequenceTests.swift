import ControlProtocol
import GestureCore
import Testing

@testable import gesturectl

/// One touch sequence: what is kept of it, and how its misses are ranked.
struct TouchSequenceTests {
  private static func event(_ ms: Timestamp, _ gesture: Int, _ failure: Failure) -> GestureEvent {
    SequenceCollectorTests.event(ms, gesture, .failed, failure)
  }
  private static func touch(_ id: Int64, _ phase: RawTouch.Phase, _ x: Double = 0, isPhantom: Bool = false)
    -> RawTouch
  {
    RawTouch(id: id, phase: phase, position: Point(x, 0), isPhantom: isPhantom)
  }

  @Test func `touches are followed, and phantoms are left out`() {
    var sequence = TouchSequence(number: 1, start: 0)
    sequence.consume(
      SequenceCollectorTests.frame(0, .began, fingers: 3),
      [
        Self.touch(1, .began), Self.touch(2, .began), Self.touch(3, .began),
        Self.touch(-4, .began, isPhantom: true),
      ])
    #expect(sequence.trails.map(\.id) == [1, 2, 3] && sequence.fingersDown == 3)
    sequence.consume(
      SequenceCollectorTests.frame(10, .changed, fingers: 3),
      [Self.touch(1, .moved, 5), Self.touch(2, .ended), Self.touch(3, .cancelled)])
    #expect(sequence.trails.count == 3 && sequence.trails[0].reach == 5 && sequence.fingersDown == 1)
    #expect(!sequence.isOver && sequence.end == 10_000 && sequence.frames.isEmpty)
    sequence.consume(SequenceCollectorTests.frame(20, .cancelled, fingers: 1), [Self.touch(1, .cancelled)])
    #expect(sequence.isOver && sequence.fingers == 3 && sequence.fingersDown == 0)
  }

  @Test func `frames and contacts are kept up to a number`() {
    var sequence = TouchSequence(number: 1, start: 0)
    for number in 0...TouchSequence.mostFrames {
      sequence.consume(
        SequenceCollectorTests.frame(Timestamp(number), .changed), [Self.touch(1, .moved)], keepsFrame: true)
    }
    #expect(sequence.frames.count == 14_400 && sequence.frames.last?.frame.time == 14_399_000)
    #expect(sequence.frames.first?.touches.map(\.id) == [1])
    for number in 0..<12 {
      sequence.consume(
        WithheldContact(
          time: Timestamp(number), rule: .jump, position: .zero, measured: nil, limit: nil, unit: .mm))
    }
    #expect(sequence.withheld.map(\.time) == Array(2..<12))
  }

  private static func misses(_ failures: [(ms: Timestamp, failure: Failure)]) -> [SequenceRecord.Outcome] {
    var sequence = TouchSequence(number: 1, start: 0)
    sequence.consume(SequenceCollectorTests.frame(0, .began), [touch(1, .began), touch(2, .began)])
    for (gesture, each) in failures.enumerated() {
      sequence.consume(event(each.ms, gesture, each.failure), SequenceCollectorTests.names)
    }
    sequence.consume(SequenceCollectorTests.frame(200, .ended), [touch(1, .ended, 6), touch(2, .ended, 9)])
    return sequence.reasons.misses
  }
  private static func miss(_ ms: Timestamp, _ failure: Failure) -> Double? {
    misses([(ms, failure)]).first?.nearness.map { ($0 * 1_000).rounded() / 1_000 }
  }

  @Test func `a miss is ranked by the part of its limit that was missing`() {
    #expect(Self.miss(10, SequenceCollectorTests.short(9, 12)) == 0.25)
    #expect(Self.miss(10, SequenceCollectorTests.short(0.5, 0.4)) == nil, "the limit was reached")
    #expect(Self.miss(10, Failure(.movedTooLittle, measured: 1, limit: 0, unit: .mm)) == nil)
    #expect(Self.miss(10, Failure(.tooSlow, measured: 0.5, limit: 1, unit: .ratio)) == 0.5)
    #expect(Self.miss(10, Failure(.tooManyFingers, measured: 2, limit: 1, unit: .fingers)) == nil)
    #expect(Self.miss(10, Failure(.clicked)) == nil)
    let ties = Self.misses([
      (10, SequenceCollectorTests.short(6, 12)), (10, SequenceCollectorTests.short(5, 10)),
      (10, SequenceCollectorTests.short(9, 12)),
    ])
    #expect(ties.map(\.index) == [2, 0, 1] && ties.map(\.isNear) == [true, true, true])
    #expect(Self.misses([(10, SequenceCollectorTests.short(5.9, 12))]).map(\.isNear) == [false])
  }

  @Test func `a touch that moved too far is measured to where it lifted`() {
    func strayed(_ touch: Int?) -> Double? {
      Self.miss(
        10, Failure(.movedTooFar, measured: 4, limit: 3, unit: .mm, key: .allowableMovement, touch: touch))
    }
    #expect(strayed(1) == 1 && strayed(2) == 2)
    #expect(strayed(nil) == 0.333 && strayed(0) == 0.333 && strayed(3) == 0.333)
    let other = Failure(.landedTooFar, measured: 4, limit: 3, unit: .mm, key: .maxTapDistance, touch: 2)
    #expect(Self.miss(10, other) == 0.333)
  }

  @Test func `a deadline is measured to the lift`() {
    for reason in [FailureReason.heldTooLong, .liftedTooLate, .tookTooLong] {
      let failure = Failure(reason, measured: 0.1, limit: 0.1, unit: .seconds, key: .maxDuration)
      #expect(
        Self.miss(150, failure) == 0.5 && Self.miss(250, failure) == 0,
        "after the lift it is not missed by more")
    }
    for reason in [FailureReason.landedTooLate, .noNextTap] {
      #expect(
        Self.miss(150, Failure(reason, measured: 0.1, limit: 0.1, unit: .seconds, key: .maxInterval)) == 1)
    }
  }

  @Test func `of two failures of a gesture the nearer counts`() {
    func sequence(_ counts: ClosedRange<Int>?) -> TouchSequence {
      var sequence = TouchSequence(number: 1, start: 0)
      var names = SequenceCollectorTests.names
      if let counts { names.fingers = [0: counts] }
      sequence.consume(SequenceCollectorTests.frame(0, .began), [])
      for (ms, measured) in [(10, 3.0), (20, 6), (30, 6), (40, 5)] as [(Timestamp, Double)] {
        sequence.consume(Self.event(ms, 0, SequenceCollectorTests.short(measured, 12)), names)
      }
      return sequence
    }
    #expect(sequence(nil).reasons.misses.map { $0.failure?.measured } == [6])
    for (counts, needed) in [(1...2, 2), (4...5, 4)] {
      let reasons = sequence(counts).reasons
      #expect(reasons.misses.isEmpty && reasons.otherCounts.map { $0.failure?.fingersNeeded } == [needed])
      #expect(reasons.nearest == nil && !reasons.isEmpty)
    }
  }

  @Test func `the recognized gestures are those that were recognized or began, whatever follows`() {
    var sequence = TouchSequence(number: 1, start: 0)
    sequence.consume(SequenceCollectorTests.frame(0, .began), [])
    for (state, gesture) in [
      (GestureState.possible, 0), (.recognized, 0), (.began, 1), (.changed, 1), (.step, 2), (.ended, 1),
      (.failed, 0), (.failed, 1),
    ] {
      sequence.consume(SequenceCollectorTests.event(50, gesture, state), SequenceCollectorTests.names)
    }
    #expect(sequence.recognized == [0, 1])
    #expect(sequence.states.mapValues(\.state) == [0: .recognized, 1: .ended, 2: .step])
    #expect(
      sequence.events.map(\.state) == [.possible, .recognized, .began, .step, .ended, .failed, .failed])
  }

  @Test func `gestures that wait go on until they fail`() {
    let names = EventNames(device: "pad", gestures: ["a", "b"])
    var sequence = TouchSequence(number: 1, start: 0)
    sequence.wait(for: [1, 0])
    #expect(sequence.outcome(names) == "nothing recognized; a, b go on")
    sequence.consume(Self.event(50, 0, Failure(.noNextTap)), names)
    #expect(sequence.goingOn(names) == "; b goes on")
    sequence.consume(SequenceCollectorTests.event(60, 1, .recognized), names)
    #expect(sequence.outcome(names) == "b")
  }
}
