import ControlProtocol
import GestureCore

/// What the gestures made of one touch sequence, from the first finger down to the last one up.
struct TouchSequence: Equatable {
  /// Counts from 1.
  var number: Int
  var start: Timestamp
  /// When the last finger was lifted; where fingers are down, the last frame.
  var end: Timestamp
  /// Most that were down together.
  var fingers: Int
  var isOver = false
  /// Gestures that were recognized or began, in that order.
  var recognized: [Int] = []
  /// Of those, the ones that were cancelled.
  var cancelled: Set<Int> = []
  /// One for each gesture that failed by a measure against a limit, the nearest first.
  var misses: [Miss] = []
  /// Gestures that failed for a reason without a measure, by reason, in the order in which they failed.
  var refusals: [Refusal] = []
  /// Gestures of another finger count, and the counts that they ask for.
  var otherCounts = OtherCounts()

  /// By landing.
  var ways: [Way] = []

  /// How far a touch went, from where it landed.
  struct Way: Equatable {
    let id: Int64
    let landing: Point
    var reach = 0.0
  }

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
  }

  var isEmpty: Bool {
    recognized.isEmpty && misses.isEmpty && refusals.isEmpty && otherCounts.gestures.isEmpty
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
      let way = failure.touch.flatMap {
        sequence.ways.indices.contains($0 - 1) ? sequence.ways[$0 - 1].reach : nil
      }
      failure.measured = max(failure.measured, way ?? 0)
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
