/// The parameters of an edge pan (recognizers.md §4.7).
package struct EdgePanParameters: RecognizerParameters {
  package static let type = GestureType.edgePan
  package static let sign: Unicode.Scalar = "↧"
  package static let summary =
    "A pan that starts at an edge of the stage. It reports the progress across the stage."
  package static let traits = {
    var traits = GestureTraits(course: .continuous, rank: 4, fingers: .exact)
    traits.stepMeasure = .length
    traits.goesBeforeMotion = true
    traits.needsFingersInRange = true
    // With one finger, the gesture receives the first touch only.
    traits.intake = .first
    traits.readingRank = 7
    traits.variant = .edge
    traits.deciding = .travel
    return traits
  }()

  package var edges: EdgeSet = [.left]
  package var edgeWidth = 4.0
  package var minDistance = 1.6

  package init(_ deviceClass: DeviceClass) {}

  package static let ownMeasures = MeasureCondition.Measure.ofTranslation + [.progress, .edge]

  package static let keys = table([
    .edges(.edges, { $1(&$0.edges) }, "One or more of left, right, top, bottom."),
    .length(
      .edgeWidth, { $1(&$0.edgeWidth) }, .minimum,
      "How far from the edge the first finger may land. A device reports a fast finger only after it has moved inward."
    ),
    .length(
      .minDistance, { $1(&$0.minDistance) }, .minimum, "Distance inward at which it begins (UIKit's 10 pt)."),
  ])

  package var facts: ParameterFacts { ParameterFacts(startingEdges: edges) }
}

/// Edge pan: a finger moves in from an edge (recognizers.md §4.7).
final class EdgePanRecognizer: MotionRecognizer, RecognizerMaking {
  typealias Parameters = EdgePanParameters
  private let parameters: EdgePanParameters
  private var candidates: EdgeSet = []
  private var edge = Edge.left
  /// The distance from the edge to the opposite one, mm.
  private var depthOfStage = 0.0

  init(_ parameters: EdgePanParameters, _ attempt: Attempt) {
    self.parameters = parameters
    super.init(MotionLife(.translation, MotionStyle(allowsPhantoms: true)))
  }

  override func reset(afterFailure: Bool) {
    life.reset()
    candidates = []
  }

  override func report(_ event: inout GestureEvent, _ touches: Touches, velocity: Bool) {
    super.report(&event, touches, velocity: velocity)
    event.edge = edge
    let inward = Self.inward(edge, life.translation)
    event.progress = depthOfStage > 0 ? min(max(inward / depthOfStage, 0), 1) : 0
  }

  /// The time within which another finger of the same hand lands, µs.
  private static let companySoon: Timestamp = 40_000
  /// The distance within which another finger of the same hand lands, mm.
  private static let companyNear = 40.0

  override func handle(_ stimulus: Stimulus, _ touches: Touches, _ attempt: Attempt) -> Proposal {
    if life.phase != .active, attempt.passedOver & touches.began != 0, hasCompany(touches, attempt) {
      let count = attempt.own.count + (attempt.passedOver & touches.began).count
      return .fail(Failure(.tooManyFingers, measured: Double(count), limit: 1, unit: .fingers))
    }
    return super.handle(stimulus, touches, attempt)
  }

  /// Whether a landing belongs to the hand of the first finger. Three fingers that move in from the border are a swipe.
  private func hasCompany(_ touches: Touches, _ attempt: Attempt) -> Bool {
    if attempt.own == 0 { return false }
    let first = attempt.own.firstLane
    let (point, time) = (attempt.landing(first, touches), attempt.landingTime(first, touches))
    var rest = attempt.passedOver & touches.began
    while rest != 0 {
      let other = touches.records[rest.popLane()]
      let distance = other.down.distance(to: point)
      if other.downTime - time < Self.companySoon && !distance.exceeds(Self.companyNear) {
        return true
      }
    }
    return false
  }

  override func prepare(_ touches: Touches, _ attempt: Attempt) {
    if attempt.placed(touches) == 0 && touches.ended & attempt.seen == 0 { return }
    collectEdges(touches, attempt)
  }

  override var shortfall: Failure {
    Failure(
      .movedTooLittle, mm: life.tracker.distance, limit: parameters.minDistance, .minDistance)
  }

  private static func depth(_ edge: Edge, _ point: Point, _ stage: Size) -> Double {
    switch edge {
    case .left: point.x
    case .right: stage.width - point.x
    case .top: point.y
    case .bottom: stage.height - point.y
    }
  }

  /// Finds the edges in whose zone a touch has landed that is down. One touch in the zone suffices.
  private func collectEdges(_ touches: Touches, _ attempt: Attempt) {
    candidates = []
    var rest = attempt.own
    while rest != 0 {
      let point = attempt.landing(rest.popLane(), touches)
      for edge in Edge.allCases where parameters.edges.contains(EdgeSet(edge)) {
        if !Self.depth(edge, point, attempt.surface.size).exceeds(parameters.edgeWidth) {
          candidates.insert(EdgeSet(edge))
        }
      }
    }
  }

  private func notInEdge(_ touches: Touches, _ attempt: Attempt) -> Failure {
    var nearest = Double.infinity
    var rest = attempt.own
    while rest != 0 {
      let point = attempt.landing(rest.popLane(), touches)
      for edge in Edge.allCases where parameters.edges.contains(EdgeSet(edge)) {
        nearest = min(nearest, Self.depth(edge, point, attempt.surface.size))
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

  override func judge(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    if candidates.isEmpty { return .fail(notInEdge(touches, attempt)) }
    let travel = life.tracker.translation
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
      depthOfStage = attempt.surface.size.width
    case .top, .bottom:
      across = abs(travel.x)
      depthOfStage = attempt.surface.size.height
    }
    if !across.exceeds(inward) || parameters.minDistance == 0 {
      return .ready(ratio: reached)
    }
    // An outward motion has a negative distance from the edge.
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
