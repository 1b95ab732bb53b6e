/// Turns the motion of a gesture into the motion of a pointer and of a wheel: gesture events in, input events out.
package struct PointerFollower: Sendable {
  /// Units of a pointer for 1 mm at `move = 1`: about those that libinput makes of 1 mm on a touchpad.
  package static let unitsPerMillimetre = 12.0
  /// At `scroll = 1` the wheel turns by one detent in 5 mm.
  package static let millimetresPerDetent = 5.0
  /// A detent is 15° of a wheel in libinput's events: the wheel turns as the fingers do.
  package static let anglePerDetent = 15 * Double.pi / 180
  /// Units of the high-resolution axes in a detent.
  static let unitsPerDetent: Int32 = 120

  private let scroll: Double
  private let move: Double
  private let axis: PanAxis
  /// What was followed of the gesture so far.
  private var translation = Point.zero
  private var rotation = 0.0
  /// Parts of a unit that are still to be sent.
  private var wheelRest = Point.zero
  private var pointerRest = Point.zero

  /// - Parameters:
  ///   - scroll: detents for each 5 mm or 15°; 0: none.
  ///   - move: 12 units for each mm; 0: none.
  package init(scroll: Double, move: Double, axis: PanAxis) {
    self.scroll = scroll
    self.move = move
    self.axis = axis
  }

  /// The motion since the last event, in one frame.
  package mutating func follow(_ event: GestureEvent, _ wheel: inout Wheel, into frame: inout [InputEvent]) {
    if let turn = Self.turn(event.direction) {
      turnWheel(Point(0, -turn / Self.anglePerDetent), &wheel, into: &frame)
    } else if let moved = event.translation {
      let delta = moved - translation
      translation = moved
      movePointer(delta, into: &frame)
      // The content follows the fingers: down is a wheel that turns up, right is one that turns to the left.
      let along = Point(axis == .vertical ? 0 : -delta.x, axis == .horizontal ? 0 : delta.y)
      turnWheel(along * (1 / Self.millimetresPerDetent), &wheel, into: &frame)
    } else if event.rotation.isFinite {
      let delta = event.rotation - rotation
      rotation = event.rotation
      turnWheel(Point(0, -delta / Self.anglePerDetent), &wheel, into: &frame)
    }
    frame.endFrame()
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

  /// Of a drawn circle, which has no angle of its own: one turn.
  private static func turn(_ direction: Direction?) -> Double? {
    direction == .clockwise ? 2 * .pi : direction == .counterclockwise ? -2 * .pi : nil
  }

  /// What a jump may be at most, far beyond any surface.
  private static let most = 1e6

  private static func takeWhole(_ rest: inout Point) -> (Int32, Int32) {
    let whole = Point(
      max(-most, min(most, rest.x.rounded(.towardZero))), max(-most, min(most, rest.y.rounded(.towardZero))))
    rest = rest - whole
    return (Int32(whole.x), Int32(whole.y))
  }
}

/// The wheels of one virtual mouse. As of a real one with high resolution (the kernel's hid-input): each motion is a
/// REL_WHEEL_HI_RES, and a REL_WHEEL goes before it whenever another 120 units, a detent, are full.
package struct Wheel: Sendable {
  private var horizontal: Int32 = 0
  private var vertical: Int32 = 0

  package init() {}

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
