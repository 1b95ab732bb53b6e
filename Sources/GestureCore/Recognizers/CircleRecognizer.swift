import CSystem

/// The parameters of a circle (recognizers.md §4.11).
package struct CircleParameters: RecognizerParameters {
  package static let type = GestureType.circle
  package static let sign: Unicode.Scalar = "○"
  package static let summary = "A drawn circle, judged when all fingers are up."
  package static let traits = {
    var traits = GestureTraits(course: .discrete, rank: 2, fingers: .exact)
    traits.needsPlaces = true
    traits.isScored = true
    traits.needsFingersInRange = true
    traits.readingRank = 6
    traits.variant = .sense
    return traits
  }()

  package var direction = TurnDirection.any
  package var minRadius = 5.0
  package var maxDuration: Timestamp = 2_000_000

  package static let ownMeasures = [MeasureCondition.Measure.direction]

  package init(_ deviceClass: DeviceClass) {}

  package static let keys = table([
    .choice(.direction, { $1(&$0.direction) }, "any, clockwise or counterclockwise."),
    .length(.minRadius, { $1(&$0.minRadius) }, .minimum, "Smallest mean radius."),
    .duration(
      .maxDuration, { $1(&$0.maxDuration) }, .maximum, "Longest time from the last landing to the last lift."),
  ])
}

/// Circle: a round stroke of at least 300°, judged when all fingers are up (recognizers.md §4.11).
final class CircleRecognizer: DrawnRecognizer, RecognizerMaking {
  typealias Parameters = CircleParameters
  /// The largest ratio of the radius's standard deviation to its mean. Above it, a stroke is not round.
  private static let roundness = 0.25
  /// The least turn about the centre, rad.
  private static let leastTurn = 300.0 * .pi / 180

  private let parameters: CircleParameters
  private var resampled: LaneArray<Point>
  private var direction = Direction.clockwise
  override var maxDuration: Timestamp { parameters.maxDuration }

  init(_ parameters: CircleParameters, _ attempt: Attempt) {
    self.parameters = parameters

    resampled = LaneArray(repeating: .zero)
  }

  override func report(_ event: inout GestureEvent, _ touches: Touches, velocity: Bool) {
    event.location = location
    event.direction = direction
  }

  override func judge() -> Proposal {
    guard path.resample(into: &resampled) else {
      return .fail(
        Failure(.tooSmall, mm: 0, limit: parameters.minRadius, nil))
    }
    let count = StrokePath.resampled
    var center = Point.zero
    for index in 0..<(count - 1) { center += resampled[index] }
    center = center * (1 / Double(count - 1))
    var mean = 0.0
    for index in 0..<count { mean += resampled[index].distance(to: center) }
    mean /= Double(count)
    if !mean.reaches(parameters.minRadius) {
      return .fail(
        Failure(.tooSmall, mm: mean, limit: parameters.minRadius, .minRadius))
    }
    var variance = 0.0
    for index in 0..<count {
      let off = resampled[index].distance(to: center) - mean
      variance += off * off
    }
    let deviation = (variance / Double(count)).squareRoot() / mean
    if deviation > Self.roundness {
      return .fail(Failure(.wrongShape, measured: deviation, limit: Self.roundness, unit: .ratio))
    }
    return judgeTurn(about: center, deviation)
  }

  /// The angle of a step of the path about a point, rad, clockwise positive.
  private func angle(_ step: (from: Point, to: Point), about center: Point) -> Double {
    let (a, b) = (step.from - center, step.to - center)
    return atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y)
  }

  private func judgeTurn(about center: Point, _ deviation: Double) -> Proposal {
    // The finger lands and lifts between two frames: on average half a frame's way before the first place and after the last one.
    var turn = 0.5 * (angle(path.first, about: center) + angle(path.last, about: center))
    for index in 1..<StrokePath.resampled {
      turn += angle((resampled[index - 1], resampled[index]), about: center)
    }
    if abs(turn) < Self.leastTurn {
      return .fail(Failure(.wrongShape, measured: abs(turn), limit: Self.leastTurn, unit: .radians))
    }
    direction = turn > 0 ? .clockwise : .counterclockwise
    if !parameters.direction.allows(turn) { return .fail(.wrongWay(direction)) }
    return .ready(ratio: 1 - deviation)
  }
}
