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
  private static let firstOfSlot = UInt16(ABS_MT_SLOT) + 1

  // Allocated in init for every code and slot, freed in deinit; LastValues is not copyable, so there is one owner.
  private let axes: UnsafeMutablePointer<Int32>
  private let keys: UnsafeMutablePointer<UInt64>
  /// As libevdev counts: 0 without the slots of protocol B.
  let slotCount: Int

  /// With the values that libevdev has just read from the kernel, of what the device has.
  init(_ device: OpaquePointer, _ description: DeviceDescription) {
    slotCount = Int(max(0, libevdev_get_num_slots(device)))
    axes = .allocate(capacity: (slotCount + 2) * LastValues.rowLength)
    axes.initialize(repeating: 0, count: (slotCount + 2) * LastValues.rowLength)
    keys = .allocate(capacity: LastValues.keyWords)
    keys.initialize(repeating: 0, count: LastValues.keyWords)
    for code in description.axes.keys {
      if code < LastValues.firstOfSlot {
        axes[Int(code)] = value(device, EV_ABS, code)
      } else {
        for slot in 0..<slotCount {
          axes[index(slot, code)] = libevdev_get_slot_value(device, UInt32(slot), UInt32(code))
        }
      }
    }
    for code in description.keys where value(device, EV_KEY, code) != 0 { setKey(code, true) }
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

  private static let dropped = UInt32(EV_SYN) | UInt32(SYN_DROPPED) << 16
  private static let slot = UInt32(EV_ABS) | UInt32(ABS_MT_SLOT) << 16

  /// Takes events up to SYN_DROPPED.
  ///
  /// - Returns: its index; the number of events if there is none.
  func take(_ events: UnsafeBufferPointer<InputEvent>) -> Int {
    guard var event = events.baseAddress else { return 0 }
    let start = event
    let end = start + events.count
    var row = axes + selectedRow
    while event != end {
      let kind = event.pointee.kind
      let value = event.pointee.value
      // Type and code as one number, so that one comparison finds the axes of a slot: nearly all events.
      let axis = (kind &>> 16 | kind &<< 16) &- (UInt32(EV_ABS) << 16 | UInt32(LastValues.firstOfSlot))
      if axis <= UInt32(ABS_MAX) - UInt32(LastValues.firstOfSlot) {
        row[Int(LastValues.firstOfSlot) &+ Int(axis)] = value
      } else if kind == LastValues.slot {
        axes[Int(ABS_MT_SLOT)] = value
        row = axes + selectedRow
      } else if kind == LastValues.dropped {
        break
      } else {
        takeOther(kind, value)
      }
      event += 1
    }
    return event - start
  }

  @inline(__always) private func takeOther(_ kind: UInt32, _ value: Int32) {
    let code = UInt16(truncatingIfNeeded: kind &>> 16)
    if UInt16(truncatingIfNeeded: kind) == UInt16(EV_ABS) {
      if code < LastValues.firstOfSlot { axes[Int(code)] = value }
    } else if UInt16(truncatingIfNeeded: kind) == UInt16(EV_KEY) {
      setKey(code, value != 0)
    }
  }

  func take(_ event: InputEvent) {
    withUnsafePointer(to: event) { _ = take(UnsafeBufferPointer(start: $0, count: 1)) }
  }

  private var selectedRow: Int {
    let slot = UInt(bitPattern: Int(axes[Int(ABS_MT_SLOT)]))
    return (slot < UInt(bitPattern: slotCount) ? Int(bitPattern: slot) &+ 1 : slotCount &+ 1)
      &* LastValues.rowLength
  }

  private func setKey(_ code: UInt16, _ isDown: Bool) {
    guard code < UInt16(KEY_CNT) else { return }
    let bit = UInt64(1) << UInt64(code & 63)
    if isDown { keys[Int(code >> 6)] |= bit } else { keys[Int(code >> 6)] &= ~bit }
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
    isDown(UInt16(BTN_TOUCH)) || !slotsInUse.isEmpty
  }

  /// Slots that have a tracking id.
  var slotsInUse: [Int] { (0..<slotCount).filter { axis(UInt16(ABS_MT_TRACKING_ID), ofSlot: $0) >= 0 } }

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
