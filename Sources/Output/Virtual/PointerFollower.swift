import CSystem
import GestureCore

/// Turns gesture events into the input events of a pointer and a wheel.
package struct PointerFollower: Sendable {
  /// Pointer units for 1 mm at `move = 1`. This is about the distance that libinput derives from 1 mm on a touchpad.
  package static let unitsPerMillimetre = 12.0
  /// The motion for one detent of the wheel at `scroll = 1`, mm.
  package static let millimetresPerDetent = 5.0
  /// The turn for one detent, rad. libinput also counts 15° for a detent, so the wheel turns as the fingers do.
  package static let anglePerDetent = 15 * Double.pi / 180
  /// The logarithm of the scale for one detent: programs that zoom with the wheel change the scale by about a tenth at each (D).
  static let logScalePerDetent = log(1.1)
  /// The number of units of the high-resolution axes in a detent.
  static let unitsPerDetent: Int32 = 120

  private let scroll: Double
  private var move: Double
  private let axis: PanAxis
  /// The motion of the gesture that has been followed so far.
  private var translation = Point.zero
  private var rotation = 0.0
  private var scale = 1.0
  /// The fractions of a unit that are not sent yet.
  private var wheelRest = Point.zero
  private var pointerRest = Point.zero

  /// - Parameters:
  ///   - scroll: detents for each 5 mm, 15° or 10 % of a scale; 0 turns no wheel.
  ///   - move: the multiple of 12 units for each mm; 0 does not move the pointer.
  package init(scroll: Double, move: Double, axis: PanAxis) {
    self.scroll = scroll
    self.move = move
    self.axis = axis
  }

  /// Puts the motion since the last event into a frame.
  package mutating func follow(_ event: GestureEvent, _ wheel: inout Wheel, into frame: inout [InputEvent]) {
    if let turn = Self.turn(event.direction) {
      turnWheel(Point(0, -turn / Self.anglePerDetent), &wheel, into: &frame)
    } else if let moved = event.translation {
      let delta = moved - translation
      translation = moved
      movePointer(delta, into: &frame)
      // The content follows the fingers, so moving down turns the wheel up, and moving right turns it left.
      let along = Point(axis == .vertical ? 0 : -delta.x, axis == .horizontal ? 0 : delta.y)
      turnWheel(along * (1 / Self.millimetresPerDetent), &wheel, into: &frame)
    } else if event.rotation.isFinite {
      let delta = event.rotation - rotation
      rotation = event.rotation
      turnWheel(Point(0, -delta / Self.anglePerDetent), &wheel, into: &frame)
    } else if event.scale > 0 {
      // Fingers that move apart turn the wheel up, which enlarges where Ctrl and the wheel zoom.
      turnWheel(Point(0, log(event.scale / scale) / Self.logScalePerDetent), &wheel, into: &frame)
      scale = event.scale
    }
    frame.endFrame()
  }

  /// A follower that turns the wheel and does not move the pointer.
  var withoutPointer: PointerFollower {
    var follower = self
    follower.move = 0
    return follower
  }

  /// The motion between two events in units of the wheel, on the axis with the larger motion.
  func wheelUnits(from first: GestureEvent, to last: GestureEvent) -> Double {
    var detents = 0.0
    if let start = first.translation, let end = last.translation {
      let travel = end - start
      let along = max(axis == .vertical ? 0 : abs(travel.x), axis == .horizontal ? 0 : abs(travel.y))
      detents = along / Self.millimetresPerDetent
    } else if first.rotation.isFinite {
      detents = abs(last.rotation - first.rotation) / Self.anglePerDetent
    } else if first.scale > 0 {
      detents = abs(log(last.scale / first.scale)) / Self.logScalePerDetent
    }
    return detents * abs(scroll) * Double(Self.unitsPerDetent)
  }

  private mutating func movePointer(_ delta: Point, into frame: inout [InputEvent]) {
    guard move != 0 else { return }
    pointerRest += delta * (move * Self.unitsPerMillimetre)
    let (x, y) = Self.takeWhole(&pointerRest)
    if x != 0 { frame.put(EventType.relative, RelativeCode.x, x) }
    if y != 0 { frame.put(EventType.relative, RelativeCode.y, y) }
  }

  private mutating func turnWheel(_ detents: Point, _ wheel: inout Wheel, into frame: inout [InputEvent]) {
    guard scroll != 0 else { return }
    wheelRest += detents * (scroll * Double(Self.unitsPerDetent))
    let (x, y) = Self.takeWhole(&wheelRest)
    wheel.turn(x: x, y: y, into: &frame)
  }

  /// The turn of a drawn circle, rad. The circle reports no angle, so it counts as one whole turn.
  private static func turn(_ direction: Direction?) -> Double? {
    direction == .clockwise ? 2 * .pi : direction == .counterclockwise ? -2 * .pi : nil
  }

  /// The longest motion in one frame, in units; no surface is that large.
  private static let most = 1e6

  private static func takeWhole(_ rest: inout Point) -> (Int32, Int32) {
    let whole = Point(
      max(-most, min(most, rest.x.rounded(.towardZero))), max(-most, min(most, rest.y.rounded(.towardZero))))
    rest = rest - whole
    return (Int32(whole.x), Int32(whole.y))
  }
}

/// The wheels of one virtual mouse. They behave like a real wheel with high resolution (the kernel's hid-input): each motion is a
/// REL_WHEEL_HI_RES, and a REL_WHEEL precedes it for each full detent of 120 units.
package struct Wheel: Sendable {
  private var horizontal: Int32 = 0
  private var vertical: Int32 = 0

  package init() {}

  /// Turns the wheels.
  ///
  /// - Parameters:
  ///   - x: units of 1/120 detent, positive to the right.
  ///   - y: positive up, away from the user.
  package mutating func turn(x: Int32, y: Int32, into frame: inout [InputEvent]) {
    Self.turn(&vertical, by: y, RelativeCode.wheel, RelativeCode.wheelHighResolution, &frame)
    Self.turn(
      &horizontal, by: x, RelativeCode.horizontalWheel, RelativeCode.horizontalWheelHighResolution, &frame)
  }

  private static func turn(
    _ sum: inout Int32, by units: Int32, _ code: UInt16, _ highResolution: UInt16, _ frame: inout [InputEvent]
  ) {
    guard units != 0 else { return }
    sum += units
    let detents = sum / PointerFollower.unitsPerDetent
    sum -= detents * PointerFollower.unitsPerDetent
    if detents != 0 { frame.put(EventType.relative, code, detents) }
    frame.put(EventType.relative, highResolution, units)
  }
}
