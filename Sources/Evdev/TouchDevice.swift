import CEvdev
import CSystem
import GestureCore

/// An evdev node of a touchpad or touchscreen that is open for reading; closed by deinit.
///
/// It is grabbed only if the configuration says so, and only words for the libinput plugin are written to it. Touches that are down when it is
/// opened are ignored until they lift, as recognizers ignore touches that are older than they are (recognizers.md §2
/// rule 5).
package final class TouchDevice {
  package enum OpenFailure: Error, Equatable {
    /// open(2) failed with this errno.
    case cannotOpen(Int32)
    /// No evdev node at all, or one that libevdev cannot read.
    case noInputDevice
    /// An evdev node, but of a keyboard, a mouse, a tablet, …
    case noTouchDevice(name: String)
    /// The virtual device that gestured shows in place of a grabbed one.
    case twin(name: String)
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
  /// are then of another clock, and have to be converted before they are compared with the time of day.
  package let hasMonotonicTime: Bool
  /// Whether words can be written: the caller requested it, and the node allows it.
  package let canWrite: Bool
  /// Time of the last event, in the device's own clock; 0 before the first.
  package private(set) var lastTime: Timestamp = 0
  /// How often the kernel's buffer ran over (SYN_DROPPED).
  package private(set) var overruns = 0

  /// For the device's facts and for SYN_DROPPED; events are read beside it.
  private let device: OpaquePointer
  let last: LastValues
  /// This process holds the grab.
  var holdsGrab = false
  var mask: KernelMask
  private var buffer: EventBuffer
  /// The events of `buffer`, which lives as long as this object.
  private let batch: UnsafeMutablePointer<InputEvent>
  /// Of a device that is read frame by frame: what has come of the present one.
  private var frame: [InputEvent] = []

  /// Opens a node, after the caller has excluded keyboards.
  ///
  /// A function and no initializer: in Embedded Swift (6.3) an object whose initializer throws is never freed, and nodes
  /// are attempted again and again.
  ///
  /// - Parameters:
  ///   - judged: the class by udev, for a device whose properties do not decide it; nil: the user named the device.
  ///   - writes: open it for writing too, if that is allowed.
  package static func opened(
    _ path: String, judged: DeviceClass?, writes: Bool = false
  ) throws(OpenFailure) -> TouchDevice {
    let mode = O_NONBLOCK | O_CLOEXEC
    var fd = writes ? open(path, O_RDWR | mode) : -1
    let canWrite = fd >= 0
    if fd < 0 { fd = open(path, O_RDONLY | mode) }
    guard fd >= 0 else { throw .cannotOpen(errno) }
    var device: OpaquePointer?
    guard libevdev_new_from_fd(fd, &device) == 0, let device else {
      close(fd)
      throw .noInputDevice
    }
    let description = DeviceDescription(device)
    if let phys = libevdev_get_phys(device), String(cString: phys).hasPrefix(GESTURED_TWIN_MARK) {
      libevdev_free(device)
      close(fd)
      throw .twin(name: description.name)
    }
    guard let deviceClass = description.deviceClass ?? judged else {
      libevdev_free(device)
      close(fd)
      throw .noTouchDevice(name: description.name)
    }
    return TouchDevice(path, fd, device, description, deviceClass, canWrite: canWrite)
  }

  private init(
    _ path: String, _ fd: Int32, _ device: OpaquePointer, _ description: DeviceDescription,
    _ deviceClass: DeviceClass, canWrite: Bool
  ) {
    self.path = path
    self.fd = fd
    self.device = device
    self.canWrite = canWrite
    last = LastValues(device, description)
    mask = KernelMask(fd: fd, description, slots: last.slotCount)
    let buffer = EventBuffer()
    batch = buffer.events
    self.buffer = buffer
    self.description = description
    self.deviceClass = deviceClass
    hasMonotonicTime = libevdev_set_clock_id(device, CLOCK_MONOTONIC) == 0
  }

  deinit {
    libevdev_free(device)
    close(fd)
  }

  /// Called for each frame after the pipeline has taken it: its events without SYN_REPORT, and their time.
  package typealias FrameHandler = (
    _ pipeline: inout DevicePipeline, _ frame: ArraySlice<InputEvent>, _ time: Timestamp
  ) -> Void

  /// Hands everything that the kernel has to `pipeline`, an overrun included.
  package func drain(into pipeline: inout DevicePipeline) -> Reading {
    while true {
      let count = buffer.fill(from: fd)
      guard count >= 0 else { return reading(count) }
      let start = mask.isOn ? consumeMasked(Int(count), into: &pipeline) : 0
      let events = UnsafeBufferPointer(start: batch + start, count: Int(count) - start)
      let taken = last.take(events)
      if taken > 0 {
        lastTime = events[taken - 1].time
        pipeline.consume(UnsafeBufferPointer(start: events.baseAddress, count: taken))
      }
      if taken < events.count { resynchronize(at: events[taken].time, &pipeline) }
      // What comes after a buffer that was not full wakes the loop again: no read(2) that would only return EAGAIN.
      if count < EventBuffer.capacity { return .drained }
    }
  }

  @inline(never) private func resynchronize(at time: Timestamp, _ pipeline: inout DevicePipeline) {
    lastTime = time
    pipeline.beginResync()
    resynchronize { pipeline.consume($0) }
    pipeline.endResync(at: time)
  }

  /// Events that came while motion was masked: the values that the kernel kept back are taken before the first frame that
  /// has more than motion.
  ///
  /// - Returns: the first event of that frame; `count` if there is none.
  @inline(never) private func consumeMasked(_ count: Int, into pipeline: inout DevicePipeline) -> Int {
    let events = UnsafeBufferPointer(start: batch, count: count)
    guard let start = MotionMask.firstOtherFrame(in: events) else {
      _ = last.take(events)
      pipeline.consume(events)
      return count
    }
    _ = last.take(UnsafeBufferPointer(rebasing: events[..<start]))
    pipeline.consume(UnsafeBufferPointer(rebasing: events[..<start]))
    lastTime = batch[start].time
    unmask(into: &pipeline)
    return start
  }

  /// The same frame by frame. The difference after an overrun is one frame, with what had come of the frame before.
  package func drain(into pipeline: inout DevicePipeline, each handle: FrameHandler) -> Reading {
    while true {
      let count = buffer.fill(from: fd)
      guard count >= 0 else { return reading(count) }
      for index in 0..<Int(count) {
        let event = batch[index]
        lastTime = event.time
        if event.isDropped {
          pipeline.beginResync()
          resynchronize {
            pipeline.consume($0)
            if !$0.isReport { frame.append($0) }
          }
          pipeline.endResync(at: lastTime)
          endFrame(&pipeline, handle)
          break
        }
        last.take(event)
        pipeline.consume(event)
        if event.isReport { endFrame(&pipeline, handle) } else { frame.append(event) }
      }
      if count < EventBuffer.capacity { return .drained }
    }
  }

  private func endFrame(_ pipeline: inout DevicePipeline, _ handle: FrameHandler) {
    handle(&pipeline, frame[...], lastTime)
    frame.removeAll(keepingCapacity: true)
  }

  /// The same for a recording. An overrun is SYN_DROPPED, the end of its frame, and then the difference as a frame
  /// of its own, which is how a recording's reader expects it.
  package func read(_ body: (InputEvent) -> Void) -> Reading {
    while true {
      let count = buffer.fill(from: fd)
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
        last.take(event)
      }
      if count < EventBuffer.capacity { return .drained }
    }
  }

  /// The kernel dropped events. libevdev discards what is left of that time, reads the present state and returns
  /// the difference as events.
  private func resynchronize(_ body: (InputEvent) -> Void) {
    overruns += 1
    mask.set(false)
    last.store(in: device, description)
    var event = input_event()
    guard
      libevdev_next_event(device, UInt32(LIBEVDEV_READ_FLAG_FORCE_SYNC.rawValue), &event)
        == LIBEVDEV_READ_STATUS_SYNC.rawValue
    else { return }
    while libevdev_next_event(device, UInt32(LIBEVDEV_READ_FLAG_SYNC.rawValue), &event)
      == LIBEVDEV_READ_STATUS_SYNC.rawValue
    {
      let event = InputEvent(time: lastTime, type: event.type, code: event.code, value: event.value)
      last.take(event)
      body(event)
    }
  }

  private func reading(_ status: Int32) -> Reading {
    switch -status {
    case EAGAIN: .drained
    case ENODEV: .gone
    case let number: .failed(number)
    }
  }

  /// What the device holds, as events of one frame: the axes of every slot, the selected slot, the pointer's place.
  ///
  /// The kernel sends changes only, so a pipeline and a recording have to begin with it. Contacts themselves are left out
  /// (see the type): the tracking ids.
  package var presentState: [InputEvent] {
    var events: [InputEvent] = []
    func append(_ code: UInt16, _ value: Int32) {
      events.append(InputEvent(time: lastTime, type: UInt16(EV_ABS), code: code, value: value))
    }
    let axes = description.axes.keys.sorted()
    for slot in 0..<last.slotCount {
      append(UInt16(ABS_MT_SLOT), Int32(slot))
      for axis in axes where axis > UInt16(ABS_MT_SLOT) && axis != UInt16(ABS_MT_TRACKING_ID) {
        append(axis, last.axis(axis, ofSlot: slot))
      }
    }
    if last.selectedSlot >= 0 { append(UInt16(ABS_MT_SLOT), last.selectedSlot) }
    for axis in axes where axis == UInt16(ABS_X) || axis == UInt16(ABS_Y) { append(axis, last.axis(axis)) }
    if !events.isEmpty {
      events.append(InputEvent(time: lastTime, type: UInt16(EV_SYN), code: UInt16(SYN_REPORT), value: 0))
    }
    return events
  }

  /// Gives a new pipeline what the kernel will not send again.
  package func prime(_ pipeline: inout DevicePipeline) {
    if mask.isOn { unmask { last.take($0) } }
    for event in presentState { pipeline.consume(event) }
    pipeline.begin(withSlots: last.slotsInUse, keys: description.keys.filter { last.isDown($0) })
  }

  /// Whether a finger is on the surface, by the events read so far.
  package var isTouched: Bool { last.isTouched }

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
    return withUnsafeBytes(of: &events) { CSystem.write(fd, $0.baseAddress, size) == size }
  }

  /// Whether another program has grabbed the device, so that nothing reaches this one.
  ///
  /// It can only be found out by grabbing: other readers miss what arrives between two system calls. So it is
  /// tried soon after the device came and for `Status`, and never while a finger is down (then it is not grabbed).
  package var isGrabbed: Bool { isTouched || holdsGrab ? false : gestured_is_grabbed(fd) }
}

extension InputEvent {
  fileprivate var isDropped: Bool { type == UInt16(EV_SYN) && code == UInt16(SYN_DROPPED) }
}
