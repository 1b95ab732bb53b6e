/// Decides between the proposals of one step (recognizers.md §3.2), to a fixpoint and in a defined order.
///
/// Only the arbiter changes the states of gestures. It reports each change at once, because the measures of an event may be gone
/// after the next decision.
///
/// Some methods that only read are mutating or inlined, because Swift 6.3 would call them with a copy of the whole arbiter.
struct Arbiter: ~Copyable {
  let rules: ArenaRules
  var touches: Touches
  let reports: ArenaReports
  var contestants: Contestants
  var proposals: Proposals
  /// For each conditional relation, whether its `when` held when the touch sequence began.
  var relationsIn: [Bool]
  /// For each conditional requirement, whether it counts for the attempt that was judged last.
  var isRequired: [Bool]

  init(_ rules: ArenaRules, _ contestants: consuming Contestants, _ touches: Touches, _ reports: ArenaReports)
  {
    self.rules = rules
    self.touches = touches
    self.reports = reports
    proposals = Proposals(capacity: contestants.count)
    self.contestants = contestants
    relationsIn = Array(repeating: true, count: rules.relations.all.count)
    isRequired = relationsIn
  }

  /// Decides one step after all proposals.
  mutating func decideStep() {
    for number in 0..<proposals.entries.count { applyToActive(proposals.entries[number]) }
    if proposals.overChanged { resumeFromOver() }
    for number in 0..<proposals.entries.count { applyToPossible(proposals.entries[number]) }
    proposals.removeAll()
    if proposals.pendingCount > 0 {
      decide()
      withdraw()
    }
    if proposals.hasDeferredEnd { endDeferred() }
  }

  /// Whether two recognizers conflict: their attempts share a touch, and they are not simultaneous (§3.1).
  mutating func conflict(_ a: Int, _ b: Int) -> Bool {
    a != b && contestants.shareTouch(a, b) && !rules.goTogether(a, b)
      && !(rules.hasConditions && goTogetherNow(a, b))
  }

  @inline(__always) func emit(_ index: Int, _ state: GestureState, readySince: Timestamp? = nil) {
    contestants.entries[index].emit(state, as: index, to: reports, touches)
    if rarely(
      contestants.entries[index].traits.isSequence && contestants.entries[index].reading.contains(.steps))
    {
      contestants.entries[index].listSteps(to: reports, touches)
    }
    if let readySince, readySince != touches.time { reports.events.last.gestureTime = readySince }
    if rarely(contestants.entries[index].reading.includesTouches(of: state)) {
      contestants.entries[index].listTouchPoints(to: reports, touches)
    }
  }
}

// MARK: Step 1: active recognizers

extension Arbiter {
  private mutating func applyToActive(_ entry: Proposals.Entry) {
    let index = entry.gesture
    guard case .active(var activity) = contestants.entries[index].state else { return }
    switch entry.proposal {
    case .changed: change(index)
    case .cancel: cancel(index)
    case .end where contestants.isOver(index):
      activity.endsDeferred = true
      contestants.entries[index].state = .active(activity)
      proposals.hasDeferredEnd = true
    case .end: end(index)
    case .none, .fail, .ready: break
    }
  }

  @inline(__always) mutating func change(_ index: Int) {
    if case .active(var activity) = contestants.entries[index].state, !activity.hasChanged {
      activity.hasChanged = true
      contestants.entries[index].state = .active(activity)
    }
    if contestants.entries[index].reading.contains(.changes) { emit(index, .changed) }
  }

  /// Finds active recognizers whose surplus fingers have lifted, and fails the gestures for the larger finger count (§3.2 step
  /// 1).
  private mutating func resumeFromOver() {
    proposals.overChanged = false
    for index in 0..<contestants.count {
      guard case .active(var activity) = contestants.entries[index].state else { continue }
      let wasOver = activity.isOver
      activity.isOver = contestants.isOver(index)
      contestants.entries[index].state = .active(activity)
      let hasFingers = contestants.entries[index].attempt.count >= contestants.entries[index].attempt.least
      if wasOver && !activity.isOver && hasFingers { failChallengers(of: index) }
    }
  }
  private mutating func failChallengers(of index: Int) {
    for other in 0..<contestants.count
    where contestants.entries[other].isPossible && conflict(index, other)
      && contestants.entries[other].attempt.least <= contestants.entries[index].attempt.peak
    {
      fail(other, Failure(.prevented, by: index))
    }
  }

  mutating func end(_ index: Int) {
    emit(index, .ended)
    let contestant = contestants.entries[index].traits
    // After the button is released, a gesture that needs it can begin again under the same fingers with the next press.
    let isReleased = !(contestant.needsButtonHeld && touches.isButtonHeld)
    if contestant.repeats && isReleased && contestants.entries[index].attempt.count > 0 {
      contestants.entries[index].state = .possible(nil)
      contestants.isStale = true
    } else {
      finish(index, .ended)
    }
  }

  mutating func cancel(_ index: Int) {
    emit(index, .cancelled)
    finish(index, .cancelled)
  }

  mutating func fail(_ index: Int, _ failure: Failure) {
    explain(index, failure)
    finish(index, .failed)
  }

  private func forfeitPress(_ index: Int, _ failure: Failure) {
    explain(index, failure)
    contestants.entries[index].forfeitPress()
  }

  private func explain(_ index: Int, _ failure: Failure) {
    if contestants.entries[index].reading.contains(.explanations)
      && contestants.entries[index].attempt.seen != 0
    {
      contestants.entries[index].explain(failure, as: index, to: reports, touches)
    }
  }

  private mutating func finish(_ index: Int, _ state: ContestantState) {
    if contestants.entries[index].isPending { proposals.pendingCount -= 1 }
    contestants.entries[index].state = state
    contestants.entries[index].decidedAt = touches.time
    contestants.entries[index].stopClock()
    contestants.isStale = true
  }
}

// MARK: Steps 2 and 3: possible recognizers

extension Arbiter {
  private mutating func applyToPossible(_ entry: Proposals.Entry) {
    if !contestants.entries[entry.gesture].isPossible { return }
    switch entry.proposal {
    case .fail(let failure): fail(entry.gesture, failure)
    case .ready(let ratio): makePending(entry.gesture, ratio)
    case .none, .changed, .end, .cancel: break
    }
  }

  private mutating func makePending(_ index: Int, _ ratio: Double) {
    switch contestants.entries[index].state {
    case .possible(let secondThoughts):
      if rules.hasConditions, let failure = judgeMeasures(of: index) { return fail(index, failure) }
      contestants.entries[index].state = .pending(
        ContestantState.Pending(since: touches.time, ratio: ratio, secondThoughts: secondThoughts))
      proposals.pendingCount += 1
    case .pending(var pending):
      pending.ratio = ratio
      contestants.entries[index].state = .pending(pending)
    case .active, .ended, .cancelled, .failed: break
    }
  }

  private mutating func dropPending(_ index: Int) {
    guard case .pending(let pending) = contestants.entries[index].state else { return }
    contestants.entries[index].state = .possible(pending.secondThoughts)
    proposals.pendingCount -= 1
  }
}

// MARK: Step 4: to a fixpoint

extension Arbiter {
  /// Recognizes, prevents or keeps pending recognizers until no decision changes another.
  mutating func decide() {
    while proposals.pendingCount > 0 {
      sortCandidates()
      if decideFirst() { continue }
      explainWaiting()
      return
    }
  }

  /// Decides the first candidate that need not wait; false if all must wait.
  private mutating func decideFirst() -> Bool {
    for rank in 0..<proposals.candidates.count {
      let index = proposals.candidates[rank]
      switch verdict(on: index) {
      case .wait(let other):
        if case .pending(var pending) = contestants.entries[index].state {
          pending.waitsFor = other
          contestants.entries[index].state = .pending(pending)
        }
        continue
      case .block(let failure): fail(index, failure)
      case .go: fire(index)
      }
      return true
    }
    return false
  }

  private mutating func sortCandidates() {
    proposals.candidates.removeAll()
    for index in 0..<contestants.count where contestants.entries[index].isPending {
      var rank = proposals.candidates.count
      proposals.candidates.append(index)
      while rank > 0 && precedes(index, proposals.candidates[rank - 1]) {
        proposals.candidates[rank] = proposals.candidates[rank - 1]
        rank -= 1
      }
      proposals.candidates[rank] = index
      if proposals.candidates.count == proposals.pendingCount { return }
    }
  }

  private func precedes(_ a: Int, _ b: Int) -> Bool {
    guard let ours = contestants.entries[a].pending, let theirs = contestants.entries[b].pending else {
      return false
    }
    let (mine, other) = (contestants.entries[a].traits, contestants.entries[b].traits)
    if mine.priority != other.priority { return mine.priority > other.priority }
    if ours.since != theirs.since { return ours.since < theirs.since }
    if mine.rank != other.rank { return mine.rank > other.rank }
    if mine.isTrio && other.isTrio
      && abs(ours.ratio - theirs.ratio) > ratioTolerance * max(ours.ratio, theirs.ratio)
    {
      return ours.ratio > theirs.ratio
    }
    let (least, otherLeast) = (contestants.entries[a].attempt.least, contestants.entries[b].attempt.least)
    if least != otherLeast { return least > otherLeast }
    if mine.taps != other.taps { return mine.taps > other.taps }
    return a < b
  }

  /// Explains once for each pending gesture what it waits for. Without this, a tap that is recognized a third of a second late is
  /// hard to understand.
  private mutating func explainWaiting() {
    for index in 0..<contestants.count {
      guard case .pending(var pending) = contestants.entries[index].state,
        pending.waitsFor != pending.explainedWait, contestants.entries[index].reading.contains(.explanations)
      else {
        continue
      }
      pending.explainedWait = pending.waitsFor
      contestants.entries[index].state = .pending(pending)
      contestants.entries[index].explain(
        Failure(.waiting, by: pending.waitsFor), as: index, to: reports, touches, state: .possible)
    }
  }

  private mutating func fire(_ index: Int) {
    let attempt = contestants.entries[index].attempt
    let isDiscrete = contestants.entries[index].traits.isDiscrete
    // A palm that takes the last fingers away does not make a quick flick.
    if !isDiscrete && attempt.count < attempt.least && touches.cancelled & attempt.seen != 0 {
      return fail(index, Failure(.touchCancelled))
    }
    if !contestants.entries[index].traits.isWeak { defeatRivals(of: index) }
    let readySince = contestants.entries[index].pending?.since
    dropPending(index)
    contestants.isStale = true
    if isDiscrete { recognize(index, readySince) } else { begin(index) }
  }

  private mutating func recognize(_ index: Int, _ readySince: Timestamp?) {
    emit(index, .recognized, readySince: readySince)
    // A repeating gesture continues with its own touches, but not with touches that it gave up.
    if contestants.entries[index].traits.repeats {
      contestants.entries[index].begin(touches)
    } else {
      finish(index, .ended)
    }
  }

  private mutating func begin(_ index: Int) {
    contestants.entries[index].begin(touches)
    contestants.entries[index].state = .active(ContestantState.Activity())
    contestants.entries[index].decidedAt = touches.time
    emit(index, .began)
    // A quick flick that was held until the last lift is still reported (§3.3).
    if contestants.entries[index].attempt.own == 0 { end(index) }
  }

  private mutating func defeatRivals(of index: Int) {
    let winner = contestants.entries[index].traits
    let most = contestants.entries[index].attempt.most
    for other in 0..<contestants.count where conflict(index, other) {
      if rules.mayPrecede(index, other) { continue }
      let loser = contestants.entries[other].traits
      let bothRepeat = winner.repeats && loser.repeats
      if bothRepeat && !loser.needsButtonHeld {
        // Both gestures can be recognized again with the same fingers, so the loser only gives up its pending recognition.
        dropPending(other)
        continue
      }
      if contestants.entries[other].isActive { cancel(other) }
      if !contestants.entries[other].isPossible { continue }
      let least = contestants.entries[other].attempt.least
      let needsMore = least > contestants.entries[other].attempt.count && most < least
      if !winner.isDiscrete && needsMore || grantSecondThoughts(to: other, about: index) { continue }
      if bothRepeat {
        // The loser can be recognized with the next press of the button.
        dropPending(other)
        forfeitPress(other, Failure(.prevented, by: index))
        continue
      }
      fail(other, Failure(.prevented, by: index))
    }
  }

  /// Gives a pinch second thoughts: it stays possible for a while although the pan `index` would fail it (§3.7). False if it must
  /// fail.
  private mutating func grantSecondThoughts(to other: Int, about index: Int) -> Bool {
    guard contestants.entries[index].traits.type == .pan, contestants.entries[other].traits.type == .pinch,
      contestants.entries[index].attempt.surface.isTouchpad, contestants.entries[index].attempt.count == 2,
      contestants.entries[other].attempt.count == 2
    else { return false }
    let thoughts = SecondThoughts(pan: index, end: touches.time + SecondThoughts.duration)
    if case .pending(var pending) = contestants.entries[other].state {
      pending.secondThoughts = thoughts
      contestants.entries[other].state = .pending(pending)
    } else {
      contestants.entries[other].state = .possible(thoughts)
    }
    return true
  }
}

// MARK: Steps 5 and 6

extension Arbiter {
  /// Fails pending gestures whose fingers are gone, after their last chance (§3.6).
  private mutating func withdraw() {
    if proposals.pendingCount == 0 { return }
    for index in 0..<contestants.count
    where contestants.entries[index].isPending && !contestants.entries[index].traits.isDiscrete {
      let own = contestants.entries[index].attempt.count
      if own >= contestants.entries[index].attempt.least { continue }
      if own > 0 {
        dropPending(index)
      } else if !contestants.entries[index].isLingering {
        fail(index, Failure(.neverReleased))
      }
    }
  }

  private mutating func endDeferred() {
    proposals.hasDeferredEnd = false
    for index in 0..<contestants.count {
      if case .active(let activity) = contestants.entries[index].state, activity.endsDeferred { end(index) }
    }
  }

  /// Resets terminal recognizers, and possible ones that do not wait, when all touches are up (§2 rule 3).
  mutating func resetAll() {
    for index in 0..<contestants.count {
      switch contestants.entries[index].state {
      case .possible:
        if contestants.entries[index].attempt.seen != 0 && !contestants.entries[index].isLingering {
          reset(index)
        }
      case .pending, .active: continue
      case .ended, .cancelled, .failed: reset(index)
      }
    }
  }

  mutating func reset(_ index: Int) {
    contestants.entries[index].restart(afterFailure: contestants.entries[index].isFailed)
    contestants.entries[index].state = .possible(nil)
    contestants.isStale = true
  }
}

/// Second thoughts (recognizers.md §3.7): a two-finger pan on a touchpad may turn out to be a pinch.
struct SecondThoughts {
  /// The time after its beginning in which a pan may turn out to be a pinch, µs [LIN].
  static let duration: Timestamp = 300_000

  /// The pan that was recognized first.
  let pan: Int
  /// The pinch can replace the pan until this time.
  let end: Timestamp
}
