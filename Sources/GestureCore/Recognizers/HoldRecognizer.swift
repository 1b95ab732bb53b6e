/// The parameters of a hold (recognizers.md §4.8).
package struct HoldParameters: RecognizerParameters {
  package static let type = GestureType.hold
  package static let sign: Unicode.Scalar = "◉"
  package static let summary =
    "Fingers rest on a touchpad, as in libinput. It begins early, and any other gesture cancels it."
  package static let traits = {
    var traits = GestureTraits(course: .unchanging, rank: 0, fingers: .exact)
    traits.isWeak = true
    traits.accompanies = true
    traits.readingRank = 13
    traits.deciding = .rest(.delay)
    return traits
  }()

  package var delay: Timestamp = 180_000
  package var allowableMovement = 1.0

  package init(_ deviceClass: DeviceClass) {}

  package static let keys = table([
    .duration(
      .delay, { $1(&$0.delay) }, .minimum,
      "How long the fingers rest before it begins, from the last landing. "
        + "The default is libinput's."),
    .length(
      .allowableMovement, { $1(&$0.allowableMovement) }, .tolerance,
      "How far a finger may move from where it landed."),
  ])

  package var facts: ParameterFacts { ParameterFacts(longestWait: delay) }
}

/// Hold: fingers rest for a moment. It is weak, so any other gesture cancels it (recognizers.md §4.8).
final class HoldRecognizer: Recognizer, RecognizerMaking {
  typealias Parameters = HoldParameters
  private enum Phase {
    case landing
    case resting
    /// The delay is over; the arena decides.
    case ready
    case held
  }

  private let parameters: HoldParameters
  private var phase = Phase.landing
  private var landedAt: Timestamp = 0
  private var location = Point.zero

  init(_ parameters: HoldParameters, _ attempt: Attempt) {
    self.parameters = parameters
  }

  override func reset(afterFailure: Bool) { phase = .landing }

  override func begin(_ touches: Touches, _ attempt: Attempt) { phase = .held }

  override func report(_ event: inout GestureEvent, _ touches: Touches, velocity: Bool) {
    event.location = location
  }

  override func handle(_ stimulus: Stimulus, _ touches: Touches, _ attempt: Attempt) -> Proposal {
    switch (phase, stimulus) {
    case (.landing, .deadline), (.ready, .deadline), (.held, .deadline): return impossible()
    case (.resting, .deadline):
      phase = .ready
      return .ready()
    case (.landing, .frame), (.resting, .frame), (.ready, .frame), (.held, .frame): break
    }
    if attempt.lost(touches) != 0 { return leave(Failure(.touchCancelled)) }
    if attempt.count > attempt.most { return leave(.tooManyFingers(attempt)) }
    if let stray = attempt.strayed(
      touches, (touches.moved | touches.released) & attempt.own, limit: parameters.allowableMovement)
    {
      return leave(.movedTooFar(stray, limit: parameters.allowableMovement, attempt))
    }
    if attempt.lifted(touches) != 0 {
      switch phase {
      case .landing: return .fail(.tooFewFingers(attempt, touches))
      case .resting:
        return .fail(
          Failure(.liftedTooEarly, took: touches.time - landedAt, limit: parameters.delay, .delay))
      case .ready: return .fail(Failure(.neverReleased))
      case .held: return .end
      }
    }
    if phase == .landing && attempt.count >= attempt.least { return rest(touches, attempt) }
    return .none
  }

  private func leave(_ failure: Failure) -> Proposal { phase == .held ? .cancel(failure) : .fail(failure) }

  private func rest(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    landedAt = touches.time
    location = touches.centroid(of: attempt.own) ?? location
    phase = .resting
    deadline = touches.time + parameters.delay
    if parameters.delay > 0 { return .none }
    deadline = .never
    phase = .ready
    return .ready()
  }
}
