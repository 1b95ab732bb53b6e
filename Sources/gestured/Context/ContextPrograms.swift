import CSystem
import ControlProtocol
import Evdev
import GestureConfig

/// Runs the programs that set the context of the session that is followed (interface.md §2.5).
final class ContextPrograms {
  /// The session whose windows and outputs the programs report. With another one they start anew.
  struct Session: Equatable {
    let compositor: RunningProcess
    let variables: [String]
  }

  private let loop: EventLoop
  private let log: Log
  private let environment: CommandEnvironment
  private var children: [ContextChild] = []
  private var session: Session?
  private var isOver = false
  /// The directory of the programs; nil if none is installed. It is never one that the environment names.
  private lazy var directory = Self.installed(beside: resolvedPath("/proc/self/exe") ?? "")

  init(loop: EventLoop, log: Log, environment: CommandEnvironment) {
    self.loop = loop
    self.log = log
    self.environment = environment
  }

  /// `PREFIX/share/gestured/context` of `PREFIX/bin/gestured`, or the source tree of a build.
  private static func installed(beside program: String) -> String? {
    var directory = program
    while let slash = directory.lastIndex(of: "/") {
      directory = String(directory[..<slash])
      for folder in ["share/gestured/context", "config/context"] {
        let path = "\(directory)/\(folder)"
        if fileFacts(path)?.isKind(S_IFDIR) == true { return path }
      }
    }
    return nil
  }

  /// Runs these programs in this session and ends the others.
  ///
  /// - Parameter yielding: programs of which another one holds a key. That one keeps it, so these end at once and set nothing more.
  func run(_ wanted: [ContextProgram], yielding: [ContextProgram], in new: Session?) {
    // Clients that leave with the daemon change who holds keys.
    if isOver { return }
    let isOther = new != session
    session = new
    for child in children where !wanted.contains(child.program) {
      child.end(by: yielding.contains(child.program) ? SIGKILL : SIGTERM)
    }
    for program in wanted {
      let child = children.first { $0.program == program } ?? make(program)
      if isOther { child.restart() } else { child.start() }
    }
  }

  /// Tries programs again that could not be started.
  func tryAgain() { for child in children { child.tryAgain() } }

  private func make(_ program: ContextProgram) -> ContextChild {
    let child = ContextChild(program, loop: loop, log: log) { [self] in command(of: program) }
    children.append(child)
    return child
  }

  /// The program, and its environment: that of commands, with the gesturectl of this installation first in PATH.
  private func command(of program: ContextProgram) -> (Program, StringBlock) {
    let file = directory.map { "\($0)/\(program.name)" } ?? "context/\(program.name)"
    var own = resolvedPath("/proc/self/exe") ?? ""
    if let slash = own.lastIndex(of: "/") { own = String(own[..<slash]) }
    let path = environmentValue("PATH").map { "\(own):\($0)" } ?? own
    let entries = environment.inherited.filter { !$0.hasPrefix("PATH=") } + ["PATH=\(path)"]
    return (Program(words: [file], in: SearchPath(nil)), StringBlock(entries))
  }

  /// Whether a process belongs to one of the programs, each of which has a session of processes of its own.
  func has(_ process: Int) -> Bool {
    guard let session = ProcessFacts(pid_t(clamping: process))?.session else { return false }
    return children.contains { $0.pid == session }
  }

  func child(of program: ContextProgram) -> ContextChild? { children.first { $0.program == program } }

  func shutDown() {
    isOver = true
    for child in children { child.shutDown() }
  }
}

/// One of the programs. It is started again after a pause when it ends.
final class ContextChild {
  /// The pauses before it is started again (interface.md §2.5).
  private static let backoff = Backoff(shortest: 1_000_000, longest: 60_000_000, steady: 60_000_000)

  private struct Running {
    let child: ChildProcess
    let output: CommandOutput
    /// The time of its start.
    let time: Int64
  }

  private enum State {
    case idle
    case running(Running)
    /// It has ended; the timer starts it again.
    case waiting(EventLoop.Timer)
    /// It cannot be started until something is installed.
    case failed
    /// The timer sends SIGKILL.
    case ending(Running, EventLoop.Timer, startsAgain: Bool)
  }

  let program: ContextProgram
  private let loop: EventLoop
  private let log: Log
  private let command: () -> (Program, StringBlock)
  private var state = State.idle
  private var backoff = ContextChild.backoff
  /// Why it does not run.
  private(set) var reason = ""

  init(_ program: ContextProgram, loop: EventLoop, log: Log, command: @escaping () -> (Program, StringBlock))
  {
    self.program = program
    self.loop = loop
    self.log = log
    self.command = command
  }

  /// The process, which is the leader of its session of processes; nil if it does not run.
  var pid: pid_t? {
    switch state {
    case .running(let running), .ending(let running, _, _): running.child.pid
    case .idle, .waiting, .failed: nil
    }
  }

  /// For `status`.
  var sourceState: SourceState {
    switch state {
    case .running: .running
    case .waiting, .ending(_, _, startsAgain: true): .waiting
    case .failed: .failed
    case .idle, .ending(_, _, startsAgain: false): .absent
    }
  }

  // MARK: Its start

  /// Starts it, unless it runs or waits.
  func start() {
    switch state {
    case .idle: launch()
    case .ending(let running, let timer, _): state = .ending(running, timer, startsAgain: true)
    case .running, .waiting, .failed: return
    }
  }

  /// Starts it anew.
  func restart() {
    backoff = Self.backoff
    switch state {
    case .running:
      end(by: SIGTERM)
      start()
    case .waiting(let timer):
      loop.cancel(timer)
      launch()
    case .failed: launch()
    case .idle, .ending: start()
    }
  }

  func tryAgain() { if case .failed = state { launch() } }

  private func launch() {
    let (file, environment) = command()
    do throws(SystemFailure) {
      let child = try ChildProcess(file, environment: environment, endsWithDaemon: true)
      let output = CommandOutput(reading: child.output, gesture: nil, level: .detail, loop: loop, log: log)
      state = .running(Running(child: child, output: output, time: loop.now))
      loop.watch(fd: child.pidfd, events: EventLoop.readable) { [self] _ in reap() }
    } catch {
      state = .failed
      note("cannot be started: \(errorText(error.number))")
    }
  }

  private func note(_ new: String) {
    // Once for each reason, or a program that always fails would fill the journal.
    if new != reason { log.warning("context/\(program.name) \(new)") }
    reason = new
  }

  // MARK: Its end

  private func reap() {
    switch state {
    case .running(let running):
      guard let status = running.child.reap() else { return }
      running.output.finish()
      let line = running.output.reason
      release(running)
      note("ended with \(status.text)" + (line.isEmpty ? "" : ": \(line)"))
      state = .waiting(
        loop.schedule(after: backoff.pause(after: loop.now - running.time)) { [self] in launch() })
    case .ending(let running, let timer, let startsAgain):
      guard running.child.reap() != nil else { return }
      loop.cancel(timer)
      // What it has started and left.
      if running.child.hasGroup { running.child.signalGroup(SIGKILL) }
      release(running)
      state = .idle
      if startsAgain { launch() }
    case .idle, .waiting, .failed: return
    }
  }

  private func release(_ running: Running) {
    running.output.close()
    loop.unwatch(fd: running.child.pidfd)
    close(running.child.pidfd)
  }

  /// Ends it and what it has started.
  func end(by signal: Int32) {
    reason = ""
    backoff = Self.backoff
    switch state {
    case .idle: return
    case .ending(let running, let timer, _): state = .ending(running, timer, startsAgain: false)
    case .failed: state = .idle
    case .waiting(let timer):
      loop.cancel(timer)
      state = .idle
    case .running(let running):
      running.child.signalGroup(signal)
      state = .ending(
        running,
        loop.schedule(after: CommandRunner.standardGrace) { running.child.signalGroup(SIGKILL) },
        startsAgain: false)
    }
  }

  /// Ends it with the daemon, and does not wait.
  func shutDown() {
    switch state {
    case .idle, .failed: return
    case .waiting(let timer): loop.cancel(timer)
    case .running(let running):
      running.child.signalGroup(SIGTERM)
      release(running)
    case .ending(let running, let timer, _):
      loop.cancel(timer)
      release(running)
    }
    state = .idle
  }
}
