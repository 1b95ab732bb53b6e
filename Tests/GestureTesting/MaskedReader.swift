import ControlProtocol

@testable import GestureCore

/// A reader that masks motion as `TouchDevice` does, on a kernel that does what evdev does.
package struct MaskedReader: ~Copyable {
  private var pipeline: DevicePipeline
  private var kernel: EvdevClient
  /// What the reader has read (`LastValues`).
  private var known: EvdevValues
  private var selection = MotionMask.Selection.known
  private let finder: SlotFinder
  private let slots: Int
  private let masks: Bool
  /// Events that the driver has not sent yet.
  private var rest: ArraySlice<InputEvent> = []
  /// Where the driver goes on during the reader's system calls; nil: only while the reader waits.
  private var lag: SplitMix64?
  private static let bufferCapacity = 48
  /// Readings, and frames in which the device reported something.
  package private(set) var wakeUps = 0
  package private(set) var frames = 0
  /// Gesture events and reasons as JSON, and withheld contacts.
  package private(set) var lines: [String] = []
  /// Where the reader and the kernel differ after all was read.
  package private(set) var differences: [String] = []
  /// How often contacts were compared, and how often all was read anew after an overrun.
  package private(set) var comparisons = 0
  package private(set) var resyncs = 0

  /// - Parameters:
  ///   - masks: whether it ever masks anything.
  ///   - skipping: when motion that nothing reads is skipped.
  ///   - lag: the driver's events come at any time, also between the reader's system calls.
  package init(
    _ device: DeviceDescription, _ pipeline: consuming DevicePipeline, masks: Bool,
    skipping: DevicePipeline.Skipping = .atOnce, lag: SplitMix64? = nil
  ) {
    self.pipeline = pipeline
    self.pipeline.setSkipping(skipping)
    self.masks = masks
    self.lag = lag
    kernel = EvdevClient(device, capacity: lag == nil ? .max : 256)
    known = EvdevValues(device)
    slots = max(device.slotCount, 1)
    finder = SlotFinder(slots: slots)
    self.pipeline.arena.reading.insert(.explanations)
    self.pipeline.reportsWithheld = true
  }

  /// Contacts that are down before the first event.
  package mutating func begin(withSlots present: [Int]) {
    for slot in present {
      let id = 60_000 + Int32(slot)
      known[Int32(slot), AbsoluteCode.trackingID] = id
      kernel.begin(withID: id, inSlot: Int32(slot))
    }
    pipeline.begin(withSlots: present, keys: [UInt16]())
  }

  /// Plays all events, cancels what is down at the end and lets every deadline run.
  package mutating func play(_ events: [InputEvent]) {
    rest = events[...]
    if !masks && lag == nil { playAll() }
    while !rest.isEmpty {
      advance()
      if kernel.readable > 0 && (lag == nil || lag!.oneIn(4)) { read() }
    }
    while kernel.readable > 0 { read() }
    if pipeline.touchesDown > 0, let last = events.last { pipeline.cancelAll(at: last.time) }
    pipeline.advance(to: .never)
    collect()
  }

  /// Without a mask the kernel gives every event, so its values are not needed.
  private mutating func playAll() {
    for event in rest {
      wake(before: event.time)
      pipeline.consume(event)
      if event.type == EventType.synchronization && event.code == SynchronizationCode.report {
        frames += 1
        wakeUps += 1
        collect()
      }
    }
    rest = []
  }

  // MARK: The driver

  private mutating func advance() {
    guard let event = rest.popFirst() else { return }
    kernel.input(event)
    if event.type == EventType.synchronization && event.code == SynchronizationCode.report { frames += 1 }
  }

  /// What happens until a system call is made.
  private mutating func wait() {
    guard lag != nil, lag!.oneIn(3) else { return }
    for _ in 0..<lag!.int(1...12) { advance() }
  }

  // MARK: TouchDevice

  private mutating func read() {
    wakeUps += 1
    var events: [InputEvent]
    repeat {
      wait()
      events = kernel.read(Self.bufferCapacity)
      if selection == .known { take(events) } else { takeUnselected(events) }
    } while events.count == Self.bufferCapacity
    collect()
    if kernel.isMasked && pipeline.needsMotion { unmask(at: events.last?.time ?? 0) }
    if masks && !kernel.isMasked && !pipeline.needsMotion {
      wait()
      kernel.isMasked = true
      selection = .unknown
    }
    compare()
  }

  private mutating func take(_ events: [InputEvent]) {
    for event in events {
      if lag != nil && event.type == EventType.synchronization && event.code == SynchronizationCode.dropped {
        return resynchronize(at: event.time)
      }
      give(event)
    }
  }

  private mutating func takeUnselected(_ first: [InputEvent]) {
    var events = first
    if selection == .read {
      selection = MotionMask.selection(after: events.span)
      if selection != .unknown { return take(events) }
    }
    if kernel.isMasked && MotionMask.firstOtherFrame(in: events.span) == nil { return }
    wait()
    kernel.isMasked = false
    var more: [InputEvent]
    var selected: Int32
    repeat {
      if events.count == Self.bufferCapacity { return resynchronize(at: events.last!.time) }
      wait()
      for slot in 0..<slots {
        let (place, id) = (Int32(slot), AbsoluteCode.trackingID)
        finder.set(slot, known: known[place, id] ?? -1, present: kernel.present[place, id] ?? -1)
      }
      wait()
      selected = kernel.present.slot
      wait()
      more = kernel.read(Self.bufferCapacity - events.count)
      events += more
    } while !more.isEmpty
    let start = MotionMask.firstOtherFrame(in: events.span) ?? 0
    wait()
    unmask(at: events[start].time)
    let dropped =
      lag == nil ? nil : events.firstIndex { $0.type == 0 && $0.code == SynchronizationCode.dropped }
    pass(Array(events[start..<(dropped ?? events.count)]))
    if dropped != nil { return resynchronize(at: events[dropped!].time) }
    var last: [InputEvent] = []
    finder.complete(selecting: selected, at: events.last!.time) { last.append($0) }
    for event in last { give(event) }
    selection = .read
  }

  private mutating func pass(_ events: [InputEvent]) {
    var passed: [InputEvent] = []
    let count = finder.pass(events.span) { passed.append($0) }
    for event in passed { give(event) }
    // A recording's own SYN_DROPPED, which its reader passes on.
    for event in events[count...] { give(event) }
  }

  /// EVIOCGMTSLOTS and EVIOCGABS, for all axes but the tracking IDs.
  private mutating func unmask(at time: Timestamp) {
    kernel.isMasked = false
    for event in kernel.present.differences(from: known, isWhole: false, at: time) { give(event) }
  }

  /// What libevdev makes of SYN_DROPPED. The driver does not go on meanwhile.
  private mutating func resynchronize(at time: Timestamp) {
    resyncs += 1
    kernel.isMasked = false
    kernel.drain()
    pipeline.beginResync()
    for event in kernel.present.differences(from: known, isWhole: true, at: time) { give(event) }
    give(
      InputEvent(
        time: time, type: EventType.absolute, code: AbsoluteCode.slot, value: kernel.present.slot))
    pipeline.endResync(at: time)
    selection = .read
  }

  private mutating func give(_ event: InputEvent) {
    known.take(event)
    wake(before: event.time)
    pipeline.consume(event)
  }

  /// The owner's timer, which does not wait for a frame.
  private mutating func wake(before time: Timestamp) {
    if pipeline.nextDeadline >= time { return }
    pipeline.advance(to: time - 1)
    collect()
  }

  // MARK: Results

  private mutating func compare() {
    guard lag != nil, kernel.isQuiet else { return }
    comparisons += 1
    var present: SlotSet = 0
    for slot in 0..<slots {
      let (row, code) = (Int32(slot), AbsoluteCode.trackingID)
      let (id, knownID) = (kernel.present[row, code] ?? -1, known[row, code] ?? -1)
      if id >= 0 { present |= 1 << SlotSet(slot) }
      if id != knownID { differences.append("slot \(slot): id \(knownID), in the kernel \(id)") }
      guard id >= 0, !kernel.isMasked else { continue }
      let place = pipeline.position(ofSlot: slot)
      let x = kernel.present[row, AbsoluteCode.positionX] ?? place.x
      let y = kernel.present[row, AbsoluteCode.positionY] ?? place.y
      if place != (x, y) { differences.append("slot \(slot): \(place), in the kernel \((x, y))") }
    }
    let contacts = pipeline.contacts.slots
    if contacts != present { differences.append("contacts \(contacts), in the kernel \(present)") }
  }

  private mutating func collect() {
    for contact in pipeline.withheld { lines.append("\(contact)") }
    pipeline.removeWithheld()
    for event in pipeline.arena.events.all {
      var json = JSONWriter()
      EventJSON.write(event, names: EventNames(device: "", gestures: []), to: &json)
      // The text is rounded more. Sums of steps differ in their last bits from one step of the same length.
      let numbers = [event.location, event.translation ?? .zero, event.velocity ?? .zero].flatMap {
        [$0.x, $0.y]
      }
      let bits = (numbers + [event.scale, event.rotation, event.progress]).map {
        ($0 * 1e6).rounded().bitPattern
      }.hashValue
      lines.append("\(event.gesture) \(String(decoding: json.bytes, as: UTF8.self)) \(bits)")
    }
    pipeline.arena.removeEvents()
  }
}

extension DevicePipeline {
  /// When unread motion is skipped.
  package enum Skipping { case usual, atOnce, never }
  package func setSkipping(_ skipping: Skipping) {
    switch skipping {
    case .usual: break
    case .atOnce: input.skipping.reportsReadWhole = 0
    case .never: input.skipping.isPossible = false
    }
  }
}
