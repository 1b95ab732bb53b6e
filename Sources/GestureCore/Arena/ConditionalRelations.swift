/// The conditional relations of an arena. If a pair has several, one that holds is enough.
struct ConditionalRelations: Sendable {
  struct Relation: Sendable {
    let owner: Int
    /// The relation's index among its owner's relations.
    let ordinal: Int
    let kind: ConditionalRelation.Kind
    let other: Int
    let conditions: [MeasureCondition]

    var waiter: Int { kind == .isWaitedForBy ? other : owner }
    var requirement: Int { kind == .isWaitedForBy ? owner : other }
  }

  let all: [Relation]
  /// `requirements` has pairs of a waiter and its requirement. `simultaneous` has every pair in both orders.
  private var requirements: PairSet
  private var simultaneous: PairSet

  /// Leaves out relations to gestures that the arena does not have.
  init(_ recognizers: [RecognizerDefinition]) {
    requirements = PairSet(count: recognizers.count)
    simultaneous = PairSet(count: recognizers.count)
    var all: [Relation] = []
    for owner in recognizers.indices {
      for (ordinal, relation) in recognizers[owner].relations.enumerated() {
        guard let other = recognizers.firstIndex(where: { $0.name == relation.other }), other != owner else {
          continue
        }
        all.append(
          Relation(
            owner: owner, ordinal: ordinal, kind: relation.kind, other: other, conditions: relation.conditions
          ))
      }
    }
    self.all = all
    for relation in all {
      switch relation.kind {
      case .waitsFor, .isWaitedForBy: requirements.insert(relation.waiter, relation.requirement)
      case .simultaneous:
        simultaneous.insert(relation.owner, relation.other)
        simultaneous.insert(relation.other, relation.owner)
      }
    }
  }

  func concernsRequirement(_ requirement: Int, of waiter: Int) -> Bool {
    requirements.contains(waiter, requirement)
  }
  func concernsPair(_ a: Int, _ b: Int) -> Bool { simultaneous.contains(a, b) }
}
