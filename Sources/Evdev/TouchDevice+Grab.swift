import CEvdev
import CSystem
import GestureCore

extension TouchDevice {
  /// Grabs the device, so that other programs get no events from it. False if another program has grabbed it or the device is
  /// gone.
  package func grab() -> Bool {
    guard !holdsGrab, attempt(.ioctl, { gestured_grab(fd, true) }) == 0 else { return holdsGrab }
    holdsGrab = true
    return true
  }

  package func releaseGrab() {
    guard holdsGrab else { return }
    _ = attempt(.ioctl) { gestured_grab(fd, false) }
    holdsGrab = false
  }

  /// Whether a key or button is down, according to the events read so far.
  package var hasKeyDown: Bool { description.keys.contains { last.isDown($0) } }

  /// Sends the values of each slot to all readers again. They missed the values during the grab, and the kernel drops unchanged
  /// values, so each value moves to its neighbour and back.
  package func announceValues() {
    guard canWrite else { return }
    for slot in 0..<last.slotCount {
      var events = [event(UInt16(ABS_MT_SLOT), Int32(slot))]
      for (code, axis) in description.axes.sorted(by: { $0.key < $1.key })
      where code > UInt16(ABS_MT_SLOT) && code != UInt16(ABS_MT_TRACKING_ID) {
        let value = last.axis(code, ofSlot: slot)
        events.append(event(code, axis.neighbor(of: value)))
        events.append(event(code, value))
      }
      events.append(event(UInt16(ABS_MT_SLOT), last.selectedSlot))
      events.append(.report())
      _ = writeEvents(events, to: fd)
    }
  }

  private func event(_ code: UInt16, _ value: Int32) -> InputEvent {
    InputEvent(time: 0, type: UInt16(EV_ABS), code: code, value: value)
  }
}

extension AxisRange {
  /// A value that the kernel accepts as a change, because it differs from `value` by at least the fuzz. A device may report any
  /// fuzz and value, so the sums are computed in 64 bits.
  func neighbor(of value: Int32) -> Int32 {
    let away = max(1, Int64(fuzz) * 2 + 1)
    let neighbor = value > minimum ? Int64(value) - away : Int64(value) + away
    return Int32(clamping: neighbor)
  }
}
