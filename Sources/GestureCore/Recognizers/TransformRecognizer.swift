/// Transform: pan, pinch and rotation in one, which never compete with each other (recognizers.md §4.10).
struct TransformRecognizer: Recognizer {
  private let parameters: TransformParameters
  var life: MotionLife
  private var isReady = false
  private var isActive = false

  init(_ parameters: TransformParameters, _ storage: inout ArenaStorage) {
    self.parameters = parameters
    life = MotionLife(&storage, .all)
  }

  mutating func reset(afterFailure: Bool) {
    life.reset()
    isReady = false
    isActive = false
  }

  mutating func begin(_ touches: Touches, _ attempt: inout Attempt) {
    isActive = true
    life.begin(touches, &attempt, start: .down)
  }

  func report(_ event: inout GestureEvent, _ touches: Touches, _ attempt: Attempt) {
    let velocity = life.velocity(at: touches.time)
    life.report(&event)
    life.reportTranslation(&event, velocity)
    life.reportScale(&event, velocity)
    life.reportRotation(&event, velocity)
  }

  mutating func handle(_ stimulus: Stimulus, _ touches: Touches, _ attempt: inout Attempt) -> Proposal {
    if isActive {
      return life.proceed(stimulus, touches, &attempt, release: parameters.release, allowsPhantoms: false)
    }
    switch life.follow(touches, attempt, allowsPhantoms: false) {
    case .fail(let failure): return .fail(failure)
    case .outside:
      defer { isReady = false }
      return isReady || attempt.count > 0 ? .none : unfinished(attempt)
    case .inside: break
    }
    if isReady { return .none }
    let tracker = life.tracker
    let spread =
      parameters.minRelativeSpread.map { ratio(abs(tracker.scale - 1), $0) }
      ?? ratio(tracker.spread, parameters.minSpread)
    let reached = max(
      ratio(tracker.distance, parameters.minDistance), spread, ratio(tracker.arc, parameters.minArc))
    if reached < 1 - ratioTolerance { return .none }
    isReady = true
    return .ready(ratio: reached)
  }

  private func unfinished(_ attempt: Attempt) -> Proposal {
    if attempt.peak < attempt.least { return .none }
    return .fail(
      Failure(
        .movedTooLittle, measured: life.tracker.distance, limit: parameters.minDistance, unit: .mm,
        parameter: .minDistance))
  }
}
