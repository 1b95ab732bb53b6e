import GestureCore
import Output
import Testing

/// Which words the plugin gets: gesture 0 delays three fingers, 1 cancels, 2 does neither.
@Suite struct TouchClaimsTests {
  private static let millisecond = Timestamp.millisecond

  private static func settings(claim: ClosedRange<Int>? = nil, delay: ClosedRange<Int>? = nil)
    -> ClaimSettings
  {
    var settings = ClaimSettings()
    settings.claims = claim.map { [Claim($0)] } ?? []
    settings.cancels = [1]
    if let delay { settings.delays = [.init(gesture: 0, fingers: delay, duration: 150 * millisecond)] }
    return settings
  }

  /// A device in use: what is said to `claims` comes out as words.
  private struct Bench {
    var claims: TouchClaims
    var time: Timestamp = 0
    init(_ settings: ClaimSettings) { claims = TouchClaims(settings) }

    mutating func said() -> [ClaimWord] {
      defer { claims.removeWords() }
      return claims.words
    }
    mutating func frame(
      _ fingers: Int, _ events: [(Int, GestureState)] = [], undecided: Set<Int> = [0, 1, 2],
      after: Timestamp = 7
    ) -> [ClaimWord] {
      time += after * millisecond
      claims.observe(.init(fingers: fingers, id: fingers > 0 ? 40 : nil), at: time)
      return decide(events, undecided: undecided)
    }
    mutating func decide(_ events: [(Int, GestureState)], undecided: Set<Int> = [0, 1, 2]) -> [ClaimWord] {
      let isDown = claims.isTouched
      let stand = { (gesture: Int) in
        GestureStand(isUndecided: undecided.contains(gesture), received: isDown ? 1 : 0)
      }
      claims.note(stand)
      for event in events { claims.take(event.0, event.1, stand) }
      claims.conclude(stand)
      return said()
    }
  }

  @Test func `the settings are said at once and taken back at the end`() {
    var bench = Bench(Self.settings(claim: 4...Int.max, delay: 3...3))
    bench.claims.begin()
    let words: [ClaimWord] = [.claim(4...Int.max), .delay(FingerCounts(3...3)), .patience(milliseconds: 150)]
    #expect(bench.said() == words)
    bench.claims.end()
    #expect(bench.said() == [.claim(nil), .delay([])])
  }

  @Test func `the selected slot is said first, if anything is hidden on the device`() {
    var bench = Bench(Self.settings(claim: 3...3))
    bench.claims.begin(slot: 2)
    #expect(bench.said() == [.slot(2), .claim(3...3)])
    bench = Bench(ClaimSettings())
    bench.claims.begin(slot: 2)
    #expect(bench.said().isEmpty)
  }

  @Test func `new settings take back what is no longer there`() {
    var bench = Bench(Self.settings(claim: 3...3, delay: 4...4))
    bench.claims.use(Self.settings())
    #expect(bench.said() == [.claim(nil), .delay([])])
    bench.claims.use(Self.settings(claim: 4...4))
    #expect(bench.said() == [.claim(4...4)])
    #expect(bench.frame(4) == [.claim(4...4), .hide(id: 40)])
  }

  @Test func `new settings while a touch is down need no report`() {
    var bench = Bench(Self.settings(claim: 3...3))
    #expect(bench.frame(2) == [.claim(3...3)])
    bench.claims.use(Self.settings(claim: 4...4))
    #expect(bench.claims.isTouched)
    #expect(bench.said() == [.claim(4...4)])
    #expect(bench.frame(0) == [])
    #expect(!bench.claims.isTouched)
  }

  @Test func `a claim is answered when the count rises into it, once a sequence`() {
    var bench = Bench(Self.settings(claim: 3...4))
    #expect(bench.frame(1) == [.claim(3...4)], "for a compositor that has opened the device since")
    #expect(bench.frame(2) == [])
    #expect(bench.frame(3) == [.claim(3...4), .hide(id: 40)])
    #expect(bench.frame(4) == [])
    #expect(bench.frame(3) == [])
    #expect(bench.frame(0) == [])
    #expect(bench.frame(5) == [.claim(3...4)])
    #expect(bench.frame(4) == [], "a falling count claims nothing")
    #expect(bench.frame(0) == [])
    #expect(bench.frame(3) == [.claim(3...4), .hide(id: 40)])
    #expect(bench.claims.claimed == 2)
  }

  @Test func `cancels_touches hides the sequence when it begins or is recognized`() {
    for state in GestureState.allCases {
      var bench = Bench(Self.settings())
      #expect(bench.frame(3) == [])
      let expected: [ClaimWord] = state == .began || state == .recognized ? [.hide(id: 40)] : []
      #expect(bench.frame(3, [(1, state)]) == expected, "\(state)")
      #expect(bench.frame(3, [(2, .recognized)]) == [])
    }
  }

  @Test func `a sequence is hidden once, and not when it is claimed or has lifted`() {
    var bench = Bench(Self.settings(claim: 4...4))
    #expect(bench.frame(3, [(1, .began)]) == [.claim(4...4), .hide(id: 40)])
    #expect(bench.frame(3, [(1, .recognized)]) == [])
    #expect(bench.frame(0) == [])
    #expect(bench.frame(4) == [.claim(4...4), .hide(id: 40)])
    #expect(bench.frame(4, [(1, .began)]) == [])
    #expect(bench.frame(0) == [])
    #expect(bench.frame(3) == [.claim(4...4)])
    #expect(bench.frame(0, [(1, .recognized)]) == [])
  }

  @Test func `held frames are hidden when the gesture is recognized`() {
    var bench = Bench(Self.settings(delay: 3...3))
    #expect(bench.frame(3) == [.delay(FingerCounts(3...3)), .patience(milliseconds: 150)])
    #expect(bench.frame(3) == [])
    #expect(bench.frame(3, [(0, .recognized)]) == [.hide(id: 40)])
    #expect(bench.frame(3, undecided: []) == [])
  }

  @Test func `the hold begins anew with each landing`() {
    var settings = ClaimSettings()
    settings.delays = [.init(gesture: 0, fingers: 1...1, duration: 120 * Self.millisecond)]
    var bench = Bench(settings)
    #expect(bench.frame(1).count == 2)
    #expect(bench.frame(0, after: 60) == [])
    #expect(bench.claims.isHolding)
    #expect(bench.frame(1, after: 40).count == 2)
    #expect(bench.claims.deadline == bench.time + 120 * Self.millisecond)
    #expect(bench.frame(1, after: 60) == [])
    #expect(bench.frame(0, [(0, .recognized)], after: 50) == [.hide(id: 40), .hide(id: 40)])
    #expect(bench.claims.hidden == 1, "both taps are hidden by one gesture")
  }

  @Test func `held frames go on when no gesture holds them any more`() {
    var bench = Bench(Self.settings(delay: 3...3))
    #expect(bench.frame(3).count == 2)
    #expect(bench.frame(3, [(2, .began)], undecided: [0]) == [])
    #expect(bench.frame(3, undecided: [1, 2]) == [.pass(id: 40)])
    #expect(bench.frame(3, [(0, .recognized)]) == [], "there is nothing held to hide")
  }

  @Test func `a held tap is hidden after its lift, and the word needs a report`() {
    var bench = Bench(Self.settings(delay: 3...3))
    #expect(bench.frame(3).count == 2)
    #expect(bench.claims.isTouched)
    #expect(bench.frame(0) == [])
    #expect(bench.decide([(0, .recognized)]) == [.hide(id: 40)])
    #expect(!bench.claims.isTouched)
    #expect(bench.frame(3).count == 2, "the next sequence is its own")
  }

  @Test func `after its time a held sequence has been shown, and gets no verdict`() {
    var bench = Bench(Self.settings(delay: 3...3))
    #expect(bench.frame(3).count == 2)
    #expect(bench.frame(3, [(0, .recognized)], after: 150) == [])
    #expect(bench.frame(3, undecided: []) == [])
  }

  @Test func `a hold is no reason to hide for another gesture, unless that cancels`() {
    var bench = Bench(Self.settings(delay: 3...3))
    #expect(bench.frame(3).count == 2)
    #expect(bench.frame(3, [(1, .began)]) == [.hide(id: 40)])
  }

  @Test func `without settings nothing is said`() {
    var bench = Bench(ClaimSettings())
    bench.claims.begin()
    #expect(bench.claims.isEmpty && bench.said() == [])
    #expect(bench.frame(3, [(0, .recognized), (1, .began)], undecided: []) == [])
  }
}
