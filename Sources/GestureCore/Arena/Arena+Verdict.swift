/// The verdict on a pending recognizer: whether its requirements and the active gestures of the same fingers allow it.
extension Arena {
  enum Verdict {
    /// The gesture stays pending until the other one, an index, has decided.
    case wait(for: Int)
    case block(Failure)
    case go
  }

  func verdict(on contestant: Contestant) -> Verdict {
    if let verdict = verdictOfRequirements(of: contestant) { return verdict }
    if contestant.traits.isTrio {
      if contestant.traits.type == .pan, let turn = turn(insteadOf: contestant) {
        return .wait(for: turn.index)
      }
      if let other = earlierRival(of: contestant) { return .wait(for: other.index) }
    }
    if contestant.traits.isWeak { return .go }
    // The pan ended before the pinch replaced it, so it was not a mistake.
    if let pan = contestant.secondThoughts?.pan, !contestants[pan].isActive {
      return .block(Failure(.prevented, by: pan))
    }
    guard let other = firstJoined(where: { blocks($0, contestant) }) else { return .go }
    return isScroll(other, before: contestant)
      ? .wait(for: other.index) : .block(Failure(.prevented, by: other.index))
  }

  func blocks(_ other: Contestant, _ contestant: Contestant) -> Bool {
    other.isActive && conflict(contestant, other) && !other.traits.isWeak && !other.isActiveOver
      // An eager gesture may begin although this one, which it requires, can still be recognized.
      && !rules.mayPrecede(other.index, contestant.index)
      && !(isScroll(other, before: contestant) && contestant.contradictsScroll(touches))
  }
  /// Whether `other` is the pan that a pinch may still replace.
  private func isScroll(_ other: Contestant, before contestant: Contestant) -> Bool {
    guard let second = contestant.secondThoughts else { return false }
    return second.pan == other.index && touches.time < second.end
  }

  /// The verdict of the gestures that must fail first; nil if all of them have failed.
  private func verdictOfRequirements(of contestant: Contestant) -> Verdict? {
    for requirement in rules.requirements[contestant.index] {
      if let verdict = contestants.lend(requirement, { verdict(on: contestant, requiring: $0) }) {
        return verdict
      }
    }
    return nil
  }
  private func verdict(on contestant: Contestant, requiring other: Contestant) -> Verdict? {
    if !contestant.sharesTouch(with: other) { return nil }
    if rules.hasConditions && !isRequired(other.index, by: contestant.index) { return nil }
    switch other.state {
    case .possible where rules.mayPrecede(contestant.index, other.index): return nil
    case .possible where other.hasForfeited: return nil
    case .possible where other.wasMade: return .block(Failure(.requirementRecognized, by: other.index))
    case .possible, .pending:
      let isReachable = !other.traits.needsButtonHeld || touches.isButtonHeld
      let hasFingers = other.peak >= other.least
      if !isReachable || !other.isEnabled || !hasFingers { return nil }
      guard let failure = other.deferredFailure else { return .wait(for: other.index) }
      // No gesture is recognized later because a finger of another one may come back.
      fail(other, failure)
      return nil
    case .active, .ended: return .block(Failure(.requirementRecognized, by: other.index))
    case .failed, .cancelled: return nil
    }
  }

  /// The rotation that explains the motion better than a pan: one finger keeps still and the other turns about it. nil if there
  /// is none.
  private func turn(insteadOf pan: Contestant) -> Contestant? {
    firstJoined { other in
      if other.traits.type != .rotation || !other.isEnabled { return false }
      // The rotation may just have failed at the last lift. Even then, the motion was not a pan.
      let isLate = other.isFailed && other.count == 0
      return (other.isPossible || isLate) && conflict(pan, other) && other.explainsMotion(touches)
    }
  }

  /// The pan, pinch or rotation that has been pending longer and goes first. A pan held for a swipe is thus not overtaken by a
  /// pinch of the same fingers.
  private func earlierRival(of contestant: Contestant) -> Contestant? {
    guard let since = contestant.pending?.since else { return nil }
    return first(of: pending) { other in
      guard other !== contestant, other.traits.isTrio, let rival = other.pending, rival.since < since
      else { return false }
      // The pan is being held for this rotation.
      if contestant.traits.type == .rotation && other.traits.type == .pan
        && contestant.explainsMotion(touches)
      {
        return false
      }
      return conflict(contestant, other) && !rules.waits(other.index, for: contestant.index)
    }
  }
}

/// Conditions on a gesture's measures, judged when the attempt would leave possible (recognizers.md §2 rule 10).
extension Arena {
  /// Judges a ready recognizer. Returns its first condition that is not met, and selects the requirements that apply.
  func judgeMeasures(of contestant: Contestant) -> Failure? {
    if !rules.conditions[contestant.index].isEmpty {
      var measures = contestant.measures(touches)
      if let failure = measures.unmet(rules.conditions[contestant.index]) { return failure }
    }
    judgeRequirements(of: contestant.index)
    return nil
  }
}

extension Contestant {
  func measures(_ touches: Touches) -> AttemptMeasures {
    recognizer.measures(touches, self, of: reported, in: intake.area.region)
  }
}

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
