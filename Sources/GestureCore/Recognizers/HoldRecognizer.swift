/// Hold: fingers rest for a moment; weak, so that anything else takes it away (recognizers.md §4.8).
struct HoldRecognizer: Recognizer {
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

  init(_ parameters: HoldParameters) { self.parameters = parameters }

  mutating func reset(afterFailure: Bool) { phase = .landing }

  mutating func begin(_ touches: Touches, _ attempt: inout Attempt) { phase = .held }

  @inline(__always) var stillness: Double { parameters.allowableMovement }

  mutating func report(_ event: inout GestureEvent, _ touches: Touches) {
    event.location = location
  }

  mutating func handle(_ stimulus: Stimulus, _ touches: Touches, _ attempt: inout Attempt) -> Proposal {
    switch (phase, stimulus) {
    case (.landing, .deadline), (.ready, .deadline), (.held, .deadline): return .none
    case (.resting, .deadline):
      attempt.deadline = .never
      phase = .ready
      return .ready(ratio: 1)
    case (.landing, .frame), (.resting, .frame), (.ready, .frame), (.held, .frame): break
    }
    if attempt.lost(touches) != 0 { return leave(Failure(.touchCancelled)) }
    if attempt.count > attempt.most { return leave(MotionLife.tooMany(attempt)) }
    if let stray = attempt.strayed(
      touches, (touches.moved | touches.released) & attempt.own, limit: parameters.allowableMovement)
    {
      return leave(
        Failure(
          .movedTooFar, measured: stray.distance, limit: parameters.allowableMovement, unit: .mm,
          parameter: .allowableMovement, touch: attempt.number(of: stray.lane)))
    }
    if attempt.lifted(touches) != 0 {
      if phase == .held { return .end }
      return .fail(
        Failure(
          .liftedTooEarly, measured: seconds(touches.time - landedAt), limit: seconds(parameters.delay),
          unit: .seconds, parameter: .delay))
    }
    if phase == .landing && attempt.count >= attempt.least { return rest(touches, &attempt) }
    return .none
  }

  private func leave(_ failure: Failure) -> Proposal { phase == .held ? .cancel(failure) : .fail(failure) }

  private mutating func rest(_ touches: Touches, _ attempt: inout Attempt) -> Proposal {
    landedAt = touches.time
    location = touches.centroid(of: attempt.own) ?? location
    phase = .resting
    attempt.deadline = touches.time + parameters.delay
    if parameters.delay > 0 { return .none }
    attempt.deadline = .never
    phase = .ready
    return .ready(ratio: 1)
  }
}
