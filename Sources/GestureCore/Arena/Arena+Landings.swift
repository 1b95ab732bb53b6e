// Frames in which touches come or go, and which gestures take part in a touch sequence (recognizers.md §2, §3.3).
extension Arena {
  /// Handles a frame in which touches came or went, positions changed without motion, or a contact hovers.
  @inline(never) func feedAll(_ hover: Span<HoverChange>) {
    touches.takeButtons()
    if isExplained { noteLandings() }
    // A sequence may have more touches than a TouchSet has bits, for example if a palm rests while fingers come and go.
    if touches.isCrowded {
      joinAll()
      for contestant in contestants.all { contestant.keep(touches.before) }
    }
    _ = resting.follow(touches)
    leaveOutResting()
    joinSequence()
    if touches.began != 0 { beginSequences() }
    forEachJoined { feedLandings($0) }
    if isExplained && touches.began != 0 { explainLate() }
    if touches.began != 0 { setSectors() }
    if notesPeriods { period.note(touches) }
    isStale = true
    if !hover.isEmpty {
      for contestant in contestants.all where contestant.traits.type == .hover { feed(contestant, hover) }
    }
    if awaitsDecision { decideStep() }
    if touches.began != 0 && touches.before != 0 && touches.before & touches.down == 0 { beginNextTaps() }
    if isExplained && touches.down == 0 && touches.before != 0 { explainAbsences() }
  }

  /// Begins the next tap with fingers that landed in the frame in which those of the one before lifted (recognizers.md §1.7).
  @inline(never) private func beginNextTaps() {
    forEachJoined { contestant in
      guard contestant.traits.type == .tap, case .ended = contestant.state,
        contestant.decidedAt == touches.time, contestant.isEnabled
      else { return }
      reset(contestant)
      feedLandings(contestant)
    }
    if awaitsDecision { decideStep() }
  }

  /// Gives one recognizer the new touches and the frame.
  @inline(__always) func feedLandings(_ contestant: Contestant) {
    contestant.notePresence(touches)
    if !contestant.isTerminal && contestant.isEnabled && contestant.isIn { feedWhole(contestant) }
  }

  private func feedWhole(_ contestant: Contestant) {
    if touches.began == 0 && contestant.seen == 0 { return }
    if contestant.keepsResult {
      // A touch of the pending gesture may still become a palm (§3.3).
      if contestant.lost(touches) != 0 {
        propose(.fail(Failure(.touchCancelled)), contestant)
      }
      return
    }
    receive(contestant)
    if contestant.waitsForLateFingers {
      contestant.watch(touches)
    }
    if contestant.seen == 0
      || contestant.isShortOfFingers(touches)
    {
      return
    }
    // A gesture that the device does not support fails in the first frame of its fingers, so it gets no other stimulus.
    let isEligible = contestant.isEligible
    propose(isEligible ? answer(of: contestant, .frame) : .fail(Failure(.unsupportedDevice)), contestant)
    if case .active(let activity) = contestant.state,
      contestant.suspendsForMore != activity.isOver
    {
      overChanged = true
    }
  }

  /// Adds new touches to an attempt and counts those that are down.
  @inline(__always) private func receive(_ contestant: Contestant) {
    var landed = touches.began
    if landed != 0 && !(contestant.intake.takesAll && contestant.intake.rule == .all) {
      landed = contestant.received(landed, touches)
    }
    if landed != 0 && contestant.intake.typingGuard != 0 {
      landed = unguarded(landed, contestant)
    }
    contestant.receive(landed, touches)
  }

  /// Handles the first touches of sequences: of the device's, and of those of gestures with zones. A chain, such as taps that wait
  /// for another tap, fails first if this touch does not continue it (§2 rule 4).
  private func beginSequences() {
    let isFirst = touches.before == 0
    var opensSome = false
    forEachJoined {
      $0.noteOpening(touches)
      if $0.opening != 0 { opensSome = true }
    }
    if isFirst { sequenceCount &+= 1 } else if !opensSome { return }
    rejectChains()
    if rarely(hasZones) { noteSequences(isFirst) }
    if hasNewRoster { takeRoster(ofAll: isFirst) }
    if excludesSome { explainExclusions() }
  }

  private func noteLandings() {
    if touches.began != 0 && touches.before == 0 {
      swap(&landings, &landingsBefore)
      landings.begin(sequenceCount &+ 1, at: touches.time)
    }
    landings.note(touches)
  }
  /// Notes when the sequences of gestures with zones began.
  private func noteSequences(_ isFirst: Bool) {
    for contestant in contestants.all where contestant.opening != 0 && contestant.intake.hasZone {
      contestant.ownSequence = isFirst ? nil : touches.time
    }
  }

  /// Takes what the `when` of gestures says now: of all when the device's touch sequence begins, and otherwise of those whose own
  /// sequences begin.
  private func takeRoster(ofAll: Bool) {
    var hasChanged = ofAll
    for contestant in contestants.all where ofAll || contestant.opening != 0 {
      if contestant.isIn != contestant.isInNext { hasChanged = true }
      contestant.isIn = contestant.isInNext
    }
    for (index, relation) in rules.relations.all.enumerated()
    where ofAll || contestants[relation.owner].opening != 0 {
      relationsIn[index] = relationsInNext[index]
    }
    if ofAll { hasNewRoster = false }
    if !hasChanged { return }
    excludesSome = contestants.all.contains { !$0.isIn }
    excludesAll = contestants.all.allSatisfy { !$0.isIn }
    roster &+= 1
    setCompetition()
  }

  /// Fails the chains that the new touches do not continue.
  private func rejectChains() {
    let landed = touches.takeBack()
    var hasRejected = false
    forEachJoined { contestant in
      guard contestant.opening != 0, case .possible = contestant.state,
        contestant.seen != 0,
        contestant.isLingering
      else { return }
      let landing = touches.records[contestant.opening.firstLane].down
      if let failure = rejection(of: contestant, landing) {
        fail(contestant, failure)
      } else if contestant.deadline <= touches.time {
        // A sequence is complete without the gesture that this touch does not continue.
        contestant.stopClock()
        propose(answer(of: contestant, .deadline), contestant)
      } else {
        return
      }
      hasRejected = true
    }
    if awaitsDecision { decideStep() }
    if hasRejected {
      decide()
      // The touches that lift in this frame still have to be delivered.
      forEachJoined { if $0.isOver(touches.before) { reset($0) } }
    }
    touches.putBack(landed)
  }
  private func rejection(of contestant: Contestant, _ landing: Point) -> Failure? {
    if !contestant.isInNext { return Failure(.contextDiffers) }
    let guardTime = contestant.intake.typingGuard
    if guardTime != 0, let elapsed = typing.elapsed(before: touches.time, within: guardTime) {
      return .typed(elapsed, limit: guardTime)
    }
    return contestant.rejects(landing, at: touches.time)
  }

  /// Sets which members of the trio compete: those for which a rival for the same fingers takes part (§3.7).
  func setCompetition() {
    for contestant in contestants.all where contestant.traits.isTrio {
      let competes = contestants.all.contains { $0.isIn && rules.areRivals(contestant.index, $0.index) }
      contestant.competes = competes
    }
  }

  /// Explains that gestures do not take part in the new touch sequence, because their `when` does not match (§2 rule 10).
  private func explainExclusions() {
    for contestant in contestants.all
    where !contestant.isIn && contestant.isEnabled && contestant.opening != 0 {
      explain(contestant, Failure(.contextDiffers))
    }
  }

  /// The new touches that a gesture with a typing guard receives. Touches that land soon after a key press are left out
  /// (libinput's disable-while-typing); earlier touches continue.
  private func unguarded(_ landed: TouchSet, _ contestant: Contestant) -> TouchSet {
    let guardTime = contestant.intake.typingGuard
    var received: TouchSet = 0
    var shortest = Timestamp.never
    var rest = landed
    while rest != 0 {
      let lane = rest.popLane()
      if let elapsed = typing.elapsed(before: touches.records[lane].downTime, within: guardTime) {
        shortest = min(shortest, elapsed)
        contestant.exclude(.lane(lane))
      } else {
        received |= .lane(lane)
      }
    }
    if received == 0 && contestant.seen == 0 { explain(contestant, .typed(shortest, limit: guardTime)) }
    return received
  }
}

extension Arena {
  /// Sets which swipes take narrow sectors, after touches landed or a gesture was enabled or disabled.
  func setSectors() {
    for index in rules.sectors.concerned {
      var narrow: FingerCounts = []
      for other in rules.sectors.diagonal where narrows(other.gesture, index) {
        narrow.formUnion(other.counts)
      }
      contestants[index].narrowSectors(of: narrow)
    }
  }

  private func narrows(_ diagonal: Int, _ swipe: Int) -> Bool {
    diagonal == swipe
      || contestants[diagonal].isIn && contestants[diagonal].isEnabled
        && contestants[diagonal].sharesTouch(with: contestants[swipe])
  }
}

// Another number of fingers is another decision, on touchpads (recognizers.md §3.6).
extension Arena {
  /// Makes motions possible again that were over before the number of fingers changed, with the fingers that are down.
  @inline(never) func decideAnew() {
    let since = period.since
    period.end()
    forEachJoined { contestant in
      if !contestant.traits.isDecidedAnew { return }
      contestant.forgetMade()
      if !isOver(contestant, since) || !hasOtherFingers(contestant) || isTaken(contestant, since) { return }
      decideAnew(contestant)
    }
    if awaitsDecision { decideStep() }
  }

  /// Whether a gesture was over by the time `since` of the change. A pinch that could have replaced a pan is when the pan has ended.
  private func isOver(_ contestant: Contestant, _ since: Timestamp) -> Bool {
    if !contestant.isEnabled || !contestant.isIn || contestant.isPending { return false }
    if let thoughts = contestant.secondThoughts { return !contestants[thoughts.pan].isActive }
    return contestant.isTerminal && contestant.decidedAt <= since
  }

  private func decideAnew(_ contestant: Contestant) {
    if let thoughts = contestant.secondThoughts { fail(contestant, Failure(.prevented, by: thoughts.pan)) }
    let late = contestant.late
    reset(contestant)
    contestant.beginAnew(contestant.present(touches.down), late)
    feedLandings(contestant)
  }

  /// Whether fingers are down with which the gesture may be made, and these are not the ones with which it was decided. As many are the
  /// same unless the number has been another one meanwhile: a finger may have been away.
  private func hasOtherFingers(_ contestant: Contestant) -> Bool {
    let fingers = contestant.present(touches.down)
    if fingers == 0 || fingers.count > contestant.most { return false }
    if fingers.count != contestant.count || !contestant.range.contains(contestant.count) { return true }
    return fingers != contestant.own
      && period.hasBeenOther(than: contestant.count, since: contestant.decidedAt)
  }

  /// Whether a gesture that excludes one that is over has its fingers: it is active, or was made since the change.
  private func isTaken(_ contestant: Contestant, _ since: Timestamp) -> Bool {
    firstJoined { blocks($0, contestant) || $0.isMade(since: since) && conflict($0, contestant) } != nil
  }
}

extension Contestant {
  /// Whether another number of fingers may make the gesture possible again.
  var mayBeDecidedAnew: Bool { traits.isDecidedAnew && (isTerminal || secondThoughts != nil) }
  /// Whether the gesture was recognized, or has ended, after a time.
  fileprivate func isMade(since time: Timestamp) -> Bool {
    if case .ended = state { decidedAt > time } else { false }
  }
}
