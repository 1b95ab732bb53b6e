import GestureConfig
import GestureCore
import Testing

private let taps = "\n[[gesture]]\nname = \"tap\"\ntype = \"tap\"\n"

/// A finger touches the pad for 50 ms.
private func tap(_ pipeline: DevicePipeline, at x: Int32 = 500, _ y: Int32 = 300) {
  for (time, id) in [(0, Int32(1)), (50_000, -1)] {
    let events: [(UInt16, UInt16, Int32)] = [(3, 0x39, id), (3, 0x35, x), (3, 0x36, y), (0, 0, 0)]
    for (type, code, value) in events {
      pipeline.consume(InputEvent(time: Timestamp(time), type: type, code: code, value: value))
    }
  }
}

/// What a finger recognizes that touches the pad for 50 ms, by the configuration's index.
private func tapped(_ device: ConfiguredDevice, at x: Int32, _ y: Int32 = 300) -> [Int] {
  let pipeline = device.makePipeline()
  tap(pipeline, at: x, y)
  pipeline.advance(to: .never)
  return pipeline.arena.events.all.map { event in
    var event = event
    event.renumber(by: device.gestures)
    return event.gesture
  }
}

private func load(_ text: String) throws -> Configuration {
  let loaded = Configuration.load(text: text, path: "good.toml")
  #expect(!loaded.hasProblems, "\(headings(loaded))")
  return try #require(loaded.configuration)
}

@Test(arguments: [
  ("type = \"pan\"\nfingers = 2", false),
  ("type = \"edge-pan\"\nedges = [\"left\"]\nfingers = 2", true),
  ("type = \"edge-pan\"\nedges = [\"left\"]\nfingers = 2\nenabled = false", true),
  ("type = \"edge-pan\"\nedges = [\"bottom\"]\nfingers = 2", false),
  (
    "type = \"sequence\"\nsteps = [{ type = \"pan\", fingers = 2 }, { type = \"edge-pan\", edges = \"left\" }]",
    true
  ),
])
func `no strip where an edge pan watches, enabled or not, itself or as a step`(
  _ gesture: String, _ isOpen: Bool
) throws {
  let configuration = try load("[[gesture]]\nname = \"other\"\n\(gesture)\n\(taps)")
  #expect(tapped(configuration.onPad(), at: 500) == [1])
  #expect(tapped(configuration.onPad(), at: 10) == (isOpen ? [1] : []))
}

@Test(arguments: [
  ("device = \"touchscreen\"", FailureReason.otherClass, "for touchscreens; this is a touchpad"),
  ("device = \"No such pad\"", .otherDevice, "`device` is \"No such pad\"; this is \""),
])
func `a gesture that the device does not have says why, if it is for as many fingers`(
  _ keys: String, _ reason: FailureReason, _ text: String
) throws {
  func gesture(_ name: String, _ more: String) -> String {
    "[[gesture]]\nname = \"\(name)\"\ntype = \"tap\"\n\(more)\n"
  }
  let configuration = try load(
    gesture("one", keys) + gesture("two", keys + "\nfingers = 2") + gesture("own", ""))
  let device = configuration.onPad()
  let pipeline = device.makePipeline()
  pipeline.arena.reading.insert(.explanations)
  tap(pipeline, at: 500, 300)
  pipeline.advance(to: .never)
  var series = device.makeSeries()
  let events = pipeline.arena.events.all.map { event in
    var event = event
    _ = device.complete(&event, in: &series)
    return event
  }
  #expect(events.map(\.gesture) == [2, 0] && events[1].failure?.reason == reason)
  #expect(device.contextDifferences(in: [:])[0]?.hasPrefix(text) == true)
}

@Test func `an edge pan that is disabled by name keeps the edge open`() throws {
  let configuration = try load("[[gesture]]\nname = \"e\"\ntype = \"edge-pan\"\nedges = [\"left\"]\n\(taps)")
  let device = configuration.onPad(state: RunningState(enabled: ["e": false]))
  #expect(device.definitions.map(\.off) == [.paused, nil])
  #expect(tapped(device, at: 10) == [1])
}

@Test func `a contact that was down before a recording is no touch, and the next one in its slot is`() throws
{
  let device = try load(taps).onPad()
  var description = device.description
  description.down = [(3, 0x2f, 0), (3, 0x39, 7), (1, 0x14a, 1)].map {
    InputEvent(time: 0, type: $0, code: $1, value: $2)
  }
  let recorded = try #require(ConfiguredDevice(recorded: description, load(taps)))
  func events(_ id: Int32, at time: Timestamp) -> [InputEvent] {
    [(3, 0x39, id), (3, 0x35, 500), (3, 0x36, 300), (1, 0x14a, id < 0 ? 0 : 1), (0, 0, 0)].map {
      InputEvent(time: time, type: $0, code: $1, value: $2)
    }
  }
  func recognized(_ events: [InputEvent]) -> Int {
    let pipeline = recorded.makePipeline()
    for event in events { pipeline.consume(event) }
    pipeline.advance(to: .never)
    return pipeline.arena.events.all.count
  }
  let lift = events(-1, at: 50_000)
  #expect(recognized(lift) == 0)
  #expect(recognized(lift + events(8, at: 900_000) + events(-1, at: 950_000)) == 1)
}

@Test func `gestures are enabled and disabled by name over what the file says`() throws {
  let configuration = try load(taps + "enabled = false\n")
  #expect(tapped(configuration.onPad(), at: 500) == [])
  #expect(tapped(configuration.onPad(state: RunningState(enabled: ["tap": true])), at: 500) == [0])
}

@Test func `the context decides from the first touch on`() throws {
  let configuration = try load(taps + "when = { app = \"fire*\" }\n")
  #expect(tapped(configuration.onPad(), at: 500) == [])
  #expect(tapped(configuration.onPad(state: RunningState(context: ["app": "firefox"])), at: 500) == [0])
}

@Test(arguments: [
  ("", [true, false]), ("when = { locked = \"yes\" }", [false, true]),
  ("when = { locked = [\"yes\", \"no\"] }", [true, true]),
  ("when = { locked = { not = \"yes\" } }", [true, false]),
  ("when = { app = \"*\" }", [false, false]), ("when = { app = { not = \"x\" } }", [true, false]),
])
func `while the session is locked only gestures with a word for it are recognized`(
  _ when: String, _ isRecognized: [Bool]
) throws {
  let configuration = try load(taps + when + "\n")
  for (locked, expected) in zip([[:], ["locked": "yes"]], isRecognized) {
    let device = configuration.onPad(state: RunningState(context: locked))
    #expect(tapped(device, at: 500) == (expected ? [0] : []))
    #expect(device.isPermitted(0, in: locked) == expected)
    #expect((device.contextDifferences(in: locked)[0] == nil) == expected)
  }
}

@Test func `a touchscreen is turned by the file and by the context together, a touchpad by neither`() throws {
  let text = "[[device]]\nmatch = { name = \"*\" }\nrotation = 270\n\(taps)"
  for (turned, width) in [("0", true), ("90", false), ("180", true), ("270", false)] {
    let state = RunningState(context: ["rotation": turned])
    let description = DeviceDescription.smallPad
    let pad = try ConfiguredDevice(description, DeviceIdentity(description, .touchpad), load(text), state)
    let screen = try ConfiguredDevice(
      description, DeviceIdentity(description, .touchscreen), load(text), state)
    let isSame = screen.stage == pad.stage
    #expect(isSame == !width, "270 and \(turned)")
    #expect(screen.isMadeAnew(in: [:]) == (turned != "0"))
    #expect(screen.isMadeAnew(in: ["rotation": turned, "app": "x"]) == false)
    #expect(pad.isMadeAnew(in: ["rotation": "90"]) == false)
  }
}

/// recognizers.md §1.2: the picture of the touchscreen's own output.
@Test(arguments: [
  // The output that the file and udev name, the context, and the rotation.
  ("", "", ["rotation": "90", "rotation.DP-1": "180"], 90),
  ("output = \"DP-1\"", "", ["rotation": "90", "rotation.DP-1": "180"], 180),
  ("", "DP-1", ["rotation": "90", "rotation.DP-1": "180"], 180),
  ("output = \"eDP-1\"", "DP-1", ["rotation.eDP-1": "270", "rotation.DP-1": "180"], 270),
  ("output = \"DP-2\"", "", ["rotation": "90", "rotation.DP-1": "180"], 0),
  ("output = \"eDP-1\"", "", ["rotation": "90"], 90),
  ("output = \"DSI-1\"\nrotation = 270", "", ["rotation.DSI-1": "180"], 90),
])
func `a touchscreen follows the picture of its output`(
  keys: String, udev: String, context: [String: String], rotation: Int
) throws {
  let configuration = try load("[[device]]\nmatch = { kind = \"touchscreen\" }\n\(keys)\n\(taps)")
  var description = DeviceDescription.smallPad
  description.udev.note("WL_OUTPUT", udev)
  func device(_ deviceClass: DeviceClass) -> ConfiguredDevice {
    ConfiguredDevice(
      description, DeviceIdentity(description, deviceClass), configuration, RunningState(context: context))
  }
  let screen = device(.touchscreen)
  #expect(screen.rotation == rotation)
  #expect(device(.touchpad).picture.output == nil && device(.touchpad).rotation == 0)
  #expect(!screen.isMadeAnew(in: context))
  var turned = context
  turned["rotation.DP-1"] = "0"
  #expect(screen.isMadeAnew(in: turned) == (screen.picture.output == "DP-1"))
  #expect(screen.picture.isFollowed)
}

@Test func `an ignored device has no gestures`() throws {
  let configuration = try load("[[device]]\nmatch = { kind = \"touchpad\" }\nignore = true\n\(taps)")
  #expect(configuration.onPad().exclusion == .ignored)
  #expect(tapped(configuration.onPad(), at: 500) == [])
}

@Test func `a device has the class that udev gave it where its own facts give none`() throws {
  // Without BTN_TOOL_FINGER it is a touchscreen by its facts; a touchpad has strips.
  var description = DeviceDescription.smallPad
  description.keys = [0x14a]
  let configuration = try load(taps)
  let pad = ConfiguredDevice(description, DeviceIdentity(description, .touchpad), configuration)
  let screen = ConfiguredDevice(description, DeviceIdentity(description, .touchscreen), configuration)
  #expect(tapped(pad, at: 10) == [])
  #expect(tapped(screen, at: 10) == [0])
}

@Test func `the stage and the warnings are those of the input`() throws {
  var description = DeviceDescription.smallPad
  for code in description.axes.keys { description.axes[code]?.resolution = 0 }
  let text = "[[device]]\nmatch = { kind = \"touchscreen\" }\nrotation = 90\n"
  for (deviceClass, count) in [(DeviceClass.touchpad, 1), (.touchscreen, 1)] {
    let device = try ConfiguredDevice(description, DeviceIdentity(description, deviceClass), load(text))
    let input = device.makeInput()
    let (stage, warnings) = (input.stage, input.warnings)
    #expect(device.stage == stage)
    #expect(device.warnings == warnings && warnings.count == count)
  }
}

@Test(arguments: [
  (DeviceClass.touchscreen, "", true), (.touchscreen, "ignore = true\n", false), (.touchpad, "", false),
])
func `a click is placed on a touchscreen that is used`(
  _ deviceClass: DeviceClass, _ key: String, _ isPlaced: Bool
) throws {
  let configuration = try load("[[device]]\nmatch = { name = \"*\" }\n\(key)\(taps)")
  let device = ConfiguredDevice(
    .smallPad, DeviceIdentity(.smallPad, deviceClass), configuration)
  #expect((device.screenPointer != nil) == isPlaced)
}

@Test func `a button that is held when a recording begins is held`() throws {
  let text = "[[gesture]]\nname = \"pan\"\ntype = \"pan\"\nbutton_held = true\n"
  for (code, expected) in [(Int32(0x110), 1), (0x14a, 0)] {
    var description = DeviceDescription.smallPad
    description.keys.insert(0x110)
    description.down = [(UInt16(1), UInt16(code), Int32(1)), (3, 0x2f, 1)].map {
      InputEvent(time: 0, type: $0, code: $1, value: $2)
    }
    let pipeline = try #require(ConfiguredDevice(recorded: description, load(text))).makePipeline()
    for step in 0..<10 {
      let time = Timestamp(step) * 10_000
      for (type, code, value) in [
        (UInt16(3), UInt16(0x2f), Int32(0)), (3, 0x39, 7), (3, 0x35, 300 + 20 * Int32(step)), (3, 0x36, 300),
        (0, 0, 0),
      ] {
        pipeline.consume(InputEvent(time: time, type: type, code: code, value: value))
      }
    }
    #expect(pipeline.arena.events.all.filter { $0.state == .began }.count == expected)
  }
}

@Test(arguments: [([:], true), (["app": "x"], false)])
func `a requirement holds while its context does`(_ context: [String: String], _ isImmediate: Bool) throws {
  let text = """
    [[gesture]]
    name = "tap"
    type = "tap"
    require_failure_of = [{ name = "double", when = { app = "x" } }]
    [[gesture]]
    name = "double"
    type = "tap"
    taps = 2
    """
  let configuration = try load(text)
  let initial = configuration.onPad(state: RunningState(context: context))
  let later = configuration.onPad()
  for (device, isApplied) in [(initial, false), (later, true)] {
    let pipeline = device.makePipeline()
    if isApplied { device.apply(context, to: pipeline) }
    tap(pipeline)
    #expect(pipeline.arena.events.count == (isImmediate ? 1 : 0))
  }
}

@Test(arguments: [("consume = \"grab\"", true), ("consume = \"plugin\"", false), ("", false)])
func `a device is grabbed where the file says so, and where it hides touches`(
  _ line: String, _ isGrabbed: Bool
) throws {
  let claim = "[[device]]\nmatch = { kind = \"touchpad\" }\nclaim = \"3..\"\n"
  let device = try load("[settings]\n\(line)\n\(claim)\(taps)").onPad()
  #expect((device.grab != nil) == isGrabbed && device.takesTouches)
  let free = try load("[settings]\n\(line)\n\(taps)").onPad()
  #expect(free.grab == nil && !free.takesTouches)
}

@Test func `a gesture is switched by its index in the file`() throws {
  let text = "[[gesture]]\nname = \"s\"\ntype = \"swipe\"\ndevice = \"touchscreen\"\n\(taps)"
  let device = try load(text).onPad()
  #expect(device.gestures == [1])
  for (switched, expected) in [(nil, 1), (0, 1), (1, 0)] as [(Int?, Int)] {
    let pipeline = device.makePipeline()
    if let switched { device.setEnabled(switched, false, at: 0, in: pipeline) }
    tap(pipeline)
    #expect(pipeline.arena.events.count == expected)
  }
}

@Test func `an event has the indices of the file`() throws {
  let text = "[[gesture]]\nname = \"s\"\ntype = \"swipe\"\ndevice = \"touchscreen\"\n\(taps)"
  let device = try load(text).onPad()
  var event = GestureEvent()
  event.failure = Failure(.prevented, by: 0)
  var series = device.makeSeries()
  _ = device.complete(&event, in: &series)
  #expect(event.gesture == 1 && event.failure?.by == 1)
}

@Test func `the reason says what the context is, and what a gesture needs`() throws {
  let device = try load(taps + "when = { app = \"fire*\" }\n").onPad()
  #expect(device.contextDifferences(in: [:])[0] == "`app` is not set; `when` needs \"fire*\"")
  #expect(device.contextDifferences(in: ["app": "mpv"])[0] == "`app` is \"mpv\"; `when` needs \"fire*\"")
  let locked = device.contextDifferences(in: ["app": "firefox", "locked": "yes"])[0]
  #expect(locked?.hasPrefix("the session is locked") == true, "\(locked ?? "")")
}

@Test(arguments: [("1", 1.6), ("2", 3.2), ("0.5", 0.8)]) func `lengths are scaled for a device`(
  _ scale: String, _ mm: Double
) throws {
  let text =
    "[[device]]\nmatch = { kind = \"touchpad\" }\nslop_scale = \(scale)\n[[gesture]]\ntype = \"edge-pan\"\nedges = \"left\"\n"
  let definition = try #require(try load(text).onPad().definitions.first)
  let length = try #require(definition.lengths.first { $0.key == "min_distance" }?.mm.first)
  #expect(abs(length - mm) < 1e-9)
}
