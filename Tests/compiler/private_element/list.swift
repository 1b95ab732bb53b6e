// The compiler crashes at a value with a part whose list has elements of a private type of another file.
struct List<Element: BitwiseCopyable>: ~Copyable {
  private let base: UnsafeMutablePointer<Element>
  init(_ element: Element) {
    base = .allocate(capacity: 1)
    base.initialize(to: element)
  }
  deinit { base.deallocate() }
}
