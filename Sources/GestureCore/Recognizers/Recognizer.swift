/// What a recognizer requests. Only the arena changes the visible state.
enum Proposal {
  case none
  case fail(Failure)
  /// The gesture's own conditions for leaving possible are met. `ratio` is measure over threshold, which ranks the trio.
  case ready(ratio: Double = 1)
  case changed
  case end
  case cancel(Failure)
}

/// The input of a recognizer: a frame of touches, or its deadline.
enum Stimulus {
  case frame
  case deadline
}

/// How far a sequence has come.
package struct StepProgress: Equatable, Sendable {
  package let done: Int
  package let all: Int
}

/// The recognizer of one gesture: parameters, private state, and a method that answers every stimulus with a proposal.
///
/// A recognizer reads touches and its attempt but owns neither. Its other requests are the properties `deadline` and
/// `isLingering`, which the arena reads after each call.
///
/// What must hold: each pair of phase and stimulus has a case, and one that cannot occur is `impossible()`; a deadline is set only by a
/// call of the recognizer, and a gesture that is over has none (`Arena+Invariants`).
class Recognizer {
  /// When `handle(.deadline)` is due; `.never` without a deadline. The arena clears it before that call and at reset.
  final var deadline = Timestamp.never
  /// Whether `goesOn` is called before `handle`.
  final var mayGoOn = false
  /// Whether the gesture is possible without touches, because it waits for the next tap of a chain or the next step of a
  /// sequence.
  var isLingering: Bool { false }
  /// Why the gesture fails unless a finger that has left comes back; nil if none may. Such a gesture delays no other one.
  var deferredFailure: Failure? { nil }
  /// Whether the gesture is active, but suspended because too many fingers are down. It then prevents no other gesture (§3.6).
  var isOver: Bool { false }
  /// Whether `report` has measures before the gesture begins, such as a translation below the threshold.
  var measuresEarly: Bool { false }
  /// Whether the gesture is made with a finger that rests, in its present state.
  var needsRest: Bool { false }
  /// The next completed step of a sequence, from 1; nil if there is none. Each step is returned once.
  func nextCompletedStep() -> Int? { nil }

  /// How far a sequence has come; nil for other gestures.
  var progress: StepProgress? { nil }

  func handle(_ stimulus: Stimulus, _ touches: Touches, _ attempt: Attempt) -> Proposal { .none }
  /// Takes a frame in which touches only move, and which is far from each limit of the gesture, as most frames are. False if
  /// `handle` must judge it.
  func goesOn(_ touches: Touches, _ attempt: Attempt) -> Bool { false }
  /// Called when the arena lets the gesture begin or be recognized.
  func begin(_ touches: Touches, _ attempt: Attempt) {}
  /// Called when the gesture's `where` refuses a recognition; true if the gesture can be recognized again in this attempt.
  func refuse(_ touches: Touches, _ attempt: Attempt) -> Bool { false }
  /// Called when the gesture has ended and is possible again with the fingers that are left (§3.6).
  func startOver() {}
  /// Called when the gesture returns to possible, with an empty attempt.
  func reset(afterFailure: Bool) {}
  /// Fills in this gesture's measures, as of the last `handle`. `fingers` is preset to the smallest count of the range.
  ///
  /// - Parameter velocity: whether that of a motion is read (`Reading`). It costs more than all other measures.
  func report(_ event: inout GestureEvent, _ touches: Touches, velocity: Bool) {}

  /// Fills in the measures that conditions compare, also those that are not reported yet.
  func reportTracked(_ event: inout GestureEvent, _ touches: Touches) {
    report(&event, touches, velocity: true)
  }

  /// Why a landing at this place does not continue a chain in progress (§2 rule 4); nil if it does.
  func rejects(_ landing: Point, at time: Timestamp) -> Failure? { nil }
  /// Whether a landing at this place may belong to the next step.
  func accepts(_ landing: Point) -> Bool { true }
  /// Appends the positions of the gesture's touches, in the order in which events list them.
  func appendTouchPoints(_ touches: Touches, _ attempt: Attempt, _ points: inout [Point]) {
    attempt.appendPlaces(touches, to: &points)
  }
  /// The attempt that the gesture reports; for a sequence, that of the current step.
  func currentAttempt(_ own: Attempt) -> Attempt { own }
  /// Fills in the fingers and location of a sequence's completed step, from 1.
  func report(step: Int, _ event: inout GestureEvent) {}
  /// Appends the values of a sequence's steps, up to the completed step `last`; nil for all up to the current step.
  func appendSteps(_ touches: Touches, through last: Int?, to list: inout [GestureEvent]) {}
  /// Whether the fingers show that a scroll, which was recognized first, is a pinch (§3.7).
  func contradictsScroll(_ touches: Touches, _ attempt: Attempt) -> Bool { false }
  /// How far each finger may still go before motion can decide the gesture, while it is possible, mm: a lower bound. 0 if it is not
  /// known; each frame is then read at once.
  func leeway(_ touches: Touches, _ attempt: Attempt) -> Double { 0 }
  /// Whether the lift of its fingers makes the gesture now, from their motion alone.
  var isMadeByLift: Bool { false }
  /// Whether each of three and more fingers must take part in the motion (§4.0).
  var needsEachFinger: Bool { false }
  /// Whether the motion is a turn about a still finger, for which a pan of the same fingers must wait.
  func explainsMotion(_ touches: Touches, _ attempt: Attempt) -> Bool { false }
  /// Sets the finger counts for which a swipe's directions are sectors of 45° instead of 90° (§4.4).
  func narrowSectors(of counts: FingerCounts, _ attempt: Attempt) {}
  func handle(_ change: HoverChange) -> Proposal { .none }
  /// Called when another gesture was made with this press of the pad's button. The gesture counts from the next press.
  func forfeitPress() {}
  /// Whether the gesture does not count until the next press of the button.
  var hasForfeited: Bool { false }
}

extension Recognizer {
  /// Calls `handle`, after clearing a deadline that is due.
  func answer(_ stimulus: Stimulus, _ touches: Touches, _ attempt: Attempt) -> Proposal {
    switch stimulus {
    case .frame: break
    case .deadline: deadline = .never
    }
    return handle(stimulus, touches, attempt)
  }
  func restart(afterFailure: Bool) {
    deadline = .never
    reset(afterFailure: afterFailure)
  }
}

/// Makes a recognizer from the parameters of its type.
protocol RecognizerMaking: Recognizer {
  associatedtype Parameters: RecognizerParameters
  init(_ parameters: Parameters, _ attempt: Attempt)
}

/// Handles a pair of phase and stimulus that cannot occur. It traps in debug builds, in which all tests run. A release build goes
/// on, because the gesture of a person is worth more than the daemon's end.
@inline(never) func impossible(_ file: StaticString = #file, _ line: UInt = #line) -> Proposal {
  assertionFailure("a stimulus that this phase cannot have", file: file, line: line)
  return .none
}

/// `time + duration`, or `.never` for a duration of "none".
@inline(__always) func later(_ time: Timestamp, _ duration: Timestamp) -> Timestamp {
  duration == .never ? .never : time + duration
}

/// The tolerance that is added for many fingers, mm: 0.5 mm for each beyond two [LIN].
@inline(__always) func fingerSlack(_ count: Int) -> Double { 0.5 * Double(max(0, count - 2)) }

extension RecognizerDefinition {
  /// A length of a key with what is added for this number of fingers, as the recognizer compares it; of fewer or more fingers than the
  /// gesture takes, that of the nearest number.
  package func effective(_ length: Double, of key: KeyName, fingers count: Int) -> Double {
    parameters.traits.slackKey == key
      ? withSlack(length, min(max(count, fingers.lowerBound), fingers.upperBound)) : length
  }
}

/// A length with the tolerance for many fingers. The recognizers and all that shows a limit take it from here.
@inline(__always) func withSlack(_ length: Double, _ count: Int) -> Double { length + fingerSlack(count) }

extension Recognizer {
  /// The measures of the attempt now.
  ///
  /// - Parameters:
  ///   - made: the touches that the gesture is made with.
  ///   - zone: that of the gesture; nil for the whole stage.
  func measures(
    _ touches: Touches, _ attempt: Attempt, of made: TouchSet, in zone: Region?
  ) -> AttemptMeasures {
    var event = GestureEvent()
    event.fingers = attempt.least
    reportTracked(&event, touches)
    return AttemptMeasures(
      event, duration: seconds(touches.time - attempt.firstLanding(of: attempt.seen, touches)),
      end: touches.centroid(of: made) ?? event.location,
      zone: zone
        ?? Region(left: 0, right: attempt.surface.size.width, top: 0, bottom: attempt.surface.size.height))
  }
}

extension Attempt {
  /// When the first touch of a set landed, or when this step of a sequence began under it.
  func firstLanding(of set: TouchSet, _ touches: Touches) -> Timestamp {
    var first = touches.time
    var rest = set
    while rest != 0 { first = min(first, landingTime(rest.popLane(), touches)) }
    return first
  }
}
