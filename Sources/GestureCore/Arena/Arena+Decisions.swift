// Decides between the proposals of one step (recognizers.md §3.2), to a fixpoint and in a defined order. Each change of a state is
// reported at once, because the measures of an event may be gone after the next decision.
extension Arena {
  /// Decides one step after all proposals.
  func decideStep() {
    for number in 0..<proposals.count {
      let entry = proposals[number]
      contestants.lend(entry.gesture) { applyToActive($0, entry.proposal) }
    }
    if overChanged { resumeFromOver() }
    for number in 0..<proposals.count {
      let entry = proposals[number]
      contestants.lend(entry.gesture) { applyToPossible($0, entry.proposal) }
    }
    proposals.removeAll()
    // What waited for a gesture that is withdrawn need not wait for the next frame.
    while pending.count > 0 {
      decide()
      if !withdraw() { break }
    }
    if hasDeferredEnd { endDeferred() }
  }

  /// Whether two recognizers conflict: their attempts share a touch, and they are not simultaneous (§3.1).
  func conflict(_ a: Contestant, _ b: Contestant) -> Bool {
    a !== b && a.sharesTouch(with: b) && !rules.goTogether(a.index, b.index)
      && !(rules.hasConditions && goTogetherNow(a.index, b.index))
  }
}

// MARK: Step 1: active recognizers

extension Arena {
  private func applyToActive(_ contestant: Contestant, _ proposal: Proposal) {
    guard case .active(var activity) = contestant.state else { return }
    switch proposal {
    case .changed: change(contestant)
    case .cancel(let failure): cancel(contestant, failure.reason)
    case .end where contestant.isActiveOver || isEager(contestant):
      activity.endsDeferred = true
      contestant.state = .active(activity)
      hasDeferredEnd = true
    case .end: end(contestant)
    case .none, .fail, .ready: break
    }
  }

  /// Whether a gesture that began early must wait for what others, which go before it, propose in this step (§3.8).
  private func isEager(_ contestant: Contestant) -> Bool {
    rarely(rules.hasEager) && firstJoined { precedes($0, eager: contestant) } != nil
  }
  private func precedes(_ other: Contestant, eager contestant: Contestant) -> Bool {
    rules.mayPrecede(contestant.index, other.index) && other.isPossible && conflict(contestant, other)
  }

  @inline(__always) func change(_ contestant: Contestant) {
    if case .active(var activity) = contestant.state, !activity.hasChanged {
      activity.hasChanged = true
      contestant.state = .active(activity)
    }
    if contestant.reading.contains(.changes) { emit(contestant, .changed) }
  }

  /// Finds active recognizers whose surplus fingers have lifted, and fails the gestures for the larger finger count (§3.2 step
  /// 1).
  private func resumeFromOver() {
    overChanged = false
    forEachJoined { contestant in
      guard case .active(var activity) = contestant.state else { return }
      let wasOver = activity.isOver
      activity.isOver = contestant.isActiveOver
      contestant.state = .active(activity)
      let hasFingers = contestant.count >= contestant.least
      if wasOver && !activity.isOver && hasFingers { failChallengers(of: contestant) }
    }
  }
  private func failChallengers(of contestant: Contestant) {
    forEachJoined { other in
      if other.isPossible && conflict(contestant, other) && other.least <= contestant.peak {
        fail(other, Failure(.prevented, by: contestant.index))
      }
    }
  }

  func end(_ contestant: Contestant) {
    if rarely(rules.hasEager) {
      for other in contestants.all where precedes(other, eager: contestant) {
        fail(other, Failure(.prevented, by: contestant.index))
      }
    }
    if rarely(contestant.isEndedByTap) { useUp(contestant) }
    emit(contestant, .ended)
    contestant.stopCounting()
    if rarely(contestant.givenUp != 0) {
      let left = contestant.givenUp & touches.down
      contestant.client?.conclude(.ended, at: touches.time)
      reset(contestant)
      return contestant.adopt(left)
    }
    let traits = contestant.traits
    // After the button is released, a gesture that needs it can begin again under the same fingers with the next press.
    let isReleased = !(traits.needsButtonHeld && touches.isButtonHeld)
    if traits.repeats && isReleased && contestant.count > 0 {
      contestant.state = .possible(nil)
      isStale = true
    } else if traits.beginsAgain && contestant.count > 0 {
      contestant.startOver()
      contestant.state = .possible(nil)
      isStale = true
    } else {
      finish(contestant, .ended)
    }
  }

  /// Fails the gestures that have the touches of a tap which ends a drag.
  private func useUp(_ contestant: Contestant) {
    contestant.isEndedByTap = false
    joinAll(down: touches.down)
    for other in contestants.all where other.isPossible && conflict(contestant, other) {
      fail(other, Failure(.prevented, by: contestant.index))
    }
  }

  /// - Parameter reason: why the gesture cancels itself; nil if another one does.
  func cancel(_ contestant: Contestant, _ reason: FailureReason? = nil) {
    emit(contestant, .cancelled)
    contestant.stopCounting()
    finish(contestant, .cancelled, reason)
  }

  func fail(_ contestant: Contestant, _ failure: Failure) {
    // Whatever decides it, a gesture with a finger away lacked that finger.
    if isExplained(contestant) { explain(contestant, contestant.deferredFailure ?? failure) }
    finish(contestant, .failed, failure.reason)
  }

  private func forfeitPress(_ contestant: Contestant, _ failure: Failure) {
    if isExplained(contestant) { explain(contestant, failure) }
    contestant.forfeitPress()
  }

  private func isExplained(_ contestant: Contestant) -> Bool {
    contestant.seen != 0 && contestant.reading.hasReasons
      // Fingers that were left of another gesture are no attempt at this one.
      && !(contestant.isAnew && contestant.peak < contestant.least) && !leavesReason(contestant)
  }

  private func finish(_ contestant: Contestant, _ state: ContestantState, _ reason: FailureReason? = nil) {
    if contestant.isPending { removePending(contestant.index) }
    contestant.state = state
    contestant.hadTooMany = reason == .tooManyFingers
    contestant.decidedAt = touches.time
    contestant.stopClock()
    if rarely(rules.hasClients) { reportEnd(of: contestant) }
    isStale = true
  }
}

// MARK: Steps 2 and 3: possible recognizers

extension Arena {
  private func applyToPossible(_ contestant: Contestant, _ proposal: Proposal) {
    if !contestant.isPossible { return }
    switch proposal {
    case .fail(let failure) where contestant.losesOnlyPress(touches):
      dropPending(contestant)
      forfeitPress(contestant, failure)
    case .fail(let failure): fail(contestant, failure)
    case .ready(let ratio): makePending(contestant, ratio)
    case .none, .changed, .end, .cancel: break
    }
  }

  private func makePending(_ contestant: Contestant, _ ratio: Double) {
    switch contestant.state {
    case .possible(let secondThoughts):
      if rules.hasConditions, let failure = judgeMeasures(of: contestant) {
        return refuse(contestant, failure)
      }
      contestant.state = .pending(
        ContestantState.Pending(since: touches.time, ratio: ratio, secondThoughts: secondThoughts))
      addPending(contestant.index)
    case .pending(var pending):
      pending.ratio = ratio
      contestant.state = .pending(pending)
    case .active, .ended, .cancelled, .failed: break
    }
  }

  /// Refuses one recognition, because the gesture's `where` does not hold (§2 rule 10).
  private func refuse(_ contestant: Contestant, _ failure: Failure) {
    if !contestant.refuse(touches) { return fail(contestant, failure) }
    explain(contestant, failure)
    isStale = true
  }

  private func dropPending(_ contestant: Contestant) {
    guard case .pending(let pending) = contestant.state else { return }
    contestant.state = .possible(pending.secondThoughts)
    removePending(contestant.index)
  }

  private func addPending(_ gesture: Int) {
    var rank = pending.count
    pending.append(gesture)
    while rank > 0 && pending[rank - 1] > gesture {
      pending[rank] = pending[rank - 1]
      rank -= 1
    }
    pending[rank] = gesture
  }
  private func removePending(_ gesture: Int) {
    var left = 0
    for rank in 0..<pending.count where pending[rank] != gesture {
      pending[left] = pending[rank]
      left += 1
    }
    pending.removeLast()
  }
}

// MARK: Step 4: to a fixpoint

extension Arena {
  /// Recognizes, prevents or keeps pending recognizers until no decision changes another.
  func decide() {
    while pending.count > 0 {
      sortCandidates()
      if decideFirst() { continue }
      explainWaiting()
      return
    }
  }

  /// Decides the first candidate that need not wait; false if all must wait.
  private func decideFirst() -> Bool {
    for rank in 0..<candidates.count {
      let contestant = contestants[candidates[rank]]
      switch verdict(on: contestant) {
      case .wait(let other):
        if rarely(rules.hasClients) { noteWaiter(for: other) }
        if case .pending(var pending) = contestant.state {
          pending.waitsFor = other
          contestant.state = .pending(pending)
        }
        continue
      case .block(let failure): fail(contestant, failure)
      case .go: fire(contestant)
      }
      return true
    }
    return false
  }

  /// A client must answer for its gesture while another waits for it.
  @inline(never) private func noteWaiter(for gesture: Int) {
    guard let client = contestants[gesture].client else { return }
    client.noteWaiter(at: touches.time)
    isStale = true
  }
  @inline(never) private func reportEnd(of contestant: Contestant) {
    contestant.client?.conclude(contestant.reportedState, at: touches.time)
  }

  /// Calls `body` with each gesture that is pending, in order. The gesture may then be no longer pending.
  private func forEachPending(_ body: (Contestant) -> Void) {
    var rank = 0
    while rank < pending.count {
      let gesture = pending[rank]
      contestants.lend(gesture, body)
      if rank < pending.count && pending[rank] == gesture { rank += 1 }
    }
  }

  private func sortCandidates() {
    candidates.removeAll()
    forEachPending { contestant in
      var rank = candidates.count
      candidates.append(contestant.index)
      while rank > 0 && precedes(contestant, contestants[candidates[rank - 1]]) {
        candidates[rank] = candidates[rank - 1]
        rank -= 1
      }
      candidates[rank] = contestant.index
    }
  }

  private func precedes(_ a: Contestant, _ b: Contestant) -> Bool {
    guard let ours = a.pending, let theirs = b.pending else {
      return false
    }
    let (mine, other) = (a.traits, b.traits)
    if mine.priority != other.priority { return mine.priority > other.priority }
    if ours.since != theirs.since { return ours.since < theirs.since }
    if mine.rank != other.rank { return mine.rank > other.rank }
    if mine.isTrio && other.isTrio || mine.isScored && other.isScored,
      abs(ours.ratio - theirs.ratio) > ratioTolerance * max(ours.ratio, theirs.ratio)
    {
      return ours.ratio > theirs.ratio
    }
    let (least, otherLeast) = (a.least, b.least)
    if least != otherLeast { return least > otherLeast }
    if mine.taps != other.taps { return mine.taps > other.taps }
    if mine.depth != other.depth { return mine.depth > other.depth }
    return a.index < b.index
  }

  /// Explains once for each pending gesture what it waits for. Without this, a tap that is recognized a third of a second late is
  /// hard to understand.
  private func explainWaiting() {
    forEachPending { contestant in
      guard contestant.reading.hasReasons, case .pending(var pending) = contestant.state,
        pending.waitsFor != pending.explainedWait
      else { return }
      pending.explainedWait = pending.waitsFor
      contestant.state = .pending(pending)
      explain(contestant, Failure(.waiting, by: pending.waitsFor), state: .possible)
    }
  }

  private func fire(_ contestant: Contestant) {
    let isDiscrete = contestant.traits.isDiscrete
    // A palm that takes the last fingers away does not make a quick flick.
    if !isDiscrete && contestant.count < contestant.least && touches.cancelled & contestant.seen != 0 {
      return fail(contestant, Failure(.touchCancelled))
    }
    if !contestant.traits.isWeak { defeatRivals(of: contestant) }
    let readySince = contestant.pending?.since
    dropPending(contestant)
    isStale = true
    if isDiscrete { recognize(contestant, readySince) } else { begin(contestant) }
  }

  private func recognize(_ contestant: Contestant, _ readySince: Timestamp?) {
    emit(contestant, .recognized, readySince: readySince)
    // A repeating gesture continues with its own touches, but not with touches that it gave up.
    if contestant.traits.repeats {
      contestant.begin(touches)
    } else {
      finish(contestant, .ended)
    }
  }

  private func begin(_ contestant: Contestant) {
    contestant.begin(touches)
    contestant.state = .active(ContestantState.Activity())
    contestant.decidedAt = touches.time
    emit(contestant, .began)
    contestant.countTime(from: touches.time)
    // A quick flick that was held until the last lift is still reported (§3.3).
    if contestant.own == 0 || rarely(rules.hasClients) && contestant.client?.endsAtOnce == true {
      end(contestant)
    }
  }

  private func defeatRivals(of contestant: Contestant) {
    let winner = contestant.traits
    let most = contestant.most
    joinRivals(of: contestant)
    forEachJoined { other in
      if other.isTerminal || !conflict(contestant, other) || rules.mayPrecede(contestant.index, other.index) {
        return
      }
      let loser = other.traits
      let bothRepeat = winner.repeats && loser.repeats
      if bothRepeat && !loser.needsButtonHeld {
        // Both gestures can be recognized again with the same fingers, so the loser only gives up its pending recognition.
        dropPending(other)
        return
      }
      if other.isActive { cancel(other) }
      if !other.isPossible { return }
      let least = other.least
      let needsMore = least > other.count && most < least
      if !winner.isDiscrete && needsMore || grantSecondThoughts(to: other, about: contestant) { return }
      if bothRepeat {
        // The loser can be recognized with the next press of the button.
        dropPending(other)
        forfeitPress(other, Failure(.prevented, by: contestant.index))
        return
      }
      fail(other, Failure(.prevented, by: contestant.index))
    }
  }

  private func mayGrantSecondThoughts(_ pan: Contestant) -> Bool {
    pan.traits.type == .pan && pan.surface.isTouchpad && pan.count == 2
  }
  /// Gives a pinch second thoughts: it stays possible for a while although the pan `contestant` would fail it (§3.7). False if it must
  /// fail.
  private func grantSecondThoughts(to other: Contestant, about contestant: Contestant) -> Bool {
    guard mayGrantSecondThoughts(contestant), other.traits.type == .pinch, other.count == 2
    else { return false }
    let thoughts = SecondThoughts(pan: contestant.index, end: touches.time + SecondThoughts.duration)
    if case .pending(var pending) = other.state {
      pending.secondThoughts = thoughts
      other.state = .pending(pending)
    } else {
      other.state = .possible(thoughts)
    }
    return true
  }
}

// MARK: Steps 5 and 6

extension Arena {
  /// Fails pending gestures whose fingers are gone, after their last chance (§3.6). Returns whether there was one.
  private func withdraw() -> Bool {
    let count = pending.count
    if count == 0 { return false }
    forEachPending { contestant in
      if contestant.traits.isDiscrete || contestant.client != nil { return }
      let own = contestant.count
      if own >= contestant.least { return }
      if own > 0 {
        dropPending(contestant)
      } else if !contestant.isLingering {
        fail(contestant, Failure(.neverReleased))
      }
    }
    return pending.count < count
  }

  private func endDeferred() {
    hasDeferredEnd = false
    forEachJoined { contestant in
      if case .active(let activity) = contestant.state, activity.endsDeferred { end(contestant) }
    }
  }

  func reset(_ contestant: Contestant) {
    let ignored = contestant.ignored & touches.down
    contestant.restart(afterFailure: contestant.isFailed)
    contestant.ignored = ignored
    contestant.state = .possible(nil)
    isStale = true
  }
}
