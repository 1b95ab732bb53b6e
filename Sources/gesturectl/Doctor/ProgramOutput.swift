import CEvdev
import Glibc

/// Runs a program of the desktop or the system and reads its output.
enum ProgramOutput {
  /// Seconds; a desktop that hangs must not block doctor.
  private static let patience: Int64 = 3

  /// Standard output of a program in PATH; nil if it does not exist, fails, or takes longer than `seconds`.
  static func text(_ name: String, _ arguments: String..., within seconds: Int64 = patience) -> String? {
    run("/usr/bin/env", ["env", name] + arguments, seconds).flatMap { $0.status == 0 ? $0.text : nil }
  }

  /// The standard output of a program, even if it fails; nil if it takes too long.
  static func anyway(_ path: String, _ arguments: [String]) -> String? {
    run(path, arguments, 10 * patience)?.text
  }

  private static func run(_ path: String, _ arguments: [String], _ seconds: Int64) -> (
    text: String, status: Int32
  )? {
    guard let program = RunningProgram(path, arguments) else { return nil }
    let end = gestured_now() + seconds * 1_000_000
    while !program.isOver {
      let left = Int32(clamping: max(0, (end - gestured_now() + 999) / 1_000))
      let ready = waitForInput(program.output, milliseconds: left)
      // A signal.
      if ready == -EINTR { continue }
      guard ready > 0 else { return nil }
      _ = program.read()
    }
    return (String(decoding: program.text, as: UTF8.self), program.status)
  }
}
