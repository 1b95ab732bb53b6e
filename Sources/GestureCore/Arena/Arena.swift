/// All recognizers of one device, with the rules that decide between them (recognizers.md §2, §3).
///
/// A step is one frame or one deadline: every recognizer proposes, then the arena decides.
///
/// What must hold between two steps is in `Arena+Invariants`: no proposal or decision is left over, what is over has no deadline, and no
/// two exclusive gestures are active with one touch.
package final class Arena {
  /// The touches of the device, which a `TouchInput` writes.
  let touches = Touches()
  let rules: ArenaRules
  let contestants: Contestants

  // The output, which the owner empties.
  /// Events in the order in which they are reported.
  package var events: EventList
  /// The positions to which `GestureEvent.touches` points.
  package var touchPoints: [Point] = []
  /// The values to which `GestureEvent.steps` points.
  package var stepValues: [GestureEvent] = []
  /// What the owner reads of all gestures. It replaces what was set for one gesture.
  package var reading = Reading.usual {
    didSet {
      for contestant in contestants.all { contestant.reading = reading }
      for index in absent.indices { absent[index].reading = reading }
      noteReaders()
      // Explanations need each frame.
      if reading.contains(.explanations) { joinAll(down: touches.down) }
    }
  }

  // The touch sequence.
  /// The number of touch sequences that have begun.
  var sequenceCount = 0
  /// The number of touch sequences so far whose set of gestures differed from the one before.
  var roster: Int16 = 0
  /// Whether a `when` matched or ceased to match since the last touch sequence began.
  var hasNewRoster = false
  /// Whether the `when` of a gesture did not match when the touch sequence began, and whether no gesture takes part in it.
  var excludesSome = false
  var excludesAll = false
  /// For each conditional relation, whether its `when` held when the touch sequence began, and whether it holds now.
  var relationsIn: [Bool]
  var relationsInNext: [Bool]
  var typing = TypingTimes()
  /// Where its touches landed and those of the one before, and whether that is read.
  var landings = SequenceLandings()
  var landingsBefore = SequenceLandings()
  var isExplained = false
  /// The gestures of the configuration that the device does not have.
  var absent: [AbsentGesture]

  /// The gestures that have joined the touch sequence, in order, and the fewest fingers that one of the others needs; `.max` if there are
  /// none.
  var joined: OwnedList<Int>
  var leastToJoin = Int.max
  /// How far the fingers of the sequence were, for the others.
  var late = LateFinger()

  /// The touches that rest (`resting_after`), or keep still while others move.
  let resting: RestingTouches

  /// The period of a constant number of fingers, and whether a gesture is decided anew in each.
  var period = FingerPeriod()
  let notesPeriods: Bool
  /// Whether a gesture has a zone, and so touch sequences of its own.
  let hasZones: Bool

  // The step in progress.
  struct Proposed {
    let gesture: Int
    let proposal: Proposal
  }
  /// The proposals of this step, in the order of gestures.
  var proposals: OwnedList<Proposed>
  /// The gestures that are ready and undecided, from this step or an earlier one, in order.
  var pending: OwnedList<Int>
  /// The same in the order of decisions.
  var candidates: OwnedList<Int>
  /// Whether an active recognizer got too many fingers in this step, or lost the surplus ones.
  var overChanged = false
  /// Whether the end of an active recognizer waits for its challengers.
  var hasDeferredEnd = false
  /// For each conditional requirement, whether it counts for the attempt that was judged last.
  var isRequired: [Bool]

  // What follows from the states of the gestures (`refresh`).
  /// Gestures that a frame of mere motion can affect, in order.
  private var moving: OwnedList<Int>
  /// Whether frames of mere motion are watched for touches that rest.
  private var watches = false
  /// The earliest deadline; `.never` without one.
  package private(set) var nextDeadline = Timestamp.never
  /// Whether motion can affect a recognizer before touches come or go.
  private(set) var needsMotion = false
  /// Whether a state or a deadline changed, so that the values above must be computed again.
  var isStale = true

  package init(_ definition: ArenaDefinition) {
    rules =
      definition.rules
      ?? ArenaRules(definition.recognizers, implicitRequirements: definition.implicitRequirements)
    let recognizers = rules.recognizers
    // The capacity is enough for the output of one step, so that a frame allocates nothing.
    events = EventList(capacity: max(64, 3 * recognizers.count))
    touchPoints.reserveCapacity(256)
    absent = definition.absent
    contestants = Contestants(definition, recognizers)
    proposals = OwnedList(capacity: recognizers.count)
    pending = OwnedList(capacity: recognizers.count)
    candidates = OwnedList(capacity: recognizers.count)
    moving = OwnedList(capacity: recognizers.count)
    joined = OwnedList(capacity: recognizers.count)
    relationsIn = Array(repeating: true, count: rules.relations.all.count)
    relationsInNext = relationsIn
    isRequired = relationsIn
    resting = RestingTouches(
      definition, findsIdlers: contestants.all.contains { $0.traits.leavesOutIdlers })
    hasZones = contestants.all.contains { $0.intake.hasZone }
    notesPeriods = contestants.all.contains { $0.traits.isDecidedAnew }
    setCompetition()
    // Until its program comes, such a gesture is out.
    hasNewRoster = contestants.all.contains { $0.client != nil }
    listJoined()
    refresh()
  }

  /// Gives the recognizers the frame that was written into `touches`, after the deadlines up to its time.
  ///
  /// - Parameter flags: the flags of the whole frame.
  func feed(_ flags: FrameHead.Flags) {
    touches.close(flags)
    if rarely(touches.isEventful || !flags.isEmpty || isStale) {
      feedAll(Span())
    } else {
      if rarely(watches) { watchMotion() }
      moving.forEach { contestants.lend($0) { feedMotion($0) } }
      if rarely(awaitsDecision) { decideStep() }
    }
    if rarely(isStale) { refresh() } else { assert(holdsInvariants()) }
  }
  /// Gives the recognizers a frame with changes of hovering contacts.
  func feed(_ flags: FrameHead.Flags, _ hover: Span<HoverChange>) {
    touches.close(flags)
    feedAll(hover)
    refresh()
  }

  /// Resets gestures whose touch sequences are over, and updates what follows from the states of the gestures.
  func refresh() {
    if rarely(resting.hasChanged) { takeResting() }
    let down = touches.down
    var hasLeft = false
    var (deadline, needs, remembered) = (Timestamp.never, false, TouchSet(0))
    let isChanging = period.isChanging(at: touches.time)
    var isDue = false
    moving.removeAll()
    forEachJoined { contestant in
      if contestant.isOver(down) { reset(contestant) }
      remembered |= contestant.seen
      if rarely(isChanging) && contestant.mayBeDecidedAnew { isDue = true }
      // What is over has no deadline.
      if contestant.isTerminal { return }
      deadline = min(deadline, contestant.deadline, contestant.nextTick)
      if contestant.isOccupied {
        if contestant.needsMotion { needs = true }
        if contestant.concernsMotion { moving.append(contestant.index) }
      } else if down == 0 && !rules.hasEager && contestant.mayLeave {
        contestant.leave()
        hasLeft = true
      }
    }
    if hasLeft { listJoined() }
    // What begins when the number of fingers has changed for long enough begins where they are then.
    if rarely(isDue) { (deadline, needs) = (min(deadline, period.due), true) }
    nextDeadline = deadline
    watches = !excludesAll && resting.concernsMotion(touches)
    needsMotion = needs || watches
    touches.remembered = remembered
    isStale = false
    assert(holdsInvariants())
  }

  /// Follows touches that may rest through a frame in which touches only move.
  @inline(never) private func watchMotion() {
    if resting.follow(touches) { isStale = true }
  }

  /// How far each finger may go before motion can decide something, mm: a lower bound.
  var leeway: Double {
    if isStale || watches || awaitsDecision { return 0 }
    var least = Double.infinity
    moving.forEach { contestants.lend($0) { least = min(least, $0.leeway(touches)) } }
    return least
  }

  // MARK: Time

  /// Runs every deadline up to and including `time`.
  @inline(never) package func advance(to time: Timestamp) {
    while nextDeadline <= time && nextDeadline != .never {
      let deadline = nextDeadline
      touches.openInstant(FrameHead(time: deadline))
      forEachJoined { contestant in
        if contestant.deadline != deadline { return }
        contestant.stopClock()
        propose(answer(of: contestant, .deadline), contestant)
      }
      if awaitsDecision { decideStep() }
      forEachJoined { contestant in
        if contestant.nextTick != deadline { return }
        contestant.countTime(from: deadline)
        if contestant.takesTick { change(contestant) }
      }
      if rarely(period.due == deadline) { decideAnew() }
      refresh()
    }
  }

  // MARK: One recognizer

  /// Gives one recognizer a frame in which touches only move.
  @inline(__always) private func feedMotion(_ contestant: Contestant) {
    if contestant.goesOn(touches) { return }
    let proposal = answer(of: contestant, .frame)
    switch proposal {
    case .none: break
    // There are no earlier proposals, so the first decision can be made at once.
    case .changed where proposals.count == 0: change(contestant)
    case .changed, .fail, .ready, .end, .cancel: propose(proposal, contestant)
    }
  }

  @inline(__always) func propose(_ proposal: Proposal, _ contestant: Contestant) {
    if case .none = proposal { return }
    proposals.append(Proposed(gesture: contestant.index, proposal: proposal))
  }
  /// Whether the step needs decisions.
  @inline(__always) var awaitsDecision: Bool { proposals.count | pending.count != 0 || overChanged }

  /// The proposal of one recognizer for the current `touches`.
  @inline(__always) func answer(of contestant: Contestant, _ stimulus: Stimulus) -> Proposal {
    let before = contestant.deadline
    let proposal = contestant.answer(stimulus, touches)
    if rarely(contestant.deadline != before) { isStale = true }
    if rarely(contestant.traits.isSequence) {
      emitSteps(of: contestant)
    }
    return proposal
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
      propose(answer(of: contestant, .frame), contestant)
    }
    if awaitsDecision { decideStep() }
    if isStale { refresh() }
  }

  /// Feeds changes of hovering contacts. A hovering contact is not a touch, and no other gesture conflicts with it
  /// (recognizers.md §4.12).
  func feed(_ contestant: Contestant, _ changes: Span<HoverChange>) {
    if !contestant.isEnabled { return }
    for number in changes.indices {
      let isActive = contestant.isActive
      switch contestant.answer(changes[number]) {
      case .ready where contestant.isInNext && judgeMeasures(of: contestant) == nil:
        contestant.state = .active(ContestantState.Activity())
        contestant.decidedAt = touches.time
        emit(contestant, .began)
        contestant.countTime(from: touches.time)
      case .changed where isActive: change(contestant)
      case .end where isActive: endHover(contestant, .ended)
      case .cancel where isActive: endHover(contestant, .cancelled)
      case .none, .fail, .ready, .changed, .end, .cancel: break
      }
    }
  }
  private func endHover(_ contestant: Contestant, _ state: GestureState) {
    emit(contestant, state)
    contestant.stopCounting()
    contestant.state = .possible(nil)
  }
}
