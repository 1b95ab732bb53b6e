/// What pan, pinch, rotation, transform and edge pan do alike: they follow the motion of the right number of fingers
/// until it suffices, and report it until the fingers leave.
protocol MotionRecognizer: Recognizer {
  /// In the arena's storage: to change a property of a struct through a protocol would cost a coroutine, two calls.
  var life: UnsafeMutablePointer<MotionLife> { get }
  var release: MotionRelease { get }
  var start: MotionStart { get }
  /// Whether fingers without a slot count.
  static var allowsPhantoms: Bool { get }
  /// Scale or angle: on touchpads a finger that keeps still makes it a scroll (§3.7).
  static var isSpin: Bool { get }
  /// Possible only while the button is held; it ends when the button is released.
  var needsButton: Bool { get }
  /// A finger that keeps still is part of it, on touchpads too.
  var allowsStillFinger: Bool { get }

  /// Before the motion of a frame is taken, while the gesture is possible.
  mutating func prepare(_ touches: Touches, _ attempt: Attempt)
  /// Whether the motion suffices: ready, not yet, or never.
  mutating func judge(_ touches: Touches, _ attempt: Attempt) -> Proposal
  /// What was missing when the fingers left.
  var shortfall: Failure { get }
}

extension MotionRecognizer {
  static var isSpin: Bool { false }
  @inline(__always) var needsButton: Bool { false }
  var allowsStillFinger: Bool { false }

  mutating func reset(afterFailure: Bool) { life.pointee.reset() }

  mutating func begin(_ touches: Touches, _ attempt: Attempt) {
    life.pointee.begin(touches, attempt, start: start)
  }

  @inline(__always) mutating func prepare(_ touches: Touches, _ attempt: Attempt) {}

  var isOver: Bool { life.pointee.isOver }
  var deadline: Timestamp {
    @inline(__always) get { life.pointee.deadline }
    @inline(__always) set { life.pointee.deadline = newValue }
  }

  @inline(__always) mutating func handleMotion(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    if life.pointee.phase == .possible && !life.pointee.isTracking {
      return handle(.frame, touches, attempt)
    }
    if !life.pointee.travel(touches, attempt.own) { return .none }
    switch life.pointee.phase {
    case .possible: return decide(touches, attempt)
    case .ready: return .none
    case .active: return .changed
    }
  }

  mutating func handle(_ stimulus: Stimulus, _ touches: Touches, _ attempt: Attempt) -> Proposal {
    if needsButton && !touches.isButtonHeld { return waitForButton(touches, attempt) }
    if life.pointee.phase == .active {
      return life.pointee.proceed(
        stimulus, touches, attempt, release: release, allowsPhantoms: Self.allowsPhantoms)
    }
    prepare(touches, attempt)
    switch life.pointee.follow(touches, attempt, allowsPhantoms: Self.allowsPhantoms) {
    case .fail(let failure): return .fail(failure)
    case .outside:
      let wasReady = life.pointee.phase == .ready
      life.pointee.phase = .possible
      if wasReady || attempt.count > 0 { return .none }
      return .fail(missing(touches, attempt))
    case .inside: break
    }
    return life.pointee.phase == .ready ? .none : decide(touches, attempt)
  }

  /// The button is not held: the motion counts from the next press.
  private mutating func waitForButton(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    switch life.pointee.phase {
    case .active:
      life.pointee.stop()
      return .end
    case .ready: return .fail(Failure(.buttonReleased))
    case .possible: break
    }
    if attempt.count > attempt.most { return .fail(.tooManyFingers(attempt)) }
    life.pointee.pause()
    if attempt.count > 0 || life.pointee.wasMade { return .none }
    if life.pointee.hasTracked || attempt.peak < attempt.least { return .fail(missing(touches, attempt)) }
    return .fail(Failure(.notClicked))
  }

  @inline(__always)
  private mutating func decide(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    let proposal = judge(touches, attempt)
    if case .ready = proposal { life.pointee.phase = .ready }
    return proposal
  }

  /// What was missing: fingers, evidence that each finger took part (recognizers.md §3.7), or distance. Without evidence
  /// no value of a key would have been enough.
  private mutating func missing(_ touches: Touches, _ attempt: Attempt) -> Failure {
    if attempt.peak < attempt.least { return .tooFewFingers(attempt.peak, attempt) }
    if attempt.lost(touches) != 0 { return Failure(.touchCancelled) }
    if attempt.competes, let still = stillFinger(touches, attempt) { return still }
    var failure = shortfall
    // Fingers side by side on a touchpad scroll: what they did counts as nothing, whatever the key is.
    let isReached = failure.reason == .movedTooLittle && failure.measured >= failure.limit
    let isFlat =
      Self.isSpin && attempt.competes && attempt.isTouchpad
      && life.pointee.liesFlat(touches, attempt.seen)
    if isReached || isFlat {
      failure.measured = 0
      failure.key = nil
    }
    return failure
  }

  private mutating func stillFinger(_ touches: Touches, _ attempt: Attempt) -> Failure? {
    let fingers = attempt.seen & ~touches.phantom
    if fingers.count < 2 { return nil }
    let isAnchored = Self.isSpin && !allowsStillFinger && attempt.isTouchpad && fingers.count == 2
    if !isAnchored && life.pointee.tracker.hasEvidence(touches, fingers) { return nil }
    let still = life.pointee.tracker.stillest(touches, fingers)
    if isAnchored && still.distance > MotionTracker.movedDistance { return nil }
    return Failure(
      .movedTooLittle, mm: still.distance, limit: MotionTracker.movedDistance, nil,
      touch: attempt.number(of: still.lane))
  }
}
