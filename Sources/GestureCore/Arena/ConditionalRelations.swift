/// The conditional relations of an arena. If a pair has several, one that holds is enough.
struct ConditionalRelations {
  struct Relation {
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

extension Arena {
  /// Judges once, when a gesture is ready, which of its conditional requirements count for its attempt.
  func judgeRequirements(of index: Int) {
    for (relationIndex, relation) in rules.relations.all.enumerated()
    where relation.kind != .simultaneous && relation.waiter == index {
      isRequired[relationIndex] = holds(relationIndex, relation)
    }
  }

  func isRequired(_ requirement: Int, by waiter: Int) -> Bool {
    if !rules.relations.concernsRequirement(requirement, of: waiter) {
      // An implicit requirement does not count if the two are simultaneous now.
      return !(rules.isImplicit(requirement, of: waiter) && goTogetherNow(waiter, requirement))
    }
    for (relationIndex, relation) in rules.relations.all.enumerated()
    where relation.kind != .simultaneous && relation.waiter == waiter && relation.requirement == requirement {
      if isRequired[relationIndex] { return true }
    }
    return false
  }

  /// Whether a conditional relation that holds now makes two gestures simultaneous.
  func goTogetherNow(_ a: Int, _ b: Int) -> Bool {
    if !rules.relations.concernsPair(a, b) { return false }
    for (relationIndex, relation) in rules.relations.all.enumerated() where relation.kind == .simultaneous {
      let isPair =
        relation.owner == a && relation.other == b || relation.owner == b && relation.other == a
      if isPair && holds(relationIndex, relation) { return true }
    }
    return false
  }

  private func holds(_ relationIndex: Int, _ relation: ConditionalRelations.Relation) -> Bool {
    guard relationsIn[relationIndex] else { return false }
    if relation.conditions.isEmpty { return true }
    var measures = contestants[relation.owner].measures(touches)
    return measures.unmet(relation.conditions) == nil
  }
}
