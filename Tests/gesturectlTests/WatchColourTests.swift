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
      ╭────────────────────╮╭─ sequence 1 of 2, 1.000 s to 1.250 s, 2 fingers ───────────────────────────────────────────────╮
      │                    ││ 2• menu touch 1 moved 9.92 mm; `allowable_movement` allows 3 mm                                │
      │    ⣀●              ││ 2◉ rest touch 1 moved 9.92 mm; `allowable_movement` allows 3 mm                                │
      │    ⠁               ││                                                                                                │
      │                    ││                                                                                                │
      │    ⠉●              ││                                                                                                │
      │                    ││                                                                                                │
      ╰────────────────────╯╰────────────────────────────────────────────────────────────────────────────────────────────────╯
      ╭─ events ─────────────────────────────────────────────────────────────────────────────────────────────────────────────╮
      │ 2.100 zoom began scale 3.00 at 60.0,30.0                                                                             │
      │ 2.200 zoom ended scale 3.00 at 60.0,30.0                                                                             │
      │                                                                                                                      │
      │                                                                                                                      │
      ╰──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────╯
       space pause  ←/→ sequences  ↑/↓ rows  1-9 fingers  0 all  q quit
      """)
    #expect(
      WatchView.draw(WatchModel(devices: [:], names: WatchScreenTests.names), width: 40, height: 3).text
        == "no device\n\n space pause  ←/→ sequences  ↑/↓ rows  …\n")
  }

  @Test func `a reason needs 24 columns beside its state`() {
    WatchScreenTests.check(
      WatchScreenTests.missed, 58, 16,
      """
      Pad, 100 × 60 mm
      ╭──────────────╮╭─ events ───────────────────────────────╮
      │              ││                                        │
      │  ⠐●          ││                                        │
      │  ⠠●          ││                                        │
      │              ││                                        │
      ╰──────────────╯╰────────────────────────────────────────╯
      ╭─ sequence 1 of 1, 1.000 s to 1.250 s, 2 fingers ───────╮
      │ 2→ next                   nearly     ████████░░ 9.9 /… │
      │    lifted after 9.9 mm, 2.1 mm short of `min_distance` │
      │    12 mm                                               │
      │ 2⇔ zoom                   moved together or apart by … │
      │ and 4 more (↓)                                         │
      ╰────────────────────────────────────────────────────────╯
       space pause  ←/→ sequences  ↑/↓ rows  1-9 fingers  0 all
       q quit
      """)
    WatchScreenTests.check(
      WatchScreenTests.missed, 57, 16,
      """
      Pad, 100 × 60 mm
      ╭──────────────╮╭─ events ──────────────────────────────╮
      │              ││                                       │
      │  ⠐●          ││                                       │
      │  ⠠●          ││                                       │
      │              ││                                       │
      ╰──────────────╯╰───────────────────────────────────────╯
      ╭─ sequence 1 of 1, 1.000 s to 1.250 s, 2 fingers ──────╮
      │ 2→ next                   nearly     ████████░░ 9.9 … │
      │    lifted after 9.9 mm, 2.1 mm short of               │
      │    `min_distance` 12 mm                               │
      │ 2⇔ zoom                   moved together or apart by… │
      │ and 4 more (↓)                                        │
      ╰───────────────────────────────────────────────────────╯
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
      ╭────────────────────╮╭─ sequence 1 of 1, 1.000 s, 2 down, 1.240 s ────────────────────────────────────────────────────╮
      │                    ││ 2⇔ zoom                   possible   ████░░░░░░ 0.6 / 1.5 mm   waits for `next` to fail        │
      │    ⣀1              ││ 2→ next                   ████████░░ 9.9 / 12 mm                                               │
      │    ⠁               ││ 2• menu                   ██████████ 9.9 / 3 mm                                                │
      │                    ││ 1• a-name-that-is-longer… needs 1 finger                                                       │
      │    ⠉2              ││ 2◉ rest                   ████░░░░░░ 0.24 / 0.5 s                                              │
      │                    ││ 4→ show-all               needs 4 or more fingers                                              │
      ╰────────────────────╯╰────────────────────────────────────────────────────────────────────────────────────────────────╯
      ╭─ events ─────────────────────────────────────────────────────────────────────────────────────────────────────────────╮
      │                                                                                                                      │
      │                                                                                                                      │
      │                                                                                                                      │
      │                                                                                                                      │
      ╰──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────╯
       space pause  ←/→ sequences  ↑/↓ rows  1-9 fingers  0 all  q quit
      """)
  }

  @Test func `the last four events are listed`() {
    var model = WatchScreenTests.model
    for number in 0..<6 { model.note("line \(number)") }
    let lines = WatchView.draw(model, width: 120, height: 16).text.split(separator: "\n")
    #expect(lines[10...].prefix(4).map { $0.prefix(8) } == ["│ line 2", "│ line 3", "│ line 4", "│ line 5"])
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
            ╭─ no touch yet ─────────────────────────────────────────────────────────────────────────────────────────────────╮
            │ and 6 more (↓)                                                                                                 │
            ╰────────────────────────────────────────────────────────────────────────────────────────────────────────────────╯
       space pause  ←/→ sequences  ↑/↓ rows  1-9 fingers  0 all  q quit
      """)
    WatchScreenTests.check(
      WatchScreenTests.model, 120, 6,
      """
      Pad, 100 × 60 mm
      ╭───────╮╭─ no touch yet ──────────────────────────────────────────────────────────────────────────────────────────────╮
      │       ││ 2⇔ zoom                                                                                                     │
      │       ││ and 5 more (↓)                                                                                              │
      ╰───────╯╰─────────────────────────────────────────────────────────────────────────────────────────────────────────────╯
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
      ffffffffffffffffffffffff pppppppp p pp pp ppppp pp p ppppp ppppp p fffffffffffffffffffffff
      f                    ff pp pppp                   aaaaffffff ppp p ppp pp                f
      f    00              ff pp pppp                   aaaaaaaaff ppp p pp pp                 f
      f    0               ff pp pppp                   xxxxxxxxxx ppp p p pp                  f
      f                    ff pp pppppppppppppppppppppp ffffffffffffff                         f
      f    11              ff pp pppp                   aaaaffffff pppp p ppp p                f
      f                    ff pp pppppppp               fffffffffffffffffffffff                f
      ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
      ff pppppp ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
      f                                                                                        f
      f                                                                                        f
      f                                                                                        f
      f                                                                                        f
      ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
      fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
      """)
    Self.check(
      colours: WatchScreenTests.missed,
      """
      SSSSSSSSSSSSSSSS
      ffffffffffffffffffffffff pppppppp p pp pp ppppp p pp ppppp pp p ppppppp ffffffffffffffffff
      f                    ff nn nnnn                   nnnnnn     nnnnnnnnff ppp p pp pp      f
      f    00              ff    nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn     f
      f    0               ff ff ffff                   ffffffffffffffffffffffffffffffffffffff f
      f                    ff ff ffff                   ffffffffffffffffffffffffffffffffffffff f
      f    11              ff ff ffff                   ffffffffffffffffffffffffffffffffffffff f
      f                    ff ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff     f
      ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
      ff pppppp ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
      f                                                                                        f
      f                                                                                        f
      f                                                                                        f
      f                                                                                        f
      ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
      fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
      """)
    Self.check(
      colours: WatchScreenTests.recognized,
      """
      SSSSSSSSSSSSSSSS
      ffffffffffffffffffffffff pppppppp p pp pp ppppp p pp ppppp pp p ppppppp ffffffffffffffffff
      f                    ff rr rrrr                   rrrrr                                  f
      f                    ff ff ffff                   fffffffffffffffffffffffffff            f
      f                    ff pp pppp                                                          f
      f      00000   11111 ff pp pppp                                                          f
      f                    ff ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff     f
      f                    ff                                                                  f
      ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
      ff pppppp ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
      f ppppp pppp ppppp ppppp pppp pp ppppppppp                                               f
      f ppppp pppp ppppp ppppp pppp pp ppppppppp                                               f
      f                                                                                        f
      f                                                                                        f
      ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
      fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
      """)
  }
}
