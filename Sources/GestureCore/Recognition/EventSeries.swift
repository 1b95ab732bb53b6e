/// Adds increments to a device's events: the change since the gesture's last event, as UIKit's users get it by resetting the
/// translation to 0, the scale to 1 and the rotation to 0.
///
/// It is separate from the arena, so that only readers of events pay for it.
package struct EventSeries: Sendable {
  private struct Sums {
    var translation = Point.zero
    var scale = 1.0
    var rotation = 0.0
  }

  private var last: [Sums]
  private var roster: Int16 = 0

  /// - Parameter count: the number of gestures in the arena.
  package init(gestures count: Int) { last = Array(repeating: Sums(), count: count) }

  /// Completes the next event, which has the arena's index of its gesture.
  ///
  /// - Returns: true for the first event of a touch sequence with another set of gestures.
  package mutating func complete(_ event: inout GestureEvent) -> Bool {
    if event.state == .began { last[event.gesture] = Sums() }
    if let translation = event.translation {
      event.delta = translation - last[event.gesture].translation
      last[event.gesture].translation = translation
    }
    if event.scale.isFinite {
      event.scaleDelta = event.scale - last[event.gesture].scale
      last[event.gesture].scale = event.scale
    }
    if event.rotation.isFinite {
      event.rotationDelta = event.rotation - last[event.gesture].rotation
      last[event.gesture].rotation = event.rotation
    }
    guard event.state != .changed, event.roster != roster else { return false }
    roster = event.roster
    return true
  }
}

extension GestureEvent {
  /// Adds the increments of an earlier event of the same gesture that was not reported.
  package mutating func addIncrements(of earlier: GestureEvent) {
    if let delta, let before = earlier.delta { self.delta = delta + before }
    scaleDelta += earlier.scaleDelta
    rotationDelta += earlier.rotationDelta
  }
}
