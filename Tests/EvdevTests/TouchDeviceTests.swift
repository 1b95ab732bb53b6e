import CEvdev
import GestureCore
import Glibc
import Output
import Testing

@testable import Evdev

private let (slot, id, x, y) = (ABS_MT_SLOT, ABS_MT_TRACKING_ID, ABS_MT_POSITION_X, ABS_MT_POSITION_Y)

/// Reading and writing of a touch device.
struct TouchDeviceTests {
  /// Two contacts, the later one in slot 0, and a key.
  private func touched() -> SocketDevice {
    let pad = SocketDevice()
    pad.take(
      axis(slot, 1), axis(id, 7), axis(x, 30), axis(slot, 0), axis(id, 8), axis(ABS_X, 5),
      InputEvent(time: .second, type: UInt16(EV_KEY), code: UInt16(BTN_TOUCH), value: 1), end())
    return pad
  }

  @Test func `a device's present values and what is down on it`() {
    let pad = touched()
    #expect(
      pad.device.presentState == [
        axis(slot, 0), axis(ABS_MT_TOUCH_MAJOR, 0), axis(x, 0), axis(y, 0),
        axis(slot, 1), axis(ABS_MT_TOUCH_MAJOR, 0), axis(x, 30), axis(y, 0),
        axis(slot, 0), axis(ABS_X, 5), axis(ABS_Y, 0), end(),
      ])
    #expect(
      pad.device.down == [
        axis(slot, 0), axis(id, 8), axis(slot, 1), axis(id, 7),
        InputEvent(time: .second, type: UInt16(EV_KEY), code: UInt16(BTN_TOUCH), value: 1),
      ])
    #expect(pad.device.isTouched && pad.device.hasKeyDown)
    #expect(!pad.device.hasMonotonicTime, "a socket has no clock")
  }

  @Test func `a new pipeline gets the contacts that are down, which are no touches`() {
    let pad = touched()
    let pipeline = SocketDevice.pipeline(pad.device.description)
    pad.device.prime(pipeline)
    #expect(pipeline.contacts.slots == 0b11 && pipeline.touchesDown == 0)
    #expect(pipeline.position(ofSlot: 1).x == 30)
    #expect(pad.pipeline.touchesDown == 2)
  }

  @Test func `what one pipeline has read is known when another one reads on`() {
    let pad = touched()
    let other = SocketDevice.pipeline(pad.device.description)
    pad.device.prime(other)
    pad.send(axis(x, 40), axis(slot, 1), axis(id, -1), end())
    #expect(pad.device.drain(into: other) == .drained)
    #expect(pad.value(x, slot: 0) == 40 && pad.value(x, slot: 1) == 30)
    #expect(pad.value(id, slot: 0) == 8 && pad.value(id, slot: 1) == -1)
    #expect(pad.device.hasKeyDown && pad.device.presentState.suffix(4).first == axis(slot, 1))
  }

  @Test func `a read may end amid a frame`() {
    let pad = SocketDevice()
    pad.take(axis(id, 7), axis(x, 30), end(), axis(x, 40, at: 2 * .second))
    #expect(pad.device.lastTime == 2 * .second && pad.value(x, slot: 0) == 40)
    pad.take(axis(x, 50, at: 3 * .second))
    #expect(pad.pipeline.position(ofSlot: 0).x == 50 && pad.pipeline.touchesDown == 1)
  }

  @Test func `events after SYN_DROPPED are lost, and the frame after them is whole`() {
    let pad = SocketDevice()
    pad.take(dropped(at: 2 * .second), axis(id, 7, at: 2 * .second), end(at: 2 * .second))
    #expect(pad.device.lastTime == 2 * .second && !pad.device.isTouched)
    pad.take(axis(slot, 1), axis(id, 8), axis(x, 30), end())
    #expect(pad.pipeline.contacts.slots == 0b10 && pad.pipeline.touchesDown == 1)
  }

  /// EVIOCGABS may give the slot that is selected amid a frame, which then is not that of the frame's first events.
  @Test func `the first frame after SYN_DROPPED says which slot is selected`() {
    let pad = SocketDevice()
    pad.take(dropped(at: .second))
    pad.take(axis(x, 20), axis(slot, 1), axis(x, 30), end())
    #expect(
      pad.value(x, slot: 0) == 0 && pad.value(x, slot: 1) == 0, "the slot of the first event is unknown")
    pad.take(axis(slot, 1), axis(x, 30), end())
    pad.take(axis(x, 40), axis(slot, 0), axis(x, 10), end())
    #expect(pad.value(x, slot: 0) == 10 && pad.value(x, slot: 1) == 40)
  }

  @Test func `each frame is handed over with its time, and an overrun ends one`() {
    let pad = SocketDevice()
    var frames: [[InputEvent]] = []
    var times: [Timestamp] = []
    func drain() {
      let reading = pad.device.drain(into: pad.pipeline) { pipeline, frame, time in
        frames.append(Array(frame))
        times.append(time)
        #expect(pipeline === pad.pipeline)
      }
      #expect(reading == .drained)
    }
    pad.send(axis(id, 7), axis(x, 30), end(), axis(x, 40), dropped(at: 2 * .second), axis(x, 50), end())
    drain()
    #expect(pad.pipeline.touchesDown == 1)
    pad.send(axis(x, 60, at: 3 * .second), end(at: 3 * .second))
    drain()
    #expect(frames == [[axis(id, 7), axis(x, 30)], [axis(x, 40)], [axis(x, 60, at: 3 * .second)]])
    #expect(times == [.second, 2 * .second, 3 * .second])
    #expect(pad.value(x, slot: 0) == 60 && pad.pipeline.position(ofSlot: 0).x == 60)
  }

  @Test func `a recording has an overrun as a frame of its own`() {
    let pad = SocketDevice()
    pad.send(axis(x, 40), dropped(at: 2 * .second), axis(x, 50), end())
    var events: [InputEvent] = []
    #expect(pad.device.read { events.append($0) } == .drained)
    #expect(events == [axis(x, 40), dropped(at: 2 * .second), end(at: 2 * .second)])
    #expect(pad.value(x, slot: 0) == 40 && pad.device.lastTime == 2 * .second)
  }

  @Test func `words are part of the next frame, or a frame of their own`() {
    let pad = SocketDevice()
    let word = ClaimWord.pass(id: 1)
    #expect(pad.device.write([word], endsFrame: false))
    #expect(pad.written() == [[0, 1, Int(word.value)]])
    #expect(pad.device.write([word, word], endsFrame: true))
    #expect(pad.written() == [[0, 1, Int(word.value)], [0, 1, Int(word.value)], [0, 0, 0]])
  }

  /// The kernel drops a value that has not changed.
  @Test func `the values of each slot are sent to those who missed them`() {
    let pad = touched()
    pad.device.announceValues()
    let expected = [(0, 0, 1), (1, 30, 29)].flatMap { place, value, neighbor in
      [
        [3, 0x2f, place], [3, 0x30, 1], [3, 0x30, 0], [3, 0x35, neighbor], [3, 0x35, value], [3, 0x36, 1],
        [3, 0x36, 0], [3, 0x2f, 0], [0, 0, 0],
      ]
    }
    #expect(pad.written() == expected)
    let readOnly = SocketDevice(canWrite: false)
    readOnly.device.announceValues()
    #expect(readOnly.written().isEmpty)
  }

  @Test func `a grab is begun once and released once`() {
    let device = SocketDevice().device
    #expect(!device.grab(), "a socket")
    let (isGrabbed, calls) = FaultInjection.failing([.ioctl: [0, 0, 0]]) { device.grab() && device.grab() }
    #expect(isGrabbed && calls == 1 && device.holdsGrab)
    #expect(device.lookForGrab() == false, "it is the daemon's own")
    let (_, releases) = FaultInjection.failing([.ioctl: [0, 0, 0]]) {
      device.releaseGrab()
      device.releaseGrab()
    }
    #expect(releases == 1 && !device.holdsGrab)
  }

  @Test func `a touch makes the test for another program's grab impossible`() {
    #expect(SocketDevice().device.lookForGrab() == false)
    #expect(touched().device.lookForGrab() == nil)
  }

  @Test func `reads are counted for the process that supervises a grab`() throws {
    let pad = SocketDevice()
    let reads = try #require(pad.device.countReads())
    #expect(pad.device.countReads() === reads && reads.value == 0)
    pad.take(axis(x, 1), end())
    #expect(reads.value == 1)
  }

  /// docs/dev/grab.md promises three seconds.
  @Test func `events of a grabbed device may stay unread for less than three seconds`() {
    #expect(GrabSupervisor.limit < 3 * .second)
  }
}
