import CEvdev
import Glibc

/// The output of a desktop's program.
enum ProgramOutput {
  /// µs; a desktop that hangs must not block doctor.
  private static let patience: Int64 = 3_000_000

  /// Standard output of a program in PATH; nil if it does not exist, fails, or takes too long.
  static func text(_ name: String, _ arguments: String...) -> String? {
    guard let program = RunningProgram("/usr/bin/env", ["env", name] + arguments) else { return nil }
    let end = gestured_now() + patience
    while !program.isOver {
      let left = Int32(clamping: max(0, (end - gestured_now() + 999) / 1_000))
      let ready = waitForInput(program.output, milliseconds: left)
      if ready < 0 && errno == EINTR { continue }
      guard ready > 0 else { return nil }
      _ = program.read()
    }
    return program.status == 0 ? String(decoding: program.text, as: UTF8.self) : nil
  }
}
