/// The verdict on a pending recognizer: whether its requirements and the active gestures of the same fingers allow it.
extension Arbiter {
  enum Verdict {
    /// The gesture stays pending until the other one has decided.
    case wait(for: Int)
    case block(Failure)
    case go
  }

  mutating func verdict(on index: Int) -> Verdict {
    if let verdict = verdictOfRequirements(of: index) { return verdict }
    if contestants.entries[index].traits.isTrio {
      if contestants.entries[index].traits.type == .pan, let turn = turn(insteadOf: index) {
        return .wait(for: turn)
      }
      if let other = earlierRival(of: index) { return .wait(for: other) }
    }
    if contestants.entries[index].traits.isWeak { return .go }
    // The pan ended before the pinch replaced it, so it was not a mistake.
    if let pan = contestants.entries[index].secondThoughts?.pan, !contestants.entries[pan].isActive {
      return .block(Failure(.prevented, by: pan))
    }
    for other in 0..<contestants.count where contestants.entries[other].isActive && conflict(index, other) {
      if contestants.entries[other].traits.isWeak || contestants.isOver(other) { continue }
      // An eager gesture may begin although this one, which it requires, can still be recognized.
      if rules.mayPrecede(other, index) { continue }
      if let second = contestants.entries[index].secondThoughts, second.pan == other,
        touches.time < second.end
      {
        if contestants.entries[index].contradictsScroll(touches) { continue }
        return .wait(for: other)
      }
      return .block(Failure(.prevented, by: other))
    }
    return .go
  }

  /// The verdict of the gestures that must fail first; nil if all of them have failed.
  private mutating func verdictOfRequirements(of index: Int) -> Verdict? {
    for other in rules.requirements[index] where contestants.shareTouch(index, other) {
      if rules.hasConditions && !isRequired(other, by: index) { continue }
      switch contestants.entries[other].state {
      case .possible where rules.mayPrecede(index, other): continue
      case .possible, .pending:
        let isReachable = !contestants.entries[other].traits.needsButtonHeld || touches.isButtonHeld
        let hasFingers = contestants.entries[other].attempt.peak >= contestants.entries[other].attempt.least
        if isReachable && contestants.entries[other].isEnabled && hasFingers { return .wait(for: other) }
      case .active, .ended: return .block(Failure(.requirementRecognized, by: other))
      case .failed, .cancelled: break
      }
    }
    return nil
  }

  /// The rotation that explains the motion better than a pan: one finger keeps still and the other turns about it. nil if there
  /// is none.
  private mutating func turn(insteadOf pan: Int) -> Int? {
    for other in 0..<contestants.count
    where contestants.entries[other].traits.type == .rotation && contestants.entries[other].isEnabled {
      // The rotation may just have failed at the last lift. Even then, the motion was not a pan.
      let isLate = contestants.entries[other].isFailed && contestants.entries[other].attempt.count == 0
      if contestants.entries[other].isPossible || isLate, conflict(pan, other),
        contestants.entries[other].explainsMotion(touches)
      {
        return other
      }
    }
    return nil
  }

  /// The pan, pinch or rotation that has been pending longer and goes first. A pan held for a swipe is thus not overtaken by a
  /// pinch of the same fingers.
  private mutating func earlierRival(of index: Int) -> Int? {
    guard let since = contestants.entries[index].pending?.since else { return nil }
    for other in 0..<contestants.count where other != index && contestants.entries[other].traits.isTrio {
      guard let rival = contestants.entries[other].pending, rival.since < since else { continue }
      // The pan is being held for this rotation.
      if contestants.entries[index].traits.type == .rotation && contestants.entries[other].traits.type == .pan
        && contestants.entries[index].explainsMotion(touches)
      {
        continue
      }
      if conflict(index, other) && !rules.waits(other, for: index) { return other }
    }
    return nil
  }
}

/// Conditions on a gesture's measures, judged when the attempt would leave possible (recognizers.md §2 rule 10).
extension Arbiter {
  /// Judges a ready recognizer. Returns its first condition that is not met, and selects the requirements that apply.
  mutating func judgeMeasures(of index: Int) -> Failure? {
    if !rules.conditions[index].isEmpty {
      var measures = contestants.entries[index].measures(touches)
      if let failure = measures.unmet(rules.conditions[index]) { return failure }
    }
    judgeRequirements(of: index)
    return nil
  }
}

extension Contestant {
  func measures(_ touches: Touches) -> AttemptMeasures { recognizer.measures(touches, attempt, of: made) }
}
