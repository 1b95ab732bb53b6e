package enum PanAxis: String, Sendable, CaseIterable {
  case any, horizontal, vertical

  /// Whether one of the directions lies on the axis.
  package func allows(_ directions: DirectionSet) -> Bool {
    switch self {
    case .any: true
    case .horizontal: !directions.isDisjoint(with: [.left, .right])
    case .vertical: !directions.isDisjoint(with: [.up, .down])
    }
  }
}

/// The parameters of a pan (recognizers.md §4.3).
package struct PanParameters: RecognizerParameters {
  package static let type = GestureType.pan
  package static let sign: Unicode.Scalar = "✥"
  package static let summary = "Fingers move together. The pan reports translation and velocity."
  package static let traits = {
    var traits = GestureTraits(course: .continuous, rank: 1, fingers: .any)
    traits.isTrio = true
    traits.hasDesktopRivals = true
    traits.stepMeasure = .length
    traits.needsFingersInRange = true
    traits.beginsAgain = true
    traits.isPointerMotion = true
    traits.readingRank = 12
    traits.variant = .axis
    traits.deciding = .travel
    traits.slackKey = .minDistance
    return traits
  }()

  package var minDistance: Double
  package var axis = PanAxis.any
  /// The accepted directions. The pan fails if the motion starts in another one.
  package var directions = DirectionSet.all
  package var buttonHeld = false
  package var start = MotionStart.down
  package var release: MotionRelease
  /// How long the pan continues after a lift, µs; 0 if the lift ends it.
  package var dragLock: Timestamp = 0
  /// The speed at which the pan goes on while a finger stays at the border, mm/s; 0 if it does not.
  package var edgeSpeed = 0.0
  package var settle = LateFinger.usualPatience
  package var maxSeparation = Double.infinity

  package init(_ deviceClass: DeviceClass) {
    release = .usual(deviceClass)
    switch deviceClass {
    case .touchscreen: minDistance = 1.6  // 10 pt
    case .touchpad: minDistance = 1.5  // libinput
    }
  }

  package static let ownMeasures = MeasureCondition.Measure.ofTranslation

  package static let keys = table([
    .length(
      .minDistance, { $1(&$0.minDistance) }, .minimum,
      "Distance at which it begins: UIKit's 10 pt on touchscreens, libinput's value on touchpads. Each "
        + "finger above two adds 0.5 mm."),
    .choice(.axis, { $1(&$0.axis) }, "any, horizontal or vertical."),
    .directions(
      .direction, { $1(&$0.directions) },
      "One or more of left, right, up, down. It fails if motion starts in another direction."),
    .choice(
      .start, { $1(&$0.start) },
      "Where the translation starts: \"down\" is at the landing, \"start\" is where the gesture began."),
    .release({ $1(&$0.release) }),
    .dragLock({ $1(&$0.dragLock) }, "pan"),
    .edgeSpeed({ $1(&$0.edgeSpeed) }, "pan"),
    .settle({ $1(&$0.settle) }),
    .separation({ $1(&$0.maxSeparation) }),
    .flag(
      .buttonHeld, { $1(&$0.buttonHeld) },
      "Click and move: the gesture begins after the touchpad's button is pressed, and lasts only while it is held. "
        + "This is UIKit's buttonMaskRequired."),
  ])

  package var facts: ParameterFacts {
    ParameterFacts(readsButtons: buttonHeld, needsButtonHeld: buttonHeld)
  }

  package func implicitlyWaits(for other: AnyParameters, _ fingers: FingerRelation) -> Bool {
    fingers.overlaps
      && (other.traits.goesBeforeMotion || other.type == .pan && !buttonHeld && other.facts.needsButtonHeld)
  }

  package var contradictions: [Contradiction] {
    var found: [Contradiction] = []
    if !axis.allows(directions) {
      found.append(
        Contradiction(
          keys: [.direction],
          message: "`direction` has none of the \(axis.rawValue) axis: this pan can never begin"))
    }
    if buttonHeld && dragLock != 0 {
      found.append(
        Contradiction(keys: [.dragLock], message: "`drag_lock` and `button_held` exclude each other"))
    }
    return found
  }
}

/// Pan: fingers travel together (recognizers.md §4.3).
final class PanRecognizer: MotionRecognizer, RecognizerMaking {
  typealias Parameters = PanParameters
  /// How far a motion that is neither along nor across the axis may go before it is decided, as a multiple of the distance.
  private static let axisPatience = 1.5
  private let parameters: PanParameters

  init(_ parameters: PanParameters, _ attempt: Attempt) {
    self.parameters = parameters
    attempt.waitForLateFingers(parameters.settle)
    let style = MotionStyle(
      release: parameters.release, start: parameters.start, allowsPhantoms: true,
      needsButton: parameters.buttonHeld, dragLock: parameters.dragLock,
      edgeSpeed: parameters.edgeSpeed, maxSeparation: parameters.maxSeparation)
    super.init(MotionLife(.translation, style))
  }

  private func threshold(_ count: Int) -> Double { withSlack(parameters.minDistance, count) }

  override var shortfall: Failure {
    let distance = life.tracker.distance
    let limit = threshold(life.fingers.count)
    if !distance.reaches(limit) {
      // The tolerance for many fingers is added to the key, so a distance within it is not the key's.
      let isByKey = distance > fingerSlack(life.fingers.count) || limit == parameters.minDistance
      return Failure(.movedTooLittle, mm: distance, limit: limit, isByKey ? .minDistance : nil)
    }
    // The distance suffices. Either the motion is neither clearly along the axis nor across it, or some fingers take no part,
    // which has its own message.
    let travel = life.tracker.translation
    switch parameters.axis {
    case .any: return Failure(.movedTooLittle, mm: distance, limit: limit, .minDistance)
    case .horizontal: return Failure(.wrongDirection, mm: abs(travel.y), limit: abs(travel.x), .axis)
    case .vertical: return Failure(.wrongDirection, mm: abs(travel.x), limit: abs(travel.y), .axis)
    }
  }

  override func leeway(_ touches: Touches, _ attempt: Attempt) -> Double {
    life.isTracking ? threshold(attempt.count) - life.tracker.distance : 0
  }

  override var needsEachFinger: Bool { true }
  override func judge(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    let travel = life.tracker.translation
    let limit = threshold(attempt.count)
    let enough = limit * (1 - ratioTolerance)
    if travel.x * travel.x + travel.y * travel.y < enough * enough { return .none }
    let reached = ratio(travel.length, limit)
    if attempt.competes && attempt.count >= 2
      && !life.tracker.hasEvidence(touches, attempt.own)
    {
      return .none
    }
    switch parameters.axis {
    case .any: break
    case .horizontal:
      if let verdict = offAxis(abs(travel.x), abs(travel.y), reached) { return verdict }
    case .vertical:
      if let verdict = offAxis(abs(travel.y), abs(travel.x), reached) { return verdict }
    }
    if !parameters.directions.contains(DirectionSet(Direction(of: travel))) && limit > 0 {
      return .fail(.wrongWay(Direction(of: travel)))
    }
    if attempt.count >= 3 && life.tracker.idler(touches, attempt.own) != nil { return .none }
    return .ready(ratio: reached)
  }

  /// Applies GtkGesturePan's factor 2: the motion is clearly along the axis, clearly across it, or undecided until half the
  /// distance more.
  private func offAxis(_ along: Double, _ across: Double, _ reached: Double) -> Proposal? {
    let failure = Failure(.wrongDirection, mm: across, limit: along, .axis)
    if across.exceeds(2 * along) { return .fail(failure) }
    if along.reaches(2 * across) { return nil }
    if !reached.reaches(Self.axisPatience) { return Proposal.none }
    let isHorizontal = Direction(of: life.tracker.translation).unit.y == 0
    return isHorizontal == (parameters.axis == .horizontal) ? nil : .fail(failure)
  }
}
