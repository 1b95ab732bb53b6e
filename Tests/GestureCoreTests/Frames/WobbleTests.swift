import Testing

@testable import GestureCore

/// Right, left, right: what makes a touchpad noisy (libinput's tp_detect_wobbling).
struct WobbleTests {
  /// Whether the last of the motions, which follow a first one to the left, completes a wobble.
  private static func isWobble(_ ways: [Point], after interval: Timestamp = 8 * .millisecond) -> Bool {
    var detector = WobbleDetector()
    var result = detector.wobbles(by: Point(-1, 0), at: 0)
    for (number, way) in ways.enumerated() {
      result = detector.wobbles(by: way, at: Timestamp(number + 1) * interval)
    }
    return result
  }

  @Test func `a motion up or down alone begins anew, and one aslant counts by its side`() {
    let (right, left) = (Point(1, 0), Point(-1, 0))
    #expect(Self.isWobble([right, left, right]))
    #expect(Self.isWobble([Point(1, 1), Point(-1, 2), Point(1, -1)]))
    #expect(!Self.isWobble([right, .zero, right]), "an unmoved report is no motion left")
    #expect(!Self.isWobble([right, Point(0, 1), right]))
    #expect(!Self.isWobble([right, left, Point(0, -1), right]))
    #expect(!Self.isWobble([right, right, right]) && !Self.isWobble([left, right, left]))
    #expect(!Self.isWobble([left, right]) && !Self.isWobble([right, left, left]))
  }

  @Test(arguments: [0, 1, 1_000_000])
  func `the first motion follows no other, whatever the clock says`(seconds: Int64) {
    var detector = WobbleDetector()
    var wobbled: [Int64] = []
    for number in Int64(1)...5 {
      let time = seconds * .second + number * 8 * .millisecond
      if detector.wobbles(by: Point(number % 2 == 1 ? 1 : -1, 0), at: time) { wobbled.append(number) }
    }
    #expect(wobbled == [5])
  }

  @Test func `motions 40 ms apart wobble, later ones do not`() {
    let ways = [Point(1, 0), Point(-1, 0), Point(1, 0)]
    #expect(Self.isWobble(ways, after: 40 * .millisecond))
    #expect(!Self.isWobble(ways, after: 40 * .millisecond + 1))
  }
}
