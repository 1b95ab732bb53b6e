import GestureConfig
import Testing

private func load(_ text: String, uinput: Bool? = nil) -> LoadedConfiguration {
  Configuration.load(text: text, path: "file.toml", facts: LintFacts(canWriteUinput: uinput))
}

@Test func `clicks, held buttons, the wheel, the pointer and the touchpad`() throws {
  let loaded = load(
    """
    [[gesture]]
    type = "long-press"
    click = "right"
    ended = { click = { button = "forward", double = true, at = "touch" } }
    [[gesture]]
    type = "tap"
    click = "double"
    [[gesture]]
    type = "pan"
    fingers = 3
    button = "left"
    move = true
    scroll = -0.5
    [[gesture]]
    type = "pan"
    fingers = 4
    touchpad = { fingers = 4, factor = 0.5 }
    scroll = false
    move = 0
    """)
  #expect(headings(loaded) == [])
  let configuration = try #require(loaded.configuration)
  let actions = configuration.gestures.map(\.actions)
  var click = ClickAction()
  click.isDouble = true
  #expect(actions[1].direct?.click == click)
  click.button = .forward
  click.isAtTouch = true
  #expect(actions[0].ended?.click == click)
  #expect(actions[0].direct?.click?.button == .right && actions[0].direct?.click?.isAtTouch == false)
  #expect(
    actions[2].motion.button == .left && actions[2].motion.move == 1 && actions[2].motion.scroll == -0.5)
  #expect(actions[3].motion.touchpad == TouchpadAction(fingers: 4, factor: 0.5))
  #expect(actions[3].motion.scroll == nil && actions[3].motion.move == nil)
  #expect(configuration.virtualKeys == [.click, .button, .scroll, .move, .touchpad])
  #expect(configuration.clicksAtTouch)
}

@Test func `check names the keys that need uinput in one line, at the first`() {
  let text = """
    [[gesture]]
    type = "tap"
    run = "true"
    [[gesture]]
    type = "pan"
    began = { keys = "a" }
    ended = { keys = "b", click = "left" }
    scroll = true
    """
  let advice = "write access to /dev/uinput; `gesturectl doctor` prints the command that gives it"
  func warnings(_ text: String, _ uinput: Bool?) -> [String] {
    headings(load(text, uinput: uinput)).filter { $0.contains("uinput") }
  }
  #expect(warnings(text, false) == ["6:11: warning: `keys`, `click` and `scroll` need \(advice)"])
  let click = "[[gesture]]\ntype = \"tap\"\nclick = \"left\"\n"
  #expect(warnings(click, false) == ["3:1: warning: `click` needs \(advice)"])
  #expect(warnings(text, true) == [] && warnings(text, nil) == [])
}

extension TouchpadAction {
  fileprivate init(fingers: Int, factor: Double) {
    self.init()
    self.fingers = fingers
    self.factor = factor
  }
}
