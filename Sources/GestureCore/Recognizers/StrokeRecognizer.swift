import CSystem

/// The parameters of a stroke (recognizers.md §4.11).
package struct StrokeParameters: RecognizerParameters {
  package static let type = GestureType.stroke
  package static let sign: Unicode.Scalar = "∿"
  package static let summary =
    "A drawn figure at least 20 mm long, compared with a template ($1 recognizer, Wobbrock 2007)."
  package static let traits = {
    var traits = GestureTraits(course: .discrete, rank: 2, fingers: .exact)
    traits.needsPlaces = true
    traits.isScored = true
    traits.needsFingersInRange = true
    traits.readingRank = 15
    traits.variant = .figure
    return traits
  }()

  /// The points of the polyline in any unit; y points down.
  package var template: [Point] = []
  package var minScore = 0.8
  package var rotationInvariant = true
  package var maxDuration: Timestamp = 2_000_000

  package static let ownMeasures = [MeasureCondition.Measure.score]

  package init(_ deviceClass: DeviceClass) {}

  package static let keys = table([
    .template(
      .template, { $1(&$0.template) },
      "Points of the figure in any unit, with y downwards. The example is a Z. There is no default."),
    .ratio(.minScore, { $1(&$0.minScore) }, 0...1, "Lowest similarity, from 0 to 1."),
    .flag(
      .rotationInvariant, { $1(&$0.rotationInvariant) },
      "Whether it may be drawn in any orientation. If false, it must be within 15° of the template."),
    .duration(
      .maxDuration, { $1(&$0.maxDuration) }, .maximum, "Longest time from the last landing to the last lift."),
  ])
}

/// Stroke: a drawn shape compared with a template by $1 (Wobbrock, Wilson, Li 2007; recognizers.md §4.11).
final class StrokeRecognizer: DrawnRecognizer, RecognizerMaking {
  typealias Parameters = StrokeParameters
  /// $1's reference square, in any unit.
  private static let square = 250.0
  /// The ratio of the sides below which a shape is a line and is scaled uniformly.
  private static let flatRatio = 0.3
  /// The least length of a stroke, mm.
  static let leastLength = 20.0
  /// The range of the rotation search to either side, rad, and its precision.
  private static let searchRange = 45.0 * .pi / 180
  private static let narrowRange = 15.0 * .pi / 180
  private static let searchPrecision = 2.0 * .pi / 180

  private let parameters: StrokeParameters
  private var template: LaneArray<Point>
  private var drawn: LaneArray<Point>
  private let hasTemplate: Bool
  private var score = 0.0
  override var maxDuration: Timestamp { parameters.maxDuration }

  init(_ parameters: StrokeParameters, _ attempt: Attempt) {
    self.parameters = parameters

    template = LaneArray(repeating: .zero)
    drawn = LaneArray(repeating: .zero)
    hasTemplate = !parameters.template.isEmpty && resamplePolyline(parameters.template, into: &template)
    if hasTemplate { Self.normalize(&template, rotationInvariant: parameters.rotationInvariant) }
  }

  override func report(_ event: inout GestureEvent, _ touches: Touches, velocity: Bool) {
    event.location = location
    event.score = score
  }

  override func judge() -> Proposal {
    let length = path.length
    if !length.reaches(Self.leastLength) || !hasTemplate || !path.resample(into: &drawn) {
      return .fail(Failure(.tooSmall, mm: length, limit: Self.leastLength, nil))
    }
    score = scoreOfDrawn()
    if score < parameters.minScore {
      return .fail(
        Failure(
          .wrongShape, measured: score, limit: parameters.minScore, unit: .ratio, key: .minScore))
    }
    return .ready(ratio: score)
  }

  private func scoreOfDrawn() -> Double {
    Self.normalize(&drawn, rotationInvariant: parameters.rotationInvariant)
    return 1 - bestDistance() / (0.5 * (2 * Self.square * Self.square).squareRoot())
  }
  /// The score of a polyline as if it were drawn; nil if it has no length.
  fileprivate func score(of points: [Point]) -> Double? {
    hasTemplate && resamplePolyline(points, into: &drawn) ? scoreOfDrawn() : nil
  }

  private static func centroid(_ points: borrowing LaneArray<Point>) -> Point {
    var sum = Point.zero
    for index in 0..<StrokePath.resampled { sum += points[index] }
    return sum * (1 / Double(StrokePath.resampled))
  }

  /// Steps 2 and 3 of $1: rotate by minus the indicative angle, scale to the square, move to the origin.
  private static func normalize(_ points: inout LaneArray<Point>, rotationInvariant: Bool) {
    let count = StrokePath.resampled
    let center = centroid(points)
    let indicative = rotationInvariant ? atan2(center.y - points[0].y, center.x - points[0].x) : 0
    let cosine = cos(-indicative)
    let sine = sin(-indicative)
    var low = Point(.infinity, .infinity)
    var high = Point(-.infinity, -.infinity)
    for index in 0..<count {
      let d = points[index] - center
      let p = Point(d.x * cosine - d.y * sine, d.x * sine + d.y * cosine)
      points[index] = p
      low = Point(min(low.x, p.x), min(low.y, p.y))
      high = Point(max(high.x, p.x), max(high.y, p.y))
    }
    let width = high.x - low.x
    let height = high.y - low.y
    let longer = max(width, height)
    if longer <= 0 { return }
    let isFlat = min(width, height) / longer < flatRatio
    let scaleX = square / (isFlat ? longer : width)
    let scaleY = square / (isFlat ? longer : height)
    for index in 0..<count { points[index] = Point(points[index].x * scaleX, points[index].y * scaleY) }
    let moved = centroid(points)
    for index in 0..<count { points[index] = points[index] - moved }
  }

  /// The mean distance of corresponding points with the drawn stroke turned by `angle`.
  private func distance(at angle: Double) -> Double {
    let cosine = cos(angle)
    let sine = sin(angle)
    var sum = 0.0
    for index in 0..<StrokePath.resampled {
      let p = drawn[index]
      sum += Point(p.x * cosine - p.y * sine, p.x * sine + p.y * cosine).distance(to: template[index])
    }
    return sum / Double(StrokePath.resampled)
  }

  /// Step 4 of $1: golden-section search for the best angle.
  private func bestDistance() -> Double {
    let golden = 0.5 * (5.0.squareRoot() - 1)
    let range = parameters.rotationInvariant ? Self.searchRange : Self.narrowRange
    var low = -range
    var high = range
    var x1 = golden * low + (1 - golden) * high
    var x2 = (1 - golden) * low + golden * high
    var f1 = distance(at: x1)
    var f2 = distance(at: x2)
    while abs(high - low) > Self.searchPrecision {
      if f1 < f2 {
        high = x2
        x2 = x1
        f2 = f1
        x1 = golden * low + (1 - golden) * high
        f1 = distance(at: x1)
      } else {
        low = x1
        x1 = x2
        f1 = f2
        x2 = (1 - golden) * low + golden * high
        f2 = distance(at: x2)
      }
    }
    return min(f1, f2)
  }
}

extension StrokeParameters {
  /// The largest difference of two scores at which a hand does not draw one figure rather than the other (D).
  private static let nearness = 0.02

  /// Whether the template of the other stroke is this one, turned: it scores as this one does, and much less upright.
  package func isTurned(_ other: StrokeParameters) -> Bool {
    guard rotationInvariant, let turned = score(of: other.template) else { return false }
    var upright = self
    upright.rotationInvariant = false
    return turned >= 1 - Self.nearness && upright.score(of: other.template) ?? 1 < 1 - 2 * Self.nearness
  }

  private func score(of points: [Point]) -> Double? {
    let surface = AttemptSurface(
      size: Size(width: 1, height: 1), isTouchpad: false, isSemiMT: false, swipeMotions: SwipeMotions())
    return StrokeRecognizer(self, Attempt(fingers: 1...1, surface)).score(of: points)
  }
}
