import Evdev
import Glibc

/// Shows steps, runs them after a question, and remembers how each is taken back.
struct SetupSteps {
  /// `--yes`.
  let isAnswered: Bool
  /// `--dry-run`.
  let isDry: Bool

  /// Runs the command of each finding that has one. The checks are made again after each step, because one may fix two findings.
  func fix(_ findings: () -> [Finding]) {
    var seen: [SetupFix] = []
    while let finding = findings().first(where: { $0.fix.map { !seen.contains($0) } ?? false }),
      let fix = finding.fix
    {
      seen.append(fix)
      run(fix, because: finding.text)
    }
  }

  /// Shows a step and runs it after `y`.
  func run(_ fix: SetupFix, because reason: String) {
    StandardOutput.lines(["", reason, "  \(fix.command)"])
    guard !isDry, isAnswered || Answer.isYes("Run this?") else { return }
    let status = TerminalProgram.run(fix.command)
    guard status == 0 else { return StandardOutput.line("  failed (status \(status))") }
    if let undo = fix.undo { SetupRecord.add(undo) }
  }

  /// Takes back the remembered steps, the last one first. A step that fails stays remembered.
  func undoAll() throws(CommandFailure) {
    let commands = SetupRecord.commands
    if commands.isEmpty { return StandardOutput.line("setup has done nothing here that can be taken back") }
    var kept: [String] = []
    for command in commands.reversed() {
      StandardOutput.line("  \(command)")
      let isDone = !isDry && (isAnswered || Answer.isYes("Run this?")) && TerminalProgram.run(command) == 0
      if !isDone { kept.insert(command, at: 0) }
    }
    try SetupRecord.write(kept)
  }
}

/// The commands that take back what `setup` did, one a line, in the order in which it was done.
enum SetupRecord {
  /// `$XDG_STATE_HOME/gestured/setup`; nil without a home directory.
  private static var path: String? {
    let state = Environment.value("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (state ?? Environment.value("HOME").map { "\($0)/.local/state" }).map { "\($0)/gestured/setup" }
  }

  static var commands: [String] {
    let text = path.flatMap { try? TextFile.read($0) } ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  static func add(_ command: String) {
    if !commands.contains(command) { try? write(commands + [command]) }
  }

  static func write(_ commands: [String]) throws(CommandFailure) {
    guard let path else { return }
    let folder = PathParts(path).directory
    if commands.isEmpty {
      _ = removeFile(path)
      // It stays where it has another file.
      return _ = unsafe rmdir(folder)
    }
    try TextFile.requireDirectory(folder)
    try OutputFile.replace(path, with: commands.joined(separator: "\n") + "\n")
  }
}
