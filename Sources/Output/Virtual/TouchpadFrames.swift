import CSystem
import GestureCore

/// Makes the frames of a virtual touchpad of protocol B: slots, and the keys that count fingers.
package struct TouchpadFrames: Sendable {
  /// The length of a side, mm. From the middle it has space for a hand's motion over any screen in each direction.
  private static let side = 800.0
  /// Units per mm.
  private static let resolution = 20.0
  /// The size of a unit, mm.
  static let unit = 1 / resolution
  /// The distance of each finger from their centre, mm. Fingers are then apart, and a pinch has space in both directions.
  static let radius = 30.0
  /// The angle of each finger, rad. The first two are the topmost and the lowest finger, which libinput compares.
  private static let angles = [-0.5, 0.5, 1, 0].map { $0 * Double.pi }
  /// The BTN_TOOL_* key that counts this many fingers.
  private static let counts: [UInt16] = [
    KeyCode.toolFinger, KeyCode.toolDoubleTap, KeyCode.toolTripleTap, KeyCode.toolQuadTap,
  ]
  private static let mostTrackingID: Int32 = 0xffff

  private var down = 0
  private var trackingID: Int32 = 0

  package init() {}

  // MARK: The device

  /// The keys of the device. It has two buttons, because libinput takes a device with a single button for a clickpad.
  package static let keys = counts + [KeyCode.touch, PointerButton.left.code, PointerButton.right.code]
  package static var axes: [(code: UInt16, range: AxisRange)] {
    let range = AxisRange(minimum: 0, maximum: Int32(side * resolution), resolution: Int32(resolution))
    let codes = [AbsoluteCode.x, AbsoluteCode.y, AbsoluteCode.positionX, AbsoluteCode.positionY]
    return codes.map { ($0, range) } + [
      (AbsoluteCode.slot, AxisRange(minimum: 0, maximum: Int32(VirtualTouchpad.mostFingers - 1))),
      (AbsoluteCode.trackingID, AxisRange(minimum: 0, maximum: mostTrackingID)),
    ]
  }

  // MARK: Frames

  mutating func land(_ fingers: Int, _ pose: VirtualTouchpad.Motion, into output: inout [InputEvent]) {
    for finger in 0..<fingers {
      trackingID = trackingID == Self.mostTrackingID ? 0 : trackingID + 1
      output.put(EventType.absolute, AbsoluteCode.slot, Int32(finger))
      output.put(EventType.absolute, AbsoluteCode.trackingID, trackingID)
      put(finger, pose, into: &output)
    }
    output.put(EventType.key, KeyCode.touch, 1)
    output.put(EventType.key, Self.counts[fingers - 1], 1)
    down = fingers
    endFrame(pose, into: &output)
  }

  func move(_ fingers: Int, to pose: VirtualTouchpad.Motion, into output: inout [InputEvent]) {
    for finger in 0..<fingers {
      output.put(EventType.absolute, AbsoluteCode.slot, Int32(finger))
      put(finger, pose, into: &output)
    }
    endFrame(pose, into: &output)
  }

  /// Lifts the last `count` fingers that are down.
  mutating func lift(_ count: Int, into output: inout [InputEvent]) {
    let left = max(0, down - count)
    guard down > 0 else { return }
    for finger in left..<down {
      output.put(EventType.absolute, AbsoluteCode.slot, Int32(finger))
      output.put(EventType.absolute, AbsoluteCode.trackingID, -1)
    }
    output.put(EventType.key, Self.counts[down - 1], 0)
    if left > 0 {
      output.put(EventType.key, Self.counts[left - 1], 1)
    } else {
      output.put(EventType.key, KeyCode.touch, 0)
    }
    down = left
    output.endFrame()
  }

  private func put(_ finger: Int, _ pose: VirtualTouchpad.Motion, into output: inout [InputEvent]) {
    let (x, y) = units(finger, pose)
    output.put(EventType.absolute, AbsoluteCode.positionX, x)
    output.put(EventType.absolute, AbsoluteCode.positionY, y)
  }

  /// Adds the first finger's position as ABS_X and ABS_Y, because readers without multitouch take it as the pointer.
  private func endFrame(_ pose: VirtualTouchpad.Motion, into output: inout [InputEvent]) {
    let (x, y) = units(0, pose)
    output.put(EventType.absolute, AbsoluteCode.x, x)
    output.put(EventType.absolute, AbsoluteCode.y, y)
    output.endFrame()
  }

  /// The position of a finger in units. y points down on the surface, so a growing angle is clockwise.
  private func units(_ finger: Int, _ pose: VirtualTouchpad.Motion) -> (Int32, Int32) {
    let angle = Self.angles[finger] + pose.rotation
    let radius = Self.radius * pose.scale
    func unit(_ mm: Double) -> Int32 {
      let middle = Self.side / 2
      return Int32((max(0, min(Self.side, middle + mm)) * Self.resolution).rounded())
    }
    return (unit(pose.translation.x + radius * cos(angle)), unit(pose.translation.y + radius * sin(angle)))
  }
}
