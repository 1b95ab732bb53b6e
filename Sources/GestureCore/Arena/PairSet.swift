/// A set of ordered pairs of recognizers, stored as a bit matrix with one row for each first element.
struct PairSet: Sendable {
  private let words: Int
  private var bits: [UInt64]

  init(count: Int) {
    words = (count + 63) / 64
    bits = Array(repeating: 0, count: words * count)
  }

  mutating func insert(_ a: Int, _ b: Int) { bits[a * words + b / 64] |= 1 << UInt64(b % 64) }
  func contains(_ a: Int, _ b: Int) -> Bool { bits[a * words + b / 64] & (1 << UInt64(b % 64)) != 0 }

  func hasPartner(_ a: Int) -> Bool { (a * words..<(a + 1) * words).contains { bits[$0] != 0 } }

  /// Adds all partners of `b` to the partners of `a`.
  mutating func insertAll(of b: Int, for a: Int) {
    for word in 0..<words { bits[a * words + word] |= bits[b * words + word] }
  }
}
