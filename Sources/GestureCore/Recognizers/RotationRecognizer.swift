/// Rotation: fingers turn about their centre (recognizers.md §4.6).
struct RotationRecognizer: MotionRecognizer {
  static let allowsPhantoms = false
  private let parameters: RotationParameters
  var life: MotionLife
  var release: MotionRelease { parameters.release }
  var start: MotionStart { parameters.start }

  init(_ parameters: RotationParameters, _ storage: inout ArenaStorage) {
    self.parameters = parameters
    life = MotionLife(&storage, spin: .angle, .spin)
  }

  @inline(__always) mutating func report(_ event: inout GestureEvent, _ touches: Touches) {
    life.report(&event)
    life.reportRotation(&event, life.velocity(at: touches.time))
  }

  mutating func judge(_ touches: Touches, _ attempt: inout Attempt) -> Proposal {
    let reached = min(
      ratio(life.tracker.arc, parameters.minArc), ratio(abs(life.tracker.angle), parameters.minAngle))
    if reached < 1 - ratioTolerance { return .none }
    if attempt.competes && !life.hasSpinEvidence(touches, &attempt) { return .none }
    let turn = life.tracker.angle
    switch parameters.direction {
    case .any: break
    case .clockwise: if turn < 0 { return .fail(Failure(.wrongDirection, parameter: .direction)) }
    case .counterclockwise: if turn > 0 { return .fail(Failure(.wrongDirection, parameter: .direction)) }
    }
    return .ready(ratio: reached)
  }

  var shortfall: Failure {
    let (arc, turn) = (life.tracker.arc, abs(life.tracker.angle))
    if ratio(arc, parameters.minArc) <= ratio(turn, parameters.minAngle) {
      return Failure(
        .movedTooLittle, measured: arc, limit: parameters.minArc, unit: .mm, parameter: .minArc)
    }
    return Failure(
      .movedTooLittle, measured: turn, limit: parameters.minAngle, unit: .radians, parameter: .minAngle)
  }
}
