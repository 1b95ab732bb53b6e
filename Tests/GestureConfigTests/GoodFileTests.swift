import GestureCore
import Testing

@testable import GestureConfig

private func load(_ text: String) throws -> Configuration {
  let loaded = Configuration.load(text: text, path: "good.toml")
  #expect(loaded.diagnostics.filter { $0.severity == .problem } == [])
  return try #require(loaded.configuration)
}

/// One gesture's parameters on a touchscreen.
private func parameters<P: RecognizerParameters>(_: P.Type, _ lines: String) throws -> P {
  let configuration = try load("[[gesture]]\ntype = \"\(P.type.rawValue)\"\n\(lines)\n")
  return try #require(configuration.gestures.first?.definitions[.touchscreen]?.parameters.as(P.self))
}

@Test func `an empty file is a configuration without gestures`() throws {
  let configuration = try load("")
  #expect(configuration.gestures.isEmpty)
  #expect(configuration.implicitRequirements)
  #expect(configuration.deviceClasses == [.touchpad, .touchscreen])
}

@Test func `a file without a gesture is said to do nothing, and one with a problem says that instead`() {
  for text in ["", "[settings]\nimplicit_requirements = true\n"] {
    let loaded = Configuration.load(text: text, path: "some.toml")
    #expect(headings(loaded) == ["warning: the configuration has no gestures"])
  }
  #expect(headings(Configuration.load(text: "[setings]\n", path: "some.toml")).count == 1)
}

@Test func `what is skipped is said with its lines`() {
  let good = "[[gesture]]\ntype = \"tap\"\n"
  let bad = "[[gesture]]\ntype = \"tip\"\n"
  #expect(Configuration.load(text: good, path: "some.toml").skipped == nil)
  #expect(
    Configuration.load(text: good + bad, path: "some.toml").skipped == "1 gesture skipped (line 3), 1 active")
  #expect(
    Configuration.load(text: bad + good + bad, path: "some.toml").skipped
      == "2 gestures skipped (lines 1 and 5), 1 active")
}

@Test func `comments change nothing, in any place and with any line ending`() throws {
  let configuration = try load(
    "# über\n\t# one\r\n[settings]  # of mine\ndevice_classes = [\n  # the only one\n  \"touchscreen\"\n]\n# last"
  )
  #expect(configuration.deviceClasses == [.touchscreen])
}

@Test func `a line within a string is not a comment`() throws {
  let text = "[[gesture]]\ntype = \"tap\"\nrun = \"\"\"\n# one\ntwo\"\"\"\n"
  let action = try #require(load(text).gestures.first?.actions)
  #expect("\(action)".contains("# one"))
}

@Test func `settings`() throws {
  let configuration = try load(
    "[settings]\nimplicit_requirements = false\ndevice_classes = [\"touchscreen\"]\n")
  #expect(!configuration.implicitRequirements)
  #expect(configuration.deviceClasses == [.touchscreen])
}

@Test func `keys that are not set have the defaults of the device class`() throws {
  let tap = try load("[[gesture]]\ntype = \"tap\"\nmax_interval = \"0.5s\"\n").gestures[0]
  #expect(tap.definitions[.touchscreen]?.parameters.as(TapParameters.self)?.allowableMovement == 7)
  #expect(tap.definitions[.touchpad]?.parameters.as(TapParameters.self)?.allowableMovement == 2)
  #expect(tap.definitions[.touchscreen]?.parameters.as(TapParameters.self)?.maxInterval == 500_000)
  #expect(tap.definitions[.touchpad]?.parameters.as(TapParameters.self)?.maxInterval == 500_000)
}

@Test(
  arguments: [
    ("tap", "", 1...1), ("pan", "", 1...Int.max), ("pinch", "", 2...2), ("tap", "3", 3...3),
    ("pan", "\"2..4\"", 2...4),
    ("pan", "\"2..\"", 2...Int.max), ("pinch", "\"2..\"", 2...5), ("rotation", "\"3..5\"", 3...5),
    ("swipe", "10", 10...10),
  ] as [(String, String, ClosedRange<Int>)])
func `fingers`(_ type: String, _ fingers: String, _ range: ClosedRange<Int>) throws {
  let line = fingers.isEmpty ? "" : "fingers = \(fingers)\n"
  let gesture = try load("[[gesture]]\ntype = \"\(type)\"\n\(line)").gestures[0]
  #expect(gesture.definitions[.touchpad]?.fingers == range)
}

@Test func `the keys of a tap`() throws {
  let tap = try parameters(
    TapParameters.self,
    """
    taps = 2
    allowable_movement = "0.5cm"
    max_duration = "none"
    max_tap_distance = "none"
    max_separation = "60mm"
    land_window = "100ms"
    lift_window = "0.2s"
    min_interval = "40ms"
    """
  )
  #expect(tap.taps == 2)
  #expect(tap.allowableMovement == 5)
  #expect(tap.maxDuration == .never)
  #expect(tap.maxTapDistance == .infinity)
  #expect(tap.maxSeparation == 60)
  #expect([tap.landWindow, tap.liftWindow, tap.minInterval] == [100_000, 200_000, 40_000])
}

@Test func `any number of taps`() throws {
  let tap = try parameters(TapParameters.self, "taps = \"any\"\nmax_taps = 3")
  #expect(tap.taps == nil)
  #expect(tap.maxTaps == 3)
  #expect(try parameters(TapParameters.self, "taps = \"any\"\nmax_taps = \"none\"").maxTaps == .max)
}

@Test func `one landing window for the press and the taps before it`() throws {
  let press = try parameters(LongPressParameters.self, "taps = 1\nland_window = \"0.1s\"\nmin_duration = 0")
  #expect(press.taps == 1)
  #expect(press.minDuration == 0)
  #expect([press.landWindow, press.tap.landWindow] == [100_000, 100_000])
}

@Test func `one value for slow and fast, or two`() throws {
  let swipe = try parameters(SwipeParameters.self, "min_distance = \"10mm\"\nangle = [\"10deg\", \"30deg\"]")
  #expect([swipe.minDistanceSlow, swipe.minDistanceFast] == [10, 10])
  #expect(abs(swipe.angleSlow - 10 * .pi / 180) < 1e-12)
  #expect(abs(swipe.angleFast - 30 * .pi / 180) < 1e-12)
}

@Test func `directions, edges and words`() throws {
  #expect(try parameters(SwipeParameters.self, "direction = [\"left\", \"up\"]").directions == [.left, .up])
  #expect(try parameters(PanParameters.self, "direction = \"down\"\naxis = \"vertical\"").directions == .down)
  #expect(try parameters(EdgePanParameters.self, "edges = [\"top\", \"right\"]").edges == [.top, .right])
  #expect(
    try parameters(PinchParameters.self, "direction = \"in\"\nrelease = \"all\"\nstart = \"start\"").direction
      == .in
  )
  #expect(
    try parameters(CircleParameters.self, "direction = \"counterclockwise\"").direction == .counterclockwise)
  #expect(try parameters(SwipeParameters.self, "fire_on = \"release\"").fireOn == .release)
}

@Test(
  arguments: [
    ("\"200g\"", ForceStages(.grams, 200)), ("\"2 N\"", ForceStages(.grams, 203.94)),
    ("[\"200g\"]", ForceStages(.grams, 200)), ("[\"2N\", \"500g\"]", ForceStages(.grams, 203.94, 500)),
    ("\"60%\"", ForceStages(.share, 0.6)), ("[\"40%\", \"80%\"]", ForceStages(.share, 0.4, 0.8)),
  ] as [(String, ForceStages)])
func `a force is in grams or newtons, or a part of the range`(_ text: String, _ force: ForceStages) throws {
  #expect(try parameters(ForcePressParameters.self, "force = \(text)").force == force)
}

@Test func `a spread is a length or a relative change`() throws {
  let relative = try parameters(PinchParameters.self, "min_spread = \"10%\"")
  #expect(relative.minRelativeSpread == 0.1)
  let absolute = try parameters(PinchParameters.self, "min_spread = \"2mm\"")
  #expect(absolute.minRelativeSpread == nil)
  #expect(absolute.minSpread == 2)
}

@Test func `a stroke has its template`() throws {
  let stroke = try parameters(
    StrokeParameters.self, "template = [[0, 0], [20, 0.5]]\nmin_score = 0.9\nrotation_invariant = false"
  )
  #expect(stroke.templates == [[Point(0, 0), Point(20, 0.5)]])
  #expect(stroke.minScore == 0.9)
  #expect(!stroke.rotationInvariant)
}

@Test func `steps begin in their zones, those of an inner sequence in both`() throws {
  let configuration = try load(
    """
    [zone.left]
    x = ["0%", "50%"]
    [zone.top]
    y = ["0mm", "20mm"]
    [zone.middle]
    x = ["25%", "75%"]
    [[gesture]]
    type = "sequence"
    zone = "middle"
    steps = [
      { type = "tap", zone = "left" },
      { type = "sequence", zone = "top", steps = [{ type = "tap", zone = "left" }, { type = "pan" }] },
      { type = "pan" },
    ]
    """)
  let definition = try #require(configuration.onPad().definitions.first)
  #expect(definition.region == Region(left: 25, right: 75, top: 0, bottom: 60))
  #expect(
    definition.parameters.steps.map(\.region) == [
      Region(left: 0, right: 50, top: 0, bottom: 60), Region(left: 0, right: 50, top: 0, bottom: 20),
      Region(left: 0, right: 100, top: 0, bottom: 20), nil,
    ])
}

@Test func `a sequence is flattened and has the fingers of its steps`() throws {
  let gesture = try load(
    """
    [[gesture]]
    type = "sequence"
    max_gap = "0.5s"
    steps = [
      { type = "tap", fingers = 3 },
      { type = "sequence", steps = [{ type = "long-press" }, { type = "pan", fingers = "1..2" }] },
    ]
    ended = { run = "true" }
    """
  ).gestures[0]
  let definition = try #require(gesture.definitions[.touchpad])
  #expect(definition.parameters.steps.map(\.parameters.type) == [.tap, .longPress, .pan])
  #expect(definition.parameters.steps[0].parameters.as(TapParameters.self)?.allowableMovement == 2)
  #expect(definition.parameters.as(SequenceParameters.self)?.maxGap == 500_000)
  #expect(definition.fingers == 1...3)
  #expect(gesture.actions.ended?.actions == [.run("true")])
}

@Test func `default names`() throws {
  let configuration = try load(
    """
    [[gesture]]
    type = "swipe"
    [[gesture]]
    type = "swipe"
    name = "swipe-2"
    fingers = 2
    [[gesture]]
    type = "swipe"
    fingers = 3
    [[gesture]]
    type = "long-press"
    """)
  #expect(configuration.gestures.map(\.name) == ["swipe-1", "swipe-2", "swipe-3", "long-press-1"])
  #expect(
    configuration.gestures.map { $0.definitions[.touchpad]?.name } == configuration.gestures.map(\.name))
  #expect(configuration.gestures.map(\.line) == [1, 3, 7, 10])
}

@Test func `the keys of every gesture`() throws {
  let gesture = try load(
    """
    [[gesture]]
    type = "tap"
    priority = 3
    enabled = false
    immediate = true
    cancels_touches = false
    delays_touches = false
    when = { app = "fire*", title = ["a", "b"], mode = { not = "game" } }
    """
  ).gestures[0]
  let definition = try #require(gesture.definitions[.touchscreen])
  #expect(definition.priority == 3)
  #expect(!definition.enabled)
  #expect(definition.immediate)
  #expect(
    gesture.when == [
      WhenCondition(key: "app", values: ["fire*"]), WhenCondition(key: "title", values: ["a", "b"]),
      WhenCondition(key: "mode", values: ["game"], isNegated: true),
    ])
}

@Test func `conditions on measures`() throws {
  let configuration = try load(
    """
    [zone.left]
    x = ["0%", "50%"]
    [[gesture]]
    type = "swipe"
    fingers = 3
    where = { speed = ">= 20cm/s", duration = [">50ms", "<0.3s"], distance = "> 3cm", ends_in = "left", fingers = 3 }
    [[gesture]]
    type = "pan"
    where = { fingers = "2..3" }
    require_failure_of = ["swipe-1", { name = "double", where = { distance = "<= 2mm" } }]
    [[gesture]]
    type = "tap"
    name = "double"
    taps = 2
    """)
  let swipe = configuration.gestures[0].conditions
  #expect(
    swipe.map(\.condition) == [
      MeasureCondition(.speed, .atLeast, 200), MeasureCondition(.duration, .more, 0.05),
      MeasureCondition(.duration, .less, 0.3), MeasureCondition(.distance, .more, 30),
      MeasureCondition(.endsIn, in: []), MeasureCondition(.fingers, .equal, 3),
    ])
  #expect(swipe[4].zones.map(\.name) == ["left"])
  let pan = configuration.gestures[1]
  #expect(
    pan.conditions.map(\.condition) == [
      MeasureCondition(.fingers, .atLeast, 2), MeasureCondition(.fingers, .atMost, 3),
    ])
  #expect(
    pan.relations == [
      RelationBinding(
        kind: .waitsFor, other: "double",
        conditions: [WhereCondition(MeasureCondition(.distance, .atMost, 2))])
    ])
  #expect(pan.definitions[.touchscreen]?.requireFailureOf == ["swipe-1", "double"])
}

@Test func `conditions on a device have zones in mm and lengths by its factor`() throws {
  let configuration = try load(
    """
    [zone.left]
    x = ["0%", "50%"]
    [[gesture]]
    type = "swipe"
    where = { speed = ">= 200mm/s", distance = "> 30mm", ends_in = "left" }
    """)
  let (definitions, _) = configuration.gestures.recognizers(
    of: .touchscreen, on: Size(width: 80, height: 60), zones: configuration.zones, slopScale: 2
  ) { _, _ in true }
  let conditions = definitions[0].conditions
  #expect(conditions.map(\.limit) == [200, 60, 0])
  #expect(conditions[2].regions == [Region(left: 0, right: 40, top: 0, bottom: 60)])
}

@Test func `conditions on signed measures, on words, and of steps`() throws {
  let configuration = try load(
    """
    [zone.left]
    x = ["0%", "50%"]
    [[gesture]]
    type = "transform"
    where = { dx = "<= -1cm", scale = "> 1.2", rotation = "> -20deg", rotation_velocity = "< 2rad/s" }
    [[gesture]]
    type = "sequence"
    steps = [{ type = "tap", where = { taps = 1 } }, { type = "swipe", where = { direction = ["right", "up"], starts_in = "left" } }]
    """)
  let transform = configuration.gestures[0].conditions.map(\.condition)
  #expect(transform.map(\.limit) == [-10, 1.2, -20 * Double.pi / 180, 2])
  let (definitions, _) = configuration.gestures.recognizers(
    of: .touchscreen, on: Size(width: 80, height: 60), zones: []
  ) { _, _ in true }
  let steps = definitions[1].parameters.steps
  #expect(steps[0].conditions == [MeasureCondition(.taps, .equal, 1)])
  #expect(
    steps[1].conditions == [
      MeasureCondition(.direction, words: 0b110),
      MeasureCondition(.startsIn, in: [Region(left: 0, right: 40, top: 0, bottom: 60)]),
    ])
}

@Test func `relations with conditions, and those that are stated without any`() throws {
  let configuration = try load(
    """
    [[gesture]]
    type = "tap"
    name = "a"
    require_failure_of = [{ name = "b", when = { app = "x" } }, { name = "c", where = { fingers = 1 } }]
    required_to_fail_by = [{ name = "d", where = { duration = "< 1s" }, when = { app = "y" } }]
    simultaneous_with = [{ name = "b", when = { app = "z" } }, { name = "d", when = { app = "z" } }]
    [[gesture]]
    type = "tap"
    name = "b"
    taps = 2
    [[gesture]]
    type = "tap"
    name = "c"
    taps = 3
    [[gesture]]
    type = "tap"
    name = "d"
    fingers = 2
    [[arrangement]]
    exclusive = ["c", "a"]
    [[arrangement]]
    simultaneous = ["b", "a"]
    """)
  let a = configuration.gestures[0]
  #expect(a.relations.map(\.kind) == [.waitsFor, .isWaitedForBy, .simultaneous])
  #expect(a.relations.map(\.other) == ["b", "d", "d"])
  #expect(a.definitions[.touchpad]?.requireFailureOf == ["b", "c"])
  #expect(configuration.gestures[3].definitions[.touchpad]?.requireFailureOf == ["a"])
  #expect(configuration.gestures[3].definitions[.touchpad]?.simultaneousWith == [])
}

@Test func `masks of zones hide their touches from gestures and steps`() throws {
  let configuration = try load(
    """
    [zone.left]
    x = ["0%", "50%"]
    gestures = "own"
    [zone.dead]
    x = ["90%", "100%"]
    gestures = "none"
    [[gesture]]
    type = "tap"
    [[gesture]]
    type = "tap"
    zone = "left"
    fingers = 2
    [[gesture]]
    type = "sequence"
    zone = "left"
    steps = [{ type = "tap" }, { type = "swipe", zone = "dead" }]
    """)
  let (definitions, _) = configuration.gestures.recognizers(
    of: .touchscreen, on: Size(width: 80, height: 60), zones: configuration.zones
  ) { _, _ in true }
  let left = Region(left: 0, right: 40, top: 0, bottom: 60)
  let dead = Region(left: 72, right: 80, top: 0, bottom: 60)
  #expect(definitions.map({ $0.masked.map(\.region) }) == [[left, dead], [dead], []])
  #expect(definitions[2].parameters.steps.map({ $0.masked.map(\.region) }) == [[dead], [dead]])
  #expect(!definitions[0].overlaps(definitions[1]))
}

// MARK: Actions

@Test func `every kind of action in one table`() throws {
  let actions = try load(
    """
    [[gesture]]
    type = "tap"
    run = "echo a"
    exec = ["printf", ""]
    keys = ["super+left", "KEY_A", "x + ctrl"]
    notify = "hello"
    pipe = "cat"
    timeout = "none"
    max_running = 2
    """
  ).gestures[0].actions
  let direct = try #require(actions.direct)
  #expect(
    direct.actions == [
      .run("echo a"), .exec(["printf", ""]), .keys([[125, 105], [30], [29, 45]]),
      .notify(.subscribers("hello")), .pipe("cat"),
    ])
  #expect(direct.timeout == nil)
  #expect(direct.maxRunning == 2)
}

@Test func `actions by state, with the limits of the gesture`() throws {
  let actions = try load(
    """
    [[gesture]]
    type = "pan"
    timeout = "3s"
    max_running = 1
    began = { run = "a" }
    changed = { run = "b", timeout = "1s" }
    ended = { notify = { socket = "/run/x", message = "m" } }
    cancelled = { exec = ["c"] }
    """
  ).gestures[0].actions
  #expect(actions.direct == nil)
  #expect(actions.began?.actions == [.run("a")])
  #expect(actions.began?.timeout == 3_000_000)
  #expect(actions.began?.maxRunning == 1)
  #expect(actions.changed?.timeout == 1_000_000)
  #expect(actions.ended?.actions == [.notify(.socket(path: "/run/x", message: "m"))])
  #expect(actions.cancelled?.actions == [.exec(["c"])])
}

@Test(arguments: [
  ("pan", "\"5mm\"", StepAction.Measure.distance(5)), ("edge-pan", "\"1cm\"", .distance(10)),
  ("tap-drag", "\"2mm\"", .distance(2)), ("pan", "\"2%\"", .share(0.02)), ("pinch", "1.1", .ratio(1.1)),
  ("rotation", "\"180deg\"", .angle(.pi)),
])
func `steps of movement`(_ type: String, _ every: String, _ measure: StepAction.Measure) throws {
  let text = "[[gesture]]\ntype = \"\(type)\"\nstep = { every = \(every), forward = { run = \"a\" } }\n"
  let step = try #require(try load(text).gestures[0].actions.step)
  #expect(step.every == measure)
  #expect(step.forward?.actions == [.run("a")])
  #expect(step.backward == nil)
}

// MARK: Arrangements

@Test func `each later one of an exclusive arrangement waits for the earlier ones`() throws {
  let configuration = try load(
    """
    [[gesture]]
    name = "a"
    type = "tap"
    [[gesture]]
    name = "b"
    type = "tap"
    fingers = 2
    [[gesture]]
    name = "c"
    type = "tap"
    fingers = 3
    required_to_fail_by = "a"
    [[arrangement]]
    exclusive = ["c", "b"]
    [[arrangement]]
    simultaneous = ["a", "b"]
    """)
  let definitions = configuration.gestures.compactMap { $0.definitions[.touchpad] }
  #expect(definitions.map(\.requireFailureOf) == [["c"], ["c"], []])
  #expect(definitions.map(\.simultaneousWith) == [[], ["a"], []])
}
