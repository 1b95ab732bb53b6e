import CSystem

/// The path of the centroid while all fingers are down, for recognizers that judge a whole stroke (§4.11).
struct StrokePath {
  /// The capacity is enough for 2 s at 500 Hz. A longer path drops every second point.
  static let capacity = 1024
  /// The number of points by which a path is judged ($1's N).
  static let resampled = 64

  private var points: [Point] = []
  var count: Int { points.count }

  /// The first and the last step. A path that has a length has both.
  var first: (from: Point, to: Point) { (points[0], points[1]) }
  var last: (from: Point, to: Point) { (points[count - 2], points[count - 1]) }

  init() { points.reserveCapacity(Self.capacity) }

  mutating func removeAll() { points.removeAll(keepingCapacity: true) }

  mutating func append(_ point: Point) {
    if count == Self.capacity { thin() }
    points.append(point)
  }

  private mutating func thin() {
    for index in 1..<(Self.capacity / 2) { points[index] = points[index * 2] }
    points.removeLast(Self.capacity / 2)
  }

  var length: Double {
    var sum = 0.0
    for index in 1..<max(count, 1) { sum += points[index].distance(to: points[index - 1]) }
    return sum
  }

  /// Writes 64 points at equal distances along the path to `output`; false if the path has no length.
  func resample(into output: inout LaneArray<Point>) -> Bool {
    resamplePolyline(points, into: &output)
  }
}

/// Step 1 of $1 (Wobbrock et al. 2007): `StrokePath.resampled` points at equal distances along a polyline.
func resamplePolyline(_ points: [Point], into output: inout LaneArray<Point>)
  -> Bool
{
  let count = points.count
  var total = 0.0
  for index in 1..<max(count, 1) { total += points[index].distance(to: points[index - 1]) }
  guard total > 0 else { return false }
  let wanted = StrokePath.resampled
  let interval = total / Double(wanted - 1)
  output[0] = points[0]
  var made = 1
  var travelled = 0.0
  for index in 1..<count {
    let from = points[index - 1]
    let step = points[index].distance(to: from)
    // A step without length never gets here, because the step before it would have reached as far.
    while made < wanted - 1 && travelled + step >= interval * Double(made) {
      let share = (interval * Double(made) - travelled) / step
      output[made] = from + (points[index] - from) * share
      made += 1
    }
    travelled += step
  }
  output[wanted - 1] = points[count - 1]
  return true
}

/// The base of circle and stroke: fingers land, draw, and lift. The path is judged once, when all fingers are up.
class DrawnRecognizer: Recognizer {
  final var path = StrokePath()
  final private(set) var location = Point.zero
  private var startedAt: Timestamp = 0
  private var isJudged = false
  var maxDuration: Timestamp { .never }
  /// Judges whether the path matches: ready, or a failure.
  func judge() -> Proposal { .none }

  override func reset(afterFailure: Bool) {
    path.removeAll()
    isJudged = false
  }

  override func handle(_ stimulus: Stimulus, _ touches: Touches, _ attempt: Attempt) -> Proposal {
    if isJudged { return .none }
    switch stimulus {
    case .deadline:
      return .fail(
        Failure(.tookTooLong, took: touches.time - startedAt, limit: maxDuration, .maxDuration))
    case .frame: break
    }
    if attempt.lost(touches) != 0 { return .fail(Failure(.touchCancelled)) }
    if attempt.count > attempt.most { return .fail(.tooManyFingers(attempt)) }
    if touches.phantom & attempt.own != 0 { return .fail(Failure(.unsupportedDevice)) }
    if attempt.count == attempt.least {
      draw(touches, attempt)
      return .none
    }
    if attempt.count > 0 { return .none }
    if path.count == 0 { return .fail(.tooFewFingers(attempt.peak, attempt)) }
    deadline = .never
    isJudged = true
    return judge()
  }

  private func draw(_ touches: Touches, _ attempt: Attempt) {
    guard let point = touches.centroid(of: attempt.own) else { return }
    if path.count == 0 {
      startedAt = touches.time
      location = point
      deadline = later(touches.time, maxDuration)
    }
    path.append(point)
  }
}
