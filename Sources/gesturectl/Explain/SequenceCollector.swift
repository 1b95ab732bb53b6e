import GestureCore

/// Collects frames and events into whole touch sequences.
///
/// A chain of taps fails after the lift, so a sequence accepts events until the next one begins, or until `finish`.
struct SequenceCollector {
  /// The open sequences: 0 of the device, then those of zones.
  private var current: [Int: TouchSequence] = [:]
  private var count = 0
  private let fingers: [Int: ClosedRange<Int>]
  private var zones: ZoneSequences

  /// - Parameter fingers: the finger counts of the gestures, if known.
  init(fingers: [Int: ClosedRange<Int>] = [:], zones: ZoneSequences = ZoneSequences()) {
    self.fingers = fingers
    self.zones = zones
  }

  /// - Parameter gestures: the index of each definition's gesture in the configuration.
  init(_ definitions: [RecognizerDefinition], gestures: [Int]) {
    self.init(
      fingers: Self.fingers(definitions, gestures), zones: ZoneSequences(definitions, gestures: gestures))
  }

  static func fingers(_ definitions: [RecognizerDefinition], _ gestures: [Int]) -> [Int: ClosedRange<Int>] {
    Dictionary(zip(gestures, definitions.map(\.fingers)), uniquingKeysWith: { first, _ in first })
  }

  /// Whether all fingers have lifted, so that only deadlines remain.
  var isOver: Bool { !current.isEmpty && current.values.allSatisfy(\.isOver) }

  /// - Returns: the sequences that this frame ends, because others begin.
  mutating func consume(_ frame: RawTouchFrame, _ touches: some Sequence<RawTouch>) -> [TouchSequence] {
    var before = isOver ? finish() : []
    for part in zones.split(frame, Array(touches)) {
      if current[part.key]?.isOver ?? false { before += finish([part.key]) }
      if current[part.key] == nil {
        count += 1
        current[part.key] = TouchSequence(number: count, start: frame.time)
      }
      current[part.key]?.consume(part.frame, part.touches)
    }
    return before
  }

  /// Records, after the last lift, which gestures wait for the next touch.
  mutating func wait(for gestures: [Int]) {
    for key in current.keys { current[key]?.wait(for: gestures.filter { zones.key(of: $0) == key }) }
  }

  mutating func consume(_ event: GestureEvent) { current[zones.key(of: event.gesture)]?.consume(event) }

  /// Ends the open sequences; no event of them will follow.
  mutating func finish() -> [TouchSequence] { finish(Array(current.keys)) }

  private mutating func finish(_ keys: [Int]) -> [TouchSequence] {
    var done = keys.compactMap { current.removeValue(forKey: $0) }
    for index in done.indices { done[index].judge(fingers) }
    return done.sorted { ($0.end, $0.number) < ($1.end, $1.number) }
  }
}
