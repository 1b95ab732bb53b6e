import Glibc

/// Circle: a round stroke of at least 300°, judged when all fingers are up (recognizers.md §4.11).
struct CircleRecognizer: Recognizer {
  /// Standard deviation of the radius over its mean above which a stroke is not round.
  private static let roundness = 0.25
  /// Turn about the centre from which a stroke is a circle.
  private static let leastTurn = 300.0 * .pi / 180

  private let parameters: CircleParameters
  private var life: StrokeLife
  private let resampled: UnsafeMutablePointer<Point>
  private var direction = Direction.clockwise
  private var isDone = false

  init(_ parameters: CircleParameters, _ storage: inout ArenaStorage) {
    self.parameters = parameters
    life = StrokeLife(&storage)
    resampled = storage.points(StrokePath.resampled)
  }

  mutating func reset(afterFailure: Bool) {
    life.reset()
    isDone = false
  }
  mutating func begin(_ touches: Touches, _ attempt: inout Attempt) {}

  mutating func report(_ event: inout GestureEvent, _ touches: Touches) {
    event.location = life.location
    event.direction = direction
  }

  mutating func handle(_ stimulus: Stimulus, _ touches: Touches, _ attempt: inout Attempt) -> Proposal {
    if isDone { return .none }
    switch life.handle(stimulus, touches, &attempt, maxDuration: parameters.maxDuration) {
    case .drawing: return .none
    case .fail(let failure): return .fail(failure)
    case .complete: return judge()
    }
  }

  private mutating func judge() -> Proposal {
    guard life.path.resample(into: resampled) else {
      return .fail(
        Failure(.tooSmall, measured: 0, limit: parameters.minRadius, unit: .mm, parameter: .minRadius))
    }
    let count = StrokePath.resampled
    var center = Point.zero
    for index in 0..<(count - 1) { center += resampled[index] }
    center = center * (1 / Double(count - 1))
    var mean = 0.0
    for index in 0..<count { mean += resampled[index].distance(to: center) }
    mean /= Double(count)
    if mean < parameters.minRadius {
      return .fail(
        Failure(.tooSmall, measured: mean, limit: parameters.minRadius, unit: .mm, parameter: .minRadius))
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
    return judgeTurn(about: center)
  }

  private mutating func judgeTurn(about center: Point) -> Proposal {
    var turn = 0.0
    for index in 1..<StrokePath.resampled {
      let a = resampled[index - 1] - center
      let b = resampled[index] - center
      turn += atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y)
    }
    if abs(turn) < Self.leastTurn {
      return .fail(Failure(.wrongShape, measured: abs(turn), limit: Self.leastTurn, unit: .radians))
    }
    direction = turn > 0 ? .clockwise : .counterclockwise
    switch parameters.direction {
    case .any: break
    case .clockwise: if turn < 0 { return .fail(Failure(.wrongDirection, parameter: .direction)) }
    case .counterclockwise: if turn > 0 { return .fail(Failure(.wrongDirection, parameter: .direction)) }
    }
    isDone = true
    return .ready(ratio: 1)
  }
}
