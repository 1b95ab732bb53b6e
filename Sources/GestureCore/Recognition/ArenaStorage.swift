/// Memory that recognizers of one arena keep for its life: taken once, given back with the arena.
struct ArenaStorage: ~Copyable {
  private var blocks: [UnsafeMutableRawPointer] = []

  private mutating func allocate<T>(_ count: Int, _ initial: T) -> UnsafeMutablePointer<T> {
    let pointer = UnsafeMutablePointer<T>.allocate(capacity: max(count, 1))
    pointer.initialize(repeating: initial, count: max(count, 1))
    blocks.append(UnsafeMutableRawPointer(pointer))
    return pointer
  }

  mutating func points(_ count: Int) -> UnsafeMutablePointer<Point> { allocate(count, .zero) }
  mutating func samples(_ count: Int) -> UnsafeMutablePointer<MotionSample> {
    allocate(count, MotionSample(time: 0, value: .zero))
  }
  mutating func touches() -> Touches {
    Touches(table: allocate(1, TouchTable(records: allocate(Touches.capacity, TouchRecord()))))
  }

  deinit { for block in blocks { block.deallocate() } }
}
