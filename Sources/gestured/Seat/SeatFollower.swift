import CSystem
import Evdev

/// Follows the session to which the seat has given the touch devices (interface.md §2.4).
///
/// It looks at the facts when something has changed, once for all changes of a moment, and never wakes the daemon otherwise.
final class SeatFollower {
  /// µs in which changes that belong together are collected.
  static let collection: Int64 = 15_000
  /// µs after a change at which the daemon looks again if a socket does not answer yet or a session has no compositor.
  private static let laterLooks: [Int64] = [100_000, 300_000]

  private let loop: EventLoop
  private let files: LogindFiles
  private let runtime: String
  private let listeners: Listeners
  private let bus: SystemBus
  private let watch: DirectoryWatch
  private let usualSeat: String
  /// The nodes of the touch devices in use.
  var nodes: () -> [String] = { [] }
  /// Called when `state` is another one.
  var changed: (() -> Void)?
  /// Called when logind says something about the lock.
  var lockChanged: (() -> Void)?

  private(set) var state = SeatState.none
  private let locks: SessionLocks
  private var isStarted = false
  private var timer: EventLoop.Timer?
  /// Looks that are still made at later times since the last change.
  private var looksLeft: [Int64] = []
  /// When something has changed last.
  private var lastChange: Int64 = 0
  /// The compositor's process, whose end is noticed.
  private var end = ProcessEnd()
  /// The controller whose process was queried, and the answer.
  private var controller: Controller?
  private var waiting: [() -> Void] = []

  private struct Controller {
    let name: String
    let session: SessionIdentity
    var process: RunningProcess?
    var isAnswered = false
  }

  init(
    loop: EventLoop, files: LogindFiles = LogindFiles(),
    runtime: String? = environmentValue("XDG_RUNTIME_DIR"),
    bus: SystemBus? = nil, usualSeat: String = Seat.own(environment: environmentValue)
  ) {
    self.loop = loop
    self.files = files
    self.runtime = runtime ?? ""
    self.usualSeat = usualSeat
    listeners = Listeners(runtime: self.runtime)
    self.bus = bus ?? SystemBus(loop: loop)
    watch = DirectoryWatch(loop: loop)
    locks = SessionLocks(loop: loop, bus: self.bus)
  }

  /// The seat whose devices the daemon uses.
  private(set) lazy var seat = usualSeat

  // MARK: Life

  func start() {
    isStarted = true
    bus.received = { [self] in received($0) }
    locks.changed = { [self] in lockChanged?() }
    locks.answered = { [self] in queryAgain() }
    watch.changed = { [self] in note() }
    for directory in [files.seats, files.sessions] { watch.add(directory) { LogindFiles.isName($0) } }
    watch.add(runtime) { CompositorSocket.isName($0) }
    watch.add(runtime + "/hypr") { _ in true }
    look()
  }

  func shutDown() {
    waiting.removeAll()
    isStarted = false
    if let timer { loop.cancel(timer) }
    timer = nil
    bus.received = nil
    bus.close()
    locks.end()
    end.watch(nil, loop) {}
    watch.end()
  }

  /// Something may have changed.
  func note() {
    guard isStarted else { return }
    lastChange = loop.now
    looksLeft = Self.laterLooks
    schedule(after: Self.collection)
  }

  private func schedule(after wait: Int64) {
    if timer != nil { return }
    timer = loop.schedule(after: wait) { [self] in
      timer = nil
      look()
    }
  }

  // MARK: Commands

  /// Whether `state` is that of this moment, so that a command may start.
  var isSettled: Bool {
    guard isStarted else { return true }
    if isAsking { return false }
    if timer == nil && arePlacesUnchanged { return true }
    look()
    return !isAsking
  }

  /// Calls `start` when the bus has answered.
  func whenSettled(_ start: @escaping () -> Void) { waiting.append(start) }

  var waitingCount: Int { waiting.count }

  private var isAsking: Bool { controller?.isAnswered == false }

  /// The sockets and displays that the variables of commands name.
  private var places: [(path: String, file: FileID?)] = []

  private var arePlacesUnchanged: Bool { places.allSatisfy { FileID($0.path) == $0.file } }

  private func release() {
    let ready = waiting
    waiting.removeAll()
    for start in ready { start() }
  }

  // MARK: Looking

  private func look() {
    if let timer { loop.cancel(timer) }
    timer = nil
    locks.keep(files.sessions(of: geteuid()).map { $0.identity })
    let use = SeatUse(files.all(), last: followedSeat, usual: usualSeat, user: geteuid())
    let facts = SessionFacts(listeners.look(), runtime: runtime)
    var isIncomplete = facts.isUncertain
    switch use {
    case .foreign(let session, let seat): become(.foreign(session: session, seat: seat))
    case .unused(let seat):
      become(found(facts, in: nil, seat: seat).map { SeatState.here($0) } ?? .none)
    case .own(let session, let seat):
      if let name = session.controller, ask(name, of: session) { return }
      let compositor = found(facts, in: session, seat: seat)
      isIncomplete = isIncomplete || compositor == nil
      become(compositor.map { SeatState.here($0) } ?? .console(session: session.identity, seat: seat))
    }
    if isIncomplete { lookLater() }
  }

  private func lookLater() {
    guard !looksLeft.isEmpty else { return }
    let time = lastChange + looksLeft.removeFirst()
    schedule(after: max(0, time - loop.now))
  }

  private var followedSeat: String? { state.compositor?.seat }

  /// Queries the process of a controller, unless it was queried before.
  ///
  /// - Returns: whether an answer is waited for.
  private func ask(_ name: String, of session: SessionFile) -> Bool {
    if let controller, controller.name == name, controller.session == session.identity {
      return !controller.isAnswered
    }
    controller = Controller(name: name, session: session.identity)
    bus.process(of: name) { [self] number in
      guard controller?.name == name, controller?.session == session.identity else { return }
      // The controller of a user's session is a program of the user, or an X server of root.
      let process = number.flatMap { RunningProcess($0) }
      controller?.process = process?.user.map { [0, geteuid()].contains($0) } == true ? process : nil
      controller?.isAnswered = true
      look()
      release()
    }
    return controller?.isAnswered == false
  }

  /// The compositor, with the variables of its session; nil if there is none.
  private func found(_ facts: SessionFacts, in session: SessionFile?, seat: String?) -> Compositor? {
    guard let (process, basis) = process(facts, in: session) else { return nil }
    return Compositor(
      process: process, name: process.name, basis: basis, seat: seat ?? usualSeat, session: session?.identity,
      variables: facts.variables(of: process, session, seat: seat))
  }

  private func process(
    _ facts: SessionFacts, in session: SessionFile?
  ) -> (RunningProcess, Compositor.Basis)? {
    if let session, let controller, controller.session == session.identity, let process = controller.process,
      RunningProcess(process.number) == process,
      session.controller == nil || session.controller == controller.name
    {
      return (process, .controller)
    }
    return facts.compositor(of: session, nodes: nodes())
  }

  // MARK: The state

  private func become(_ new: SeatState) {
    if let compositor = new.compositor {
      seat = compositor.seat
      places = compositor.variables.compactMap { SessionVariables.place(of: $0, runtime: runtime) }
        .map { ($0, FileID($0)) }
    } else {
      places = []
    }
    guard new != state else { return }
    if new.compositor?.process != state.compositor?.process {
      end.watch(new.compositor?.process, loop) { [self] in note() }
    }
    let hadSession = state.session
    state = new
    changed?()
    if hadSession != new.session { lockChanged?() }
  }

  // MARK: The bus

  private func received(_ news: SystemBus.News) {
    if news == .lost, controller?.process == nil { controller = nil }
    if news == .restarted { note() }
    locks.note(news)
  }

  /// The bus was away when the compositor's process was queried.
  private func queryAgain() {
    guard let controller, controller.process == nil, controller.isAnswered else { return }
    self.controller = nil
    note()
  }

  // MARK: The lock

  /// The lock of this user's active session; nil without a session of logind.
  var lock: SessionLock? { state.session.flatMap { locks[$0] } }

  /// Whether that session is locked; nil without one. While logind does not answer, a session with a compositor counts as locked.
  var isLocked: Bool? { lock.map { state.compositor == nil ? $0.isKnownLocked : $0.isLocked } }

  /// The sessions with the signal Lock, for the next start of the daemon.
  var signalled: String {
    get { locks.signalled }
    set { locks.signalled = newValue }
  }

  /// A program of the user has ended a lock: its own, of which logind had only the signal.
  func endSignal() { change { $0.isSignalled = false } }

  /// The user says that the session is not locked, whatever logind says until it says something new.
  func overrideLock() { change { $0 = SessionLock(hint: false) } }

  private func change(_ change: (inout SessionLock) -> Void) {
    guard let session = state.session, var lock = locks[session] else { return }
    change(&lock)
    locks[session] = lock
    lockChanged?()
  }
}

/// Reports the end of a process by a pidfd.
private struct ProcessEnd {
  private var fd: Int32 = -1

  /// Watches a process in place of the one before; nil for none.
  mutating func watch(_ process: RunningProcess?, _ loop: EventLoop, _ ended: @escaping () -> Void) {
    if fd >= 0 {
      loop.unwatch(fd: fd)
      close(fd)
      fd = -1
    }
    guard let process else { return }
    let new = openPidfd(ofProcess: process.number)
    guard new >= 0 else { return ended() }
    fd = new
    // A pidfd stays readable, so it is reported once.
    loop.watch(fd: new, events: EventLoop.readable) { _ in
      loop.unwatch(fd: new)
      ended()
    }
  }
}
