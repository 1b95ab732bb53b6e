/// One device's way from evdev events to gesture events: frames, contacts, touches, arena. Live and replay alike.
///
/// The owner drains `arena.events` after every call.
package struct DevicePipeline: ~Copyable {
  package private(set) var input: TouchInput
  package var arena: Arena
  /// Touches and hovering contacts that the arena has been told of and that have not left yet.
  package private(set) var touchesDown = 0

  package init(input: TouchInput, arena: consuming Arena) {
    self.input = input
    self.arena = arena
  }

  /// Takes one event of the device; a SYN_REPORT feeds the arena.
  package mutating func consume(_ event: InputEvent) {
    if input.consume(event) { feed() }
  }
  /// SYN_DROPPED was met live: the events up to `endResync` are libevdev's difference and make one frame.
  package mutating func beginResync() { input.beginResync() }
  package mutating func endResync(at time: Timestamp) {
    if input.endResync(at: time) { feed() }
  }
  private mutating func feed() {
    for index in 0..<input.frameCount {
      let frame = input.frame(index)
      count(frame)
      arena.feed(frame)
    }
  }
  private mutating func count(_ frame: borrowing TouchFrame) {
    for change in frame.changes {
      switch change.phase {
      case .began: touchesDown += 1
      case .ended, .cancelled: touchesDown -= 1
      case .moved, .reanchored: break
      }
    }
    for change in frame.hover {
      switch change.phase {
      case .began: touchesDown += 1
      case .ended, .cancelled: touchesDown -= 1
      case .moved: break
      }
    }
  }
  /// The device is gone, or the recording ends, with touches down (§1.7).
  package mutating func cancelAll(at time: Timestamp) {
    input.reset()
    touchesDown = 0
    arena.cancelAll(at: time)
  }
}

/// Events → touch frames: FrameAssembler, SurfaceGeometry, ContactFilter and TouchTracker in a row.
package struct TouchInput: Sendable {
  /// Width and height of the stage in mm, in the configured orientation.
  package var stage: Size { Size(width: 0, height: 0) }
  /// What is odd about the device and which configuration key mends it; said once by the owner.
  package var warnings: [String] { [] }
  /// Takes one event; true when at least one frame is ready.
  package mutating func consume(_ event: InputEvent) -> Bool { false }
  package mutating func beginResync() {}
  package mutating func endResync(at time: Timestamp) -> Bool { false }
  /// Frames ready after the last `consume`: 1, or 2 where touches began and ended within one SYN_REPORT.
  package var frameCount: Int { 0 }
  package func frame(_ index: Int) -> TouchFrame { TouchFrame() }
  /// Forgets all contacts.
  package mutating func reset() {}

  /// - Parameter hasSideEdgePan: an edge-pan uses the left or right edge: no palm strips there (likewise bottom: no thumb zone).
  package init(
    device: DeviceDescription, settings: DeviceSettings = DeviceSettings(), hasSideEdgePan: Bool = false,
    hasBottomEdgePan: Bool = false
  ) {}
}
