/// How the arena decides between proposals (recognizers.md §3.2), to a fixpoint and in a defined order.
extension Arena {
  /// One step: all proposals are in.
  mutating func arbitrate() {
    for position in 0..<proposerCount where entries[proposers[position]].state.isActive {
      applyActive(proposers[position])
    }
    if overChanged { resumeFromOver() }
    for position in 0..<proposerCount {
      let index = proposers[position]
      if !entries[index].isPossible { continue }
      switch entries[index].proposal {
      case .fail(let failure): fail(index, failure)
      case .ready(let ratio): makePending(index, ratio)
      case .none, .changed, .end, .cancel: break
      }
    }
    proposerCount = 0
    if pendingCount > 0 {
      decide()
      withdraw()
    }
    if hasDeferredEnd { endDeferred() }
  }

  // MARK: Step 1: active recognizers

  private mutating func applyActive(_ index: Int) {
    switch entries[index].proposal {
    case .changed:
      entries[index].state = .changed
      emit(index, .changed)
    case .cancel(let failure): cancel(index, failure)
    case .end:
      if isOver(index) {
        entries[index].endsDeferred = true
        hasDeferredEnd = true
      } else {
        end(index)
      }
    case .none, .fail, .ready: break
    }
  }

  /// Which active recognizers have come back from too many fingers: what fitted the larger count is out (§3.2 step 1).
  private mutating func resumeFromOver() {
    overChanged = false
    for index in 0..<count where entries[index].state.isActive {
      let isOver = isOver(index)
      let resumed =
        entries[index].isOver && !isOver
        && entries[index].attempt.pointee.count >= entries[index].attempt.pointee.least
      entries[index].isOver = isOver
      if !resumed { continue }
      for other in 0..<count
      where other != index && entries[other].isPossible && conflict(index, other)
        && entries[other].attempt.pointee.least <= entries[index].attempt.pointee.peak
      {
        fail(other, Failure(.prevented, by: index))
      }
    }
  }

  mutating func end(_ index: Int) {
    emit(index, .ended)
    // It may begin again under the same fingers, with the next press.
    let isReleased = !(entries[index].needsButtonHeld && touches.isButtonHeld)
    if entries[index].repeats && isReleased && entries[index].attempt.pointee.count > 0 {
      entries[index].state = .possible
      entries[index].endsDeferred = false
      entries[index].isOver = false
      isUnsettled = true
    } else {
      finish(index, .ended)
    }
  }

  mutating func cancel(_ index: Int, _ failure: Failure) {
    emit(index, .cancelled)
    finish(index, .cancelled)
  }

  private mutating func finish(_ index: Int, _ state: RecognizerState) {
    entries[index].state = state
    isUnsettled = true
    entries[index].endsDeferred = false
    entries[index].isOver = false
    entries[index].deadline = .never
    dropPending(index)
  }

  mutating func fail(_ index: Int, _ failure: Failure) {
    if explains && entries[index].attempt.pointee.seen != 0 { explain(index, failure) }
    finish(index, .failed)
  }

  // MARK: Step 3: pending

  private mutating func makePending(_ index: Int, _ ratio: Double) {
    if entries[index].isPending {
      entries[index].pending?.ratio = ratio
      return
    }
    if hasConditions, let failure = judgeMeasures(of: index) { return fail(index, failure) }
    entries[index].pending = ArenaEntry.Pending(since: touches.time, ratio: ratio)
    pendingCount += 1
  }

  private mutating func dropPending(_ index: Int) {
    if !entries[index].isPending { return }
    entries[index].pending = nil
    pendingCount -= 1
  }

  // MARK: Step 4: to a fixpoint

  /// Fires, blocks or keeps the pending recognizers until nothing changes any more.
  mutating func decide() {
    while pendingCount > 0 {
      sortCandidates()
      var acted = false
      for position in 0..<candidateCount {
        let index = candidates[position]
        switch verdict(on: index) {
        case .wait(let other):
          entries[index].pending?.waitsFor = other
          continue
        case .block(let failure): fail(index, failure)
        case .go: fire(index)
        }
        acted = true
        break
      }
      if !acted {
        if explains { explainWaiting() }
        return
      }
    }
  }

  private mutating func sortCandidates() {
    candidateCount = 0
    for index in 0..<count where entries[index].isPending {
      var place = candidateCount
      candidateCount += 1
      while place > 0 && precedes(index, candidates[place - 1]) {
        candidates[place] = candidates[place - 1]
        place -= 1
      }
      candidates[place] = index
      if candidateCount == pendingCount { return }
    }
  }

  private mutating func precedes(_ a: Int, _ b: Int) -> Bool {
    let (r, q) = (entries + a, entries + b)
    guard let ours = r.pointee.pending, let theirs = q.pointee.pending else { return false }
    if r.pointee.priority != q.pointee.priority { return r.pointee.priority > q.pointee.priority }
    if ours.since != theirs.since { return ours.since < theirs.since }
    if r.pointee.rank != q.pointee.rank { return r.pointee.rank > q.pointee.rank }
    if r.pointee.isTrio && q.pointee.isTrio
      && abs(ours.ratio - theirs.ratio) > ratioTolerance * max(ours.ratio, theirs.ratio)
    {
      return ours.ratio > theirs.ratio
    }
    let (least, other) = (r.pointee.attempt.pointee.least, q.pointee.attempt.pointee.least)
    if least != other { return least > other }
    if r.pointee.taps != q.pointee.taps { return r.pointee.taps > q.pointee.taps }
    return a < b
  }

  mutating func isOver(_ index: Int) -> Bool {
    entries[index].state.isActive && entries[index].recognizer.isOver
  }

  // MARK: Firing

  private mutating func fire(_ index: Int) {
    let attempt = entries[index].attempt.pointee
    // A palm that takes the last fingers away is no quick flick.
    if !entries[index].isDiscrete && attempt.count < attempt.least && touches.cancelled & attempt.seen != 0 {
      fail(index, Failure(.touchCancelled))
      return
    }
    if !entries[index].isWeak { defeat(by: index) }
    let readySince = entries[index].pending?.since
    dropPending(index)
    if entries[index].isDiscrete {
      emit(index, .recognized, readySince: readySince)
      if entries[index].repeats { repeatAttempt(index) } else { finish(index, .ended) }
      return
    }
    entries[index].recognizer.begin(touches, Attempt(entries[index].attempt), &entries[index].deadline)
    entries[index].state = .began
    isUnsettled = true
    emit(index, .began)
    // A quick flick that was held until the last lift is not lost (§3.3).
    if entries[index].attempt.pointee.own == 0 { end(index) }
  }

  /// It goes on with the touches that it has; those that are not its own stay defeated.
  private mutating func repeatAttempt(_ index: Int) {
    entries[index].recognizer.begin(touches, Attempt(entries[index].attempt), &entries[index].deadline)
    isUnsettled = true
  }

  private mutating func defeat(by index: Int) {
    let isContinuous = !entries[index].isDiscrete
    for other in 0..<count where conflict(index, other) {
      if entries[index].repeats && entries[other].repeats {
        // The same fingers may go on with either; what was ready for this one is decided.
        dropPending(other)
        continue
      }
      if entries[other].state.isActive {
        cancel(other, Failure(.prevented, by: index))
      } else if entries[other].isPossible {
        let q = entries + other
        let needsMore =
          q.pointee.attempt.pointee.least > q.pointee.attempt.pointee.count
          && entries[index].attempt.pointee.most < q.pointee.attempt.pointee.least
        if isContinuous && needsMore { continue }
        if grantSecondThoughts(to: other, about: index) { continue }
        fail(other, Failure(.prevented, by: index))
      }
    }
  }

  // MARK: Step 5

  /// Held gestures whose fingers are gone had their last chance (§3.6).
  private mutating func withdraw() {
    if pendingCount == 0 { return }
    for index in 0..<count where entries[index].isPending && !entries[index].isDiscrete {
      let own = entries[index].attempt.pointee.count
      if own >= entries[index].attempt.pointee.least { continue }
      if own == 0 {
        if entries[index].recognizer.isLingering { continue }
        fail(index, Failure(.neverReleased))
      } else {
        dropPending(index)
      }
    }
  }

  private mutating func endDeferred() {
    hasDeferredEnd = false
    for index in 0..<count where entries[index].endsDeferred && entries[index].state.isActive { end(index) }
  }

  // MARK: Step 6: reset

  /// No touch is down: terminal recognizers, and possible ones that wait for nothing, begin anew (§2 rule 3).
  mutating func resetAll() {
    for index in 0..<count {
      switch entries[index].state {
      case .possible:
        if entries[index].attempt.pointee.seen == 0 || entries[index].isPending { continue }
        if !entries[index].recognizer.isLingering { reset(index) }
      case .began, .changed: continue
      case .ended, .cancelled, .failed: reset(index)
      }
    }
  }

  mutating func reset(_ index: Int) {
    let failed = entries[index].state == .failed
    entries[index].state = .possible
    isUnsettled = true
    entries[index].secondThoughts = nil
    entries[index].reportedSteps = 0
    entries[index].deadline = .never
    entries[index].attempt.pointee.clear()
    entries[index].recognizer.reset(afterFailure: failed)
  }
}
