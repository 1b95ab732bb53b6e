import CEvdev
import GestureCore
import Glibc

/// An evdev node of a touchpad or touchscreen that is open for reading; closed when it is let go of.
///
/// It is never grabbed and never written to. Touches that are down when it is opened are ignored until they
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
  /// Time of the last event, in the device's own clock; 0 before the first.
  package private(set) var lastTime: Timestamp = 0
  /// How often the kernel's buffer ran over (SYN_DROPPED).
  package private(set) var overruns = 0

  private let device: OpaquePointer
  /// What has been read and not yet handed over.
  private let batch: UnsafeMutableBufferPointer<InputEvent>
  /// Events handed over at once: more than any frame has, less than the kernel keeps for a reader.
  private static let batchSize = 256

  /// Opens a node, after the caller has made sure that it is no keyboard.
  ///
  /// - Parameter judged: what udev says that it is, for a device that does not speak for itself; nil: the user
  ///   named it.
  package init(path: String, judged: DeviceClass?) throws(OpenFailure) {
    let fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
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
    batch = .allocate(capacity: Self.batchSize)
    self.description = description
    self.deviceClass = deviceClass
    hasMonotonicTime = libevdev_set_clock_id(device, CLOCK_MONOTONIC) == 0
  }

  deinit {
    batch.deallocate()
    libevdev_free(device)
    close(fd)
  }

  /// Reads until the kernel has no more and hands everything to `pipeline`, an overrun included.
  package func drain(into pipeline: inout DevicePipeline) -> Reading {
    var event = input_event()
    var count = 0
    while true {
      let status = libevdev_next_event(device, UInt32(LIBEVDEV_READ_FLAG_NORMAL.rawValue), &event)
      if status == LIBEVDEV_READ_STATUS_SUCCESS.rawValue {
        batch[count] = InputEvent(event)
        count += 1
        if count == batch.count { hand(&count, to: &pipeline) }
        continue
      }
      if status == -EINTR { continue }
      hand(&count, to: &pipeline)
      if status != LIBEVDEV_READ_STATUS_SYNC.rawValue { return reading(status) }
      resynchronize(&pipeline, at: InputEvent(event).time)
    }
  }

  private func hand(_ count: inout Int, to pipeline: inout DevicePipeline) {
    guard count > 0 else { return }
    lastTime = batch[count - 1].time
    pipeline.consume(UnsafeBufferPointer(rebasing: batch[..<count]))
    count = 0
  }

  /// Reads until the kernel has no more, for a recording. An overrun is SYN_DROPPED, the end of its frame, and then
  /// libevdev's difference as a frame of its own, which is how a recording's reader expects it.
  package func read(_ body: (InputEvent) -> Void) -> Reading {
    var event = input_event()
    while true {
      let status = libevdev_next_event(device, UInt32(LIBEVDEV_READ_FLAG_NORMAL.rawValue), &event)
      if status == LIBEVDEV_READ_STATUS_SUCCESS.rawValue {
        lastTime = InputEvent(event).time
        body(InputEvent(event))
      } else if status == LIBEVDEV_READ_STATUS_SYNC.rawValue {
        overruns += 1
        lastTime = InputEvent(event).time
        for code in [SYN_DROPPED, SYN_REPORT] {
          body(InputEvent(time: lastTime, type: UInt16(EV_SYN), code: UInt16(code), value: 0))
        }
        while libevdev_next_event(device, UInt32(LIBEVDEV_READ_FLAG_SYNC.rawValue), &event)
          == LIBEVDEV_READ_STATUS_SYNC.rawValue
        {
          body(InputEvent(event))
        }
      } else if status != -EINTR {
        return reading(status)
      }
    }
  }

  /// The kernel dropped events: libevdev asks it for the present state and gives the difference as events.
  private func resynchronize(_ pipeline: inout DevicePipeline, at time: Timestamp) {
    overruns += 1
    lastTime = time
    pipeline.beginResync()
    var event = input_event()
    while libevdev_next_event(device, UInt32(LIBEVDEV_READ_FLAG_SYNC.rawValue), &event)
      == LIBEVDEV_READ_STATUS_SYNC.rawValue
    {
      pipeline.consume(InputEvent(event))
    }
    pipeline.endResync(at: time)
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
    for slot in 0..<max(0, libevdev_get_num_slots(device)) {
      for axis in description.axes.keys {
        guard axis > UInt16(ABS_MT_SLOT), axis != UInt16(ABS_MT_TRACKING_ID) else { continue }
        let value = libevdev_get_slot_value(device, UInt32(slot), UInt32(axis))
        pipeline.seed(slot: Int(slot), code: axis, value: value)
      }
    }
    let current = libevdev_get_current_slot(device)
    if current >= 0 { pipeline.consume(absolute(ABS_MT_SLOT, current)) }
    for axis in [ABS_X, ABS_Y] where description.axes[UInt16(axis)] != nil {
      pipeline.consume(absolute(axis, libevdev_get_event_value(device, UInt32(EV_ABS), UInt32(axis))))
    }
  }

  private func absolute(_ code: Int32, _ value: Int32) -> InputEvent {
    InputEvent(time: lastTime, type: UInt16(EV_ABS), code: UInt16(code), value: value)
  }

  /// Whether a finger is on the surface, as far as the events read so far tell.
  package var isTouched: Bool {
    if libevdev_get_event_value(device, UInt32(EV_KEY), UInt32(BTN_TOUCH)) != 0 { return true }
    return (0..<max(0, libevdev_get_num_slots(device))).contains { slot in
      libevdev_get_slot_value(device, UInt32(slot), UInt32(ABS_MT_TRACKING_ID)) >= 0
    }
  }

  /// Whether another program has grabbed the device, so that nothing reaches this one.
  ///
  /// It can only be found out by grabbing: other readers miss what arrives between two system calls. So it is asked
  /// at open and when somebody asks for the status, and never while a finger is down (then nobody has grabbed it).
  package var isGrabbed: Bool { isTouched ? false : gestured_is_grabbed(fd) }
}

extension InputEvent {
  init(_ event: input_event) {
    self.init(
      time: Int64(event.time.tv_sec) * Timestamp.second + Int64(event.time.tv_usec), type: event.type,
      code: event.code, value: event.value)
  }
}
