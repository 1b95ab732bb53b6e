/// An arena's gestures and the relations between them: requirements and simultaneous gestures. They never change, and devices with the same
/// gestures share them.
package struct ArenaRules: Sendable {
  /// The definitions of the gestures, with the steps of sequences (`flattened`).
  let recognizers: [RecognizerDefinition]
  let sectors: SwipeSectors
  /// For each gesture, the gestures for which it waits.
  private(set) var requirements: [[Int]]
  /// Pairs of a gesture and another that it waits for, directly or through others.
  private var waits: PairSet
  private var simultaneous: PairSet
  /// Pairs in the trio (pan, pinch, rotation) for the same fingers. If both take part in the sequence, evidence is required
  /// (§3.7).
  private var rivals: PairSet
  /// The `where` of each gesture.
  let conditions: [[MeasureCondition]]
  let relations: ConditionalRelations
  /// Whether a ready gesture has conditions to judge.
  let hasConditions: Bool
  /// Pairs of a continuous gesture and a requirement before whose failure it may begin (`eager`, §3.8).
  private var eager: PairSet
  private(set) var hasEager = false
  /// Whether programs recognize some of the gestures.
  let hasClients: Bool
  /// Pairs of a waiter and a requirement that the file does not state, because it follows from the types (§3.4).
  private var implicit: PairSet

  package init(_ definitions: [RecognizerDefinition], implicitRequirements: Bool) {
    let recognizers = definitions.map { $0.flattened }
    self.recognizers = recognizers
    sectors = SwipeSectors(recognizers)
    let count = recognizers.count
    requirements = Array(repeating: [], count: count)
    rivals = PairSet(count: count)
    conditions = recognizers.map { $0.conditions }
    relations = ConditionalRelations(recognizers)
    hasConditions = !relations.all.isEmpty || recognizers.contains { !$0.conditions.isEmpty }
    hasClients = recognizers.contains { $0.type == .client }
    implicit = PairSet(count: count)
    eager = PairSet(count: count)
    let graph = FailureGraph(recognizers, implicitRequirements: implicitRequirements)
    waits = graph.closure
    simultaneous = graph.simultaneous
    for edge in graph.edges {
      requirements[edge.waiter].append(edge.requirement)
      if edge.isImplicit { implicit.insert(edge.waiter, edge.requirement) }
    }
    let trio = recognizers.indices.filter { recognizers[$0].type.traits.isTrio }
    for a in trio {
      for b in trio where a != b && areRivals(recognizers[a], recognizers[b], !goTogether(a, b)) {
        rivals.insert(a, b)
      }
    }
    for (index, recognizer) in recognizers.enumerated()
    where !recognizer.mayPrecede.isEmpty && !recognizer.parameters.reportingType.traits.isDiscrete {
      for other in recognizers.indices where recognizer.mayPrecede.contains(recognizers[other].name) {
        eager.insert(index, other)
        hasEager = true
      }
    }
  }

  private func areRivals(_ one: RecognizerDefinition, _ other: RecognizerDefinition, _ exclude: Bool) -> Bool
  {
    exclude && one.fingers.overlaps(other.fingers) && one.overlaps(other)
  }

  func waits(_ gesture: Int, for other: Int) -> Bool { waits.contains(gesture, other) }
  func goTogether(_ a: Int, _ b: Int) -> Bool { simultaneous.contains(a, b) }
  /// Whether the gesture goes together with one of the others.
  func hasCompanion(_ gesture: Int) -> Bool { simultaneous.hasPartner(gesture) }
  func mayPrecede(_ gesture: Int, _ requirement: Int) -> Bool {
    rarely(hasEager) && eager.contains(gesture, requirement)
  }
  func isImplicit(_ requirement: Int, of waiter: Int) -> Bool { implicit.contains(waiter, requirement) }
  func areRivals(_ a: Int, _ b: Int) -> Bool { rivals.contains(a, b) }
}
