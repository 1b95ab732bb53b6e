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

/// Where and when a contact landed.
package struct ContactLanding: Equatable, Sendable, BitwiseCopyable {
  /// The position in stage mm.
  package var position: Point
  package var time: Timestamp

  package init(position: Point, time: Timestamp) {
    self.position = position
    self.time = time
  }
}

/// One change of one touch. `id` never repeats in the life of a device's arena.
package struct TouchChange: Sendable, BitwiseCopyable {
  package var id: Int64
  /// The position after the change in stage mm; for `ended` and `cancelled` the last one.
  package var position: Point
  package var phase: TouchPhase
  /// Whether the device counts the finger but has no slot for it (recognizers.md §1.7). It counts, but contributes no motion.
  package var isPhantom: Bool
  /// Whether the touch was re-anchored because it moved too fast for a finger, so that its taps fail (recognizers.md §1.6).
  package var isJump: Bool
  /// For `began`, where and when a contact landed that was withheld until now, in a palm strip or as a thumb. nil if it landed in
  /// this frame, at `position`.
  package var landing: ContactLanding?

  @inline(__always) package init(
    id: Int64, phase: TouchPhase, position: Point, isPhantom: Bool = false, isJump: Bool = false,
    landing: ContactLanding? = nil
  ) {
    self.id = id
    self.phase = phase
    self.position = position
    self.isPhantom = isPhantom
    self.isJump = isJump
    self.landing = landing
  }
}

/// A contact above the surface (ABS_MT_DISTANCE > 0).
package struct HoverChange: Equatable, Sendable, BitwiseCopyable {
  package enum Phase: UInt8, Sendable, BitwiseCopyable { case began, moved, ended, cancelled }
  package var id: Int64
  package var phase: Phase
  package var position: Point
  /// The distance above the surface, mm; NaN if the axis has no resolution.
  package var distance: Double
  /// The distance as a fraction of the axis's maximum, 0…1.
  package var z: Double

  package init(id: Int64, phase: Phase, position: Point, distance: Double, z: Double) {
    self.id = id
    self.phase = phase
    self.position = position
    self.distance = distance
    self.z = z
  }
}

/// The time and the flags of a frame, without its changes.
package struct FrameHead: Equatable, Sendable, BitwiseCopyable {
  package struct Flags: OptionSet, Sendable, BitwiseCopyable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The frame is the difference after SYN_DROPPED: lost touches are `cancelled`, remaining ones `reanchored`.
    package static let resync = Flags(rawValue: 1)
    /// The tool count changed (phantom touches), so all reference positions are set anew in this frame.
    package static let reanchorsReferences = Flags(rawValue: 2)
    /// BTN_LEFT went down in this frame.
    package static let click = Flags(rawValue: 4)
    /// A button changed, and a gesture reads the buttons. The three bits above this one are the buttons that are down.
    package static let buttons = Flags(rawValue: 8)
    private static let firstButton = 4
    /// The step of the arena contains only the forces of a frame.
    static let forces = Flags(rawValue: 128)

    /// Sets the buttons that are down after a change, and keeps the other flags.
    package mutating func report(_ buttons: ButtonSet) {
      let others = rawValue & (Flags.buttons.rawValue - 1)
      self = Flags(rawValue: others | Flags.buttons.rawValue | buttons.rawValue << Self.firstButton)
    }
    /// The buttons that are down, if `buttons` is set.
    package var buttonsDown: ButtonSet {
      ButtonSet(rawValue: rawValue >> Self.firstButton).intersection(.all)
    }
  }

  package var time: Timestamp = 0
  package var flags: Flags = []
}

/// All changes of one SYN_REPORT in stage mm, for tests. Unchanged touches are not listed.
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

// For tests, which feed and compare frames by the IDs of touches.
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
          isJump: phase == .reanchored && jumped & .lane(lane) != 0,
          landing: isHeld ? ContactLanding(position: record.down, time: record.downTime) : nil))
    }
  }

  func apply(_ frame: TouchFrame) {
    open(frame.head)
    for change in frame.changes {
      if change.phase == .began {
        _ = land(change.id, at: change.position, change.landing, isPhantom: change.isPhantom)
        continue
      }
      let lane = lane(of: change.id)
      if lane < 0 { continue }
      switch change.phase {
      case .began: break
      case .moved: move(lane, to: change.position)
      case .reanchored: reanchor(lane, at: change.position, isJump: change.isJump)
      case .ended, .cancelled: end(lane, change.phase)
      }
    }
  }
}
