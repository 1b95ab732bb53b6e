// The relations that hold while the measures of a gesture, or the context, are so (`ConditionalRelations`).
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
