import CEvdev
import CSystem
import GestureCore
import Output

/// An evdev node of a touchpad or touchscreen, open for reading; closed by deinit.
///
/// It is grabbed only if the configuration says so, and only words for the libinput plugin are written to it. Touches that are
/// down when it is opened are ignored until they lift (recognizers.md §2 rule 5).
package final class TouchDevice {
  package enum OpenFailure: Error, Equatable {
    /// open(2) failed with this errno.
    case cannotOpen(Int32)
    /// The node is not an evdev node, or libevdev cannot read it.
    case noInputDevice
    /// The node is a keyboard, a mouse, a tablet or another device without touches.
    case noTouchDevice(name: String)
    /// The device has a position but no key for touching.
    case noTouchKey(name: String)
    /// The node is the virtual device that gestured shows in place of a grabbed one.
    case twin(name: String)
  }

  /// The result of reading.
  package enum Reading: Equatable {
    /// The pipeline has received everything that had arrived.
    case drained
    /// The device was unplugged or its descriptor revoked (ENODEV). No more events will arrive.
    case gone
    /// read(2) failed with this errno.
    case failed(Int32)
  }

  /// The path, /dev/input/eventN or as the user wrote it.
  package let path: String
  package let fd: Int32
  package let description: DeviceDescription
  package let deviceClass: DeviceClass
  /// The fuzz of axes by code, if udev keeps it (`DeviceNode.fuzz`).
  package let fuzz: [UInt16: Int32]
  /// Whether event times are those of CLOCK_MONOTONIC. Linux before 3.4 and mocked devices do not support it. Times then come
  /// from another clock and are converted before they are compared with the daemon's.
  package let hasMonotonicTime: Bool
  /// Whether words can be written: the caller requested it and the node's permissions allow it.
  package let canWrite: Bool

  /// Provides the device's facts and the difference after SYN_DROPPED. Events are read without it.
  private let device: Libevdev
  private let values: LastValues
  /// The pipeline that has read the events since `values` was used.
  private var reader: DevicePipeline?
  private var isBehind = false
  /// The last values, as of the last event.
  var last: LastValues {
    if isBehind { catchUp() }
    return values
  }
  var holdsGrab = false
  var mask: KernelMask
  let finder: SlotFinder
  var selection = MotionMask.Selection.known
  let buffer = EventBuffer()
  /// A second descriptor of the node; −1 before `openWaker`.
  private(set) var waker: Int32 = -1

  /// Opens a node. The caller has excluded keyboards.
  ///
  /// This is a function because Embedded Swift (6.3) never frees an object whose initializer throws, and nodes are opened again
  /// and again.
  ///
  /// - Parameters:
  ///   - judged: udev's class, for a device whose properties do not decide it; nil if the user named the device.
  ///   - fuzz: for axes that have none in the kernel.
  ///   - udev: the facts from udev.
  ///   - quirks: libinput's files, which are read for a touch device alone.
  ///   - writes: also open for writing, if permitted.
  package static func opened(
    _ path: String, judged: DeviceClass?, fuzz: [UInt16: Int32] = [:], udev: UdevFacts = UdevFacts(),
    quirks: InstalledQuirks, writes: Bool = false
  ) throws(OpenFailure) -> TouchDevice {
    let mode = O_NONBLOCK | O_CLOEXEC
    var fd = writes ? openDescriptor(path, O_RDWR | mode) : -1
    let canWrite = fd >= 0
    if fd < 0 { fd = openDescriptor(path, O_RDONLY | mode) }
    guard fd >= 0 else { throw .cannotOpen(-fd) }
    do throws(OpenFailure) {
      guard let device = Libevdev.opened(fd) else { throw .noInputDevice }
      var description = DeviceDescription(device)
      description.udev = udev
      if device.phys.hasPrefix(GESTURED_TWIN_MARK) { throw .twin(name: description.name) }
      if description.lacksTouch,
        judged != nil || description.properties.contains(UInt16(INPUT_PROP_DIRECT))
      {
        throw .noTouchKey(name: description.name)
      }
      guard let deviceClass = description.deviceClass ?? judged else {
        throw .noTouchDevice(name: description.name)
      }
      description.quirks = quirks.quirks(of: description, deviceClass, unique: device.unique)
      return TouchDevice(path, fd, device, description, deviceClass, fuzz: fuzz, canWrite: canWrite)
    } catch {
      close(fd)
      throw error
    }
  }

  /// Takes ownership of the descriptor.
  init(
    _ path: String, _ fd: Int32, _ device: Libevdev, _ description: DeviceDescription,
    _ deviceClass: DeviceClass, fuzz: [UInt16: Int32], canWrite: Bool
  ) {
    self.path = path
    self.fd = fd
    self.device = device
    self.canWrite = canWrite
    self.fuzz = fuzz
    values = LastValues(device, description)
    mask = KernelMask(fd: fd, description, slots: values.slotCount)
    finder = SlotFinder(slots: values.slotCount)
    self.description = description
    self.deviceClass = deviceClass
    hasMonotonicTime = device.useMonotonicTime()
  }

  deinit {
    close(fd)
    if waker >= 0 { close(waker) }
  }

  /// Opens the node once more, for a loop that leaves motion unread: the descriptor can receive landings, lifts and keys alone
  /// (`wakeAtContacts`). It is closed with the device.
  ///
  /// - Returns: nil if the node can no longer be opened, or the kernel has no masks.
  package func openWaker() -> Int32? {
    let opened = openDescriptor(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    if opened < 0 { return nil }
    guard WakerMask.begin(opened) else {
      close(opened)
      return nil
    }
    waker = opened
    return opened
  }
  /// Lets landings, lifts and keys arrive at the waker, or nothing. Returns whether the kernel does so.
  @discardableResult
  package func wakeAtContacts(_ wakes: Bool) -> Bool { waker >= 0 && WakerMask.set(waker, wakes) }

  /// The time of the last event, in the device's clock; 0 before the first.
  package var lastTime: Timestamp { values.time }

  /// Counts every read from now on, for a `GrabSupervisor`; nil without memory.
  func countReads() -> SharedCounter? {
    if buffer.reads == nil { buffer.reads = SharedCounter.made() }
    return buffer.reads
  }

  /// Called for each frame after the pipeline has taken it, with its events (without SYN_REPORT) and time.
  package typealias FrameHandler = (
    _ pipeline: DevicePipeline, _ frame: ArraySlice<InputEvent>, _ time: Timestamp
  ) -> Void

  /// Passes all pending events to `pipeline`, including the difference after an overrun.
  package func drain(into pipeline: DevicePipeline) -> Reading {
    readAll {
      if selection == .known {
        buffer.withEvents { take($0, into: pipeline) }
      } else {
        takeUnselected(into: pipeline)
      }
    }
  }

  /// Calls `take` for each read, until everything that had arrived was read.
  private func readAll(_ take: () -> Void) -> Reading {
    while true {
      let count = buffer.fill(from: fd)
      guard count >= 0 else { return Reading(error: -count) }
      take()
      // If the buffer was not full, later events wake the loop again. Another read(2) would only return EAGAIN.
      if count < EventBuffer.capacity { return .drained }
    }
  }

  @inline(__always) func take(_ events: Span<InputEvent>, into pipeline: DevicePipeline) {
    if reader !== pipeline { follow(pipeline) }
    if values.slotCount > 0 { isBehind = true } else { _ = values.take(events) }
    if let time = events.lastTime { values.time = time }
    if pipeline.consume(events), let time = pipeline.lossTime { resynchronize(at: time, pipeline) }
  }

  @inline(never) private func follow(_ pipeline: DevicePipeline) {
    if isBehind { catchUp() }
    reader = pipeline
    pipeline.followDevice()
  }

  @inline(never) private func catchUp() {
    isBehind = false
    if let reader { values.take(from: reader, description) }
  }

  /// Stores the values of an event and passes it on.
  func pass(_ event: InputEvent, to body: (InputEvent) -> Void) {
    last.time = event.time
    last.take(event)
    body(event)
  }

  /// - Parameter note: gets each event of the difference after the pipeline.
  @inline(never) func resynchronize(
    at time: Timestamp, _ pipeline: DevicePipeline, noting note: (InputEvent) -> Void = { _ in }
  ) {
    last.time = time
    pipeline.beginResync()
    resynchronize {
      pipeline.consume($0)
      note($0)
    }
    pipeline.endResync(at: time)
  }

  /// Passes all pending events to `pipeline` frame by frame. The difference after an overrun is one frame, together with the
  /// partial frame before it.
  package func drain(into pipeline: DevicePipeline, each handle: FrameHandler) -> Reading {
    readAll { buffer.withEvents { takeFrames($0, into: pipeline, handle) } }
  }

  private func takeFrames(
    _ events: Span<InputEvent>, into pipeline: DevicePipeline, _ handle: FrameHandler
  ) {
    for index in events.indices {
      let event = events[index]
      if event.isDropped {
        resynchronize(at: event.time, pipeline) { if !$0.isReport { buffer.frame.append($0) } }
        return endFrame(pipeline, handle)
      }
      pass(event) { pipeline.consume($0) }
      if event.isReport { endFrame(pipeline, handle) } else { buffer.frame.append(event) }
    }
  }

  private func endFrame(_ pipeline: DevicePipeline, _ handle: FrameHandler) {
    handle(pipeline, buffer.frame[...], lastTime)
    buffer.frame.removeAll(keepingCapacity: true)
  }

  /// Passes all pending events to a recording. An overrun is SYN_DROPPED, the end of its frame, and the difference as another
  /// frame, in the form that readers of recordings expect.
  package func read(_ body: (InputEvent) -> Void) -> Reading {
    readAll { buffer.withEvents { pass($0, to: body) } }
  }

  private func pass(_ events: Span<InputEvent>, to body: (InputEvent) -> Void) {
    for index in events.indices {
      let event = events[index]
      pass(event, to: body)
      if event.isDropped {
        body(.report(at: event.time))
        return resynchronize(body)
      }
    }
  }

  /// Handles SYN_DROPPED. libevdev discards the remaining events, reads the current state and returns the difference as events.
  private func resynchronize(_ body: (InputEvent) -> Void) {
    selection = .read
    last.store(in: device, description)
    guard case .difference = device.next(LIBEVDEV_READ_FLAG_FORCE_SYNC) else { return }
    while case .difference(let event) = device.next(LIBEVDEV_READ_FLAG_SYNC) {
      pass(InputEvent(time: lastTime, type: event.type, code: event.code, value: event.value), to: body)
    }
  }

  /// The device's current state as events of one frame: the axes of every slot, the selected slot and the pointer's position.
  ///
  /// The kernel sends changes only, so pipelines and recordings begin with this. Tracking IDs are left out, because contacts that
  /// are already down are ignored until they lift.
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
    if !events.isEmpty { events.append(.report(at: lastTime)) }
    return events
  }

  /// The contacts and keys that are down, for `DeviceDescription.down`.
  package var down: [InputEvent] {
    let id = UInt16(ABS_MT_TRACKING_ID)
    let contacts = last.slotsInUse.flatMap { slot in
      [(UInt16(ABS_MT_SLOT), Int32(slot)), (id, last.axis(id, ofSlot: slot))]
    }
    let keys = description.keys.sorted().filter { last.isDown($0) }
    return contacts.map { InputEvent(time: lastTime, type: UInt16(EV_ABS), code: $0.0, value: $0.1) }
      + keys.map { InputEvent(time: lastTime, type: UInt16(EV_KEY), code: $0, value: 1) }
  }

  /// Gives a new pipeline the current values, which the kernel will not repeat.
  package func prime(_ pipeline: DevicePipeline) {
    if mask.isOn { unmask { last.take($0) } }
    for event in presentState { pipeline.consume(event) }
    pipeline.begin(withSlots: last.slotsInUse, keys: description.keys.filter { last.isDown($0) })
  }

  /// Whether a finger is on the surface, according to the events read so far.
  package var isTouched: Bool { last.isTouched }

  /// The slot that is selected in the kernel, which is newer than the events read so far.
  package var selectedSlot: Int32? { mask.selectedSlot }

  /// Writes words for the libinput plugin into the device's event stream; false if the kernel refuses.
  ///
  /// Without SYN_REPORT the words become part of the device's next frame and cannot split one. `endsFrame` adds it, so that they
  /// are a frame of their own.
  package func write(_ words: [ClaimWord], endsFrame: Bool) -> Bool {
    let synchronization = UInt16(EV_SYN)
    var events = words.map {
      InputEvent(time: 0, type: synchronization, code: UInt16(SYN_CONFIG), value: $0.value)
    }
    if endsFrame { events.append(.report()) }
    return writeEvents(events, to: fd)
  }

  /// Whether another program has grabbed the device, so that its events do not arrive here; nil if a key or touch is down,
  /// because that makes the test impossible.
  ///
  /// Only an attempt to grab the device shows this. Other readers lose the events between grab and release, and the release takes
  /// the kernel 20 ms. So neither a client's request nor the daemon's own process makes this call.
  package func lookForGrab() -> Bool? {
    if holdsGrab { return false }
    if isTouched || hasKeyDown { return nil }
    return attempt(.ioctl) { gestured_is_grabbed(fd) ? 1 : 0 } == 1
  }
}

extension InputEvent {
  fileprivate var isDropped: Bool { kind == InputEvent.kind(UInt16(EV_SYN), UInt16(SYN_DROPPED)) }

  /// SYN_REPORT, the end of a frame.
  static func report(at time: Timestamp = 0) -> InputEvent {
    InputEvent(time: time, type: UInt16(EV_SYN), code: UInt16(SYN_REPORT), value: 0)
  }
}

extension Span<InputEvent> {
  /// The time of the last event; nil without events.
  var lastTime: Timestamp? { isEmpty ? nil : self[count &- 1].time }
}

extension TouchDevice.Reading {
  /// - Parameter error: the errno of a read that returned no event.
  init(error: Int32) {
    switch error {
    case EAGAIN: self = .drained
    case ENODEV: self = .gone
    default: self = .failed(error)
    }
  }
}
