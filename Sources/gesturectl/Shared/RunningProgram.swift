import CEvdev
import Evdev
import Glibc

/// A child process whose output is read without blocking.
final class RunningProgram {
  let output: Int32
  private let pid: pid_t
  private(set) var text: [UInt8] = []
  private(set) var isOver = false
  /// The exit status as returned by waitpid(2); 0 is success.
  private(set) var status: Int32 = 0

  /// The most bytes of output that are kept.
  private static let mostOutput = 1 << 20

  /// - Parameter path: an absolute path; PATH is not searched.
  init?(_ path: String, _ arguments: [String]) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    let null = openDescriptor("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { close(null) }
    pid = spawn(path, StringBlock(arguments), output: ends[1], errors: null)
    close(ends[1])
    output = ends[0]
    guard pid > 0 else {
      close(output)
      isOver = true
      return nil
    }
  }

  deinit {
    if !isOver { finish(SIGKILL) }
  }

  /// Reads the available output.
  ///
  /// - Returns: whether the process has ended with this call.
  func read() -> Bool {
    guard !isOver else { return false }
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = readBytes(output, into: &chunk)
      if count == -Int(EINTR) { continue }
      if count == -Int(EAGAIN) { return false }
      guard count > 0, text.count < Self.mostOutput else { break }
      text += chunk[..<count]
    }
    finish(nil)
    return true
  }

  /// Stops reading and leaves the process running.
  func leave() {
    guard !isOver else { return }
    isOver = true
    close(output)
  }

  private func finish(_ signal: Int32?) {
    isOver = true
    close(output)
    if let signal { kill(pid, signal) }
    while unsafe waitpid(pid, &status, 0) < 0 && errno == EINTR {}
  }
}

/// Runs a program of the desktop or the system and reads its output.
enum ProgramOutput {
  /// µs; a desktop that hangs must not block doctor.
  private static let patience: Int64 = 3_000_000
  /// µs; a package manager reads the lists of all packages, from a disk that may be slow.
  static let longPatience: Int64 = 30_000_000

  /// Standard output of a program in PATH; nil if it does not exist, fails, or takes longer than `patience` µs.
  static func text(_ name: String, _ arguments: String..., within patience: Int64 = patience) -> String? {
    text(name, arguments, within: patience)
  }
  static func text(_ name: String, _ arguments: [String], within patience: Int64 = patience) -> String? {
    run("/usr/bin/env", ["env", name] + arguments, patience).flatMap { $0.status == 0 ? $0.text : nil }
  }

  /// The standard output of a program, even if it fails; nil if it takes too long.
  static func anyway(_ path: String, _ arguments: [String]) -> String? {
    run(path, arguments, longPatience)?.text
  }

  /// What a program prints on both outputs, even if it fails; nil if it takes too long, "" if it does not exist.
  static func withErrors(_ name: String, _ arguments: [String]) -> String? {
    let script = "command -v \"$0\" >/dev/null || exit 0; exec \"$0\" \"$@\" 2>&1"
    return run("/bin/sh", ["sh", "-c", script, name] + arguments, longPatience)?.text
  }

  private static func run(_ path: String, _ arguments: [String], _ patience: Int64) -> (
    text: String, status: Int32
  )? {
    guard let program = RunningProgram(path, arguments) else { return nil }
    let end = gestured_now() + patience
    while !program.isOver {
      let ready = waitForInput(program.output, milliseconds: milliseconds(end - gestured_now()))
      // A signal.
      if ready == -EINTR { continue }
      guard ready > 0 else { return nil }
      _ = program.read()
    }
    return (String(decoding: program.text, as: UTF8.self), program.status)
  }
}
