/// Transform: pan, pinch and rotation in one, which never compete with each other (recognizers.md §4.10).
struct TransformRecognizer: MotionRecognizer {
  static let allowsPhantoms = false
  private let parameters: TransformParameters
  var life: MotionLife
  var release: MotionRelease { parameters.release }
  var start: MotionStart { .down }

  init(_ parameters: TransformParameters, _ storage: inout ArenaStorage) {
    self.parameters = parameters
    life = MotionLife(&storage, spin: [.scale, .angle], [.translation, .spin])
  }

  @inline(__always) mutating func report(_ event: inout GestureEvent, _ touches: Touches) {
    let velocity = life.velocity(at: touches.time)
    life.report(&event)
    life.reportTranslation(&event, velocity)
    life.reportScale(&event, velocity)
    life.reportRotation(&event, velocity)
  }

  mutating func judge(_ touches: Touches, _ attempt: inout Attempt) -> Proposal {
    let spread =
      parameters.minRelativeSpread.map { ratio(abs(life.tracker.scale - 1), $0) }
      ?? ratio(life.tracker.spread, parameters.minSpread)
    let reached = max(
      ratio(life.tracker.distance, parameters.minDistance), spread,
      ratio(life.tracker.arc, parameters.minArc))
    return reached < 1 - ratioTolerance ? .none : .ready(ratio: reached)
  }

  var shortfall: Failure {
    Failure(
      .movedTooLittle, measured: life.tracker.distance, limit: parameters.minDistance, unit: .mm,
      parameter: .minDistance)
  }
}
