/// A point in event time: microseconds of CLOCK_MONOTONIC, or of a recording's own clock.
///
/// Nothing in this module reads a clock; every timestamp comes from the kernel or a recording.
package typealias Timestamp = Int64

extension Timestamp {
  /// Later than any event: "no deadline", and how far a replay advances at its end.
  package static let never = Timestamp.max
  /// Microseconds in a second.
  package static let second: Timestamp = 1_000_000
  /// Microseconds in a millisecond.
  package static let millisecond: Timestamp = 1_000
}

/// One evdev event, as `struct input_event` has it, with its kernel time in microseconds.
package struct InputEvent: Equatable, Sendable {
  package var time: Timestamp
  package var type: UInt16
  package var code: UInt16
  package var value: Int32

  package init(time: Timestamp, type: UInt16, code: UInt16, value: Int32) {
    self.time = time
    self.type = type
    self.code = code
    self.value = value
  }
}
