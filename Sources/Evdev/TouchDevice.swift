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
  /// The fuzz of axes by code, if udev keeps it (`DeviceNode.fuzz`).
  package let fuzz: [UInt16: Int32]
  /// False where the kernel would not switch to CLOCK_MONOTONIC (before Linux 3.4, or mocked devices): event times
  /// are then of another clock, and have to be converted before they are compared with the time of day.
  package let hasMonotonicTime: Bool
  /// Whether words can be written: the caller requested it, and the node allows it.
  package let canWrite: Bool
  /// Time of the last event, in the device's own clock; 0 before the first.
  package private(set) var lastTime: Timestamp = 0
  /// How often the kernel's buffer ran over (SYN_DROPPED).
  package private(set) var overruns = 0

  /// Gives the device's facts and the difference after SYN_DROPPED; events are read beside it.
  private let device: Libevdev
  let last: LastValues
  /// This process holds the grab.
  var holdsGrab = false
  var mask: KernelMask
  private let buffer = EventBuffer()
  /// The events of the present frame that have arrived, if the device is read frame by frame.
  private var frame: [InputEvent] = []

  /// Opens a node, after the caller has excluded keyboards.
  ///
  /// A function and no initializer: in Embedded Swift (6.3) an object whose initializer throws is never freed, and nodes
  /// are attempted again and again.
  ///
  /// - Parameters:
  ///   - judged: the class by udev, for a device whose properties do not decide it; nil: the user named the device.
  ///   - fuzz: of axes that have none in the kernel.
  ///   - writes: open it for writing too, if that is allowed.
  package static func opened(
    _ path: String, judged: DeviceClass?, fuzz: [UInt16: Int32] = [:], writes: Bool = false
  ) throws(OpenFailure) -> TouchDevice {
    let mode = O_NONBLOCK | O_CLOEXEC
    var fd = writes ? openDescriptor(path, O_RDWR | mode) : -1
    let canWrite = fd >= 0
    if fd < 0 { fd = openDescriptor(path, O_RDONLY | mode) }
    guard fd >= 0 else { throw .cannotOpen(-fd) }
    guard let device = Libevdev.opened(fd) else {
      close(fd)
      throw .noInputDevice
    }
    let description = DeviceDescription(device)
    if device.phys.hasPrefix(GESTURED_TWIN_MARK) {
      close(fd)
      throw .twin(name: description.name)
    }
    guard let deviceClass = description.deviceClass ?? judged else {
      close(fd)
      throw .noTouchDevice(name: description.name)
    }
    return TouchDevice(path, fd, device, description, deviceClass, fuzz: fuzz, canWrite: canWrite)
  }

  private init(
    _ path: String, _ fd: Int32, _ device: Libevdev, _ description: DeviceDescription,
    _ deviceClass: DeviceClass, fuzz: [UInt16: Int32], canWrite: Bool
  ) {
    self.path = path
    self.fd = fd
    self.device = device
    self.canWrite = canWrite
    self.fuzz = fuzz
    last = LastValues(device, description)
    mask = KernelMask(fd: fd, description, slots: last.slotCount)
    self.description = description
    self.deviceClass = deviceClass
    hasMonotonicTime = device.useMonotonicTime()
  }

  deinit { close(fd) }

  /// Every read counts from here on, for a `GrabSupervisor`; nil: there is no memory.
  func countReads() -> SharedCounter? {
    if buffer.reads == nil { buffer.reads = SharedCounter.made() }
    return buffer.reads
  }

  /// Called for each frame after the pipeline has taken it: its events without SYN_REPORT, and their time.
  package typealias FrameHandler = (
    _ pipeline: DevicePipeline, _ frame: ArraySlice<InputEvent>, _ time: Timestamp
  ) -> Void

  /// Hands everything that the kernel has to `pipeline`, an overrun included.
  package func drain(into pipeline: DevicePipeline) -> Reading {
    while true {
      let count = buffer.fill(from: fd)
      guard count >= 0 else { return reading(count) }
      buffer.withEvents { take($0, into: pipeline) }
      // What comes after a buffer that was not full wakes the loop again: no read(2) that would only return EAGAIN.
      if count < EventBuffer.capacity { return .drained }
    }
  }

  @inline(__always) private func take(_ read: Span<InputEvent>, into pipeline: DevicePipeline) {
    let start = mask.isOn ? takeMasked(read, into: pipeline) : 0
    let events = read.extracting(start...)
    let taken = last.take(events)
    if taken > 0 {
      lastTime = events[taken - 1].time
      pipeline.consume(events.extracting(first: taken))
    }
    if taken < events.count { resynchronize(at: events[taken].time, pipeline) }
  }

  @inline(never) private func resynchronize(at time: Timestamp, _ pipeline: DevicePipeline) {
    lastTime = time
    pipeline.beginResync()
    resynchronize { pipeline.consume($0) }
    pipeline.endResync(at: time)
  }

  /// Events that came while motion was masked: the values that the kernel kept back are taken before the first frame that
  /// has more than motion.
  ///
  /// - Returns: the first event of that frame; the number of events if there is no such frame.
  @inline(never) private func takeMasked(_ events: Span<InputEvent>, into pipeline: DevicePipeline) -> Int {
    guard let start = MotionMask.firstOtherFrame(in: events) else {
      _ = last.take(events)
      pipeline.consume(events)
      return events.count
    }
    _ = last.take(events.extracting(first: start))
    pipeline.consume(events.extracting(first: start))
    lastTime = events[start].time
    unmask(into: pipeline)
    return start
  }

  /// The same frame by frame. The difference after an overrun is one frame, with what had come of the frame before.
  package func drain(into pipeline: DevicePipeline, each handle: FrameHandler) -> Reading {
    while true {
      let count = buffer.fill(from: fd)
      guard count >= 0 else { return reading(count) }
      buffer.withEvents { takeFrames($0, into: pipeline, handle) }
      if count < EventBuffer.capacity { return .drained }
    }
  }

  private func takeFrames(
    _ events: Span<InputEvent>, into pipeline: DevicePipeline, _ handle: FrameHandler
  ) {
    for index in events.indices {
      let event = events[index]
      lastTime = event.time
      if event.isDropped {
        pipeline.beginResync()
        resynchronize {
          pipeline.consume($0)
          if !$0.isReport { frame.append($0) }
        }
        pipeline.endResync(at: lastTime)
        return endFrame(pipeline, handle)
      }
      last.take(event)
      pipeline.consume(event)
      if event.isReport { endFrame(pipeline, handle) } else { frame.append(event) }
    }
  }

  private func endFrame(_ pipeline: DevicePipeline, _ handle: FrameHandler) {
    handle(pipeline, frame[...], lastTime)
    frame.removeAll(keepingCapacity: true)
  }

  /// The same for a recording. An overrun is SYN_DROPPED, the end of its frame, and then the difference as a frame
  /// of its own, which is how a recording's reader expects it.
  package func read(_ body: (InputEvent) -> Void) -> Reading {
    while true {
      let count = buffer.fill(from: fd)
      guard count >= 0 else { return reading(count) }
      buffer.withEvents { pass($0, to: body) }
      if count < EventBuffer.capacity { return .drained }
    }
  }

  private func pass(_ events: Span<InputEvent>, to body: (InputEvent) -> Void) {
    for index in events.indices {
      let event = events[index]
      lastTime = event.time
      body(event)
      if event.isDropped {
        body(InputEvent(time: event.time, type: UInt16(EV_SYN), code: UInt16(SYN_REPORT), value: 0))
        return resynchronize(body)
      }
      last.take(event)
    }
  }

  /// The kernel dropped events. libevdev discards what is left of that time, reads the present state and returns
  /// the difference as events.
  private func resynchronize(_ body: (InputEvent) -> Void) {
    overruns += 1
    mask.set(false)
    last.store(in: device, description)
    guard case .difference = device.next(.synchronize) else { return }
    while case .difference(let event) = device.next(.difference) {
      let event = InputEvent(time: lastTime, type: event.type, code: event.code, value: event.value)
      last.take(event)
      body(event)
    }
  }

  private func reading(_ status: Int32) -> Reading { Reading(error: -status) }

  /// What the device holds, as events of one frame: the axes of every slot, the selected slot, the pointer's place.
  ///
  /// The kernel sends changes only, so a pipeline and a recording have to begin with it. Contacts themselves are left out
  /// (see the type): the tracking ids.
  package var presentState: [InputEvent] { presentState(withContacts: false) }

  /// - Parameter withContacts: also the tracking ids and keys of fingers that are down, for a recording: they will not land
  ///   in it.
  package func presentState(withContacts: Bool) -> [InputEvent] {
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
      let id = last.axis(UInt16(ABS_MT_TRACKING_ID), ofSlot: slot)
      if withContacts && id >= 0 { append(UInt16(ABS_MT_TRACKING_ID), id) }
    }
    if withContacts {
      events += description.keys.sorted().filter { last.isDown($0) }.map {
        InputEvent(time: lastTime, type: UInt16(EV_KEY), code: $0, value: 1)
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
  package func prime(_ pipeline: DevicePipeline) {
    if mask.isOn { unmask { last.take($0) } }
    for event in presentState { pipeline.consume(event) }
    pipeline.begin(withSlots: last.slotsInUse, keys: description.keys.filter { last.isDown($0) })
  }

  /// Whether a finger is on the surface, by the events read so far.
  package var isTouched: Bool { last.isTouched }

  /// Writes words for the libinput plugin into the device's own stream; false if the kernel refuses.
  ///
  /// Without SYN_REPORT they become part of the device's next frame and can split none; `endsFrame` makes them a frame.
  package func write(_ words: [ClaimWord], endsFrame: Bool) -> Bool {
    let synchronization = UInt16(EV_SYN)
    var events = words.map {
      InputEvent(time: 0, type: synchronization, code: UInt16(SYN_CONFIG), value: $0.value)
    }
    if endsFrame {
      events.append(InputEvent(time: 0, type: synchronization, code: UInt16(SYN_REPORT), value: 0))
    }
    return writeEvents(events, to: fd)
  }

  /// Whether another program has grabbed the device, so that its events do not arrive here; nil: not known, because a key
  /// or a touch is down.
  ///
  /// Only an attempt to grab it shows this. Other readers lose what comes between the two calls, and the kernel takes 20 ms for
  /// the second one: this is looked at once, soon after the device was opened, and never for a client's call.
  package func lookForGrab() -> Bool? {
    if holdsGrab { return false }
    if isTouched || hasKeyDown { return nil }
    return gestured_is_grabbed(fd)
  }
}

extension InputEvent {
  fileprivate var isDropped: Bool { type == UInt16(EV_SYN) && code == UInt16(SYN_DROPPED) }
}

extension TouchDevice.Reading {
  /// - Parameter error: the errno of a read that gave nothing.
  init(error: Int32) {
    switch error {
    case EAGAIN: self = .drained
    case ENODEV: self = .gone
    default: self = .failed(error)
    }
  }
}
