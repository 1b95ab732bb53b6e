import GestureConfig
import GestureCore
import Testing

private let pad = DeviceIdentity(
  name: "SynPS/2 Synaptics TouchPad", deviceClass: .touchpad, vendor: 0x06CB, product: 0x7E7E,
  paths: ["/dev/input/event7", "/dev/input/by-path/platform-i8042-serio-1-event-mouse"])
private let stage = Size(width: 100, height: 60)

private func load(_ text: String) throws -> Configuration {
  let loaded = Configuration.load(text: text, path: "good.toml")
  #expect(headings(loaded) == [])
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
  #expect(configuration.settings(for: pad).ignore == holds)
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
  expected.palmSize = 25
  expected.palmPressure = 100
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
  #expect(settings.palmSize == nil)
  #expect(settings.palmPressure == nil)
}

@Test(arguments: [
  ("\"touchpad\"", true), ("\"touchscreen\"", false), ("\"SynPS*\"", true), ("\"ELAN*\"", false),
  ("[\"touchscreen\", \"SynPS*\"]", true), ("[\"touchpad\", \"ELAN*\"]", true),
  ("[\"touchscreen\", \"ELAN*\"]", false),
])
func `a gesture applies to some devices`(_ device: String, _ applies: Bool) throws {
  let configuration = try load(
    "[[gesture]]\ntype = \"tap\"\n[[gesture]]\ntype = \"pan\"\nfingers = 2\ndevice = \(device)\n")
  let (definitions, gestures) = configuration.recognizers(for: pad, deviceClass: .touchpad, stage: stage)
  #expect(gestures == (applies ? [0, 1] : [0]))
  #expect(definitions.map(\.name) == (applies ? ["tap-1", "pan-1"] : ["tap-1"]))
}

@Test func `a class of devices can be off`() throws {
  let configuration = try load(
    "[settings]\ndevice_classes = [\"touchscreen\"]\n[[gesture]]\ntype = \"tap\"\n")
  #expect(configuration.recognizers(for: pad, deviceClass: .touchpad, stage: stage).definitions.isEmpty)
  #expect(configuration.recognizers(for: pad, deviceClass: .touchscreen, stage: stage).definitions.count == 1)
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
  let definitions = configuration.recognizers(for: pad, deviceClass: .touchpad, stage: stage).definitions
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
  let regions = configuration.recognizers(for: pad, deviceClass: .touchpad, stage: stage).definitions.map(
    \.region)
  #expect(
    regions == [
      Region(left: 50, right: 100, top: 0, bottom: 20), Region(left: 0, right: 100, top: 54, bottom: 60),
    ])
}

@Test(arguments: GestureType.allCases)
func `slop_scale multiplies every distance and nothing else`(_ type: GestureType) throws {
  var parameters = RecognizerParameters.preset(type, .touchscreen)
  if case .sequence(var sequence) = parameters {
    sequence.steps = [RecognizerDefinition("step 1", .preset(.pan, .touchscreen))]
    parameters = .sequence(sequence)
  }
  let scaled = parameters.scaled(by: 2)
  for key in type.parameterKeys {
    switch key.kind {
    case .length(let path, _): #expect(scaled[keyPath: path] == 2 * parameters[keyPath: path])
    case .lengthPair(let slow, let fast):
      #expect(scaled[keyPath: slow] == 2 * parameters[keyPath: slow])
      #expect(scaled[keyPath: fast] == 2 * parameters[keyPath: fast])
    case .spread(let absolute, _): #expect(scaled[keyPath: absolute] == 2 * parameters[keyPath: absolute])
    case .steps(let path): #expect(scaled[keyPath: path][0].parameters.pan.minDistance == 3.2)
    case .duration(let path, _): #expect(scaled[keyPath: path] == parameters[keyPath: path])
    case .speed(let path), .angle(let path, _), .ratio(let path, _):
      #expect(scaled[keyPath: path] == parameters[keyPath: path])
    case .anglePair(let slow, _, _): #expect(scaled[keyPath: slow] == parameters[keyPath: slow])
    case .count, .countOrAny, .countOrNone, .flag, .choice, .directions, .edges, .template: break
    }
  }
}

@Test func `slop_scale applies to the taps before a press`() {
  let press = RecognizerParameters.preset(.longPress, .touchscreen).scaled(by: 2).longPress
  #expect(press.tap.allowableMovement == 14)
  #expect(RecognizerParameters.preset(.tapDrag, .touchscreen).scaled(by: 2).tapDrag.tap.maxTapDistance == 20)
}
