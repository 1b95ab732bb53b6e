import CEvdev
import GestureCore
import Glibc

/// An evdev node of a touchpad or touchscreen that is open for reading; closed when it is let go of.
///
/// It is never grabbed, and nothing but words for the libinput plugin is written to it. Touches that are down when it is opened are ignored until they
/// lift, as recognizers ignore touches that are older than they are (recognizers.md §2 rule 5).
package final class TouchDevice {
  package enum OpenFailure: Error, Equatable {
    /// open(2) failed with this errno.
    case cannotOpen(Int32)
    /// No evdev node at all, or one whose facts the kernel would not tell.
    case noInputDevice
    /// An evdev node, but of a keyboard, a mouse, a tablet, …
    case noTouchDevice(name: String)
  }

  /// What became of reading.
  package enum Reading: Equatable {
    /// All that had arrived is in the pipeline.
    case drained
    /// Unplugged, or the session has taken the descriptor's rights away (ENODEV); nothing will ever arrive again.
    case gone
    /// read(2) failed with this errno.
    case failed(Int32)
  }

  /// /dev/input/eventN, or however it was named.
  package let path: String
  package let fd: Int32
  package let description: DeviceDescription
  package let deviceClass: DeviceClass
  /// False where the kernel would not switch to CLOCK_MONOTONIC (before Linux 3.4, or mocked devices): event times
  /// are then of another clock, and whoever compares them with the time of day has to find the difference.
  package let hasMonotonicTime: Bool
  /// Whether words can be written: it was asked for, and the node allows it.
  package let canWrite: Bool
  /// Time of the last event, in the device's own clock; 0 before the first.
  package private(set) var lastTime: Timestamp = 0
  /// How often the kernel's buffer ran over (SYN_DROPPED).
  package private(set) var overruns = 0

  /// Of one read: 30 fingers' frame (four events each) fits in.
  private static let capacity: Int32 = 128

  /// For the device's facts and for SYN_DROPPED; events are read beside it.
  private let device: OpaquePointer
  private let last: LastValues
  /// What was read last, as the kernel has it and as the pipeline takes it.
  private let buffer: UnsafeMutablePointer<input_event>
  private let batch: UnsafeMutablePointer<InputEvent>

  /// Opens a node, after the caller has made sure that it is no keyboard.
  ///
  /// - Parameters:
  ///   - judged: what udev says that it is, for a device that does not speak for itself; nil: the user named it.
  ///   - writes: open it for writing too, where that is allowed.
  package init(path: String, judged: DeviceClass?, writes: Bool = false) throws(OpenFailure) {
    let mode = O_NONBLOCK | O_CLOEXEC
    var fd = writes ? open(path, O_RDWR | mode) : -1
    canWrite = fd >= 0
    if fd < 0 { fd = open(path, O_RDONLY | mode) }
    guard fd >= 0 else { throw .cannotOpen(errno) }
    var device: OpaquePointer?
    guard libevdev_new_from_fd(fd, &device) == 0, let device else {
      close(fd)
      throw .noInputDevice
    }
    let description = DeviceDescription(device)
    guard let deviceClass = description.deviceClass ?? judged else {
      libevdev_free(device)
      close(fd)
      throw .noTouchDevice(name: description.name)
    }
    self.path = path
    self.fd = fd
    self.device = device
    last = LastValues(device)
    buffer = .allocate(capacity: Int(TouchDevice.capacity))
    batch = .allocate(capacity: Int(TouchDevice.capacity))
    self.description = description
    self.deviceClass = deviceClass
    hasMonotonicTime = libevdev_set_clock_id(device, CLOCK_MONOTONIC) == 0
  }

  deinit {
    buffer.deallocate()
    batch.deallocate()
    libevdev_free(device)
    close(fd)
  }

  /// Hands everything that the kernel has to `pipeline`, an overrun included.
  package func drain(into pipeline: inout DevicePipeline) -> Reading {
    while true {
      let count = fill()
      guard count >= 0 else { return reading(count) }
      var taken = 0
      while taken < Int(count), !batch[taken].isDropped {
        last.take(batch[taken].type, batch[taken].code, batch[taken].value)
        taken += 1
      }
      if taken > 0 {
        lastTime = batch[taken - 1].time
        pipeline.consume(UnsafeBufferPointer(start: batch, count: taken))
      }
      if taken < Int(count) {
        lastTime = batch[taken].time
        pipeline.beginResync()
        resynchronize { pipeline.consume($0) }
        pipeline.endResync(at: lastTime)
      }
      // What comes after a buffer that was not full wakes the loop again: no read only to hear that there is no more.
      if count < TouchDevice.capacity { return .drained }
    }
  }

  /// The same for a recording. An overrun is SYN_DROPPED, the end of its frame, and then the difference as a frame
  /// of its own, which is how a recording's reader expects it.
  package func read(_ body: (InputEvent) -> Void) -> Reading {
    while true {
      let count = fill()
      guard count >= 0 else { return reading(count) }
      for index in 0..<Int(count) {
        let event = batch[index]
        lastTime = event.time
        body(event)
        if event.isDropped {
          body(InputEvent(time: event.time, type: UInt16(EV_SYN), code: UInt16(SYN_REPORT), value: 0))
          resynchronize(body)
          break
        }
        last.take(event.type, event.code, event.value)
      }
      if count < TouchDevice.capacity { return .drained }
    }
  }

  /// The next events into the batch: how many, or -errno.
  ///
  /// Not by libevdev, which asks the kernel once for every event that it hands out.
  private func fill() -> Int32 {
    while true {
      let size = Glibc.read(fd, buffer, Int(TouchDevice.capacity) * MemoryLayout<input_event>.stride)
      if size >= 0 {
        let count = size / MemoryLayout<input_event>.stride
        for index in 0..<count { batch[index] = InputEvent(buffer[index]) }
        return Int32(count)
      }
      if errno != EINTR { return -errno }
    }
  }

  /// The kernel dropped events. libevdev throws away what is left of that time, asks for the present state and gives
  /// the difference as events.
  private func resynchronize(_ body: (InputEvent) -> Void) {
    overruns += 1
    last.tell(device, description)
    var event = input_event()
    guard
      libevdev_next_event(device, UInt32(LIBEVDEV_READ_FLAG_FORCE_SYNC.rawValue), &event)
        == LIBEVDEV_READ_STATUS_SYNC.rawValue
    else { return }
    while libevdev_next_event(device, UInt32(LIBEVDEV_READ_FLAG_SYNC.rawValue), &event)
      == LIBEVDEV_READ_STATUS_SYNC.rawValue
    {
      last.take(event.type, event.code, event.value)
      body(InputEvent(time: lastTime, type: event.type, code: event.code, value: event.value))
    }
  }

  private func reading(_ status: Int32) -> Reading {
    switch -status {
    case EAGAIN: .drained
    case ENODEV: .gone
    case let number: .failed(number)
    }
  }

  /// Tells a new pipeline what the kernel will not say again: it only sends what changes, so the selected slot and
  /// the axes of each slot have to be known from the start. Contacts themselves are left out (see the type).
  package func prime(_ pipeline: inout DevicePipeline) {
    for slot in 0..<last.slotCount {
      for axis in description.axes.keys {
        guard axis > UInt16(ABS_MT_SLOT), axis != UInt16(ABS_MT_TRACKING_ID) else { continue }
        pipeline.seed(slot: slot, code: axis, value: last.axis(axis, ofSlot: slot))
      }
    }
    if last.selectedSlot >= 0 { pipeline.consume(absolute(ABS_MT_SLOT, last.selectedSlot)) }
    for axis in [ABS_X, ABS_Y] where description.axes[UInt16(axis)] != nil {
      pipeline.consume(absolute(axis, last.axis(UInt16(axis))))
    }
  }

  private func absolute(_ code: Int32, _ value: Int32) -> InputEvent {
    InputEvent(time: lastTime, type: UInt16(EV_ABS), code: UInt16(code), value: value)
  }

  /// Whether a finger is on the surface, as far as the events read so far tell.
  package var isTouched: Bool { last.isTouched }

  /// What is down, as far as the events read so far tell.
  package var contacts: TouchClaims.Contacts { last.contacts }

  /// Writes a word for the libinput plugin into the device's own stream; false if the kernel refuses.
  ///
  /// Without SYN_REPORT it becomes part of the device's next frame and can split none; `reports` ends the frame, for
  /// when no touch is down and no frame is to come.
  package func write(_ word: ClaimWord, reports: Bool) -> Bool {
    var events = (input_event(), input_event())
    events.0.type = UInt16(EV_SYN)
    events.0.code = UInt16(SYN_CONFIG)
    events.0.value = word.value
    events.1.type = UInt16(EV_SYN)
    events.1.code = UInt16(SYN_REPORT)
    let size = MemoryLayout<input_event>.stride * (reports ? 2 : 1)
    return withUnsafeBytes(of: &events) { Glibc.write(fd, $0.baseAddress, size) == size }
  }

  /// Whether another program has grabbed the device, so that nothing reaches this one.
  ///
  /// It can only be found out by grabbing: other readers miss what arrives between two system calls. So it is asked
  /// soon after the device came and when somebody asks for the status, and never while a finger is down (then nobody
  /// has grabbed it).
  package var isGrabbed: Bool { isTouched ? false : gestured_is_grabbed(fd) }
}

extension InputEvent {
  fileprivate var isDropped: Bool { type == UInt16(EV_SYN) && code == UInt16(SYN_DROPPED) }

  init(_ event: input_event) {
    self.init(
      time: Int64(event.time.tv_sec) * Timestamp.second + Int64(event.time.tv_usec), type: event.type,
      code: event.code, value: event.value)
  }
}
