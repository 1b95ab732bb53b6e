/// One device's way from evdev events to gesture events: frames, contacts, touches, arena. Live and replay alike.
///
/// The owner drains `arena.events` after every call.
package final class DevicePipeline {
  package private(set) var input: TouchInput
  package var arena: Arena
  private var touchLog = TouchLog()
  /// Events that the owner took and hands on; the arena may meanwhile produce others.
  package private(set) var takenEvents = EventList()
  /// Touches and hovering contacts of the frames so far that have not left.
  package var touchesDown: Int { input.touchesDown }

  package init(input: consuming TouchInput, arena: consuming Arena) {
    self.input = input
    self.arena = arena
  }

  /// Takes what the device has sent; every SYN_REPORT feeds the arena.
  package func consume(_ events: Span<InputEvent>) {
    var next = 0
    while input.assemble(events, from: &next) {
      if input.build(at: events[next &- 1].time) { feed() }
    }
  }
  package func consume(_ event: InputEvent) {
    let events: InlineArray<1, InputEvent> = [event]
    consume(events.span)
  }
  /// SYN_DROPPED was met live: the events up to `endResync` are libevdev's difference and make one frame.
  package func beginResync() { input.beginResync() }
  package func endResync(at time: Timestamp) {
    if input.endResync(at: time) { feed() }
  }
  /// What the device has down before the first event: it counts as contacts, and is no touch until it lifts.
  package func begin(withSlots slots: [Int], keys: some Sequence<UInt16>) {
    input.begin(withSlots: slots, keys: keys)
  }
  /// What the device reports to be down, palms and older contacts included.
  package var contacts: TouchClaims.Contacts { input.contacts }
  /// Where the contact of a slot is, in the device's units.
  package func place(ofSlot slot: Int) -> (x: Int32, y: Int32) { input.place(ofSlot: slot) }
  @inline(__always) private func feed() {
    if touchLog.isOn { logTouches() }
    // Motion that only the log takes: the recognizers get the same frames whether it is on or off.
    if input.skipping.isActive { return }
    if input.built.parts == .touches { arena.feed(input.frame) } else { feedParts() }
    input.noteNeed(arena.needsMotion)
  }
  /// Not inlined: `Arena.feed` is, and once is enough.
  @inline(never) private func feedParts() {
    for index in 0..<input.frameCount { arena.feed(input.frame(index)) }
    if input.built.parts.contains(.forces) { feedForces() }
  }
  private func feedForces() {
    input.noteForces()
    if input.forces.changes.count == 0 { return }
    Self.feedForces(of: input, to: &arena)
  }
  /// Not in the method: Swift 6.3 has no span of a class's property that lives on while another property is written.
  private static func feedForces(of input: borrowing TouchInput, to arena: inout Arena) {
    arena.feed(input.changedForces, at: input.built.head.time)
  }
  /// A key was pressed on a keyboard; what reads it is outside of this program.
  package func noteTyping(at time: Timestamp) { arena.noteTyping(at: time) }
  /// Runs the deadlines up to and including `time`.
  ///
  /// A frame that began just before a deadline may be read just after it: it counts from the deadline on, so that no event
  /// is earlier than the one before.
  package func advance(to time: Timestamp) {
    while arena.nextDeadline <= time && arena.nextDeadline != .never {
      let deadline = arena.nextDeadline
      arena.advance(to: deadline)
      input.advance(to: deadline)
    }
  }
  /// The device is gone, or the recording ends, with touches down (§1.7).
  package func cancelAll(at time: Timestamp) {
    if touchLog.isOn { touchLog.cancelAll(at: time) }
    input.reset()
    arena.cancelAll(at: time)
  }
}

// After each call.
extension DevicePipeline {
  /// Moves what the arena has produced to `takenEvents`, which must be empty: the two lists change places.
  package func takeEvents() { swap(&takenEvents, &arena.events) }
  package func removeTakenEvents() { takenEvents.removeAll() }

  /// What the owner has to see to. One mutating call: each property that is only read, through another module, would copy
  /// the pipeline (see `Arena`).
  package struct Outcome {
    package let needsMotion: Bool
    /// The next deadline; `.never` if there is none.
    package let deadline: Timestamp
    package let faults: DeviceFaults
    package let hasWithheld: Bool
    /// Gesture events or raw touches.
    package let hasEvents: Bool
  }
  package func outcome() -> Outcome {
    Outcome(
      needsMotion: input.needsMotion || touchLog.isOn, deadline: arena.nextDeadline, faults: input.faults,
      hasWithheld: !input.withholding.contacts.isEmpty,
      hasEvents: !arena.events.isEmpty || !touchLog.noted.frames.isEmpty
    )
  }
}

// Motion that nothing reads.
extension DevicePipeline {
  /// Whether the device has to report motion (`MotionMask`). False while neither a recognizer nor the contact filter nor a
  /// subscriber reads it; what the recognizers get is then the same with and without it.
  ///
  /// Where it was not reported, the owner gives the present values before the frame in which something else happens.
  package var needsMotion: Bool { input.needsMotion || touchLog.isOn }

  /// When motion that nothing reads is skipped; other than `usual` for tests, which compare.
  package enum Skipping { case usual, atOnce, never }
  package func setSkipping(_ skipping: Skipping) {
    switch skipping {
    case .usual: break
    case .atOnce: input.skipping.reportsReadWhole = 0
    case .never: input.skipping.isPossible = false
    }
  }
}

// What the contact filter kept from the arena.
extension DevicePipeline {
  /// Whether `withheld` is filled; the owner then empties it as it does `arena.events`.
  package var reportsWithheld: Bool {
    get { input.withholding.isOn }
    set { input.withholding.isOn = newValue }
  }
  /// Of contacts that are still down when a recording ends.
  package func explainPresent() { input.explainPresent() }
  /// Since the pipeline was made.
  package var withheldCounts: [WithheldContact.Rule: Int] { input.withholding.counts }
  package var withheld: [WithheldContact] {
    _read { yield input.withholding.contacts }
    _modify { yield &input.withholding.contacts }
  }
}

// The raw touches, for subscribers.
extension DevicePipeline {
  /// Whether `rawTouches` is filled; the owner then drains it as it does `arena.events`.
  package var logsTouches: Bool {
    get { touchLog.isOn }
    set {
      if newValue && !touchLog.isOn { touchLog.begin(with: input.presentTouches()) }
      if !newValue { touchLog.end() }
      input.skipping.isObserved = newValue
    }
  }
  package var rawTouches: RawTouches {
    _read { yield touchLog.noted }
    _modify { yield &touchLog.noted }
  }
  private func logTouches() {
    for index in 0..<input.frameCount { touchLog.append(input.frame(index)) }
  }
}
