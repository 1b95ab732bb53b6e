import CEvdev
import CSystem
import GestureCore

/// What was read last from an evdev node: the kernel writes it as the pipeline takes it.
struct EventBuffer: ~Copyable {
  /// Of one read: 30 fingers' frame (four events each) fits in.
  static let capacity = 128
  private static let stride = MemoryLayout<InputEvent>.stride

  let events: UnsafeMutablePointer<InputEvent>
  /// How many the last read completed.
  private var count = 0
  /// Bytes after these of an event that has not come whole. The kernel gives whole events only; what stands between it
  /// and this program (a mocked or forwarded device) need not.
  private var begun = 0

  init() {
    precondition(
      EventBuffer.stride == MemoryLayout<input_event>.stride, "InputEvent has the layout of input_event")
    events = .allocate(capacity: EventBuffer.capacity)
  }

  deinit { events.deallocate() }

  /// The next events: how many, or -errno.
  ///
  /// Not by libevdev, which calls poll(2) or read(2) for every event that it returns.
  mutating func fill(from fd: Int32) -> Int32 {
    let start = UnsafeMutableRawPointer(events)
    if begun > 0 { memmove(start, start + count * EventBuffer.stride, begun) }
    count = 0
    while true {
      let size = read(fd, start + begun, EventBuffer.capacity * EventBuffer.stride - begun)
      if size >= 0 {
        count = (begun + size) / EventBuffer.stride
        begun = (begun + size) % EventBuffer.stride
        return Int32(count)
      }
      if errno != EINTR { return -errno }
    }
  }
}
