/// evdev events → what became of each slot up to a SYN_REPORT. The same code for live devices and recordings.
///
/// All three kernel protocols end in slots here: protocol A by `ContactMatcher`, single touch as slot 0.
struct FrameAssembler: ~Copyable {
  let touchProtocol: TouchProtocol
  let slotCount: Int
  var reports: ContactReports

  /// Which slots have a contact, and what the frame changed of that.
  private(set) var slots = SlotChanges()
  /// Slots with a report of their contact in this frame.
  var reported: SlotSet = 0
  /// Slots with a report of protocol B since `takeReportedLately`.
  private(set) var reportedLately: SlotSet = 0
  /// The reported contacts with more than a place: size, weight, tool or distance.
  var reshaped: SlotSet = 0
  /// Fingers that BTN_TOOL_* counts.
  var toolCount: Int { keys.toolCount }
  private(set) var toolCountBefore = 0
  /// Contacts came or went, or the fingers were counted anew: most frames only move.
  private(set) var isEventful = false
  /// Contacts and keys may disagree: `liftStuck` and the count of fingers are due.
  var mayDisagree = false
  /// What the frame is besides: a click, the difference after SYN_DROPPED.
  private(set) var flags: FrameHead.Flags = []

  private enum Gap {
    /// Every event counts.
    case none
    /// SYN_DROPPED was recorded: skipping up to and including the next SYN_REPORT.
    case skipping
    /// Live: the difference comes, however many SYN_REPORTs it has.
    case resyncing
  }
  private var gap = Gap.none
  /// Slots that an event can select: none but in protocol B.
  private let selectable: UInt32
  /// Where reports of a contact go: the row of its slot, or the spare one for slots that the device does not have.
  var row: Int
  var bit: SlotSet
  /// ABS_X and ABS_Y of a multitouch device: the pointer's, a stand-in for a position that was never reported.
  private var pointerX = ContactReport.unknown
  private var pointerY = ContactReport.unknown
  private var keys = FingerKeys()
  var matcher: ContactMatcher
  private let contactKey: UInt16
  /// Those that are down; a change is part of the frame only where a gesture reads it.
  private(set) var buttons: ButtonSet = []
  private let readsButtons: Bool
  let hasSize: Bool
  private var nextTrackingID: Int32 = 0

  /// - Parameter geometry: gives protocol A the scale in which neighbours are near.
  /// - Parameter readsButtons: whether a gesture needs the state of the buttons.
  init(_ device: DeviceDescription, geometry: SurfaceGeometry, readsButtons: Bool) {
    self.readsButtons = readsButtons
    touchProtocol = device.touchProtocol
    slotCount = device.slotCount
    reports = ContactReports(slots: slotCount + 1)
    matcher = ContactMatcher(
      capacity: touchProtocol == .a ? slotCount : 0, scaleX: geometry.scaleX, scaleY: geometry.scaleY)
    hasSize = device.axes[AbsoluteCode.touchMajor] != nil
    contactKey = device.keys.contains(KeyCode.touch) ? KeyCode.touch : KeyCode.toolFinger
    selectable = touchProtocol == .b ? UInt32(slotCount) : 0
    bit = 0
    row = ContactReports.row(slotCount)
    if touchProtocol != .single {
      pointerX = device.axes[AbsoluteCode.x]?.value ?? ContactReport.unknown
      pointerY = device.axes[AbsoluteCode.y]?.value ?? ContactReport.unknown
    }
    switch touchProtocol {
    case .b: select(slot: device.axes[AbsoluteCode.slot]?.value ?? 0)
    case .a: forgetContact()
    case .single: use(0)
    }
  }

  /// Takes events from `next` on until one completes a frame; false when there are no more.
  ///
  /// Nearly all events are a place, one store into the row of the selected slot, or select another slot. The row is
  /// kept in registers until something else comes.
  @inline(__always) mutating func consume(
    _ events: Span<InputEvent>, from next: inout Int
  ) -> Bool {
    while next < events.count {
      if gap != .skipping { consumeCoordinates(events, &next) }
      if next == events.count { return false }
      next &+= 1
      let kind = events[next &- 1].kind
      if rarely(kind != Self.report || gap != .none || touchProtocol == .a) {
        if !consumeRare(events[next &- 1]) { continue }
      }
      return true
    }
    return false
  }

  private static let report = InputEvent.kind(EventType.synchronization, SynchronizationCode.report)
  private static let slot = InputEvent.kind(EventType.absolute, AbsoluteCode.slot)
  private static let positionX = InputEvent.kind(EventType.absolute, AbsoluteCode.positionX)
  private static let positionY = InputEvent.kind(EventType.absolute, AbsoluteCode.positionY)
  private static let trackingID = InputEvent.kind(EventType.absolute, AbsoluteCode.trackingID)
  private static let lastOfContact = InputEvent.kind(EventType.absolute, AbsoluteCode.lastOfContact)

  @inline(__always) private mutating func consumeCoordinates(
    _ events: Span<InputEvent>, _ next: inout Int
  ) {
    var row = row
    var bit = bit
    var reported = reported
    var position = next
    while position < events.count {
      let kind = events[position].kind
      let value = events[position].value
      if kind == Self.positionX || kind == Self.positionY {
        reports[row: row, column: ContactReports.column(kind)] = value
        reported |= bit
      } else if kind == Self.slot {
        if UInt32(bitPattern: value) >= selectable { break }
        row = ContactReports.row(Int(value))
        bit = SlotSet(slot: Int(value))
      } else if kind < Self.slot || kind > Self.lastOfContact || kind == Self.trackingID
        || UInt16(truncatingIfNeeded: kind) != EventType.absolute
      {
        break
      } else {
        reports[row: row, column: ContactReports.column(kind)] = value
        reported |= bit
        reshaped |= bit
      }
      position &+= 1
    }
    self.row = row
    self.bit = bit
    self.reported = reported
    reportedLately |= reported
    next = position
  }

  /// Begins the next frame, in which nothing has changed yet.
  mutating func beginFrame() {
    reported = 0
    reshaped = 0
    flags = []
    guard isEventful else { return }
    isEventful = false
    toolCountBefore = toolCount
    slots.beginFrame()
  }

  mutating func takeReportedLately() -> SlotSet {
    defer { reportedLately = 0 }
    return reportedLately
  }

  mutating func beginResync() {
    gap = .resyncing
    noteResync()
  }
  private mutating func noteResync() {
    flags.insert(.resync)
    isEventful = true
  }
  mutating func endResync() {
    gap = .none
    closeFrame()
  }

  /// Removes the contacts; positions stay, because the kernel reports changes only.
  mutating func reset() {
    for slot in 0..<slotCount { reports[slot, AbsoluteCode.trackingID] = ContactReport.noContact }
    matcher.removeAll()
    slots = SlotChanges()
    mayDisagree = false
    keys.releaseTools()
    buttons = []
    gap = .none
    // Whatever the present frame has brought so far.
    isEventful = true
    beginFrame()
  }

  /// Fills in coordinates that were never reported: true when it had to.
  mutating func completePosition(of slot: Int) -> Bool {
    let report = reports[slot]
    guard report.x == ContactReport.unknown || report.y == ContactReport.unknown else { return false }
    // A kernel slot begins at 0 and reports changes only, hence the 0.
    if report.x == ContactReport.unknown {
      reports[slot, AbsoluteCode.positionX] = pointerX == ContactReport.unknown ? 0 : pointerX
    }
    if report.y == ContactReport.unknown {
      reports[slot, AbsoluteCode.positionY] = pointerY == ContactReport.unknown ? 0 : pointerY
    }
    return true
  }
}

// What comes less often than a position.
extension FrameAssembler {
  @inline(never) private mutating func consumeRare(_ event: InputEvent) -> Bool {
    if gap == .skipping {
      if event.type == EventType.synchronization && event.code == SynchronizationCode.report {
        gap = .none
        noteResync()
      }
      return false
    }
    switch event.type {
    case EventType.synchronization: return synchronize(event.code)
    case EventType.absolute where event.code == AbsoluteCode.slot: select(slot: event.value)
    case EventType.absolute: takeAxis(event.code, event.value)
    case EventType.key: takeKey(event.code, event.value)
    default: break
    }
    return false
  }

  private mutating func synchronize(_ code: UInt16) -> Bool {
    switch code {
    case SynchronizationCode.report:
      guard gap == .none else { return false }
      closeFrame()
      return true
    case SynchronizationCode.multitouchReport:
      if touchProtocol == .a { closeContact() }
    case SynchronizationCode.dropped:
      // Live devices say so by beginResync; libevdev passes this event on as well.
      if gap == .none { gap = .skipping }
    default: break
    }
    return false
  }

  private mutating func closeFrame() {
    if touchProtocol == .a { matchContacts() }
  }

  private mutating func select(slot: Int32) {
    guard touchProtocol == .b else { return }
    // One that the device does not have selects the spare row.
    use(Int(min(UInt32(bitPattern: slot), selectable)))
  }

  /// - Parameter slot: `slotCount`: the spare row, which belongs to no slot.
  mutating func use(_ slot: Int) {
    row = ContactReports.row(slot)
    bit = slot < slotCount ? SlotSet(slot: slot) : 0
  }

  @inline(never) private mutating func takeAxis(_ code: UInt16, _ value: Int32) {
    switch (code, touchProtocol) {
    case (AbsoluteCode.trackingID, .b): identify(value)
    case (AbsoluteCode.trackingID, .a): reports[row: row, column: ContactReports.column(code)] = value
    case (AbsoluteCode.x, .single): report(AbsoluteCode.positionX, value)
    case (AbsoluteCode.y, .single): report(AbsoluteCode.positionY, value)
    case (AbsoluteCode.pressure, .single): report(AbsoluteCode.contactPressure, value)
    case (AbsoluteCode.distance, .single): report(AbsoluteCode.contactDistance, value)
    case (AbsoluteCode.x, _): pointerX = value
    case (AbsoluteCode.y, _): pointerY = value
    default: break
    }
  }

  private mutating func report(_ code: UInt16, _ value: Int32) {
    reports[row: row, column: ContactReports.column(code)] = value
    reported |= bit
    reshaped |= bit
  }

  /// A contact's identity is created, replaced or destroyed in the selected slot.
  mutating func identify(_ trackingID: Int32) {
    let id = ContactReports.column(AbsoluteCode.trackingID)
    let old = reports[row: row, column: id]
    slots.forgetOlder(bit)
    guard bit != 0, trackingID != old, trackingID >= 0 || old >= 0 else { return }
    isEventful = true
    reports[row: row, column: id] = max(trackingID, ContactReport.noContact)
    if trackingID < 0 { slots.leave(bit) } else { slots.land(bit, isReplaced: old >= 0) }
  }

  @inline(never) private mutating func takeKey(_ code: UInt16, _ value: Int32) {
    guard value == 0 || value == 1 else { return }
    if code == KeyCode.leftButton && value == 1 { flags.insert(.click) }
    if let button = ButtonSet(code) { return press(button, isDown: value == 1) }
    if code == contactKey && touchProtocol == .single {
      slots.forgetOlder(~0)
      touchSingle(value == 1)
    }
    let isTool = keys.take(code, isDown: value == 1)
    defer { if isEmptyByKeys && slots.present != 0 { denyContacts() } }
    if code == KeyCode.touch {
      if value == 1 && slots.stuck != 0 { isEventful = true }
      // Some protocol A drivers end with the key alone, without a last, empty SYN_MT_REPORT.
      if value == 0 && touchProtocol == .a { matcher.addEmpty() }
    }
    guard isTool else { return }
    if toolCount != toolCountBefore { isEventful = true }
    if toolCount > 1 { mayDisagree = true }
  }

  private mutating func press(_ button: ButtonSet, isDown: Bool) {
    if isDown { buttons.insert(button) } else { buttons.remove(button) }
    if readsButtons { flags.report(buttons) }
  }

  /// Contacts and keys that are down before the first event.
  mutating func begin(withSlots older: SlotSet, keys pressed: some Sequence<UInt16>) {
    slots.begin(with: touchProtocol == .b ? older : 0)
    for key in pressed {
      if key == contactKey && touchProtocol == .single { slots.begin(with: 1) }
      _ = keys.take(key, isDown: true)
      if let button = ButtonSet(key) { press(button, isDown: true) }
    }
    toolCountBefore = toolCount
    if toolCount > 1 { mayDisagree = true }
  }

  /// Whether BTN_TOUCH and BTN_TOOL_* say that no finger is on the surface.
  private var isEmptyByKeys: Bool { keys.areReleased && touchProtocol == .b }

  /// Ends contacts that are gone by the keys: at a suspend, and when a device goes, the kernel releases keys but not
  /// slots. Such a contact that is reported again while BTN_TOUCH is pressed lands anew.
  ///
  /// - Returns: whether there was one to lift.
  @inline(never) mutating func liftStuck() -> Bool {
    slots.resumeStuck(keys.isTouchDown == true ? reported : 0)
    guard isEmptyByKeys else { return false }
    slots.forgetOlder(~0)
    var gone: SlotSet = 0
    var candidates = slots.active
    while let slot = candidates.popFirst() {
      if reports[slot].distance <= 0 { gone |= SlotSet(slot: slot) }
    }
    slots.strand(gone)
    return gone != 0
  }

  private mutating func denyContacts() {
    isEventful = true
    mayDisagree = true
  }

  private mutating func touchSingle(_ isDown: Bool) {
    guard isDown != (slots.active != 0) else { return }
    identify(isDown ? newTrackingID() : ContactReport.noContact)
  }

  /// For devices that give none.
  mutating func newTrackingID() -> Int32 {
    nextTrackingID = (nextTrackingID + 1) & 0xffff
    return nextTrackingID
  }
}
