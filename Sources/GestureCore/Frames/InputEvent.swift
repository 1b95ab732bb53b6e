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
package struct InputEvent: Equatable, Sendable, BitwiseCopyable {
  package var time: Timestamp
  /// Type and code in one word: one comparison identifies most events.
  let kind: UInt32
  package var value: Int32

  @inline(__always) package var type: UInt16 { UInt16(truncatingIfNeeded: kind) }
  @inline(__always) package var code: UInt16 { UInt16(truncatingIfNeeded: kind &>> 16) }

  @inline(__always) package init(time: Timestamp, type: UInt16, code: UInt16, value: Int32) {
    self.time = time
    kind = Self.kind(type, code)
    self.value = value
  }

  @inline(__always) static func kind(_ type: UInt16, _ code: UInt16) -> UInt32 {
    UInt32(type) | UInt32(code) &<< 16
  }
}
