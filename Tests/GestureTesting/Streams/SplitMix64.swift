/// Steele, Lea and Flood's generator: 64 bits of state, the same numbers for the same seed.
package struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  package mutating func int(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }
  /// True once in `n` times.
  package mutating func oneIn(_ n: Int) -> Bool { int(1...n) == 1 }
  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[int(0...elements.count - 1)]
  }
  /// A length between the bounds, a multiple of 1/1024 mm: sums and differences of such are exact, so that a moved or
  /// mirrored stream has the very same translations.
  package mutating func length(_ low: Double, _ high: Double) -> Double {
    let fraction = Double(next() >> 11) / Double(1 << 53)
    return TouchStream.exact(low + (high - low) * fraction)
  }
}
