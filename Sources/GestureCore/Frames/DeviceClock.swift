/// The time of frames by the device's own clock (MSC_TIMESTAMP).
///
/// A wireless device may deliver several frames at one read-out. The kernel gives all of them nearly the same time, and the
/// device's clock has their intervals. It counts from the second such frame on; other devices keep the kernel's times.
struct DeviceClock {
  /// µs. Frames that the kernel reads one by one are at least this far apart: no touch device sends more than 1000 a second.
  private static let together: Timestamp = 500
  /// µs. Frames this far apart on the device were not measured together. The fastest touch devices need 4 ms for one (D).
  private static let apart: Timestamp = 3_000
  /// µs. A clock that is farther behind the kernel's does not count in microseconds.
  private static let farthest: Timestamp = 100_000
  /// µs. The kernel sets the clock of HID devices back to 0 after a second without a report.
  private static let longestPause: Timestamp = .second
  private static let enough = 2

  private var last: (kernel: Timestamp, device: UInt32)?
  /// µs since the clock was last set.
  private var elapsed: Timestamp = 0
  /// The kernel's time at which `elapsed` was 0, by the frame that was delivered soonest.
  private var start: Timestamp = 0
  private var deliveredTogether = 0
  /// The clock's value in the frame that is being read.
  private var value: UInt32?

  /// Reads a part of a frame, which ends the frame if it has a SYN_REPORT.
  mutating func read(_ events: Span<InputEvent>, _ part: Range<Int>) {
    for index in part
    where events[index].type == EventType.miscellaneous && events[index].code == MiscellaneousCode.timestamp {
      value = UInt32(bitPattern: events[index].value)
    }
  }

  /// The time of the frame that was read last, which has `kernel` by the kernel's clock.
  mutating func time(_ kernel: Timestamp) -> Timestamp {
    guard let device = value else { return kernel }
    value = nil
    defer { last = (kernel, device) }
    let interval = last.map { Timestamp(device &- $0.device) } ?? .never
    guard let last, interval <= Self.longestPause else {
      (start, elapsed) = (kernel, 0)
      return kernel
    }
    if kernel - last.kernel <= Self.together && interval >= Self.apart {
      deliveredTogether = min(deliveredTogether + 1, Self.enough)
    }
    elapsed += interval
    start = min(start, kernel - elapsed)
    if kernel - (start + elapsed) > Self.farthest { start = kernel - elapsed }
    return deliveredTogether >= Self.enough ? start + elapsed : kernel
  }
}
