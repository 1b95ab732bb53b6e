import CEvdev
import CSystem

/// The timerfd that ends the loop's wait at the next deadline, which moves with nearly every frame.
///
/// A time-out of the wait would start a timer of the kernel in each wait and cancel it: 900 instructions. This one is set
/// only if it would expire too late. If the deadline has moved to a later time, it expires early and is set again.
struct DeadlineTimer {
  /// What epoll gives with its events. No descriptor has this number.
  static let key = UInt64.max

  private let fd: Int32
  /// When it expires, `.max`: never; `.min`: it has expired.
  private var time = Int64.max

  init(in epoll: Int32) {
    fd = gestured_timer()
    precondition(fd >= 0, "the kernel gives no timer")
    precondition(
      gestured_epoll_control(epoll, EPOLL_CTL_ADD, fd, EventLoop.readable, Self.key) == 0,
      "epoll takes no timer")
  }

  func close() { _ = CSystem.close(fd) }

  @inline(__always) mutating func set(_ deadline: Int64) {
    if deadline != time && (deadline < time || deadline == .max || time == .min) { move(to: deadline) }
  }
  /// Setting it also makes it unreadable again.
  @inline(never) private mutating func move(to deadline: Int64) {
    _ = gestured_timer_set(fd, deadline)
    time = deadline
  }

  mutating func noteExpiry() { time = .min }
}
