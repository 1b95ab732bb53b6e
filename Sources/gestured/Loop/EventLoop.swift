import CEvdev
import CSystem
import Evdev

/// One thread, one epoll, and no wake-up without a reason: descriptors with handlers, and timers.
///
/// Times are µs of CLOCK_MONOTONIC. A `DeadlineTimer` ends the wait at the earliest timer.
///
/// What must hold: a descriptor is unwatched before it is closed, and no handler is called after its `unwatch` or `cancel`.
///
/// A handler captures objects strongly, until `unwatch` or `cancel` releases it. `unowned` is not allowed in the daemon, because a
/// handler may remove its own owner while it runs.
@safe final class EventLoop {
  typealias Handler = (_ events: UInt32) -> Void

  static let readable = EPOLLIN.rawValue
  static let writable = EPOLLOUT.rawValue
  /// Readable when something arrives, whatever was left before. The handler reads until nothing is left. epoll then need not ask the
  /// descriptor a second time, before each wait, whether it is still readable: 600 instructions a frame.
  static let arrived = EPOLLIN.rawValue | EPOLLET.rawValue
  /// The events that epoll always reports.
  static let hangup = EPOLLHUP.rawValue | EPOLLERR.rawValue

  private struct Watch {
    /// Distinguishes the descriptor from an earlier one with the same number, whose event may still be in the batch.
    var generation: UInt32
    var events: UInt32
    var handler: Handler
  }

  /// The most events of one wait, more than there are clients, so that every wait returns the devices that are ready.
  private static let batch = 256

  private let epoll: Int32
  private var watches: [Watch?] = []
  private var generation: UInt32 = 0
  private var timers: [Timer] = []
  /// Counts the rounds in which timers were due.
  private var round = 0
  private var deadlineTimer: DeadlineTimer
  /// The events of the last wait. Their union holds a number only.
  private var events = unsafe Array(repeating: epoll_event(), count: EventLoop.batch)
  private var isRunning = false
  /// Called once per round, after the events and before the wait.
  var beforeWait: (() -> Void)?

  init() {
    epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    precondition(epoll >= 0, "epoll_create1 failed")
    deadlineTimer = DeadlineTimer(in: epoll)
  }

  deinit {
    deadlineTimer.close()
    close(epoll)
  }

  /// CLOCK_MONOTONIC in µs.
  var now: Int64 {
    #if DEBUG
      if let system = FaultInjection.system { return system.now() }
    #endif
    return gestured_now()
  }

  /// Blocks until a time. Only the end of the daemon may do so, when the loop no longer runs.
  func sleep(until time: Int64) {
    #if DEBUG
      if let system = FaultInjection.system { return system.sleep(until: time) }
    #endif
    let rest = time - now
    if rest > 0 { usleep(UInt32(clamping: rest)) }
  }

  // MARK: Descriptors

  /// Calls `handler` for events (`readable`, `writable`, `arrived`) of a descriptor. Replaces an earlier watch.
  func watch(fd: Int32, events: UInt32, handler: @escaping Handler) {
    while watches.count <= Int(fd) { watches.append(nil) }
    let operation = watches[Int(fd)] == nil ? EPOLL_CTL_ADD : EPOLL_CTL_MOD
    generation &+= 1
    watches[Int(fd)] = Watch(generation: generation, events: events, handler: handler)
    control(operation, fd, events)
  }

  /// Changes the events of a watched descriptor. No system call if they are the same.
  func change(fd: Int32, events: UInt32) {
    guard isWatched(fd), watches[Int(fd)]?.events != events else { return }
    watches[Int(fd)]?.events = events
    control(EPOLL_CTL_MOD, fd, events)
  }

  /// Ends the watch. Call it before closing the descriptor; the handler itself may call it.
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
    // epoll refuses closed descriptors and plain files, which would be a programming error.
    assert(result == 0 || operation == EPOLL_CTL_DEL, "epoll_ctl: \(-result)")
  }

  // MARK: Time

  /// A handler with its time. Setting the time makes no system call.
  final class Timer {
    /// When the handler is called; `.max`: never. Reset to `.max` before the call.
    var time = Int64.max
    /// The round in which the timer was made or its handler last called.
    fileprivate var round = 0
    fileprivate let isOnce: Bool
    /// Cleared by `cancel` to break the retain cycle between the handler and its owner.
    fileprivate var handler: (() -> Void)?
    fileprivate init(isOnce: Bool, handler: @escaping () -> Void) {
      self.isOnce = isOnce
      self.handler = handler
    }
  }

  /// Makes a timer whose time changes repeatedly, such as a device's next deadline.
  func makeTimer(_ handler: @escaping () -> Void) -> Timer { add(Timer(isOnce: false, handler: handler)) }

  /// Calls `handler` once, `after` µs from now.
  @discardableResult
  func schedule(after: Int64, _ handler: @escaping () -> Void) -> Timer {
    let timer = add(Timer(isOnce: true, handler: handler))
    timer.time = now + after
    return timer
  }

  /// Prevents the call, even if the timer is due in this round, and releases the handler.
  func cancel(_ timer: Timer) {
    timer.handler = nil
    timers.removeAll { $0 === timer }
  }

  private func add(_ timer: Timer) -> Timer {
    timer.round = round
    timers.append(timer)
    return timer
  }

  /// The time of the earliest timer; `.max` without one, so that only a descriptor ends the wait.
  var nextTime: Int64 {
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

  /// Runs one wait and its events. Descriptors come before timers, so that events read in this round count before a deadline.
  func turn() {
    #if DEBUG
      if let system = FaultInjection.system { return turn(in: system) }
    #endif
    deadlineTimer.set(nextTime)
    // The kernel writes at most `batch` events.
    let count = attempt(.epollWait) { unsafe gestured_epoll_wait(epoll, &events, Int32(EventLoop.batch)) }
    // A signal that the loop does not handle, or a debugger, has interrupted the wait.
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

  #if DEBUG
    /// The same without a wait: the test sets the time, and chooses which of the ready descriptors comes first.
    private func turn(in system: SimulatedSystem) {
      var ready: [(events: UInt32, key: UInt64)] = []
      if isReady {
        let count = attempt(.epollWait) { unsafe gestured_epoll_wait(epoll, &events, Int32(EventLoop.batch)) }
        if count == -EINTR { return }
        precondition(count >= 0, "epoll_wait: \(-count)")
        for index in 0..<Int(count) { unsafe ready.append((events[index].events, events[index].data.u64)) }
        ready.sort { $0.key < $1.key }
      }
      for index in system.order(ready.count) { dispatch(ready[index].events, ready[index].key) }
      if nextTime <= system.time { runTimers() }
    }

    /// Whether a descriptor waits for its handler.
    var isReady: Bool { waitFor(epoll, POLLIN, milliseconds: 0) }

    /// What is watched, and what waits for its time.
    var counts: (watches: Int, timers: Int) { (watches.count { $0 != nil }, timers.count) }
  #endif

  /// The earliest of the timers that may run in this round; the oldest one at equal times.
  private var nextTimer: Timer? {
    var next: Timer?
    for timer in timers where timer.round != round && timer.time < next?.time ?? .max { next = timer }
    return next
  }

  private func dispatch(_ events: UInt32, _ key: UInt64) {
    let fd = Int(truncatingIfNeeded: key & 0xffff_ffff)
    guard fd < watches.count, let watch = watches[fd], watch.generation == UInt32(key >> 32) else { return }
    watch.handler(events)
  }

  /// Runs due timers by time, and older ones first at equal times. Each runs once in a round: a timer that its own handler sets to
  /// a past time runs in the next round, after descriptors.
  private func runTimers() {
    let now = now
    round += 1
    while let timer = nextTimer, timer.time <= now {
      timer.round = round
      let handler = timer.handler
      if timer.isOnce { cancel(timer) } else { timer.time = .max }
      handler?()
    }
  }
}
