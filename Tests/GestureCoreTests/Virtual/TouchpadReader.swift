import Glibc

@testable import GestureCore
@testable import Output

/// Drives a virtual touchpad with the motion of a hand and reads its frames as libinput would: where the fingers are, which
/// motions it would drop as jumps, when it would decide.
struct TouchpadReader {
  struct Frame {
    var time: Timestamp
    /// In mm, by slot; nil: not down.
    var fingers: [Point?]
    var keys: Set<UInt16>
    /// libinput would drop the motion of a finger.
    var hasJump = false
  }

  var touchpad = VirtualTouchpad()
  /// From a frame to its write, which gives it its time: one after the other.
  var delays: [Timestamp] = [0]
  private var clock: Timestamp = 0
  private var turn = 0
  private(set) var frames: [Frame] = []
  private var now = Frame(time: 0, fingers: [nil, nil, nil, nil], keys: [])
  private var slot = 0
  private var lastMotion = [Double](repeating: 0, count: 4)

  /// Everything that is due until then, each at its time.
  mutating func advance(to time: Timestamp) {
    while touchpad.deadline <= time { act(at: touchpad.deadline) { $0.advance(to: $1) } }
  }

  mutating func call(at time: Timestamp, _ body: (inout VirtualTouchpad, Timestamp) -> Void) {
    advance(to: time - 1)
    act(at: time, body)
  }

  /// What is done for a time may be done later, and what is written is written later still.
  private mutating func act(at time: Timestamp, _ body: (inout VirtualTouchpad, Timestamp) -> Void) {
    let start = max(time, clock)
    body(&touchpad, start)
    clock = start + delays[turn % delays.count]
    turn += 1
    read(at: clock)
    touchpad.written(at: clock)
  }

  private mutating func read(at time: Timestamp) {
    for event in touchpad.output {
      switch (event.type, event.code) {
      case (EventType.absolute, AbsoluteCode.slot): slot = Int(event.value)
      case (EventType.absolute, AbsoluteCode.trackingID):
        now.fingers[slot] = event.value < 0 ? nil : Point.zero
      case (EventType.absolute, AbsoluteCode.positionX): now.fingers[slot]?.x = Double(event.value) / 20
      case (EventType.absolute, AbsoluteCode.positionY): now.fingers[slot]?.y = Double(event.value) / 20
      case (EventType.key, let code):
        if event.value == 0 { now.keys.remove(code) } else { now.keys.insert(code) }
      case (EventType.synchronization, _): end(at: time)
      default: break
      }
    }
  }

  private mutating func end(at time: Timestamp) {
    now.time = time
    now.hasJump = false
    for finger in 0..<4 {
      guard let place = now.fingers[finger], let last = frames.last, let before = last.fingers[finger] else {
        lastMotion[finger] = 0
        continue
      }
      // The frame with another count of fingers and the one after it are compared with none.
      let isFresh =
        frames.count < 2 || count(frames[frames.count - 2]) != count(last) || count(last) != count(now)
      if isFresh {
        lastMotion[finger] = 0
        continue
      }
      // tp_detect_jumps: 20 mm, or 7 mm more than before, in 12 ms; not after a pause, nor within one instant.
      let passed = Double(time - last.time)
      guard passed > 0, passed <= 30_000 else { continue }
      let motion = place.distance(to: before) * 12_000 / passed
      if motion > 20 || motion - lastMotion[finger] > 7 { now.hasJump = true }
      lastMotion[finger] = motion
    }
    frames.append(now)
  }

  private func count(_ frame: Frame) -> Int { frame.fingers.count { $0 != nil } }

  // MARK: What libinput makes of it

  var hasJump: Bool { frames.contains(where: \.hasJump) }
  var landing: Frame? { frames.first { $0.fingers[0] != nil } }

  /// The frame in which both fingers that libinput looks at have moved far enough.
  var decision: Int? {
    guard let landing, let top = landing.fingers[0], let low = landing.fingers[1] else { return nil }
    let count = landing.fingers.count { $0 != nil }
    let least = 1.5 + 0.5 * Double(count - 2)
    return frames.firstIndex { frame in
      guard let first = frame.fingers[0], let second = frame.fingers[1] else { return false }
      return first.distance(to: top) >= least && second.distance(to: low) >= least
    }
  }

  /// The next motion, with which it begins, one frame after the decision.
  var begin: Int? {
    guard let decision, decision + 1 < frames.count, let before = frames[decision].fingers[0],
      let place = frames[decision + 1].fingers[0], place != before
    else { return nil }
    return decision + 1
  }

  /// The motion of the fingers after the begin, as of swipe updates.
  var swiped: Point {
    guard let begin else { return .zero }
    let end = frames.last { $0.fingers[0] != nil }
    guard let first = frames[begin].fingers[0], let last = end?.fingers[0] else { return .zero }
    return last - first
  }

  /// Of the first two fingers: their distance, as a ratio to that of the decision, and the angle they turned by.
  var pinched: (scale: Double, rotation: Double) {
    guard let decision, let end = frames.last(where: { $0.fingers[0] != nil }) else { return (0, 0) }
    func axis(_ frame: Frame) -> Point { (frame.fingers[1] ?? .zero) - (frame.fingers[0] ?? .zero) }
    let (a, b) = (axis(frames[decision]), axis(end))
    let turn = atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y)
    return (b.length / a.length, turn)
  }
}
