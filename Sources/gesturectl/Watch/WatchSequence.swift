import ControlProtocol
import GestureCore

/// One touch sequence as `watch` shows it: the trails, and what each gesture has come to.
struct WatchSequence {
  struct Trail {
    let id: Int64
    var points: [Point]
    var phase: RawTouch.Phase
  }

  private(set) var start: Timestamp = 0
  private(set) var now: Timestamp = 0
  private(set) var trails: [Trail] = []
  /// The last event of each gesture, by its number.
  private(set) var states: [Int: GestureEvent] = [:]
  /// Where contacts were withheld since it began; the last ones.
  private(set) var withheld: [Point] = []
  /// Once it is over.
  var summary: TouchSequence?

  /// Points nearer than this to the one before add nothing that can be seen, mm.
  private static let finest = 0.2
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
      guard let index = trails.lastIndex(where: { $0.id == touch.id }) else {
        trails.append(Trail(id: touch.id, points: [touch.position], phase: touch.phase))
        continue
      }
      trails[index].phase = touch.phase
      if let last = trails[index].points.last, (touch.position - last).length >= Self.finest {
        trails[index].points.append(touch.position)
      }
    }
  }

  mutating func consume(_ contact: WithheldContact) {
    withheld.append(contact.position)
    if withheld.count > Self.mostWithheld { withheld.removeFirst() }
  }

  mutating func consume(_ event: GestureEvent) {
    // A gesture that waits, or was recognized, is not undone by what fails in its next attempt.
    if event.state == .failed, let known = states[event.gesture], !known.state.isExplanation { return }
    states[event.gesture] = event
  }
}
