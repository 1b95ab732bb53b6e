/// The base of pan, pinch, rotation, transform and edge pan. They follow the motion of the right number of fingers until it
/// suffices, and report it until the fingers leave.
class MotionRecognizer: Recognizer {
  final var life: MotionLife

  init(_ life: consuming MotionLife) { self.life = life }

  /// Called before a frame's motion is taken, while the gesture is possible.
  func prepare(_ touches: Touches, _ attempt: Attempt) {}
  /// Judges the motion: ready, not yet, or failed.
  func judge(_ touches: Touches, _ attempt: Attempt) -> Proposal { .none }
  /// The failure to report when the fingers lift too early.
  var shortfall: Failure { Failure(.movedTooLittle) }

  override func reset(afterFailure: Bool) { life.reset() }
  override var hasForfeited: Bool { life.phase == .forfeited }
  override func forfeitPress() {
    life.pause()
    life.phase = .forfeited
    deadline = .never
  }

  override func startOver() {
    life.startOver()
    deadline = .never
  }

  override func begin(_ touches: Touches, _ attempt: Attempt) {
    life.begin(touches, attempt, &deadline)
  }

  override func report(_ event: inout GestureEvent, _ touches: Touches, velocity: Bool) {
    life.report(&event)
    if velocity { life.report(life.velocity(at: touches.time), in: &event) }
  }

  override var isOver: Bool { life.isOver }
  override var measuresEarly: Bool { life.isTracking }

  override func handle(_ stimulus: Stimulus, _ touches: Touches, _ attempt: Attempt) -> Proposal {
    if life.style.needsButton {
      if !touches.isButtonHeld { return waitForButton(touches, attempt) }
      if life.phase == .forfeited { return .none }
    }
    if life.phase == .active { return life.proceed(stimulus, touches, attempt, &deadline) }
    prepare(touches, attempt)
    switch life.follow(touches, attempt) {
    case .fail(let failure): return .fail(failure)
    case .outside:
      let wasReady = life.phase == .ready
      life.phase = .possible
      // A palm that takes the last fingers away does not make a quick flick (§3.3).
      if wasReady && attempt.lost(touches) != 0 { return .fail(Failure(.touchCancelled)) }
      if wasReady || attempt.count > 0 || life.wasMade && !life.hasTracked { return .none }
      return .fail(missing(touches, attempt))
    case .settling: return .none
    case .inside: break
    }
    return life.phase == .ready ? .none : decide(touches, attempt)
  }

  /// Handles a frame in which the button is not held. Motion counts from the next press.
  private func waitForButton(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    switch life.phase {
    case .active:
      life.stop()
      deadline = .never
      return .end
    case .ready: return .fail(Failure(.buttonReleased))
    case .possible: break
    case .forfeited: life.phase = .possible
    }
    if attempt.count > attempt.most { return .fail(.tooManyFingers(attempt)) }
    life.pause()
    if attempt.count > 0 || life.wasMade { return .none }
    if life.hasTracked || attempt.peak < attempt.least { return .fail(missing(touches, attempt)) }
    return .fail(Failure(.notClicked))
  }

  @inline(__always)
  private func decide(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    let proposal = judge(touches, attempt)
    if case .ready = proposal { life.phase = .ready }
    return proposal
  }

  /// The failure by what was missing: fingers, evidence that each finger took part (recognizers.md §3.7), or distance. Without
  /// evidence, no value of a key would have been enough.
  private func missing(_ touches: Touches, _ attempt: Attempt) -> Failure {
    if attempt.peak < attempt.least { return .tooFewFingers(attempt.peak, attempt) }
    if attempt.lost(touches) != 0 { return Failure(.touchCancelled) }
    if !life.hasTracked, let early = attempt.leftEarly(at: touches.time) { return early }
    if attempt.competes, let still = stillFinger(touches, attempt) { return still }
    var failure = shortfall
    // Fingers side by side on a touchpad scroll, so their motion does not count at any value of the key.
    let isReached = failure.reason == .movedTooLittle && failure.measured >= failure.limit
    let fingers = attempt.seen & ~touches.phantom
    if isReached && needsEachFinger, let idler = life.tracker.idler(touches, fingers) {
      return .movedTooLittle(idler, attempt)
    }
    let isFlat =
      life.style.isSpin && attempt.competes && attempt.surface.isTouchpad
      && life.liesFlat(touches, attempt.seen)
    if isReached || isFlat {
      failure.measured = 0
      failure.key = nil
    }
    failure.isSideBySide = isFlat
    if failure.unit == .mm, failure.reason == .movedTooLittle, !life.style.isSpin, fingers.count > 1 {
      failure.isAroundCentre = life.tracker.stillest(touches, fingers).distance >= failure.limit
    }
    return failure
  }

  private func stillFinger(_ touches: Touches, _ attempt: Attempt) -> Failure? {
    let fingers = attempt.seen & ~touches.phantom
    if fingers.count < 2 { return nil }
    let isAnchored =
      life.style.isSpin && !life.style.allowsStillFinger && attempt.surface.isTouchpad && fingers.count == 2
    if !isAnchored && life.tracker.hasEvidence(touches, fingers) { return nil }
    let still = life.tracker.stillest(touches, fingers)
    if isAnchored && still.distance.exceeds(MotionTracker.movedDistance) { return nil }
    return Failure(
      .movedTooLittle, mm: still.distance, limit: MotionTracker.movedDistance, nil,
      touch: attempt.number(of: still.lane))
  }
}
