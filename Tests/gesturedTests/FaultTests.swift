import CEvdev
import GestureCore
import Glibc
import Testing

@testable import Evdev
@testable import gestured

/// System calls that fail: what becomes of each error, one row each. Errors are injected in the debug build.
@Suite(.serialized) struct FaultTests {
  /// Reads of a device. A call that a signal interrupted is made again; every other error goes to the caller.
  @Test(arguments: [
    ([EINTR, EINTR], Int32(1), TouchDevice.Reading?.none), ([EAGAIN], -EAGAIN, .drained),
    ([EINTR, ENODEV], -ENODEV, .gone), ([EIO], -EIO, .failed(EIO)), ([ENOMEM], -ENOMEM, .failed(ENOMEM)),
  ])
  func `a read of a device`(errors: [Int32], expected: Int32, reading: TouchDevice.Reading?) {
    let device = filledPipe(bytes: MemoryLayout<InputEvent>.stride)
    defer { close(device) }
    let buffer = EventBuffer()
    let (status, count) = FaultInjection.failing([.read: errors]) { buffer.fill(from: device) }
    #expect(status == expected && count == errors.count)
    if let reading { #expect(TouchDevice.Reading(error: -status) == reading) }
    // Nothing is lost: the event is there for the next read.
    if status < 0 { #expect(buffer.fill(from: device) == 1) }
  }

  /// Words for the plugin, frames of a twin and of virtual devices: whole events or none.
  @Test(arguments: [
    ([EINTR], true), ([EAGAIN], false), ([ENODEV], false), ([ENOSPC], false), ([EPERM], false),
  ])
  func `a write of events`(errors: [Int32], isTaken: Bool) {
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let events = [
      InputEvent(time: 0, type: 0, code: 1, value: 2), InputEvent(time: 0, type: 0, code: 0, value: 0),
    ]
    let (result, count) = FaultInjection.failing([.write: errors]) { writeEvents(events, to: ends[1]) }
    #expect(result == isTaken && count == 1)
  }

  /// A node that cannot be opened is tried again when udev or its rights say so.
  @Test(arguments: [EMFILE, EPERM, ENODEV, EINTR, ENOMEM])
  func `an open of a device`(error: Int32) {
    let (failure, count) = FaultInjection.failing([.open: [error, error]]) { () -> TouchDevice.OpenFailure? in
      do throws(TouchDevice.OpenFailure) {
        _ = try TouchDevice.opened("/dev/null", judged: nil, quirks: InstalledQuirks(), writes: true)
        return nil
      } catch {
        return error
      }
    }
    #expect(failure == .cannotOpen(error) && count == 2)
  }

  /// Read-only, where writing alone is refused.
  @Test func `an open for writing that is refused`() {
    let (failure, count) = FaultInjection.failing([.open: [EACCES]]) { () -> TouchDevice.OpenFailure? in
      do throws(TouchDevice.OpenFailure) {
        _ = try TouchDevice.opened("/dev/null", judged: nil, quirks: InstalledQuirks(), writes: true)
        return nil
      } catch {
        return error
      }
    }
    #expect(failure == .noInputDevice && count == 1)
  }

  /// Without its mask a device sends everything, which costs wake-ups and no event.
  @Test(arguments: [EINVAL, ENOTTY, ENODEV, EPERM])
  func `an ioctl that masks motion`(error: Int32) {
    let axes = [UInt16(0x2f): AxisRange(minimum: 0, maximum: 4), 0x35: AxisRange(minimum: 0, maximum: 100)]
    var mask = KernelMask(fd: -1, DeviceDescription(axes: axes), slots: 5)
    let (_, count) = FaultInjection.failing([.ioctl: [error]]) {
      mask.begin()
      mask.set(true)
    }
    let isOn = mask.isOn
    #expect(!isOn && count == 1)
  }

  /// No supervisor, so no grab. A process that was started and cannot be waited for has ended.
  @Test(arguments: [
    ([SystemCall.fork: [EAGAIN]]), ([.fork: [ENOMEM]]), ([.pidfd: [EMFILE]]), ([.pidfd: [ENOSYS]]),
  ])
  func `a supervisor that cannot be started`(faults: [SystemCall: [Int32]]) {
    let device = filledPipe(bytes: 0)
    defer { close(device) }
    let (started, count) = FaultInjection.failing(faults.mapValues { $0.map { $0 } }) {
      GrabSupervisor.start(device, SharedCounter.made()!, limit: 10_000_000)
    }
    #expect(started == nil && count == 1)
  }

  /// The loop waits again; timers and descriptors are as before.
  @Test func `a wait that a signal interrupts`() {
    let loop = EventLoop()
    var calls = 0
    let timer = loop.makeTimer { calls += 1 }
    timer.time = loop.now - 1
    let (_, count) = FaultInjection.failing([.epollWait: [EINTR]]) { loop.turn() }
    #expect(count == 1 && calls == 0)
    loop.turn()
    #expect(calls == 1)
  }

  /// Lines for standard error: what is not taken waits, a full disk loses the line, and any other error ends the output.
  @Test(arguments: [
    ([EAGAIN], "one\ntwo\n"), ([EINTR], "one\ntwo\n"), ([ENOSPC], "two\n"), ([EPIPE], ""), ([EIO], ""),
  ])
  func `a write of a line`(errors: [Int32], expected: String) {
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    let output = LineOutput(descriptor: ends[1], capacity: 1000) { "\($0) lost" }
    let (_, count) = FaultInjection.failing([.write: errors]) { output.write(Array("one\n".utf8)) }
    output.write(Array("two\n".utf8))
    output.finish()
    var bytes = [UInt8](repeating: 0, count: 100)
    let size = max(0, readBytes(ends[0], into: &bytes))
    #expect(count == 1 && String(decoding: bytes.prefix(size), as: UTF8.self) == expected)
  }
}

/// A pipe with some bytes of zero, which does not block.
private func filledPipe(bytes: Int) -> Int32 {
  var ends: [Int32] = [-1, -1]
  precondition(pipe(&ends) == 0)
  let zeros = [UInt8](repeating: 0, count: bytes)
  precondition(write(ends[1], zeros, bytes) == bytes)
  _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
  return ends[0]
}
