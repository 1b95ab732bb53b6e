import GestureCore

/// The twin's state beside the device's: visible touches, keys, and the values that the twin has not received.
///
/// The kernel never repeats an unchanged value. A value that the twin did not receive is therefore stored, and sent with the next
/// touch of its slot.
///
/// What must hold after a frame: if touches are hidden one by one, the twin has no touch key down without a touch of its own; a button
/// that is muted is not down in the twin.
struct TwinView: Invariant {
  let touchProtocol: TouchProtocol
  var contacts: SlotSet = 0
  /// The slots with a touch in the twin.
  private(set) var visible: SlotSet = 0
  /// The slots whose touch is hidden until it lifts, on a touchscreen.
  private(set) var hidden: SlotSet = 0
  /// The tracking IDs of touches to hide from the moment they land.
  private var hiddenIDs: [Int32] = []
  /// Whether touches are hidden one by one. Keys then follow the touches that are visible.
  private let isPerTouch: Bool
  private let hasTouchKey: Bool
  private var buttons = Buttons()
  private var touchKeys = TouchKeys()

  private var deviceSlot = 0
  private var twinSlot = -1
  /// 16 values for each slot, and for a spare one. `column` gives the index of a code in them.
  private var values: [Int32]
  private var ids: [Int32]
  /// For each slot, the columns that the twin has not received.
  private var kept: [UInt16]
  private var tools: [Int32]
  /// The values of axes without slots.
  private var plain: [UInt16: Int32] = [:]

  init(touchProtocol: TouchProtocol, slots: Int, isPerTouch: Bool, hasTouchKey: Bool) {
    self.touchProtocol = touchProtocol
    self.isPerTouch = isPerTouch
    self.hasTouchKey = hasTouchKey
    values = Array(repeating: 0, count: (slots + 1) * 16)
    ids = Array(repeating: ContactReport.noContact, count: slots + 1)
    kept = Array(repeating: 0, count: slots + 1)
    tools = Array(repeating: ToolType.finger, count: slots + 1)
    plain.reserveCapacity(16)
  }

  /// Codes of buttons.
  private struct Buttons {
    /// The buttons that are down in the twin.
    var pressed = codes()
    /// The buttons pressed while touches were hidden. Their release is hidden too.
    var muted = codes()
  }

  /// Touch keys (BTN_TOUCH, BTN_TOOL_*) that are down. Their codes are from 0x140 to 0x14f, and each has the bit of its last digit.
  private struct TouchKeys {
    private static let codes = [
      KeyCode.touch, KeyCode.toolFinger, KeyCode.toolDoubleTap, KeyCode.toolTripleTap, KeyCode.toolQuadTap,
      KeyCode.toolQuintTap,
    ]
    private static let all = codes.reduce(UInt16(0)) { $0 | 1 << ($1 & 15) }
    static let touch = bit(KeyCode.touch)
    static func bit(_ code: UInt16) -> UInt16 { code >> 4 == 0x14 ? 1 << (code & 15) & all : 0 }
    var device: UInt16 = 0
    var twin: UInt16 = 0
  }

  /// An empty set with room for the keys of a device, so that a frame allocates nothing.
  private static func codes() -> Set<UInt16> { Set(minimumCapacity: 16) }

  /// The buttons that are down in the twin.
  var pressed: Set<UInt16> { buttons.pressed }

  private enum Kind { case slot, identity, ofSlot, plainAxis, touchKey, button, timing, other }

  private static func kind(_ event: InputEvent) -> Kind {
    switch (event.type, event.code) {
    case (EventType.absolute, AbsoluteCode.slot): .slot
    case (EventType.absolute, AbsoluteCode.trackingID): .identity
    case (EventType.absolute, AbsoluteCode.touchMajor...AbsoluteCode.lastOfContact): .ofSlot
    case (EventType.absolute, _): .plainAxis
    case (EventType.key, let code): TouchKeys.bit(code) != 0 ? .touchKey : .button
    case (EventType.miscellaneous, _): .timing
    case (_, _): .other
    }
  }

  /// `putKeys` follows what is visible. `press` mutes only what is not down.
  package var brokenInvariant: String? {
    var check = InvariantCheck()
    if isPerTouch {
      check.hold(
        visible != 0 || touchKeys.twin & TouchKeys.touch == 0, "no touch key must be down without a touch")
    }
    check.hold(buttons.pressed.isDisjoint(with: buttons.muted), "a muted button must not be down in the twin")
    check.hold(hiddenIDs.count <= SlotSet.capacity, "no more touches must be hidden than there are slots")
    return check.broken
  }

  // MARK: Showing

  /// Adds a frame to the output, after the values that the twin has missed.
  mutating func show(_ frame: some Collection<InputEvent>, into output: inout [InputEvent]) {
    for code in plain.keys.sorted() { put(EventType.absolute, code, plain[code] ?? 0, &output) }
    plain.removeAll(keepingCapacity: true)
    for event in frame { show(event, &output) }
    if touchProtocol == .b {
      var missing = contacts & ~visible & ~hidden
      while let slot = missing.popFirst() {
        if ids[slot] >= 0 { land(slot, &output) }
      }
    } else {
      visible = contacts
    }
    defer { assert(holdsInvariants()) }
    if hasLost { return }
    // Keys of the device also count touches that are hidden or wait.
    if isPerTouch
      && (visible == 0 || contacts != visible || hasTouchKey && touchKeys.device & TouchKeys.touch == 0)
    {
      putKeys(visibleKeys, &output)
    } else {
      putKeys(touchKeys.device, &output)
    }
  }

  /// The keys of a touchscreen that shows only some of its touches.
  private var visibleKeys: UInt16 { visible != 0 && hasTouchKey ? TouchKeys.touch : 0 }

  /// Whether the twin shows a touch that the device has dropped without a lift.
  var hasLost: Bool { touchProtocol == .b && contacts == 0 && visible != 0 }

  /// The slot of a visible touch; nil if none has the tracking ID.
  func slot(of id: Int32) -> Int? {
    var slots = visible
    while let slot = slots.popFirst() {
      if ids[slot] & 0xffff == id & 0xffff { return slot }
    }
    return nil
  }

  /// Shows an event of a slot before frames that wait.
  mutating func pass(_ event: InputEvent, in slot: Int32, _ output: inout [InputEvent]) {
    let selected = deviceSlot
    selectInDevice(slot)
    show(event, &output)
    deviceSlot = selected
  }
  /// Ends a frame of such events.
  mutating func finishPassing(into output: inout [InputEvent]) {
    contacts = visible
    putKeys(visibleKeys, &output)
  }

  /// Hides a touch that has not landed in the twin.
  mutating func hide(id: Int32) {
    if hiddenIDs.count < SlotSet.capacity { hiddenIDs.append(id) }
  }
  /// Hides the present touches of slots until they lift.
  mutating func hide(slots: SlotSet) { hidden |= slots }
  /// Called when no touch is down and none waits.
  mutating func forgetHiddenTouches() { hiddenIDs.removeAll(keepingCapacity: true) }

  private mutating func show(_ event: InputEvent, _ output: inout [InputEvent]) {
    switch Self.kind(event) {
    case .slot: selectInDevice(event.value)
    case .identity where touchProtocol == .b: identify(event.value, isShown: true, &output)
    case .ofSlot where touchProtocol == .b:
      note(event)
      if visible.contains(slot: deviceSlot) { give(event.code, of: deviceSlot, &output) }
    case .touchKey: follow(event)
    case .button: press(event, isShown: true, &output)
    case .identity, .ofSlot, .plainAxis, .timing, .other: output.append(event)
    }
  }

  // MARK: Hiding

  /// Hides an event from the twin and stores its value. An event that is not about touches goes to the output.
  mutating func swallow(_ event: InputEvent, into output: inout [InputEvent]) {
    switch Self.kind(event) {
    case .slot: selectInDevice(event.value)
    case .identity where touchProtocol == .b: identify(event.value, isShown: false, &output)
    case .ofSlot where touchProtocol == .b: note(event)
    case .plainAxis: plain[event.code] = event.value
    case .touchKey: follow(event)
    case .button: press(event, isShown: false, &output)
    case .identity, .ofSlot, .timing: break
    case .other: if event.type != EventType.synchronization { output.append(event) }
    }
  }

  mutating func makePalm(_ slot: Int, into output: inout [InputEvent]) {
    guard touchProtocol == .b else { return }
    select(slot, &output)
    put(EventType.absolute, AbsoluteCode.toolType, ToolType.palm, &output)
    // The slot's next touch is a finger again, and the kernel will not repeat its tool type.
    values[slot << 4 | Self.column(AbsoluteCode.toolType)] = tools[slot]
    kept[slot] |= Self.bit(AbsoluteCode.toolType)
  }

  /// Lifts visible touches. Only a touchscreen with slots can lift some of them.
  mutating func lift(_ slots: SlotSet, into output: inout [InputEvent]) {
    var slots = slots
    if touchProtocol == .a && visible != 0 {
      put(EventType.synchronization, SynchronizationCode.multitouchReport, 0, &output)
    }
    while touchProtocol == .b, let slot = slots.popFirst() { lift(slot, &output) }
    if touchProtocol != .b { visible = 0 }
    putKeys(visible == 0 ? 0 : touchKeys.twin, &output)
  }

  mutating func releaseButtons(into output: inout [InputEvent]) {
    for code in buttons.pressed.sorted() { put(EventType.key, code, 0, &output) }
    buttons.muted.formUnion(buttons.pressed)
    buttons.pressed.removeAll(keepingCapacity: true)
    assert(holdsInvariants())
  }

  // MARK: The device's side

  private mutating func selectInDevice(_ slot: Int32) {
    deviceSlot = slot >= 0 && slot < ids.count - 1 ? Int(slot) : ids.count - 1
  }

  private mutating func note(_ event: InputEvent) {
    values[deviceSlot << 4 | Self.column(event.code)] = event.value
    kept[deviceSlot] |= Self.bit(event.code)
    if event.code == AbsoluteCode.toolType { tools[deviceSlot] = event.value }
  }

  private mutating func identify(_ id: Int32, isShown: Bool, _ output: inout [InputEvent]) {
    guard deviceSlot < ids.count - 1 else { return }
    ids[deviceSlot] = id
    var isShown = isShown
    if isPerTouch {
      hidden &= ~SlotSet(slot: deviceSlot)
      if id >= 0, let index = hiddenIDs.firstIndex(of: id & 0xffff) {
        hiddenIDs.remove(at: index)
        hidden |= SlotSet(slot: deviceSlot)
        isShown = false
      }
    }
    guard isShown else { return }
    if visible.contains(slot: deviceSlot) && id < 0 { lift(deviceSlot, &output) }
    if id >= 0 { land(deviceSlot, &output) }
  }

  private mutating func follow(_ event: InputEvent) {
    let bit = TouchKeys.bit(event.code)
    if event.value != 0 { touchKeys.device |= bit } else { touchKeys.device &= ~bit }
  }

  private mutating func press(_ event: InputEvent, isShown: Bool, _ output: inout [InputEvent]) {
    if event.value != 0 {
      // A button that is down in the twin has to be released there, even if a device reports its press twice.
      if !isShown && !buttons.pressed.contains(event.code) { buttons.muted.insert(event.code) }
      guard isShown, !buttons.muted.contains(event.code) else { return }
      buttons.pressed.insert(event.code)
    } else {
      guard buttons.muted.remove(event.code) == nil else { return }
      buttons.pressed.remove(event.code)
    }
    output.append(event)
  }

  // MARK: The twin's side

  private mutating func land(_ slot: Int, _ output: inout [InputEvent]) {
    select(slot, &output)
    put(EventType.absolute, AbsoluteCode.trackingID, ids[slot], &output)
    visible |= SlotSet(slot: slot)
    for code in AbsoluteCode.touchMajor...AbsoluteCode.lastOfContact where kept[slot] & Self.bit(code) != 0 {
      give(code, of: slot, &output)
    }
  }

  private mutating func lift(_ slot: Int, _ output: inout [InputEvent]) {
    select(slot, &output)
    put(EventType.absolute, AbsoluteCode.trackingID, ContactReport.noContact, &output)
    visible &= ~SlotSet(slot: slot)
  }

  private mutating func give(_ code: UInt16, of slot: Int, _ output: inout [InputEvent]) {
    select(slot, &output)
    put(EventType.absolute, code, values[slot << 4 | Self.column(code)], &output)
    kept[slot] &= ~Self.bit(code)
  }

  private mutating func select(_ slot: Int, _ output: inout [InputEvent]) {
    guard slot != twinSlot else { return }
    put(EventType.absolute, AbsoluteCode.slot, Int32(slot), &output)
    twinSlot = slot
  }

  private mutating func putKeys(_ keys: UInt16, _ output: inout [InputEvent]) {
    putKeys(touchKeys.twin & ~keys, 0, &output)
    putKeys(keys & ~touchKeys.twin, 1, &output)
    touchKeys.twin = keys
  }
  private func putKeys(_ keys: UInt16, _ value: Int32, _ output: inout [InputEvent]) {
    var keys = keys
    while keys != 0 {
      let digit = UInt16(keys.trailingZeroBitCount)
      put(EventType.key, 0x140 | digit, value, &output)
      keys &= keys - 1
    }
  }

  private func put(_ type: UInt16, _ code: UInt16, _ value: Int32, _ output: inout [InputEvent]) {
    output.append(InputEvent(time: 0, type: type, code: code, value: value))
  }

  private static func column(_ code: UInt16) -> Int { Int(code & 15) }
  private static func bit(_ code: UInt16) -> UInt16 { 1 << (code & 15) }
}
