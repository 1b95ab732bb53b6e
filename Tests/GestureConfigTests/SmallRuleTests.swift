import Foundation
import GestureConfig
import GestureCore
import Testing

/// Rules of single keys that no larger test has.
@Suite struct SmallRuleTests {
  private func messages(_ text: String) -> [String] {
    Configuration.load(text: text, path: "a").diagnostics.filter { $0.severity == .problem }.map(\.message)
  }

  @Test func `a name may have spaces, and no control character`() throws {
    let named = "[[gesture]]\ntype = \"tap\"\nname = "
    #expect(messages(named + "\"two words\"") == [])
    for code in ["\\u001f", "\\u007f"] { #expect(messages(named + "\"a\(code)\"").count == 1, "\(code)") }
  }

  /// A text with `VALUE`, the values that it may have, and some that are refused.
  @Test(arguments: [
    // Only the program of an exec may not be empty.
    ("[[gesture]]\ntype = \"tap\"\nexec = VALUE", [#"["x", ""]"#, #"["x"]"#], [#"["", "x"]"#, "[]"]),
    ("[[device]]\nmatch = { name = \"*\" }\nrotation = VALUE", ["0", "90", "180", "270"], ["181", "360"]),
    (
      "[[gesture]]\ntype = \"pan\"\nstep = { every = VALUE, forward.run = \"a\" }", [#""5mm""#],
      [#""none""#, "0"]
    ),
    // Two conditions that exclude each other are refused.
    (
      "[[gesture]]\ntype = \"pan\"\nwhere = { distance = VALUE }",
      [
        #"["> 2mm", "< 8mm"]"#, #"["> 2mm", "< 2.001mm"]"#, #"[">= 2mm", "<= 2mm"]"#, #"["= 2mm", "> 1mm"]"#,
        #"["> 6mm", "< 7mm"]"#,
      ], [#"["> 8mm", "< 2mm"]"#, #"["> 2mm", "<= 2mm"]"#, #"["= 2mm", "= 3mm"]"#]
    ),
    // A zone ends after its beginning.
    (
      "[zone.z]\nx = VALUE\ny = [\"0%\", \"100%\"]",
      [#"["10%", "11%"]"#, #"["9mm", "10mm"]"#, #"["50%", "10mm"]"#],
      [#"["10%", "10%"]"#, #"["9mm", "9mm"]"#, #"["9mm", "8mm"]"#]
    ),
  ])
  func `a value is accepted, or refused`(_ text: String, _ accepted: [String], _ refused: [String]) {
    func isAccepted(_ value: String) -> Bool { messages(text.replacing("VALUE", with: value)).isEmpty }
    #expect(accepted.filter { !isAccepted($0) } == [] && refused.filter(isAccepted) == [])
  }

  private func device(_ line: String) throws -> DeviceSettings {
    let text = "[[device]]\nmatch = { name = \"*\" }\n\(line)\n"
    return try #require(Configuration.load(text: text, path: "a").configuration?.devices.first).settings
  }

  @Test(arguments: ["palm_pressure", "palm_size", "thumb_pressure", "thumb_size"])
  func `limits of palms and thumbs`(_ key: String) throws {
    func limit(_ value: String) throws -> DeviceSettings.PalmLimit {
      let settings = try device("\(key) = \(value)")
      let limits = [
        "palm_pressure": settings.palmPressure, "palm_size": settings.palmSize,
        "thumb_pressure": settings.thumbPressure, "thumb_size": settings.thumbSize,
      ]
      for (other, limit) in limits where other != key { #expect(limit == .automatic) }
      return try #require(limits[key])
    }
    let isSize = key.hasSuffix("size")
    for value in ["0", "\"off\""] { #expect(try limit(value) == .never) }
    #expect(try limit("\"auto\"") == .automatic && limit("1") == (isSize ? .units(1) : .above(1)))
    if isSize { #expect(try limit("\"11mm\"") == .above(11)) }
  }

  @Test(arguments: [
    ("touch_size = [200, 150]", DeviceSettings.TouchLimit.units(LightLimit(begin: 200, end: 150))),
    ("touch_size = [\"7mm\", \"0.5cm\"]", .lengths(begin: 7, end: 5)), ("touch_size = \"off\"", .never),
    ("", .automatic),
  ])
  func `sizes in the device's units and in millimetres`(_ line: String, _ touch: DeviceSettings.TouchLimit)
    throws
  {
    #expect(try device(line).touchSize == touch)
  }

  @Test(arguments: [
    ("palm_edge = false", [false, true]), ("thumb = false", [true, false]), ("", [true, true]),
  ])
  func `palms by edge and thumbs are switched off each by its key`(_ line: String, _ expected: [Bool]) throws
  {
    let settings = try device(line)
    #expect([settings.palmEdge, settings.thumb] == expected)
  }

  @Test func `a nothing of a unit is nothing, in quotes too`() throws {
    for value in ["0", "\"0\"", "\"0mm\""] {
      let text = "[[gesture]]\ntype = \"pan\"\nmin_distance = \(value)\n"
      let loaded = Configuration.load(text: text, path: "a")
      let definition = loaded.configuration?.gestures.first?.definitions[.touchpad]
      #expect(!loaded.hasProblems)
      #expect(definition?.lengths.first { $0.key == "min_distance" }?.mm == [0])
    }
  }

  @Test func `one relation to a gesture does not stand twice`() {
    func text(_ list: String) -> String {
      "[[gesture]]\nname = \"b\"\ntype = \"swipe\"\n[[gesture]]\ntype = \"tap\"\nrequire_failure_of = \(list)\n"
    }
    let table = "{ name = \"b\", where = { distance = \"< 2mm\" } }"
    for list in ["[\(table), \"b\"]", "[\"b\", \(table)]"] {
      #expect(messages(text(list)) == ["`require_failure_of` has \"b\" twice"])
    }
    #expect(messages(text("[\(table), \(table)]")) == [])
  }

  @Test(arguments: [
    ("shift+ctrl", "ctrl+shift"), ("super+alt", "alt+super"), ("ctrl", "ctrl"), ("none", "none"),
    ("ctrl+x", "ctrl+x"),
  ])
  func `modifiers are compared in one order`(_ written: String, _ canonical: String) {
    #expect(ContextKey.modifiers.canonical(written) == canonical)
    #expect(
      ContextKey.locked.canonical("b+a") == "b+a" && ContextKey.locked.canonical("shift+ctrl") == "shift+ctrl"
    )
  }

  @Test func `the sets of modifiers have the names of their bits`() {
    #expect(ContextKey.modifiers(0) == "none" && ContextKey.modifiers(1) == "ctrl")
    #expect(ContextKey.modifiers(0b1010) == "alt+super" && ContextKey.modifiers(0b0101) == "ctrl+shift")
    #expect(Set((0..<16).map { ContextKey.modifiers($0) }).count == 16)
  }

  @Test(arguments: [
    ("palm_size = 0", nil),
    ("palm_size = \"0mm\"", "`palm_size` must be more than 0, or \"auto\", or \"off\""),
    ("palm_size = \"off\"", nil),
  ])
  func `what a key accepts besides a length is said`(_ line: String, _ message: String?) {
    #expect(messages("[[device]]\nmatch = { name = \"*\" }\n\(line)\n") == (message.map { [$0] } ?? []))
    let step = "[[gesture]]\ntype = \"pan\"\nstep = { every = 0, forward.run = \"a\" }\n"
    #expect(messages(step) == ["`every` must be more than 0"])
  }

  @Test(arguments: [("\"3..3\"", 3...3), ("\"2..3\"", 2...3)])
  func `a claim may be a range of one count`(_ value: String, _ fingers: ClosedRange<Int>) throws {
    #expect(try device("claim = \(value)").claims.map(\.fingers) == [fingers])
  }

  @Test(arguments: [(16, 0), (17, 1)]) func `a list has at most 16 actions`(_ count: Int, _ problems: Int) {
    let list = (0..<count).map { _ in "\"a\"" }.joined(separator: ", ")
    #expect(messages("[[gesture]]\ntype = \"tap\"\nrun = [\(list)]\n").count == problems)
  }

  @Test func `a touchpad of the daemon has three fingers if none are written`() {
    #expect(TouchpadAction().fingers == 3 && TouchpadAction().factor == 1)
  }

  @Test func `the steps of each sequence have their own zones`() throws {
    let zone = "[zone.left]\nx = [\"0%\", \"50%\"]\ny = [\"0%\", \"100%\"]\n"
    let steps = "steps = [{ type = \"tap\", zone = \"left\" }, { type = \"swipe\" }]"
    let text =
      zone + "[[gesture]]\ntype = \"sequence\"\n\(steps)\n[[gesture]]\ntype = \"tap\"\n"
      + "[[gesture]]\ntype = \"sequence\"\nsteps = [{ type = \"tap\" }, { type = \"pan\", where = { fingers = 1 } }]\n"
    let gestures = try #require(Configuration.load(text: text, path: "a").configuration?.gestures)
    #expect(gestures.map { $0.steps.map(\.zones.count) } == [[1, 0], [], [0, 0]])
    #expect(gestures.map { $0.steps.map(\.conditions.count) } == [[0, 0], [], [0, 1]])
  }

  @Test func `a condition on a sequence within a sequence is one on its last step`() throws {
    let inner =
      "{ type = \"sequence\", steps = [{ type = \"tap\" }, { type = \"pan\" }, { type = \"swipe\" }], where = { speed = \"> 9mm/s\" } }"
    let text = "[[gesture]]\ntype = \"sequence\"\nsteps = [\(inner), { type = \"tap\" }]\n"
    let loaded = Configuration.load(text: text, path: "a")
    let gesture = try #require(loaded.configuration?.gestures.first, "\(loaded.diagnostics)")
    #expect(gesture.steps.map(\.conditions.count) == [0, 0, 1, 0])
  }

  @Test(arguments: [("axis = \"horizontal\"", "horizontal"), ("axis = \"any\"", nil), ("", nil)])
  func `the axis of a pan is its way`(_ line: String, _ way: String?) throws {
    let text = "[[gesture]]\ntype = \"pan\"\n\(line)\n"
    let gesture = try #require(Configuration.load(text: text, path: "a").configuration?.gestures.first)
    #expect(gesture.definitions[.touchpad]?.way == way)
  }

  @Test func `a socket's path may begin with the home`() throws {
    let home = try #require(ProcessInfo.processInfo.environment["HOME"])
    let text = "[[gesture]]\ntype = \"tap\"\nnotify = { socket = \"~/s\" }\n"
    let gesture = try #require(Configuration.load(text: text, path: "a").configuration?.gestures.first)
    let actions = gesture.actions.direct?.actions ?? []
    guard case .notify(.socket(let path, _))? = actions.first else {
      return #expect(Bool(false), "\(actions)")
    }
    #expect(path == home + "/s")
  }

  /// The default of `max_interval` is 300 ms on a touchpad and 350 ms on a touchscreen.
  @Test(arguments: [
    ("", 1), ("device = \"touchpad\"\n", 1), ("device = \"touchscreen\"\n", 0),
    ("max_interval = \"400ms\"\n", 0),
  ])
  func `a key is compared with the defaults of the devices that the gesture applies to`(
    _ line: String, _ count: Int
  ) {
    let text = "[[gesture]]\ntype = \"tap\"\ntaps = 2\nmin_interval = \"320ms\"\n\(line)"
    #expect(messages(text).count == count, "\(messages(text))")
    let longer = "[[gesture]]\ntype = \"tap\"\ntaps = 2\nmin_interval = \"390ms\"\n\(line)"
    #expect(messages(longer).count == (line.hasPrefix("max") ? 0 : 1), "\(messages(longer))")
  }

  @Test func `an arrangement with an unknown name arranges nothing`() throws {
    func text(_ list: String) -> String {
      "[[gesture]]\nname = \"a\"\ntype = \"pan\"\n[[gesture]]\nname = \"b\"\ntype = \"swipe\"\n[[arrangement]]\nexclusive = \(list)\n"
    }
    for (list, expected) in [
      ("[\"a\", \"b\"]", ["a"]), ("[\"a\", \"nope\", \"b\"]", []), ("[\"a\", \"b\", 3]", []),
    ] {
      let gestures = try #require(Configuration.load(text: text(list), path: "a").configuration?.gestures)
      #expect(gestures.last?.definitions[.touchpad]?.requireFailureOf == expected, "\(list)")
    }
  }

  @Test func `a list with another value in it is not read`() {
    let text = "[[gesture]]\ntype = \"swipe\"\ndirection = [\"left\", 3]\n"
    #expect(messages(text).count == 1)
    let device = "[[gesture]]\ntype = \"swipe\"\ndevice = [\"touchpad\", 3]\n"
    #expect(messages(device).count == 1)
    let settings = "[settings]\ndevice_classes = [\"touchpad\", 3]\n"
    #expect(messages(settings).count == 1)
    let configuration = Configuration.load(text: settings, path: "a").configuration
    #expect(configuration?.deviceClasses == Configuration().deviceClasses)
  }

  @Test(arguments: [(32, 0), (33, 1)]) func `a device has at most 32 claims`(_ count: Int, _ problems: Int) {
    let list = (0..<count).map { _ in "{ fingers = 3 }" }.joined(separator: ", ")
    #expect(messages("[[device]]\nmatch = { name = \"*\" }\nclaim = [\(list)]\n").count == problems)
  }

  @Test func `problems and warnings are counted`() {
    func counts(_ text: String) -> [Int] {
      let counts = Configuration.load(text: text, path: "a").counts
      return [counts.problems, counts.warnings]
    }
    #expect(counts("") == [0, 1] && counts("[[gesture]]\ntype = \"tap\"\n") == [0, 0])
    #expect(counts("[[gesture]]\ntype = \"tip\"\n[x]\n") == [2, 0])
    let many = (0..<150).map { "k\($0) = 1\n" }.joined()
    #expect(counts(many) == [150, 0])
  }

  @Test func `a diagnostic without a place, and a device of a name alone`() {
    let diagnostic = Diagnostic(.problem, "m")
    #expect(diagnostic.line == 0 && diagnostic.column == 0)
    let device = DeviceIdentity(name: "x", deviceClass: .touchpad)
    #expect(device.vendor == 0 && device.product == 0 && device.paths == [])
  }

  @Test func `a key that is set to a measure keeps the ratio of a pair, and the kind of a spread`() throws {
    let distance = try #require(GestureType.swipe.keys.first { $0.name == .minDistance })
    var swipe = GestureType.swipe.defaults(.touchpad)
    distance.set(measure: 24, in: &swipe)
    #expect(distance.written(in: swipe)?.toml == "[\"16mm\", \"24mm\"]")
    distance.set(.quantity(0, .length), in: &swipe)
    distance.set(measure: 5, in: &swipe)
    #expect(distance.get(swipe) == .quantity(5, .length))
    for (a, b) in [(0.5, 0.25), (0.25, 0.5)] {
      distance.set(.list([.quantity(a, .length), .quantity(b, .length)]), in: &swipe)
      distance.set(measure: 5, in: &swipe)
      #expect(distance.get(swipe).numbers == [10 * a, 10 * b])
    }

    let spread = try #require(GestureType.pinch.keys.first { $0.name == .minSpread })
    var pinch = GestureType.pinch.defaults(.touchpad)
    spread.set(measure: 7, in: &pinch)
    #expect(spread.written(in: pinch)?.toml == "\"7mm\"")
    spread.set(.share(0.5), in: &pinch)
    spread.set(measure: 0.25, in: &pinch)
    #expect(spread.written(in: pinch)?.toml == "\"25%\"" && spread.measure(in: pinch) == 0.25)
    let force = try #require(GestureType.forcePress.keys.first { $0.name == .force })
    let count = try #require(GestureType.tap.keys.first { $0.name == .maxTaps })
    #expect(force.measures == 0.01...5_000 && count.measures == nil)
  }

  /// `tune` sets a key within these limits.
  @Test func `the measures of an angle begin at a tenth of a degree`() throws {
    let key = try #require(GestureType.swipe.keys.first { $0.name == .angle })
    let measures = try #require(key.measures)
    #expect(
      abs(measures.lowerBound - 0.1 * .pi / 180) < 1e-9 && abs(measures.upperBound - 45 * .pi / 180) < 1e-9)
  }

  @Test func `a time without a limit has no measure`() throws {
    let key = try #require(GestureType.swipe.keys.first { $0.name == .maxDuration })
    var parameters = GestureType.swipe.defaults(.touchpad)
    #expect(key.measure(in: parameters) == 500_000)
    key.set(.text("none"), in: &parameters)
    #expect(key.measure(in: parameters) == nil)
  }

  @Test func `a device with a problem in one key keeps nothing of it, and a scale has its usual value`()
    throws
  {
    let text = "[[device]]\nmatch = { name = \"*\" }\n[[gesture]]\ntype = \"tap\"\n"
    let configuration = try #require(Configuration.load(text: text, path: "a").configuration)
    #expect(configuration.devices.map(\.settings.slopScale) == [1])
  }

  @Test(arguments: [(1, "\ta = 1 x", "    \ta = 1 x\n    ^"), (3, "\ta = 1 x", "    \ta = 1 x\n    \t ^")])
  func `the caret stands under the column`(_ column: Int, _ line: String, _ excerpt: String) {
    var diagnostic = Diagnostic(.problem, "m")
    (diagnostic.line, diagnostic.column) = (1, column)
    #expect(diagnostic.rendered(path: "f", text: line) == "f:1:\(column): m\n\(excerpt)")
  }

  @Test(arguments: [(1, 0, 160), (100, 19, 179), (301, 220, 300)])
  func `of a long line the part around the column is shown`(_ column: Int, _ start: Int, _ end: Int) {
    let line = (0..<300).map { "\($0 % 10)" }.joined()
    var diagnostic = Diagnostic(.problem, "m")
    (diagnostic.line, diagnostic.column) = (1, column)
    let lines = diagnostic.rendered(path: "f", text: "\(line)\nb").split(separator: "\n")
    let (before, after) = (start > 0 ? "…" : "", end < 300 ? "…" : "")
    #expect(lines[1] == "    \(before)\(line.dropLast(300 - end).dropFirst(start))\(after)")
    #expect(lines[2] == String(repeating: " ", count: 4 + before.count + column - 1 - start) + "^")
  }
}
