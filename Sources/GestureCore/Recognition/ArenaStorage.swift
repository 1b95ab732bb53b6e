/// Memory that an arena and its recognizers keep for its life: taken once, given back with the arena.
///
/// Everything that the arena, its entries and its recognizers point to is here, so no pointer outlives its target.
struct ArenaStorage: ~Copyable {
  private var blocks: [UnsafeMutableRawPointer] = []
  private var recognizers: [RecognizerReference] = []

  /// A recognizer of any type, which lives as long as the storage.
  mutating func recognizer(_ parameters: AnyParameters, _ attempt: Attempt) -> RecognizerReference {
    let reference = RecognizerReference(parameters, attempt, &self)
    recognizers.append(reference)
    return reference
  }

  mutating func values<T: BitwiseCopyable>(_ count: Int, _ initial: T) -> UnsafeMutablePointer<T> {
    let pointer = UnsafeMutablePointer<T>.allocate(capacity: max(count, 1))
    pointer.initialize(repeating: initial, count: max(count, 1))
    blocks.append(UnsafeMutableRawPointer(pointer))
    return pointer
  }

  mutating func points(_ count: Int) -> UnsafeMutablePointer<Point> { values(count, .zero) }
  mutating func attempt(_ record: AttemptRecord) -> UnsafeMutablePointer<AttemptRecord> { values(1, record) }
  mutating func samples(_ count: Int) -> UnsafeMutablePointer<MotionSample> {
    values(count, MotionSample(time: 0, value: .zero))
  }
  /// - Parameters: those of `MotionLife`.
  mutating func life(spin: MotionTracker.Spin = [], _ measure: MotionTracker.Measure)
    -> UnsafeMutablePointer<MotionLife>
  { values(1, MotionLife(&self, spin: spin, measure)) }
  mutating func touchTable() -> UnsafeMutablePointer<TouchTable> {
    values(1, TouchTable(records: values(Touches.capacity, TouchRecord())))
  }

  deinit {
    for recognizer in recognizers { recognizer.destroy() }
    for block in blocks { block.deallocate() }
  }
}
