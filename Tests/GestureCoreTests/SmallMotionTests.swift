import GestureTesting
import Glibc
import Testing

@testable import GestureCore

/// The series for small values compared with the library functions, on both sides of the limit between them.
@Suite struct `small turns and small changes of scale` {
  /// Unit of least precision of a double at 1.
  private static let ulp = 0x1p-52

  @Test func `the arc tangent equals that of the library`() {
    var generator = SplitMix64(seed: 1)
    var worst = 0.0
    for power in -60...3 {
      for _ in 0..<200 {
        let x = Double.random(in: 0.5...60, using: &generator)
        let y = x * exp2(Double(power)) * Double.random(in: -1...1, using: &generator)
        for (y, x) in [(y, x), (y, -x)] {
          worst = max(worst, abs(arcTangent(of: y, by: x) / atan2(y, x) - 1))
        }
      }
    }
    #expect(worst <= 2 * Self.ulp)
    #expect(arcTangent(of: 1, by: 0) == Double.pi / 2 && arcTangent(of: 0, by: -1) == Double.pi)
  }

  @Test func `the logarithm equals that of the library`() {
    var generator = SplitMix64(seed: 2)
    var worst = 0.0
    for power in -40...2 {
      for _ in 0..<200 {
        let b = Double.random(in: 2...60, using: &generator)
        let a = b + b * exp2(Double(power)) * Double.random(in: 0.5...1, using: &generator)
        // log(a / b) has the rounding error of a / b; log1p has not.
        let expected = log1p((a - b) / b)
        worst = max(worst, abs(logarithm(ofRatio: a, to: b) / expected - 1))
        worst = max(worst, abs(logarithm(ofRatio: b, to: a) / -expected - 1))
      }
    }
    #expect(worst <= 16 * Self.ulp)
    #expect(logarithm(ofRatio: 7, to: 7) == 0)
  }
}
