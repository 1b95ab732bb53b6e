/// The time of frames by the device's own clock (MSC_TIMESTAMP).
///
/// A wireless device may deliver several frames at one read-out. The kernel gives all of them nearly the same time, and the
/// device's clock has their intervals. It counts from the second frame of the first read-out on; devices whose frames come one by one
/// keep the kernel's times.
///
/// What must hold: once the device's clock counts, two frames have its interval, unless it was set anew between them or runs faster than
/// the kernel's.
struct DeviceClock {
  /// µs. Frames that the kernel reads one by one are at least this far apart: no touch device sends more than 1000 a second.
  private static let together: Timestamp = 500
  /// µs. Frames this far apart on the device were not measured together. The fastest touch devices need 4 ms for one (D).
  private static let apart: Timestamp = 3_000
  /// µs. A clock that is farther behind the kernel's does not count in microseconds, and no read-out has frames of a longer time.
  private static let farthest: Timestamp = 100_000
  /// µs. The kernel sets the clock of HID devices back to 0 after a second without a report.
  private static let longestPause: Timestamp = .second
  /// The part by which the delay fades with each pause, as a divisor, because frames of a busy machine may come together once.
  private static let fading: Timestamp = 8

  private var last: (kernel: Timestamp, device: UInt32)?
  /// Whether frames have come together.
  private var isLate = false
  /// µs since the clock was last set.
  private var elapsed: Timestamp = 0
  /// The kernel's time when the clock was last set.
  private var first: Timestamp = 0
  /// The time that frames have at `elapsed` 0.
  private var start: Timestamp = 0
  /// µs. How much later than others the first frame after a pause may be delivered, as far as the device has shown it.
  private var delay: Timestamp = 0
  /// µs. How much of `delay` the clock did not know when it was set: so far the times are after the kernel's.
  private var ahead: Timestamp = 0
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
      delay -= delay / Self.fading
      set(kernel, start: kernel - delay)
      return start
    }
    if !isLate {
      if kernel - last.kernel > Self.together || interval < Self.apart { return kernel }
      isLate = true
      set(last.kernel, start: last.kernel)
    }
    elapsed += interval
    noteDelay(kernel)
    start = min(start, kernel + ahead - elapsed)
    if kernel - (start + elapsed) > Self.farthest { set(kernel, start: kernel - delay) }
    return start + elapsed
  }

  private mutating func set(_ kernel: Timestamp, start: Timestamp) {
    (first, self.start, elapsed, ahead) = (kernel, start, 0, 0)
  }

  /// Learns the delay from the frames that follow the first one soon, before the clocks drift apart.
  private mutating func noteDelay(_ kernel: Timestamp) {
    let more = elapsed - (kernel - first) - delay
    if elapsed > Self.farthest || more <= 0 { return }
    delay += more
    ahead += more
  }
}
