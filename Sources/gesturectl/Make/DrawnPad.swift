import GestureCore
import Recordings

/// The pad under drawn fingers: a frame every 8 ms with the changes that the kernel would report.
struct DrawnPad {
  let deviceClass: DeviceClass

  /// The size in mm: of a large touchpad, or of a 10 inch tablet.
  var size: Size
  /// The button that the hand presses.
  var button = KeyCode.leftButton

  /// Seconds between two frames: 125 Hz.
  private static let interval = 0.008
  /// Units per mm, a typical value for touchpads.
  private static let resolution = 40.0
  /// Device units per gram.
  private static let forceResolution = 10.0
  private static let slots = 5
  /// The keys for one to five fingers.
  static let tools = [
    KeyCode.toolFinger, KeyCode.toolDoubleTap, KeyCode.toolTripleTap, KeyCode.toolQuadTap,
    KeyCode.toolQuintTap,
  ]
  private typealias Axis = AbsoluteCode

  init(deviceClass: DeviceClass) {
    self.deviceClass = deviceClass
    size = deviceClass == .touchpad ? Size(width: 120, height: 75) : Size(width: 220, height: 140)
  }

  func recording(of hand: DrawnHand, name: String) -> Recording {
    Recording(name: name, description: description(of: hand), events: Player(hand, self).events)
  }

  private func description(of hand: DrawnHand) -> DeviceDescription {
    func axis(_ millimetres: Double) -> AxisRange {
      AxisRange(minimum: 0, maximum: Int32(millimetres * Self.resolution), resolution: Int32(Self.resolution))
    }
    var axes: [UInt16: AxisRange] = [
      Axis.x: axis(size.width), Axis.y: axis(size.height),
      Axis.slot: AxisRange(minimum: 0, maximum: Int32(Self.slots - 1)),
      Axis.positionX: axis(size.width), Axis.positionY: axis(size.height),
      Axis.trackingID: AxisRange(minimum: 0, maximum: 65_535),
    ]
    if hand.fingers.contains(where: { $0.force != nil }) {
      axes[Axis.contactPressure] = AxisRange(
        minimum: 0, maximum: Int32(1_000 * Self.forceResolution), resolution: Int32(Self.forceResolution))
    }
    if hand.fingers.contains(where: { $0.height != nil }) {
      axes[Axis.contactDistance] = AxisRange(minimum: 0, maximum: 20, resolution: 1)
    }
    let isPad = deviceClass == .touchpad
    return DeviceDescription(
      name: "drawn \(deviceClass.rawValue)", bus: 3, vendor: 1, product: 1, version: 1,
      properties: isPad
        ? button == KeyCode.leftButton
          ? [PropertyCode.pointer, PropertyCode.buttonPad] : [PropertyCode.pointer]
        : [PropertyCode.direct],
      keys: isPad ? Set([KeyCode.touch, KeyCode.leftButton, button] + Self.tools) : [KeyCode.touch],
      axes: axes)
  }

  /// The state of the device while the fingers move.
  private struct Player {
    private(set) var events: [InputEvent] = []
    private let hand: DrawnHand
    private let pad: DrawnPad
    private var slots: [Int?]
    private var shown: [[UInt16: Int32]]
    private var selected = 0
    private var number: Int32 = 0
    private var tools = 0
    private var isTouching = false
    private var pressed = 0
    private var frame: [(type: UInt16, code: UInt16, value: Int32)] = []

    init(_ hand: DrawnHand, _ pad: DrawnPad) {
      self.hand = hand
      self.pad = pad
      slots = Array(repeating: nil, count: DrawnPad.slots)
      shown = Array(repeating: [:], count: DrawnPad.slots)
      let end = (hand.fingers.map(\.end) + hand.presses.map(\.time)).reduce(0, max)
      for number in 0..<(Int((end / DrawnPad.interval).rounded(.up)) + 2) {
        play(Double(number) * DrawnPad.interval)
      }
    }

    private mutating func play(_ time: Double) {
      for slot in slots.indices {
        if let finger = slots[slot], time >= hand.fingers[finger].end {
          report(slot, Axis.trackingID, -1)
          slots[slot] = nil
        }
      }
      for (index, finger) in hand.fingers.enumerated() where finger.start <= time && time < finger.end {
        if !slots.contains(index), let free = slots.firstIndex(of: nil) {
          slots[free] = index
          // A reader that begins here, or a row cut from here, does not know which slot was selected last.
          select(free)
          report(free, Axis.trackingID, number)
          number += 1
        }
        if let slot = slots.firstIndex(of: index) { move(slot, finger, time) }
      }
      keys(time)
      guard !frame.isEmpty else { return }
      let at = Timestamp((time * 1e6).rounded())
      for event in frame + [(EventType.synchronization, 0, 0)] {
        events.append(InputEvent(time: at, type: event.type, code: event.code, value: event.value))
      }
      frame = []
    }

    private mutating func move(_ slot: Int, _ finger: DrawnFinger, _ time: Double) {
      let point = finger.path(time)
      report(slot, Axis.positionX, Int32((point.x * DrawnPad.resolution).rounded()))
      report(slot, Axis.positionY, Int32((point.y * DrawnPad.resolution).rounded()))
      if let force = finger.force {
        report(slot, Axis.contactPressure, Int32((force(time) * DrawnPad.forceResolution).rounded()))
      }
      if let height = finger.height { report(slot, Axis.contactDistance, Int32(height(time).rounded())) }
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

    private mutating func keys(_ time: Double) {
      let touching = slots.compactMap(\.self).count { hand.fingers[$0].height == nil }
      if isTouching != (touching > 0) {
        isTouching = touching > 0
        frame.append((EventType.key, KeyCode.touch, isTouching ? 1 : 0))
      }
      if pad.deviceClass == .touchpad, tools != touching {
        if tools > 0 { frame.append((EventType.key, DrawnPad.tools[tools - 1], 0)) }
        if touching > 0 { frame.append((EventType.key, DrawnPad.tools[touching - 1], 1)) }
        tools = touching
      }
      while pressed < hand.presses.count, hand.presses[pressed].time <= time {
        frame.append((EventType.key, pad.button, hand.presses[pressed].isDown ? 1 : 0))
        pressed += 1
      }
    }
  }
}

extension PropertyCode {
  /// INPUT_PROP_POINTER.
  static let pointer: UInt16 = 0x00
}
