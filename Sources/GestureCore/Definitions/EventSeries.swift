/// Completes a device's events with the change since the gesture's last event and the time at which the gesture began.
///
/// It is separate from the arena, so that only readers of events pay for it.
package struct EventSeries: Sendable {
  private var began: [Timestamp]
  private var last: [ReadMotion]
  private var roster: Int16 = 0

  /// - Parameter count: the number of gestures in the arena.
  package init(gestures count: Int) {
    began = Array(repeating: .never, count: count)
    last = Array(repeating: ReadMotion(), count: count)
  }

  /// Completes the next event. Its `gesture` is still an index in the arena.
  ///
  /// - Returns: true for the first event of a touch sequence with another set of gestures.
  package mutating func complete(_ event: inout GestureEvent) -> Bool {
    if event.state == .began {
      began[event.gesture] = event.time
      last[event.gesture] = ReadMotion()
    }
    event.began = began[event.gesture]
    last[event.gesture].read(&event)
    guard event.state != .changed, event.roster != roster else { return false }
    roster = event.roster
    return true
  }
}

/// The part of a gesture's motion that a reader has received. Each event that it reads gets the change since the one before, as
/// UIKit's users get it by resetting the translation to 0, the scale to 1 and the rotation to 0. So the sum of `delta` and of
/// `rotation_delta`, and the product of `scale_factor`, are the total even if the reader missed events.
package struct ReadMotion: Sendable {
  private var translation = Point.zero
  private var scale = 1.0
  private var rotation = 0.0
  private var dropped = 0

  package init() {}

  /// Sets the increments of the next event that the reader receives.
  package mutating func read(_ event: inout GestureEvent) {
    if let translation = event.translation {
      event.delta = translation - self.translation
      self.translation = translation
    }
    if event.scale.isFinite {
      event.scaleFactor = event.scale / scale
      scale = event.scale
    }
    if event.rotation.isFinite {
      event.rotationDelta = event.rotation - rotation
      rotation = event.rotation
    }
    event.dropped = dropped
    dropped = 0
  }

  /// Counts events of the gesture that the reader has missed.
  package mutating func drop(_ count: Int = 1) { dropped += count }
}

/// The state of one reader of all devices' events: a subscriber, a `pipe`, or another program's socket.
package struct EventReader: Sendable {
  private struct Reading {
    let device: String
    let gesture: Int
    let began: Timestamp
    var motion = ReadMotion()
  }

  /// The most gestures whose state is kept. A reader that receives only `changed` never receives the end of a gesture.
  private static let capacity = 64

  private var readings: [Reading] = []

  package init() {}

  /// Sets the increments of the next event that the reader receives.
  package mutating func read(_ event: inout GestureEvent, of device: String) {
    let index = index(of: event, device)
    readings[index].motion.read(&event)
    // Drops the state of an earlier performance of the gesture, which is over.
    let (gesture, began, isLast) = (event.gesture, event.began, event.state.isLast)
    readings.removeAll {
      $0.gesture == gesture && $0.device == device && (isLast || $0.began < began) && $0.began <= began
    }
  }

  /// Adds to the number of this gesture's events that the reader has missed since the last one that it received.
  package mutating func drop(_ count: Int, of event: GestureEvent, _ device: String) {
    if count > 0 { readings[index(of: event, device)].motion.drop(count) }
  }

  private mutating func index(of event: GestureEvent, _ device: String) -> Int {
    if let index = readings.firstIndex(where: {
      $0.gesture == event.gesture && $0.began == event.began && $0.device == device
    }) {
      return index
    }
    if readings.count == Self.capacity { readings.removeFirst() }
    readings.append(Reading(device: device, gesture: event.gesture, began: event.began))
    return readings.count - 1
  }
}

extension GestureEvent {
  /// Whether two events have the same increments. Their JSON and text are then the same.
  package func hasIncrements(of other: GestureEvent) -> Bool {
    delta == other.delta && dropped == other.dropped
      && scaleFactor.bitPattern == other.scaleFactor.bitPattern
      && rotationDelta.bitPattern == other.rotationDelta.bitPattern
  }
}
