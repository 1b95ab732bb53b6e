import GestureCore

/// The clock of one device's events, and the timer for its next deadline.
struct DeviceClock {
  /// µs. The timer expires this much later than the deadline, and the device is read first, so that a lift before the deadline
  /// counts even if it is read after it (recognizers.md §1.5).
  static let grace: Int64 = 2_000

  let loop: EventLoop
  /// The time of a recording; nil for a device.
  var recording: (() -> Timestamp)?
  /// CLOCK_MONOTONIC minus the device's clock, in µs.
  private var offset: Int64 = 0
  private var timer: EventLoop.Timer?
  /// The timer's time, copied here because reading the timer object in each frame is slower.
  private var timerTime = Int64.max

  init(loop: EventLoop) { self.loop = loop }

  /// The time in the device's clock.
  var now: Timestamp { recording?() ?? loop.now - offset }
  var isRunning: Bool { timer != nil }

  /// - Parameter due: called after a deadline.
  mutating func start(due: @escaping () -> Void) {
    timerTime = .max
    timer = loop.makeTimer(due)
  }

  mutating func stop() {
    if let timer { loop.cancel(timer) }
    timer = nil
  }

  mutating func noteExpiry() { timerTime = .max }

  /// Called with the time of an event that was just read from a device with another clock.
  mutating func synchronize(with time: Timestamp) { offset = loop.now - time }

  /// A deadline in CLOCK_MONOTONIC. The sum is bounded, because a device's clock may jump to any time.
  @inline(__always) private func wallTime(_ deadline: Timestamp) -> Int64 {
    let (time, isBeyond) = deadline.addingReportingOverflow(offset &+ DeviceClock.grace)
    return isBeyond ? .max : time
  }

  /// - Parameter deadline: a time in the device's clock.
  @inline(__always) mutating func setTimer(_ deadline: Timestamp) {
    let time = deadline == .max ? .max : wallTime(deadline)
    if time != timerTime {
      timerTime = time
      timer?.time = time
    }
  }
}
