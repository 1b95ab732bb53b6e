import CEvdev
import CSystem
import GestureCore

/// What was read last from an evdev node: the kernel writes it as the pipeline takes it.
@safe final class EventBuffer {
  /// The events of one read; a frame of 30 fingers with four events each fits in.
  static let capacity = 128
  private static let stride = MemoryLayout<InputEvent>.stride

  // Allocated in init for `capacity` events, freed in deinit; no other object has the address.
  private let memory: UnsafeMutablePointer<InputEvent>
  /// How many events the last read completed.
  private var count = 0
  /// Counts up with every read, whatever needs it and whatever comes of it.
  var reads: SharedCounter?
  /// Bytes after these of an event that has not come whole. The kernel gives whole events only; what stands between it
  /// and this program (a mocked or forwarded device) need not.
  private var begun = 0

  init() {
    precondition(
      EventBuffer.stride == MemoryLayout<input_event>.stride, "InputEvent has the layout of input_event")
    unsafe memory = .allocate(capacity: EventBuffer.capacity)
  }

  deinit { unsafe memory.deallocate() }

  /// Reads the next events: how many came, or -errno.
  ///
  /// Not by libevdev, which calls poll(2) or read(2) for every event that it returns.
  func fill(from fd: Int32) -> Int32 {
    let start = unsafe UnsafeMutableRawPointer(memory)
    if begun > 0 { unsafe memmove(start, start + count * EventBuffer.stride, begun) }
    count = 0
    reads?.increment()
    while true {
      let size = attempt(.read) {
        // The kernel writes at most what is free behind the begun event.
        let size = unsafe read(fd, start + begun, EventBuffer.capacity * EventBuffer.stride - begun)
        return size < 0 ? -Int(errno) : size
      }
      if size >= 0 {
        count = (begun + size) / EventBuffer.stride
        begun = (begun + size) % EventBuffer.stride
        return Int32(count)
      }
      if size != -Int(EINTR) { return Int32(size) }
    }
  }

  /// Lends the events of the last read.
  @inline(__always) func withEvents<Result>(_ body: (Span<InputEvent>) -> Result) -> Result {
    // The last read has initialized them, and each pattern of bits is an event.
    body(unsafe Span(_unsafeStart: memory, count: count))
  }
}
