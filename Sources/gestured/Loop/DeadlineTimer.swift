import CEvdev
import CSystem

/// A timerfd for the next deadline, which moves with nearly every frame.
///
/// A time-out of epoll_wait(2) would start and cancel a kernel timer in each wait, which costs 900 instructions. This timer is
/// set only if it would expire too late. If the deadline moves to a later time, the timer expires early and is set again.
struct DeadlineTimer {
  /// The key in epoll's events. No descriptor has this number.
  static let key = UInt64.max

  private let fd: Int32
  /// When the timer expires; `.max` for never, `.min` after it has expired.
  private var time = Int64.max

  init(in epoll: Int32) {
    fd = gestured_timer()
    precondition(fd >= 0, "timerfd_create failed")
    precondition(
      gestured_epoll_control(epoll, EPOLL_CTL_ADD, fd, EventLoop.readable, Self.key) == 0,
      "epoll_ctl failed for the timer")
  }

  func close() { _ = CSystem.close(fd) }

  @inline(__always) mutating func set(_ deadline: Int64) {
    if deadline != time && (deadline < time || deadline == .max || time == .min) { move(to: deadline) }
  }
  /// Sets the timer, which also clears the descriptor's readable state.
  @inline(never) private mutating func move(to deadline: Int64) {
    _ = gestured_timer_set(fd, deadline)
    time = deadline
  }

  mutating func noteExpiry() { time = .min }
}
