/// Rotation: fingers turn about their centre (recognizers.md §4.6).
struct RotationRecognizer: Recognizer {
  private let parameters: RotationParameters
  var life: MotionLife
  private var isReady = false
  private var isActive = false

  init(_ parameters: RotationParameters, _ storage: inout ArenaStorage) {
    self.parameters = parameters
    life = MotionLife(&storage, .spin)
  }

  mutating func reset(afterFailure: Bool) {
    life.reset()
    isReady = false
    isActive = false
  }

  mutating func begin(_ touches: Touches, _ attempt: inout Attempt) {
    isActive = true
    life.begin(touches, &attempt, start: parameters.start)
  }

  func report(_ event: inout GestureEvent, _ touches: Touches, _ attempt: Attempt) {
    life.report(&event)
    life.reportRotation(&event, life.velocity(at: touches.time))
  }

  mutating func handle(_ stimulus: Stimulus, _ touches: Touches, _ attempt: inout Attempt) -> Proposal {
    if isActive {
      return life.proceed(stimulus, touches, &attempt, release: parameters.release, allowsPhantoms: false)
    }
    switch life.follow(touches, attempt, allowsPhantoms: false) {
    case .fail(let failure): return .fail(failure)
    case .outside:
      defer { isReady = false }
      return isReady || attempt.count > 0 ? .none : unfinished(attempt)
    case .inside: break
    }
    if isReady { return .none }
    let reached = min(
      ratio(life.tracker.arc, parameters.minArc), ratio(abs(life.tracker.angle), parameters.minAngle))
    if reached < 1 - ratioTolerance { return .none }
    if attempt.competes && !life.hasSpinEvidence(touches, attempt) { return .none }
    let turn = life.tracker.angle
    switch parameters.direction {
    case .any: break
    case .clockwise: if turn < 0 { return .fail(Failure(.wrongDirection, parameter: .direction)) }
    case .counterclockwise: if turn > 0 { return .fail(Failure(.wrongDirection, parameter: .direction)) }
    }
    isReady = true
    return .ready(ratio: reached)
  }

  private func unfinished(_ attempt: Attempt) -> Proposal {
    if attempt.peak < attempt.least { return .none }
    let tracker = life.tracker
    if ratio(tracker.arc, parameters.minArc) <= ratio(abs(tracker.angle), parameters.minAngle) {
      return .fail(
        Failure(
          .movedTooLittle, measured: tracker.arc, limit: parameters.minArc, unit: .mm, parameter: .minArc))
    }
    return .fail(
      Failure(
        .movedTooLittle, measured: abs(tracker.angle), limit: parameters.minAngle, unit: .radians,
        parameter: .minAngle))
  }
}
