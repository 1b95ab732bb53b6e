import GestureCore
import GestureTesting

/// Devices and events for the tests of frames, in a short notation; frames as text.
///
/// A script is frames separated by `|`: the time in ms, then words with a value each. `s` slot, `id` tracking id,
/// `x` `y` position, `X` `Y` ABS_X and ABS_Y, `p` pressure, `P` ABS_PRESSURE, `major` `minor`, `d` distance, `tool`, `touch`
/// `finger` `double` `triple` `quad` `left` keys; without a value: `mt` SYN_MT_REPORT, `drop` SYN_DROPPED. Each
/// entry ends with SYN_REPORT.
enum EventScript {
  static func events(_ script: String) -> [InputEvent] {
    var events: [InputEvent] = []
    for frame in script.split(separator: "|") {
      var words = frame.split(separator: " ").map(String.init)[...]
      let time = Timestamp((Double(words.removeFirst())! * 1000).rounded())
      while let word = words.popFirst() {
        let (type, code) = codes[word]!
        let value = type == EventType.synchronization ? 0 : Int32(words.removeFirst())!
        events.append(InputEvent(time: time, type: type, code: code, value: value))
      }
      events.append(InputEvent(time: time, type: 0, code: 0, value: 0))
    }
    return events
  }

  private static let codes: [String: (UInt16, UInt16)] = [
    "s": (3, 0x2f), "id": (3, 0x39), "x": (3, 0x35), "y": (3, 0x36), "X": (3, 0), "Y": (3, 1), "p": (3, 0x3a),
    "major": (3, 0x30), "minor": (3, 0x31), "d": (3, 0x3b), "tool": (3, 0x37), "touch": (1, 0x14a),
    "P": (3, 0x18), "finger": (1, 0x145), "double": (1, 0x14d), "triple": (1, 0x14e), "quad": (1, 0x14f),
    "left": (1, 0x110),
    "mt": (0, 2), "drop": (0, 3),
  ]

  /// The frames that `script` makes, one line each: "10 began 1 (50, 30); moved 2 (7.5, 0)". `jumped`: reanchored
  /// because of a dropped jump; `landed 0 (4, 30)`: the contact was held back since.
  static func trace(
    _ device: DeviceDescription, _ script: String, settings: DeviceSettings = DeviceSettings(),
    edgePans: EdgeSet = []
  ) -> String {
    var input = TouchInput(device: device, settings: settings, edgePans: edgePans)
    var lines: [String] = []
    for event in events(script) where input.consume(event) {
      for frame in input.takeFrames() { lines.append(text(frame)) }
    }
    return lines.joined(separator: "\n")
  }

  static func text(_ frame: TouchFrame) -> String {
    var parts: [String] = []
    if frame.head.flags.contains(.resync) { parts.append("resync") }
    if frame.head.flags.contains(.reanchorsReferences) { parts.append("rereference") }
    // By touch: the order within a frame has no meaning.
    for change in frame.changes.sorted(by: { ($0.id, $0.phase.rawValue) < ($1.id, $1.phase.rawValue) }) {
      var part = change.isJump ? "jumped" : "\(change.phase)"
      part += "\(change.isPhantom ? " phantom" : "") \(change.id) \(text(change.position))"
      if let landing = change.landing {
        part += " landed \(number(Double(landing.time) / 1000)) \(text(landing.position))"
      }
      parts.append(part)
    }
    for change in frame.hover {
      let height = change.distance.isNaN ? "?" : number(change.distance)
      parts.append(
        "hover \(change.phase) \(change.id) \(text(change.position)) d=\(height) z=\(number(change.z))")
    }
    if frame.head.flags.contains(.click) { parts.append("click") }
    return "\(number(Double(frame.time) / 1000)) " + parts.joined(separator: "; ")
  }

  private static func text(_ p: Point) -> String { "(\(number(p.x)), \(number(p.y)))" }
  private static func number(_ value: Double) -> String {
    let rounded = (value * 100).rounded() / 100
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}

extension DeviceDescription {
  /// 100 × 60 mm, 30 units/mm, 10 slots.
  static var screen: DeviceDescription {
    var device = DeviceDescription(name: "screen", properties: [1], keys: [0x14a])
    device.axes[0x2f] = AxisRange(minimum: 0, maximum: 9)
    device.setPosition(3000, 1800, resolution: 30)
    return device
  }
  /// 100 × 60 mm, 10 units/mm, 5 slots, a clickpad.
  static var pad: DeviceDescription {
    var device = DeviceDescription(
      name: "pad", properties: [0, 2], keys: [0x110, 0x145, 0x14a, 0x14d, 0x14e, 0x14f])
    device.axes[0x2f] = AxisRange(minimum: 0, maximum: 4)
    device.setPosition(1000, 600, resolution: 10)
    return device
  }
  /// A pad that reports two positions and counts more fingers.
  static var twoSlotPad: DeviceDescription {
    var device = pad
    device.axes[0x2f]?.maximum = 1
    return device
  }
  static var protocolAScreen: DeviceDescription {
    var device = screen
    device.axes[0x2f] = nil
    return device
  }
  static var singleTouchPad: DeviceDescription {
    var device = pad
    device.axes = [
      0: AxisRange(minimum: 0, maximum: 1000, resolution: 10),
      1: AxisRange(minimum: 0, maximum: 600, resolution: 10),
    ]
    return device
  }

  mutating func setPosition(_ width: Int32, _ height: Int32, resolution: Int32, minimum: Int32 = 0) {
    axes[0x35] = AxisRange(minimum: minimum, maximum: minimum + width, resolution: resolution)
    axes[0x36] = AxisRange(minimum: minimum, maximum: minimum + height, resolution: resolution)
  }
  func with(_ change: (inout DeviceDescription) -> Void) -> DeviceDescription {
    var device = self
    change(&device)
    return device
  }
}

extension DeviceSettings {
  static func with(_ change: (inout DeviceSettings) -> Void) -> DeviceSettings {
    var settings = DeviceSettings()
    change(&settings)
    return settings
  }
}
