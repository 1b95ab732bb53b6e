// Contacts that end for a few frames although the finger stays (recognizers.md §1.7).
extension TouchInput {
  /// What a frame means for the lifts that are in doubt.
  enum AwayStep {
    /// None is, or the frame has touches.
    case usual
    /// The frame does not concern them.
    case waits
    /// They come before the frame.
    case over
  }

  /// Whether the last touches that are down may end in the frame that was assembled.
  var isLastLift: Bool {
    let lifted = assembler.slots.lifted
    return lifted != 0 && filter.touching & ~(lifted | away.waiting | overflow.kept) == 0
  }
  /// Whether all touches that are down wait. The recognizers' time then stands still, because their fingers have lifted or have not.
  var allAreAway: Bool { away.waiting != 0 && filter.touching == away.waiting }

  /// Judges the frame that was assembled before it is built.
  mutating func awayStep(at time: Timestamp) -> AwayStep {
    if away.waiting == 0 { return .usual }
    let slots = assembler.slots
    if time - away.since > AwayContacts.longest || !assembler.flags.isEmpty || slots.tapped != 0 {
      return .over
    }
    var (landed, hasBack) = (slots.landed, false)
    while let slot = landed.popFirst() {
      let report = assembler.reports[slot]
      let isTouch = filter.plainVerdict(report, of: slot) == .touch
      if !isTouch && !away.waiting.contains(slot: slot) { continue }
      guard isTouch, report.isLocated, filter.canExchange(slot),
        nearest(away.waiting, to: geometry.point(report.x, report.y), at: time, isPen: isPen(slot)) != nil
      else { return .over }
      hasBack = true
    }
    return allAreAway && !hasBack ? .waits : .usual
  }

  /// The touch that is away from one of `slots`, or ends in this frame, on whose way a place is.
  func nearest(_ slots: SlotSet, to point: Point, at time: Timestamp, isPen: Bool) -> Int? {
    var (slots, best, least) = (slots, Int?.none, AwayContacts.farthest)
    while let slot = slots.popFirst() {
      if tracker.isPen(slot) != isPen { continue }
      let distance = departure(of: slot, at: time).distance(to: point, at: time)
      if distance.exceeds(least) || best != nil && !least.exceeds(distance) { continue }
      (best, least) = (slot, distance)
    }
    return best
  }
  private func departure(of slot: Int, at time: Timestamp) -> AwayContacts.Departure {
    AwayContacts.Departure(filter.contacts[slot], at: away.waiting.contains(slot: slot) ? away.since : time)
  }

  /// Whether one of the contacts that end in the frame that was assembled may be a finger that goes on.
  mutating func isLiftInDoubt(at time: Timestamp) -> Bool {
    if facts.isSemiMT { return false }
    var rest = assembler.slots.lifted & filter.touching & ~assembler.slots.stuck
    while let slot = rest.popFirst() {
      let place = lastPlace(slot) ?? filter.contacts[slot].position
      if filter.contacts[slot].mayComeBack(from: place, at: time, facts.deviceClass) { return true }
    }
    return false
  }

  /// The place in the last report of a contact that ends, because the path to it may be skipped; nil if the report is another contact's.
  private mutating func lastPlace(_ slot: Int) -> Point? {
    if (assembler.slots.landed | assembler.slots.tapped).contains(slot: slot) { return nil }
    let report = assembler.reports[slot]
    return report.isLocated ? geometry.point(report.x, report.y) : nil
  }

  /// Keeps the touches of contacts that end in this frame, if all fingers are gone and it is in doubt whether one of them has lifted.
  ///
  /// - Parameter wasSkipping: whether motion was skipped, so that the places of contacts are old.
  /// - Returns: the slots of these touches.
  @inline(never) mutating func holdLifts(of leaving: SlotSet, wasSkipping: Bool) -> SlotSet {
    let slots = assembler.slots
    let ended = leaving & filter.touching & ~slots.stuck
    var rest = wasSkipping || !filter.isTransparent ? ended : ended & assembler.reported.now
    while let slot = rest.popFirst() {
      if let place = lastPlace(slot) { filter.contacts[slot].restart(at: place, built.head.time) }
    }
    if !away.isAllowed { return 0 }
    away.isAllowed = false
    let isAlone = filter.touching & ~away.waiting == ended && tracker.phantomCount == 0
    let isPlain = built.head.flags.isEmpty && slots.landed | slots.tapped | overflow.kept == 0
    if !isAlone || !isPlain { return 0 }
    away.wait(for: ended, since: built.head.time)
    noteDeadline()
    return ended
  }

  /// Builds the frame of the lifts that were in doubt, with their own time. If another finger has come back meanwhile, deadlines may
  /// have run since, and time does not go back.
  @inline(never) mutating func buildLiftsInDoubt() {
    built.head.flags = []
    built.parts = .touches
    tracker.beginFrame(FrameHead(time: max(away.since, tracker.touches.time)))
    var slots = away.waiting
    while let slot = slots.popFirst() {
      away.note(AwayContacts.Departure(filter.contacts[slot], at: away.since))
      tracker.end(slot, .ended)
      filter.set(.absent, of: slot)
    }
    away.waiting = 0
    noteDeadline()
  }
}
