/// Sequences: one recognizer in the arena, its steps private to it (recognizers.md §3.8).
extension Arena {
  /// Discrete recognizers are recognized once; a sequence is what its last step is.
  @inline(__always) mutating func isDiscrete(_ index: Int) -> Bool {
    if entries[index].type != .sequence { return entries[index].type.isDiscrete }
    let sequence = sequences[entries[index].slot]
    return entries[sequence.firstChild + sequence.count - 1].type.isDiscrete
  }

  /// The entry that measures for this one: itself, or the step a sequence is at.
  @inline(__always) mutating func reporter(of index: Int) -> Int {
    if entries[index].type != .sequence { return index }
    let sequence = sequences[entries[index].slot]
    return sequence.firstChild + min(sequence.current, sequence.count - 1)
  }

  mutating func isOver(_ index: Int) -> Bool {
    let reporter = reporter(of: index)
    return entries[reporter].state.isActive && bank.isOver(entries[reporter].type, entries[reporter].slot)
  }

  mutating func beginRecognizer(_ index: Int) {
    let reporter = reporter(of: index)
    bank.begin(entries[reporter].type, entries[reporter].slot, touches, &entries[reporter].attempt)
    entries[reporter].state = .began
    if reporter != index { entries[index].attempt.deadline = entries[reporter].attempt.deadline }
  }

  mutating func resetSequence(_ index: Int) {
    let slot = entries[index].slot
    sequences[slot].current = 0
    sequences[slot].isWaiting = false
    narrowRegion(index)
    for step in 0..<sequences[slot].count { resetStep(sequences[slot].firstChild + step) }
  }

  /// Touches that begin outside the zone of the present step are none of the sequence's.
  mutating func narrowRegion(_ index: Int) {
    let sequence = sequences[entries[index].slot]
    let step = entries[sequence.firstChild + sequence.current].region
    entries[index].region =
      if let whole = sequence.region, let step { whole.intersection(step) } else { sequence.region ?? step }
  }

  private mutating func resetStep(_ child: Int) {
    entries[child].state = .possible
    clearAttempt(child)
    bank.reset(entries[child].type, entries[child].slot, afterFailure: true)
  }

  mutating func proposeSequence(_ index: Int, _ stimulus: Stimulus) -> Proposal {
    let slot = entries[index].slot
    if sequences[slot].isWaiting {
      switch stimulus {
      case .deadline:
        return .fail(
          Failure(
            .noNextTap, measured: seconds(touches.time - sequences[slot].waitsSince),
            limit: seconds(sequences[slot].maxGap), unit: .seconds, parameter: .maxGap))
      case .frame:
        // Fingers of the step before may still be down, outside the zone of this one.
        if touches.began & entries[index].attempt.own == 0 { return .none }
        sequences[slot].isWaiting = false
      }
    }
    let child = sequences[slot].firstChild + sequences[slot].current
    let attempt = entries[child].attempt
    switch stimulus {
    case .deadline: entries[child].attempt.deadline = .never
    case .frame:
      if attempt.acceptsTouches { entries[child].attempt.seen |= touches.began & entries[index].attempt.seen }
      entries[child].attempt.own = touches.down & entries[child].attempt.seen
      entries[child].attempt.peak = max(attempt.peak, entries[child].attempt.own.count)
    }
    entries[child].attempt.isPending = entries[index].isPending
    if !entries[child].isEligible { return .fail(Failure(.unsupportedDevice)) }
    let proposal = bank.handle(
      entries[child].type, entries[child].slot, stimulus, touches, &entries[child].attempt)
    return passOn(proposal, index, child)
  }

  /// What a step's proposal means for the whole sequence.
  private mutating func passOn(_ proposal: Proposal, _ index: Int, _ child: Int) -> Proposal {
    let slot = entries[index].slot
    let isLast = sequences[slot].current == sequences[slot].count - 1
    var result = proposal
    if !isLast {
      switch proposal {
      case .none, .fail: break
      case .changed: result = .none
      case .cancel(let failure): result = .fail(failure)
      case .end: return completeStep(index)
      case .ready:
        if entries[child].type.isDiscrete || entries[child].type == .longPress { return completeStep(index) }
        bank.begin(entries[child].type, entries[child].slot, touches, &entries[child].attempt)
        entries[child].state = .began
        result = .none
      }
    }
    entries[index].attempt.deadline = entries[child].attempt.deadline
    entries[index].attempt.isLingering = entries[child].attempt.isLingering
    if entries[child].attempt.hasCompletedStep { entries[index].attempt.hasCompletedStep = true }
    return result
  }

  /// A step succeeded: the next one starts, under the fingers that are down or with the next landing.
  private mutating func completeStep(_ index: Int) -> Proposal {
    let slot = entries[index].slot
    emitStep(index, sequences[slot].current + 1, of: sequences[slot].count)
    sequences[slot].current += 1
    entries[index].attempt.hasCompletedStep = true
    let child = sequences[slot].firstChild + sequences[slot].current
    resetStep(child)
    narrowRegion(index)
    let own = inRegion(of: child, entries[index].attempt.own)
    if own == 0 {
      sequences[slot].isWaiting = true
      sequences[slot].waitsSince = touches.time
      entries[index].attempt.isLingering = true
      entries[index].attempt.deadline = later(touches.time, sequences[slot].maxGap)
      return .none
    }
    // As if those touches began now, here (§3.8).
    var rest = own
    while rest != 0 {
      let lane = rest.popLane()
      sequences[slot].anchors[lane] = touches.position(lane)
    }
    entries[child].attempt.anchors = sequences[slot].anchors
    entries[child].attempt.anchored = own
    entries[child].attempt.seen = own
    entries[child].attempt.own = own
    entries[child].attempt.peak = own.count
    var table = TouchTable(records: touches.records)
    table.head.time = touches.time
    table.previousTime = touches.previousTime
    table.down = touches.down
    table.began = own
    table.phantom = touches.phantom
    let proposal = withUnsafeMutablePointer(to: &table) { table in
      let landing = Touches(table: table)
      return bank.handle(entries[child].type, entries[child].slot, .frame, landing, &entries[child].attempt)
    }
    return passOn(proposal, index, child)
  }

  /// Of touches that are down, those that a step would see if they began now, here.
  private mutating func inRegion(of child: Int, _ own: TouchSet) -> TouchSet {
    guard let region = entries[child].region else { return own }
    var inside: TouchSet = 0
    var rest = own
    while rest != 0 {
      let lane = rest.popLane()
      if region.contains(touches.position(lane)) { inside |= .lane(lane) }
    }
    return inside
  }
}
