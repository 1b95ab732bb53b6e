import CEvdev
import Glibc

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
  /// Where its standard error is read.
  let errors: Int32
  /// Where its standard input is written; −1 if that is /dev/null.
  let input: Int32

  /// Standard output goes where the daemon's own log goes, standard error through a pipe to be read by the loop.
  /// Takes 50 to 75 µs, nearly all of them the kernel's.
  ///
  /// - Parameter inputCapacity: bytes of a pipe for standard input; nil: /dev/null.
  init(
    _ program: Program, environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>,
    inputCapacity: Int32? = nil
  ) throws(SpawnFailure) {
    var output: (reader: Int32, writer: Int32) = (-1, -1)
    var input: (reader: Int32, writer: Int32) = (-1, -1)
    var result = gestured_output_pipe(&output.reader, &output.writer)
    if result == 0, let inputCapacity {
      result = gestured_input_pipe(&input.reader, &input.writer, inputCapacity)
    }
    var pid: pid_t = 0
    if result == 0 {
      pid = program.start { file, words in
        gestured_spawn(file, words, environment, input.reader, STDERR_FILENO, output.writer)
      }
      result = min(pid, 0)
    }
    // The command's ends are closed before the pidfd is asked for, so that this never lacks a descriptor.
    for end in [output.writer, input.reader] where end >= 0 { close(end) }
    var pidfd: Int32 = -1
    if result == 0 {
      pidfd = gestured_pidfd_open(pid)
      result = min(pidfd, 0)
      if result < 0 { ChildProcess.abandon(pid) }
    }
    guard result == 0 else {
      for end in [output.reader, input.writer] where end >= 0 { close(end) }
      throw SpawnFailure(number: -result)
    }
    self.pid = pid
    self.pidfd = pidfd
    errors = output.reader
    self.input = input.writer
  }

  /// A child that cannot be watched must not run: it could neither be timed nor reaped.
  private static func abandon(_ pid: pid_t) {
    kill(-pid, SIGKILL)
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
  }

  /// To the command and all that it started, other sessions apart.
  func signalGroup(_ signal: Int32) { kill(-pid, signal) }

  /// Whether anything of the group is left after the command itself was reaped.
  var hasGroup: Bool { kill(-pid, 0) == 0 }

  /// How it ended, once: nil while it still runs.
  func reap() -> ExitStatus? {
    var status: Int32 = 0
    guard gestured_pidfd_reap(pidfd, &status) == 1 else { return nil }
    return ExitStatus(status: status)
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
    case .signalled(let signal): "signal \(signal) (\(String(cString: strsignal(signal))))"
    }
  }
}
