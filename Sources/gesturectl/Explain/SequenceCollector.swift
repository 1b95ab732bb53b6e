import GestureCore

/// Collects frames and events into whole touch sequences.
///
/// A chain of taps fails after the lift, so a sequence accepts events until the next one begins, or until `finish`.
struct SequenceCollector {
  private var current: TouchSequence?
  private var count = 0
  private let fingers: [Int: ClosedRange<Int>]

  /// - Parameter fingers: the finger counts of the gestures, if known.
  init(fingers: [Int: ClosedRange<Int>] = [:]) { self.fingers = fingers }

  /// - Parameter gestures: the index of each definition's gesture in the configuration.
  init(_ definitions: [RecognizerDefinition], gestures: [Int]) {
    self.init(fingers: Self.fingers(definitions, gestures))
  }

  static func fingers(_ definitions: [RecognizerDefinition], _ gestures: [Int]) -> [Int: ClosedRange<Int>] {
    Dictionary(zip(gestures, definitions.map(\.fingers)), uniquingKeysWith: { first, _ in first })
  }

  /// Whether all fingers have lifted, so that only deadlines remain.
  var isOver: Bool { current?.isOver ?? false }

  /// - Returns: the previous sequence, if this frame begins a new one.
  mutating func consume(_ frame: RawTouchFrame, _ touches: some Sequence<RawTouch>) -> TouchSequence? {
    let before = isOver ? finish() : nil
    if current == nil {
      count += 1
      current = TouchSequence(number: count, start: frame.time)
    }
    current?.consume(frame, touches)
    return before
  }

  /// Records, after the last lift, which gestures wait for the next touch.
  mutating func wait(for gestures: [Int]) { current?.wait(for: gestures) }

  mutating func consume(_ event: GestureEvent) { current?.consume(event) }

  /// Ends the sequence; no event of it will follow.
  mutating func finish() -> TouchSequence? {
    defer { current = nil }
    current?.judge(fingers)
    return current
  }
}
