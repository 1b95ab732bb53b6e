import CEvdev
import GestureCore
import Glibc

/// A program that is started once and gets events as lines on its standard input; started again when it ends.
final class PipeCommand {
  /// Wait before a program that ended is started again, in µs: doubled each time, and back to the shortest after it
  /// has run for `steady`.
  private static let shortestWait: Int64 = 100_000
  private static let longestWait: Int64 = 30_000_000
  private static let steady: Int64 = 5_000_000
  /// Bytes that the kernel holds for the program: one page, so that what it reads after a stall is not seconds old.
  private static let inputCapacity: Int32 = 4096

  private let program: Program
  private let owner: CommandOwner
  private let loop: EventLoop
  private let log: Log
  private let environment: CommandEnvironment
  /// From the end of its input to SIGTERM, and from there to SIGKILL, in µs.
  private let grace: Int64
  private var child: ChildProcess?
  private var output: CommandOutput?
  /// −1 when the program does not run or has closed it.
  private var input: Int32 = -1
  /// The program has closed its end; told by a write, acted upon after it.
  private var isInputBroken = false
  private var isWaitingForRoom = false
  private var queue = LineQueue()
  private var started: Int64 = 0
  private var wait = PipeCommand.shortestWait
  private var timer: TimerID?
  private var isStopped = false
  private var lossLimit = LogLimit(lines: 1, per: 10_000_000)

  init(
    program: Program, owner: CommandOwner, loop: EventLoop, log: Log, environment: CommandEnvironment,
    grace: Int64
  ) {
    self.program = program
    self.owner = owner
    self.loop = loop
    self.log = log
    self.environment = environment
    self.grace = grace
  }

  /// The kernel has everything that it is to get.
  var isDrained: Bool { queue.isEmpty }

  func start() {
    timer = nil
    started = loop.now
    do throws(SpawnFailure) {
      let child = try ChildProcess(
        program, environment: environment.make(for: owner.entries), inputCapacity: PipeCommand.inputCapacity)
      self.child = child
      input = child.input
      output = CommandOutput(reading: child.errors, gesture: owner.name, loop: loop, log: log)
      loop.watch(fd: child.pidfd, events: EventLoop.readable) { _ in self.reap() }
      flush()
    } catch {
      owner.counters.failed += 1
      startAgain(because: "cannot be started: \(errorText(error.number))")
    }
  }

  /// Gives it a line, its end included; waits for nothing.
  func write(_ line: [UInt8], isChanged: Bool) {
    var taken = 0
    if input >= 0 && queue.isEmpty {
      taken = line.withUnsafeBytes(put)
      if taken == line.count { return }
      if isInputBroken { closeInput() }
    }
    let lost = queue.append(line, isChanged: isChanged, taken: taken)
    if lost > 0 { lose(lost) }
    waitForRoom()
  }

  // MARK: Its standard input

  /// Bytes taken, 0 if none can be now.
  private func put(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard input >= 0 else { return 0 }
    let count = Glibc.write(input, bytes.baseAddress, bytes.count)
    if count < 0 && errno == EPIPE { isInputBroken = true }
    return max(0, count)
  }

  private func flush() {
    queue.drain(put)
    if isInputBroken { closeInput() }
    if queue.isEmpty { stopWaitingForRoom() } else { waitForRoom() }
  }

  private func waitForRoom() {
    guard input >= 0, !isWaitingForRoom else { return }
    isWaitingForRoom = true
    loop.watch(fd: input, events: EventLoop.writable) { [weak self] _ in self?.flush() }
  }

  private func stopWaitingForRoom() {
    guard isWaitingForRoom else { return }
    isWaitingForRoom = false
    loop.unwatch(fd: input)
  }

  private func closeInput() {
    isInputBroken = false
    guard input >= 0 else { return }
    stopWaitingForRoom()
    close(input)
    input = -1
    queue.rewind()
  }

  private func lose(_ count: Int) {
    owner.counters.dropped += count
    guard let held = lossLimit.pass(at: loop.now) else { return }
    let more = held > 0 ? " (and at \(held) more times before)" : ""
    log.warning(
      "gesture \"\(owner.name)\": `\(program.text)` does not read its events; older ones are left out\(more)")
  }

  // MARK: Its end

  private func reap() {
    guard let child, let status = child.reap() else { return }
    output?.finish()
    let last = output?.lastLine ?? ""
    release()
    guard !isStopped else {
      if let timer { loop.cancel(timer) }
      return
    }
    if !status.isSuccess { owner.counters.failed += 1 }
    startAgain(because: "ended with \(status.text)" + (last.isEmpty ? "" : ": \(last)"))
  }

  private func release() {
    closeInput()
    output?.close()
    output = nil
    guard let child else { return }
    loop.unwatch(fd: child.pidfd)
    close(child.pidfd)
    self.child = nil
  }

  private func startAgain(because reason: String) {
    if loop.now - started >= PipeCommand.steady { wait = PipeCommand.shortestWait }
    log.warning(
      "gesture \"\(owner.name)\": `\(program.text)` \(reason); started again in \(Double(wait) / 1e6) s")
    timer = loop.schedule(after: wait) { [weak self] in self?.start() }
    wait = min(2 * wait, PipeCommand.longestWait)
  }

  /// The configuration has it no more: its input ends, and if that does not end it within 2 s, SIGTERM and SIGKILL.
  func stop() {
    isStopped = true
    if let timer { loop.cancel(timer) }
    timer = nil
    guard child != nil else { return }
    closeInput()
    signal(SIGTERM, thenKill: true)
  }

  private func signal(_ number: Int32, thenKill: Bool) {
    timer = loop.schedule(after: grace) {
      self.timer = nil
      self.child?.signalGroup(number)
      if thenKill { self.signal(SIGKILL, thenKill: false) }
    }
  }

  /// The daemon ends: so does the program's input. Nobody waits for it.
  func shutDown() {
    isStopped = true
    if let timer { loop.cancel(timer) }
    timer = nil
    release()
  }
}
