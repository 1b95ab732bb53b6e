import CEvdev
import CSystem
import ControlProtocol
import Evdev

/// A running command, in its own session and process group, whose number is its process id.
struct ChildProcess {
  let pid: pid_t
  /// A descriptor that is readable when the command has ended. It keeps the process id from being reused until the command is
  /// reaped.
  let pidfd: Int32
  /// The command's standard output and standard error.
  let output: OutputPipe
  /// The write end of its standard input; nil for /dev/null.
  let input: Int32?

  /// Starts a command with one output pipe, which the loop reads. Takes 50 to 75 µs, almost all in the kernel.
  ///
  /// - Parameters:
  ///   - inputCapacity: bytes of a pipe for standard input; nil for /dev/null.
  ///   - endsWithDaemon: whether it gets SIGTERM when the daemon ends, however that is.
  init(
    _ program: Program, environment: StringBlock, inputCapacity: Int32? = nil, endsWithDaemon: Bool = false
  ) throws(SystemFailure) {
    let output = try OutputPipe()
    var input: (reader: Int32, writer: Int32)?
    do throws(SystemFailure) {
      input = try inputCapacity.map { capacity throws(SystemFailure) in try ChildProcess.inputPipe(capacity) }
      let pid = attempt(.spawn) {
        program.start { file, words in
          spawn(
            file, words, environment: environment, input: input?.reader ?? -1, output: output.writer,
            errors: output.writer, endsWithParent: endsWithDaemon)
        }
      }
      // Closes the command's end before the pidfd is opened, so that a descriptor is free for it.
      if let input { close(input.reader) }
      guard pid > 0 else { throw SystemFailure(number: -pid) }
      let pidfd = openPidfd(of: pid, isGroup: true)
      guard pidfd >= 0 else { throw SystemFailure(number: -pidfd) }
      self.pid = pid
      self.pidfd = pidfd
    } catch {
      output.close()
      if let input { close(input.writer) }
      throw error
    }
    self.output = output
    self.input = input?.writer
  }

  private static func inputPipe(_ capacity: Int32) throws(SystemFailure) -> (reader: Int32, writer: Int32) {
    var ends: (reader: Int32, writer: Int32) = (-1, -1)
    let result = attempt(.pipe) { gestured_input_pipe(&ends.reader, &ends.writer, capacity) }
    guard result == 0 else { throw SystemFailure(number: -result) }
    return ends
  }

  /// Signals the command and all its descendants in its process group.
  func signalGroup(_ signal: Int32) { Evdev.signalGroup(pid, signal) }

  /// Whether the group still has processes after the command itself was reaped.
  var hasGroup: Bool { Evdev.signalGroup(pid, 0) }

  /// Returns how the command ended, once; nil while it runs.
  func reap() -> ExitStatus? {
    var status: Int32 = 0
    guard Evdev.reap(pidfd, &status) else { return nil }
    return ExitStatus(status: status)
  }
}

/// The pipe for a command's output. The daemon keeps the write end too: `close` makes it non-blocking, so that descendants of the
/// command do not block when the pipe is no longer read.
struct OutputPipe {
  let reader: Int32
  let writer: Int32

  init() throws(SystemFailure) {
    var ends: (reader: Int32, writer: Int32) = (-1, -1)
    let result = attempt(.pipe) { gestured_output_pipe(&ends.reader, &ends.writer) }
    guard result == 0 else { throw SystemFailure(number: -result) }
    (reader, writer) = ends
  }

  func close() {
    gestured_output_pipe_abandon(writer)
    CSystem.close(writer)
    CSystem.close(reader)
  }
}

/// How a command ended.
enum ExitStatus: Equatable {
  case exited(Int32)
  case signalled(Int32)

  /// - Parameter status: from waitpid(2).
  init(status: Int32) {
    let signal = status & 0x7f
    self = signal == 0 ? .exited(status >> 8 & 0xff) : .signalled(signal)
  }

  var isSuccess: Bool { self == .exited(0) }

  /// The state and the number of the outcome of an action.
  var outcome: (state: ActionOutcome.State, number: Int) {
    switch self {
    case .exited(let status): (.exited, Int(status))
    case .signalled(let signal): (.killed, Int(signal))
    }
  }

  var text: String {
    switch self {
    case .exited(let status): "exit status \(status)"
    case .signalled(let signal): "signal \(signal) (\(signalText(signal)))"
    }
  }
}
