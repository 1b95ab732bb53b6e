package enum SwipeFire: String, Sendable, CaseIterable { case threshold, release }

/// The parameters of a swipe (recognizers.md §4.4); speeds in mm/s, angles in radians.
package struct SwipeParameters: RecognizerParameters {
  package static let type = GestureType.swipe
  package static let sign: Unicode.Scalar = "✥"
  package static let summary =
    "The fingers move quickly in one direction. The swipe is recognized before they lift."
  package static let traits = {
    var traits = GestureTraits(course: .discrete, rank: 3, fingers: .oneOrRange)
    traits.hasDesktopRivals = true
    traits.goesBeforeMotion = true
    traits.needsFingersInRange = true
    traits.isPointerMotion = true
    traits.readingRank = 10
    traits.variant = .heading
    traits.deciding = .travel
    return traits
  }()

  package var directions = DirectionSet.right
  package var minDistanceSlow = 8.0
  package var minDistanceFast = 12.0
  package var angleSlow = 20.0 * .pi / 180
  package var angleFast = 35.0 * .pi / 180
  package var slowSpeed = 50.0
  package var fastSpeed = 250.0
  package var maxDuration: Timestamp = 500_000
  package var minVelocity = 16.0
  package var decisionTime: Timestamp = 150_000
  /// The half width of the corridor around each finger's path, mm; infinity for none.
  package var maxDeviation = Double.infinity
  package var fireOn = SwipeFire.threshold
  package var buttonHeld = false
  package var settle = LateFinger.usualPatience
  package var maxSeparation = Double.infinity

  package init(_ deviceClass: DeviceClass) {}

  package static let ownMeasures = MeasureCondition.Measure.ofTranslation + [.direction]

  package static let keys = table([
    .directions(
      .direction, { $1(&$0.directions) }, words: DirectionSet.swipeWords,
      "One or more of left, right, up, down, up-left, up-right, down-left, down-right. `angle` decides how far a "
        + "motion may be off its direction. If a swipe with the same fingers is diagonal, this limit is at most "
        + "22.5° for all of them."),
    .lengths(
      .minDistance, slow: { $1(&$0.minDistanceSlow) }, fast: { $1(&$0.minDistanceFast) },
      "Distance at which it is recognized, for a slow (UIKit's 50 pt) and a fast swipe. A fast swipe is less precise "
        + "and needs a longer distance."),
    // A motion more than 45° off a direction fails at any value of the key (§4.4).
    .angles(
      .angle, slow: { $1(&$0.angleSlow) }, fast: { $1(&$0.angleFast) }, degrees: 0...45,
      "Largest angle to the direction, for a slow and a fast swipe."),
    .speed(.slowSpeed, { $1(&$0.slowSpeed) }, "The speed that counts as slow."),
    .speed(.fastSpeed, { $1(&$0.fastSpeed) }, "The speed that counts as fast."),
    .duration(
      .maxDuration, { $1(&$0.maxDuration) }, .maximum,
      "Longest time from the start of the motion. Rest before it does not count."),
    .speed(.minVelocity, { $1(&$0.minVelocity) }, "Lowest speed. The default is the speed of 8 mm in 0.5 s."),
    .duration(
      .decisionTime, { $1(&$0.decisionTime) }, .maximum,
      "The swipe fails this long after the start of the motion if the fingers have hardly moved, so that a waiting pan "
        + "can begin."
    ),
    .length(
      .maxDeviation, { $1(&$0.maxDeviation) }, .tolerance,
      "Farthest distance of a finger from its straight path."),
    .choice(
      .fireOn, { $1(&$0.fireOn) },
      "\"threshold\" recognizes the swipe when the distance is reached. \"release\" recognizes it at the lift, by the "
        + "speed at that moment. With `min_velocity = 0`, the distance from the landing to the lift decides, even if "
        + "the fingers stopped."
    ),
    .settle({ $1(&$0.settle) }),
    .separation({ $1(&$0.maxSeparation) }),
    .flag(
      .buttonHeld, { $1(&$0.buttonHeld) },
      "Click and move: the gesture begins after the touchpad's button is pressed, and lasts only while it is held. "
        + "This is UIKit's buttonMaskRequired."),
  ])

  package var facts: ParameterFacts {
    ParameterFacts(readsButtons: buttonHeld, needsButtonHeld: buttonHeld, longestWait: maxDuration)
  }

  package func implicitlyWaits(for other: AnyParameters, _ fingers: FingerRelation) -> Bool {
    fingers.overlaps
      && (other.type == .edgePan
        || other.type == .swipe && !buttonHeld && other.facts.needsButtonHeld)
  }

  package var contradictions: [Contradiction] {
    if slowSpeed < fastSpeed { return [] }
    return [
      Contradiction(
        keys: [.slowSpeed, .fastSpeed], message: "`slow_speed` must be less than `fast_speed`")
    ]
  }
}

extension RecognizerDefinition {
  /// The swipes among the gesture and its steps.
  private var swipes: [(fingers: ClosedRange<Int>, parameters: SwipeParameters)] {
    let own = parameters.as(SwipeParameters.self).map { [(fingers: fingers, parameters: $0)] } ?? []
    return own + parameters.steps.flatMap { $0.swipes }
  }

  /// The finger counts with which the gesture, or a step, is a diagonal swipe.
  package var diagonalFingers: [ClosedRange<Int>] {
    swipes.filter { !$0.parameters.directions.isDisjoint(with: .diagonals) }.map { $0.fingers }
  }
  /// The finger counts with which the gesture, or a step, is a swipe.
  package var swipeFingers: [ClosedRange<Int>] { swipes.map { $0.fingers } }
}
