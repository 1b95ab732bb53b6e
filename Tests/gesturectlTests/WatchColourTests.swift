import ControlProtocol
import GestureCore
import Testing

@testable import gesturectl

/// What the keys choose, and which colours a row has.
struct WatchColourTests {
  @Test func `what the keys have chosen`() {
    var model = WatchScreenTests.recognized
    model.notice = "end of the recording"
    for key in [Key.earlier, .pause, .fingers(2), .down, .down] { _ = model.apply(key) }
    WatchScreenTests.check(
      model, 120, 16,
      """
      Pad, 100 × 60 mm, gestures of 2 fingers, paused, end of the recording
      sequence 1 of 2, from 1.000 s to 1.250 s, 2 fingers: nothing recognized
      ╭────────────────────╮ menu failed     touch 1 moved 9.92 mm; `allowable_movement` allows 3 mm
      │                    │ rest failed     touch 1 moved 9.92 mm; `allowable_movement` allows 3 mm
      │    ⣀●              │
      │    ⠁               │
      │                    │
      │    ⠉●              │
      │                    │
      ╰────────────────────╯
      ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
      2.100 zoom began scale 3.00 at 60.0,30.0
      2.200 zoom ended scale 3.00 at 60.0,30.0


       space pause  ←/→ sequences  ↑/↓ rows  1-9 fingers  0 all  q quit
      """)
    #expect(
      WatchView.draw(WatchModel(devices: [:], names: WatchScreenTests.names), width: 40, height: 3).text
        == "no device\nno touch yet\n space pause  ←/→ sequences  ↑/↓ rows  …\n")
  }

  @Test func `a reason needs 24 columns beside its state`() {
    WatchScreenTests.check(
      WatchScreenTests.missed, 58, 16,
      """
      Pad, 100 × 60 mm
      sequence 1 of 1, from 1.000 s to 1.250 s, 2 fingers: noth…
      ╭──────────────╮
      │              │
      │  ⠐●          │
      │  ⠠●          │
      │              │
      ╰──────────────╯
      next                   nearly     ████████░░ 9.9 / 12 mm
        lifted after 9.9 mm, 2.1 mm short of `min_distance` 12
        mm
      zoom                   failed     moved 0.6 mm, 0.9 mm sh…
      menu                   failed     touch 1 moved 9.92 mm; …
      and 3 more (↓)
       space pause  ←/→ sequences  ↑/↓ rows  1-9 fingers  0 all
       q quit
      """)
    WatchScreenTests.check(
      WatchScreenTests.missed, 57, 16,
      """
      Pad, 100 × 60 mm
      sequence 1 of 1, from 1.000 s to 1.250 s, 2 fingers: not…
      ╭──────────────╮
      │              │
      │  ⠐●          │
      │  ⠠●          │
      │              │
      ╰──────────────╯
      next                   nearly     ████████░░ 9.9 / 12 mm
        lifted after 9.9 mm, 2.1 mm short of `min_distance` 12
        mm
      zoom                   failed
      menu                   failed
      and 3 more (↓)
       space pause  ←/→ sequences  ↑/↓ rows  1-9 fingers  0 all
       q quit
      """)
  }

  @Test func `a gesture that waits has its measure and its reason`() {
    var model = WatchScreenTests.moved
    model.consume(
      SequenceCollectorTests.event(1_240, 0, .possible, Failure(.waiting, by: 1)), EventAttachments(),
      device: "pad")
    WatchScreenTests.check(
      model, 120, 16,
      """
      Pad, 100 × 60 mm
      sequence 1 of 1, from 1.000 s, 2 down, 1.240 s
      ╭────────────────────╮ zoom                   possible   ████░░░░░░ 0.6 / 1.5 mm   waits for `next` to fail
      │                    │ next                              ████████░░ 9.9 / 12 mm
      │    ⣀1              │ menu                              ██████████ 9.9 / 3 mm
      │    ⠁               │ a-name-that-is-longer…            needs 1 finger
      │                    │ rest                              ████░░░░░░ 0.24 / 0.5 s
      │    ⠉2              │ show-all                          needs 4 or more fingers
      │                    │
      ╰────────────────────╯
      ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────




       space pause  ←/→ sequences  ↑/↓ rows  1-9 fingers  0 all  q quit
      """)
  }

  @Test func `the last four events are listed`() {
    var model = WatchScreenTests.model
    for number in 0..<6 { model.note("line \(number)") }
    let lines = WatchView.draw(model, width: 120, height: 16).text.split(separator: "\n")
    #expect(lines[11...].prefix(4) == ["line 2", "line 3", "line 4", "line 5"])
  }

  @Test func `events are in columns, and other lines stay`() {
    #expect(
      EventLine.aligned([
        "1.000 zoom pinch 2 began scale 1.10 at 60.0,30.0", "daemon: reloaded",
        "2.000 two words long-press 1 recognized at 1.0,2.0", "3.000 tap",
      ]) == [
        "1.000 zoom      began      scale 1.10 at 60.0,30.0", "daemon: reloaded",
        "2.000 two words recognized at 1.0,2.0", "3.000 tap",
      ])
  }

  @Test func `the lowest pad has one line`() {
    WatchScreenTests.check(
      WatchScreenTests.model, 120, 5,
      """
      Pad, 100 × 60 mm
      no touch yet
                                                                   zoom
                                                                   and 5 more (↓)
       space pause  ←/→ sequences  ↑/↓ rows  1-9 fingers  0 all  q quit
      """)
    WatchScreenTests.check(
      WatchScreenTests.model, 120, 6,
      """
      Pad, 100 × 60 mm
      no touch yet
             zoom
             next
             and 4 more (↓)
       space pause  ←/→ sequences  ↑/↓ rows  1-9 fingers  0 all  q quit
      """)
  }

  /// A letter for the colour of each cell.
  private static func colours(_ canvas: Canvas) -> String {
    (0..<canvas.height).map { y in
      var line = String(
        canvas.row(y).map { cell -> Character in
          switch cell.colour {
          case .plain: cell.character == " " ? " " : "p"
          case .faint: "f"
          case .strong: "S"
          case .active: "a"
          case .recognized: "r"
          case .cancelled: "c"
          case .failed: "x"
          case .near: "n"
          case .touch(let number): Character("\(number)")
          }
        })
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }
  private static func check(
    colours model: WatchModel, _ expected: String, _ place: SourceLocation = #_sourceLocation
  ) {
    let text = colours(WatchView.draw(model, width: 90, height: 16))
    if text != expected + "\n" { Issue.record("\n\(text)", sourceLocation: place) }
  }

  @Test func `a measure that is reached has the colour of recognition`() {
    var model = WatchTests.model
    WatchTests.moved(&model)
    let text = Self.colours(WatchView.draw(model, width: 90, height: 16))
    #expect(text.contains(" rrrrrrrrrr pp p pp pp"), "\(text)")
  }

  @Test func `what stands out`() {
    Self.check(
      colours: WatchScreenTests.moved,
      """
      SSSSSSSSSSSSSSSS
      pppppppp p pp pp pppp ppppp pp p ppppp ppppp p
      ffffffffffffffffffffff pppp                              aaaaffffff ppp p ppp pp
      f                    f pppp                              aaaaaaaaff ppp p pp pp
      f    00              f pppp                              xxxxxxxxxx ppp p p pp
      f    0               f pppppppppppppppppppppp            ffffffffffffff
      f                    f pppp                              aaaaffffff pppp p ppp p
      f    11              f pppppppp                          fffffffffffffffffffffff
      f                    f
      ffffffffffffffffffffff
      ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff




      fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
      """)
    Self.check(
      colours: WatchScreenTests.missed,
      """
      SSSSSSSSSSSSSSSS
      pppppppp p pp pp pppp ppppp p pp ppppp pp p pppppppp ppppppp pppppppppp
      ffffffffffffffffffffff nnnn                   nnnnnn     nnnnnnnnff ppp p pp pp
      f                    f   nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn
      f    00              f ffff                   ffffff     fffffffffffffffffffffffffffffffff
      f    0               f ffff                   ffffff     fffffffffffffffffffffffffffffffff
      f                    f ffff                   ffffff     fffffffffffffffffffffffffffffffff
      f    11              f ffffffffffffffffffffff ffffff     fffffffffffffffffffffffffffff
      f                    f ffffffff               ffffff     fffffffffffffffffffffffffffff
      ffffffffffffffffffffff
      ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff




      fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
      """)
    Self.check(
      colours: WatchScreenTests.recognized,
      """
      SSSSSSSSSSSSSSSS
      pppppppp p pp pp pppp ppppp p pp ppppp pp p pppppppp pppp
      ffffffffffffffffffffff rrrr                   rrrrr
      f                    f ffff                   ffffff     fffffffffffffffffffffffffff
      f                    f pppp
      f                    f pppppppppppppppppppppp            ffffffffffffff
      f      00000   11111 f pppp
      f                    f pppppppp                          fffffffffffffffffffffff
      f                    f
      ffffffffffffffffffffff
      ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
      ppppp pppp ppppp ppppp pppp pp ppppppppp
      ppppp pppp ppppp ppppp pppp pp ppppppppp


      fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
      """)
  }
}
