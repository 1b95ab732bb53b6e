/// The parameters of a long press (recognizers.md §4.2).
package struct LongPressParameters: RecognizerParameters {
  package static let type = GestureType.longPress
  package static let sign: Unicode.Scalar = "◉"
  package static let summary = "Fingers rest. The limits are UIKit's."
  package static let traits = {
    var traits = GestureTraits(course: .continuous, rank: 6, fingers: .oneOrRange)
    traits.intake = .untilBegun
    traits.isPointerMotion = true
    traits.readingRank = 11
    traits.deciding = .rest(.minDuration)
    traits.slackKey = .allowableMovement
    return traits
  }()

  package var taps = 0
  package var minDuration: Timestamp = 500_000
  package var allowableMovement = 1.6  // 10 pt; k(n) is added
  /// The land window, for the press and for the taps before it.
  package var landWindow: Timestamp {
    get { tap.landWindow }
    set { tap.landWindow = newValue }
  }
  /// The parameters of the taps before the press.
  package var tap: TapParameters

  package init(_ deviceClass: DeviceClass) { tap = TapParameters(deviceClass) }

  package static let keys = table([
    .count(.taps, { $1(&$0.taps) }, 0...10, "Taps before the press."),
    .duration(.minDuration, { $1(&$0.minDuration) }, .minimum, "How long the fingers rest before it begins."),
    .length(
      .allowableMovement, { $1(&$0.allowableMovement) }, .tolerance,
      "How far a finger may move before it begins (UIKit's 10 pt). Each finger above two adds 0.5 mm."),
    .length(
      .maxTapDistance, { $1(&$0.tap.maxTapDistance) }, .tolerance,
      "Farthest distance from a tap to the next one, or to the press. Touchpads have no limit."),
    .duration(.landWindow, { $1(&$0.landWindow) }, .maximum, "All fingers must land within this time."),
  ])

  package var facts: ParameterFacts {
    ParameterFacts(tapCount: taps, longestWait: taps > 0 ? tap.maxInterval : minDuration)
  }

  package mutating func scaleUnnamedDistances(by factor: Double) { tap.scaleDistances(by: factor) }
}

/// Long press: after `taps` taps, `fingers` fingers rest for `min_duration`, each within `allowable_movement` of its landing
/// (recognizers.md §4.2).
final class LongPressRecognizer: Recognizer, RecognizerMaking {
  typealias Parameters = LongPressParameters
  private enum Phase {
    /// The taps before the press are being made.
    case tapping
    /// The taps were complete at `since`, and no finger has landed for the press.
    case waiting(since: Timestamp)
    /// There are too few fingers so far. The first landed at `since`; nil if none has.
    case landing(since: Timestamp?)
    /// The right number of fingers is down since `since`, and none has moved too far.
    case resting(since: Timestamp)
    /// The time is up; the arena decides.
    case ready(since: Timestamp)
    /// The press began at `since`. It ends when one of its fingers lifts.
    case pressed(since: Timestamp)
  }

  private let parameters: LongPressParameters
  private let taps: TapRecognizer
  private let least: Int
  private var phase = Phase.landing(since: nil)
  private var location = Point.zero
  /// The number of fingers with which the press rests.
  private var fingers = 1
  /// When the first finger of the press landed.
  private var landedAt: Timestamp = 0
  /// The centroid when the fingers of the press had landed.
  private var start = Point.zero

  init(_ parameters: LongPressParameters, _ attempt: Attempt) {
    self.parameters = parameters
    least = attempt.least
    var tap = parameters.tap
    tap.taps = max(parameters.taps, 1)
    taps = TapRecognizer(tap, attempt)
  }

  override func reset(afterFailure: Bool) {
    taps.restart(afterFailure: afterFailure)
    phase = parameters.taps > 0 ? .tapping : .landing(since: nil)
  }

  override var isLingering: Bool {
    switch phase {
    case .tapping: taps.isLingering
    case .waiting: true
    case .landing, .resting, .ready, .pressed: false
    }
  }

  override func rejects(_ landing: Point, at time: Timestamp) -> Failure? {
    taps.rejects(landing, at: time).map(tapFailure)
  }
  /// Converts a failure of the taps. It names no key for movement, because `allowable_movement` is the tolerance of the press
  /// only.
  private func tapFailure(_ failure: Failure) -> Failure {
    var failure = failure.withKey(among: Parameters.keys)
    if failure.key == .allowableMovement { failure.key = nil }
    return failure
  }

  override func begin(_ touches: Touches, _ attempt: Attempt) {
    phase = .pressed(since: touches.time)
    fingers = attempt.count
    location = touches.centroid(of: attempt.own) ?? location
  }

  override func report(_ event: inout GestureEvent, _ touches: Touches, velocity: Bool) {
    event.location = location
    event.start = start
    event.fingers = fingers
    if case .pressed(let since) = phase { event.duration = seconds(touches.time - since) }
  }

  override func handle(_ stimulus: Stimulus, _ touches: Touches, _ attempt: Attempt) -> Proposal {
    switch (phase, stimulus) {
    case (.tapping, _): return tap(stimulus, touches, attempt)
    case (.waiting(let since), .deadline):
      return .fail(
        Failure(.noNextTap, took: touches.time - since, limit: parameters.tap.maxInterval, nil))
    case (.waiting, .frame): return next(touches, attempt)
    case (.landing(let since), .deadline):
      return .fail(
        Failure(
          .landedTooLate, took: touches.time - (since ?? touches.time), limit: parameters.landWindow,
          .landWindow))
    case (.resting(let since), .deadline):
      phase = .ready(since: since)
      location = touches.centroid(of: attempt.own) ?? location
      return .ready()
    case (.ready, .deadline), (.pressed, .deadline): return impossible()
    case (.landing(let since), .frame): return land(since, touches, attempt)
    case (.resting(let since), .frame): return rest(since, touches, attempt)
    case (.ready(let since), .frame): return interruption(since, touches, attempt).map { .fail($0) } ?? .none
    case (.pressed, .frame): return press(touches, attempt)
    }
  }

  private func tap(_ stimulus: Stimulus, _ touches: Touches, _ attempt: Attempt) -> Proposal {
    let proposal = taps.answer(stimulus, touches, attempt)
    deadline = taps.deadline
    switch proposal {
    case .ready: break
    case .fail(let failure): return .fail(tapFailure(failure))
    case .none, .changed, .end, .cancel: return proposal
    }
    phase = .waiting(since: touches.time)
    deadline = later(touches.time, parameters.tap.maxInterval)
    // A finger that lands in the frame of the lift continues the chain.
    return attempt.placed(touches) != 0 ? next(touches, attempt) : .none
  }

  private func next(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    let placed = attempt.placed(touches)
    if placed == 0 { return .none }
    if let failure = rejects(attempt.landing(placed.firstLane, touches), at: touches.time) {
      return .fail(failure)
    }
    deadline = .never
    phase = .landing(since: nil)
    return land(nil, touches, attempt)
  }

  /// Why a press fails before it begins: a cancelled touch, a lift, or too many fingers.
  ///
  /// - Parameter since: nil if no finger of the press has landed.
  private func interruption(_ since: Timestamp?, _ touches: Touches, _ attempt: Attempt) -> Failure? {
    if attempt.lost(touches) != 0 { return Failure(.touchCancelled) }
    if let since, attempt.lifted(touches) != 0 { return lifted(since, touches, attempt) }
    return attempt.count > attempt.most ? .tooManyFingers(attempt) : nil
  }

  private func lifted(_ since: Timestamp, _ touches: Touches, _ attempt: Attempt) -> Failure {
    switch phase {
    case .tapping, .waiting, .landing: .tooFewFingers(attempt, touches)
    case .resting, .pressed:
      Failure(.liftedTooEarly, took: touches.time - since, limit: parameters.minDuration, .minDuration)
    case .ready: Failure(.neverReleased)
    }
  }

  @inline(__always) private func stray(_ touches: Touches, _ attempt: Attempt) -> Failure? {
    let slop = withSlack(parameters.allowableMovement, attempt.expectedCount)
    let set = (touches.moved | touches.released) & attempt.own
    return attempt.strayed(touches, set, limit: slop).map {
      .movedTooFar($0, limit: slop, attempt)
    }
  }

  private func land(_ since: Timestamp?, _ touches: Touches, _ attempt: Attempt) -> Proposal {
    if let failure = interruption(since, touches, attempt) ?? stray(touches, attempt) {
      return .fail(failure)
    }
    if attempt.placed(touches) == 0 { return .none }
    let first = min(since ?? .never, attempt.firstLanding(touches))
    // A contact that was withheld may already have exceeded the time when it becomes a touch.
    if attempt.expectedCount > 1 && touches.time - first >= parameters.landWindow {
      return .fail(
        Failure(.landedTooLate, took: touches.time - first, limit: parameters.landWindow, .landWindow))
    }
    if attempt.count < attempt.least {
      phase = .landing(since: first)
      deadline = later(first, parameters.landWindow)
      return .none
    }
    location = touches.centroid(of: attempt.own) ?? location
    start = location
    fingers = attempt.count
    landedAt = first
    if parameters.minDuration > 0 {
      phase = .resting(since: touches.time)
      deadline = touches.time + parameters.minDuration
      return .none
    }
    deadline = .never
    phase = .ready(since: touches.time)
    return .ready()
  }

  private func rest(_ since: Timestamp, _ touches: Touches, _ attempt: Attempt) -> Proposal {
    if let failure = interruption(since, touches, attempt) ?? stray(touches, attempt) {
      return .fail(failure)
    }
    return attempt.placed(touches) != 0 ? land(landedAt, touches, attempt) : .none
  }

  private func press(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    if attempt.lost(touches) != 0 { return .cancel(Failure(.touchCancelled)) }
    if attempt.lifted(touches) != 0 { return .end }
    // After a dropped jump the position is new, but the finger has not moved.
    if (touches.moved | touches.reanchored) & attempt.own == 0 { return .none }
    location = touches.centroid(of: attempt.own) ?? location
    return touches.moved & attempt.own == 0 ? .none : .changed
  }
}
