import GestureCore

/// Makes what the kernel sends of fingers on a device of protocol B: changes only, a slot only where it is another one.
///
/// Fingers come and go at any time, move, rest, jump, become palms and hover; the button clicks; frames are lost. Now and then a
/// contact begins and ends, or replaces another, within one frame.
package struct ContactGenerator {
  package var random: SplitMix64
  private let device: DeviceDescription
  private let slots: Int
  /// By slot and code, as it is, and as the kernel has reported it.
  private var values: [[UInt16: Int32]]
  private var reported: [[UInt16: Int32]]
  private var keys: [UInt16: Int32] = [:]
  private var reportedKeys: [UInt16: Int32] = [:]
  private var slot: Int32 = 0
  /// Millimetres a frame, by slot.
  private var way: [Point]
  private var nextID: Int32 = 1
  /// Whether fingers take the slots of others. Whether such a contact is another touch depends on whether any gesture reads motion
  /// (recognizers.md §1.7).
  package var replaces = true
  /// Fingers beyond the slots, which are only counted.
  private var uncounted = 0
  /// A slot whose contact comes and goes within the frame.
  private var brief: Int?
  private var time: Timestamp = 1_000_000
  private var events: [InputEvent] = []

  package init(_ device: DeviceDescription, seed: UInt64) {
    random = SplitMix64(seed: seed)
    self.device = device
    slots = device.slotCount
    var row: [UInt16: Int32] = [AbsoluteCode.trackingID: -1]
    for code in device.axes.keys where code > AbsoluteCode.slot && code != AbsoluteCode.trackingID {
      row[code] = 0
    }
    values = Array(repeating: row, count: slots)
    reported = values
    way = Array(repeating: .zero, count: slots)
  }

  package mutating func events(frames: Int) -> [InputEvent] {
    var wanted = 0
    var left = 0
    for _ in 0..<frames {
      if left == 0 {
        wanted = random.pick([0, 1, 1, 1, 2, 3, 3, 4, 5])
        left = random.int(1...40)
      }
      left -= 1
      change(wanted)
    }
    change(0)
    report()
    return events
  }

  private var down: [Int] { (0..<slots).filter { values[$0][AbsoluteCode.trackingID] != -1 } }

  /// What the fingers do in one frame.
  private mutating func change(_ wanted: Int) {
    // Rarely so long that a contact without reports is taken for no finger.
    time += random.oneIn(300) ? 31 * .second : Timestamp(random.int(1...12)) * .millisecond
    let count = down.count
    if count < wanted && !random.oneIn(3) { for _ in 0..<random.int(1...(wanted - count)) { land() } }
    if count > wanted && (wanted == 0 || !random.oneIn(3)) {
      let leaving = wanted == 0 ? count : random.int(1...(count - wanted))
      for slot in down.prefix(leaving) { values[slot][AbsoluteCode.trackingID] = -1 }
    }
    if wanted < slots { uncounted = 0 }
    for slot in down where !random.oneIn(6) { move(slot) }
    if random.oneIn(40), replaces, let slot = down.randomElement(using: &random) { replace(slot) }
    if random.oneIn(40) {
      brief = (0..<slots).first { values[$0] == reported[$0] && !down.contains($0) }
    }
    pressKeys(down.count + uncounted)
    report()
  }

  private mutating func land() {
    guard let slot = (0..<slots).first(where: { values[$0][AbsoluteCode.trackingID] == -1 }) else {
      uncounted = min(uncounted + 1, 2)
      return
    }
    values[slot][AbsoluteCode.trackingID] = nextID
    nextID += 1
    way[slot] = random.oneIn(4) ? .zero : Point(random.length(-3, 3), random.length(-3, 3))
    // Now and then where another finger was, so that no position is reported.
    if random.oneIn(8) { return }
    set(slot, AbsoluteCode.positionX) { Int32($1.int(0...Int($0.maximum))) }
    set(slot, AbsoluteCode.positionY) { Int32($1.int(0...Int($0.maximum))) }
  }

  /// Another finger takes the slot.
  private mutating func replace(_ slot: Int) {
    values[slot][AbsoluteCode.trackingID] = nextID
    nextID += 1
  }

  private mutating func set(
    _ slot: Int, _ code: UInt16, _ value: (AxisRange, inout SplitMix64) -> Int32
  ) {
    if let range = device.axes[code] { values[slot][code] = value(range, &random) }
  }

  private mutating func move(_ slot: Int) {
    let isJump = random.oneIn(150)
    for (code, length) in [(AbsoluteCode.positionX, way[slot].x), (AbsoluteCode.positionY, way[slot].y)] {
      let jump = isJump ? random.length(-40, 40) : random.oneIn(2) ? random.length(-0.3, 0.3) : 0
      guard let range = device.axes[code], let old = values[slot][code] else { continue }
      let new = Double(old) + (length + jump) * Double(max(range.resolution, 1))
      values[slot][code] = Int32(min(max(new, Double(range.minimum)), Double(range.maximum)))
    }
    if random.oneIn(30) { way[slot] = random.oneIn(2) ? .zero : way[slot] * -1 }
    for code in [AbsoluteCode.contactPressure, AbsoluteCode.touchMajor] {
      set(slot, code) { Int32($1.int(0...Int($0.maximum))) / ($1.oneIn(40) ? 1 : 2) }
    }
    if random.oneIn(120) { set(slot, AbsoluteCode.toolType) { _, random in random.pick([0, 0, 2]) } }
    if random.oneIn(120) { set(slot, AbsoluteCode.contactDistance) { _, random in random.pick([0, 0, 9]) } }
  }

  private mutating func pressKeys(_ fingers: Int) {
    let tools = [
      KeyCode.toolFinger, KeyCode.toolDoubleTap, KeyCode.toolTripleTap, KeyCode.toolQuadTap,
      KeyCode.toolQuintTap,
    ]
    for (index, tool) in tools.enumerated() where device.keys.contains(tool) {
      keys[tool] = min(fingers, tools.count) == index + 1 ? 1 : 0
    }
    keys[KeyCode.touch] = fingers > 0 ? 1 : 0
    if device.keys.contains(KeyCode.leftButton), random.oneIn(80) {
      keys[KeyCode.leftButton] = 1 - (keys[KeyCode.leftButton] ?? 0)
    }
  }

  // MARK: What the kernel makes of it

  private mutating func report() {
    if random.oneIn(200) {
      append(EventType.synchronization, SynchronizationCode.dropped, 0)
      return append(EventType.synchronization, SynchronizationCode.report, 0)
    }
    let before = events.count
    for slot in 0..<slots {
      // A new contact is announced before its place.
      for code in values[slot].keys.sorted(by: { ($0 == AbsoluteCode.trackingID ? 0 : $0) < $1 }) {
        reportAxis(slot, code)
      }
      if brief == slot { reportBriefly(slot) }
    }
    for (key, value) in keys.sorted(by: { $0.key < $1.key }) where reportedKeys[key, default: 0] != value {
      append(EventType.key, key, value)
      reportedKeys[key] = value
    }
    let hasTimestamps = device.otherCodes[EventType.miscellaneous] != nil
    if hasTimestamps { append(EventType.miscellaneous, 5, Int32(truncatingIfNeeded: time)) }
    if events.count > before { append(EventType.synchronization, SynchronizationCode.report, 0) }
  }

  private mutating func reportBriefly(_ slot: Int) {
    brief = nil
    values[slot][AbsoluteCode.trackingID] = nextID
    nextID += 1
    for code in [AbsoluteCode.positionX, AbsoluteCode.positionY] {
      set(slot, code) { Int32($1.int(0...Int($0.maximum))) }
    }
    for code in [AbsoluteCode.trackingID, AbsoluteCode.positionX, AbsoluteCode.positionY] {
      reportAxis(slot, code)
    }
    values[slot][AbsoluteCode.trackingID] = -1
    reportAxis(slot, AbsoluteCode.trackingID)
  }

  private mutating func reportAxis(_ slot: Int, _ code: UInt16) {
    guard let value = values[slot][code], reported[slot][code] != value else { return }
    if Int32(slot) != self.slot { append(EventType.absolute, AbsoluteCode.slot, Int32(slot)) }
    self.slot = Int32(slot)
    let isReplaced = code == AbsoluteCode.trackingID && value >= 0 && reported[slot][code] != -1
    if isReplaced && random.oneIn(2) { append(EventType.absolute, code, -1) }
    append(EventType.absolute, code, value)
    reported[slot][code] = value
  }

  private mutating func append(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    events.append(InputEvent(time: time, type: type, code: code, value: value))
  }
}
