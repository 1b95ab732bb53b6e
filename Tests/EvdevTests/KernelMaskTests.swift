import CEvdev
import GestureCore
import Glibc
import Testing

@testable import Evdev

private let (slot, id, x, y) = (ABS_MT_SLOT, ABS_MT_TRACKING_ID, ABS_MT_POSITION_X, ABS_MT_POSITION_Y)

/// Motion that the kernel masks. Its answers are zeros here: every call succeeds, and leaves what it should fill as it is.
struct KernelMaskTests {
  private static let zeros = [Int32?](repeating: 0, count: 99)

  /// Runs a body whose calls succeed. Returns the number of its ioctls.
  @discardableResult
  private func succeeding(_ reads: [Int32?] = [], _ body: () -> Void) -> Int {
    FaultInjection.failing([.ioctl: Self.zeros, .read: reads], body).count - reads.count { $0 != nil }
  }

  /// A device that is masked after two contacts were down.
  private func masked() -> SocketDevice {
    let pad = SocketDevice()
    pad.take(
      axis(slot, 1), axis(id, 7), axis(x, 30), axis(y, 40), axis(slot, 0), axis(id, 8), axis(x, 10),
      axis(ABS_X, 5), end())
    pad.take(axis(id, -1), axis(slot, 1), axis(id, -1), axis(slot, 0), end())
    succeeding {
      pad.device.allowMask()
      #expect(!pad.device.isMasked)
      pad.device.maskMotion()
    }
    #expect(pad.device.isMasked)
    return pad
  }

  @Test func `all axes but those of a contact's presence and kind are masked`() {
    #expect(
      KernelMask.sent(EV_ABS) == [id, ABS_MT_TOOL_TYPE, ABS_MT_DISTANCE].reduce(0) { $0 | 1 << UInt64($1) })
    #expect(KernelMask.sent(EV_MSC) == 0)
  }

  @Test(arguments: [Int32(0), 1, 2])
  func `only a device with slots is masked`(slots: Int32) {
    let pad = SocketDevice(slots: slots)
    let calls = succeeding {
      pad.device.maskMotion()
      #expect(!pad.device.isMasked, "before it is allowed")
      pad.device.allowMask()
      for _ in 0..<2 { pad.device.maskMotion() }
      #expect(pad.device.selectedSlot == (slots > 0 ? 0 : nil))
    }
    #expect(pad.device.isMasked == (slots > 0))
    // EV_MSC and the pointer's axes, motion, and the slot.
    #expect(calls == (slots > 0 ? 4 : 0))
    #expect(pad.device.selectedSlot == nil, "a socket")
  }

  @Test func `the values that were masked are read, and the selected slot stays`() {
    let pad = masked()
    var events: [InputEvent] = []
    let calls = succeeding { pad.device.unmask { events.append($0) } }
    #expect(events == [axis(x, 0), axis(slot, 1), axis(x, 0), axis(y, 0), axis(slot, 0)])
    // The mask, and three axes of contacts.
    #expect(calls == 4 && !pad.device.isMasked)
    #expect(pad.value(x, slot: 1) == 0)
  }

  @Test func `a new pipeline has the values that were masked`() {
    let pad = masked()
    let pipeline = SocketDevice.pipeline(pad.device.description)
    succeeding { pad.device.prime(pipeline) }
    #expect(!pad.device.isMasked && pipeline.position(ofSlot: 1) == (0, 0))
  }

  @Test func `values that the kernel refuses stay`() {
    let pad = masked()
    var events: [InputEvent] = []
    // The mask, then the width of contacts, x and y.
    _ = FaultInjection.failing([.ioctl: [0, 0, EINVAL, 0]]) {
      pad.device.unmask { events.append($0) }
    }
    #expect(events == [axis(slot, 1), axis(y, 0), axis(slot, 0)])
  }

  @Test func `a mask that was removed comes back when it is allowed again`() {
    let pad = masked()
    let calls = succeeding {
      pad.device.removeMask(into: pad.pipeline)
      pad.device.maskMotion()
    }
    // The mask, three axes of contacts, then EV_MSC and EV_ABS without a mask.
    #expect(calls == 6 && !pad.device.isMasked)
    succeeding {
      pad.device.allowMask()
      pad.device.maskMotion()
    }
    #expect(pad.device.isMasked)
  }

  @Test func `motion that came before the mask leaves it on`() {
    let pad = masked()
    let calls = succeeding { pad.take(axis(x, 50), end()) }
    #expect(calls == 0 && pad.device.isMasked)
  }

  /// The kernel's ids are 0 in both slots, so that both have a contact after the landing of any.
  @Test func `after a landing the contacts are those of the kernel`() {
    let pad = masked()
    succeeding { pad.take(axis(id, 9, at: 2 * .second), axis(x, 50, at: 2 * .second), end(at: 2 * .second)) }
    #expect(!pad.device.isMasked && pad.device.selection == .read)
    #expect(pad.pipeline.contacts.slots == 0b11 && pad.pipeline.touchesDown == 2)
    #expect(pad.value(x, slot: 0) == 0 && pad.value(x, slot: 1) == 0, "the kernel's, which are newer")
    #expect(pad.device.lastTime == 2 * .second)
  }

  @Test func `what comes while the contacts are read is read as well`() {
    let pad = masked()
    succeeding { pad.device.unmask(into: pad.pipeline) }
    // The first read has no event yet.
    pad.send(axis(id, 9, at: 2 * .second), end(at: 2 * .second))
    succeeding([0]) { pad.take() }
    #expect(pad.device.lastTime == 2 * .second && pad.pipeline.contacts.slots == 0b11)
  }

  @Test func `a read without events takes the kernel's contacts`() {
    let pad = masked()
    succeeding { pad.device.unmask(into: pad.pipeline) }
    succeeding([0]) { pad.take() }
    #expect(pad.device.lastTime == .second && pad.pipeline.contacts.slots == 0b11)
  }

  /// The contacts themselves, or the slot that is selected.
  @Test(arguments: [[Int32?](arrayLiteral: 0, EIO), [0, 0, EIO]])
  func `without the kernel's contacts all is read as after an overrun`(answers: [Int32?]) {
    let pad = masked()
    _ = FaultInjection.failing([.ioctl: answers]) {
      pad.take(axis(id, 9, at: 2 * .second), end(at: 2 * .second), axis(x, 1, at: 3 * .second))
    }
    #expect(!pad.device.isMasked && pad.device.selection == .read)
    #expect(pad.pipeline.contacts.slots == 0 && pad.device.lastTime == 3 * .second)
  }

  @Test func `more events than a read holds are read as after an overrun`() {
    let pad = masked()
    for number in 0..<Int32(EventBuffer.capacity) { pad.send(axis(id, number, at: 2 * .second)) }
    succeeding { pad.take() }
    #expect(!pad.device.isMasked && pad.pipeline.contacts.slots == 0 && pad.device.lastTime == 2 * .second)
  }

  @Test func `an overrun after a landing`() {
    let pad = masked()
    succeeding {
      pad.take(axis(id, 9, at: 2 * .second), end(at: 2 * .second), dropped(at: 3 * .second), axis(id, 3))
    }
    #expect(pad.device.lastTime == 3 * .second && pad.device.selection == .read)
    #expect(pad.pipeline.contacts.slots == 0, "what libevdev reads is the present")
  }
}
