import CEvdev
import CSystem
import GestureCore

/// The events of the last read from an evdev node, lent to the pipeline without a copy.
@safe final class EventBuffer {
  /// The most events of one read. It is enough for a frame of 30 fingers with four events each.
  static let capacity = 128
  private static let stride = MemoryLayout<InputEvent>.stride

  // Allocated in init for `capacity` events and freed in deinit; no other object has the address.
  private let memory: UnsafeMutablePointer<InputEvent>
  /// The number of complete events in the last read.
  private var count = 0
  /// The current frame's events so far, if the device is read frame by frame.
  var frame: [InputEvent] = []
  /// Incremented by every read, for the process that supervises the grab.
  var reads: SharedCounter?
  /// The number of bytes of an incomplete event after the complete ones. The kernel delivers whole events, but a mocked or
  /// forwarded device may not.
  private var begun = 0

  init() {
    precondition(
      EventBuffer.stride == MemoryLayout<input_event>.stride, "InputEvent has the layout of input_event")
    unsafe memory = .allocate(capacity: EventBuffer.capacity)
  }

  deinit { unsafe memory.deallocate() }

  var isFull: Bool { count == EventBuffer.capacity }

  /// Reads the next events. Returns their number, or −errno.
  ///
  /// One call reads many events, where libevdev would call poll(2) or read(2) for every event.
  ///
  /// - Parameter keeps: whether to keep the events of the last read and append the new ones.
  func fill(from fd: Int32, keeps: Bool = false) -> Int32 {
    let start = unsafe UnsafeMutableRawPointer(memory)
    let kept = keeps ? count : 0
    if begun > 0 && !keeps { unsafe memmove(start, start + count * EventBuffer.stride, begun) }
    count = kept
    reads?.increment()
    let end = kept * EventBuffer.stride + begun
    // The kernel writes at most the free bytes after the incomplete event.
    let free = unsafe UnsafeMutableRawBufferPointer(
      start: start + end, count: EventBuffer.capacity * EventBuffer.stride - end)
    let size = unsafe readBytes(fd, into: free)
    guard size >= 0 else { return Int32(size) }
    count = (end + size) / EventBuffer.stride
    begun = (end + size) % EventBuffer.stride
    return Int32(count - kept)
  }

  /// Lends the events of the last read.
  @inline(__always) func withEvents<Result>(_ body: (Span<InputEvent>) -> Result) -> Result {
    // The last read initialized these events, and every bit pattern is a valid event.
    body(unsafe Span(_unsafeStart: memory, count: count))
  }
}
