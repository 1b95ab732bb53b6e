import CEvdev
import GestureCore

/// The last value of each axis (per slot) and each key.
///
/// The kernel reports changes only. After SYN_DROPPED, libevdev compares the current state with the state before. This object
/// stores that state, because libevdev did not read the events. A pipeline stores the values of a device with slots as it reads them,
/// so this object takes them from it when they are needed (`TouchDevice.last`).
final class LastValues {
  /// The length of a row. There is one row for axes without slots, one for each slot, and one for slots that the device does not
  /// have.
  private static let rowLength = Int(ABS_CNT)
  private static let keyWords = (Int(KEY_CNT) + 63) / 64
  private static let firstOfSlot = UInt16(ABS_MT_SLOT) + 1

  private var axes: [Int32]
  private var keys: [UInt64]
  /// When the last event was read, in the device's clock; 0 before the first.
  var time: Timestamp = 0
  /// The number of slots; 0 without protocol B.
  let slotCount: Int

  /// Starts with the values that libevdev has just read from the kernel.
  init(_ device: Libevdev, _ description: DeviceDescription) {
    slotCount = Int(max(0, device.slotCount))
    axes = Array(repeating: 0, count: (slotCount + 2) * LastValues.rowLength)
    keys = Array(repeating: 0, count: LastValues.keyWords)
    for code in description.axes.keys {
      if code < LastValues.firstOfSlot {
        axes[Int(code)] = device.value(EV_ABS, code)
      } else {
        for slot in 0..<slotCount {
          axes[index(slot, code)] = device.value(ofSlot: slot, code)
        }
      }
    }
    for code in description.keys where device.value(EV_KEY, code) != 0 {
      LastValues.set(code, true, in: &keys)
    }
    axes[Int(ABS_MT_SLOT)] = device.currentSlot
  }

  private func index(_ slot: Int, _ code: UInt16) -> Int { (slot + 1) * LastValues.rowLength + Int(code) }

  // MARK: Taking

  private static let dropped = InputEvent.kind(UInt16(EV_SYN), UInt16(SYN_DROPPED))

  /// Stores the values of events up to SYN_DROPPED.
  ///
  /// - Returns: the index of SYN_DROPPED, or the number of events.
  func take(_ events: Span<InputEvent>) -> Int {
    LastValues.take(events, in: &axes, &keys, slotCount)
  }

  /// Takes what a pipeline has read of a device with slots.
  func take(from pipeline: DevicePipeline, _ description: DeviceDescription) {
    for code in description.axes.keys {
      if code < LastValues.firstOfSlot {
        if let value = pipeline.reported(code) { axes[Int(code)] = value }
      } else {
        for slot in 0..<slotCount {
          if let value = pipeline.reported(code, ofSlot: slot) { axes[index(slot, code)] = value }
        }
      }
    }
    for key in description.keys {
      if let isDown = pipeline.isReportedDown(key) { LastValues.set(key, isDown, in: &keys) }
    }
    axes[Int(ABS_MT_SLOT)] = Int32(pipeline.reportedSlot)
  }

  /// Takes all events in one access to the array, because each access to an array of an object checks whether the array is shared.
  private static func take(
    _ events: Span<InputEvent>, in axes: inout [Int32], _ keys: inout [UInt64], _ slotCount: Int
  ) -> Int {
    var row = row(of: axes[Int(ABS_MT_SLOT)], slotCount)
    var axes = axes.mutableSpan
    var next = 0
    while next < events.count {
      let kind = events[next].kind
      let value = events[next].value
      // Type and code are compared as one number, so that one comparison detects the axes.
      let axis = Int((kind &>> 16 | kind &<< 16) &- UInt32(EV_ABS) << 16)
      if axis < rowLength {
        if axis > Int(ABS_MT_SLOT) {
          axes[row &+ axis] = value
        } else {
          axes[axis] = value
          if axis == Int(ABS_MT_SLOT) { row = LastValues.row(of: value, slotCount) }
        }
      } else if UInt16(truncatingIfNeeded: kind) == UInt16(EV_KEY) {
        set(UInt16(truncatingIfNeeded: kind &>> 16), value != 0, in: &keys)
      } else if kind == dropped {
        return next
      }
      next &+= 1
    }
    return next
  }

  func take(_ event: InputEvent) {
    let events: InlineArray<1, InputEvent> = [event]
    _ = take(events.span)
  }

  private static func row(of slot: Int32, _ slotCount: Int) -> Int {
    let slot = UInt(bitPattern: Int(slot))
    return (slot < UInt(bitPattern: slotCount) ? Int(bitPattern: slot) &+ 1 : slotCount &+ 1) &* rowLength
  }

  private static func set(_ key: UInt16, _ isDown: Bool, in keys: inout [UInt64]) {
    guard key < UInt16(KEY_CNT) else { return }
    let bit = UInt64(1) << UInt64(key & 63)
    if isDown { keys[Int(key >> 6)] |= bit } else { keys[Int(key >> 6)] &= ~bit }
  }

  // MARK: Reading

  /// The selected slot; −1 if the device has no slots.
  var selectedSlot: Int32 { axis(UInt16(ABS_MT_SLOT)) }

  /// The value of an axis without slots.
  func axis(_ code: UInt16) -> Int32 { axes[Int(code)] }
  func axis(_ code: UInt16, ofSlot slot: Int) -> Int32 { axes[index(slot, code)] }
  func isDown(_ key: UInt16) -> Bool { keys[Int(key >> 6)] & 1 << UInt64(key & 63) != 0 }

  /// Whether a finger is on the surface.
  var isTouched: Bool {
    isDown(UInt16(BTN_TOUCH)) || !slotsInUse.isEmpty
  }

  /// Slots with a tracking ID.
  var slotsInUse: [Int] { (0..<slotCount).filter { axis(UInt16(ABS_MT_TRACKING_ID), ofSlot: $0) >= 0 } }

  /// Writes the values into libevdev, which compares them with the current state.
  func store(in device: Libevdev, _ description: DeviceDescription) {
    for code in description.axes.keys {
      if code < LastValues.firstOfSlot {
        // libevdev refuses a selected slot that the device does not have.
        device.setValue(EV_ABS, code, axis(code))
      } else {
        for slot in 0..<slotCount {
          device.setValue(ofSlot: slot, code, axis(code, ofSlot: slot))
        }
      }
    }
    for code in description.keys {
      device.setValue(EV_KEY, code, isDown(code) ? 1 : 0)
    }
  }
}
