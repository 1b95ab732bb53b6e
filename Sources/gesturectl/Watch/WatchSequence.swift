import ControlProtocol
import GestureCore

/// One touch sequence as `watch` shows it: the trails, and what each gesture has come to.
struct WatchSequence {
  private(set) var start: Timestamp = 0
  private(set) var now: Timestamp = 0
  private(set) var trails: [TouchTrail] = []
  /// The last event of each gesture, by its number.
  private(set) var states: [Int: GestureEvent] = [:]
  /// Those that were recognized or began, in order.
  private(set) var recognitions: [GestureEvent] = []
  /// Contacts that were withheld since it began; the last ones.
  private(set) var withheld: [WithheldContact] = []
  /// Once it is over.
  var summary: TouchSequence?
  /// Everything that its touches did, where it is kept.
  private(set) var frames: [TouchFrame] = []

  /// One frame with its touches.
  struct TouchFrame {
    var frame: RawTouchFrame
    var touches: [RawTouch]
  }

  /// Points nearer than this to the one before add nothing that can be seen, mm.
  private static let finest = 0.2
  /// Two minutes of a device with 120 Hz.
  static let mostFrames = 14_400
  /// Ten palms at once are no hand.
  private static let mostWithheld = 10

  init(start: Timestamp) {
    self.start = start
    now = start
  }

  var fingers: Int { trails.count { $0.phase != .ended && $0.phase != .cancelled } }

  mutating func consume(_ frame: RawTouchFrame, _ touches: some Sequence<RawTouch>) {
    now = frame.time
    for touch in touches where !touch.isPhantom {
      let place = TouchTrail.Place(time: frame.time, position: touch.position)
      guard let index = trails.lastIndex(where: { $0.id == touch.id }) else {
        trails.append(TouchTrail(id: touch.id, points: [place], phase: touch.phase))
        continue
      }
      trails[index].phase = touch.phase
      if let last = trails[index].points.last, (touch.position - last.position).length >= Self.finest {
        trails[index].points.append(place)
      }
    }
  }

  mutating func keep(_ frame: RawTouchFrame, _ touches: some Sequence<RawTouch>) {
    if frames.count < Self.mostFrames { frames.append(TouchFrame(frame: frame, touches: Array(touches))) }
  }

  mutating func consume(_ contact: WithheldContact) {
    withheld.append(contact)
    if withheld.count > Self.mostWithheld { withheld.removeFirst() }
  }

  mutating func consume(_ event: GestureEvent) {
    if event.state == .recognized || event.state == .began { recognitions.append(event) }
    // A gesture that waits, or was recognized, is not undone by what fails in its next attempt.
    if event.state == .failed, let known = states[event.gesture], !known.state.isExplanation { return }
    states[event.gesture] = event
  }
}
