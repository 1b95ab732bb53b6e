import CEvdev
import CSystem
import ControlProtocol
import Evdev
import GestureCore

/// A program that is started once, gets events as lines on its standard input, and is started again when it ends.
final class PipeCommand {
  /// The pauses before an ended program is started again.
  static let backoff = Backoff(shortest: 100_000, longest: 30_000_000, steady: 5_000_000)
  /// The size of the pipe in bytes: one page, so that a program that stalled does not read events that are seconds old.
  private static let inputCapacity: Int32 = 4096

  private enum State {
    /// Before `start`, and after `stop` and `shutDown`.
    case idle
    /// It is started when it is known which session has the touch devices.
    case asking
    case running(Running)
    /// The program has ended; the timer starts it again.
    case waiting(EventLoop.Timer)
    /// `stop` has closed its input, and the timer sends the next signal; nil if both were sent.
    case stopping(Running, EventLoop.Timer?)
  }

  private struct Running {
    let child: ChildProcess
    let output: CommandOutput
    /// The time of its start.
    let time: Int64
  }

  /// The program's standard input.
  private enum Input {
    /// The program does not run, or has closed its input.
    case closed
    case open(Int32)
    /// The pipe is full; the loop reports when it has room.
    case full(Int32)
  }

  private let program: Program
  private let owner: CommandOwner
  /// The runner, whose `grace` is also the time from the end of the program's input to SIGTERM.
  private let runner: CommandRunner
  private var state = State.idle
  /// Whether it is started again when the program has ended that `stopping` ends.
  private var startsAgain = false
  private var input = Input.closed
  private var queue = EventQueue(.pipe)
  private var json = JSONWriter()
  private var backoff = PipeCommand.backoff
  private var lossLimit = LogLimit(lines: 1, per: 10_000_000)

  init(program: Program, owner: CommandOwner, runner: CommandRunner) {
    self.program = program
    self.owner = owner
    self.runner = runner
  }

  private var loop: EventLoop { runner.loop }
  private var log: Log { runner.log }

  /// Whether all lines are in the pipe.
  var isDrained: Bool { queue.isEmpty }

  func start() {
    guard let session = runner.session, !session.isSettled else { return launch() }
    state = .asking
    session.whenSettled { [self] in
      if case .asking = state { launch() }
    }
  }

  private func launch() {
    do throws(SystemFailure) {
      let child = try ChildProcess(
        program, environment: runner.environment.make(for: owner.entries),
        inputCapacity: PipeCommand.inputCapacity)
      let output = CommandOutput(
        reading: child.output, gesture: owner.name, level: .detail, loop: loop, log: log)
      state = .running(Running(child: child, output: output, time: loop.now))
      input = child.input.map(Input.open) ?? .closed
      loop.watch(fd: child.pidfd, events: EventLoop.readable) { [self] _ in reap() }
      flush()
    } catch {
      let reason = errorText(error.number)
      enter(.notStarted, reason: reason)
      startAgain(after: 0, because: "cannot be started: \(reason)")
    }
  }

  /// Writes an event as a line. Never blocks.
  func write(_ outgoing: OutgoingEvent) {
    let attachments = EventAttachments(touches: outgoing.touches, steps: outgoing.steps)
    guard queue.isEmpty, case .open(let fd) = input else {
      return enqueue { _ = $0.append(WaitingEvent(outgoing.event, outgoing.names, attachments)) }
    }
    var event = outgoing.event
    queue.read(&event, of: outgoing.device)
    let line = json.line(event, outgoing.names, attachments)
    let taken = PipeCommand.put(line.span, into: fd)
    if taken < 0 { closeInput() }
    if taken < line.count { enqueue { _ = $0.append(line, sent: max(0, taken)) } }
  }

  // MARK: Its standard input

  /// Writes to the program. Returns the number of bytes accepted: 0 if the pipe is full, −1 if the program has closed its end.
  private static func put(_ bytes: Span<UInt8>, into fd: Int32) -> Int {
    let count = writeBytes(bytes, to: fd)
    return count < 0 && count != -Int(EPIPE) ? 0 : count
  }

  private func enqueue(_ append: (inout EventQueue) -> Void) {
    let before = queue.dropped
    append(&queue)
    if queue.dropped > before { reportLoss(queue.dropped - before) }
    waitForRoom()
  }

  private func flush() {
    switch input {
    case .closed: return
    case .open(let fd), .full(let fd):
      let isOpen = queue.drain(encode: { json.line($0, $1.names, $1.attachments) }) {
        PipeCommand.put($0, into: fd)
      }
      guard isOpen else { return closeInput() }
      if !queue.isEmpty { return waitForRoom() }
      loop.unwatch(fd: fd)
      input = .open(fd)
    }
  }

  private func waitForRoom() {
    guard case .open(let fd) = input else { return }
    input = .full(fd)
    loop.watch(fd: fd, events: EventLoop.writable) { [self] _ in flush() }
  }

  private func closeInput() {
    switch input {
    case .closed: return
    case .open(let fd), .full(let fd):
      loop.unwatch(fd: fd)
      close(fd)
    }
    input = .closed
    queue.rewind()
  }

  private func reportLoss(_ count: Int) {
    for _ in 0..<count { enter(.dropped, reason: "it does not read its events, so the oldest one was lost") }
    guard let held = lossLimit.pass(at: loop.now) else { return }
    log.warning(
      of: owner.name,
      "`\(program.text)` does not read its events; the oldest are dropped" + LogLimit.note(held))
  }

  /// The program itself writes a line to the log when it ends, so that its restart stands with it.
  private func enter(_ state: ActionOutcome.State, status: Int? = nil, reason: String) {
    let outcomes = runner.outcomes
    let outcome = ActionOutcome(
      number: outcomes.makeNumber(), action: program.text, state, status: status, reason: reason)
    outcomes.enter(outcome, of: owner, on: "", isLogged: true)
  }

  /// The process, if it runs.
  var pid: pid_t? {
    switch state {
    case .running(let running), .stopping(let running, _): running.child.pid
    case .idle, .asking, .waiting: nil
    }
  }

  // MARK: Its end

  private func reap() {
    switch state {
    case .idle, .asking, .waiting: return
    case .running(let running):
      guard let status = running.child.reap() else { return }
      running.output.finish()
      let output = running.output.reason
      release(running)
      let reason = "ended with \(status.text)" + (output.isEmpty ? "" : ": \(output)")
      if !status.isSuccess {
        let (state, number) = status.outcome
        enter(state, status: number, reason: output)
      }
      startAgain(after: loop.now - running.time, because: reason)
    case .stopping(let running, let timer):
      guard running.child.reap() != nil else { return }
      running.output.finish()
      release(running)
      if let timer { loop.cancel(timer) }
      if startsAgain { start() }
    }
  }

  private func release(_ running: Running) {
    closeInput()
    running.output.close()
    loop.unwatch(fd: running.child.pidfd)
    close(running.child.pidfd)
    state = .idle
  }

  /// - Parameter lasted: µs that the program has run.
  private func startAgain(after lasted: Int64, because reason: String) {
    let wait = backoff.pause(after: lasted)
    log.warning(
      of: owner.name, "`\(program.text)` \(reason); restarting in \(Double(wait) / 1e6) s")
    state = .waiting(loop.schedule(after: wait) { [self] in start() })
  }

  /// Ends a pipe that the configuration no longer has. Closes the program's input; if it has not ended after 2 s, sends SIGTERM
  /// and later SIGKILL.
  func stop() {
    startsAgain = false
    end()
  }

  /// Starts the program anew, because the variables of the session have changed. Events that come meanwhile wait for it.
  func restart() {
    switch state {
    case .idle, .asking, .stopping: return
    case .waiting(let timer):
      loop.cancel(timer)
      start()
    case .running:
      startsAgain = true
      end()
    }
  }

  private func end() {
    switch state {
    case .idle, .stopping: return
    case .asking: state = .idle
    case .waiting(let timer):
      loop.cancel(timer)
      state = .idle
    case .running(let running):
      closeInput()
      state = .stopping(running, signal(running, [SIGTERM, SIGKILL]))
    }
  }

  /// Sends the signals in turn, each after `grace`.
  private func signal(_ running: Running, _ numbers: ArraySlice<Int32>) -> EventLoop.Timer? {
    guard let number = numbers.first else { return nil }
    return loop.schedule(after: runner.grace) { [self] in
      running.child.signalGroup(number)
      state = .stopping(running, signal(running, numbers.dropFirst()))
    }
  }

  /// Closes the program's input when the daemon ends, and does not wait.
  func shutDown() {
    switch state {
    case .idle: return
    case .asking: state = .idle
    case .waiting(let timer):
      loop.cancel(timer)
      state = .idle
    case .running(let running): release(running)
    case .stopping(let running, let timer):
      if let timer { loop.cancel(timer) }
      release(running)
    }
  }
}
