import CSystem
import ControlProtocol
import Evdev
import GestureCore

/// A command of a gesture with its time limit.
struct Command {
  let program: Program
  /// The time in µs after which it is terminated; nil for a command that is let go instead.
  let timeout: Timestamp?
}

/// Starts commands, watches them by pidfd, lets those go that run for long, and ends those beyond their timeout.
///
/// A command without a timeout that still runs after `patience` is a program that a gesture has opened. It leaves its lane and every
/// count, and is only reaped when it ends.
final class CommandRunner {
  /// Commands of all gestures together. Each needs three of the usual 1024 descriptors of a process.
  static let maxRunning = 256
  /// The most programs that were let go and still run (interface.md §2.3): as many windows as a person opens, and an end to a
  /// command that hangs at each step of a pan.
  static let mostLetGo = 64
  /// µs after which a command is let go (interface.md §2.3).
  static let standardPatience: Int64 = 10_000_000
  /// µs from SIGTERM to SIGKILL (interface.md §2.3).
  static let standardGrace: Int64 = 2_000_000

  private struct RunningCommand {
    let child: ChildProcess
    let command: Command
    let owner: CommandOwner
    /// The number of its outcomes, and the device whose event it was started for.
    let number: Int
    let device: String
    let output: CommandOutput
    let start: Int64
    let whenOver: (() -> Void)?
    /// Lets it go, or sends SIGTERM and after that SIGKILL.
    var timer: EventLoop.Timer?
    var isTimedOut = false

    func outcome(_ state: ActionOutcome.State, status: Int? = nil, reason: String = "") -> ActionOutcome {
      ActionOutcome(number: number, action: command.program.text, state, status: status, reason: reason)
    }
  }

  /// A program that was let go.
  private struct LetGoProgram {
    let child: ChildProcess
    let gesture: String
    let text: String
    let start: Int64
  }

  let loop: EventLoop
  let log: Log
  let outcomes: OutcomeLog
  /// The running commands, by their pidfd.
  private var running: [Int32: RunningCommand] = [:]
  /// The programs that were let go and still run, by their pidfd.
  private var letGo: [Int32: LetGoProgram] = [:]
  /// The commands that are let go when one of `mostLetGo` ends, the first one first.
  private var overdue: [Int32] = []
  let environment: CommandEnvironment
  /// nil for a daemon that plays a recording, whose commands have its own variables.
  let session: SeatFollower?
  private let scopes: ProgramScopes
  /// µs from SIGTERM to SIGKILL.
  let grace: Int64
  /// µs after which a command is let go.
  let patience: Int64

  init(
    loop: EventLoop, log: Log, environment: CommandEnvironment, session: SeatFollower?,
    receive: @escaping OutcomeLog.Receiver, grace: Int64, patience: Int64
  ) {
    self.loop = loop
    self.log = log
    self.environment = environment
    self.session = session
    outcomes = OutcomeLog(loop: loop, log: log, receive: receive)
    scopes = ProgramScopes(loop: loop, environment: environment)
    self.grace = grace
    self.patience = patience
  }

  var runningCount: Int { running.count + (session?.waitingCount ?? 0) }
  /// How many programs that were let go still run.
  var letGoCount: Int { letGo.count }

  /// Starts a command; false if it was dropped, refused or could not be started.
  ///
  /// - Parameter whenOver: called once when it has ended or was let go, but not if it did not start.
  func start(
    _ command: Command, of owner: CommandOwner, _ input: CommandInput, whenOver: (() -> Void)? = nil
  ) -> Bool {
    guard runningCount < CommandRunner.maxRunning else {
      return leaveOut(
        command, of: owner, on: input.device, .dropped,
        because: "\(CommandRunner.maxRunning) commands of all gestures are running")
    }
    guard letGo.count < CommandRunner.mostLetGo else {
      return leaveOut(
        command, of: owner, on: input.device, .refused,
        because: "\(letGo.count) programs that gestures have started still run, most of them \(usualProgram)")
    }
    guard let session, !session.isSettled else { return launch(command, of: owner, input, whenOver) }
    session.whenSettled { [self] in
      if !launch(command, of: owner, input, whenOver) { whenOver?() }
    }
    return true
  }

  /// Enters that a command is not started.
  @discardableResult
  func leaveOut(
    _ command: Command, of owner: CommandOwner, on device: String, _ state: ActionOutcome.State,
    because reason: String
  ) -> Bool {
    outcomes.enter(command.program.text, state, reason: reason, of: owner, on: device)
    return false
  }

  private func launch(
    _ command: Command, of owner: CommandOwner, _ input: CommandInput, _ whenOver: (() -> Void)?
  ) -> Bool {
    do throws(SystemFailure) {
      let entries = environment.make(for: owner.entries, input)
      watch(try ChildProcess(command.program, environment: entries), command, owner, input.device, whenOver)
      return true
    } catch {
      return leaveOut(
        command, of: owner, on: input.device, .notStarted, because: errorText(error.number))
    }
  }

  /// Stops watching commands and programs. They continue after the daemon has ended.
  func shutDown() {
    for (pidfd, _) in letGo {
      loop.unwatch(fd: pidfd)
      close(pidfd)
    }
    letGo.removeAll()
    overdue.removeAll()
    for (_, entry) in running {
      if let timer = entry.timer { loop.cancel(timer) }
      loop.unwatch(fd: entry.child.pidfd)
      close(entry.child.pidfd)
      entry.output.close()
      entry.owner.counters.running -= 1
    }
    running.removeAll()
  }

  private func watch(
    _ child: ChildProcess, _ command: Command, _ owner: CommandOwner, _ device: String,
    _ whenOver: (() -> Void)?
  ) {
    let output = CommandOutput(
      reading: child.output, gesture: owner.name, level: .debug, loop: loop, log: log)
    let pidfd = child.pidfd
    var entry = RunningCommand(
      child: child, command: command, owner: owner, number: outcomes.makeNumber(), device: device,
      output: output, start: loop.now, whenOver: whenOver)
    entry.timer = loop.schedule(after: command.timeout ?? patience) { [self] in
      if command.timeout == nil { release(pidfd) } else { terminate(pidfd) }
    }
    running[pidfd] = entry
    owner.counters.running += 1
    loop.watch(fd: pidfd, events: EventLoop.readable) { [self] _ in reap(pidfd) }
    outcomes.enter(entry.outcome(.started), of: owner, on: device)
  }

  // MARK: Programs that stay

  private func release(_ pidfd: Int32) {
    guard let entry = running[pidfd] else { return }
    guard letGo.count < CommandRunner.mostLetGo else { return overdue.append(pidfd) }
    running[pidfd] = nil
    entry.output.close()
    letGo[pidfd] = LetGoProgram(
      child: entry.child, gesture: entry.owner.name, text: entry.command.program.text, start: entry.start)
    entry.owner.counters.running -= 1
    outcomes.enter(entry.outcome(.letGo), of: entry.owner, on: entry.device)
    scopes.move(entry.child.pid)
    entry.whenOver?()
  }

  private func reapProgram(_ pidfd: Int32) {
    guard letGo[pidfd]?.child.reap() != nil else { return }
    loop.unwatch(fd: pidfd)
    close(pidfd)
    letGo[pidfd] = nil
    if !overdue.isEmpty { release(overdue.removeFirst()) }
  }

  /// The line of which most programs run, and how many of it: "60 × `sleep infinity`".
  private var usualProgram: String {
    var counts: [String: Int] = [:]
    for (_, program) in letGo { counts[program.text, default: 0] += 1 }
    // Of equal counts the first text, because a dictionary has no order.
    let usual = counts.min { ($1.value, $0.key) < ($0.value, $1.key) }
    return usual.map { "\($0.value) × `\($0.key)`" } ?? ""
  }

  /// Calls `body` for each process that runs for a gesture's `run` or `exec`.
  func forEachProgram(
    _ body: (_ pid: pid_t, _ gesture: String, _ text: String, _ start: Int64, _ isLetGo: Bool) -> Void
  ) {
    for entry in running.values.sorted(by: { $0.number < $1.number }) {
      body(entry.child.pid, entry.owner.name, entry.command.program.text, entry.start, false)
    }
    for program in letGo.values.sorted(by: { ($0.start, $0.child.pid) < ($1.start, $1.child.pid) }) {
      body(program.child.pid, program.gesture, program.text, program.start, true)
    }
  }

  // MARK: The end

  private func reap(_ pidfd: Int32) {
    guard let entry = running[pidfd] else { return reapProgram(pidfd) }
    guard let status = entry.child.reap() else { return }
    loop.unwatch(fd: pidfd)
    close(pidfd)
    running[pidfd] = nil
    overdue.removeAll { $0 == pidfd }
    entry.output.finish()
    entry.owner.counters.running -= 1
    // If its children outlived SIGTERM, the timer for SIGKILL stays. The group's number is not reused while one of them lives.
    if let timer = entry.timer, !entry.isTimedOut || !entry.child.hasGroup { loop.cancel(timer) }
    if !entry.isTimedOut { conclude(entry, status) }
    entry.whenOver?()
  }

  private func conclude(_ entry: RunningCommand, _ status: ExitStatus) {
    let (state, number) = status.outcome
    let reason = status.isSuccess ? "" : entry.output.reason
    outcomes.enter(
      entry.outcome(state, status: number, reason: reason), of: entry.owner, on: entry.device)
  }

  private func terminate(_ pidfd: Int32) {
    guard let entry = running[pidfd] else { return }
    running[pidfd]?.isTimedOut = true
    outcomes.enter(
      entry.outcome(.timedOut, reason: seconds(entry.command.timeout ?? 0)), of: entry.owner,
      on: entry.device)
    entry.child.signalGroup(SIGTERM)
    running[pidfd]?.timer = loop.schedule(after: grace) { [self] in
      guard entry.child.hasGroup else { return }
      entry.child.signalGroup(SIGKILL)
      log.warning(
        of: entry.owner.name,
        "`\(entry.command.program.text)` did not end within \(seconds(grace)) of SIGTERM and is killed")
    }
  }

  private func seconds(_ time: Timestamp) -> String {
    time % 1_000_000 == 0 ? "\(time / 1_000_000) s" : "\(time / 1_000) ms"
  }
}
