import CEvdev
import GestureCore

/// EVIOCSMASK: lets only the codes of `type` whose bits are set reach this descriptor. Returns 0 or −errno.
private func setEventMask(_ fd: Int32, _ type: Int32, _ bits: [UInt64]) -> Int32 {
  #if DEBUG
    if let answer = FaultInjection.system?.setMask(of: fd, type, bits) { return answer }
  #endif
  // The kernel reads as many bytes as the list has.
  return unsafe gestured_set_event_mask(
    fd, UInt32(type), bits, UInt32(bits.count * MemoryLayout<UInt64>.size))
}

/// Masks all codes of a node but these of one event type, for this descriptor. It has no effect before Linux 4.4.
package func maskAllElse(_ fd: Int32, _ type: Int32, _ codes: [UInt16]) {
  for other in [EV_KEY, EV_REL, EV_ABS, EV_MSC, EV_SW] where other != type { _ = setEventMask(fd, other, []) }
  var words = [UInt64](repeating: 0, count: Int(codes.max() ?? 0) / 64 + 1)
  for code in codes { words[Int(code) / 64] |= 1 << UInt64(code % 64) }
  _ = setEventMask(fd, type, words)
}

/// The masks of a descriptor that only wakes a loop: it receives tracking IDs and keys, or nothing.
enum WakerMask {
  private static let allKeys = [UInt64](repeating: .max, count: Int(KEY_CNT) / 64)

  /// Masks everything. Returns whether the kernel does so.
  static func begin(_ fd: Int32) -> Bool {
    [EV_REL, EV_MSC, EV_SW].allSatisfy { setEventMask(fd, $0, []) == 0 } && set(fd, false)
  }
  /// - Parameter wakes: whether landings, lifts and keys arrive.
  static func set(_ fd: Int32, _ wakes: Bool) -> Bool {
    setEventMask(fd, EV_ABS, [wakes ? 1 << UInt64(ABS_MT_TRACKING_ID) : 0]) == 0
      && setEventMask(fd, EV_KEY, wakes ? allKeys : []) == 0
  }
}

/// Applies a `MotionMask` to one descriptor with EVIOCSMASK (Linux 4.4). Other readers of the device are not affected.
struct KernelMask: ~Copyable {
  private let fd: Int32
  /// The axes of contacts that are masked, or sent without a slot. They are read again when the mask ends.
  private let contactAxes: [UInt16]
  /// The buffer of EVIOCGMTSLOTS: the code, then a value for each slot.
  private var request: [Int32]
  private let slotCount: Int
  /// The axes that are sent while the mask is on, as bits.
  private let sentAxes = KernelMask.sent(EV_ABS)
  /// The axes that are sent while it is off: those of contacts. On a device with slots the axes below ABS_MT_SLOT are the pointer's,
  /// which the kernel makes of the oldest contact (input_mt_report_pointer_emulation). They are three events of each frame.
  private static let axesOfContacts = UInt64.max << UInt64(ABS_MT_SLOT)
  /// The codes of EV_MSC that are sent while motion is.
  private let sentWithMotion: UInt64
  /// Whether the device has slots and the kernel masks events.
  private(set) var isSupported = false
  private(set) var isOn = false

  init(fd: Int32, _ description: DeviceDescription, slots: Int) {
    self.fd = fd
    let axes = description.axes.keys
    let ofContacts = UInt16(ABS_MT_TOUCH_MAJOR)...UInt16(ABS_MT_TOOL_Y)
    contactAxes = ofContacts.filter { axes.contains($0) && $0 != UInt16(ABS_MT_TRACKING_ID) }
    // Wireless devices may deliver several frames at once, whose times only MSC_TIMESTAMP has. A bus inside a machine does not.
    let mayDeliverLate = [UInt16(BUS_USB), UInt16(BUS_BLUETOOTH)].contains(description.bus)
    let hasTimestamps = description.otherCodes[UInt16(EV_MSC)]?.contains(UInt16(MSC_TIMESTAMP)) ?? false
    sentWithMotion = mayDeliverLate && hasTimestamps ? 1 << UInt64(MSC_TIMESTAMP) : 0
    slotCount = slots
    request = Array(repeating: 0, count: slots + 1)
  }

  /// Masks events that are never read, and lets `set` mask motion.
  mutating func begin() {
    isSupported = slotCount > 0 && setMask(type: EV_MSC, sentWithMotion)
    if isSupported { _ = setMask(type: EV_ABS, Self.axesOfContacts) }
  }

  /// Ends masking. Call it after `set(false)`; a later `set` has no effect.
  mutating func end() {
    if isSupported { _ = setMask(type: EV_MSC, .max) && setMask(type: EV_ABS, .max) }
    isSupported = false
  }

  mutating func set(_ on: Bool) {
    guard isSupported, on != isOn, setMask(type: EV_ABS, on ? sentAxes : Self.axesOfContacts) else { return }
    if sentWithMotion != 0 { _ = setMask(type: EV_MSC, on ? KernelMask.sent(EV_MSC) : sentWithMotion) }
    isOn = on
  }

  /// The codes of EV_ABS or EV_MSC that are not motion.
  static func sent(_ type: Int32) -> UInt64 {
    (0..<UInt16(ABS_CNT)).reduce(0) { sent, code in
      MotionMask.covers(type: UInt16(type), code: code) ? sent : sent | 1 << UInt64(code)
    }
  }

  private func setMask(type: Int32, _ sent: UInt64) -> Bool {
    attempt(.ioctl) { setEventMask(fd, type, [sent]) } == 0
  }

  /// Gives `finder` the tracking IDs before and after the queued events. Returns the slot selected in the kernel; nil if the
  /// kernel refuses.
  mutating func readContacts(_ last: LastValues, for finder: SlotFinder) -> Int32? {
    guard readSlots(UInt16(ABS_MT_TRACKING_ID)) else { return nil }
    for slot in 0..<slotCount {
      finder.set(slot, known: last.axis(UInt16(ABS_MT_TRACKING_ID), ofSlot: slot), present: request[1 + slot])
    }
    return selectedSlot
  }

  /// The slot selected in the kernel; nil if the device has none, or the kernel refuses.
  var selectedSlot: Int32? {
    var slot: Int32 = 0
    guard slotCount > 0 else { return nil }
    #if DEBUG
      if let values = FaultInjection.system?.values(of: UInt16(ABS_MT_SLOT), on: fd) { return values[0] }
    #endif
    return attempt(.ioctl) { gestured_read_axis(fd, UInt32(ABS_MT_SLOT), &slot) } == 0 ? slot : nil
  }

  /// Reads the values of an axis of contacts into `request`.
  private mutating func readSlots(_ axis: UInt16) -> Bool {
    request[0] = Int32(axis)
    #if DEBUG
      if let values = FaultInjection.system?.values(of: axis, on: fd) {
        request.replaceSubrange(1..., with: values)
        return true
      }
    #endif
    // The request has room for a value of each slot.
    return attempt(.ioctl) { unsafe gestured_read_slots(fd, &request, Int32(slotCount)) } == 0
  }

  /// Reads these axes and passes the differences from `last` as events without SYN_REPORT. The selected slot does not
  /// change.
  mutating func read(_ last: LastValues, _ body: (_ code: UInt16, _ value: Int32) -> Void) {
    let selected = last.selectedSlot
    var slotInEffect = selected
    for axis in contactAxes where readSlots(axis) {
      for slot in 0..<slotCount where request[1 + slot] != last.axis(axis, ofSlot: slot) {
        if slotInEffect != Int32(slot) { body(UInt16(ABS_MT_SLOT), Int32(slot)) }
        slotInEffect = Int32(slot)
        body(axis, request[1 + slot])
      }
    }
    if slotInEffect != selected { body(UInt16(ABS_MT_SLOT), selected) }
  }
}
