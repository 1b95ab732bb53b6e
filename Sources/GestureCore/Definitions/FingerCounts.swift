/// A set of finger counts from 1 to 16. Bit n − 1 stands for the count n.
package struct FingerCounts: OptionSet, Sendable {
  package let rawValue: UInt16
  package init(rawValue: UInt16) { self.rawValue = rawValue }
  package init(_ range: ClosedRange<Int>) {
    let counts = range.clamped(to: 1...16)
    rawValue = counts.reduce(0) { $0 | 1 << UInt16($1 - 1) }
  }
  package func contains(count: Int) -> Bool {
    (1...16).contains(count) && rawValue & 1 << UInt16(count - 1) != 0
  }
}
