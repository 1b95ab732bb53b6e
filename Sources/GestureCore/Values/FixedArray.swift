/// The changes of the current frames, valid until the next ones are built.
struct ChangeList<Change: BitwiseCopyable>: ~Copyable {
  private var changes: FixedArray<Change>
  private(set) var count = 0

  init(repeating change: Change, capacity: Int) { changes = FixedArray(repeating: change, count: capacity) }

  mutating func append(_ change: Change) {
    changes[count] = change
    count &+= 1
  }
  mutating func removeAll() { count = 0 }
  var all: Span<Change> {
    @_lifetime(borrow self) get { changes.span.extracting(first: count) }
  }
}

/// A set of slots. The largest device known to the kernel has 60.
package typealias SlotSet = UInt64

extension SlotSet {
  package static let capacity = 64
  package init(slot: Int) { self = 1 &<< SlotSet(truncatingIfNeeded: slot) }
  package func contains(slot: Int) -> Bool { self & SlotSet(slot: slot) != 0 }
  /// Removes the lowest slot; nil if the set is empty.
  package mutating func popFirst() -> Int? {
    guard self != 0 else { return nil }
    let slot = trailingZeroBitCount
    self &= self &- 1
    return slot
  }
}
