// Everything in the core that accesses memory by address. Each type owns its allocation, checks or masks each index, and hands
// out no pointer, so its callers are safe Swift.

/// A value for each lane of a TouchSet: exactly 64, so no index can be out of bounds and none needs a check.
///
/// It is not an InlineArray, because each call that borrows a value with one copies all 64 elements (Tests/compiler).
@safe struct LaneArray<Element: BitwiseCopyable>: ~Copyable {
  static var count: Int { 64 }
  // Allocated in init and freed in deinit; not copyable, so it has one owner.
  private let base: UnsafeMutablePointer<Element>

  init(repeating element: Element) {
    unsafe base = .allocate(capacity: Self.count)
    unsafe base.initialize(repeating: element, count: Self.count)
  }
  deinit { unsafe base.deallocate() }

  @inline(__always) subscript(lane: Int) -> Element {
    unsafeAddress { unsafe UnsafePointer(base + (lane & (Self.count - 1))) }
    unsafeMutableAddress { unsafe base + (lane & (Self.count - 1)) }
  }
  var count: Int { Self.count }
  mutating func copy(_ other: borrowing LaneArray) { unsafe base.update(from: other.base, count: Self.count) }
  /// A span of a part of the array. Its bounds are checked once.
  @_lifetime(borrow self)
  @inline(__always) func span(_ lanes: Range<Int>) -> Span<Element> {
    let all = unsafe Span(_unsafeStart: base, count: Self.count)
    return unsafe _overrideLifetime(all.extracting(lanes), borrowing: self)
  }
}

/// A growing list of values that are never copied.
///
/// What must hold: the memory has room for `capacity` elements, of which the first `count` are initialized.
@safe struct OwnedList<Element: ~Copyable>: ~Copyable, Invariant {
  private(set) var count = 0
  private var capacity: Int
  // Allocated in init and freed in deinit; not copyable, so it has one owner. Initialized up to `count`.
  private var base: UnsafeMutablePointer<Element>

  init(capacity: Int) {
    self.capacity = max(capacity, 1)
    unsafe base = .allocate(capacity: self.capacity)
  }
  deinit {
    unsafe base.deinitialize(count: count)
    unsafe base.deallocate()
  }

  @inline(__always) subscript(index: Int) -> Element {
    unsafeAddress { unsafe UnsafePointer(base + checked(index)) }
    unsafeMutableAddress { unsafe base + checked(index) }
  }
  /// Calls `body` with each element in order. One comparison ends the loop and checks the index.
  @inline(__always) func forEach(_ body: (borrowing Element) -> Void) {
    var index = 0
    while index < count {
      unsafe body(base[index])
      index &+= 1
    }
  }
  @inline(__always) private func checked(_ index: Int) -> Int {
    // A negative index becomes a large unsigned number, so one comparison is enough.
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
    return index
  }

  @inline(__always) mutating func append(_ element: consuming Element) {
    if rarely(count == capacity) { grow() }
    unsafe (base + count).initialize(to: element)
    count &+= 1
    assert(holdsInvariants())
  }
  @inline(__always) mutating func removeAll() {
    unsafe base.deinitialize(count: count)
    count = 0
  }
  /// Removes the last element; the list must have one.
  @inline(__always) mutating func removeLast() {
    let last = checked(count &- 1)
    unsafe (base + last).deinitialize(count: 1)
    count = last
  }
  @inline(never) private mutating func grow() {
    let grown = UnsafeMutablePointer<Element>.allocate(capacity: 2 * capacity)
    unsafe grown.moveInitialize(from: base, count: count)
    unsafe base.deallocate()
    unsafe base = grown
    capacity *= 2
  }
  /// `append` grows a full list first; nothing else raises `count`.
  var brokenInvariant: String? {
    0...capacity ~= count ? nil : "count must be at most the capacity"
  }
}

/// An object in an OwnedList or in another object, lent to a call without counting the reference.
///
/// Swift 6.3 retains an object that it reads from an array or an object for a call, because the call might change either. The list and
/// its elements cannot change while a method of a borrowed element runs.
package struct Held<Object: AnyObject>: ~Copyable {
  private let object: Object
  package init(_ object: Object) { self.object = object }
  @inline(__always) package func lend<Result>(_ body: (Object) -> Result) -> Result { body(object) }
}

/// An array whose length is fixed when the device is opened.
///
/// Array would check for a unique reference at every write, and InlineArray would make every device as large as the largest one
/// (60 slots). This is one allocation with plain loads and stores.
@safe package struct FixedArray<Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
  package let count: Int
  /// The capacity minus one; the capacity is a power of two.
  private let mask: Int
  // Allocated in init and freed in deinit; not copyable, so it has one owner.
  private let base: UnsafeMutablePointer<Element>

  package init(repeating element: Element, count: Int) {
    self.count = count
    let slots = count < 2 ? 1 : 1 << (Int.bitWidth - (count - 1).leadingZeroBitCount)
    mask = slots - 1
    unsafe base = .allocate(capacity: slots)
    unsafe base.initialize(repeating: element, count: slots)
  }
  deinit { unsafe base.deallocate() }

  @inline(__always) package subscript(index: Int) -> Element {
    unsafeAddress { unsafe UnsafePointer(base + checked(index)) }
    unsafeMutableAddress { unsafe base + checked(index) }
  }
  /// Accesses an element by an index that was checked against another array of the same length. An index that is too large
  /// selects another element, never other memory.
  @inline(__always) package subscript(masked index: Int) -> Element {
    unsafeAddress { unsafe UnsafePointer(base + (index & mask)) }
    unsafeMutableAddress { unsafe base + (index & mask) }
  }
  @inline(__always) private func checked(_ index: Int) -> Int {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
    return index
  }

  @inline(__always) var span: Span<Element> {
    @_lifetime(borrow self) get {
      let span = unsafe Span(_unsafeStart: base, count: count)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }
}
