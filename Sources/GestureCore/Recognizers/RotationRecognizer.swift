/// recognizers.md §4.6.
package struct RotationParameters: RecognizerParameters {
  package static let type = GestureType.rotation
  package static let summary = "Fingers turn about their centre. Reports the angle; clockwise is positive."
  package static let traits = {
    var traits = GestureTraits(course: .continuous, rank: 1, fingers: .twoToFive)
    traits.isTrio = true
    traits.needsPlaces = true
    traits.worksOnSemiMT = false
    traits.failsOnlyAtLift = true
    traits.stepMeasure = .angle
    traits.needsFingersInRange = true
    return traits
  }()

  package var minArc = 3.0
  package var minAngle = 5.0 * .pi / 180
  package var direction = TurnDirection.any
  package var start = MotionStart.down
  package var release = MotionRelease.first

  package init(_ deviceClass: DeviceClass) {}

  package static let keys: [ParameterKey] = [
    .length(
      .minArc, \Self.minArc, .minimum,
      "Length of the arc at which it begins, together with min_angle: close fingers need a larger angle."),
    .angle(.minAngle, \Self.minAngle, degrees: 0...180, "Angle at which it begins, together with min_arc."),
    .choice(.direction, \Self.direction, "any, clockwise or counterclockwise."),
    .choice(
      .start, \Self.start, "Where the angle counts from: \"down\" the landing, \"start\" where it began."),
    .release(\Self.release),
  ]

  package func preempts(_ loser: any RecognizerParameters, _ rivalry: Rivalry) -> Bool {
    guard let other = loser as? RotationParameters else { return false }
    return (direction == .any || direction == other.direction) && minAngle <= other.minAngle
      && rivalry.reaches(minArc, before: other.minArc)
  }
}

/// Rotation: fingers turn about their centre (recognizers.md §4.6).
struct RotationRecognizer: MotionRecognizer {
  static let allowsPhantoms = false
  static let isSpin = true
  private let parameters: RotationParameters
  let life: UnsafeMutablePointer<MotionLife>
  var release: MotionRelease { parameters.release }
  var start: MotionStart { parameters.start }

  init(_ parameters: RotationParameters, _ attempt: Attempt, _ storage: inout ArenaStorage) {
    self.parameters = parameters
    life = storage.life(spin: .angle, .spin)
  }

  @inline(__always) mutating func report(_ event: inout GestureEvent, _ touches: Touches) {
    life.pointee.report(&event)
    life.pointee.reportRotation(&event, life.pointee.velocity(at: touches.time))
  }

  mutating func judge(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    let reached = min(
      ratio(life.pointee.tracker.arc, parameters.minArc),
      ratio(abs(life.pointee.tracker.angle), parameters.minAngle))
    if reached < 1 - ratioTolerance { return .none }
    if attempt.competes && !life.pointee.hasSpinEvidence(touches, attempt) { return .none }
    if !parameters.direction.allows(life.pointee.tracker.angle) {
      return .fail(Failure(.wrongDirection, key: .direction))
    }
    return .ready(ratio: reached)
  }

  var shortfall: Failure {
    let (arc, turn) = (life.pointee.tracker.arc, abs(life.pointee.tracker.angle))
    let (ofArc, ofAngle) = (ratio(arc, parameters.minArc), ratio(turn, parameters.minAngle))
    // Where both are missing, no value of one key is enough.
    let areBoth = max(ofArc, ofAngle) < 1 - ratioTolerance
    if ofArc <= ofAngle {
      return Failure(.movedTooLittle, mm: arc, limit: parameters.minArc, areBoth ? nil : .minArc)
    }
    return Failure(
      .movedTooLittle, measured: turn, limit: parameters.minAngle, unit: .radians,
      key: areBoth ? nil : .minAngle)
  }
}
