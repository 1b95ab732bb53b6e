import GestureCore
import Recordings

/// The pad under drawn fingers: a frame every 8 ms with the changes that the kernel would report.
struct DrawnPad {
  let deviceClass: DeviceClass

  /// The size in mm: of a large touchpad, or of a 10 inch tablet.
  var size: Size
  /// The button that the hand presses.
  var button = KeyCode.leftButton
  /// Whether the pad reports pens among its contacts.
  var reportsPens = false

  /// Seconds between two frames: 125 Hz.
  private static let interval = 0.008
  /// Units per mm, a typical value for touchpads.
  private static let resolution = 40.0
  /// Device units per gram.
  private static let forceResolution = 10.0
  private static let slots = 5

  init(deviceClass: DeviceClass) {
    self.deviceClass = deviceClass
    size = deviceClass == .touchpad ? Size(width: 120, height: 75) : Size(width: 220, height: 140)
  }

  func recording(of hand: DrawnHand, name: String) -> Recording {
    Recording(name: name, description: description(of: hand), events: events(of: hand))
  }

  private func description(of hand: DrawnHand) -> DeviceDescription {
    var axes = SlotWriter.axes(size, resolution: Self.resolution, slots: Self.slots)
    if hand.fingers.contains(where: { $0.force != nil }) {
      axes[AbsoluteCode.contactPressure] = AxisRange(
        minimum: 0, maximum: Int32(1_000 * Self.forceResolution), resolution: Int32(Self.forceResolution))
    }
    if hand.fingers.contains(where: { $0.height != nil }) {
      axes[AbsoluteCode.contactDistance] = AxisRange(minimum: 0, maximum: 20, resolution: 1)
    }
    if reportsPens { axes[AbsoluteCode.toolType] = AxisRange(minimum: 0, maximum: ToolType.pen) }
    let isPad = deviceClass == .touchpad
    return DeviceDescription(
      name: "drawn \(deviceClass.rawValue)", bus: 3, vendor: 1, product: 1, version: 1,
      properties: isPad
        ? button == KeyCode.leftButton
          ? [PropertyCode.pointer, PropertyCode.buttonPad] : [PropertyCode.pointer]
        : [PropertyCode.direct],
      keys: isPad ? Set([KeyCode.touch, KeyCode.leftButton, button] + SlotWriter.tools) : [KeyCode.touch],
      axes: axes)
  }

  private func events(of hand: DrawnHand) -> [InputEvent] {
    var writer = SlotWriter(slots: Self.slots, hasTools: deviceClass == .touchpad)
    var presses = hand.presses[...]
    let end = (hand.fingers.map(\.end) + hand.presses.map(\.time)).reduce(0, max)
    for number in 0..<(Int((end / Self.interval).rounded(.up)) + 2) {
      let time = Double(number) * Self.interval
      let fingers = hand.fingers.enumerated().map { (number: Int64($0.offset), finger: $0.element) }
      for (number, finger) in fingers where time >= finger.end { writer.lift(number) }
      let down = fingers.filter { $0.finger.start <= time && time < $0.finger.end }
      for (number, finger) in down {
        Self.move(number, finger, time, &writer)
        let tool = hand.tool == .pen ? ToolType.pen : ToolType.finger
        if reportsPens { writer.move(number, [AbsoluteCode.toolType: Double(tool)]) }
      }
      writer.touch(down.prefix(Self.slots).count { $0.finger.height == nil })
      while let press = presses.first, press.time <= time {
        writer.press(button, press.isDown)
        presses.removeFirst()
      }
      writer.endFrame(at: Timestamp((time * 1e6).rounded()))
    }
    return writer.events
  }

  private static func move(_ number: Int64, _ finger: DrawnFinger, _ time: Double, _ writer: inout SlotWriter)
  {
    let point = finger.path(time)
    writer.move(
      number, [AbsoluteCode.positionX: point.x * resolution, AbsoluteCode.positionY: point.y * resolution])
    if let force = finger.force {
      writer.move(number, [AbsoluteCode.contactPressure: force(time) * forceResolution])
    }
    if let height = finger.height { writer.move(number, [AbsoluteCode.contactDistance: height(time)]) }
  }
}

extension PropertyCode {
  /// INPUT_PROP_POINTER.
  static let pointer: UInt16 = 0x00
}
