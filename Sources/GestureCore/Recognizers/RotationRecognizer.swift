/// The parameters of a rotation (recognizers.md §4.6).
package struct RotationParameters: RecognizerParameters {
  package static let type = GestureType.rotation
  package static let sign: Unicode.Scalar = "↻"
  package static let summary =
    "Fingers turn around their centre. The rotation reports the angle, which is positive when clockwise."
  package static let traits = {
    var traits = GestureTraits(course: .continuous, rank: 1, fingers: .twoToFive)
    traits.isTrio = true
    traits.needsPlaces = true
    traits.worksOnSemiMT = false
    traits.stepMeasure = .angle
    traits.needsFingersInRange = true
    traits.beginsAgain = true
    traits.readingRank = 9
    traits.variant = .turn
    traits.deciding = .arc
    return traits
  }()

  package var minArc = 3.0
  package var minAngle = 5.0 * .pi / 180
  package var direction = TurnDirection.any
  /// Whether one finger may keep still while the other turns about it.
  package var anchored: Bool
  package var start = MotionStart.down
  package var release: MotionRelease
  package var settle = LateFinger.usualPatience
  package var maxSeparation = Double.infinity

  package static let ownMeasures = MeasureCondition.Measure.ofRotation

  package init(_ deviceClass: DeviceClass) {
    anchored = deviceClass == .touchscreen
    release = .usual(deviceClass)
  }

  package static let keys = table([
    .length(
      .minArc, { $1(&$0.minArc) }, .minimum,
      "Length of the arc at which it begins, together with min_angle. Fingers close together need a larger "
        + "angle."),
    .angle(
      .minAngle, { $1(&$0.minAngle) }, degrees: 0...180, "Angle at which it begins, together with min_arc."),
    .choice(.direction, { $1(&$0.direction) }, "any, clockwise or counterclockwise."),
    .flag(
      .anchored, { $1(&$0.anchored) },
      "Whether one of two fingers may keep still while the other turns around it. `location` is then the still finger. "
        + "If false, touchpads treat this motion as scrolling."),
    .choice(
      .start, { $1(&$0.start) },
      "Where the angle starts: \"down\" is at the landing, \"start\" is where the gesture began."),
    .release({ $1(&$0.release) }),
    .settle({ $1(&$0.settle) }),
    .separation({ $1(&$0.maxSeparation) }),
  ])
}

/// Rotation: fingers turn about their centre (recognizers.md §4.6).
final class RotationRecognizer: MotionRecognizer, RecognizerMaking {
  typealias Parameters = RotationParameters
  private let parameters: RotationParameters
  /// The turn about a still finger, as of the last judgement, and the time since when it lasts (µs).
  private var turn: AnchoredTurn?
  private var turnsSince = Timestamp.never
  /// The position of the still finger in the last frame with the right number of fingers; nil if it moves.
  private var pivot: Point?

  init(_ parameters: RotationParameters, _ attempt: Attempt) {
    self.parameters = parameters
    attempt.waitForLateFingers(parameters.settle)
    let style = MotionStyle(
      release: parameters.release, start: parameters.start, isSpin: true,
      allowsStillFinger: parameters.anchored, maxSeparation: parameters.maxSeparation)
    super.init(MotionLife(spin: .angle, .spin, style))
  }

  override var needsRest: Bool { parameters.anchored }

  override func report(_ event: inout GestureEvent, _ touches: Touches, velocity: Bool) {
    super.report(&event, touches, velocity: velocity)
    if let pivot { event.location = pivot }
  }

  override func handle(_ stimulus: Stimulus, _ touches: Touches, _ attempt: Attempt) -> Proposal {
    let proposal = super.handle(stimulus, touches, attempt)
    // At a lift, `pivot` keeps its value from before (§1.5).
    if attempt.count >= attempt.least && attempt.count <= attempt.most {
      pivot = turn.flatMap { $0.pivotPoint(touches, attempt, life.tracker) }
    }
    return proposal
  }

  override func reset(afterFailure: Bool) {
    life.reset()
    turn = nil
    turnsSince = .never
    pivot = nil
  }

  override func judge(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    follow(touches, attempt)
    let isAnchored = isAnchored(at: touches.time)
    let reached = min(
      ratio(arc(isAnchored), parameters.minArc),
      ratio(abs(life.tracker.angle), parameters.minAngle))
    if reached < 1 - ratioTolerance { return .none }
    if attempt.competes && !hasEvidence(touches, attempt, isAnchored) { return .none }
    if !parameters.direction.allows(life.tracker.angle) {
      return .fail(.wrongWay(life.tracker.angle < 0 ? .counterclockwise : .clockwise))
    }
    return .ready(ratio: reached)
  }

  private func follow(_ touches: Touches, _ attempt: Attempt) {
    turn = parameters.anchored ? AnchoredTurn(touches, attempt, life.tracker) : nil
    if turn == nil { turnsSince = .never } else { turnsSince = min(turnsSince, touches.time) }
  }

  /// Whether one finger has kept still for so long that the other has had time to move as well.
  private func isAnchored(at time: Timestamp) -> Bool {
    turn != nil && time - turnsSince >= AnchoredTurn.patience
  }

  /// The arc in mm: of the turning finger, or of both about their centre.
  private func arc(_ isAnchored: Bool) -> Double { life.tracker.arc * (isAnchored ? 2 : 1) }

  private func hasEvidence(_ touches: Touches, _ attempt: Attempt, _ isAnchored: Bool) -> Bool {
    if turn == nil { return life.hasSpinEvidence(touches, attempt) }
    // Fingers side by side on a touchpad scroll, even if only one of them moves.
    return isAnchored && life.tracker.hasEvidence(touches, attempt.own)
      && !(attempt.surface.isTouchpad && life.liesFlat(touches, attempt.own))
  }

  override func explainsMotion(_ touches: Touches, _ attempt: Attempt) -> Bool {
    if attempt.lifted(touches) != 0 { return turn != nil }
    return parameters.anchored && life.isTracking && AnchoredTurn(touches, attempt, life.tracker) != nil
  }

  override var shortfall: Failure {
    let (arc, turn) = (arc(false), abs(life.tracker.angle))
    let (ofArc, ofAngle) = (ratio(arc, parameters.minArc), ratio(turn, parameters.minAngle))
    // If both are too small, no value of a single key would be enough.
    let areBoth = max(ofArc, ofAngle) < 1 - ratioTolerance
    if ofArc <= ofAngle {
      return Failure(.movedTooLittle, mm: arc, limit: parameters.minArc, areBoth ? nil : .minArc)
    }
    return Failure(
      .movedTooLittle, measured: turn, limit: parameters.minAngle, unit: .radians,
      key: areBoth ? nil : .minAngle)
  }
}

/// A turn of two fingers in which one keeps still and the other turns about it.
private struct AnchoredTurn {
  /// How long a finger must keep still, µs. Even the fingers of a drag do not all start in the same frame (D).
  static let patience: Timestamp = 60_000
  /// The still finger may drift by 1 mm, or by this fraction of the other's path.
  private static let drift = 0.25

  let pivot: Int
  private let other: Int

  /// Finds such a turn in the motion so far; nil if both fingers move, neither moves, or they pinch more than they turn.
  init?(_ touches: Touches, _ attempt: Attempt, _ tracker: borrowing MotionTracker) {
    let fingers = attempt.own & ~touches.phantom
    guard fingers.count == 2 else { return nil }
    let (first, second) = (fingers.firstLane, (fingers & (fingers &- 1)).firstLane)
    let isFirst = Self.square(first, touches, tracker) < Self.square(second, touches, tracker)
    (pivot, other) = isFirst ? (first, second) : (second, first)
    guard isAnchored(touches, tracker) else { return nil }
    let before = tracker.references[first].distance(to: tracker.references[second])
    let spread = abs(touches.position(first).distance(to: touches.position(second)) - before)
    if !(2 * tracker.arc).reaches(spread) { return nil }
  }

  /// The still finger's position; nil if it moves, or if the fingers are not the same as before.
  func pivotPoint(_ touches: Touches, _ attempt: Attempt, _ tracker: borrowing MotionTracker) -> Point? {
    if attempt.own != .lane(pivot) | .lane(other) || !isAnchored(touches, tracker) { return nil }
    return touches.position(pivot)
  }

  private func isAnchored(_ touches: Touches, _ tracker: borrowing MotionTracker) -> Bool {
    let moved = MotionTracker.movedDistance * MotionTracker.movedDistance
    let distance = Self.square(other, touches, tracker)
    return distance.reaches(moved)
      && !Self.square(pivot, touches, tracker).exceeds(max(moved, Self.drift * Self.drift * distance))
  }

  /// The square of a finger's path, which avoids a root in every frame until the rotation is decided.
  private static func square(_ lane: Int, _ touches: Touches, _ tracker: borrowing MotionTracker) -> Double {
    let travel = touches.position(lane) - tracker.references[lane]
    return travel.x * travel.x + travel.y * travel.y
  }
}
