// Frames as values, which tests feed and compare by the IDs of touches. The core writes each frame into its table of touches.
@testable import GestureCore

/// What happened to one touch in one frame.
package enum TouchPhase: UInt8, Sendable, BitwiseCopyable {
  case began
  case moved
  /// The position changed without motion: after a resync, or by a jump that the contact filter dropped.
  case reanchored
  case ended
  /// The kernel, the contact filter or the loss of the device ended the touch without a lift.
  case cancelled
}

/// One change of one touch. `id` never repeats in the life of a device's arena.
package struct TouchChange: Sendable, BitwiseCopyable {
  package var id: Int64
  /// The position after the change in stage mm; for `ended` and `cancelled` the last one.
  package var position: Point
  package var phase: TouchPhase
  /// Whether the device counts the finger but has no slot for it (recognizers.md §1.7). It counts, but contributes no motion.
  package var isPhantom: Bool
  /// Whether the touch is a pen.
  package var isPen: Bool
  /// Whether the touch was re-anchored because it moved too fast for a finger, so that its taps fail (recognizers.md §1.6).
  package var isJump: Bool
  /// For `began`, where and when a contact landed that was withheld until now, in a palm strip or as a thumb. nil if it landed in
  /// this frame, at `position`.
  package var landing: ContactLanding?

  @inline(__always) package init(
    id: Int64, phase: TouchPhase, position: Point, isPhantom: Bool = false, isPen: Bool = false,
    isJump: Bool = false, landing: ContactLanding? = nil
  ) {
    self.id = id
    self.phase = phase
    self.position = position
    self.isPhantom = isPhantom
    self.isPen = isPen
    self.isJump = isJump
    self.landing = landing
  }
}

/// All changes of one SYN_REPORT in stage mm. Unchanged touches are not listed.
package struct TouchFrame: Sendable {
  package var head = FrameHead()
  package var changes: [TouchChange] = []
  package var hover: [HoverChange] = []
  /// Changed forces of the touches that are down after the frame.
  package var forces: [TouchForce] = []

  package var time: Timestamp {
    get { head.time }
    set { head.time = newValue }
  }

  package init() {}
  package init(time: Timestamp, changes: [TouchChange]) {
    head.time = time
    self.changes = changes
  }
}

extension Touches {
  package var frame: TouchFrame {
    var frame = TouchFrame(time: time, changes: [])
    frame.head = head
    list(began, .began, &frame)
    list(moved, .moved, &frame)
    list(reanchored, .reanchored, &frame)
    list(ended, .ended, &frame)
    list(cancelled, .cancelled, &frame)
    return frame
  }
  private func list(_ set: TouchSet, _ phase: TouchPhase, _ frame: inout TouchFrame) {
    var rest = set
    while rest != 0 {
      let lane = rest.popLane()
      let record = records[lane]
      let isHeld = phase == .began && released & .lane(lane) != 0
      frame.changes.append(
        TouchChange(
          id: record.id, phase: phase, position: record.position, isPhantom: phantom & .lane(lane) != 0,
          isPen: pens & .lane(lane) != 0,
          isJump: phase == .reanchored && jumped & .lane(lane) != 0,
          landing: isHeld ? ContactLanding(position: record.down, time: record.downTime) : nil))
    }
  }

  fileprivate func apply(_ frame: TouchFrame) {
    open(frame.head)
    for change in frame.changes {
      if change.phase == .began {
        _ = land(
          change.id, at: change.position, change.landing, isPhantom: change.isPhantom,
          isPen: change.isPen)
        continue
      }
      let lane = lane(of: change.id)
      if lane < 0 { continue }
      switch change.phase {
      case .began: break
      case .moved: move(lane, to: change.position)
      case .reanchored: reanchor(lane, at: change.position, isJump: change.isJump)
      case .ended: end(lane, .ended)
      case .cancelled: end(lane, .cancelled)
      }
    }
  }
}

extension TouchInput {
  /// Consumes one event; true if a frame is ready.
  package mutating func consume(_ event: InputEvent) -> Bool {
    let events: InlineArray<1, InputEvent> = [event]
    var next = 0
    return consume(events.span, from: &next)
  }
  /// The frames of the last SYN_REPORT.
  package mutating func takeFrames() -> [TouchFrame] {
    var frames: [TouchFrame] = []
    if !hasTouchFrame { return frames }
    touches.close(built.head.flags)
    frames.append(touches.frame)
    frames[0].hover = hover.indices.map { hover[$0] }
    if built.parts.contains(.lifts) {
      buildLifts()
      touches.close([])
      frames.append(touches.frame)
      frames[1].hover = hover.indices.map { hover[$0] }
    }
    return frames
  }
}

extension Arena {
  /// Feeds a whole frame.
  package func feed(_ frame: TouchFrame) {
    let isForceOnly =
      !frame.forces.isEmpty && frame.changes.isEmpty && frame.hover.isEmpty && frame.head.flags.isEmpty
    if !isForceOnly {
      advance(to: max(frame.time, touches.frameTime))
      touches.apply(frame)
      if frame.hover.isEmpty { feed(frame.head.flags) } else { feed(frame.head.flags, frame.hover.span) }
    }
    if !frame.forces.isEmpty { feed(frame.forces.span, at: frame.time) }
  }
  /// Gives every recognizer the whole next frame, even if touches only move.
  package func disableMotionPath() { isStale = true }
}
