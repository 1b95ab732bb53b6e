import CSystem

/// The parameters of a stroke (recognizers.md §4.11).
package struct StrokeParameters: RecognizerParameters {
  package static let type = GestureType.stroke
  package static let sign: Unicode.Scalar = "∿"
  package static let summary =
    "A drawn figure at least 20 mm long, compared with its templates ($1 recognizer, Wobbrock 2007)."
  package static let traits = {
    var traits = GestureTraits(course: .discrete, rank: 2, fingers: .exact)
    traits.needsPlaces = true
    traits.isScored = true
    traits.needsFingersInRange = true
    traits.readingRank = 15
    traits.variant = .figure
    return traits
  }()

  /// The ways in which the figure is drawn: the points of each polyline in any unit; y points down.
  package var templates: [[Point]] = []
  /// Both directions of a closed figure, each from four beginnings.
  package static let mostTemplates = 8
  package var minScore = 0.8
  package var rotationInvariant = true
  package var maxDuration: Timestamp = 2_000_000

  package static let ownMeasures = [MeasureCondition.Measure.score]

  package init(_ deviceClass: DeviceClass) {}

  package static let keys = table([
    .templates(
      .template, most: mostTemplates, { $1(&$0.templates) },
      "Points of the figure in any unit, with y downwards; or a list of up to 8 such lists, the ways in which it is drawn. The example is a Z. There is no default."
    ),
    .ratio(.minScore, { $1(&$0.minScore) }, 0...1, "Lowest similarity, from 0 to 1."),
    .flag(
      .rotationInvariant, { $1(&$0.rotationInvariant) },
      "Whether it may be drawn in any orientation. If false, it must be within 15° of the template."),
    .duration(
      .maxDuration, { $1(&$0.maxDuration) }, .maximum, "Longest time from the last landing to the last lift."),
  ])
}

/// Stroke: a drawn shape compared with its templates by $1 (Wobbrock, Wilson, Li 2007; recognizers.md §4.11).
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
  /// The resampled and normalized templates, one after another.
  private var templates: [Point] = []
  private var drawn: LaneArray<Point>
  private var score = 0.0
  override var maxDuration: Timestamp { parameters.maxDuration }

  init(_ parameters: StrokeParameters, _ attempt: Attempt) {
    self.parameters = parameters
    drawn = LaneArray(repeating: .zero)
    for template in parameters.templates where resamplePolyline(template, into: &drawn) {
      Self.normalize(&drawn, rotationInvariant: parameters.rotationInvariant)
      for index in 0..<StrokePath.resampled { templates.append(drawn[index]) }
    }
  }

  override func report(_ event: inout GestureEvent, _ touches: Touches, velocity: Bool) {
    event.location = location
    event.score = score
  }

  override func judge() -> Proposal {
    let length = path.length
    if !length.reaches(Self.leastLength) || templates.isEmpty || !path.resample(into: &drawn) {
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
    var least = Double.infinity
    for start in stride(from: 0, to: templates.count, by: StrokePath.resampled) {
      least = min(least, bestDistance(to: start))
    }
    return 1 - least / (0.5 * (2 * Self.square * Self.square).squareRoot())
  }
  /// The score of a polyline as if it were drawn; nil if it has no length.
  fileprivate func score(of points: [Point]) -> Double? {
    !templates.isEmpty && resamplePolyline(points, into: &drawn) ? scoreOfDrawn() : nil
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
  ///
  /// - Parameter start: the first point of the template.
  private func distance(to start: Int, at angle: Double) -> Double {
    let cosine = cos(angle)
    let sine = sin(angle)
    var sum = 0.0
    for index in 0..<StrokePath.resampled {
      let p = drawn[index]
      sum += Point(p.x * cosine - p.y * sine, p.x * sine + p.y * cosine).distance(
        to: templates[start + index])
    }
    return sum / Double(StrokePath.resampled)
  }

  /// Step 4 of $1: golden-section search for the best angle.
  private func bestDistance(to start: Int) -> Double {
    let golden = 0.5 * (5.0.squareRoot() - 1)
    let range = parameters.rotationInvariant ? Self.searchRange : Self.narrowRange
    var low = -range
    var high = range
    var x1 = golden * low + (1 - golden) * high
    var x2 = (1 - golden) * low + golden * high
    var f1 = distance(to: start, at: x1)
    var f2 = distance(to: start, at: x2)
    while abs(high - low) > Self.searchPrecision {
      if f1 < f2 {
        high = x2
        x2 = x1
        f2 = f1
        x1 = golden * low + (1 - golden) * high
        f1 = distance(to: start, at: x1)
      } else {
        low = x1
        x1 = x2
        f1 = f2
        x2 = (1 - golden) * low + golden * high
        f2 = distance(to: start, at: x2)
      }
    }
    return min(f1, f2)
  }
}

extension StrokeParameters {
  /// The largest difference of two scores at which a hand does not draw one figure rather than the other (D).
  private static let nearness = 0.02

  /// Whether a template of the other stroke is one of this, turned: it scores as this one does, and much less upright.
  package func isTurned(_ other: StrokeParameters) -> Bool {
    guard rotationInvariant else { return false }
    var upright = self
    upright.rotationInvariant = false
    return other.templates.contains { template in
      (score(of: template) ?? 0) >= 1 - Self.nearness
        && upright.score(of: template) ?? 1 < 1 - 2 * Self.nearness
    }
  }

  /// The score of a polyline as if it were drawn, 0 to 1; nil if it has no length, or there is no template.
  package func score(of points: [Point]) -> Double? {
    let surface = AttemptSurface(
      size: Size(width: 1, height: 1), isTouchpad: false, isSemiMT: false, swipeMotions: SwipeMotions())
    return StrokeRecognizer(self, Attempt(fingers: 1...1, surface)).score(of: points)
  }
}
