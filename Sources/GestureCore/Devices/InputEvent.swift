/// A point in time or a duration, µs. Times are those of CLOCK_MONOTONIC, or of a recording's own clock.
///
/// Nothing in this module reads a clock; all timestamps come from the kernel or a recording.
package typealias Timestamp = Int64

extension Timestamp {
  /// A time later than any event. It stands for "no deadline" and for the end of a replay.
  package static let never = Timestamp.max
  /// µs in a second.
  package static let second: Timestamp = 1_000_000
  /// µs in a millisecond.
  package static let millisecond: Timestamp = 1_000
}

/// One evdev event in the layout of the kernel's `struct input_event`, so read(2) needs no conversion.
package struct InputEvent: Equatable, Sendable, BitwiseCopyable {
  private var seconds: Int
  private var microseconds: Int
  /// Type and code in one word, so that one comparison identifies most events.
  package let kind: UInt32
  package var value: Int32

  /// The kernel's time in µs, limited so that the sum of two times does not overflow.
  package var time: Timestamp {
    get {
      let time = Timestamp(seconds) &* .second &+ Timestamp(microseconds)
      let limit = Timestamp.max / 2
      if rarely(time < -limit || time > limit) { return time < 0 ? -limit : limit }
      return time
    }
    set {
      seconds = Int(newValue / .second)
      microseconds = Int(newValue % .second)
    }
  }
  package var type: UInt16 { UInt16(truncatingIfNeeded: kind) }
  package var code: UInt16 { UInt16(truncatingIfNeeded: kind &>> 16) }
  /// Whether the event ends a frame.
  package var isReport: Bool { type == EventType.synchronization && code == SynchronizationCode.report }

  package init(time: Timestamp, type: UInt16, code: UInt16, value: Int32) {
    seconds = Int(time / .second)
    microseconds = Int(time % .second)
    kind = Self.kind(type, code)
    self.value = value
  }

  package static func kind(_ type: UInt16, _ code: UInt16) -> UInt32 {
    UInt32(type) | UInt32(code) &<< 16
  }
}
