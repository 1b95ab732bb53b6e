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
    [[gesture]]
    type = "pan"
    fingers = 2
    scroll = { factor = 2, momentum = true }
    """)
  #expect(headings(loaded) == [])
  let configuration = try #require(loaded.configuration)
  let actions = configuration.gestures.map(\.actions)
  var click = ClickAction()
  click.isDouble = true
  #expect(actions[1].direct?.actions == [.click(click)])
  click.button = .forward
  click.isAtTouch = true
  #expect(actions[0].ended?.actions == [.click(click)])
  var right = ClickAction()
  right.button = .right
  #expect(actions[0].direct?.actions == [.click(right)])
  var scroll = ScrollAction()
  scroll.factor = -0.5
  #expect(actions[2].lasting == [.button(.left), .move(1), .scroll(scroll)])
  #expect(actions[3].lasting == [.touchpad(TouchpadAction(fingers: 4, factor: 0.5))])
  (scroll.factor, scroll.momentum) = (2, true)
  #expect(actions[4].lasting == [.scroll(scroll)])
  #expect(configuration.virtualKinds == [.click, .button, .scroll, .move, .touchpad])
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
  let advice = "write access to /dev/uinput; `gesturectl doctor` prints the command that grants it"
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

@Test(arguments: [
  ("btn_left", 0x110), ("btn_right", 0x111), ("btn_middle", 0x112), ("btn_side", 0x113), ("btn_extra", 0x114),
])
func `buttons are keys with the kernel's names`(_ name: String, _ code: UInt16) {
  #expect(KeyNames.code(of: name) == code)
}

@Test(arguments: [("true", 1.0), ("1", 1), ("{ momentum = true }", 1), ("2", 2)])
func `the wheel follows the motion as it is, if nothing else is written`(_ value: String, _ factor: Double)
  throws
{
  let loaded = Configuration.load(text: "[[gesture]]\ntype = \"pan\"\nscroll = \(value)\n", path: "a")
  let actions = try #require(loaded.configuration?.gestures.first?.actions.lasting)
  guard case .scroll(let scroll)? = actions.first else { return #expect(Bool(false), "\(actions)") }
  #expect(scroll.factor == factor)
}
