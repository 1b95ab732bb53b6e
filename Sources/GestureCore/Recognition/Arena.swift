/// All recognizers of one device, with the rules that decide between them (recognizers.md §2, §3).
///
/// A step is one frame or one deadline: every recognizer proposes, then the arena decides.
package final class Arena {
  /// The touches of the device, which a `TouchInput` writes.
  let touches = Touches()
  let reports: ArenaReports
  let rules: ArenaRules
  let contestants: Contestants
  var admission: Admission
  let sectors: SwipeSectors
  var proposals: Proposals
  /// The number of touch sequences that have begun.
  var sequenceCount = 0
  /// For each conditional relation, whether its `when` held when the touch sequence began.
  var relationsIn: [Bool]
  /// For each conditional requirement, whether it counts for the attempt that was judged last.
  var isRequired: [Bool]

  // What follows from the states of the gestures (`refresh`).
  /// Gestures that a frame of mere motion can affect, in order.
  private var moving: OwnedList<Int>
  /// Gestures that need the motion of fewer fingers than theirs (`LateFinger`).
  private var watching: OwnedList<Int>
  /// The earliest deadline; `.never` without one.
  package private(set) var nextDeadline = Timestamp.never
  /// Whether motion can affect a recognizer before touches come or go.
  private(set) var needsMotion = false
  /// Whether a state or a deadline changed, so that the values above must be computed again.
  var isStale = true

  package init(_ definition: ArenaDefinition) {
    let recognizers = definition.recognizers.map { $0.flattened }
    // The capacity is enough for the output of one step, so that a frame allocates nothing.
    reports = ArenaReports(capacity: max(64, 3 * recognizers.count))
    rules = ArenaRules(recognizers, definition)
    contestants = Contestants(definition, recognizers)
    proposals = Proposals(capacity: recognizers.count)
    moving = OwnedList(capacity: recognizers.count)
    watching = OwnedList(capacity: recognizers.count)
    admission = Admission(relations: rules.relations.all.count)
    relationsIn = Array(repeating: true, count: rules.relations.all.count)
    isRequired = relationsIn
    sectors = SwipeSectors(recognizers)
    setCompetition()
  }

  /// Gives the recognizers the frame that was written into `touches`, after the deadlines up to its time.
  ///
  /// - Parameter flags: the flags of the whole frame.
  func feed(_ flags: FrameHead.Flags) {
    touches.close(flags)
    if rarely(touches.isEventful || !flags.isEmpty || isStale) {
      feedAll(Span())
    } else {
      if rarely(watching.count != 0) { watchFewer() }
      for index in 0..<moving.count { contestants.lend(moving[index]) { feedMotion($0) } }
      if rarely(proposals.awaitDecision) { decideStep() }
    }
    if rarely(isStale) { refresh() }
  }
  /// Gives the recognizers a frame with changes of hovering contacts.
  func feed(_ flags: FrameHead.Flags, _ hover: Span<HoverChange>) {
    touches.close(flags)
    feedAll(hover)
    refresh()
  }
  /// Feeds a whole frame, for tests.
  package func feed(_ frame: TouchFrame) {
    let isForceOnly =
      !frame.forces.isEmpty && frame.changes.isEmpty && frame.hover.isEmpty && frame.head.flags.isEmpty
    if !isForceOnly {
      advance(to: max(frame.time, touches.frameTime))
      touches.apply(frame)
      if frame.hover.isEmpty { feed(frame.head.flags) } else { feed(frame.head.flags, frame.hover.span) }
    }
    if !frame.forces.isEmpty { feed(frame.forces.span, at: frame.time) }
  }

  /// Updates what follows from the states of the gestures.
  func refresh() {
    nextDeadline = .never
    needsMotion = false
    var remembered: TouchSet = 0
    moving.removeAll()
    watching.removeAll()
    for contestant in contestants.all {
      nextDeadline = min(nextDeadline, contestant.deadline)
      remembered |= contestant.seen
      if !contestant.isOccupied { continue }
      if contestant.needsMotion { needsMotion = true }
      if contestant.watchesFewer { watching.append(contestant.index) }
      if contestant.concernsMotion { moving.append(contestant.index) }
    }
    touches.remembered = remembered
    isStale = false
  }

  /// Adds the motion of fewer fingers than a gesture needs, in frames in which touches only move, until it is far enough to make
  /// the next finger a late one.
  @inline(never) private func watchFewer() {
    for index in 0..<watching.count where contestants[watching[index]].watchMotion(touches) { isStale = true }
  }

  // MARK: Time

  /// Runs every deadline up to and including `time`.
  @inline(never) package func advance(to time: Timestamp) {
    while nextDeadline <= time && nextDeadline != .never {
      let deadline = nextDeadline
      touches.openInstant(FrameHead(time: deadline))
      for contestant in contestants.all where contestant.deadline == deadline {
        contestant.stopClock()
        proposals.add(answer(of: contestant, .deadline), of: contestant.index)
      }
      if proposals.awaitDecision { decideStep() }
      if touches.down == 0 { resetAll() }
      refresh()
    }
  }

  // MARK: One recognizer

  /// Gives one recognizer a frame in which touches only move.
  @inline(__always) private func feedMotion(_ contestant: Contestant) {
    let proposal = answer(of: contestant, .frame)
    switch proposal {
    case .none: break
    // There are no earlier proposals, so the arbiter's first decision can be made at once.
    case .changed where proposals.entries.count == 0: change(contestant)
    case .changed, .fail, .ready, .end, .cancel: proposals.add(proposal, of: contestant.index)
    }
  }

  /// The proposal of one recognizer for the current `touches`.
  @inline(__always) private func answer(of contestant: Contestant, _ stimulus: Stimulus) -> Proposal {
    let before = contestant.deadline
    let proposal = contestant.answer(stimulus, touches)
    if rarely(contestant.deadline != before) { isStale = true }
    if rarely(contestant.traits.isSequence) {
      contestant.emitSteps(to: reports, touches)
    }
    return proposal
  }
}

// MARK: Frames in which touches come or go

extension Arena {
  /// Handles a frame in which touches came or went, positions changed without motion, or a contact hovers.
  @inline(never) func feedAll(_ hover: Span<HoverChange>) {
    touches.takeButtons()
    // A sequence may have more touches than a TouchSet has bits, for example if a palm rests while fingers come and go.
    if touches.isCrowded { for contestant in contestants.all { contestant.keep(touches.before) } }
    if touches.before == 0 && touches.began != 0 { beginSequence() }
    contestants.forEach { feedLandings($0) }
    if touches.began != 0 { setSectors() }
    isStale = true
    if !hover.isEmpty {
      for contestant in contestants.all where contestant.traits.type == .hover { feed(contestant, hover) }
    }
    if proposals.awaitDecision { decideStep() }
    if touches.down == 0 && (touches.before | touches.began) != 0 { resetAll() }
  }

  /// Gives one recognizer the new touches and the frame.
  private func feedLandings(_ contestant: Contestant) {
    if contestant.isTerminal || !contestant.isEnabled
      || !contestant.isIn
    {
      return
    }
    if touches.began == 0 && contestant.seen == 0 { return }
    if contestant.keepsResult {
      // A touch of the pending gesture may still become a palm (§3.3).
      if contestant.lost(touches) != 0 {
        proposals.add(.fail(Failure(.touchCancelled)), of: contestant.index)
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
    proposals.add(
      isEligible ? answer(of: contestant, .frame) : .fail(Failure(.unsupportedDevice)), of: contestant.index)
    if case .active(let activity) = contestant.state,
      contestant.suspendsForMore != activity.isOver
    {
      proposals.overChanged = true
    }
  }

  /// Adds new touches to an attempt and counts those that are down.
  @inline(__always) private func receive(_ contestant: Contestant) {
    var landed = touches.began
    if landed != 0 && !contestant.intake.takesAll {
      landed = contestant.received(landed, touches)
    }
    if landed != 0 && contestant.intake.typingGuard != 0 {
      landed = unguarded(landed, contestant)
    }
    contestant.receive(landed, touches)
  }

  /// Handles the first touch of a sequence. A chain, such as taps that wait for another tap, fails first if this touch does not
  /// continue it (§2 rule 4).
  private func beginSequence() {
    sequenceCount &+= 1
    rejectChains(touches.records[touches.began.firstLane].down)
    if admission.beginSequence(contestants.all, &relationsIn) {
      reports.roster &+= 1
      setCompetition()
    }
    if admission.excludesSome { explainExclusions() }
  }

  /// Fails the chains that a touch landing here does not continue.
  private func rejectChains(_ landing: Point) {
    let landed = touches.takeBack()
    var hasRejected = false
    for contestant in contestants.all {
      guard case .possible = contestant.state,
        contestant.seen != 0,
        contestant.isLingering
      else { continue }
      if let failure = rejection(of: contestant, landing) {
        fail(contestant, failure)
      } else if contestant.deadline <= touches.time {
        // A sequence is complete without the gesture that this touch does not continue.
        contestant.stopClock()
        proposals.add(answer(of: contestant, .deadline), of: contestant.index)
      } else {
        continue
      }
      hasRejected = true
    }
    if proposals.awaitDecision { decideStep() }
    if hasRejected {
      decide()
      resetAll()
    }
    touches.putBack(landed)
  }
  private func rejection(of contestant: Contestant, _ landing: Point) -> Failure? {
    if !contestant.isInNext { return Failure(.contextDiffers) }
    let guardTime = contestant.intake.typingGuard
    if guardTime != 0, let elapsed = admission.typed(before: touches.time, within: guardTime) {
      return .typed(elapsed, limit: guardTime)
    }
    return contestant.rejects(landing, at: touches.time)
  }

  /// Sets which members of the trio compete: those for which a rival for the same fingers takes part (§3.7).
  private func setCompetition() {
    for contestant in contestants.all where contestant.traits.isTrio {
      let competes = contestants.all.contains { $0.isIn && rules.areRivals(contestant.index, $0.index) }
      contestant.competes = competes
    }
  }

  /// Explains that gestures do not take part in the new touch sequence, because their `when` does not match (§2 rule 10).
  private func explainExclusions() {
    for contestant in contestants.all
    where !contestant.isIn && contestant.isEnabled
      && contestant.reading.contains(.explanations)
    {
      contestant.explain(Failure(.contextDiffers), to: reports, touches)
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
      if let elapsed = admission.typed(before: touches.records[lane].downTime, within: guardTime) {
        shortest = min(shortest, elapsed)
      } else {
        received |= .lane(lane)
      }
    }
    if received == 0 && contestant.reading.contains(.explanations)
      && contestant.seen == 0
    {
      contestant.explain(
        .typed(shortest, limit: guardTime), to: reports, touches)
    }
    return received
  }
}

// MARK: Force and hover

extension Arena {
  /// Feeds changed forces, after the deadlines up to that time. It is a separate step after the frame with the forces, so that
  /// all other gestures work the same whether a gesture reads force or not.
  ///
  /// - Parameter time: the time of the frame.
  package func feed(_ forces: Span<TouchForce>, at time: Timestamp) {
    let time = max(time, touches.frameTime)
    if nextDeadline <= time { advance(to: time) }
    touches.openInstant(FrameHead(time: time))
    touches.take(forces)
    for contestant in contestants.all where contestant.readsForce && contestant.isIn && contestant.isOccupied
    {
      if contestant.keepsResult { continue }
      if contestant.isShortOfFingers(touches) { continue }
      proposals.add(answer(of: contestant, .frame), of: contestant.index)
    }
    if proposals.awaitDecision { decideStep() }
    if isStale { refresh() }
  }

  /// Feeds changes of hovering contacts. A hovering contact is not a touch, and no other gesture conflicts with it
  /// (recognizers.md §4.12).
  private func feed(_ contestant: Contestant, _ changes: Span<HoverChange>) {
    if !contestant.isEnabled { return }
    for number in changes.indices {
      let isActive = contestant.isActive
      switch contestant.answer(changes[number]) {
      case .ready where contestant.isInNext && judgeMeasures(of: contestant) == nil:
        contestant.state = .active(ContestantState.Activity())
        contestant.decidedAt = touches.time
        emit(contestant, .began)
      case .changed where isActive: change(contestant)
      case .end where isActive: endHover(contestant, .ended)
      case .cancel where isActive: endHover(contestant, .cancelled)
      case .none, .fail, .ready, .changed, .end, .cancel: break
      }
    }
  }
  private func endHover(_ contestant: Contestant, _ state: GestureState) {
    emit(contestant, state)
    contestant.state = .possible(nil)
  }
}
