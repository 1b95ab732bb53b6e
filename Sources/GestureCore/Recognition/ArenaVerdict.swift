/// Whether a pending recognizer may be recognized: what it requires to fail, and what is active under the same fingers.
extension Arena {
  enum Verdict {
    /// It stays pending until the other one has decided.
    case wait(for: Int)
    case block(Failure)
    case go
  }

  @inline(__always) private mutating func shareTouch(_ a: Int, _ b: Int) -> Bool {
    entries[a].attempt.pointee.seen & entries[b].attempt.pointee.seen != 0
  }

  /// Two recognizers conflict if their attempts share a touch and they were not declared to go together (§3.1).
  mutating func conflict(_ a: Int, _ b: Int) -> Bool {
    a != b && shareTouch(a, b) && !simultaneous.contains(a, b)
  }

  mutating func verdict(on index: Int) -> Verdict {
    if let verdict = verdictOfRequirements(of: index) { return verdict }
    if entries[index].isTrio {
      if entries[index].type == .pan, let turn = turn(insteadOf: index) { return .wait(for: turn) }
      if let other = earlierRival(of: index) { return .wait(for: other) }
    }
    if entries[index].isWeak { return .go }
    // The pan ended without a second thought: it was right.
    if let pan = entries[index].secondThoughts?.pan, !entries[pan].state.isActive {
      return .block(Failure(.prevented, by: pan))
    }
    for other in 0..<count where entries[other].state.isActive && conflict(index, other) {
      if entries[other].isWeak || isOver(other) { continue }
      if let second = entries[index].secondThoughts, second.pan == other, touches.time < second.end {
        if entries[index].recognizer.contradictsScroll(touches, Attempt(entries[index].attempt)) { continue }
        return .wait(for: other)
      }
      return .block(Failure(.prevented, by: other))
    }
    return .go
  }

  /// nil: all have failed.
  private mutating func verdictOfRequirements(of index: Int) -> Verdict? {
    for other in requirements[index] where shareTouch(index, other) {
      if hasConditions && !isRequired(other, by: index) { continue }
      let q = entries + other
      switch q.pointee.state {
      case .possible:
        let isReachable = !q.pointee.needsButtonHeld || touches.isButtonHeld
        let hasFingers = q.pointee.attempt.pointee.peak >= q.pointee.attempt.pointee.least
        if isReachable && q.pointee.isEnabled && hasFingers { return .wait(for: other) }
      case .began, .changed, .ended: return .block(Failure(.requirementRecognized, by: other))
      case .failed, .cancelled: break
      }
    }
    return nil
  }

  /// A rotation that explains the motion of the same fingers better: one finger keeps still, the other turns about it.
  private mutating func turn(insteadOf pan: Int) -> Int? {
    for other in 0..<count where entries[other].type == .rotation && entries[other].isEnabled {
      // At the last lift it has just failed; the motion was no pan all the same.
      let isLate = entries[other].state == .failed && entries[other].attempt.pointee.count == 0
      if entries[other].isPossible || isLate, conflict(pan, other), explainsMotion(other) { return other }
    }
    return nil
  }
  private mutating func explainsMotion(_ index: Int) -> Bool {
    entries[index].recognizer.explainsMotion(touches, Attempt(entries[index].attempt))
  }

  /// A pan that is held for a swipe is not overtaken by a pinch of the same fingers.
  private mutating func earlierRival(of index: Int) -> Int? {
    guard let since = entries[index].pending?.since else { return nil }
    for other in 0..<count where other != index && entries[other].isTrio {
      guard let rival = entries[other].pending, rival.since < since else { continue }
      // The pan is held for this very rotation.
      if entries[index].type == .rotation && entries[other].type == .pan && explainsMotion(index) { continue }
      if shareTouch(index, other) && !simultaneous.contains(index, other) && !waits.contains(other, index) {
        return other
      }
    }
    return nil
  }
}
