import Testing

@testable import GestureCore

/// The comparisons of `where`, and where gestures overlap.
@Suite struct ConditionTests {
  /// What differs by the tolerance is equal, what differs by more is not.
  @Test(arguments: [0.0, 1, 20, -3, 1e6]) func `a measure equals its limit within the tolerance`(
    limit: Double
  ) {
    let tolerance = ratioTolerance * max(abs(limit), 1e-3)
    let held = [-2 * tolerance, -tolerance / 2, 0, tolerance / 2, 2 * tolerance].map { excess in
      Comparison.allCases.filter { $0.holds(limit + excess, limit) }
    }
    #expect(held[0] == [.less, .atMost])
    for equal in held[1...3] { #expect(equal == [.atMost, .equal, .atLeast]) }
    #expect(held[4] == [.atLeast, .more])
  }

  /// Only about 0 is a difference exact to the last bit.
  @Test func `the tolerance itself is equal`() {
    for excess in [-1.0, 1] {
      let value = excess * ratioTolerance * 1e-3
      #expect(Comparison.allCases.filter { $0.holds(value, 0) } == [.atMost, .equal, .atLeast])
    }
  }

  @Test func `zones that share a border overlap`() {
    var one = RecognizerDefinition("one", .tap, .touchpad)
    var other = one
    one.region = Region(left: 20, right: 40, top: 20, bottom: 40)
    for (x, y) in [(-1.0, 0.0), (1, 0), (0, -1), (0, 1)] {
      for (distance, overlaps) in [(19.0, true), (20, true), (20.5, false)] {
        other.region = Region(
          left: 20 + x * distance, right: 40 + x * distance, top: 20 + y * distance, bottom: 40 + y * distance
        )
        #expect(one.overlaps(other) == overlaps, "\(x) \(y) \(distance)")
      }
    }
  }
}
