import GestureCore
import GestureTesting
import Testing

/// The notations of the tests: their meaning, and that errors in them are found.
@Suite struct `the notation of the tests` {
  @Test func `a motion ends exactly on time and place`() throws {
    let script = try TouchScript("0 d1 50,50 | 25> m1 60,50 | 30 u1")
    #expect(script.steps.map(\.time) == [0, 10_000, 20_000, 25_000, 30_000])
    guard case .frame(let last) = script.steps[3] else { throw NotationError("no frame", in: "step 3") }
    #expect(last.changes[0].position == Point(60, 50))
  }

  @Test func `a positive arc is clockwise on the screen`() throws {
    let script = try TouchScript("0 d1 60,50 | 10> a1 50,50,90 | 20 u1")
    guard case .frame(let turned) = script.steps[1] else { throw NotationError("no frame", in: "step 1") }
    #expect(turned.changes[0].position.distance(to: Point(50, 60)) < 1e-9)
  }

  @Test func `alternatives repeat until their end`() throws {
    let script = try TouchScript("0 d1 50,50 | every 20 until 70: m1 51,50 / m1 49,50 | 80 u1")
    #expect(script.steps.map(\.time) == [0, 20_000, 40_000, 60_000, 80_000])
  }

  @Test(arguments: [
    "0 d1 50,50 | 10 d1 60,50", "0 u1", "0 d1 50", "0 d1", "10 d1 5,5 | 5 u1", "0 z1 5,5",
    "0 d1 5,5 | 10> x1 6,5",
    "every 20: m1 5,5", "d1 5,5",
  ])
  func `an invalid script`(_ text: String) {
    #expect(throws: NotationError.self) { try TouchScript(text) }
  }

  @Test(arguments: [
    "tip", "tap taps", "tap speed=3mm", "tap max_duration=200", "pan axis=diagonal", "swipe direction=north",
    "sequence [tap > tip]", "tap; @simultaneous tap pan", "tap; @upside-down",
  ])
  func `invalid recognizers`(_ text: String) {
    #expect(throws: NotationError.self) { try RecognizerSet(text) }
  }

  @Test func `recognizers are read with their keys`() throws {
    let set = try RecognizerSet(
      "s3: swipe fingers=3 direction=left,up min_distance=5mm,9mm; p: pan fingers=2..; @touchpad; @exclusive s3 p"
    )
    #expect(set.deviceClass == .touchpad)
    #expect(set.recognizers[0].fingers == 3...3)
    #expect(set.recognizers[1].fingers == 2...Int.max)
    #expect(set.recognizers[1].requireFailureOf == ["s3"])
    guard let swipe = set.recognizers[0].parameters.as(SwipeParameters.self) else {
      throw NotationError("no swipe", in: "s3")
    }
    #expect(swipe.directions == [.left, .up])
    #expect((swipe.minDistanceSlow, swipe.minDistanceFast) == (5, 9))
  }

  @Test func `a definition can be read from its notation`() throws {
    let text =
      "sw: swipe fingers=2..2 priority=3 direction=left,down; seq: sequence [tap: tap taps=2 > pan: pan]"
    let set = try RecognizerSet(text)
    #expect(set.recognizers.map(\.notation).joined(separator: "; ") == text)
  }

  private func event(_ state: GestureState, at time: Timestamp, _ x: Double = 0) -> GestureEvent {
    var event = GestureEvent()
    event.time = time
    event.state = state
    event.translation = Point(x, 0)
    event.velocity = Point(100, 0)
    return event
  }

  private var pan: [GestureEvent] {
    [
      event(.began, at: 10_000, 2), event(.changed, at: 20_000, 4), event(.changed, at: 30_000, 6),
      event(.ended, at: 40_000, 6),
    ]
  }

  @Test(arguments: [
    "pan.began@10; pan.changed×2@20–30{T=6,0}; pan.ended@40",
    "pan.began@10{T=2.009,0 v=100.9,0}; pan.changed@20; pan.changed@30; pan.ended@40{T=6,0}",
  ])
  func `an expectation that is met`(_ text: String) throws {
    #expect(try ExpectedTrace(text).mismatch(pan, names: ["pan"]) == nil)
  }

  @Test(arguments: [
    "-", "pan.began@10; pan.changed×2@20–30", "pan.began@10; pan.changed×3@20–40; pan.ended@40",
    "pan.began@11; pan.changed×2@20–30; pan.ended@40", "pan.began@10; pan.changed×2@20–31; pan.ended@40",
    "pan.began@10{T=2.02,0}; pan.changed×2@20–30; pan.ended@40",
    "pan.began@10{v=102,0}; pan.changed×2@20–30; pan.ended@40",
    "pan.began@10{scale=1}; pan.changed×2@20–30; pan.ended@40",
    "pan.began@10; pan.changed×2@20–30; pan.cancelled@40",
    "tap.began@10; pan.changed×2@20–30; pan.ended@40",
    "pan.began@10; pan.changed×2@20–30; pan.ended@40; pan.began@50",
  ])
  func `an expectation that is not met`(_ text: String) throws {
    #expect(try ExpectedTrace(text).mismatch(pan, names: ["pan"]) != nil)
  }

  @Test func `events are written as they are expected`() throws {
    let text = notation(pan, ["pan"])
    #expect(try ExpectedTrace(text).mismatch(pan, names: ["pan"]) == nil, "\(text)")
    #expect(text.contains("pan.changed×2@20–30{"))
  }
}
