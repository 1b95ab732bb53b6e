/// The parameters of a transform (recognizers.md §4.10).
package struct TransformParameters: RecognizerParameters {
  package static let type = GestureType.transform
  package static let sign: Unicode.Scalar = "✥"
  package static let summary =
    "Pan, pinch and rotation in one, with any number of fingers, for maps and pictures."
  package static let traits = {
    var traits = GestureTraits(course: .continuous, rank: 2, fingers: .any)
    traits.needsPlaces = true
    traits.worksOnSemiMT = false
    traits.hasDesktopRivals = true
    traits.needsFingersInRange = true
    traits.beginsAgain = true
    traits.readingRank = 14
    traits.deciding = .travel
    return traits
  }()

  package var minDistance = 1.6
  package var minSpread = 1.5
  /// The least change of the scale, |scale − 1|. If set, it replaces `minSpread`.
  package var minRelativeSpread: Double?
  package var minArc = 3.0
  package var release: MotionRelease
  package var settle = LateFinger.usualPatience

  package init(_ deviceClass: DeviceClass) { release = .usual(deviceClass) }

  package static let ownMeasures =
    MeasureCondition.Measure.ofTranslation + MeasureCondition.Measure.ofScale
    + MeasureCondition.Measure.ofRotation

  package static let keys = table([
    .length(
      .minDistance, { $1(&$0.minDistance) }, .minimum,
      "Distance at which it begins, unless min_spread or min_arc is reached first."),
    .spread(
      .minSpread, absolute: { $1(&$0.minSpread) }, relative: { $1(&$0.minRelativeSpread) },
      "Change of the mean distance from the centre, or of the scale, at which it begins."),
    .length(.minArc, { $1(&$0.minArc) }, .minimum, "Length of the arc at which it begins."),
    .release({ $1(&$0.release) }),
    .settle({ $1(&$0.settle) }),
  ])

  package func implicitlyWaits(for other: AnyParameters, _ fingers: FingerRelation) -> Bool {
    fingers.overlaps && (other.traits.goesBeforeMotion || other.facts.needsButtonHeld)
  }
}

/// Transform: pan, pinch and rotation in one, without competition between them (recognizers.md §4.10).
final class TransformRecognizer: MotionRecognizer, RecognizerMaking {
  typealias Parameters = TransformParameters
  private let parameters: TransformParameters

  init(_ parameters: TransformParameters, _ attempt: Attempt) {
    self.parameters = parameters
    attempt.waitForLateFingers(parameters.settle)
    let style = MotionStyle(release: parameters.release)
    super.init(MotionLife(spin: [.scale, .angle], [.translation, .spin], style))
  }

  override func judge(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    let spread =
      parameters.minRelativeSpread.map { ratio(abs(life.tracker.scale - 1), $0) }
      ?? ratio(life.tracker.spread, parameters.minSpread)
    let reached = max(
      ratio(life.tracker.distance, parameters.minDistance), spread,
      ratio(life.tracker.arc, parameters.minArc))
    return reached < 1 - ratioTolerance ? .none : .ready(ratio: reached)
  }

  override var shortfall: Failure {
    Failure(
      .movedTooLittle, mm: life.tracker.distance, limit: parameters.minDistance, .minDistance)
  }
}
