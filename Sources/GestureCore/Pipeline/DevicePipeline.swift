/// The path of one device from evdev events to gesture events: frames, contacts, touches, arena. Live devices and replays use the
/// same one.
///
/// The owner empties `arena.events` after every call.
///
/// What must hold: the arena's deadlines up to the time of a frame run before the frame, and nothing below reads a clock, so the same
/// events give the same gestures.
package final class DevicePipeline {
  package internal(set) var input: TouchInput
  package let arena: Arena
  private var touchLog = TouchLog()
  /// The events that the owner is delivering. Meanwhile the arena may produce others.
  package private(set) var takenEvents = EventList()
  /// Touches and hovering contacts that have not left yet.
  package var touchesDown: Int { input.touchesDown }
  /// The present touch sequence, or the last one.
  package struct SequenceFacts: Sendable {
    /// From 1; 0 before the first.
    package let number: Int
    /// When its first touch landed, and the most touches that were down at one time: known while reasons are read.
    package let start: Timestamp
    package let fingers: Int
  }
  /// The touch sequence of an event. Before the first touch of the present one it is the one before, whose lift may have been in doubt.
  package func sequence(at time: Timestamp) -> SequenceFacts {
    if time < arena.landings.start && arena.landingsBefore.number > 0 {
      return SequenceFacts(
        number: arena.landingsBefore.number, start: arena.landingsBefore.start,
        fingers: arena.landingsBefore.peak)
    }
    return SequenceFacts(
      number: arena.sequenceCount, start: arena.landings.start, fingers: arena.landings.peak)
  }
  /// How a touch sequence ended: when its last touch lifted, and where each of its touches landed and lifted, in the order of landings.
  package struct SequenceEnd: Sendable {
    package let time: Timestamp
    package let ways: [(landing: Point, lift: Point)]

    fileprivate init?(_ landings: borrowing SequenceLandings) {
      guard let end = landings.end else { return nil }
      time = end
      ways = (0..<landings.places.count).map { (landings.places[$0], landings.ends[$0]) }
    }
  }
  /// The end of the present or the last sequence, or of the one before; nil for another number, and while touches are down.
  package func end(ofSequence number: Int) -> SequenceEnd? {
    if arena.landings.number == number { return SequenceEnd(arena.landings) }
    return arena.landingsBefore.number == number ? SequenceEnd(arena.landingsBefore) : nil
  }
  /// The number of touch sequences that have begun.
  package var sequenceCount: Int { arena.sequenceCount }

  package init(input: consuming TouchInput, arena: Arena) {
    self.input = input
    self.arena = arena
    self.input.tracker.touches = arena.touches
  }

  /// Consumes the device's events. Every SYN_REPORT feeds the arena.
  ///
  /// - Returns: whether a live device has lost events. The rest of `events` was then discarded, and a resync must follow.
  @discardableResult package func consume(_ events: Span<InputEvent>) -> Bool {
    var next = 0
    while true {
      if rarely(input.isTimed) {
        consumeTimed(events, from: next)
        return input.hasLost
      }
      guard input.assemble(events, from: &next) else { return input.hasLost }
      let time = input.frameTime(events[next &- 1].time)
      if rarely(arena.nextDeadline <= time) { arena.advance(to: time) }
      if rarely(input.isLastLift) { allowLifts(at: time) }
      if input.build(at: time) { feed() }
    }
  }
  /// Lets the lifts of this frame wait if they are in doubt, unless one decides something at once (recognizers.md §1.7).
  @inline(never) private func allowLifts(at time: Timestamp) {
    input.away.isAllowed = input.isLiftInDoubt(at: time) && !arena.decidesAtLift
  }
  /// Consumes events of a device with deadlines of its own, which run before the next event changes its contacts, a clock of its own,
  /// or a silence that is noted.
  @inline(never) private func consumeTimed(_ events: Span<InputEvent>, from first: Int) {
    var next = first
    while true {
      if input.deadline != .never && next < events.count { advance(to: input.frameTime(events[next].time)) }
      let start = next
      let isWhole = input.assemble(events, from: &next)
      input.clock?.read(events, start..<next)
      guard isWhole else { return }
      let kernel = events[next &- 1].time
      let time = input.frameTime(input.clock?.time(kernel) ?? kernel)
      switch input.awayStep(at: time) {
      case .usual: if arena.nextDeadline <= time { arena.advance(to: time) }
      case .waits: break
      case .over:
        announceLifts()
        arena.advance(to: time)
      }
      if input.buildSilent(at: time) { feed() }
      if input.isLastLift { allowLifts(at: time) }
      if input.build(at: time) { feed() }
    }
  }
  package func consume(_ event: InputEvent) {
    let events: InlineArray<1, InputEvent> = [event]
    consume(events.span)
  }
  /// Begins a resync, after a live device reported SYN_DROPPED. The events up to `endResync` are libevdev's difference and form
  /// one frame.
  package func beginResync() { input.beginResync() }
  package func endResync(at time: Timestamp) {
    announceLifts()
    arena.advance(to: input.frameTime(time))
    if input.endResync(at: time) { feed() }
  }
  /// Sets the contacts and keys that are down before the first event. They count as contacts, but are never touches.
  package func begin(withSlots slots: [Int], keys: some Sequence<UInt16>) {
    input.begin(withSlots: slots, keys: keys)
  }
  /// Follows a live device: after SYN_DROPPED the owner gives the difference.
  package func followDevice() { input.assembler.isLive = true }
  /// When the device lost events, after `consume` has said so.
  package var lossTime: Timestamp? { input.assembler.lossTime }
  /// The contacts that the device reports, including palms and older contacts.
  package var contacts: ReportedContacts { input.contacts }
  /// The position of a slot's contact in device units.
  package func position(ofSlot slot: Int) -> (x: Int32, y: Int32) { input.position(ofSlot: slot) }
  @inline(__always) private func feed() {
    assert(input.tracker.holdsInvariants())
    if touchLog.isOn { logTouches() }
    // Skipped motion is only logged. The recognizers get the same frames with and without the log.
    if input.skipping.isActive { return }
    if input.built.parts == .touches && input.tracker.hover.count == 0 {
      arena.feed(input.built.head.flags)
    } else {
      feedParts()
    }
    input.noteNeed(arena.needsMotion)
  }
  @inline(never) private func feedParts() {
    if input.hasTouchFrame { Self.feed(input, input.built.head.flags, to: arena) }
    if input.built.parts.contains(.lifts) {
      input.buildLifts()
      if touchLog.isOn { touchLog.append(input.touches) }
      Self.feed(input, [], to: arena)
    }
    if input.built.parts.contains(.forces) { feedForces() }
  }
  private func feedForces() {
    input.noteForces()
    if input.forces.changes.count == 0 { return }
    Self.feedForces(of: input, to: arena)
  }
  // Static functions, because a span of one property ends before another property is called with it (Tests/compiler).
  private static func feed(_ input: borrowing TouchInput, _ flags: FrameHead.Flags, to arena: Arena) {
    if input.tracker.hover.count == 0 { arena.feed(flags) } else { arena.feed(flags, input.hover) }
  }
  private static func feedForces(of input: borrowing TouchInput, to arena: Arena) {
    arena.feed(input.changedForces, at: input.built.head.time)
  }
  /// Notes that a key was pressed on a keyboard, as another program reports it.
  package func noteTyping(at time: Timestamp) { arena.noteTyping(at: time) }
  /// The state of a gesture by its index in the arena.
  package func snapshot(of gesture: Int, at time: Timestamp) -> GestureSnapshot {
    arena.snapshot(of: gesture, at: time)
  }
  /// Runs the deadlines up to and including `time`.
  ///
  /// A frame from just before a deadline may be read just after it. It then gets the time of the deadline, so that events stay in
  /// the order of time.
  package func advance(to time: Timestamp) {
    while nextDeadline <= time && nextDeadline != .never {
      let deadline = nextDeadline
      if input.deadline <= deadline {
        let first = arena.events.count
        let announces = input.away.deadline <= deadline
        if announces { announceLifts() }
        arena.advance(to: deadline)
        // What follows from the lifts has their time, and is reported now.
        if announces { arena.events.postpone(from: first, to: deadline) }
        if input.buildDeadline(at: deadline) { feed() }
      } else {
        arena.advance(to: deadline)
      }
      input.advance(to: deadline)
    }
  }
  /// Whether all touches that are down have lifts in doubt.
  package var allAreAway: Bool { input.allAreAway }
  /// The earliest deadline of the arena or the input; `.never` without one.
  package var nextDeadline: Timestamp {
    allAreAway ? input.deadline : min(arena.nextDeadline, input.deadline)
  }
  /// Announces the lifts that are in doubt, because their fingers do not come back, or because the owner is about to change the
  /// recognizers.
  package func announceLifts() {
    if input.away.waiting == 0 { return }
    input.buildLiftsInDoubt()
    feed()
  }
  /// Cancels all touches, because the device is gone or the recording ends (§1.7).
  package func cancelAll(at time: Timestamp) {
    announceLifts()
    if touchLog.isOn { touchLog.cancelAll(at: time) }
    arena.cancelAll(at: time)
    input.reset()
  }
}

// Results that the owner reads after each call.
extension DevicePipeline {
  /// Moves the arena's events to `takenEvents`, which must be empty, by swapping the lists.
  package func takeEvents() { swap(&takenEvents, &arena.events) }
  package func removeTakenEvents() { takenEvents.removeAll() }

  /// Whether the device must report motion (`MotionMask`). False if no recognizer, no filter rule and no subscriber reads it;
  /// the recognizers then get the same frames with and without it.
  ///
  /// After a time without reports, the owner passes the current values before the next frame with other events.
  package var needsMotion: Bool { input.needsMotion || touchLog.isOn }

  /// What the owner must act on, in one call of this module.
  package struct Outcome {
    package let needsMotion: Bool
    /// The next deadline; `.never` without one.
    package let deadline: Timestamp
    package let faults: DeviceFaults
    package let hasWithheld: Bool
    /// Whether there are gesture events or raw touches.
    package let hasEvents: Bool
  }
  package func outcome() -> Outcome {
    Outcome(
      needsMotion: needsMotion, deadline: nextDeadline, faults: input.faults,
      hasWithheld: !input.withholding.contacts.isEmpty,
      hasEvents: !arena.events.isEmpty || !touchLog.noted.frames.isEmpty
    )
  }
}

extension DevicePipeline {
  /// The time of the device's last frame.
  package var lastFrameTime: Timestamp { input.built.head.time }
  /// Whether no touch is down, none is being judged, and no gesture waits for another one.
  package var isAtRest: Bool { touchesDown == 0 && input.deadline == .never && arena.isAtRest }
  /// Whether reports outside the declared range are noted for `TouchInput.warnings`.
  package var notesOutliers: Bool {
    get { input.geometry.outliers.isOn }
    set { input.geometry.outliers.isOn = newValue }
  }
}

// Contacts that the filter withheld from the arena.
extension DevicePipeline {
  /// Whether `withheld` is filled. The owner empties it with `removeWithheld`.
  package var reportsWithheld: Bool {
    get { input.withholding.isOn }
    set { input.withholding.isOn = newValue }
  }
  /// Lists contacts that are still down when a recording ends.
  package func explainPresent() { input.explainPresent() }
  /// The counts since the pipeline was made.
  package var withheldCounts: [WithheldContact.Rule: Int] { input.withholding.counts }
  package var withheld: [WithheldContact] { input.withholding.contacts }
  package func removeWithheld() { input.withholding.contacts.removeAll(keepingCapacity: true) }
}

// What a device with slots has reported last; nil if it was not reported.
extension DevicePipeline {
  /// The value of a contact's axis.
  package func reported(_ axis: UInt16, ofSlot slot: Int) -> Int32? {
    input.assembler.reported(axis, ofSlot: slot)
  }
  /// The value of ABS_X or ABS_Y.
  package func reported(_ axis: UInt16) -> Int32? { input.assembler.reported(axis) }
  package func isReportedDown(_ key: UInt16) -> Bool? { input.assembler.isReportedDown(key) }
  /// The selected slot.
  package var reportedSlot: Int { input.assembler.cursor.slot }
}

// The raw touches, for subscribers.
extension DevicePipeline {
  /// Whether `rawTouches` is filled. The owner empties it with `exchangeRawTouches`.
  package var logsTouches: Bool {
    get { touchLog.isOn }
    set {
      if newValue && !touchLog.isOn { touchLog.begin(with: input.currentTouches()) }
      if !newValue { touchLog.end() }
      input.skipping.isObserved = newValue
    }
  }
  package func cancelTouchLog(at time: Timestamp) { touchLog.cancelAll(at: time) }
  package var rawTouches: RawTouches { touchLog.noted }
  /// Exchanges the list for an empty one, so that neither is allocated anew.
  package func exchangeRawTouches(_ empty: inout RawTouches) { swap(&touchLog.noted, &empty) }
  private func logTouches() {
    if input.skipping.isActive {
      if input.skipping.followed.isEmpty { return }
      touchLog.append(input.skipping.followed, at: input.built.head.time)
    } else {
      touchLog.append(input.touches)
    }
  }
}
