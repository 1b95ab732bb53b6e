import GestureCore

/// The clock of one device's events, and the timer for its next deadline.
struct DeviceClock {
  /// A lift that happened before a deadline but is read after it still counts: the timer expires this much later
  /// (recognizers.md §1.5), in microseconds, and the device is read first.
  static let grace: Int64 = 2_000

  let loop: EventLoop
  /// The time of a recording; nil: the device's clock runs with CLOCK_MONOTONIC.
  var recording: (() -> Timestamp)?
  /// CLOCK_MONOTONIC minus the device's own clock, in microseconds.
  private var offset: Int64 = 0
  private var timer: EventLoop.Timer?
  /// What the timer is set to. The timer is another object: reading it here saves a frame that access.
  private var timerTime = Int64.max

  init(loop: EventLoop) { self.loop = loop }

  /// The time in the device's own clock.
  var now: Timestamp { recording?() ?? loop.now - offset }
  var isRunning: Bool { timer != nil }

  /// - Parameter due: called when a deadline has passed.
  mutating func start(due: @escaping () -> Void) {
    timerTime = .max
    timer = loop.makeTimer(due)
  }

  mutating func stop() {
    if let timer { loop.cancel(timer) }
    timer = nil
  }

  /// The timer has expired.
  mutating func noteExpiry() { timerTime = .max }

  /// An event with this time was read just now, from a device whose clock is another.
  mutating func synchronize(with time: Timestamp) { offset = loop.now - time }

  /// A device's clock may jump to any time, so that the sum of a deadline and an offset from another time is bounded.
  @inline(__always) private func wallTime(_ deadline: Timestamp) -> Int64 {
    let (time, isBeyond) = deadline.addingReportingOverflow(offset &+ DeviceClock.grace)
    return isBeyond ? .max : time
  }

  /// - Parameter deadline: in the device's own clock.
  @inline(__always) mutating func setTimer(_ deadline: Timestamp) {
    let time = deadline == .max ? .max : wallTime(deadline)
    if time != timerTime {
      timerTime = time
      timer?.time = time
    }
  }
}
