/// Pan: fingers travel together (recognizers.md §4.3).
struct PanRecognizer: MotionRecognizer {
  static let allowsPhantoms = true
  /// So many times the distance until a motion between the axes is decided.
  private static let axisPatience = 1.5
  private let parameters: PanParameters
  var life: MotionLife
  var release: MotionRelease { parameters.release }
  var start: MotionStart { parameters.start }

  init(_ parameters: PanParameters, _ storage: inout ArenaStorage) {
    self.parameters = parameters
    life = MotionLife(&storage, .translation)
  }

  @inline(__always) mutating func report(_ event: inout GestureEvent, _ touches: Touches) {
    life.report(&event)
    life.reportTranslation(&event, life.velocity(at: touches.time))
  }

  private func threshold(_ count: Int) -> Double { parameters.minDistance + fingerSlack(count) }

  var shortfall: Failure {
    let distance = life.tracker.distance
    var limit = threshold(life.fingers)
    // Far enough, but neither clearly along the axis nor across.
    if parameters.axis != .any && distance >= limit { limit *= Self.axisPatience }
    return Failure(.movedTooLittle, measured: distance, limit: limit, unit: .mm, parameter: .minDistance)
  }

  mutating func judge(_ touches: Touches, _ attempt: inout Attempt) -> Proposal {
    let travel = life.tracker.translation
    let limit = threshold(attempt.count)
    let enough = limit * (1 - ratioTolerance)
    if travel.x * travel.x + travel.y * travel.y < enough * enough { return .none }
    let reached = ratio(travel.length, limit)
    if attempt.competes && attempt.count >= 2 && !life.tracker.hasEvidence(touches, attempt.own) {
      return .none
    }
    switch parameters.axis {
    case .any: break
    case .horizontal:
      if let verdict = offAxis(abs(travel.x), abs(travel.y), reached) { return verdict }
    case .vertical:
      if let verdict = offAxis(abs(travel.y), abs(travel.x), reached) { return verdict }
    }
    if !parameters.directions.contains(DirectionSet(Direction(of: travel))) && limit > 0 {
      return .fail(Failure(.wrongDirection, parameter: .direction))
    }
    return .ready(ratio: reached)
  }

  /// Factor 2 of GtkGesturePan: clearly along, clearly across, or wait for half the distance more.
  private func offAxis(_ along: Double, _ across: Double, _ reached: Double) -> Proposal? {
    let failure = Failure(.wrongDirection, measured: across, limit: along, unit: .mm, parameter: .axis)
    if across > 2 * along { return .fail(failure) }
    if along >= 2 * across { return nil }
    if reached < Self.axisPatience { return Proposal.none }
    return across > along ? .fail(failure) : nil
  }
}

extension Direction {
  /// The larger component; horizontal at a tie (recognizers.md §1.5).
  init(of travel: Point) {
    if abs(travel.x) >= abs(travel.y) {
      self = travel.x < 0 ? .left : .right
    } else {
      self = travel.y < 0 ? .up : .down
    }
  }
  /// Unit vector; y down.
  var unit: Point {
    switch self {
    case .left: Point(-1, 0)
    case .right: Point(1, 0)
    case .up: Point(0, -1)
    case .down: Point(0, 1)
    case .clockwise, .counterclockwise, .in, .out: .zero
    }
  }
}

extension DirectionSet {
  init(_ direction: Direction) {
    switch direction {
    case .left: self = .left
    case .right: self = .right
    case .up: self = .up
    case .down: self = .down
    case .clockwise, .counterclockwise, .in, .out: self = []
    }
  }
}
