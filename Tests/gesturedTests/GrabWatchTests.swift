import Testing

@testable import gestured

@Suite struct GrabWatchTests {
  /// A device that says what the test sets.
  private final class Device {
    var isDown = false
    var isOurs = false
    var isGrabbed = false
    var attempts = 0
    var found = 0

    func watch(_ loop: EventLoop) -> GrabWatch {
      let subject = GrabWatch.Subject(fd: -1, isOurs: { self.isOurs }) {
        self.isDown
      } isGrabbed: {
        self.isGrabbed
      }
      return GrabWatch(subject, loop: loop, delay: 0) { self.found += 1 }
    }
  }

  /// Runs the loop until no timer is set: one attempt at most, in a process of its own.
  private func settle(_ loop: EventLoop) {
    while loop.nextTime != .max { loop.turn() }
  }

  @Test func `a grab is found after the device was opened, and its end by an event`() {
    let (loop, device) = (EventLoop(), Device())
    device.isGrabbed = true
    let watch = device.watch(loop)
    settle(loop)
    #expect(watch.isGrabbed && device.found == 1)
    watch.noteEvents()
    #expect(!watch.isGrabbed && loop.nextTime == .max)
  }

  @Test func `a change is followed by one attempt, and no timer is set after it`() {
    let (loop, device) = (EventLoop(), Device())
    let watch = device.watch(loop)
    settle(loop)
    device.isGrabbed = true
    watch.note(.closed)
    #expect(loop.nextTime == .max)
    watch.note(.opened)
    watch.note(.opened)
    settle(loop)
    #expect(watch.isGrabbed && device.found == 1)
    device.isGrabbed = false
    watch.note(.closed)
    settle(loop)
    #expect(!watch.isGrabbed)
  }

  @Test func `while a touch is down no timer is set, and the attempt follows the events that end it`() {
    let (loop, device) = (EventLoop(), Device())
    device.isDown = true
    device.isGrabbed = true
    let watch = device.watch(loop)
    loop.turn()
    #expect(loop.nextTime == .max && device.found == 0)
    watch.noteEvents()
    #expect(loop.nextTime == .max)
    device.isDown = false
    watch.noteEvents()
    #expect(loop.nextTime != .max)
    settle(loop)
    #expect(device.found == 1)
  }

  @Test func `the daemon's own grab is not reported, and a watch that has ended sets no timer`() {
    let (loop, device) = (EventLoop(), Device())
    device.isGrabbed = true
    device.isOurs = true
    let watch = device.watch(loop)
    settle(loop)
    #expect(!watch.isGrabbed && device.found == 0)
    watch.note(.opened)
    watch.end()
    #expect(loop.nextTime == .max)
  }
}
