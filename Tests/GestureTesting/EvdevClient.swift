import GestureCore

/// The values of a device, by slot and axis, and its keys.
package struct EvdevValues {
  private static let rowLength = Int(AbsoluteCode.lastOfContact) + 1
  /// A row for the device and one for each slot.
  private var axes: [Int32?]
  private var keys: [UInt16: Int32] = [:]
  package private(set) var slot: Int32

  package init(_ device: DeviceDescription) {
    axes = Array(repeating: nil, count: (device.slotCount + 1) * Self.rowLength)
    slot = device.axes[AbsoluteCode.slot]?.value ?? 0
  }

  /// - Parameter slot: −1: the value is of the device.
  package subscript(slot: Int32, code: UInt16) -> Int32? {
    get { index(slot, code).flatMap { axes[$0] } }
    set { if let index = index(slot, code) { axes[index] = newValue } }
  }

  private func index(_ slot: Int32, _ code: UInt16) -> Int? {
    let index = (Int(slot) + 1) * Self.rowLength + Int(code)
    return code < Self.rowLength && axes.indices.contains(index) ? index : nil
  }

  package mutating func take(_ event: InputEvent) {
    if event.type == EventType.key { keys[event.code] = event.value }
    guard event.type == EventType.absolute else { return }
    if event.code == AbsoluteCode.slot { return slot = event.value }
    self[event.code > AbsoluteCode.slot ? slot : -1, event.code] = event.value
  }

  /// Events that make `old` these values, without tracking IDs and keys unless all are read. The selected slot is as in `old`.
  package func differences(from old: EvdevValues, isWhole: Bool, at time: Timestamp) -> [InputEvent] {
    var events: [InputEvent] = []
    func append(_ type: UInt16, _ code: UInt16, _ value: Int32) {
      events.append(InputEvent(time: time, type: type, code: code, value: value))
    }
    for index in axes.indices {
      guard let value = axes[index], value != old.axes[index] else { continue }
      let (row, code) = (index / Self.rowLength, UInt16(index % Self.rowLength))
      if code == AbsoluteCode.trackingID && !isWhole { continue }
      if row > 0 { append(EventType.absolute, AbsoluteCode.slot, Int32(row) - 1) }
      append(EventType.absolute, code, value)
    }
    if isWhole {
      for (key, value) in keys.sorted(by: { $0.key < $1.key }) where old.keys[key] != value {
        append(EventType.key, key, value)
      }
    }
    append(EventType.absolute, AbsoluteCode.slot, old.slot)
    return events
  }
}

/// One reader of an evdev node, as the kernel keeps it (drivers/input/evdev.c): the device's present values, the packet that the
/// driver has begun, the queue, and the mask of EVIOCSMASK.
package struct EvdevClient {
  /// EVIOCGMTSLOTS, EVIOCGABS and EVIOCGKEY: not behind the queue, and perhaps amid a packet.
  package private(set) var present: EvdevValues
  package var isMasked = false
  private var packet: [InputEvent] = []
  private var queue: [InputEvent] = []
  /// The events of whole packets, which may be read.
  package private(set) var readable = 0
  private let capacity: Int
  private var isLost = false

  package init(_ device: DeviceDescription, capacity: Int = .max) {
    present = EvdevValues(device)
    self.capacity = capacity
  }

  /// Whether the queue is empty and the driver between two packets.
  package var isQuiet: Bool { queue.isEmpty && packet.isEmpty }

  /// An event of the driver. After SYN_DROPPED, which a recording has, nothing is known of the rest of the packet.
  package mutating func input(_ event: InputEvent) {
    packet.append(event)
    if event.type == EventType.synchronization && event.code == SynchronizationCode.dropped { isLost = true }
    if !isLost { present.take(event) }
    if event.type == EventType.synchronization && event.code == SynchronizationCode.report { pass() }
  }

  /// A contact that is down before the first event.
  package mutating func begin(withID id: Int32, inSlot slot: Int32) {
    present[slot, AbsoluteCode.trackingID] = id
  }

  /// evdev_pass_values: a packet without events is dropped.
  private mutating func pass() {
    for event in packet where !isMasked || !MotionMask.covers(type: event.type, code: event.code) {
      let isReport = event.type == EventType.synchronization && event.code == SynchronizationCode.report
      if isReport && readable == queue.count { continue }
      queue.append(event)
      if queue.count >= capacity {
        queue = [
          InputEvent(
            time: event.time, type: EventType.synchronization, code: SynchronizationCode.dropped, value: 0),
          event,
        ]
        readable = 0
      }
      if isReport { readable = queue.count }
    }
    packet.removeAll()
    isLost = false
  }

  package mutating func read(_ most: Int) -> [InputEvent] {
    let events = Array(queue.prefix(min(most, readable)))
    queue.removeFirst(events.count)
    readable -= events.count
    return events
  }

  /// As libevdev does before it reads the present values.
  package mutating func drain() { _ = read(.max) }
}
