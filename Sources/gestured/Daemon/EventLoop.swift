import CEvdev
import CSystem

/// One thread, one epoll, no wake-up without a reason: descriptors with their handlers, alarms and timers.
///
/// Times are microseconds of CLOCK_MONOTONIC. The next alarm or timer is the time-out of the wait itself
/// (epoll_pwait2): nothing to arm and to read. While there is an alarm that moves often it is a `DeadlineTimer`.
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
  private var deadlineTimer = DeadlineTimer()
  private let events = UnsafeMutablePointer<epoll_event>.allocate(capacity: EventLoop.batch)
  private var isRunning = false
  /// Called after each round of events and before the wait: for what is done once a round.
  var beforeWait: (() -> Void)?

  init() {
    epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    precondition(epoll >= 0, "the kernel gives no epoll descriptor")
  }

  deinit {
    deadlineTimer.end()
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
    fileprivate let movesOften: Bool
    fileprivate let handler: () -> Void
    fileprivate init(movesOften: Bool, handler: @escaping () -> Void) {
      self.movesOften = movesOften
      self.handler = handler
    }
  }

  /// - Parameter movesOften: it is set in most frames.
  func makeAlarm(movesOften: Bool = false, _ handler: @escaping () -> Void) -> Alarm {
    let alarm = Alarm(movesOften: movesOften, handler: handler)
    alarms.append(alarm)
    if movesOften { deadlineTimer.open(in: epoll) }
    return alarm
  }
  /// Also from a handler of the same round: the alarm is not called any more.
  func remove(_ alarm: Alarm) {
    alarm.time = .max
    alarms.removeAll { $0 === alarm }
    if !alarms.contains(where: { $0.movesOften }) { deadlineTimer.end() }
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
    let usesTimer = deadlineTimer.isOpen
    if usesTimer { deadlineTimer.set(deadline) }
    let count = gestured_epoll_wait(epoll, events, Int32(EventLoop.batch), usesTimer ? .max : deadline)
    precondition(count >= 0, "epoll_wait: \(-count)")
    var isDue = !usesTimer && deadline != .max
    for index in 0..<Int(count) {
      let key = gestured_epoll_key(events + index)
      if key == DeadlineTimer.key {
        deadlineTimer.noteExpiry()
        isDue = true
      } else {
        dispatch(events[index].events, key)
      }
    }
    if isDue { runTimers() }
  }

  private func dispatch(_ events: UInt32, _ key: UInt64) {
    let fd = Int(truncatingIfNeeded: key & 0xffff_ffff)
    guard fd < watches.count, let watch = watches[fd], watch.generation == UInt32(key >> 32) else { return }
    watch.handler(events)
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
