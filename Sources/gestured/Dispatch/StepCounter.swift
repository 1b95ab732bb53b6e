import CSystem
import GestureConfig
import GestureCore

/// Converts motion into whole steps, forward and backward.
///
/// A step fires each time the measure has moved by one step since the last. After a turn, the first step in the other direction
/// fires after half a step and later ones after a whole step. So a finger at the edge of a step does not make it rattle, and a
/// movement out and back has equal numbers of steps.
struct StepCounter {
  /// The most steps of one event; more is a jump.
  private static let mostAtOnce = 1000.0
  /// The tolerance in steps by which 0.3 rad are three steps of 0.1: far above rounding errors, far below a device's resolution.
  private static let tolerance = 1e-9

  private let every: StepAction.Measure
  private let axis: PanAxis
  /// The zone of the gesture on this device, or its stage, in mm; nil without a device.
  private let area: Size?
  /// The direction of a movement along any axis, set at its first step.
  private var isHorizontal: Bool?
  /// The position of the last step, in steps.
  private var anchor = 0.0
  /// 1 or −1; 0 before the first step.
  private var direction = 0.0

  init(every: StepAction.Measure, axis: PanAxis, area: Size? = nil) {
    self.every = every
    self.axis = axis
    self.area = area
  }

  /// Starts a new movement at 0.
  mutating func reset() { self = StepCounter(every: every, axis: axis, area: area) }

  /// The steps that this event adds; negative is backward.
  mutating func advance(_ event: GestureEvent) -> Int {
    guard let position = position(of: event), position.isFinite else { return 0 }
    if case .time = every { return tick(event, position) }
    var steps = 0.0
    let forward = (position - anchor + (direction < 0 ? 0.5 : 0) + StepCounter.tolerance).rounded(.down)
    let backward = (anchor - position + (direction > 0 ? 0.5 : 0) + StepCounter.tolerance).rounded(.down)
    if forward >= 1 {
      steps = min(forward, StepCounter.mostAtOnce)
      anchor += forward - (direction < 0 ? 0.5 : 0)
      direction = 1
    } else if backward >= 1 {
      steps = -min(backward, StepCounter.mostAtOnce)
      anchor -= backward - (direction > 0 ? 0.5 : 0)
      direction = -1
    }
    if steps != 0, isHorizontal == nil { isHorizontal = dominatesHorizontally(event) }
    return Int(steps)
  }

  /// The step of a change at a whole multiple of the time. A gesture that is suspended or over has none, and catches up on none.
  private mutating func tick(_ event: GestureEvent, _ position: Double) -> Int {
    guard event.state == .changed, position == position.rounded(), position > anchor else { return 0 }
    anchor = position
    return 1
  }

  /// The measure in steps from the gesture's origin (for a scale, 1).
  private func position(of event: GestureEvent) -> Double? {
    switch every {
    case .distance(let length): distance(of: event).map { $0 / length }
    case .share(let share): part(of: event).map { $0 / share }
    case .ratio(let ratio): event.scale > 0 ? log(event.scale) / log(ratio) : nil
    case .angle(let angle): event.rotation / angle
    case .time(let tick): event.began == .never ? nil : Double(event.time - event.began) / Double(tick)
    }
  }

  /// The distance as a part of the area's side along it; nil without an area.
  private func part(of event: GestureEvent) -> Double? {
    guard let area, let distance = distance(of: event) else { return nil }
    return distance / (isHorizontal(event) ? area.width : area.height)
  }

  /// The distance in mm. Positive is right or down; for an edge pan, inward.
  private func distance(of event: GestureEvent) -> Double? {
    guard let translation = event.translation else { return nil }
    switch event.edge {
    case .left: return translation.x
    case .right: return -translation.x
    case .top: return translation.y
    case .bottom: return -translation.y
    case nil: break
    }
    return isHorizontal(event) ? translation.x : translation.y
  }

  /// Whether the steps are counted from left to right, and not from top to bottom.
  private func isHorizontal(_ event: GestureEvent) -> Bool {
    switch (event.edge, axis) {
    case (.left, _), (.right, _), (nil, .horizontal): true
    case (.top, _), (.bottom, _), (nil, .vertical): false
    case (nil, .any): isHorizontal ?? dominatesHorizontally(event)
    }
  }

  private func dominatesHorizontally(_ event: GestureEvent) -> Bool {
    guard let translation = event.translation else { return true }
    return translation.x.magnitude >= translation.y.magnitude
  }
}
