import CEvdev
import GestureCore
import Glibc

/// What was read last from an evdev node, as the kernel has it and as the pipeline takes it.
struct EventBuffer: ~Copyable {
  /// Of one read: 30 fingers' frame (four events each) fits in.
  static let capacity = 128
  private static let stride = MemoryLayout<input_event>.stride

  private let raw: UnsafeMutablePointer<input_event>
  let events: UnsafeMutablePointer<InputEvent>
  /// Bytes at the start of `raw` of an event that has not come whole. The kernel gives whole events only; what stands
  /// between it and this program (a mocked or forwarded device) need not.
  private var begun = 0

  init() {
    raw = .allocate(capacity: EventBuffer.capacity)
    events = .allocate(capacity: EventBuffer.capacity)
  }

  deinit {
    raw.deallocate()
    events.deallocate()
  }

  /// The next events: how many, or -errno.
  ///
  /// Not by libevdev, which calls poll(2) or read(2) for every event that it returns.
  mutating func fill(from fd: Int32) -> Int32 {
    let start = UnsafeMutableRawPointer(raw)
    while true {
      let size = read(fd, start + begun, EventBuffer.capacity * EventBuffer.stride - begun)
      if size >= 0 {
        let count = (begun + size) / EventBuffer.stride
        for index in 0..<count { events[index] = InputEvent(raw[index]) }
        begun = (begun + size) % EventBuffer.stride
        if begun > 0 { memmove(start, start + count * EventBuffer.stride, begun) }
        return Int32(count)
      }
      if errno != EINTR { return -errno }
    }
  }
}

extension InputEvent {
  /// Beyond any clock (the year 2286 of CLOCK_REALTIME): sums of such times still fit.
  private static let lastSecond: Int64 = 10_000_000_000

  init(_ event: input_event) {
    let seconds = min(max(Int64(event.time.tv_sec), 0), InputEvent.lastSecond)
    let microseconds = min(max(Int64(event.time.tv_usec), 0), Timestamp.second)
    self.init(
      time: seconds * Timestamp.second + microseconds, type: event.type, code: event.code, value: event.value)
  }
}
