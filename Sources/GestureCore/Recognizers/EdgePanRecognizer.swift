/// Screen-edge pan: a finger comes in from an edge (recognizers.md §4.7).
struct EdgePanRecognizer: Recognizer {
  private let parameters: EdgePanParameters
  var life: MotionLife
  private var candidates: EdgeSet = []
  private var edge = Edge.left
  private var isReady = false
  private var isActive = false

  init(_ parameters: EdgePanParameters, _ storage: inout ArenaStorage) {
    self.parameters = parameters
    life = MotionLife(&storage, .translation)
  }

  mutating func reset(afterFailure: Bool) {
    life.reset()
    isReady = false
    isActive = false
    candidates = []
  }

  mutating func begin(_ touches: Touches, _ attempt: inout Attempt) {
    isActive = true
    life.begin(touches, &attempt, start: .down)
  }

  func report(_ event: inout GestureEvent, _ touches: Touches, _ attempt: Attempt) {
    life.report(&event)
    life.reportTranslation(&event, life.velocity(at: touches.time))
    event.edge = edge
    let inward = inwardComponent(edge, life.translation)
    let length =
      switch edge {
      case .left, .right: attempt.stage.width
      case .top, .bottom: attempt.stage.height
      }
    event.progress = length > 0 ? min(max(inward / length, 0), 1) : 0
  }

  mutating func handle(_ stimulus: Stimulus, _ touches: Touches, _ attempt: inout Attempt) -> Proposal {
    if isActive { return life.proceed(stimulus, touches, &attempt, release: .first, allowsPhantoms: true) }
    let placed = attempt.placed(touches)
    if placed != 0 && attempt.least == 1 && attempt.acceptsTouches {
      // The first touch decides; further ones are none of its business.
      let first = TouchSet.lane(placed.firstLane)
      attempt.acceptsTouches = false
      attempt.seen &= first | ~placed
      attempt.own &= first | ~placed
    }
    if placed != 0 { collectEdges(touches, attempt) }
    switch life.follow(touches, attempt, allowsPhantoms: true) {
    case .fail(let failure): return .fail(failure)
    case .outside:
      defer { isReady = false }
      return isReady || attempt.count > 0 ? .none : unfinished(attempt)
    case .inside: break
    }
    if candidates.isEmpty { return .fail(notInEdge(touches, attempt)) }
    return isReady ? .none : judge()
  }

  private func unfinished(_ attempt: Attempt) -> Proposal {
    if attempt.peak < attempt.least { return .none }
    return .fail(
      Failure(
        .movedTooLittle, measured: life.tracker.distance, limit: parameters.minDistance, unit: .mm,
        parameter: .minDistance))
  }

  private func depth(_ edge: Edge, _ point: Point, _ stage: Size) -> Double {
    switch edge {
    case .left: point.x
    case .right: stage.width - point.x
    case .top: point.y
    case .bottom: stage.height - point.y
    }
  }

  private mutating func collectEdges(_ touches: Touches, _ attempt: Attempt) {
    var rest = attempt.placed(touches)
    while rest != 0 {
      let point = attempt.landing(rest.popLane(), touches)
      for edge in Edge.allCases where parameters.edges.contains(EdgeSet(edge)) {
        if depth(edge, point, attempt.stage) <= parameters.edgeWidth { candidates.insert(EdgeSet(edge)) }
      }
    }
  }

  private func notInEdge(_ touches: Touches, _ attempt: Attempt) -> Failure {
    var nearest = Double.infinity
    var rest = attempt.own
    while rest != 0 {
      let point = attempt.landing(rest.popLane(), touches)
      for edge in Edge.allCases where parameters.edges.contains(EdgeSet(edge)) {
        nearest = min(nearest, depth(edge, point, attempt.stage))
      }
    }
    return Failure(
      .notInEdge, measured: nearest, limit: parameters.edgeWidth, unit: .mm, parameter: .edgeWidth)
  }

  private func inwardComponent(_ edge: Edge, _ travel: Point) -> Double {
    switch edge {
    case .left: travel.x
    case .right: -travel.x
    case .top: travel.y
    case .bottom: -travel.y
    }
  }

  private mutating func judge() -> Proposal {
    let travel = life.tracker.translation
    let reached = ratio(travel.length, parameters.minDistance)
    if reached < 1 - ratioTolerance { return .none }
    var inward = -Double.infinity
    for candidate in Edge.allCases where candidates.contains(EdgeSet(candidate)) {
      let component = inwardComponent(candidate, travel)
      if component > inward {
        inward = component
        edge = candidate
      }
    }
    let across =
      switch edge {
      case .left, .right: abs(travel.y)
      case .top, .bottom: abs(travel.x)
      }
    if (inward > 0 && across <= inward) || parameters.minDistance == 0 {
      isReady = true
      return .ready(ratio: reached)
    }
    return .fail(
      Failure(.wrongDirection, measured: across, limit: max(inward, 0), unit: .mm, parameter: .edges))
  }
}

extension EdgeSet {
  init(_ edge: Edge) {
    switch edge {
    case .left: self = .left
    case .right: self = .right
    case .top: self = .top
    case .bottom: self = .bottom
    }
  }
}
