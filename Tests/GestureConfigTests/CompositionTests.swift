import GestureCore
import Testing

@testable import GestureConfig

// Steps of several gestures, and eager members of an arrangement.

private func load(_ text: String) throws -> Configuration {
  let loaded = Configuration.load(text: text, path: "good.toml")
  #expect(loaded.diagnostics.filter { $0.severity == .problem } == [])
  return try #require(loaded.configuration)
}

private func messages(_ text: String) -> [String] {
  Configuration.load(text: text, path: "a.toml").diagnostics.map(\.message)
}

@Test func `a step may be several gestures, exclusive or simultaneous`() throws {
  let gesture = try load(
    """
    [zone.left]
    x = ["0%", "50%"]
    [[gesture]]
    type = "sequence"
    steps = [
      { exclusive = [{ type = "swipe", zone = "left", where = { speed = "> 100mm/s" } }, { type = "tap" }] },
      { type = "long-press" },
      { simultaneous = [{ type = "pinch" }, { type = "rotation", fingers = "2..3" }] },
    ]
    ended = { run = "true" }
    """
  ).gestures[0]
  let steps = try #require(gesture.definitions[.touchpad]).parameters.steps
  #expect(steps.map(\.parameters.type) == [.swipe, .tap, .longPress, .pinch, .rotation])
  #expect(steps.map(\.joinsStep) == [nil, .exclusive, nil, nil, .simultaneous])
  #expect(gesture.steps.map { $0.zones.count } == [1, 0, 0, 0, 0])
  #expect(gesture.steps.map { $0.conditions.count } == [1, 0, 0, 0, 0])
}

@Test func `a member of an exclusive arrangement may be eager`() throws {
  let gestures = try load(
    """
    [[gesture]]
    type = "swipe"
    name = "a"
    [[gesture]]
    type = "pan"
    name = "b"
    [[gesture]]
    type = "pinch"
    name = "c"
    [[arrangement]]
    exclusive = ["a", { name = "b", eager = true }, { name = "c", eager = false }]
    """
  ).gestures
  let definitions = try gestures.map { try #require($0.definitions[.touchscreen]) }
  #expect(definitions.map(\.requireFailureOf) == [[], ["a"], ["a", "b"]])
  #expect(definitions.map(\.mayPrecede) == [[], ["a"], []])
}

@Test func `eager on a gesture that is recognized at once has no effect`() {
  let text = """
    [[gesture]]
    type = "swipe"
    name = "a"
    [[gesture]]
    type = "tap"
    name = "b"
    [[arrangement]]
    exclusive = ["a", { name = "b", eager = true }]
    """
  #expect(
    messages(text) == [
      "`eager` has no effect on `b`, which is recognized at once: it waits for those before it"
    ])
}

@Test func `a step that begins with a tap needs a pause`() {
  func text(_ last: String) -> String {
    """
    [[gesture]]
    type = "sequence"
    max_gap = "0ms"
    steps = [{ type = "long-press" }, { type = "\(last)" }]
    """
  }
  #expect(messages(text("pan")) == [])
  for last in ["tap", "tap-drag"] {
    #expect(
      messages(text(last)) == [
        "`max_gap` is 0, but the \(last) needs a landing after the lift of the step before"
      ])
  }
}

@Test func `a sequence has the measures of all gestures of its last step`() throws {
  let text = """
    [[gesture]]
    name = "s"
    type = "sequence"
    steps = [{ type = "tap" }, { exclusive = [{ type = "rotation" }, { type = "pinch" }] }]
    where = { scale = "> 1.01", rotation = "> 5deg" }
    """
  let loaded = Configuration.load(text: text, path: "x")
  #expect(headings(loaded) == [])
  let conditions = try #require(loaded.configuration?.gestures.first).conditions
  #expect(conditions.map { $0.condition.measure } == [.scale, .rotation])
}
