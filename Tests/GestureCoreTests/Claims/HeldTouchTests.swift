import GestureCore
import Output
import Testing

/// Which touches of a touchscreen are held, shown and hidden: gesture 0 delays one finger, gesture 1 cancels.
@Suite struct HeldTouchTests {
  private struct Bench {
    var claims: TouchClaims
    var time: Timestamp = 0
    var stands = [GestureStand(isUndecided: false), GestureStand(isUndecided: false)]

    init(patience: Timestamp = 150, holdsLifts: Bool = false) {
      var settings = ClaimSettings()
      let delay = ClaimSettings.Delay(gesture: 0, fingers: 1...1, duration: patience * .millisecond)
      if holdsLifts { settings.endDelays = [delay] } else { settings.delays = [delay] }
      settings.cancels = [1]
      claims = TouchClaims(settings, isPerTouch: true)
    }

    /// A frame after which these slots have contacts with these tracking IDs. Returns the verdicts.
    mutating func frame(_ ids: [Int: Int32], _ events: [(Int, GestureState)] = []) -> [ClaimWord] {
      time += 10 * .millisecond
      let slots = ids.keys.reduce(SlotSet(0)) { $0 | 1 << SlotSet($1) }
      claims.observe(
        .init(fingers: ids.count, id: ids.values.max(), slots: slots, counted: slots), at: time,
        trackingID: { ids[$0] ?? -1 })
      claims.note { stands[$0] }
      for event in events { claims.take(event.0, event.1) { stands[$0] } }
      claims.conclude { stands[$0] }
      defer { claims.removeWords() }
      return claims.words.filter(\.isVerdict)
    }
  }

  @Test func `a touch that no delaying gesture receives is shown at once`() {
    var bench = Bench()
    bench.stands[0] = GestureStand(isUndecided: true, received: 0b10)
    #expect(bench.frame([0: 7, 1: 8]) == [.pass(id: 7)])
    #expect(bench.claims.start == .landings && bench.claims.isHolding)
    #expect(bench.frame([0: 7, 1: 8, 2: 9]) == [.pass(id: 9)])
    #expect(bench.frame([0: 7, 1: 8], [(0, .recognized)]) == [.hideTouch(id: 8)])
    #expect(!bench.claims.isHolding)
  }

  @Test func `a landing of another attempt shows the tap before, and the verdict is on its own`() {
    var bench = Bench()
    bench.stands[0] = GestureStand(isUndecided: true, attempt: 1, received: 1)
    #expect(bench.frame([0: 7]) == [])
    bench.stands[0].received = 0
    #expect(bench.frame([:]) == [])
    // The second tap landed elsewhere, and the double tap begins with it.
    bench.stands[0] = GestureStand(isUndecided: true, attempt: 2, received: 1)
    #expect(bench.frame([0: 8]) == [.pass(id: 7)])
    bench.stands[0].received = 0
    #expect(bench.frame([:]) == [])
    bench.stands[0] = GestureStand(isUndecided: true, attempt: 2, received: 1)
    #expect(bench.frame([0: 9]) == [])
    // The gesture is reset in the frame in which it is recognized.
    bench.stands[0] = GestureStand(isUndecided: false, attempt: 3)
    #expect(
      Set(bench.frame([:], [(0, .recognized)]).map(\.value))
        == Set([ClaimWord.hideTouch(id: 8), .hideTouch(id: 9)].map(\.value)))
  }

  @Test func `cancels_touches hides the touches that the gesture received, and those that join it`() {
    var bench = Bench()
    #expect(bench.frame([0: 7, 1: 8]) == [.pass(id: 7), .pass(id: 8)])
    bench.stands[1] = GestureStand(isUndecided: false, isActive: true, received: 0b10)
    #expect(bench.frame([0: 7, 1: 8], [(1, .began)]) == [.hideTouch(id: 8)])
    #expect(bench.frame([0: 7, 1: 8]) == [])
    bench.stands[1].received = 0b110
    #expect(bench.frame([0: 7, 1: 8, 2: 9]) == [.hideTouch(id: 9)])
    #expect(bench.frame([0: 7, 1: 8, 2: 9, 3: 10]) == [.pass(id: 10)])
  }

  @Test func `landings prolong a hold up to 1.2 s`() {
    var bench = Bench(patience: 1000)
    bench.stands[0] = GestureStand(isUndecided: true, received: 1)
    #expect(bench.frame([0: 7]) == [])
    let first = bench.time
    #expect(bench.claims.deadline == first + .second)
    for id in 8..<30 as Range<Int32> { _ = bench.frame([0: id]) }
    #expect(bench.claims.deadline == first + 1200 * .millisecond)
    bench.claims.advance(to: bench.claims.deadline)
    #expect(!bench.claims.isHolding)
  }

  // MARK: Lifts

  @Test func `a lift waits, and a landing does not`() {
    var bench = Bench(patience: 350, holdsLifts: true)
    bench.stands[0] = GestureStand(isUndecided: true, received: 1)
    #expect(bench.frame([0: 7]) == [])
    #expect(bench.claims.start == .none && !bench.claims.isHolding)
    bench.stands[0].received = 0
    #expect(bench.frame([:]) == [])
    #expect(bench.claims.start == .touches(landings: false, lifts: 1))
    #expect(bench.claims.deadline == bench.time + 350 * .millisecond)
    bench.stands[0].isUndecided = false
    #expect(bench.frame([:]) == [.pass(id: 7)])
    #expect(!bench.claims.isHolding)
  }

  @Test func `the lifts of touches that the gesture used are cancelled, and a landing prolongs the wait`() {
    var bench = Bench(patience: 350, holdsLifts: true)
    bench.stands[0] = GestureStand(isUndecided: true, received: 1)
    #expect(bench.frame([0: 7]) == [])
    bench.stands[0].received = 0
    #expect(bench.frame([:]) == [])
    bench.stands[0].received = 1
    #expect(bench.frame([0: 8]) == [])
    #expect(bench.claims.start == .none)
    #expect(bench.claims.deadline == bench.time + 350 * .millisecond)
    // The gesture is reset in the frame in which it is recognized.
    bench.stands[0] = GestureStand(isUndecided: false, attempt: 2)
    #expect(
      Set(bench.frame([:], [(0, .recognized)]).map(\.value))
        == Set([ClaimWord.hideTouch(id: 7), .hideTouch(id: 8)].map(\.value)))
    #expect(!bench.claims.isHolding)
  }

  @Test func `a gesture that holds lifts takes no touch that is down, unless it cancels touches`() {
    var bench = Bench(patience: 350, holdsLifts: true)
    bench.stands[0] = GestureStand(isUndecided: true, received: 1)
    #expect(bench.frame([0: 7]) == [])
    bench.stands[0] = GestureStand(isUndecided: false, isActive: true, received: 1)
    #expect(bench.frame([0: 7], [(0, .began)]) == [])
    #expect(bench.frame([:]) == [.pass(id: 7)])
    bench.stands = [
      GestureStand(isUndecided: true, received: 1), GestureStand(isUndecided: true, received: 1),
    ]
    #expect(bench.frame([0: 8]) == [])
    bench.stands[1] = GestureStand(isUndecided: false, isActive: true, received: 1)
    #expect(bench.frame([0: 8], [(1, .began)]) == [.hideTouch(id: 8)])
  }

  @Test func `the plugin holds every lift, so one that no gesture waits for is shown at once`() {
    var bench = Bench(patience: 350, holdsLifts: true)
    bench.stands[0] = GestureStand(isUndecided: true, received: 0b10)
    #expect(bench.frame([0: 7, 1: 8]) == [])
    #expect(bench.frame([1: 8]) == [.pass(id: 7)])
    #expect(bench.frame([:]) == [])
    bench.claims.advance(to: bench.claims.deadline)
    #expect(!bench.claims.isHolding)
  }
}
