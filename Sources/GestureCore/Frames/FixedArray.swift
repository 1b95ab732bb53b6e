/// A number of elements that is fixed when the device is opened.
///
/// Array would check for a unique reference at every write and InlineArray would make every device as large as
/// the largest one (60 slots); this is one allocation and plain loads and stores.
struct FixedArray<Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
  let count: Int
  private let base: UnsafeMutablePointer<Element>

  init(repeating element: Element, count: Int) {
    self.count = count
    base = .allocate(capacity: count)
    base.initialize(repeating: element, count: count)
  }
  deinit { base.deallocate() }

  @inline(__always) subscript(index: Int) -> Element {
    get {
      precondition(index >= 0 && index < count)
      return base[index]
    }
    _modify {
      precondition(index >= 0 && index < count)
      yield &base[index]
    }
  }
}

/// A set of slots; the kernel's largest known device has 60.
typealias SlotSet = UInt64

extension SlotSet {
  static let capacity = 64
  @inline(__always) init(slot: Int) { self = 1 &<< UInt64(slot) }
  @inline(__always) func contains(slot: Int) -> Bool { self & SlotSet(slot: slot) != 0 }
  /// Takes out the lowest slot; nil when the set is empty.
  @inline(__always) mutating func popFirst() -> Int? {
    guard self != 0 else { return nil }
    let slot = trailingZeroBitCount
    self &= self &- 1
    return slot
  }
}
