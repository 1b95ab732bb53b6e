/// Edges at which contacts are never taken for palms.
extension [RecognizerDefinition] {
  /// Where an edge-pan begins, alone or as a step of a sequence, enabled or not: a switch at run time changes no contact.
  package var watchedEdges: EdgeSet { reduce(into: []) { $0.formUnion($1.watchedEdges) } }
}

extension RecognizerDefinition {
  fileprivate var watchedEdges: EdgeSet {
    switch parameters {
    case .edgePan(let parameters): parameters.edges
    case .sequence(let parameters): parameters.steps.watchedEdges
    case .tap, .longPress, .pan, .swipe, .pinch, .rotation, .hold, .tapDrag, .transform, .circle, .stroke,
      .hover:
      []
    }
  }
}
