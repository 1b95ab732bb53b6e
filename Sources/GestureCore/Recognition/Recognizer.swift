/// UIKit's states; `ended` of a discrete recognizer is reported as `recognized`.
enum RecognizerState: UInt8 {
  case possible, began, changed, ended, cancelled, failed

  @inline(__always) var isActive: Bool { self == .began || self == .changed }
  @inline(__always) var isTerminal: Bool { rawValue >= RecognizerState.ended.rawValue }
}

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
protocol Recognizer {
  associatedtype Parameters: RecognizerParameters

  init(_ parameters: Parameters, _ attempt: Attempt, _ storage: inout ArenaStorage)

  /// At this time `handle(.deadline)` is due; `.never`: there is none. Cleared by the arena before that call and at
  /// reset.
  var deadline: Timestamp { get set }
  /// Possible, no touch down, waiting for the next tap of a chain or the next step of a sequence.
  var isLingering: Bool { get }
  /// Active, but too many fingers are down; meanwhile it does not block others (§3.6).
  var isOver: Bool { get }
  /// Whether it is made of steps; known when it is compiled, so that the others do not pay for it.
  static var hasSteps: Bool { get }
  /// Steps of a sequence that are complete.
  var completedSteps: Int { get }

  mutating func handle(_ stimulus: Stimulus, _ touches: Touches, _ attempt: Attempt) -> Proposal
  /// A frame in which touches moved and nothing else happened: the same as `handle(.frame)`, which looks for more.
  mutating func handleMotion(_ touches: Touches, _ attempt: Attempt) -> Proposal
  /// The arena lets it begin (or be recognized) now.
  mutating func begin(_ touches: Touches, _ attempt: Attempt)
  /// Back to possible with an empty attempt.
  mutating func reset(afterFailure: Bool)
  /// Fills in what this gesture measures; values are those of the last `handle`. `fingers` is the least of the range
  /// unless it is set.
  mutating func report(_ event: inout GestureEvent, _ touches: Touches)

  /// Why a chain in progress does not continue with a touch that lands there (§2 rule 4); nil if it does.
  func rejects(_ landing: Point, at time: Timestamp) -> Failure?
  /// Whether a touch that lands there may belong to what comes next.
  func accepts(_ landing: Point) -> Bool
  /// The places of its touches, as events list them.
  func appendPlaces(_ touches: Touches, _ attempt: Attempt, _ places: inout [Point])
  /// The attempt of what it reports: of a sequence, of its present step.
  func presentAttempt(_ own: Attempt) -> Attempt
  /// Fills in the fingers and the location of a completed step of a sequence, from 1.
  func report(step: Int, _ event: inout GestureEvent)
  /// Whether its fingers show that the scroll which was recognized first is a pinch (§3.7).
  func contradictsScroll(_ touches: Touches, _ attempt: Attempt) -> Bool
  /// Whether the motion is a turn about a finger that keeps still, so that a pan of the same fingers has to wait.
  func explainsMotion(_ touches: Touches, _ attempt: Attempt) -> Bool
  /// One change of a hovering contact.
  mutating func handle(_ change: HoverChange) -> Proposal
}

extension Recognizer {
  var isLingering: Bool { false }
  @inline(__always) var isOver: Bool { false }
  @inline(__always) static var hasSteps: Bool { false }
  var completedSteps: Int { 0 }
  @inline(__always) mutating func handleMotion(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    handle(.frame, touches, attempt)
  }
  mutating func begin(_ touches: Touches, _ attempt: Attempt) {}
  func rejects(_ landing: Point, at time: Timestamp) -> Failure? { nil }
  func accepts(_ landing: Point) -> Bool { true }
  func appendPlaces(_ touches: Touches, _ attempt: Attempt, _ places: inout [Point]) {
    touches.appendPositions(of: attempt.made, to: &places)
  }
  func presentAttempt(_ own: Attempt) -> Attempt { own }
  func report(step: Int, _ event: inout GestureEvent) {}
  func contradictsScroll(_ touches: Touches, _ attempt: Attempt) -> Bool { false }
  func explainsMotion(_ touches: Touches, _ attempt: Attempt) -> Bool { false }
  mutating func handle(_ change: HoverChange) -> Proposal { .none }
}

/// `time + duration`, where "none" stays never.
@inline(__always) func later(_ time: Timestamp, _ duration: Timestamp) -> Timestamp {
  duration == .never ? .never : time + duration
}

/// Slack for many fingers, mm: 0.5 for each beyond two [LIN].
@inline(__always) func fingerSlack(_ count: Int) -> Double { 0.5 * Double(max(0, count - 2)) }
