import GestureCore

/// Lets the user end a grab by holding enough fingers for long enough.
package struct EmergencyRelease: Equatable, Sendable {
  /// The values from the configuration. No value switches the release off.
  package struct Settings: Equatable, Sendable {
    package static let fingerLimits = 4...10
    package static let durationLimits: ClosedRange<Timestamp> = 1 * .second...10 * .second
    package var fingers = 5
    package var duration: Timestamp = 3 * .second
    package init() {}
  }

  package var settings: Settings
  /// The most fingers that the device can count. A device that counts two cannot report five.
  private let mostFingers: Int
  private var since: Timestamp?

  package init(_ settings: Settings, mostFingers: Int) {
    self.settings = settings
    self.mostFingers = max(1, mostFingers)
  }

  package mutating func observe(_ fingers: Int, at time: Timestamp) {
    let isHeld = fingers >= min(settings.fingers, mostFingers)
    since = isHeld ? since ?? time : nil
  }

  package var deadline: Timestamp { since.map { $0 + settings.duration } ?? .never }
}
