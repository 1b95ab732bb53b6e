import CSystem
import GestureCore

/// Turns the wheel after the lift. It slows down like a released UIScrollView and comes to rest at `predictedEnd`.
package struct ScrollMomentum: Sendable {
  /// The time between two frames, that of a display with 120 Hz, µs.
  package static let interval: Timestamp = 8_333

  private var follower: PointerFollower
  /// The last event of the gesture.
  private let lift: GestureEvent
  private let start: Timestamp
  /// The time until less than one unit of the wheel is left, µs.
  private let duration: Timestamp

  /// - Parameters:
  ///   - follower: the one that followed the gesture. From here on it does not move the pointer.
  ///   - time: the time at which the momentum begins, in the clock of `advance`.
  /// - Returns: nil if the fingers had come to rest.
  package init?(after lift: GestureEvent, _ follower: PointerFollower, at time: Timestamp) {
    self.follower = follower.withoutPointer
    self.lift = lift
    start = time
    let units = follower.wheelUnits(from: lift, to: lift.coasted(for: .never))
    guard units > 1 else { return nil }
    duration = Timestamp(log(units) / -log(GestureEvent.decelerationRate) * 1000)
  }

  /// Puts the motion up to a time into a frame. It is computed for whole intervals, so a late call sends the same total later.
  ///
  /// - Returns: false if the wheel has come to rest.
  package mutating func advance(
    to time: Timestamp, _ wheel: inout Wheel, into frame: inout [InputEvent]
  ) -> Bool {
    let intervals = max(0, time - start) / Self.interval
    let elapsed = intervals * Self.interval
    let isMoving = elapsed < duration
    follower.follow(lift.coasted(for: isMoving ? elapsed : .never), &wheel, into: &frame)
    return isMoving
  }
}
