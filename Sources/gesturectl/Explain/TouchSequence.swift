import ControlProtocol
import GestureCore

/// One touch sequence, from the first finger down to the last one up: what the touches did, what each gesture came to,
/// and why. The one model of `--explain`, `watch`, the report, `studio` and `tune`; each of them only shows it.
struct TouchSequence {
  /// Counts from 1.
  let number: Int
  let start: Timestamp
  /// The last frame; once it is over, when the last finger was lifted.
  private(set) var end: Timestamp
  /// Most that were down together.
  private(set) var fingers = 0
  /// The fingers have left; only deadlines are to come.
  private(set) var isOver = false

  // MARK: What happened

  private(set) var trails: [TouchTrail] = []
  /// All but `changed`, in order.
  private(set) var events: [GestureEvent] = []
  /// The last event of each gesture, by its number.
  private(set) var states: [Int: GestureEvent] = [:]
  /// Contacts that were withheld since it began; the last ones.
  private(set) var withheld: [WithheldContact] = []
  /// Everything that its touches did, where it is kept.
  private(set) var frames: [Frame] = []

  /// One frame with its touches.
  struct Frame {
    var frame: RawTouchFrame
    var touches: [RawTouch]
  }

  // MARK: What became of the gestures

  /// Those that were recognized or began, in that order.
  private(set) var recognized: [Int] = []
  /// Of those, the ones that were cancelled.
  private(set) var cancelled: Set<Int> = []
  /// One for each gesture that failed by a measure against a limit, the nearest first. Empty until `judge`.
  private(set) var misses: [Miss] = []
  /// Gestures that failed for a reason without a measure, by reason, in the order in which they failed.
  private(set) var refusals: [Refusal] = []
  /// Gestures of another finger count, and the counts that they need.
  private(set) var otherCounts = OtherCounts()

  struct Miss: Equatable {
    var gesture: Int
    var time: Timestamp
    var failure: Failure
    /// The part of the limit that was missing or exceeded: 0.1 for 10.8 mm of 12 mm.
    var amount: Double

    /// A change of the limit by half of it would have made a difference.
    var isNear: Bool { amount <= 0.5 }
  }

  struct Refusal: Equatable {
    var gestures: [Int]
    var failure: Failure
  }

  struct OtherCounts: Equatable {
    var gestures: [Int] = []
    var needed: Set<Int> = []

    fileprivate mutating func add(_ gesture: Int, needed count: Int) {
      needed.insert(count)
      if !gestures.contains(gesture) { gestures.append(gesture) }
    }
  }

  /// Two minutes of a device with 120 Hz.
  static let mostFrames = 14_400
  /// Ten palms at once are no hand.
  private static let mostWithheld = 10

  init(number: Int, start: Timestamp) {
    self.number = number
    self.start = start
    end = start
  }

  var isEmpty: Bool {
    recognized.isEmpty && misses.isEmpty && refusals.isEmpty && otherCounts.gestures.isEmpty
  }

  /// The miss that a person most likely meant: nothing was recognized, and one limit was missed by little.
  var nearest: Miss? { recognized.isEmpty ? misses.first.flatMap { $0.isNear ? $0 : nil } : nil }

  /// Fingers that are down now.
  var fingersDown: Int { trails.count { $0.phase != .ended && $0.phase != .cancelled } }

  /// Where gestures were recognized or began.
  var recognitions: [GestureEvent] { events.filter { $0.state == .recognized || $0.state == .began } }

  /// `next-workspace, volume (cancelled)`.
  func outcome(_ names: EventNames) -> String {
    if recognized.isEmpty { return "nothing recognized" }
    return recognized.map { names.gesture($0) + (cancelled.contains($0) ? " (cancelled)" : "") }
      .joined(separator: ", ")
  }
}

extension TouchSequence {
  mutating func consume(
    _ frame: RawTouchFrame, _ touches: some Sequence<RawTouch>, keepsFrame: Bool = false
  ) {
    end = frame.time
    fingers = max(fingers, frame.fingers)
    isOver = frame.state == .ended || frame.state == .cancelled
    for touch in touches where !touch.isPhantom {
      if let index = trails.lastIndex(where: { $0.id == touch.id }) {
        trails[index].follow(touch, at: frame.time)
      } else {
        trails.append(TouchTrail(touch, at: frame.time))
      }
    }
    if keepsFrame, frames.count < Self.mostFrames {
      frames.append(Frame(frame: frame, touches: Array(touches)))
    }
  }

  mutating func consume(_ contact: WithheldContact) {
    withheld.append(contact)
    if withheld.count > Self.mostWithheld { withheld.removeFirst() }
  }

  mutating func consume(_ event: GestureEvent) {
    if event.state != .changed { events.append(event) }
    switch event.state {
    case .began, .recognized: if !recognized.contains(event.gesture) { recognized.append(event.gesture) }
    case .cancelled: cancelled.insert(event.gesture)
    case .failed:
      // A gesture that waits, or was recognized, is not undone by what fails in its next attempt.
      if let known = states[event.gesture], !known.state.isExplanation { return }
    case .changed, .ended, .possible, .step: break
    }
    states[event.gesture] = event
  }

  /// Ranks what is known by now of the gestures that were not recognized.
  ///
  /// - Parameter counts: the fingers of each gesture, as far as they are known.
  mutating func judge(_ counts: [Int: ClosedRange<Int>]) {
    (misses, refusals, otherCounts) = ([], [], OtherCounts())
    for event in events where event.state == .failed && !recognized.contains(event.gesture) {
      add(event, counts[event.gesture])
    }
    misses.sort { ($0.amount, $0.gesture) < ($1.amount, $1.gesture) }
  }

  /// Of a gesture that failed more than once, the nearest miss counts.
  private mutating func add(_ event: GestureEvent, _ counts: ClosedRange<Int>?) {
    guard let failure = event.failure else { return }
    if let counts, failure.by == nil, !counts.contains(fingers) {
      // Whatever else it says: it is no gesture of so many fingers.
      otherCounts.add(
        event.gesture, needed: fingers < counts.lowerBound ? counts.lowerBound : counts.upperBound)
    } else if let miss = Miss(event, of: self) {
      let known = misses.firstIndex { $0.gesture == event.gesture }
      if let known, misses[known].amount <= miss.amount { return }
      if let known { misses[known] = miss } else { misses.append(miss) }
    } else if failure.unit == .fingers {
      // Besides the fingers that rest, one taps.
      otherCounts.add(event.gesture, needed: Int(failure.limit) + (failure.key == .resting ? 1 : 0))
    } else if let known = refusals.firstIndex(where: { $0.failure == failure }) {
      if !refusals[known].gestures.contains(event.gesture) { refusals[known].gestures.append(event.gesture) }
    } else {
      refusals.append(Refusal(gestures: [event.gesture], failure: failure))
    }
  }
}

extension TouchSequence.Miss {
  /// - Returns: nil where the failure has no measure that could be nearer or farther.
  init?(_ event: GestureEvent, of sequence: TouchSequence) {
    guard var failure = event.failure, failure.unit != .fingers, failure.measured.isFinite,
      failure.limit.isFinite, failure.limit != 0, !failure.isMinimumReached
    else { return nil }
    if failure.reason == .movedTooFar {
      // It failed as soon as the touch left its tolerance; what counts is how far the touch went in the end.
      let trail = failure.touch.flatMap {
        sequence.trails.indices.contains($0 - 1) ? sequence.trails[$0 - 1].reach : nil
      }
      failure.measured = max(failure.measured, trail ?? 0)
    }
    if failure.measured == failure.limit {
      // A deadline decided. The finger stayed until the end of the sequence; a finger that never came is all missing.
      switch failure.reason {
      case .heldTooLong, .liftedTooLate, .tookTooLong:
        failure.measured += max(Double(sequence.end) - Double(event.time), 0) / 1e6
      case .landedTooLate, .noNextTap:
        self.init(event, failure, 1)
        return
      default: break
      }
    }
    self.init(event, failure, ((failure.measured - failure.limit) / failure.limit).magnitude)
  }

  private init(_ event: GestureEvent, _ failure: Failure, _ amount: Double) {
    self.init(gesture: event.gesture, time: event.time, failure: failure, amount: amount)
  }
}
