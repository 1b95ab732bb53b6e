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

@Test func `the demonstration set is a good file and has no actions`() {
  let loaded = Configuration.load(text: Configuration.demonstrationText, path: "demonstration")
  #expect(headings(loaded) == [])
  let demonstration = Configuration.demonstration()
  #expect(demonstration.path == nil)
  #expect(demonstration.gestures.count == 12)
  #expect(demonstration.gestures.allSatisfy { $0.actions.direct == nil && $0.line == 0 })
}
