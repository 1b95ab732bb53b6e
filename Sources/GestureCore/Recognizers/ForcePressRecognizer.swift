/// The parameters of a force press: fingers press with a force, on a device that measures it.
package struct ForcePressParameters: RecognizerParameters {
  package static let type = GestureType.forcePress
  package static let sign: Unicode.Scalar = "◉"
  package static let summary =
    "Fingers press with a force, on a touchpad that reports it. It begins at the first stage, changes with the stage, and ends "
    + "when the force falls below 90 % of the first or the number of fingers changes."
  package static let traits = {
    var traits = GestureTraits(course: .continuous, rank: 5, fingers: .exact)
    traits.repeats = true
    traits.needsFingersInRange = true
    traits.needsPlaces = true
    traits.readingRank = 2
    return traits
  }()

  /// The default is above the 200 g at which haptic touchpads click in the kernel's patches (hid-haptic, 2021), so that an
  /// ordinary click is not a force press.
  package var force = ForceStages(.grams, 250)

  package static let ownMeasures = [MeasureCondition.Measure.force, .pressure, .forceStage]

  package init(_ deviceClass: DeviceClass) {}

  package static let keys = table([
    .forces(
      .force, { $1(&$0.force) },
      "Force of all fingers together at which it begins, in grams or newtons (\"2.5N\"). A list of two has two stages: "
        + "[\"250g\", \"500g\"]. If the kernel gives no unit of force, write a fraction of the axis range: \"60%\"."
    )
  ])

  package var facts: ParameterFacts { ParameterFacts(forceUnit: force.unit, readsForce: true) }

  package var contradictions: [Contradiction] {
    guard let second = force.second, second <= force.first else { return [] }
    return [
      Contradiction(keys: [.force], message: "the second stage of `force` must be more than the first")
    ]
  }
}

/// Force press: exactly `fingers` touches press with the force of the first or second stage.
final class ForcePressRecognizer: Recognizer, RecognizerMaking {
  typealias Parameters = ForcePressParameters
  /// A stage ends below this fraction of its force, so that a force that trembles at the limit changes the stage only once. The
  /// kernel's patches for haptic touchpads use 180 g of 200 g (hid-haptic, 2021).
  static let releasePart = 0.9

  private let parameters: ForcePressParameters
  private var isPressed = false
  /// The current or last stage; 0 before the first press.
  private var stage: UInt8 = 0
  /// Whether the force was below the first stage since fingers came or went, so that a new press counts.
  private var isArmed = true
  private var force = Force.none
  /// The largest force in this attempt with the right number of fingers.
  private var most = 0.0
  private var location = Point.zero

  init(_ parameters: ForcePressParameters, _ attempt: Attempt) {
    self.parameters = parameters
  }

  override func reset(afterFailure: Bool) {
    isPressed = false
    isArmed = true
    most = 0
  }

  override func begin(_ touches: Touches, _ attempt: Attempt) {
    isPressed = true
    stage = reachesSecond ? 2 : 1
    // If the fingers let go, or their number changed, while the press waited for another gesture, it ends at once.
    if !holds || attempt.count != attempt.least { deadline = touches.time }
  }

  override func report(_ event: inout GestureEvent, _ touches: Touches, velocity: Bool) {
    event.location = location
    event.force = force.grams
    event.pressure = force.share
    event.forceStage = stage
  }

  override func handle(_ stimulus: Stimulus, _ touches: Touches, _ attempt: Attempt) -> Proposal {
    if isPressed && attempt.lost(touches) != 0 { return .cancel(Failure(.touchCancelled)) }
    if attempt.count != attempt.least || attempt.own & touches.phantom != 0 { return lose(touches, attempt) }
    if stimulus == .deadline { return follow() }
    let force = touches.force(of: attempt.own)
    if !isPressed && !force.measured(in: parameters.force.unit).reaches(leastToHold) { isArmed = true }
    // The forces of a frame come after its touches.
    if !touches.hasForces { return .none }
    self.force = force
    location = touches.centroid(of: attempt.own) ?? location
    return isPressed ? follow() : judge()
  }

  private var leastToHold: Double { parameters.force.first * Self.releasePart }
  private var measured: Double { force.measured(in: parameters.force.unit) }
  /// Whether the force is enough for a press that has begun.
  private var holds: Bool { measured.reaches(leastToHold) }
  private var reachesSecond: Bool { parameters.force.second.map { measured.reaches($0) } ?? false }

  /// Handles a number of fingers that does not match.
  private func lose(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    // A force that remains when fingers leave is not a new press. After a landing it is one.
    isArmed = attempt.count < attempt.least
    if isPressed { return release() }
    // The press was made, or it is pending and the arena withdraws it.
    if attempt.count > 0 || most.reaches(parameters.force.first) { return .none }
    return .fail(attempt.lost(touches) != 0 ? Failure(.touchCancelled) : missing(attempt))
  }

  private func release() -> Proposal {
    isPressed = false
    return .end
  }

  private func judge() -> Proposal {
    if !isArmed { return .none }
    most = max(most, measured)
    guard measured.reaches(parameters.force.first) else { return .none }
    // A `where` reads the stage before the press begins.
    stage = reachesSecond ? 2 : 1
    return .ready()
  }

  private func follow() -> Proposal {
    if !holds { return release() }
    guard let second = parameters.force.second else { return .none }
    let next: UInt8 = measured.reaches(stage == 2 ? second * Self.releasePart : second) ? 2 : 1
    if next == stage { return .none }
    stage = next
    return .changed
  }

  /// The failure at the last lift, if the press never began.
  private func missing(_ attempt: Attempt) -> Failure {
    if attempt.peak < attempt.least { return .tooFewFingers(attempt.peak, attempt) }
    if most == 0 && attempt.peak > attempt.most {
      return Failure(
        .tooManyFingers, measured: Double(attempt.peak), limit: Double(attempt.most), unit: .fingers,
        key: .fingers)
    }
    return Failure(
      .tooLittleForce, measured: most, limit: parameters.force.first,
      unit: parameters.force.unit == .grams ? .grams : .ratio, key: .force)
  }
}
