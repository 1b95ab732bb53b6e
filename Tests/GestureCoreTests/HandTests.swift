import GestureCore
import GestureTesting
import Testing

/// Complete touch sequences of everyday use, and the whole output of each.
@Suite struct `hands on a pad` {
  @Test func `a third finger late takes over from the two-finger pan`() {
    let pad = TestPad(pan("scroll", fingers: 2), swipe("next", fingers: 3, .right))
    #expect(
      pad.trace {
        down(2)
        drag(x: 4, over: 40)
        down(1)
        drag(x: 16, over: 80)
        up()
      } == """
        0.020 scroll pan 2 began by +2.0,+0.0 (+100,+0 mm/s) at 72.0,60.0
        0.110 scroll pan 2 cancelled by +4.0,+0.0 (+100,+0 mm/s) at 74.0,60.0
        0.110 next swipe 3 recognized right at 84.0,60.0
        """)
  }

  @Test func `a double tap suppresses the single tap`() {
    let pad = TestPad(tap("open"), tap("zoom", taps: 2))
    #expect(
      pad.trace {
        down()
        up(after: 60)
        down(at: Point(60, 60), after: 120)
        up(after: 60)
      } == "0.240 zoom tap 1 recognized taps 2 at 60.0,60.0")
  }

  @Test func `a single tap is recognized when no second tap follows`() {
    let pad = TestPad(tap("open"), tap("zoom", taps: 2))
    #expect(
      pad.trace {
        down()
        up(after: 60)
        wait(1000)
      } == "0.410 open tap 1 recognized at 60.0,60.0 complete 0.060")
  }

  @Test func `three fingers that land and lift one by one are one tap`() {
    let pad = TestPad(tap("one"), tap("two", fingers: 2), tap("three", fingers: 3))
    #expect(
      pad.trace {
        down(1)
        down(1, after: 30)
        down(1, after: 30)
        up(1, after: 60)
        up(1, after: 30)
        up(1, after: 30)
      } == "0.180 three tap 3 recognized at 80.0,60.0")
  }

  @Test func `spreading fingers zoom and do not scroll`() {
    let pad = TestPad(pan("scroll", fingers: 2), pinch("zoom"), rotation("turn"))
    #expect(
      pad.trace {
        down(2)
        spread(2, over: 100)
        up()
      } == """
        0.020 zoom pinch 2 began scale 1.20 (+9.94/s) at 70.0,60.0
        0.110 zoom pinch 2 ended scale 2.00 (+9.00/s) at 70.0,60.0
        """)
  }

  @Test func `turning fingers turn`() {
    let pad = TestPad(pan("scroll", fingers: 2), pinch("zoom"), rotation("turn"))
    #expect(
      pad.trace {
        down(2)
        turn(90, over: 200)
        up()
      } == """
        0.040 turn rotation 2 began rotation +18.0° (+450°/s) at 70.0,60.0
        0.210 turn rotation 2 ended rotation +90.0° (+450°/s) at 70.0,60.0
        """)
  }

  @Test func `a rest before a flick does not prevent the swipe`() {
    let pad = TestPad(tap("open"), longPress("menu"), pan("scroll"), swipe("next"))
    #expect(
      pad.trace {
        down()
        wait(450)
        drag(x: 16, over: 80)
        up()
      } == "0.510 next swipe 1 recognized right at 60.0,60.0")
  }

  @Test func `a second tap that becomes a palm releases the first one`() {
    let pad = TestPad(tap("open"), tap("zoom", taps: 2))
    #expect(
      pad.trace {
        down()
        up(after: 80)
        down(at: Point(60, 60), after: 120)
        palm(after: 30)
      } == "0.230 open tap 1 recognized at 60.0,60.0 complete 0.080")
  }

  @Test func `a gesture that is disabled is cancelled and ignores its finger afterwards`() {
    let pad = TestPad(pan("scroll"))
    #expect(
      pad.trace {
        down()
        drag(x: 10, over: 50)
        disable("scroll")
        enable("scroll")
        drag(x: 10, over: 50)
        up()
      } == """
        0.010 scroll pan 1 began by +2.0,+0.0 (+200,+0 mm/s) at 62.0,60.0
        0.050 scroll pan 1 cancelled by +10.0,+0.0 (+200,+0 mm/s) at 70.0,60.0
        """)
  }

  @Test func `a tap followed by a drag is a tap-drag`() {
    let pad = TestPad(tap("open"), tap("zoom", taps: 2), tapDrag("move"))
    #expect(
      pad.trace {
        down()
        up(after: 80)
        down(at: Point(60, 60), after: 120)
        drag(x: 4, over: 40)
        up()
      } == """
        0.220 move tap-drag 1 began by +2.0,+0.0 (+100,+0 mm/s) at 62.0,60.0
        0.250 move tap-drag 1 ended by +4.0,+0.0 (+100,+0 mm/s) at 64.0,60.0
        """)
  }
}
