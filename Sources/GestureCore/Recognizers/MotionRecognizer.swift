/// What pan, pinch, rotation, transform and edge pan do alike: they follow the motion of the right number of fingers
/// until it suffices, and go on with it until the fingers leave.
protocol MotionRecognizer: Recognizer {
  var life: MotionLife { get set }
  var release: MotionRelease { get }
  var start: MotionStart { get }
  /// Whether fingers without a slot count.
  static var allowsPhantoms: Bool { get }

  /// Before the motion of a frame is taken, while the gesture is possible.
  mutating func prepare(_ touches: Touches, _ attempt: inout Attempt)
  /// Whether the motion suffices: ready, not yet, or never.
  mutating func judge(_ touches: Touches, _ attempt: inout Attempt) -> Proposal
  /// What was missing when the fingers left.
  var shortfall: Failure { get }
}

extension MotionRecognizer {
  mutating func reset(afterFailure: Bool) { life.reset() }

  mutating func begin(_ touches: Touches, _ attempt: inout Attempt) {
    life.begin(touches, &attempt, start: start)
  }

  @inline(__always) mutating func prepare(_ touches: Touches, _ attempt: inout Attempt) {}

  @inline(__always) var isUnderWay: Bool { life.phase == .active }

  @inline(__always) mutating func touchesMoved(_ touches: Touches, _ own: TouchSet) -> Bool {
    assert(life.suspension == .none)
    return life.travel(touches, own)
  }

  @inline(__always)
  mutating func approach(_ touches: Touches, _ attempt: inout Attempt) -> Proposal {
    if !life.isTracking { return handle(.frame, touches, &attempt) }
    let moved = life.travel(touches, attempt.own)
    return life.phase == .ready || !moved ? .none : decide(touches, &attempt)
  }

  mutating func handle(_ stimulus: Stimulus, _ touches: Touches, _ attempt: inout Attempt) -> Proposal {
    if life.phase == .active {
      return life.proceed(stimulus, touches, &attempt, release: release, allowsPhantoms: Self.allowsPhantoms)
    }
    prepare(touches, &attempt)
    switch life.follow(touches, &attempt, allowsPhantoms: Self.allowsPhantoms) {
    case .fail(let failure): return .fail(failure)
    case .outside:
      let wasReady = life.phase == .ready
      life.phase = .possible
      return wasReady || attempt.count > 0 || attempt.peak < attempt.least
        ? .none : .fail(missing(touches, attempt))
    case .inside: break
    }
    return life.phase == .ready ? .none : decide(touches, &attempt)
  }

  @inline(__always)
  private mutating func decide(_ touches: Touches, _ attempt: inout Attempt) -> Proposal {
    let proposal = judge(touches, &attempt)
    if case .ready = proposal { life.phase = .ready }
    return proposal
  }

  /// What was missing: way, or a sign that each finger took part (recognizers.md §3.7).
  private func missing(_ touches: Touches, _ attempt: Attempt) -> Failure {
    var failure = shortfall
    if failure.measured < failure.limit { return failure }
    let still = life.tracker.stillest(touches, attempt.seen & ~touches.phantom)
    if still.distance <= MotionTracker.movedDistance {
      return Failure(
        .movedTooLittle, measured: still.distance, limit: MotionTracker.movedDistance, unit: .mm,
        touch: attempt.number(of: still.lane))
    }
    // Fingers side by side on a touchpad: what they did counts as nothing.
    failure.measured = 0
    return failure
  }
}
