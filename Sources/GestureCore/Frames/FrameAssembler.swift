/// Turns evdev events into the changes of each slot up to a SYN_REPORT. Live devices and recordings use the same code.
///
/// All three protocols of the kernel become slots: protocol A by `ContactMatcher`, single touch as slot 0.
///
/// What must hold: a SYN_REPORT closes each frame, and between SYN_DROPPED and the end of its difference none is closed, so no reader sees
/// half of a frame.
struct FrameAssembler: ~Copyable {
  let device: ContactProtocol
  var reports: ContactReports
  /// The slots with a contact, and their changes in this frame.
  private(set) var slots = SlotChanges()
  var reported = ReportedSlots()
  private(set) var keys: FingerKeys
  private(set) var buttons: DeviceButtons
  /// Whether contacts came or went, or the device counted its fingers anew. Most frames only move contacts.
  private(set) var isEventful = false
  /// The flags of the frame, for example for a click or for the difference after SYN_DROPPED.
  private(set) var flags: FrameHead.Flags = []
  private var gap = Gap.none
  private var reportedKeys = ReportedKeys()
  /// Whether a device is read, which sends the difference after a loss. A recording goes on after it.
  var isLive = false
  /// When the device lost events; nil after the difference.
  private(set) var lossTime: Timestamp?
  var cursor: SlotCursor
  private var pointer: PointerPosition
  var matcher: ContactMatcher
  private var trackingIDs = TrackingIDs()
  private(set) var flicker = KeyFlicker()

  /// How events after a loss are handled.
  private enum Gap {
    case none
    /// After SYN_DROPPED in a recording, events are skipped up to and including the next SYN_REPORT.
    case skipping
    /// After SYN_DROPPED of a live device, the rest of the read is discarded.
    case lost
    /// A live device is sending the difference, in any number of SYN_REPORTs.
    case resyncing
  }

  var slotCount: Int { device.slotCount }
  var touchProtocol: TouchProtocol { device.touchProtocol }
  /// The number of fingers according to BTN_TOOL_*.
  var toolCount: Int { keys.toolCount }

  /// - Parameters:
  ///   - geometry: gives protocol A the scale for distances.
  ///   - readsButtons: whether a gesture needs the buttons.
  init(_ description: DeviceDescription, geometry: SurfaceGeometry, readsButtons: Bool) {
    device = ContactProtocol(description)
    reports = ContactReports(slots: device.slotCount + 1)
    matcher = ContactMatcher(
      capacity: device.touchProtocol == .a ? device.slotCount : 0, scaleX: geometry.scaleX,
      scaleY: geometry.scaleY)
    keys = FingerKeys(description)
    buttons = DeviceButtons(areRead: readsButtons)
    cursor = SlotCursor(slotCount: device.slotCount, device.touchProtocol)
    pointer = PointerPosition(description)
    switch touchProtocol {
    case .b: cursor.select(description.axes[AbsoluteCode.slot]?.value ?? 0)
    case .a: reports.clearContact(device.slotCount)
    case .single: cursor.use(0)
    }
  }

  /// Consumes events from `next` on until one completes a frame; false when there are no more.
  ///
  /// Nearly every event is a coordinate, stored into the row of the selected slot, or selects another slot. The row stays in
  /// registers until another kind of event comes.
  @inline(__always) mutating func consume(
    _ events: Span<InputEvent>, from next: inout Int
  ) -> Bool {
    while next < events.count {
      if gap != .skipping { consumeCoordinates(events, &next) }
      if next == events.count { return false }
      next &+= 1
      let kind = events[next &- 1].kind
      if rarely(kind != Self.report || gap != .none || touchProtocol == .a) {
        if !consumeRare(events[next &- 1]) {
          if gap == .lost { return false }
          continue
        }
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
    var cursor = cursor
    var reported: SlotSet = 0
    var position = next
    while position < events.count {
      let kind = events[position].kind
      let value = events[position].value
      if kind == Self.positionX || kind == Self.positionY {
        reports[row: cursor.row, column: ContactReports.column(kind)] = value
        reported |= cursor.bit
      } else if kind == Self.slot {
        if UInt32(bitPattern: value) >= cursor.selectable { break }
        cursor.useChecked(Int(value))
      } else if kind < Self.slot || kind > Self.lastOfContact || kind == Self.trackingID
        || UInt16(truncatingIfNeeded: kind) != EventType.absolute
      {
        break
      } else {
        reports[row: cursor.row, column: ContactReports.column(kind)] = value
        reported |= cursor.bit
        self.reported.reshaped |= cursor.bit
      }
      position &+= 1
    }
    self.cursor = cursor
    self.reported.note(reported)
    next = position
  }

  /// Begins the next frame without changes.
  mutating func beginFrame() {
    reported.beginFrame()
    flags = []
    guard isEventful else { return }
    isEventful = false
    keys.beginFrame()
    slots.beginFrame()
  }

  mutating func beginResync() {
    gap = .resyncing
    lossTime = nil
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

  /// Removes the contacts. Their positions stay, because the kernel reports changes only.
  mutating func reset() {
    for slot in 0..<slotCount { reports[slot, AbsoluteCode.trackingID] = ContactReport.noContact }
    matcher.removeAll()
    slots = SlotChanges()
    keys.reset()
    flicker.settle()
    buttons.releaseAll()
    gap = .none
    // Drops the changes of the current frame so far.
    isEventful = true
    beginFrame()
  }

  /// Fills in coordinates that were never reported; false if all were reported.
  mutating func completePosition(of slot: Int) -> Bool { pointer.complete(slot, in: &reports) }

  /// The value of a contact's axis that the device reported last; nil if it reported none.
  func reported(_ axis: UInt16, ofSlot slot: Int) -> Int32? {
    if slot >= slotCount { return nil }
    let isID = axis == AbsoluteCode.trackingID
    let column = isID ? ContactReports.reportedID : ContactReports.column(axis)
    let value = reports[row: ContactReports.row(slot), column: column]
    return value == ContactReport.unknown ? nil : value
  }
  /// The same of ABS_X and ABS_Y, which belong to no contact.
  func reported(_ axis: UInt16) -> Int32? { pointer.reported(axis) }
  /// Whether a key was reported last as pressed; nil if it was not reported.
  func isReportedDown(_ key: UInt16) -> Bool? { reportedKeys.isDown(key) }

  /// Sets whether keys and contacts may disagree, for reasons other than a change of the keys.
  mutating func setMayDisagree(_ mayDisagree: Bool) { keys.mayDisagree = mayDisagree }
}

// Handling of events that are rarer than positions.
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
    case EventType.synchronization: return synchronize(event)
    case EventType.absolute where event.code == AbsoluteCode.slot && touchProtocol == .b:
      cursor.select(event.value)
    case EventType.absolute: takeAxis(event.code, event.value)
    case EventType.key:
      reportedKeys.note(event.code, isDown: event.value != 0)
      if isTaken(event) { takeKey(event.code, event.value) }
    default: break
    }
    return false
  }

  private mutating func synchronize(_ event: InputEvent) -> Bool {
    switch event.code {
    case SynchronizationCode.report:
      guard gap == .none else { return false }
      closeFrame()
      return true
    case SynchronizationCode.multitouchReport:
      if touchProtocol == .a { closeContact() }
    case SynchronizationCode.dropped:
      // libevdev passes this event on too.
      if gap == .none { gap = isLive ? .lost : .skipping }
      if gap == .lost { lossTime = event.time }
    default: break
    }
    return false
  }

  private mutating func closeFrame() {
    if touchProtocol == .a { matchContacts() }
  }

  @inline(never) private mutating func takeAxis(_ code: UInt16, _ value: Int32) {
    switch (code, touchProtocol) {
    case (AbsoluteCode.trackingID, .b):
      reports[row: cursor.row, column: ContactReports.reportedID] = value
      identify(value)
    case (AbsoluteCode.trackingID, .a): reports[row: cursor.row, column: ContactReports.column(code)] = value
    case (AbsoluteCode.x, .single): report(AbsoluteCode.positionX, value)
    case (AbsoluteCode.y, .single): report(AbsoluteCode.positionY, value)
    case (AbsoluteCode.pressure, .single):
      report(AbsoluteCode.contactPressure, value)
      if device.touchesByPressure { touchSingle(value > 0) }
    case (AbsoluteCode.distance, .single): report(AbsoluteCode.contactDistance, value)
    default: pointer.take(code, value)
    }
  }

  private mutating func report(_ code: UInt16, _ value: Int32) {
    reports[row: cursor.row, column: ContactReports.column(code)] = value
    reported.noteReshaped(cursor.bit)
  }

  /// Handles the beginning, replacement or end of the contact in the selected slot.
  mutating func identify(_ trackingID: Int32) {
    let id = ContactReports.column(AbsoluteCode.trackingID)
    let old = reports[row: cursor.row, column: id]
    slots.removeOlder(cursor.bit)
    guard cursor.bit != 0, trackingID >= 0 || old >= 0 else { return }
    // `SlotFinder` read the ID from the kernel in the middle of the contact's frame, before that frame's keys.
    if trackingID == old { return reported.note(cursor.bit & slots.stuck) }
    isEventful = true
    reports[row: cursor.row, column: id] = max(trackingID, ContactReport.noContact)
    if trackingID < 0 { slots.leave(cursor.bit) } else { slots.land(cursor.bit, isReplaced: old >= 0) }
  }

  /// Whether a key's change counts. A flickering key for touching is held back.
  private mutating func isTaken(_ event: InputEvent) -> Bool {
    let key = touchProtocol == .single ? keys.contact : KeyCode.touch
    if event.code != key || flicker.takes(event.value != 0, at: event.time) { return true }
    // The frame notes the deadline.
    isEventful = true
    return false
  }

  /// Releases the key for touching, which has stayed released.
  mutating func releaseFlickering() {
    flicker.settle()
    takeKey(touchProtocol == .single ? keys.contact : KeyCode.touch, 0)
  }

  @inline(never) private mutating func takeKey(_ code: UInt16, _ value: Int32) {
    guard value == 0 || value == 1 else { return }
    if code == KeyCode.leftButton && keys.contact == code && touchProtocol == .single {
      slots.removeOlder(~0)
      return touchSingle(value == 1)
    }
    if code == KeyCode.leftButton && value == 1 { flags.insert(.click) }
    if let button = ButtonSet(code) { return buttons.take(button, isDown: value == 1, &flags) }
    if code == keys.contact && touchProtocol == .single {
      slots.removeOlder(~0)
      touchSingle(value == 1)
    }
    let isTool = keys.take(code, isDown: value == 1)
    defer { if isEmptyByKeys && slots.present != 0 { denyContacts() } }
    if code == KeyCode.touch {
      if value == 1 && slots.stuck != 0 { isEventful = true }
      // Some protocol A drivers release the key without a final empty SYN_MT_REPORT.
      if value == 0 && touchProtocol == .a { matcher.addEmpty() }
    }
    if isTool && keys.isCountedAnew { isEventful = true }
  }

  /// Sets the contacts and keys that are down before the first event.
  mutating func begin(withSlots older: SlotSet, keys pressed: some Sequence<UInt16>) {
    slots.begin(with: touchProtocol == .b ? older : 0)
    for key in pressed {
      if key == keys.contact && touchProtocol == .single { slots.begin(with: 1) }
      _ = keys.take(key, isDown: true)
      if key != keys.contact, let button = ButtonSet(key) { buttons.take(button, isDown: true, &flags) }
    }
    keys.beginFrame()
  }

  /// Whether BTN_TOUCH and BTN_TOOL_* say that no finger is on the surface.
  private var isEmptyByKeys: Bool { keys.areReleased && touchProtocol == .b }

  /// Ends contacts that are gone according to the keys. When a system suspends or a device goes, the kernel releases keys but not
  /// slots. Such a contact lands anew when it is reported while BTN_TOUCH is pressed.
  ///
  /// - Returns: whether a contact ended.
  @inline(never) mutating func liftStuck() -> Bool {
    slots.resumeStuck(keys.isTouchDown == true ? reported.now : 0)
    guard isEmptyByKeys else { return false }
    slots.removeOlder(~0)
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
    keys.mayDisagree = true
  }

  private mutating func touchSingle(_ isDown: Bool) {
    guard isDown != (slots.active != 0) else { return }
    identify(isDown ? newTrackingID() : ContactReport.noContact)
  }
  mutating func newTrackingID() -> Int32 { trackingIDs.next() }
}
