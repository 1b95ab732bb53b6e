import GestureConfig
import GestureCore
import Testing

@testable import gesturectl

/// A recording with commands at times of it: the context, gestures that are turned off, typing, and a turned panel.
struct ReplayRunnerTests {
  private static func lines(
    _ words: String, _ configuration: String, _ commands: String..., until end: Timestamp = 3_600_000
  )
    throws -> [String]
  {
    let words = try MotionWords(words, .touchpad)
    let loaded = try #require(Configuration.load(text: configuration, path: "c.toml").configuration)
    let recording = words.pad.recording(of: words.hand, name: "drawn")
    var runner = try ReplayRunner(recording, loaded, commands: TimedCommand.sorted(parsing: commands))
    let names = runner.names
    var lines: [String] = []
    runner.run(recording.events.filter { $0.time < end * .millisecond }) { step in
      switch step {
      case .context(let differences):
        lines.append(
          "context"
            + differences.sorted { $0.key < $1.key }.map { " \(names.gesture($0.key)): \($0.value)" }.joined()
        )
      case .roster(let roster):
        lines.append("roster \(roster.map { $0.map(names.gesture).joined(separator: " ") } ?? "all")")
      case .surface(let surface):
        lines.append("surface \(Int(surface.stage.width)) × \(Int(surface.stage.height))")
      case .withheld: lines.append("withheld")
      case .waiting(let gestures):
        if !gestures.isEmpty { lines.append("waiting \(gestures.map(names.gesture).joined(separator: " "))") }
      case .frame(let frame, _):
        if frame.state != .changed { lines.append("\(frame.time / 1_000) \(frame.state) \(frame.fingers)") }
      case .event(let event, _):
        guard event.state != .changed else { break }
        let way = event.direction.map { " \($0)" } ?? ""
        lines.append(
          "\(event.time / 1_000) \(names.gesture(event.gesture)) \(event.state.rawValue)\(way)\(event.failure.map { " \($0.reason)" } ?? "")"
        )
      }
    }
    return lines
  }
  private static func check(_ lines: [String], _ expected: String, _ place: SourceLocation = #_sourceLocation)
  {
    let text = lines.joined(separator: "\n")
    if text != expected { Issue.record("\n\(text)", sourceLocation: place) }
  }
  private static func gesture(_ name: String, _ type: String, _ fingers: Int, _ more: String = "") -> String {
    "[[gesture]]\nname = \"\(name)\"\ntype = \"\(type)\"\nfingers = \(fingers)\n\(more)\n"
  }

  @Test func `the context, and gestures that are turned off and on`() throws {
    let configuration =
      Self.gesture("menu", "tap", 2, "when = { app = \"mpv\" }") + Self.gesture("next", "tap", 3)
    Self.check(
      try Self.lines(
        "tap 2; wait 1s; tap 2; wait 1s; tap 3; wait 1s; tap 3; wait 1s; tap 2", configuration,
        "0.5 context app=mpv", "1.5 disable next",
        "2.5 enable next", "3.9 context app="),
      #"""
      context menu: `app` is not set; `when` needs "mpv"
      0 began 2
      roster next
      0 menu failed contextDiffers
      104 ended 2
      104 next failed tooFewFingers
      context
      1104 began 2
      1208 ended 2
      roster menu next
      1208 next failed tooFewFingers
      1208 menu recognized
      context
      2200 began 3
      2200 menu failed tooManyFingers
      2304 ended 3
      2304 next failed paused
      context
      3304 began 3
      3304 menu failed tooManyFingers
      3408 ended 3
      3408 next recognized
      context menu: `app` is not set; `when` needs "mpv"
      4400 began 2
      roster next
      4400 menu failed contextDiffers
      4504 ended 2
      4504 next failed tooFewFingers
      """#)
  }

  @Test func `a turned panel cancels what is active, and turns directions`() throws {
    let configuration =
      Self.gesture("scroll", "pan", 2)
      + Self.gesture("next", "swipe", 3, "direction = [\"left\", \"up\", \"down\"]")
    Self.check(
      try Self.lines(
        "touchscreen: swipe 3 left; wait 1s; drag 2 left; wait 1s; swipe 3 left", configuration,
        "2 context rotation=90"),
      #"""
      context
      0 began 3
      roster all
      0 scroll failed tooManyFingers
      88 next recognized left
      200 ended 3
      1200 began 2
      1488 scroll began
      2000 cancelled 2
      2000 scroll cancelled
      2000 next failed touchCancelled
      surface 140 × 220
      context
      3704 began 3
      roster all
      3704 scroll failed tooManyFingers
      3784 next recognized up
      3904 ended 3
      """#)
  }

  @Test func `what is not over at the end is ended, and a tap waits for the next`() throws {
    Self.check(
      try Self.lines("tap 2", Self.gesture("twice", "tap", 2, "taps = 2")),
      #"""
      context
      0 began 2
      104 ended 2
      waiting twice
      roster all
      404 twice failed noNextTap
      """#)
    Self.check(
      try Self.lines("drag 1 left", Self.gesture("scroll", "pan", 1), until: 1_000),
      #"""
      context
      0 began 1
      roster all
      280 scroll began
      992 cancelled 1
      992 scroll cancelled
      """#)
  }

  @Test func `a gesture that is off stays off when the panel turns`() throws {
    let lines = try Self.lines(
      "touchscreen: swipe 3 left; wait 1s; swipe 3 left",
      Self.gesture("next", "swipe", 3, "direction = [\"left\", \"up\", \"down\"]"), "0.5 disable next",
      "0.6 context rotation=90")
    #expect(lines.count { $0.contains("next recognized") } == 1, "\(lines)")
  }

  @Test func `what was due before a command comes before it`() throws {
    Self.check(
      try Self.lines("long-press 1 2s", Self.gesture("press", "long-press", 1), "1.5 context app=x"),
      #"""
      context
      0 began 1
      roster all
      500 press began
      context
      2000 ended 1
      2000 press ended
      """#)
  }

  @Test func `a key press keeps a guarded gesture from its fingers`() throws {
    Self.check(
      try Self.lines("drag 1 left", Self.gesture("scroll", "pan", 1, "typing_guard = \"500ms\""), "0 typing"),
      #"""
      context
      context
      0 began 1
      roster all
      0 scroll failed typed
      1504 ended 1
      """#)
  }
}
