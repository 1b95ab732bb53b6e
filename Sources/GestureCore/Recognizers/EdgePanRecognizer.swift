/// recognizers.md §4.7.
package struct EdgePanParameters: RecognizerParameters {
  package static let type = GestureType.edgePan
  package static let summary =
    "A pan that starts at an edge of the stage. Reports the progress across the stage."
  package static let traits = {
    var traits = GestureTraits(course: .continuous, rank: 4, fingers: .exact)
    traits.stepMeasure = .length
    traits.needsFingersInRange = true
    // With one finger the first touch decides; others are not part of it.
    traits.intake = .first
    return traits
  }()

  package var edges: EdgeSet = [.left]
  package var edgeWidth = 4.0
  package var minDistance = 1.6

  package init(_ deviceClass: DeviceClass) {}

  package static let measures = MeasureCondition.Measure.allCases

  package static let keys = table([
    .edges(.edges, { $1(&$0.edges) }, "One or more of left, right, top, bottom."),
    .length(
      .edgeWidth, { $1(&$0.edgeWidth) }, .minimum,
      "How far from the edge the first finger may land. The first report of a fast finger comes late."),
    .length(.minDistance, { $1(&$0.minDistance) }, .minimum, "Distance inward at which it begins. 10 pt."),
  ])

  package var startingEdges: EdgeSet { edges }

  package func preempts(_ loser: AnyParameters, _ rivalry: Rivalry) -> Bool {
    guard rivalry.hasSameFingers, let other = loser.as(EdgePanParameters.self) else { return false }
    return edges.isSuperset(of: other.edges) && edgeWidth >= other.edgeWidth
      && rivalry.reaches(minDistance, before: other.minDistance)
  }
}

/// Screen-edge pan: a finger comes in from an edge (recognizers.md §4.7).
struct EdgePanRecognizer: MotionRecognizer {
  static let allowsPhantoms = true
  private let parameters: EdgePanParameters
  let life: UnsafeMutablePointer<MotionLife>
  let release = MotionRelease.first
  let start = MotionStart.down
  private var candidates: EdgeSet = []
  private var edge = Edge.left
  /// From the edge to the opposite one, mm.
  private var depthOfStage = 0.0

  init(_ parameters: EdgePanParameters, _ attempt: Attempt, _ storage: inout ArenaStorage) {
    self.parameters = parameters
    life = storage.life(.translation)
  }

  mutating func reset(afterFailure: Bool) {
    life.pointee.reset()
    candidates = []
  }

  @inline(__always) mutating func report(_ event: inout GestureEvent, _ touches: Touches) {
    life.pointee.report(&event)
    life.pointee.reportTranslation(&event, life.pointee.velocity(in: event.state, touches))
    event.edge = edge
    let inward = Self.inward(edge, life.pointee.translation)
    event.progress = depthOfStage > 0 ? min(max(inward / depthOfStage, 0), 1) : 0
  }

  mutating func prepare(_ touches: Touches, _ attempt: Attempt) {
    if attempt.placed(touches) == 0 { return }
    collectEdges(touches, attempt)
  }

  var shortfall: Failure {
    Failure(
      .movedTooLittle, mm: life.pointee.tracker.distance, limit: parameters.minDistance, .minDistance)
  }

  private static func depth(_ edge: Edge, _ point: Point, _ stage: Size) -> Double {
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
        if Self.depth(edge, point, attempt.stage) <= parameters.edgeWidth { candidates.insert(EdgeSet(edge)) }
      }
    }
  }

  private mutating func notInEdge(_ touches: Touches, _ attempt: Attempt) -> Failure {
    var nearest = Double.infinity
    var rest = attempt.own
    while rest != 0 {
      let point = attempt.landing(rest.popLane(), touches)
      for edge in Edge.allCases where parameters.edges.contains(EdgeSet(edge)) {
        nearest = min(nearest, Self.depth(edge, point, attempt.stage))
      }
    }
    return Failure(.notInEdge, mm: nearest, limit: parameters.edgeWidth, .edgeWidth)
  }

  private static func inward(_ edge: Edge, _ travel: Point) -> Double {
    switch edge {
    case .left: travel.x
    case .right: -travel.x
    case .top: travel.y
    case .bottom: -travel.y
    }
  }

  mutating func judge(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    if candidates.isEmpty { return .fail(notInEdge(touches, attempt)) }
    let travel = life.pointee.tracker.translation
    let reached = ratio(travel.length, parameters.minDistance)
    if reached < 1 - ratioTolerance { return .none }
    var inward = -Double.infinity
    for candidate in Edge.allCases where candidates.contains(EdgeSet(candidate)) {
      let component = Self.inward(candidate, travel)
      if component > inward {
        inward = component
        edge = candidate
      }
    }
    let across: Double
    switch edge {
    case .left, .right:
      across = abs(travel.y)
      depthOfStage = attempt.stage.width
    case .top, .bottom:
      across = abs(travel.x)
      depthOfStage = attempt.stage.height
    }
    if across <= inward || parameters.minDistance == 0 {
      return .ready(ratio: reached)
    }
    // A motion outward has a negative distance from the edge.
    return .fail(Failure(.wrongDirection, mm: across, limit: inward, nil))
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
