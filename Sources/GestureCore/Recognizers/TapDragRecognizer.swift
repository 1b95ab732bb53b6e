/// Tap and drag: after `taps` taps the fingers land again and travel (recognizers.md §4.9).
struct TapDragRecognizer: Recognizer {
  private enum Phase {
    case tapping
    /// The taps are done, no finger has landed for the drag.
    case waiting
    /// Fingers are down, not far enough yet (or held for another).
    case landed
    case dragging
    /// Lifted; goes on if the fingers are back before the drag lock is over.
    case locked
  }

  private let parameters: TapDragParameters
  private var taps: TapRecognizer
  var life: MotionLife
  private var phase = Phase.tapping
  private var isReady = false
  private var tapLiftedAt: Timestamp = 0
  private var lockedVelocity = MotionVelocity()

  init(_ parameters: TapDragParameters, _ storage: inout ArenaStorage) {
    self.parameters = parameters
    taps = TapRecognizer(parameters.tap, &storage)
    life = MotionLife(&storage, .translation)
  }

  mutating func reset(afterFailure: Bool) {
    taps.reset(afterFailure: afterFailure)
    life.reset()
    phase = .tapping
    isReady = false
  }

  func rejects(_ landing: Point, at time: Timestamp) -> Failure? {
    phase == .locked ? nil : taps.rejects(landing, at: time)
  }

  mutating func begin(_ touches: Touches, _ attempt: inout Attempt) {
    phase = .dragging
    life.begin(touches, &attempt, start: .down)
  }

  mutating func report(_ event: inout GestureEvent, _ touches: Touches) {
    life.report(&event)
    life.reportTranslation(&event, phase == .locked ? lockedVelocity : life.velocity(at: touches.time))
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
    case (.landed, .deadline): return .none
    case (.landed, .frame): return follow(touches, &attempt)
    case (.dragging, _): return drag(stimulus, touches, &attempt)
    case (.locked, .deadline): return .end
    case (.locked, .frame): return unlock(touches, &attempt)
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
    phase = .landed
    return follow(touches, &attempt)
  }

  private mutating func follow(_ touches: Touches, _ attempt: inout Attempt) -> Proposal {
    if attempt.lost(touches) != 0 { return .fail(Failure(.touchCancelled)) }
    if attempt.lifted(touches) != 0 && life.isTracking {
      if isReady && attempt.count == 0 { return .none }
      return .fail(
        Failure(
          .liftedTooEarly, measured: life.tracker.distance, limit: parameters.minDistance, unit: .mm,
          parameter: .minDistance))
    }
    switch life.follow(touches, &attempt, allowsPhantoms: true) {
    case .fail(let failure): return .fail(failure)
    case .outside: return .none
    case .inside: break
    }
    if touches.isClick && !isReady { return .fail(Failure(.clicked)) }
    if isReady { return .none }
    let reached = ratio(life.tracker.distance, parameters.minDistance)
    if reached < 1 - ratioTolerance { return .none }
    isReady = true
    return .ready(ratio: reached)
  }

  private mutating func drag(
    _ stimulus: Stimulus, _ touches: Touches, _ attempt: inout Attempt
  ) -> Proposal {
    switch stimulus {
    case .deadline: break
    case .frame:
      if attempt.lost(touches) != 0 && attempt.count < attempt.least {
        return .cancel(Failure(.touchCancelled))
      }
      if attempt.lifted(touches) != 0 && attempt.count < attempt.least {
        if parameters.dragLock == 0 { return .end }
        lockedVelocity = life.velocity(at: touches.time)
        phase = .locked
        attempt.deadline = later(touches.time, parameters.dragLock)
        return .none
      }
    }
    return life.proceed(stimulus, touches, &attempt, release: .first, allowsPhantoms: true)
  }

  private mutating func unlock(_ touches: Touches, _ attempt: inout Attempt) -> Proposal {
    if attempt.lost(touches) != 0 { return .cancel(Failure(.touchCancelled)) }
    if attempt.count < attempt.least { return .none }
    phase = .dragging
    attempt.deadline = .never
    return life.proceed(.frame, touches, &attempt, release: .first, allowsPhantoms: true)
  }
}
