/// How a device reports contacts.
struct ContactProtocol {
  let touchProtocol: TouchProtocol
  let slotCount: Int
  /// Whether the device has ABS_MT_TOUCH_MAJOR.
  let hasSize: Bool
  let touchesByPressure: Bool

  init(_ device: DeviceDescription) {
    touchProtocol = device.touchProtocol
    slotCount = device.slotCount
    hasSize = device.axes[AbsoluteCode.touchMajor] != nil
    touchesByPressure = device.touchesByPressure
  }
}

/// The slot that receives the next report of a contact.
struct SlotCursor {
  /// The slot's row in `ContactReports`, or the spare row if the device does not have the slot.
  private(set) var row: Int
  /// The slot's bit; 0 for the spare row.
  private(set) var bit: SlotSet = 0
  /// For protocol B, the number of slots that ABS_MT_SLOT can select; 0 for other protocols.
  let selectable: UInt32
  private let slotCount: Int

  /// The selected slot; for the spare row, one that the device does not have.
  var slot: Int { row &>> 4 }

  /// Begins with the spare row selected.
  init(slotCount: Int, _ touchProtocol: TouchProtocol) {
    row = ContactReports.row(slotCount)
    selectable = touchProtocol == .b ? UInt32(slotCount) : 0
    self.slotCount = slotCount
  }

  /// Selects a slot by the value of ABS_MT_SLOT, or the spare row if the device does not have that slot.
  mutating func select(_ value: Int32) { use(Int(min(UInt32(bitPattern: value), selectable))) }
  /// Selects a slot.
  ///
  /// - Parameter slot: a slot of the device, or the number of slots for the spare row.
  mutating func use(_ slot: Int) {
    row = ContactReports.row(slot)
    bit = slot < slotCount ? SlotSet(slot: slot) : 0
  }
  /// Selects a slot by a value that was checked against `selectable`.
  @inline(__always) mutating func useChecked(_ slot: Int) {
    row = ContactReports.row(slot)
    bit = SlotSet(slot: slot)
  }
}

/// The keys that the device has reported.
struct ReportedKeys: ~Copyable {
  /// For each key a bit that it was reported, and one that it is down.
  private var known = FixedArray<UInt64>(repeating: 0, count: words)
  private var down = FixedArray<UInt64>(repeating: 0, count: words)
  /// For each of the kernel's 0x300 keys a bit.
  private static let words = 0x300 / UInt64.bitWidth

  mutating func note(_ key: UInt16, isDown: Bool) {
    guard Int(key >> 6) < Self.words else { return }
    known[Int(key >> 6)] |= Self.bit(key)
    if isDown { down[Int(key >> 6)] |= Self.bit(key) } else { down[Int(key >> 6)] &= ~Self.bit(key) }
  }
  /// nil if the key was not reported.
  func isDown(_ key: UInt16) -> Bool? {
    guard Int(key >> 6) < Self.words, known[Int(key >> 6)] & Self.bit(key) != 0 else { return nil }
    return down[Int(key >> 6)] & Self.bit(key) != 0
  }
  private static func bit(_ key: UInt16) -> UInt64 { 1 << UInt64(key & 63) }
}

/// The slots whose contacts were reported.
struct ReportedSlots {
  /// The slots that changed in this frame.
  var now: SlotSet = 0
  /// The slots that reported more than a position in this frame: size, pressure, tool or distance.
  var reshaped: SlotSet = 0
  /// With protocol B, the slots that changed since the last `takeLately`.
  private(set) var lately: SlotSet = 0

  @inline(__always) mutating func note(_ slots: SlotSet) {
    now |= slots
    lately |= slots
  }
  mutating func noteReshaped(_ slot: SlotSet) {
    now |= slot
    reshaped |= slot
  }
  @inline(__always) mutating func beginFrame() {
    now = 0
    reshaped = 0
  }
  mutating func takeLately() -> SlotSet {
    defer { lately = 0 }
    return lately
  }
}

/// ABS_X and ABS_Y of a multitouch device, which move the pointer. They replace coordinates of a contact that were never
/// reported.
struct PointerPosition {
  private var x = ContactReport.unknown
  private var y = ContactReport.unknown

  init(_ device: DeviceDescription) {
    if device.touchProtocol == .single { return }
    x = device.axes[AbsoluteCode.x]?.value ?? ContactReport.unknown
    y = device.axes[AbsoluteCode.y]?.value ?? ContactReport.unknown
  }

  /// nil: another axis, or none was reported.
  func reported(_ code: UInt16) -> Int32? {
    let value = code == AbsoluteCode.x ? x : code == AbsoluteCode.y ? y : ContactReport.unknown
    return value == ContactReport.unknown ? nil : value
  }
  mutating func take(_ code: UInt16, _ value: Int32) {
    if code == AbsoluteCode.x { x = value } else if code == AbsoluteCode.y { y = value }
  }

  /// Fills in coordinates of a contact that were never reported; false if all were reported.
  ///
  /// Without a position of the pointer they are 0, because the kernel's slots begin with 0 and it reports changes only.
  func complete(_ slot: Int, in reports: inout ContactReports) -> Bool {
    let report = reports[slot]
    guard report.x == ContactReport.unknown || report.y == ContactReport.unknown else { return false }
    if report.x == ContactReport.unknown {
      reports[slot, AbsoluteCode.positionX] = x == ContactReport.unknown ? 0 : x
    }
    if report.y == ContactReport.unknown {
      reports[slot, AbsoluteCode.positionY] = y == ContactReport.unknown ? 0 : y
    }
    return true
  }
}

struct DeviceButtons {
  private(set) var down: ButtonSet = []
  /// Whether a gesture reads the buttons, so that each change is part of a frame.
  let areRead: Bool

  init(areRead: Bool) { self.areRead = areRead }

  /// Takes a press or a release, and reports it in the flags of the frame if the buttons are read.
  mutating func take(_ button: ButtonSet, isDown: Bool, _ flags: inout FrameHead.Flags) {
    if isDown { down.insert(button) } else { down.remove(button) }
    if areRead { flags.report(down) }
  }
  mutating func releaseAll() { down = [] }
}

/// Makes tracking IDs for contacts of a device that sends none.
struct TrackingIDs {
  private var last: Int32 = 0

  /// The next ID. It has 16 bits, like the kernel's.
  mutating func next() -> Int32 {
    last = (last + 1) & 0xffff
    return last
  }
}
