import CEvdev
import GestureCore

/// The last value of each axis (of each slot) and each key.
///
/// The kernel reports changes only. After SYN_DROPPED libevdev computes the difference between the present state and the
/// state before, which it needs from here: it did not read the events itself.
struct LastValues: ~Copyable {
  /// A row for the axes that have no slots, one for each slot, and one for slots that the device does not have.
  private static let rowLength = Int(ABS_CNT)
  private static let keyWords = (Int(KEY_CNT) + 63) / 64
  /// One word after the keys': whether BTN_TOUCH has been down. Devices that never report it are judged by their slots.
  private static let touchedWord = keyWords
  private static let tools = [
    BTN_TOOL_QUINTTAP, BTN_TOOL_QUADTAP, BTN_TOOL_TRIPLETAP, BTN_TOOL_DOUBLETAP, BTN_TOOL_FINGER,
  ].map(UInt16.init)
  private static let firstOfSlot = UInt16(ABS_MT_SLOT) + 1

  // Allocated in init for every code and slot, freed in deinit; LastValues is not copyable, so there is one owner.
  private let axes: UnsafeMutablePointer<Int32>
  private let keys: UnsafeMutablePointer<UInt64>
  /// As libevdev counts: 0 without the slots of protocol B.
  let slotCount: Int

  /// With the values that libevdev has just read from the kernel.
  init(_ device: OpaquePointer) {
    slotCount = Int(max(0, libevdev_get_num_slots(device)))
    axes = .allocate(capacity: (slotCount + 2) * LastValues.rowLength)
    axes.initialize(repeating: 0, count: (slotCount + 2) * LastValues.rowLength)
    keys = .allocate(capacity: LastValues.keyWords + 1)
    keys.initialize(repeating: 0, count: LastValues.keyWords + 1)
    for code in 0..<LastValues.firstOfSlot - 1 { axes[Int(code)] = value(device, EV_ABS, code) }
    for slot in 0..<slotCount {
      for code in LastValues.firstOfSlot..<UInt16(ABS_CNT) {
        axes[index(slot, code)] = libevdev_get_slot_value(device, UInt32(slot), UInt32(code))
      }
    }
    for code in 0..<UInt16(KEY_CNT) where value(device, EV_KEY, code) != 0 { setKey(code, true) }
    axes[Int(ABS_MT_SLOT)] = slotCount > 0 ? libevdev_get_current_slot(device) : -1
  }

  deinit {
    axes.deallocate()
    keys.deallocate()
  }

  private func value(_ device: OpaquePointer, _ type: Int32, _ code: UInt16) -> Int32 {
    libevdev_get_event_value(device, UInt32(type), UInt32(code))
  }

  private func index(_ slot: Int, _ code: UInt16) -> Int { (slot + 1) * LastValues.rowLength + Int(code) }

  // MARK: Taking

  @inline(__always) func take(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    if type == UInt16(EV_ABS) {
      let row = code < LastValues.firstOfSlot ? 0 : selectedRow
      axes[row &+ Int(code & UInt16(ABS_MAX))] = value
    } else if type == UInt16(EV_KEY) {
      setKey(code, value != 0)
    }
  }

  private var selectedRow: Int {
    let slot = Int(axes[Int(ABS_MT_SLOT)])
    return (slot >= 0 && slot < slotCount ? slot &+ 1 : slotCount &+ 1) &* LastValues.rowLength
  }

  private func setKey(_ code: UInt16, _ isDown: Bool) {
    guard code < UInt16(KEY_CNT) else { return }
    let bit = UInt64(1) << UInt64(code & 63)
    if isDown { keys[Int(code >> 6)] |= bit } else { keys[Int(code >> 6)] &= ~bit }
    if isDown && code == UInt16(BTN_TOUCH) { keys[LastValues.touchedWord] = 1 }
  }

  // MARK: Reading

  /// -1: the device has no slots.
  var selectedSlot: Int32 { axis(UInt16(ABS_MT_SLOT)) }

  /// Of an axis that has no slots.
  func axis(_ code: UInt16) -> Int32 { axes[Int(code)] }
  func axis(_ code: UInt16, ofSlot slot: Int) -> Int32 { axes[index(slot, code)] }
  func isDown(_ key: UInt16) -> Bool { keys[Int(key >> 6)] & 1 << UInt64(key & 63) != 0 }

  /// Whether a finger is on the surface.
  var isTouched: Bool {
    isDown(UInt16(BTN_TOUCH))
      || (0..<slotCount).contains { axis(UInt16(ABS_MT_TRACKING_ID), ofSlot: $0) >= 0 }
  }

  /// Of protocol A nothing is known but whether the surface is touched: it has no slots.
  var contacts: TouchClaims.Contacts {
    var contacts = 0
    var found = TouchClaims.Contacts(fingers: 0, id: nil)
    // A slot that keeps its tracking id after the keys are released holds no contact; the plugin has the same rule.
    if keys[LastValues.touchedWord] != 0 && !isDown(UInt16(BTN_TOUCH)) && countByTool == 0 { return found }
    for slot in 0..<slotCount {
      let id = axis(UInt16(ABS_MT_TRACKING_ID), ofSlot: slot)
      guard id >= 0 else { continue }
      contacts += 1
      found.id = id
      if axis(UInt16(ABS_MT_TOOL_TYPE), ofSlot: slot) != MT_TOOL_PALM { found.fingers += 1 }
    }
    found.fingers += max(0, countByTool - contacts)
    return found
  }

  /// Fingers that BTN_TOOL_* counts.
  private var countByTool: Int {
    for (index, tool) in LastValues.tools.enumerated() where isDown(tool) {
      return LastValues.tools.count - index
    }
    return 0
  }

  /// Sets the values that libevdev compares the present state with.
  func store(in device: OpaquePointer, _ description: DeviceDescription) {
    for code in description.axes.keys {
      if code < LastValues.firstOfSlot - 1 {
        libevdev_set_event_value(device, UInt32(EV_ABS), UInt32(code), axis(code))
      } else if code >= LastValues.firstOfSlot {
        for slot in 0..<slotCount {
          libevdev_set_slot_value(device, UInt32(slot), UInt32(code), axis(code, ofSlot: slot))
        }
      }
    }
    if selectedSlot >= 0 && selectedSlot < slotCount {
      libevdev_set_event_value(device, UInt32(EV_ABS), UInt32(ABS_MT_SLOT), selectedSlot)
    }
    for code in description.keys {
      libevdev_set_event_value(device, UInt32(EV_KEY), UInt32(code), isDown(code) ? 1 : 0)
    }
  }
}
