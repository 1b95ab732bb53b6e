import CEvdev
import CSystem
import Evdev

/// One thread, one epoll, no wake-up without a reason: descriptors with their handlers, and timers.
///
/// Times are microseconds of CLOCK_MONOTONIC. A `DeadlineTimer` ends the wait for the earliest timer.
///
/// Handlers hold what they touch: strongly, until `unwatch` or `cancel` releases it, or weakly. `unowned` is not allowed
/// in the daemon: a handler may remove its own owner and still be running.
@safe final class EventLoop {
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
  private var timers: [Timer] = []
  private var deadlineTimer: DeadlineTimer
  /// What the kernel has returned last.
  private var events = unsafe Array(repeating: epoll_event(), count: EventLoop.batch)
  private var isRunning = false
  /// Called after each round of events and before the wait: for what is done once a round.
  var beforeWait: (() -> Void)?

  init() {
    epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    precondition(epoll >= 0, "the kernel gives no epoll descriptor")
    deadlineTimer = DeadlineTimer(in: epoll)
  }

  deinit {
    deadlineTimer.close()
    close(epoll)
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

  /// Ends watching. Call it before the descriptor is closed; its own handler may call it too.
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

  /// A handler and the time at which it is called. Setting the time makes no system call.
  final class Timer {
    /// When the handler is called; `.max`: never. It is back at `.max` when the handler runs.
    var time = Int64.max
    fileprivate let isOnce: Bool
    fileprivate let handler: () -> Void
    fileprivate init(isOnce: Bool, handler: @escaping () -> Void) {
      self.isOnce = isOnce
      self.handler = handler
    }
  }

  /// A timer whose time is set again and again, such as a device's next deadline.
  func makeTimer(_ handler: @escaping () -> Void) -> Timer { add(Timer(isOnce: false, handler: handler)) }

  /// Calls `handler` once, `after` microseconds from now.
  @discardableResult
  func schedule(after: Int64, _ handler: @escaping () -> Void) -> Timer {
    let timer = add(Timer(isOnce: true, handler: handler))
    timer.time = now + after
    return timer
  }

  /// The handler is not called any more, also where this round has found it due, and the loop lets go of it.
  func cancel(_ timer: Timer) {
    timer.time = .max
    timers.removeAll { $0 === timer }
  }

  private func add(_ timer: Timer) -> Timer {
    timers.append(timer)
    return timer
  }

  private var nextTime: Int64 {
    var time = Int64.max
    for timer in timers where timer.time < time { time = timer.time }
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
    deadlineTimer.set(nextTime)
    // The kernel fills at most as many as there are.
    let count = attempt(.epollWait) { unsafe gestured_epoll_wait(epoll, &events, Int32(EventLoop.batch)) }
    // A signal that is not the loop's, or a debugger.
    if count == -EINTR { return }
    precondition(count >= 0, "epoll_wait: \(-count)")
    var isDue = false
    for index in 0..<Int(count) {
      let key = unsafe events[index].data.u64
      if key == DeadlineTimer.key {
        deadlineTimer.noteExpiry()
        isDue = true
      } else {
        unsafe dispatch(events[index].events, key)
      }
    }
    if isDue { runTimers() }
  }

  private func dispatch(_ events: UInt32, _ key: UInt64) {
    let fd = Int(truncatingIfNeeded: key & 0xffff_ffff)
    guard fd < watches.count, let watch = watches[fd], watch.generation == UInt32(key >> 32) else { return }
    watch.handler(events)
  }

  /// The earliest first, and of equal times the older one. A timer that its own handler sets to a time that has passed waits
  /// for the next round, in which descriptors come first.
  private func runTimers() {
    let now = now
    for _ in 0..<timers.count {
      guard let timer = timers.min(by: { $0.time < $1.time }), timer.time <= now else { return }
      if timer.isOnce { cancel(timer) } else { timer.time = .max }
      timer.handler()
    }
  }
}
