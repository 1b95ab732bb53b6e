import CEvdev
import Glibc

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
