import GestureConfig
import GestureCore

/// The devices and the configuration of the targets that read events.
enum FuzzDevices {
  static let all: [DeviceDescription] = [
    device("pad", slots: 5, properties: [0, 2], keys: pad),
    device("screen", slots: 10, properties: [1], keys: [0x14a]),
    device("two slots", slots: 2, properties: [0], keys: pad),
    device("semi-mt", slots: 2, properties: [0, 3], keys: pad),
    device("protocol A", slots: nil, properties: [1], keys: [0x14a]),
    single,
    device("pressure", slots: 5, properties: [0, 2], keys: pad) {
      $0.axes[0x3a] = AxisRange(minimum: 0, maximum: 255)
      $0.axes[0x30] = AxisRange(minimum: 0, maximum: 4000, resolution: 40)
    },
    device("hover", slots: 10, properties: [1], keys: [0x14a]) {
      $0.axes[0x3b] = AxisRange(minimum: 0, maximum: 64)
      $0.axes[0x37] = AxisRange(minimum: 0, maximum: 2)
    },
    device("no resolution", slots: 5, properties: [1], keys: [0x14a]) {
      $0.axes[0x35] = AxisRange(minimum: .min, maximum: .max)
    },
  ]

  private static let pad: Set<UInt16> = [0x110, 0x145, 0x148, 0x14a, 0x14d, 0x14e, 0x14f]

  private static func device(
    _ name: String, slots: Int32?, properties: Set<UInt16>, keys: Set<UInt16>,
    _ change: (inout DeviceDescription) -> Void = { _ in }
  ) -> DeviceDescription {
    var device = DeviceDescription(name: name, properties: properties, keys: keys)
    device.axes[0x35] = AxisRange(minimum: 0, maximum: 4000, resolution: 40)
    device.axes[0x36] = AxisRange(minimum: 0, maximum: 2800, resolution: 40)
    if let slots {
      device.axes[0x2f] = AxisRange(minimum: 0, maximum: slots - 1)
      device.axes[0x39] = AxisRange(minimum: 0, maximum: 65535)
    }
    change(&device)
    return device
  }

  private static var single: DeviceDescription {
    var device = DeviceDescription(name: "single", properties: [0], keys: pad)
    device.axes[0] = AxisRange(minimum: 0, maximum: 4000, resolution: 40)
    device.axes[1] = AxisRange(minimum: 0, maximum: 2800, resolution: 40)
    device.axes[0x18] = AxisRange(minimum: 0, maximum: 255)
    return device
  }

  /// Every type, with requirements, steps and an edge.
  static let configuration: Configuration = {
    let loaded = Configuration.load(text: text, path: "fuzz.toml")
    guard let configuration = loaded.configuration, !loaded.hasProblems else {
      preconditionFailure(loaded.rendered(path: "fuzz.toml"))
    }
    return configuration
  }()

  private static let text = """
    [[gesture]]
    name = "tap"
    type = "tap"
    [[gesture]]
    name = "double"
    type = "tap"
    taps = 2
    [[gesture]]
    name = "two"
    type = "tap"
    fingers = 2
    [[gesture]]
    name = "press"
    type = "long-press"
    [[gesture]]
    name = "hold"
    type = "hold"
    fingers = 3
    [[gesture]]
    name = "drag"
    type = "tap-drag"
    [[gesture]]
    name = "pan"
    type = "pan"
    fingers = 2
    step = { every = "5mm", forward = { exec = ["true"] }, backward = { exec = ["true"] } }
    [[gesture]]
    name = "left"
    type = "swipe"
    fingers = 3
    direction = "left"
    [[gesture]]
    name = "any"
    type = "swipe"
    fingers = 4
    [[gesture]]
    name = "pinch"
    type = "pinch"
    fingers = "2.."
    [[gesture]]
    name = "turn"
    type = "rotation"
    [[gesture]]
    name = "both"
    type = "transform"
    simultaneous_with = ["pinch", "turn", "pan"]
    [[gesture]]
    name = "edge"
    type = "edge-pan"
    edges = "left"
    [[gesture]]
    name = "circle"
    type = "circle"
    fingers = 2
    [[gesture]]
    name = "stroke"
    type = "stroke"
    fingers = 1
    template = [[0, 0], [10, 10], [20, 0]]
    [[gesture]]
    name = "sequence"
    type = "sequence"
    steps = [{ type = "tap", fingers = 1 }, { type = "pan", fingers = 1 }]
    [[gesture]]
    name = "hover"
    type = "hover"
    """
}
