import CSystem
import ControlProtocol
import Evdev
import GestureCore

/// A command of a gesture with its time limit.
struct Command {
  let program: Program
  /// Longest running time in µs; nil without a limit.
  let timeout: Timestamp?
}

/// The gesture of a command, for log lines, counters and the environment.
final class CommandOwner {
  let name: String
  let counters: ActionCounters
  let entries: CommandEnvironment.GestureEntries
  /// `failed`: at most 10 lines in 10 s per gesture, because a wrong `changed` command fails in each frame.
  fileprivate var failureLimit = LogLimit(lines: 10, per: 10_000_000)
  /// Whether a drop was logged, which happens once per configuration.
  var hasLoggedDrop = false

  init(name: String, type: GestureType, counters: ActionCounters) {
    self.name = name
    self.counters = counters
    entries = CommandEnvironment.GestureEntries(name: name, type: type)
  }
}

/// Starts commands, watches them by pidfd, ends those beyond their timeout, and logs failures.
final class CommandRunner {
  /// Commands of all gestures together. Each needs three of the usual 1024 descriptors of a process.
  static let maxRunning = 256
  /// µs from SIGTERM to SIGKILL (interface.md §2.3).
  static let standardGrace: Int64 = 2_000_000

  private struct RunningCommand {
    let child: ChildProcess
    let command: Command
    let owner: CommandOwner
    let output: CommandOutput
    let whenEnded: (() -> Void)?
    /// Sends SIGTERM, and after that SIGKILL.
    var timer: EventLoop.Timer?
    var isTimedOut = false
  }

  let loop: EventLoop
  let log: Log
  /// The running commands, by their pidfd.
  private var running: [Int32: RunningCommand] = [:]
  let environment: CommandEnvironment
  let session: SessionEnvironment
  /// µs from SIGTERM to SIGKILL.
  let grace: Int64

  init(loop: EventLoop, log: Log, environment: CommandEnvironment, grace: Int64) {
    self.loop = loop
    self.log = log
    self.environment = environment
    session = SessionEnvironment(loop: loop, environment: environment)
    self.grace = grace
  }

  var runningCount: Int { running.count + session.waitingCount }

  /// Starts a command; false if it was dropped or could not be started (counted and logged).
  ///
  /// - Parameter whenEnded: called once when it has ended, but not if it did not start.
  func start(
    _ command: Command, of owner: CommandOwner, _ input: CommandInput, whenEnded: (() -> Void)? = nil
  ) -> Bool {
    guard runningCount < CommandRunner.maxRunning else {
      drop(owner, because: "\(CommandRunner.maxRunning) commands of all gestures are running")
      return false
    }
    if session.isKnown { return launch(command, of: owner, input, whenEnded) }
    session.whenKnown { [self] in
      if !launch(command, of: owner, input, whenEnded) { whenEnded?() }
    }
    return true
  }

  private func launch(
    _ command: Command, of owner: CommandOwner, _ input: CommandInput, _ whenEnded: (() -> Void)?
  ) -> Bool {
    do throws(SystemFailure) {
      let entries = environment.make(for: owner.entries, input)
      watch(try ChildProcess(command.program, environment: entries), command, owner, whenEnded)
      return true
    } catch {
      owner.counters.failed += 1
      let text = "cannot start `\(command.program.text)`: \(errorText(error.number))"
      owner.counters.refusal = text
      fail(owner, text)
      return false
    }
  }

  /// Stops watching commands. They continue after the daemon has ended.
  func shutDown() {
    for (_, entry) in running {
      if let timer = entry.timer { loop.cancel(timer) }
      loop.unwatch(fd: entry.child.pidfd)
      close(entry.child.pidfd)
      entry.output.close()
      entry.owner.counters.running -= 1
    }
    running.removeAll()
    session.shutDown()
  }

  private func watch(
    _ child: ChildProcess, _ command: Command, _ owner: CommandOwner, _ whenEnded: (() -> Void)?
  ) {
    let output = CommandOutput(
      reading: child.output, gesture: owner.name, level: .debug, loop: loop, log: log)
    let pidfd = child.pidfd
    running[pidfd] = RunningCommand(
      child: child, command: command, owner: owner, output: output, whenEnded: whenEnded,
      timer: command.timeout.map { loop.schedule(after: $0) { [self] in terminate(pidfd) } })
    owner.counters.running += 1
    owner.counters.started += 1
    loop.watch(fd: pidfd, events: EventLoop.readable) { [self] _ in reap(pidfd) }
  }

  // MARK: The end

  private func reap(_ pidfd: Int32) {
    guard let entry = running[pidfd], let status = entry.child.reap() else { return }
    loop.unwatch(fd: pidfd)
    close(pidfd)
    running[pidfd] = nil
    entry.output.finish()
    entry.owner.counters.running -= 1
    // If its children outlived SIGTERM, the timer for SIGKILL stays. The group's number is not reused while one of them lives.
    if let timer = entry.timer, !entry.isTimedOut || !entry.child.hasGroup { loop.cancel(timer) }
    if !entry.isTimedOut, !status.isSuccess { reportFailure(entry, status) }
    entry.whenEnded?()
  }

  private func reportFailure(_ entry: RunningCommand, _ status: ExitStatus) {
    entry.owner.counters.failed += 1
    session.noteFailure()
    let reason = entry.output.reason
    let detail = reason.isEmpty ? "" : ": \(reason)"
    fail(entry.owner, "`\(entry.command.program.text)` failed with \(status.text)\(detail)")
  }

  private func terminate(_ pidfd: Int32) {
    guard let entry = running[pidfd] else { return }
    let text = "`\(entry.command.program.text)`"
    running[pidfd]?.isTimedOut = true
    entry.owner.counters.timedOut += 1
    fail(
      entry.owner, "\(text) exceeded its timeout of \(seconds(entry.command.timeout ?? 0)) and is terminated")
    entry.child.signalGroup(SIGTERM)
    running[pidfd]?.timer = loop.schedule(after: grace) { [self] in
      guard entry.child.hasGroup else { return }
      entry.child.signalGroup(SIGKILL)
      report(entry.owner, "\(text) did not end within \(seconds(grace)) of SIGTERM and is killed")
    }
  }

  // MARK: Lines

  /// Counts dropped commands, and logs this once.
  func drop(_ owner: CommandOwner, count: Int = 1, because reason: String) {
    owner.counters.dropped += count
    owner.counters.refusal = "\(reason), so this one is dropped"
    guard !owner.hasLoggedDrop else { return }
    owner.hasLoggedDrop = true
    log.warning(of: owner.name, "\(reason), so further ones are dropped")
  }

  /// Keeps the line for `status`, and logs it.
  private func fail(_ owner: CommandOwner, _ text: String) {
    owner.counters.note(failure: text.printable, at: loop.now)
    report(owner, text)
  }

  private func report(_ owner: CommandOwner, _ text: String) {
    guard let held = owner.failureLimit.pass(at: loop.now) else { return }
    log.warning(of: owner.name, "\(text)\(LogLimit.note(held))")
  }

  private func seconds(_ time: Timestamp) -> String {
    time % 1_000_000 == 0 ? "\(time / 1_000_000) s" : "\(time / 1_000) ms"
  }
}
