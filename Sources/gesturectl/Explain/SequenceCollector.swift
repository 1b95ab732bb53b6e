import GestureCore

/// Frames and events in, one summary a touch sequence out. Shared by replay, monitor, the report and watch.
///
/// A chain of taps fails after the fingers have left: a sequence takes events until the next one begins, or `finish`.
struct SequenceCollector {
  private var current: TouchSequence?
  private var failures: [GestureEvent] = []
  private var count = 0
  /// The fewest fingers of each gesture, as far as they are known: one that never had as many did not miss by more.
  private let fewest: [Int: Int]

  init(fewest: [Int: Int] = [:]) { self.fewest = fewest }

  /// The sequence that is under way, or whose last gestures are not decided yet, as far as it is known.
  var unfinished: TouchSequence? { current.map { Self.summary($0, failures, fewest) } }
  /// Whether the fingers have left and only deadlines are to come.
  var isOver: Bool { current?.isOver ?? false }

  /// - Returns: the sequence before, where this frame begins another.
  mutating func consume(_ frame: RawTouchFrame, _ touches: some Sequence<RawTouch>) -> TouchSequence? {
    let before = current == nil || isOver ? finish() : nil
    if current == nil {
      count += 1
      current = TouchSequence(number: count, start: frame.time, end: frame.time, fingers: 0)
    }
    current?.follow(frame)
    current?.follow(touches)
    return before
  }

  mutating func consume(_ event: GestureEvent) {
    switch event.state {
    case .began, .recognized:
      if current?.recognized.contains(event.gesture) == false { current?.recognized.append(event.gesture) }
    case .cancelled: current?.cancelled.insert(event.gesture)
    case .failed: failures.append(event)
    case .changed, .ended, .possible, .step: break
    }
  }

  /// Nothing more is to come of this sequence.
  mutating func finish() -> TouchSequence? {
    defer {
      current = nil
      failures.removeAll(keepingCapacity: true)
    }
    return unfinished
  }

  private static func summary(_ sequence: TouchSequence, _ failures: [GestureEvent], _ fewest: [Int: Int])
    -> TouchSequence
  {
    var sequence = sequence
    for event in failures where !sequence.recognized.contains(event.gesture) {
      sequence.add(event, fewest: fewest[event.gesture] ?? 0)
    }
    sequence.misses.sort { ($0.amount, $0.gesture) < ($1.amount, $1.gesture) }
    return sequence
  }
}

extension TouchSequence {
  fileprivate mutating func follow(_ frame: RawTouchFrame) {
    end = frame.time
    fingers = max(fingers, frame.fingers)
    isOver = frame.state == .ended || frame.state == .cancelled
  }

  fileprivate mutating func follow(_ touches: some Sequence<RawTouch>) {
    for touch in touches where !touch.isPhantom {
      if let index = ways.lastIndex(where: { $0.id == touch.id }) {
        ways[index].reach = max(ways[index].reach, (touch.position - ways[index].landing).length)
      } else {
        ways.append(Way(id: touch.id, landing: touch.position))
      }
    }
  }

  /// Of a gesture that failed more than once, the nearest miss counts.
  fileprivate mutating func add(_ event: GestureEvent, fewest: Int) {
    guard let failure = event.failure else { return }
    if fewest > fingers, failure.by == nil {
      otherCounts.add(event.gesture, needed: fewest)
    } else if let miss = Miss(event, of: self) {
      let known = misses.firstIndex { $0.gesture == event.gesture }
      if let known, misses[known].amount <= miss.amount { return }
      if let known { misses[known] = miss } else { misses.append(miss) }
    } else if failure.unit == .fingers {
      // Besides the fingers that rest, one taps.
      otherCounts.add(event.gesture, needed: Int(failure.limit) + (failure.key == .resting ? 1 : 0))
    } else if let known = refusals.firstIndex(where: { $0.failure == failure }) {
      if !refusals[known].gestures.contains(event.gesture) { refusals[known].gestures.append(event.gesture) }
    } else {
      refusals.append(Refusal(gestures: [event.gesture], failure: failure))
    }
  }
}

extension TouchSequence.OtherCounts {
  fileprivate mutating func add(_ gesture: Int, needed count: Int) {
    needed.insert(count)
    if !gestures.contains(gesture) { gestures.append(gesture) }
  }
}

extension SequenceCollector {
  /// - Parameter gestures: the numbers of the definitions' gestures.
  init(_ definitions: [RecognizerDefinition], gestures: [Int]) {
    self.init(fewest: Dictionary(zip(gestures, definitions.map(\.fingers.lowerBound)), uniquingKeysWith: min))
  }
}
