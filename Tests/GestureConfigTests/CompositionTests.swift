import GestureCore
import Testing

@testable import GestureConfig

// Steps of several gestures, and eager members of an arrangement.

private func load(_ text: String) throws -> Configuration {
  let loaded = Configuration.load(text: text, path: "good.toml")
  #expect(loaded.diagnostics.filter { $0.severity == .problem } == [])
  return try #require(loaded.configuration)
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
