/// Pairs of recognizers: one bit each, a row for the first of a pair.
struct PairSet {
  private let words: Int
  private var bits: [UInt64]

  init(count: Int) {
    words = (count + 63) / 64
    bits = Array(repeating: 0, count: words * count)
  }

  mutating func insert(_ a: Int, _ b: Int) { bits[a * words + b / 64] |= 1 << UInt64(b % 64) }
  func contains(_ a: Int, _ b: Int) -> Bool { bits[a * words + b / 64] & (1 << UInt64(b % 64)) != 0 }

  /// Adds everything that is paired with `b` to what is paired with `a`.
  mutating func insertAll(of b: Int, for a: Int) {
    for word in 0..<words { bits[a * words + word] |= bits[b * words + word] }
  }
}
