import CEvdev
import Glibc

/// One thread, one epoll, no wake-up without a reason: descriptors with their handlers, alarms and timers.
///
/// Times are microseconds of CLOCK_MONOTONIC. The next alarm or timer is the time-out of the wait itself
/// (epoll_pwait2) and not a timerfd: nothing to arm and to read, so a moving deadline costs no system call.
///
/// Handlers hold what they touch: strongly, until `unwatch`, `remove` or `cancel` releases it, or weakly. `unowned` is
/// not allowed in the daemon: a handler may remove its own owner and still be running.
final class EventLoop {
  typealias Handler = (_ events: UInt32) -> Void

  static let readable = EPOLLIN.rawValue
  static let writable = EPOLLOUT.rawValue
  /// Always reported by epoll.
  static let hangup = EPOLLHUP.rawValue | EPOLLERR.rawValue

  private struct Watch {
    /// Distinguishes the descriptor from an earlier one with the same number whose event is still in the batch.
    var generation: UInt32
    var events: UInt32
    var handler: Handler
  }

  /// More are returned by the next wait.
  private static let batch = 32

  private let epoll: Int32
  private var watches: [Watch?] = []
  private var generation: UInt32 = 0
  private var alarms: [Alarm] = []
  private var timers = TimerHeap()
  private let events = UnsafeMutablePointer<epoll_event>.allocate(capacity: EventLoop.batch)
  private var isRunning = false
  /// Called after each round of events and before the wait: for what is done once a round.
  var beforeWait: (() -> Void)?

  init() {
    epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    precondition(epoll >= 0, "the kernel gives no epoll descriptor")
  }

  deinit {
    close(epoll)
    events.deallocate()
  }

  /// CLOCK_MONOTONIC in microseconds.
  var now: Int64 { gestured_now() }

  // MARK: Descriptors

  /// Calls `handler` for the events (`readable`, `writable`) of a descriptor, level-triggered; replaces an earlier watch.
  func watch(fd: Int32, events: UInt32, handler: @escaping Handler) {
    while watches.count <= Int(fd) { watches.append(nil) }
    let operation = watches[Int(fd)] == nil ? EPOLL_CTL_ADD : EPOLL_CTL_MOD
    generation &+= 1
    watches[Int(fd)] = Watch(generation: generation, events: events, handler: handler)
    control(operation, fd, events)
  }

  /// Other events for a descriptor that is watched, with the same handler; no system call where they are the same.
  func change(fd: Int32, events: UInt32) {
    guard isWatched(fd), watches[Int(fd)]?.events != events else { return }
    watches[Int(fd)]?.events = events
    control(EPOLL_CTL_MOD, fd, events)
  }

  /// To be called before the descriptor is closed; also from its own handler.
  func unwatch(fd: Int32) {
    guard isWatched(fd) else { return }
    control(EPOLL_CTL_DEL, fd, 0)
    watches[Int(fd)] = nil
  }

  private func isWatched(_ fd: Int32) -> Bool {
    fd >= 0 && Int(fd) < watches.count && watches[Int(fd)] != nil
  }

  private func control(_ operation: Int32, _ fd: Int32, _ events: UInt32) {
    let key = UInt64(watches[Int(fd)]?.generation ?? 0) << 32 | UInt64(UInt32(bitPattern: fd))
    let result = gestured_epoll_control(epoll, operation, fd, events, key)
    // A descriptor that epoll refuses is closed or a plain file: an error of ours, never of the user.
    assert(result == 0 || operation == EPOLL_CTL_DEL, "epoll_ctl: \(-result)")
  }

  // MARK: Time

  /// A time that is set again and again, such as a device's next deadline: setting it costs nothing.
  final class Alarm {
    /// When `handler` is called, `.max`: never. It is back at `.max` when the handler runs.
    var time = Int64.max
    fileprivate let handler: () -> Void
    fileprivate init(handler: @escaping () -> Void) { self.handler = handler }
  }

  func makeAlarm(_ handler: @escaping () -> Void) -> Alarm {
    let alarm = Alarm(handler: handler)
    alarms.append(alarm)
    return alarm
  }
  /// Also from a handler of the same round: the alarm is not called any more.
  func remove(_ alarm: Alarm) {
    alarm.time = .max
    alarms.removeAll { $0 === alarm }
  }

  /// Calls `handler` once, `after` microseconds from now.
  @discardableResult
  func schedule(after: Int64, _ handler: @escaping () -> Void) -> TimerID {
    timers.insert(at: now + after, handler)
  }
  func cancel(_ timer: TimerID) { timers.remove(timer) }

  private var nextTime: Int64 {
    var time = timers.nextTime
    for alarm in alarms where alarm.time < time { time = alarm.time }
    return time
  }

  // MARK: Running

  /// Runs until `stop` is called.
  func run() {
    isRunning = true
    while isRunning {
      beforeWait?()
      if isRunning { turn() }
    }
  }
  func stop() { isRunning = false }

  /// One wait and what came of it: descriptors first, so that what has been read counts before a deadline does.
  func turn() {
    let deadline = nextTime
    let count = gestured_epoll_wait(epoll, events, Int32(EventLoop.batch), deadline)
    precondition(count >= 0, "epoll_wait: \(-count)")
    for index in 0..<Int(count) { dispatch(events[index]) }
    if deadline != .max, now >= deadline { runTimers() }
  }

  private func dispatch(_ event: epoll_event) {
    var event = event
    let key = gestured_epoll_key(&event)
    let fd = Int(truncatingIfNeeded: key & 0xffff_ffff)
    guard fd < watches.count, let watch = watches[fd], watch.generation == UInt32(key >> 32) else { return }
    watch.handler(event.events)
  }

  private func runTimers() {
    let now = now
    for alarm in alarms where alarm.time <= now {
      alarm.time = .max
      alarm.handler()
    }
    while let handler = timers.popDue(now) { handler() }
  }
}
