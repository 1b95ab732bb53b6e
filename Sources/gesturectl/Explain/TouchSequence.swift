import ControlProtocol
import GestureCore

/// One touch sequence from the first landing to the last lift: its touches for drawings, and its record, which says what became of the
/// gestures. The model behind `--explain`, `watch`, the report, `studio` and `teach`, which only display it.
struct TouchSequence {
  /// The number of the sequence, from 1.
  let number: Int
  /// Whether it is that of a zone, beside which a finger rests.
  let isOfZone: Bool
  private(set) var record: SequenceRecord
  /// The time of the last frame; after the sequence, of the last lift.
  private(set) var end: Timestamp
  /// Whether all fingers have lifted, so that only deadlines remain.
  private(set) var isOver = false
  /// Whether its first touches had landed before the first frame that was seen.
  private(set) var beganBefore: Bool?

  private(set) var trails: [TouchTrail] = []
  /// All events except `changed`, in order.
  private(set) var events: [GestureEvent] = []
  /// The last event of each gesture, by index.
  private(set) var states: [Int: GestureEvent] = [:]
  /// The last contacts that were withheld since the sequence began.
  private(set) var withheld: [WithheldContact] = []
  private(set) var frames: [Frame] = []
  /// How far the touches have come; nil once they have lifted.
  private(set) var meter: MotionMeter? = MotionMeter()
  /// The farthest that they came since the last landing before the first recognition. A gesture that was made keeps its measure.
  private(set) var farthest: MotionFigures?

  typealias Frame = (frame: RawTouchFrame, touches: [RawTouch])

  /// Gestures that were recognized or began, in that order.
  private(set) var recognized: [Int] = []
  /// Gestures that continue in the next sequence, such as a double tap after its first tap.
  private(set) var waiting: Set<Int> = []

  /// The most frames kept: two minutes at 120 Hz.
  static let mostFrames = 14_400
  /// The most withheld contacts kept. A hand rests on the pad in fewer places.
  private static let mostWithheld = 10

  init(number: Int, device: String = "", start: Timestamp, isOfZone: Bool = false) {
    (self.number, self.isOfZone) = (number, isOfZone)
    end = start
    // A person looks for the gesture that was meant, so a view leaves none out.
    record = SequenceRecord(device: device, number: number, start: start, most: .max)
  }

  var device: String { record.device }
  var start: Timestamp { record.start }
  /// The most fingers down at one time.
  var fingers: Int { record.fingers }
  var fingersDown: Int { trails.count(where: \.isDown) }
  /// The gestures of `recognized` that were cancelled.
  var cancelled: [Int] { recognized.filter { states[$0]?.state == .cancelled } }
  var reasons: SequenceReasons { SequenceReasons(self) }
  /// Whether the last action of a gesture that was made failed.
  var hasFailedAction: Bool { recognized.contains { record.outcome(of: $0)?.action?.verdict == .failed } }

  /// Whether the gesture was recognized or began.
  func fired(_ gesture: Int) -> Bool { recognized.contains(gesture) }

  /// The recognized gestures as a list: `next-workspace, volume (cancelled)`; without one, those that the next touch may complete:
  /// `nothing recognized; double-tap goes on`.
  func outcome(_ names: EventNames, _ style: TerminalStyle = .plain) -> String {
    if recognized.isEmpty { return style(.failed, "nothing recognized") + goingOn(names) }
    return recognized.map {
      SequenceText.made(names.gesture($0), isCancelled: cancelled.contains($0), style)
    }.joined(separator: ", ")
  }

  /// The gestures that the next touch may complete, as the end of a line.
  func goingOn(_ names: EventNames) -> String {
    if waiting.isEmpty { return "" }
    let list = waiting.sorted().map { names.gesture($0).printable }.joined(separator: ", ")
    return "; \(list) \(waiting.count == 1 ? "goes" : "go") on"
  }
}

extension TouchSequence {
  mutating func consume(
    _ frame: RawTouchFrame, _ touches: some Sequence<RawTouch>, keepsFrame: Bool = false
  ) {
    end = frame.time
    if beganBefore == nil { beganBefore = frame.state != .began }
    record.take(fingers: frame.fingers)
    meter?.take(frame, touches)
    if recognized.isEmpty, touches.contains(where: { $0.phase == .began }) { farthest = nil }
    if let figures = meter.map(MotionFigures.init) {
      farthest?.extend(figures)
      farthest = farthest ?? figures
    }
    for touch in touches where !touch.isPhantom {
      if let index = trails.lastIndex(where: { $0.id == touch.id }) {
        trails[index].follow(touch, at: frame.time)
      } else {
        trails.append(TouchTrail(touch, at: frame.time))
      }
    }
    if keepsFrame, frames.count < Self.mostFrames { frames.append((frame, Array(touches))) }
    if frame.state != .ended && frame.state != .cancelled { return }
    (isOver, meter) = (true, nil)
    record.end(at: end, trails.map { ($0.points[0].position, $0.points[$0.points.count - 1].position) })
  }

  /// Takes the touches of the device that landed since this sequence of a zone began.
  mutating func follow(_ all: [TouchTrail], at time: Timestamp) {
    if isOver { return }
    trails = all.filter { $0.start >= start }
    end = time
    record.take(fingers: fingersDown)
    isOver = fingersDown == 0
  }

  mutating func wait(for gestures: [Int]) { waiting = Set(gestures) }

  mutating func consume(_ contact: WithheldContact) {
    withheld.append(contact)
    if withheld.count > Self.mostWithheld { withheld.removeFirst() }
  }

  mutating func consume(_ event: GestureEvent, _ names: EventNames) {
    if event.state != .changed { events.append(event) }
    // `changed` is the first event of a gesture that was in progress before the first frame.
    let isMade = !event.state.isExplanation && event.state != .step
    // A message of a failure has no count of fingers.
    let isCounted = event.sequence != nil && !event.state.isExplanation
    if event.state != .step { record.take(event, names, fingers: isCounted ? event.fingers : 0) }
    if isMade, !fired(event.gesture) { recognized.append(event.gesture) }
    if event.state == .failed { waiting.remove(event.gesture) }
    // A later failure does not replace an active or recognized state.
    if event.state == .failed, let known = states[event.gesture], !known.state.isExplanation { return }
    states[event.gesture] = event
  }

  /// Notes what became of an action of a gesture.
  mutating func take(_ result: ActionOutcome, of gesture: String) { record.take(result, of: gesture) }
}
