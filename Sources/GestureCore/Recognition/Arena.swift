/// All recognizers of one device, with the rules that decide between them (recognizers.md §2, §3).
///
/// A step is one frame or one deadline: every recognizer proposes, then the arbiter decides.
package struct Arena: ~Copyable {
  /// The touches of the device, which a `TouchInput` writes (`follow`).
  private(set) var touches = Touches()
  /// This is a separate object, because a contestant is borrowed while its recognizer writes an event.
  let reports: ArenaReports
  var admission: Admission
  var arbiter: Arbiter
  let sectors: SwipeSectors
  /// The number of touch sequences that have begun.
  var sequenceCount = 0

  package init(_ definition: ArenaDefinition) {
    let recognizers = definition.recognizers.map { $0.flattened }
    // The capacity is enough for the output of one step, so that a frame allocates nothing.
    reports = ArenaReports(capacity: max(64, 3 * recognizers.count))
    let rules = ArenaRules(recognizers, definition)
    admission = Admission(count: recognizers.count, relations: rules.relations.all.count)
    sectors = SwipeSectors(recognizers)
    arbiter = Arbiter(rules, Contestants(recognizers, definition), touches, reports)
    setCompetition()
  }

  /// Makes the recognizers read the touches that `input` writes.
  mutating func follow(_ input: borrowing TouchInput) {
    touches = input.touches
    arbiter.touches = input.touches
  }

  /// Gives the recognizers the frame that was written into `touches`, after the deadlines up to its time.
  ///
  /// - Parameter flags: the flags of the whole frame.
  mutating func feed(_ flags: FrameHead.Flags) {
    touches.close(flags)
    if rarely(touches.isEventful || !flags.isEmpty || arbiter.contestants.isStale) {
      feedAll(Span())
    } else {
      if rarely(arbiter.contestants.watching.count != 0) { arbiter.contestants.watchFewer(touches) }
      for index in 0..<arbiter.contestants.moving.count { feedMotion(arbiter.contestants.moving[index]) }
      if rarely(arbiter.proposals.awaitDecision) { arbiter.decideStep() }
    }
    if rarely(arbiter.contestants.isStale) { refresh() }
  }
  /// Gives the recognizers a frame with changes of hovering contacts.
  mutating func feed(_ flags: FrameHead.Flags, _ hover: Span<HoverChange>) {
    touches.close(flags)
    feedAll(hover)
    refresh()
  }
  /// Feeds a whole frame, for tests.
  package mutating func feed(_ frame: TouchFrame) {
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
  mutating func refresh() {
    arbiter.contestants.refresh()
    touches.remembered = arbiter.contestants.remembered
  }

  // MARK: Time

  /// The earliest deadline of all recognizers; `.never` without one.
  package var nextDeadline: Timestamp { arbiter.contestants.nextDeadline }
  /// Whether motion can affect a recognizer before touches come or go.
  var needsMotion: Bool { arbiter.contestants.needsMotion }

  /// Runs every deadline up to and including `time`.
  @inline(never) package mutating func advance(to time: Timestamp) {
    while nextDeadline <= time && nextDeadline != .never {
      let deadline = nextDeadline
      touches.openInstant(FrameHead(time: deadline))
      for index in 0..<arbiter.contestants.count where arbiter.contestants.entries[index].deadline == deadline
      {
        arbiter.contestants.entries[index].stopClock()
        arbiter.proposals.add(answer(of: index, .deadline), of: index)
      }
      if arbiter.proposals.awaitDecision { arbiter.decideStep() }
      if touches.down == 0 { arbiter.resetAll() }
      refresh()
    }
  }

  // MARK: One recognizer

  /// Gives one recognizer a frame in which touches only move.
  @inline(__always) private mutating func feedMotion(_ index: Int) {
    let proposal = answer(of: index, .frame)
    switch proposal {
    case .none: break
    // There are no earlier proposals, so the arbiter's first decision can be made at once.
    case .changed where arbiter.proposals.entries.count == 0: arbiter.change(index)
    case .changed, .fail, .ready, .end, .cancel: arbiter.proposals.add(proposal, of: index)
    }
  }

  /// The proposal of one recognizer for the current `touches`.
  @inline(__always) private mutating func answer(of index: Int, _ stimulus: Stimulus) -> Proposal {
    var isStale = false
    let proposal = arbiter.contestants.entries[index].answer(stimulus, touches, &isStale)
    if rarely(isStale) { arbiter.contestants.isStale = true }
    if rarely(arbiter.contestants.entries[index].traits.isSequence) {
      arbiter.contestants.entries[index].emitSteps(as: index, to: reports, touches)
    }
    return proposal
  }
}

// MARK: Frames in which touches come or go

extension Arena {
  /// Handles a frame in which touches came or went, positions changed without motion, or a contact hovers.
  @inline(never) mutating func feedAll(_ hover: Span<HoverChange>) {
    touches.takeButtons()
    if touches.isCrowded { arbiter.contestants.keepTouches(touches.before) }
    if touches.before == 0 && touches.began != 0 { beginSequence() }
    for index in 0..<arbiter.contestants.count { feedLandings(index) }
    if touches.began != 0 { setSectors() }
    arbiter.contestants.isStale = true
    if !hover.isEmpty {
      for index in arbiter.contestants.hovering { feed(index, hover) }
    }
    if arbiter.proposals.awaitDecision { arbiter.decideStep() }
    if touches.down == 0 && (touches.before | touches.began) != 0 { arbiter.resetAll() }
  }

  /// Gives one recognizer the new touches and the frame.
  private mutating func feedLandings(_ index: Int) {
    if arbiter.contestants.entries[index].isTerminal || !arbiter.contestants.entries[index].isEnabled
      || !admission.isIn[index]
    {
      return
    }
    if touches.began == 0 && arbiter.contestants.entries[index].attempt.seen == 0 { return }
    if arbiter.contestants.entries[index].keepsResult {
      // A touch of the pending gesture may still become a palm (§3.3).
      if arbiter.contestants.entries[index].attempt.lost(touches) != 0 {
        arbiter.proposals.add(.fail(Failure(.touchCancelled)), of: index)
      }
      return
    }
    receive(index)
    if arbiter.contestants.entries[index].attempt.waitsForLateFingers {
      arbiter.contestants.entries[index].attempt.watch(touches)
    }
    if arbiter.contestants.entries[index].attempt.seen == 0
      || arbiter.contestants.entries[index].isShortOfFingers(touches)
    {
      return
    }
    // A gesture that the device does not support fails in the first frame of its fingers, so it gets no other stimulus.
    let isEligible = arbiter.contestants.entries[index].isEligible
    arbiter.proposals.add(
      isEligible ? answer(of: index, .frame) : .fail(Failure(.unsupportedDevice)), of: index)
    if case .active(let activity) = arbiter.contestants.entries[index].state,
      arbiter.contestants.entries[index].suspendsForMore != activity.isOver
    {
      arbiter.proposals.overChanged = true
    }
  }

  /// Adds new touches to an attempt and counts those that are down.
  @inline(__always) private mutating func receive(_ index: Int) {
    var landed = touches.began
    if landed != 0 && !arbiter.contestants.entries[index].intake.takesAll {
      landed = arbiter.contestants.entries[index].received(landed, touches)
    }
    if landed != 0 && arbiter.contestants.entries[index].intake.typingGuard != 0 {
      landed = unguarded(landed, index)
    }
    arbiter.contestants.entries[index].attempt.receive(landed, touches)
  }

  /// Handles the first touch of a sequence. A chain, such as taps that wait for another tap, fails first if this touch does not
  /// continue it (§2 rule 4).
  private mutating func beginSequence() {
    sequenceCount &+= 1
    rejectChains(touches.records[touches.began.firstLane].down)
    if admission.beginSequence(&arbiter.relationsIn) {
      reports.roster &+= 1
      setCompetition()
    }
    if admission.excludesSome { explainExclusions() }
  }

  /// Fails the chains that a touch landing here does not continue.
  private mutating func rejectChains(_ landing: Point) {
    let landed = touches.takeBack()
    var hasRejected = false
    for index in 0..<arbiter.contestants.count {
      guard case .possible = arbiter.contestants.entries[index].state,
        arbiter.contestants.entries[index].attempt.seen != 0,
        arbiter.contestants.entries[index].isLingering
      else { continue }
      if let failure = rejection(of: index, landing) {
        arbiter.fail(index, failure)
      } else if arbiter.contestants.entries[index].deadline <= touches.time {
        // A sequence is complete without the gesture that this touch does not continue.
        arbiter.contestants.entries[index].stopClock()
        arbiter.proposals.add(answer(of: index, .deadline), of: index)
      } else {
        continue
      }
      hasRejected = true
    }
    if arbiter.proposals.awaitDecision { arbiter.decideStep() }
    if hasRejected {
      arbiter.decide()
      arbiter.resetAll()
    }
    touches.putBack(landed)
  }
  private func rejection(of index: Int, _ landing: Point) -> Failure? {
    if !admission.isInNext[index] { return Failure(.contextDiffers) }
    let guardTime = arbiter.contestants.entries[index].intake.typingGuard
    if guardTime != 0, let elapsed = admission.typed(before: touches.time, within: guardTime) {
      return .typed(elapsed, limit: guardTime)
    }
    return arbiter.contestants.entries[index].rejects(landing, at: touches.time)
  }

  /// Sets which members of the trio compete: those for which a rival for the same fingers takes part (§3.7).
  private mutating func setCompetition() {
    for index in 0..<arbiter.contestants.count where arbiter.contestants.entries[index].traits.isTrio {
      let competes = (0..<arbiter.contestants.count).contains {
        admission.isIn[$0] && arbiter.rules.areRivals(index, $0)
      }
      arbiter.contestants.entries[index].attempt.competes = competes
    }
  }

  /// Explains that gestures do not take part in the new touch sequence, because their `when` does not match (§2 rule 10).
  private func explainExclusions() {
    for index in 0..<arbiter.contestants.count
    where !admission.isIn[index] && arbiter.contestants.entries[index].isEnabled
      && arbiter.contestants.entries[index].reading.contains(.explanations)
    {
      arbiter.contestants.entries[index].explain(Failure(.contextDiffers), as: index, to: reports, touches)
    }
  }

  /// The new touches that a gesture with a typing guard receives. Touches that land soon after a key press are left out
  /// (libinput's disable-while-typing); earlier touches continue.
  private func unguarded(_ landed: TouchSet, _ index: Int) -> TouchSet {
    let guardTime = arbiter.contestants.entries[index].intake.typingGuard
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
    if received == 0 && arbiter.contestants.entries[index].reading.contains(.explanations)
      && arbiter.contestants.entries[index].attempt.seen == 0
    {
      arbiter.contestants.entries[index].explain(
        .typed(shortest, limit: guardTime), as: index, to: reports, touches)
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
  package mutating func feed(_ forces: Span<TouchForce>, at time: Timestamp) {
    let time = max(time, touches.frameTime)
    if nextDeadline <= time { advance(to: time) }
    touches.openInstant(FrameHead(time: time))
    touches.take(forces)
    for index in arbiter.contestants.pressing
    where admission.isIn[index] && arbiter.contestants.entries[index].isOccupied {
      if arbiter.contestants.entries[index].keepsResult { continue }
      if arbiter.contestants.entries[index].isShortOfFingers(touches) { continue }
      arbiter.proposals.add(answer(of: index, .frame), of: index)
    }
    if arbiter.proposals.awaitDecision { arbiter.decideStep() }
    if arbiter.contestants.isStale { refresh() }
  }

  /// Feeds changes of hovering contacts. A hovering contact is not a touch, and no other gesture conflicts with it
  /// (recognizers.md §4.12).
  private mutating func feed(_ index: Int, _ changes: Span<HoverChange>) {
    if !arbiter.contestants.entries[index].isEnabled { return }
    for number in changes.indices {
      let isActive = arbiter.contestants.entries[index].isActive
      switch arbiter.contestants.entries[index].answer(changes[number]) {
      case .ready where admission.isInNext[index] && arbiter.judgeMeasures(of: index) == nil:
        arbiter.contestants.entries[index].state = .active(ContestantState.Activity())
        arbiter.contestants.entries[index].decidedAt = touches.time
        arbiter.emit(index, .began)
      case .changed where isActive: arbiter.change(index)
      case .end where isActive: endHover(index, .ended)
      case .cancel where isActive: endHover(index, .cancelled)
      case .none, .fail, .ready, .changed, .end, .cancel: break
      }
    }
  }
  private mutating func endHover(_ index: Int, _ state: GestureState) {
    arbiter.emit(index, state)
    arbiter.contestants.entries[index].state = .possible(nil)
  }
}
