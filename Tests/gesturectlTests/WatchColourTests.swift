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
      ┌────────────────────┐ menu failed     touch 1 moved 9.92 mm; `allowable_movement` allows 3 mm
      │                    │ rest failed     touch 1 moved 9.92 mm; `allowable_movement` allows 3 mm
      │    ⣀●              │
      │    ⠁               │
      │                    │
      │    ⠉●              │
      │                    │
      └────────────────────┘
      ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
      2.100 zoom pinch 2 began scale 3.00 at 60.0,30.0
      2.200 zoom pinch 2 ended scale 3.00 at 60.0,30.0


       space pause  ←/→ sequences  ↑/↓ rows  1-9 fingers  0 all  q quit
      """)
    #expect(
      WatchView.draw(WatchModel(devices: [:], names: WatchScreenTests.names), width: 40, height: 3).text
        == "no device\nno touch yet\n space pause  ←/→ sequences  ↑/↓ rows  …\n")
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
          case .inverse: "i"
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




      iiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiii
      """)
    Self.check(
      colours: WatchScreenTests.missed,
      """
      SSSSSSSSSSSSSSSS
      pppppppp p pp pp pppp ppppp p pp ppppp pp p pppppppp ppppppp pppppppppp
      ffffffffffffffffffffff SSSS                   SSSSSS     aaaaaaaaff ppp p pp pp
      f                    f   SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS
      f    00              f ffff                   ffffff     fffffffffffffffffffffffffffffffff
      f    0               f ffff                   ffffff     fffffffffffffffffffffffffffffffff
      f                    f ffff                   ffffff     fffffffffffffffffffffffffffffffff
      f    11              f ffffffffffffffffffffff ffffff     fffffffffffffffffffffffffffff
      f                    f ffffffff               ffffff     fffffffffffffffffffffffffffff
      ffffffffffffffffffffff
      ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff




      iiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiii
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
      ppppp pppp ppppp p ppppp ppppp pppp pp ppppppppp
      ppppp pppp ppppp p ppppp ppppp pppp pp ppppppppp


      iiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiii
      """)
  }
}
