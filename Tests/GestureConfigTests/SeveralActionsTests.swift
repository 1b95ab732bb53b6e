import GestureCore
import Testing

@testable import GestureConfig

@Test func `of each kind of action several, done in their order`() throws {
  let text = """
    [[gesture]]
    type = "tap"
    run = ["a", "b"]
    exec = [["c", ""], ["d"]]
    recognized = { click = ["left", { button = "right" }], notify = ["e", { socket = "/run/x" }], pipe = ["f"] }
    """
  let gesture = try #require(Configuration.load(text: text, path: "good.toml").configuration).gestures[0]
  #expect(
    gesture.actions.direct?.actions == [.run("a"), .run("b"), .exec(["c", ""]), .exec(["d"])])
  var right = ClickAction()
  right.button = .right
  #expect(
    gesture.actions.recognized?.actions == [
      .click(ClickAction()), .click(right), .notify(.subscribers("e")),
      .notify(.socket(path: "/run/x", message: nil)), .pipe("f"),
    ])
}

@Test(arguments: ActionKind.allCases) func `the example of an action is read as that action`(kind: ActionKind)
  throws
{
  let type = GestureType.allCases.first { $0.traits.isDiscrete != kind.row.lasts && kind.row.applies($0) }
  let text =
    "[[gesture]]\ntype = \"\(try #require(type).rawValue)\"\n\(kind.rawValue) = \(kind.row.example)\n"
  let loaded = Configuration.load(text: text, path: "good.toml")
  let actions = try #require(loaded.configuration, "\(headings(loaded))").gestures[0].actions
  #expect((actions.direct?.actions ?? actions.lasting).map(\.kind) == [kind])
}

@Test func `modifiers are pressed first, wherever they stand in a chord`() throws {
  let modifiers: [(String, UInt16)] = [
    ("leftctrl", 29), ("leftshift", 42), ("rightshift", 54), ("leftalt", 56), ("rightctrl", 97),
    ("rightalt", 100),
    ("leftmeta", 125), ("rightmeta", 126),
  ]
  for (name, code) in modifiers {
    let text = "[[gesture]]\ntype = \"tap\"\nkeys = \"a+\(name)\"\n"
    let gesture = try #require(Configuration.load(text: text, path: "good.toml").configuration).gestures[0]
    #expect(gesture.actions.direct?.actions == [.keys([[code, 30]])])
  }
}

@Test func `the demonstration set is a good file and has no actions`() {
  let loaded = Configuration.load(text: Configuration.demonstrationText, path: "demonstration")
  #expect(headings(loaded) == [])
  let demonstration = Configuration.demonstration()
  #expect(demonstration.path == nil)
  #expect(demonstration.gestures.count == 12)
  #expect(demonstration.gestures.allSatisfy { $0.actions.direct == nil && $0.line == 0 })
}
