/// Long press: after `taps` taps, `fingers` fingers rest, each within `allowable_movement` of where it landed, for
/// `min_duration` (recognizers.md §4.2).
struct LongPressRecognizer: Recognizer {
  private enum Phase {
    /// The taps before the press.
    case tapping
    /// The taps are done, no finger has landed for the press.
    case waiting
    /// Too few fingers yet.
    case landing
    /// The right number, none has strayed.
    case resting
    /// The time is up; the arena decides.
    case ready
    /// Reported; ends when one of its fingers lifts.
    case pressed
  }

  private let parameters: LongPressParameters
  private var taps: TapRecognizer
  private var phase: Phase
  private var landedAt = Timestamp.never
  private var beganAt: Timestamp = 0
  private var tapLiftedAt: Timestamp = 0
  private var location = Point.zero

  init(_ parameters: LongPressParameters, _ storage: inout ArenaStorage) {
    self.parameters = parameters
    var tap = parameters.tap
    tap.taps = max(parameters.taps, 1)
    taps = TapRecognizer(tap, &storage)
    phase = parameters.taps > 0 ? .tapping : .landing
  }

  mutating func reset(afterFailure: Bool) {
    taps.reset(afterFailure: afterFailure)
    phase = parameters.taps > 0 ? .tapping : .landing
    landedAt = .never
  }

  func rejects(_ landing: Point, at time: Timestamp) -> Failure? { taps.rejects(landing, at: time) }

  mutating func begin(_ touches: Touches, _ attempt: inout Attempt) {
    phase = .pressed
    beganAt = touches.time
    attempt.acceptsTouches = false
    location = touches.centroid(of: attempt.own) ?? location
  }

  @inline(__always) var stillness: Double {
    switch phase {
    case .tapping, .waiting: taps.stillness
    case .landing, .resting: parameters.allowableMovement
    // Where it is, is told.
    case .ready, .pressed: 0
    }
  }

  mutating func report(_ event: inout GestureEvent, _ touches: Touches) {
    event.location = location
    event.duration = seconds(touches.time - beganAt)
  }

  mutating func handle(_ stimulus: Stimulus, _ touches: Touches, _ attempt: inout Attempt) -> Proposal {
    switch (phase, stimulus) {
    case (.tapping, _): return tap(stimulus, touches, &attempt)
    case (.waiting, .deadline):
      return .fail(
        Failure(
          .noNextTap, measured: seconds(touches.time - tapLiftedAt),
          limit: seconds(parameters.tap.maxInterval),
          unit: .seconds, parameter: .maxInterval))
    case (.waiting, .frame): return next(touches, &attempt)
    case (.landing, .deadline):
      return .fail(
        Failure(
          .landedTooLate, measured: seconds(touches.time - landedAt), limit: seconds(parameters.landWindow),
          unit: .seconds, parameter: .landWindow))
    case (.resting, .deadline):
      attempt.deadline = .never
      phase = .ready
      location = touches.centroid(of: attempt.own) ?? location
      return .ready(ratio: 1)
    case (.ready, .deadline), (.pressed, .deadline): return .none
    case (.landing, .frame), (.resting, .frame), (.ready, .frame): return rest(touches, &attempt)
    case (.pressed, .frame): return press(touches, &attempt)
    }
  }

  private mutating func tap(
    _ stimulus: Stimulus, _ touches: Touches, _ attempt: inout Attempt
  ) -> Proposal {
    let proposal = taps.handle(stimulus, touches, &attempt)
    switch proposal {
    case .ready: break
    case .none, .fail, .changed, .end, .cancel: return proposal
    }
    phase = .waiting
    tapLiftedAt = touches.time
    attempt.isLingering = true
    attempt.deadline = later(touches.time, parameters.tap.maxInterval)
    // A finger that lands in the frame of the lift goes on with the chain.
    return attempt.placed(touches) != 0 ? next(touches, &attempt) : .none
  }

  private mutating func next(_ touches: Touches, _ attempt: inout Attempt) -> Proposal {
    let placed = attempt.placed(touches)
    if placed == 0 { return .none }
    if let failure = rejects(attempt.landing(placed.firstLane, touches), at: touches.time) {
      return .fail(failure)
    }
    attempt.isLingering = false
    attempt.deadline = .never
    landedAt = .never
    phase = .landing
    return rest(touches, &attempt)
  }

  private mutating func rest(_ touches: Touches, _ attempt: inout Attempt) -> Proposal {
    if attempt.lost(touches) != 0 { return .fail(Failure(.touchCancelled)) }
    let lifted = attempt.lifted(touches)
    if lifted != 0 && phase != .landing || lifted != 0 && landedAt != .never {
      return .fail(
        Failure(
          .liftedTooEarly, measured: seconds(touches.time - landedAt), limit: seconds(parameters.minDuration),
          unit: .seconds, parameter: .minDuration))
    }
    if attempt.count > attempt.most {
      return .fail(
        Failure(
          .tooManyFingers, measured: Double(attempt.count), limit: Double(attempt.most), unit: .fingers,
          parameter: .fingers))
    }
    if phase == .ready {
      location = touches.centroid(of: attempt.own) ?? location
      return .none
    }
    let slop = parameters.allowableMovement + fingerSlack(attempt.least)
    if let stray = attempt.strayed(
      touches, (touches.moved | touches.released) & attempt.own, limit: slop)
    {
      return .fail(
        Failure(
          .movedTooFar, measured: stray.distance, limit: slop, unit: .mm, parameter: .allowableMovement,
          touch: attempt.number(of: stray.lane)))
    }
    if phase == .landing && attempt.placed(touches) != 0 { return land(touches, &attempt) }
    return .none
  }

  private mutating func land(_ touches: Touches, _ attempt: inout Attempt) -> Proposal {
    if touches.released & attempt.own == 0 {
      if landedAt == .never { landedAt = touches.time }
    } else if let failure = landAfterHold(touches, attempt) {
      return .fail(failure)
    }
    if attempt.count < attempt.least {
      attempt.deadline = later(landedAt, parameters.landWindow)
      return .none
    }
    landedAt = touches.time
    location = touches.centroid(of: attempt.own) ?? location
    phase = .resting
    attempt.deadline = touches.time + parameters.minDuration
    if parameters.minDuration > 0 { return .none }
    attempt.deadline = .never
    phase = .ready
    return .ready(ratio: 1)
  }

  /// Of contacts that were held back the time may be over.
  @inline(never) private mutating func landAfterHold(_ touches: Touches, _ attempt: Attempt) -> Failure? {
    landedAt = min(landedAt, attempt.firstLanding(of: attempt.placed(touches), touches))
    let elapsed = touches.time - landedAt
    guard attempt.least > 1, elapsed >= parameters.landWindow else { return nil }
    return Failure(
      .landedTooLate, measured: seconds(elapsed), limit: seconds(parameters.landWindow), unit: .seconds,
      parameter: .landWindow)
  }

  private mutating func press(_ touches: Touches, _ attempt: inout Attempt) -> Proposal {
    if attempt.lost(touches) != 0 { return .cancel(Failure(.touchCancelled)) }
    if attempt.lifted(touches) != 0 { return .end }
    if touches.moved & attempt.own == 0 { return .none }
    location = touches.centroid(of: attempt.own) ?? location
    return .changed
  }
}
