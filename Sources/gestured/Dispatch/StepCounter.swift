import CSystem
import GestureConfig
import GestureCore

/// Turns movement into whole steps, forward and backward.
///
/// A step fires each time the measure has gone on by one step since the last one. Where it turns back, the first step
/// the other way fires after half a step, and the next ones after a whole: so a finger that rests on a step's edge
/// does not rattle, and a movement out and back fires as many steps one way as the other.
struct StepCounter {
  /// Steps of one event at most; more is a jump and no movement.
  private static let mostAtOnce = 1000.0
  /// So that 0.3 rad are three steps of 0.1: far above what arithmetic loses, far below what a device resolves.
  private static let tolerance = 1e-9

  private let every: StepAction.Measure
  private let axis: PanAxis
  /// Decided at the first step of a movement along any axis.
  private var isHorizontal: Bool?
  /// Where the last step fired, in steps.
  private var anchor = 0.0
  /// 1, −1, or 0 before the first step.
  private var direction = 0.0

  init(every: StepAction.Measure, axis: PanAxis) {
    self.every = every
    self.axis = axis
  }

  /// A new movement begins at 0.
  mutating func reset() { self = StepCounter(every: every, axis: axis) }

  /// Steps that this event adds, negative for backward.
  mutating func advance(_ event: GestureEvent) -> Int {
    guard let position = position(of: event), position.isFinite else { return 0 }
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

  /// The measure in steps from where the gesture's own measure is 0 (a scale: 1).
  private func position(of event: GestureEvent) -> Double? {
    switch every {
    case .distance(let length): distance(of: event).map { $0 / length }
    case .ratio(let ratio): event.scale > 0 ? log(event.scale) / log(ratio) : nil
    case .angle(let angle): event.rotation / angle
    }
  }

  /// Right and down are forward; for an edge pan it is inward.
  private func distance(of event: GestureEvent) -> Double? {
    guard let translation = event.translation else { return nil }
    switch event.edge {
    case .left: return translation.x
    case .right: return -translation.x
    case .top: return translation.y
    case .bottom: return -translation.y
    case nil: break
    }
    switch axis {
    case .horizontal: return translation.x
    case .vertical: return translation.y
    case .any:
      return isHorizontal ?? dominatesHorizontally(event) ? translation.x : translation.y
    }
  }

  private func dominatesHorizontally(_ event: GestureEvent) -> Bool {
    guard let translation = event.translation else { return true }
    return translation.x.magnitude >= translation.y.magnitude
  }
}
