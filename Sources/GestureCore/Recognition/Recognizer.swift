/// What a recognizer would like to become. Only the arena changes the state that others see.
enum Proposal {
  case none
  case fail(Failure)
  /// Its own conditions for leaving possible hold. `ratio`: measure over threshold, which ranks the trio; others have none.
  case ready(ratio: Double = 1)
  case changed
  case end
  case cancel(Failure)
}

/// What reaches a recognizer: a frame of touches, or its own deadline.
enum Stimulus {
  case frame
  case deadline
}

/// One kind of gesture: parameters, private state, and one method that answers every stimulus with a proposal.
///
/// A recognizer reads touches and its attempt and owns nothing of either. Its other requests are its own
/// properties: `deadline`, `isLingering`. The arena reads them after each call.
class Recognizer {
  /// At this time `handle(.deadline)` is due; `.never` if there is none. Cleared by the arena before that call and at
  /// reset.
  final var deadline = Timestamp.never
  /// Possible, no touch down, waiting for the next tap of a chain or the next step of a sequence.
  var isLingering: Bool { false }
  /// Active, but too many fingers are down; meanwhile it does not block others (§3.6).
  var isOver: Bool { false }
  /// The next step of a sequence that is complete, from 1; each is returned once.
  func nextCompletedStep() -> Int? { nil }

  func handle(_ stimulus: Stimulus, _ touches: Touches, _ attempt: Attempt) -> Proposal { .none }
  /// The arena lets it begin (or be recognized) now.
  func begin(_ touches: Touches, _ attempt: Attempt) {}
  /// Back to possible with an empty attempt.
  func reset(afterFailure: Bool) {}
  /// Fills in what this gesture measures; values are those of the last `handle`. `fingers` is the least of the range
  /// unless it is set.
  func report(_ event: inout GestureEvent, _ touches: Touches) {}

  /// Why a chain in progress does not continue with a touch that lands there (§2 rule 4); nil if it does.
  func rejects(_ landing: Point, at time: Timestamp) -> Failure? { nil }
  /// Whether a touch that lands there may belong to what comes next.
  func accepts(_ landing: Point) -> Bool { true }
  /// The places of its touches, as events list them.
  func appendPlaces(_ touches: Touches, _ attempt: Attempt, _ places: inout [Point]) {
    touches.appendPositions(of: attempt.made, to: &places)
  }
  /// The attempt of what it reports: of a sequence, of its present step.
  func presentAttempt(_ own: Attempt) -> Attempt { own }
  /// Fills in the fingers and the location of a completed step of a sequence, from 1.
  func report(step: Int, _ event: inout GestureEvent) {}
  /// Whether its fingers show that the scroll which was recognized first is a pinch (§3.7).
  func contradictsScroll(_ touches: Touches, _ attempt: Attempt) -> Bool { false }
  /// Whether the motion is a turn about a finger that keeps still, so that a pan of the same fingers has to wait.
  func explainsMotion(_ touches: Touches, _ attempt: Attempt) -> Bool { false }
  /// One change of a hovering contact.
  func handle(_ change: HoverChange) -> Proposal { .none }
}

extension Recognizer {
  /// `handle`; a deadline that has come is one no more.
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

/// How a recognizer is made from the parameters of its type.
protocol RecognizerMaking: Recognizer {
  associatedtype Parameters: RecognizerParameters
  init(_ parameters: Parameters, _ attempt: Attempt)
}

/// A pair of phase and stimulus that cannot come: a trap in debug builds, where all tests run.
@inline(never) func impossible(_ file: StaticString = #file, _ line: UInt = #line) -> Proposal {
  assertionFailure("a stimulus that this phase cannot have", file: file, line: line)
  return .none
}

/// `time + duration`, where "none" stays never.
@inline(__always) func later(_ time: Timestamp, _ duration: Timestamp) -> Timestamp {
  duration == .never ? .never : time + duration
}

/// Slack for many fingers, mm: 0.5 for each beyond two [LIN].
@inline(__always) func fingerSlack(_ count: Int) -> Double { 0.5 * Double(max(0, count - 2)) }
