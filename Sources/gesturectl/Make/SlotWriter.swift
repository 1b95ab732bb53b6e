import GestureCore

/// The events of a device with slots, for fingers that are drawn or were seen: in each frame, what has changed.
struct SlotWriter {
  /// The keys for one to five fingers.
  static let tools = [
    KeyCode.toolFinger, KeyCode.toolDoubleTap, KeyCode.toolTripleTap, KeyCode.toolQuadTap,
    KeyCode.toolQuintTap,
  ]
  private typealias Axis = AbsoluteCode

  private(set) var events: [InputEvent] = []
  private let hasTools: Bool
  /// The finger in each slot.
  private var fingers: [Int64?]
  private var shown: [[UInt16: Int32]]
  private var selected = 0
  private var number: Int32 = 0
  private var touching = 0
  private var frame: [(type: UInt16, code: UInt16, value: Int32)] = []

  init(slots: Int, hasTools: Bool) {
    self.hasTools = hasTools
    fingers = Array(repeating: nil, count: slots)
    shown = Array(repeating: [:], count: slots)
  }

  /// The axes of the device.
  ///
  /// - Parameter resolution: units per mm.
  static func axes(_ size: Size, resolution: Double, slots: Int) -> [UInt16: AxisRange] {
    func axis(_ length: Double) -> AxisRange {
      AxisRange(
        minimum: 0, maximum: Int32(clamping: Int((length * resolution).rounded())),
        resolution: Int32(resolution))
    }
    return [
      Axis.x: axis(size.width), Axis.y: axis(size.height),
      Axis.slot: AxisRange(minimum: 0, maximum: Int32(slots - 1)),
      Axis.positionX: axis(size.width), Axis.positionY: axis(size.height),
      Axis.trackingID: AxisRange(minimum: 0, maximum: 65_535),
    ]
  }

  mutating func lift(_ finger: Int64) {
    guard let slot = fingers.firstIndex(of: finger) else { return }
    report(slot, Axis.trackingID, -1)
    fingers[slot] = nil
  }

  /// Reports values of a finger, which lands if it is not down. Without a free slot it is left out.
  mutating func move(_ finger: Int64, _ values: KeyValuePairs<UInt16, Double>) {
    if !fingers.contains(finger), let free = fingers.firstIndex(of: nil) {
      fingers[free] = finger
      // A reader that begins here, or a row cut from here, does not know which slot was selected last.
      select(free)
      report(free, Axis.trackingID, number)
      number = (number + 1) & 0xFFFF
    }
    guard let slot = fingers.firstIndex(of: finger) else { return }
    for (code, value) in values { report(slot, code, Int32(clamping: Int(value.rounded()))) }
  }

  private mutating func report(_ slot: Int, _ code: UInt16, _ value: Int32) {
    guard shown[slot][code] != value else { return }
    shown[slot][code] = value
    if slot != selected { select(slot) }
    frame.append((EventType.absolute, code, value))
  }

  private mutating func select(_ slot: Int) {
    selected = slot
    frame.append((EventType.absolute, Axis.slot, Int32(slot)))
  }

  mutating func press(_ key: UInt16, _ isDown: Bool) {
    frame.append((EventType.key, key, isDown ? 1 : 0))
  }

  /// Reports how many fingers touch the device.
  mutating func touch(_ count: Int) {
    func tool(_ count: Int) -> UInt16 { Self.tools[min(count, Self.tools.count) - 1] }
    if (touching > 0) != (count > 0) { press(KeyCode.touch, count > 0) }
    if hasTools, touching != count {
      if touching > 0 { press(tool(touching), false) }
      if count > 0 { press(tool(count), true) }
    }
    touching = count
  }

  /// Ends the frame, if something has changed.
  mutating func endFrame(at time: Timestamp) {
    if frame.isEmpty { return }
    frame.append((EventType.synchronization, SynchronizationCode.report, 0))
    for event in frame {
      events.append(InputEvent(time: time, type: event.type, code: event.code, value: event.value))
    }
    frame = []
  }
}
