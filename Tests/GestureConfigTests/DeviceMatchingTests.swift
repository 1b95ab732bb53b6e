import GestureConfig
import GestureCore
import Testing

private let pad = DeviceIdentity(
  name: "SynPS/2 Synaptics TouchPad", deviceClass: .touchpad, vendor: 0x06CB, product: 0x7E7E,
  paths: ["/dev/input/event7", "/dev/input/by-path/platform-i8042-serio-1-event-mouse"])

extension Configuration {
  /// On a touchpad of 100 × 60 mm.
  func onPad(_ identity: DeviceIdentity = pad, state: RunningState = RunningState()) -> ConfiguredDevice {
    ConfiguredDevice(.smallPad, identity, self, state)
  }
}

extension DeviceDescription {
  /// 100 × 60 mm, ten units a mm, two slots.
  static let smallPad: DeviceDescription = {
    let (x, y) = (
      AxisRange(minimum: 0, maximum: 1000, resolution: 10),
      AxisRange(minimum: 0, maximum: 600, resolution: 10)
    )
    let slots = AxisRange(minimum: 0, maximum: 1)
    let ids = AxisRange(minimum: 0, maximum: 65535)
    return DeviceDescription(
      name: pad.name, vendor: pad.vendor, product: pad.product, keys: [0x145, 0x14a],
      axes: [0x00: x, 0x01: y, 0x2f: slots, 0x35: x, 0x36: y, 0x39: ids])
  }()
}

private func load(_ text: String) throws -> Configuration {
  let loaded = Configuration.load(text: text, path: "good.toml")
  #expect(headingsOfPart(loaded) == [])
  return try #require(loaded.configuration)
}

@Test(arguments: [
  ("name = \"SynPS/2*\"", true), ("name = \"synps*\"", false), ("name = \"*TouchPad\"", true),
  ("kind = \"touchpad\"", true), ("kind = \"touchscreen\"", false), ("vendor = \"0x06cb\"", true),
  ("vendor = \"06CB\"", true), ("vendor = 0x06cb", true), ("vendor = \"0x06cc\"", false),
  ("product = \"7e7e\"", true), ("path = \"/dev/input/by-path/*\"", true),
  ("path = \"/dev/input/event8\"", false),
  ("name = \"SynPS/2*\", vendor = \"0x0001\"", false),
])
func `a device is matched by all of its selectors`(_ selectors: String, _ holds: Bool) throws {
  let configuration = try load("[[device]]\nmatch = { \(selectors) }\nignore = true\n")
  #expect((configuration.settings(for: pad).ignore ?? false) == holds)
}

@Test func `only the first table that matches is used`() throws {
  let configuration = try load(
    """
    [[device]]
    match = { kind = "touchscreen" }
    rotation = 270
    [[device]]
    match = { kind = "touchpad" }
    slop_scale = 1.5
    [[device]]
    match = { name = "*" }
    thumb = false
    """)
  #expect(configuration.settings(for: pad).slopScale == 1.5)
  #expect(configuration.settings(for: pad).thumb)
}

@Test func `every setting of a device`() throws {
  let configuration = try load(
    """
    [[device]]
    match = { name = "*" }
    size = ["102mm", "6.8cm"]
    rotation = 90
    palm_size = "25mm"
    palm_pressure = 100
    palm_edge = false
    thumb = false
    hysteresis = "0.5mm"
    grab = false
    """)
  var expected = DeviceSettings()
  expected.size = Size(width: 102, height: 68)
  expected.rotation = 90
  expected.palmSize = .above(25)
  expected.palmPressure = .above(100)
  expected.palmEdge = false
  expected.thumb = false
  expected.hysteresis = .radius(0.5)
  #expect(configuration.settings(for: pad) == expected)
}

@Test(arguments: [("\"auto\"", DeviceSettings.Hysteresis.automatic), ("\"off\"", .off), ("0", .radius(0))])
func `hysteresis`(_ value: String, _ expected: DeviceSettings.Hysteresis) throws {
  let configuration = try load("[[device]]\nmatch = { name = \"*\" }\nhysteresis = \(value)\n")
  #expect(configuration.settings(for: pad).hysteresis == expected)
}

@Test func `palm detection can be left to the device`() throws {
  let text = "[[device]]\nmatch = { name = \"*\" }\npalm_size = \"off\"\npalm_pressure = \"off\"\n"
  let settings = try load(text).settings(for: pad)
  #expect(settings.palmSize == .never)
  #expect(settings.palmPressure == .never)
}

@Test(arguments: [
  ("\"touchpad\"", true), ("\"touchscreen\"", false), ("\"SynPS*\"", true), ("\"ELAN*\"", false),
  ("[\"touchscreen\", \"SynPS*\"]", true), ("[\"touchpad\", \"ELAN*\"]", true),
  ("[\"touchscreen\", \"ELAN*\"]", false),
])
func `a gesture applies to some devices`(_ device: String, _ applies: Bool) throws {
  let configuration = try load(
    "[[gesture]]\ntype = \"tap\"\n[[gesture]]\ntype = \"pan\"\nfingers = 2\ndevice = \(device)\n")
  let device = configuration.onPad()
  #expect(device.gestures == (applies ? [0, 1] : [0]))
  #expect(device.definitions.map(\.name) == (applies ? ["tap-1", "pan-1"] : ["tap-1"]))
}

@Test func `a class of devices can be off`() throws {
  let configuration = try load(
    "[settings]\ndevice_classes = [\"touchscreen\"]\n[[gesture]]\ntype = \"tap\"\n")
  #expect(configuration.onPad().exclusion == .unlisted)
  #expect(configuration.onPad().definitions.isEmpty)
  var screen = pad
  screen.deviceClass = .touchscreen
  #expect(configuration.onPad(screen).exclusion == nil)
  #expect(configuration.onPad(screen).definitions.count == 1)
}

@Test func `no gesture waits for one that is not for this device`() throws {
  let configuration = try load(
    """
    [[gesture]]
    name = "a"
    type = "circle"
    device = "touchscreen"
    [[gesture]]
    name = "b"
    type = "tap"
    simultaneous_with = "a"
    """)
  let definitions = configuration.onPad().definitions
  #expect(definitions.map(\.simultaneousWith) == [[]])
}

@Test func `zones become millimetres of the stage`() throws {
  let configuration = try load(
    """
    [zone.corner]
    x = ["50%", "100%"]
    y = ["0mm", "20mm"]
    [zone.strip]
    y = ["90%", "100%"]
    [[gesture]]
    type = "tap"
    zone = "corner"
    [[gesture]]
    type = "pan"
    zone = "strip"
    """)
  let regions = configuration.onPad().definitions.map(
    \.region)
  #expect(
    regions == [
      Region(left: 50, right: 100, top: 0, bottom: 20), Region(left: 0, right: 100, top: 54, bottom: 60),
    ])
}

@Test func `slop_scale applies to the taps before a press`() {
  let press = AnyParameters(LongPressParameters(.touchscreen)).scaled(by: 2).as(LongPressParameters.self)
  #expect(press?.tap.allowableMovement == 14)
  let drag = AnyParameters(TapDragParameters(.touchscreen)).scaled(by: 2).as(TapDragParameters.self)
  #expect(drag?.tap.maxTapDistance == 20)
}

@Test func `a name of a [[device]] stands for the device in gestures`() throws {
  let text = """
    [[device]]
    match = { path = "/dev/input/by-path/a" }
    name = "left"
    [[gesture]]
    type = "tap"
    device = "left"
    [[gesture]]
    type = "swipe"
    device = "le*"
    [[gesture]]
    type = "pan"
    device = "/dev/input/by-path/b"
    """
  let configuration = try #require(Configuration.load(text: text, path: "a").configuration)
  func types(_ path: String) -> [GestureType] {
    let identity = DeviceIdentity(name: "Panel", deviceClass: .touchscreen, paths: [path])
    return ConfiguredDevice(DeviceDescription(name: "Panel"), identity, configuration).definitions.map(\.type)
  }
  #expect(types("/dev/input/by-path/a") == [.tap, .swipe])
  #expect(types("/dev/input/by-path/b") == [.pan])
}

/// Each differs from the device that is there in one thing that its gestures depend on.
@Test(arguments: ["nothing", "class", "size", "settings", "state", "name"])
func `a device beside another has the gestures that it has alone`(_ difference: String) throws {
  let text = """
    [[device]]
    match = { name = "scaled" }
    slop_scale = 2
    [zone.left]
    x = ["0mm", "50%"]
    [[gesture]]
    type = "edge-pan"
    edges = "left"
    [[gesture]]
    name = "tap"
    type = "tap"
    zone = "left"
    [[gesture]]
    type = "swipe"
    device = "touchscreen"

    """
  let named = "[[gesture]]\ntype = \"swipe\"\ndevice = \"other\"\n"
  let configuration = try load(text + (difference == "name" ? named : ""))
  var (identity, description, state) = (pad, DeviceDescription.smallPad, RunningState())
  switch difference {
  case "class": identity.deviceClass = .touchscreen
  case "size": for axis: UInt16 in [0x00, 0x35] { description.axes[axis]?.maximum = 2000 }
  case "settings": identity.name = "scaled"
  case "state": state.enabled["tap"] = false
  case "name": identity.name = "other"
  default: break
  }
  func gestures(_ device: ConfiguredDevice) -> [String] {
    device.definitions.map { "\($0) \($0.lengths)" }
      + device.absences.map { $0.text } + ["\(device.gestures)"]
  }
  let first = configuration.onPad()
  let alone = ConfiguredDevice(description, identity, configuration, state)
  let beside = ConfiguredDevice(description, identity, configuration, state, beside: first)
  #expect(gestures(beside) == gestures(alone))
  #expect((gestures(alone) == gestures(first)) == (difference == "nothing"))
}
