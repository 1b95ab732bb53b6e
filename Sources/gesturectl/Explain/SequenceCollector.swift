import GestureCore

/// Frames and events in, whole touch sequences out.
///
/// A chain of taps fails after the fingers have left: a sequence takes events until the next one begins, or `finish`.
struct SequenceCollector {
  private var current: TouchSequence?
  private var count = 0
  private let fingers: [Int: ClosedRange<Int>]

  /// - Parameter fingers: of each gesture, as far as they are known.
  init(fingers: [Int: ClosedRange<Int>] = [:]) { self.fingers = fingers }

  /// - Parameter gestures: the numbers of the definitions' gestures.
  init(_ definitions: [RecognizerDefinition], gestures: [Int]) {
    self.init(fingers: Self.fingers(definitions, gestures))
  }

  static func fingers(_ definitions: [RecognizerDefinition], _ gestures: [Int]) -> [Int: ClosedRange<Int>] {
    Dictionary(zip(gestures, definitions.map(\.fingers)), uniquingKeysWith: { first, _ in first })
  }

  /// Whether the fingers have left and only deadlines are to come.
  var isOver: Bool { current?.isOver ?? false }

  /// - Returns: the sequence before, where this frame begins another.
  mutating func consume(_ frame: RawTouchFrame, _ touches: some Sequence<RawTouch>) -> TouchSequence? {
    let before = isOver ? finish() : nil
    if current == nil {
      count += 1
      current = TouchSequence(number: count, start: frame.time)
    }
    current?.consume(frame, touches)
    return before
  }

  mutating func consume(_ event: GestureEvent) { current?.consume(event) }

  /// Nothing more is to come of this sequence.
  mutating func finish() -> TouchSequence? {
    defer { current = nil }
    current?.judge(fingers)
    return current
  }
}
