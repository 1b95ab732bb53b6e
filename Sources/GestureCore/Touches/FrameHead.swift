/// How a touch leaves.
package enum TouchEnd: Sendable, BitwiseCopyable {
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
