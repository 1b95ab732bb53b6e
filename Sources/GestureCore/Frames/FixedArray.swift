/// A number of elements that is fixed when the device is opened.
///
/// Array would check for a unique reference at every write and InlineArray would make every device as large as
/// the largest one (60 slots); this is one allocation and plain loads and stores.
struct FixedArray<Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
  let count: Int
  // Allocated in init, freed in deinit; not copyable, so there is one owner.
  private let base: UnsafeMutablePointer<Element>

  init(repeating element: Element, count: Int) {
    self.count = count
    base = .allocate(capacity: count)
    base.initialize(repeating: element, count: count)
  }
  deinit { base.deallocate() }

  @inline(__always) subscript(index: Int) -> Element {
    _read { yield at(index).pointee }
    _modify { yield &at(index).pointee }
  }

  /// An element to work on: one check, however often it is read and written. Valid as long as the array; not to be kept.
  @inline(__always) func at(_ index: Int) -> UnsafeMutablePointer<Element> {
    // As unsigned numbers, negative ones are too large: one comparison.
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
    return base + index
  }

  /// Without a check in release builds: for an index that was checked against another array of the same length, or that
  /// is the count of what was stored.
  @inline(__always) func trusted(_ index: Int) -> UnsafeMutablePointer<Element> {
    assert(index >= 0 && index <= count)
    return base + index
  }
}

/// Changes of the frames that are being built; they stay where they are until the next frame.
struct ChangeList<Change: BitwiseCopyable>: ~Copyable {
  private var changes: FixedArray<Change>
  private(set) var count = 0

  init(repeating change: Change, capacity: Int) { changes = FixedArray(repeating: change, count: capacity) }

  @inline(__always) mutating func append(_ change: Change) {
    changes.at(count).pointee = change
    count &+= 1
  }
  /// One more element, to be written; without a check: a frame of motion has at most one change a slot,
  /// and the capacity is larger.
  @inline(__always) mutating func addMotion() -> UnsafeMutablePointer<Change> {
    let change = changes.trusted(count)
    count &+= 1
    return change
  }
  @inline(__always) mutating func removeAll() { count = 0 }
  @inline(__always) var all: UnsafeBufferPointer<Change> {
    UnsafeBufferPointer(start: changes.trusted(0), count: count)
  }
  /// The changes from `start` on.
  @inline(__always) func since(_ start: Int) -> UnsafeBufferPointer<Change> {
    UnsafeBufferPointer(start: changes.trusted(start), count: count &- start)
  }
}

/// A set of slots; the kernel's largest known device has 60.
package typealias SlotSet = UInt64

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
