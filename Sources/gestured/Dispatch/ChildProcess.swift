import CEvdev
import CSystem

/// Why a command could not be started.
struct SpawnFailure: Error {
  /// The kernel's error number.
  let number: Int32
}

/// A command that runs: in a session and process group of its own, whose number is its process id.
struct ChildProcess {
  let pid: pid_t
  /// Readable when it has ended; holds the process id so that it names no other process before it is reaped.
  let pidfd: Int32
  /// Standard output and standard error of the command.
  let output: OutputPipe
  /// Where its standard input is written; nil if that is /dev/null.
  let input: Int32?

  /// What the command writes goes through one pipe, which the loop reads. Takes 50 to 75 µs, nearly all of them the
  /// kernel's.
  ///
  /// - Parameter inputCapacity: bytes of a pipe for standard input; nil: /dev/null.
  init(
    _ program: Program, environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>,
    inputCapacity: Int32? = nil
  ) throws(SpawnFailure) {
    let output = try OutputPipe()
    var input: (reader: Int32, writer: Int32)?
    do throws(SpawnFailure) {
      input = try inputCapacity.map { capacity throws(SpawnFailure) in try ChildProcess.inputPipe(capacity) }
      let pid = unsafe program.start { file, words in
        unsafe gestured_spawn(file, words, environment, input?.reader ?? -1, output.writer, output.writer)
      }
      // The command's end is closed before the pidfd is opened, so that this never lacks a descriptor.
      if let input { close(input.reader) }
      guard pid > 0 else { throw SpawnFailure(number: -pid) }
      let pidfd = gestured_pidfd_open(pid)
      guard pidfd >= 0 else {
        ChildProcess.abandon(pid)
        throw SpawnFailure(number: -pidfd)
      }
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

  private static func inputPipe(_ capacity: Int32) throws(SpawnFailure) -> (reader: Int32, writer: Int32) {
    var ends: (reader: Int32, writer: Int32) = (-1, -1)
    let result = unsafe gestured_input_pipe(&ends.reader, &ends.writer, capacity)
    guard result == 0 else { throw SpawnFailure(number: -result) }
    return ends
  }

  /// A child that cannot be watched must not run: it could neither be timed nor reaped.
  private static func abandon(_ pid: pid_t) {
    kill(-pid, SIGKILL)
    var status: Int32 = 0
    while unsafe waitpid(pid, &status, 0) < 0 && errno == EINTR {}
  }

  /// Signals the command and all that it started, except for other sessions.
  func signalGroup(_ signal: Int32) { kill(-pid, signal) }

  /// Whether anything of the group is left after the command itself was reaped.
  var hasGroup: Bool { kill(-pid, 0) == 0 }

  /// How it ended, once: nil while it still runs.
  func reap() -> ExitStatus? {
    var status: Int32 = 0
    guard unsafe gestured_pidfd_reap(pidfd, &status) == 1 else { return nil }
    return ExitStatus(status: status)
  }
}

/// The pipe for what a command writes. The daemon keeps its writing end too: when nothing reads any more, `close` makes
/// the end that the command's children still have non-blocking, so that none of them blocks.
struct OutputPipe {
  let reader: Int32
  let writer: Int32

  init() throws(SpawnFailure) {
    var ends: (reader: Int32, writer: Int32) = (-1, -1)
    let result = unsafe gestured_output_pipe(&ends.reader, &ends.writer)
    guard result == 0 else { throw SpawnFailure(number: -result) }
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

  /// - Parameter status: as of waitpid(2).
  init(status: Int32) {
    let signal = status & 0x7f
    self = signal == 0 ? .exited(status >> 8 & 0xff) : .signalled(signal)
  }

  var isSuccess: Bool { self == .exited(0) }

  var text: String {
    switch self {
    case .exited(let status): "exit status \(status)"
    case .signalled(let signal): unsafe "signal \(signal) (\(String(cString: strsignal(signal))))"
    }
  }
}
