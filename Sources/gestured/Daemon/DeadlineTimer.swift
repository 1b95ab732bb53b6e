import CEvdev
import CSystem

/// A timerfd for a deadline that moves with nearly every frame.
///
/// A time-out of the wait starts a timer of the kernel in each wait and cancels it: 900 instructions. This one is set only
/// if it would expire too late; if the deadline has moved to a later time, it expires early, and is set again.
struct DeadlineTimer {
  /// What epoll gives with its events: no descriptor has this number.
  static let key = UInt64.max

  private var fd: Int32 = -1
  /// When it expires, `.max`: never; `.min`: it has expired.
  private var time = Int64.max

  /// Whether it is used in place of a time-out.
  var isOpen: Bool { fd >= 0 }

  /// Without effect if there are no descriptors: the time-out is then used on.
  mutating func open(in epoll: Int32) {
    guard !isOpen else { return }
    fd = gestured_timer()
    if isOpen, gestured_epoll_control(epoll, EPOLL_CTL_ADD, fd, EventLoop.readable, Self.key) != 0 { end() }
  }

  mutating func end() {
    if isOpen { close(fd) }
    self = DeadlineTimer()
  }

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
