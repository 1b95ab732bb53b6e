import CEvdev
import CSystem
import GestureCore

extension TouchDevice {
  /// Nothing reaches other programs from here on. False: another one holds the grab, or the device is gone.
  package func grab() -> Bool {
    guard !holdsGrab, gestured_grab(fd, true) == 0 else { return holdsGrab }
    holdsGrab = true
    return true
  }

  package func releaseGrab() {
    guard holdsGrab else { return }
    _ = gestured_grab(fd, false)
    holdsGrab = false
  }

  /// Whether a key or button is down, by the events read so far.
  package var hasKeyDown: Bool { description.keys.contains { last.isDown($0) } }

  /// Gives all readers the values of each slot again. They have missed those of the grab's time, and the kernel does not
  /// repeat a value that is unchanged: each goes to a neighbour and back.
  package func announceValues() {
    guard canWrite else { return }
    for slot in 0..<last.slotCount {
      var events = [event(UInt16(ABS_MT_SLOT), Int32(slot))]
      for (code, axis) in description.axes.sorted(by: { $0.key < $1.key })
      where code > UInt16(ABS_MT_SLOT) && code != UInt16(ABS_MT_TRACKING_ID) {
        let value = last.axis(code, ofSlot: slot)
        // A difference below the fuzz is none.
        let away = max(1, axis.fuzz * 2 + 1)
        events.append(event(code, value > axis.minimum ? value - away : value + away))
        events.append(event(code, value))
      }
      if slot == last.slotCount - 1 { events.append(event(UInt16(ABS_MT_SLOT), last.selectedSlot)) }
      write(events)
    }
  }

  private func event(_ code: UInt16, _ value: Int32) -> input_event {
    input_event(InputEvent(time: 0, type: UInt16(EV_ABS), code: code, value: value))
  }

  private func write(_ events: [input_event]) {
    let whole =
      events + [input_event(InputEvent(time: 0, type: UInt16(EV_SYN), code: UInt16(SYN_REPORT), value: 0))]
    _ = whole.withUnsafeBytes { CSystem.write(fd, $0.baseAddress, $0.count) }
  }
}
