import ControlProtocol

/// Shows steps, makes them after a question, and remembers how each is taken back.
struct SetupSteps {
  /// `--yes`.
  let isAnswered: Bool
  /// `--dry-run`.
  let isDry: Bool

  /// Makes the step of each finding that has one. The checks are made again after each step, because one may fix two findings.
  func fix(_ findings: () -> [Finding]) {
    var seen: [SetupFix] = []
    while let finding = findings().first(where: { $0.fix.map { !seen.contains($0) } ?? false }),
      let fix = finding.fix
    {
      seen.append(fix)
      make(fix, because: finding.text)
    }
  }

  /// Shows a step and makes it after `y`.
  func make(_ fix: SetupFix, because reason: String) {
    StandardOutput.unbroken(Self.rows(fix, because: reason, .ofStandardOutput()))
    guard !isDry, isAnswered || Answer.isYes("Do this?") else { return }
    do throws(CommandFailure) {
      switch fix {
      case .command(let command, let change): try run(command, change)
      case .edit(let edit): try write(edit)
      }
    } catch { StandardOutput.line("  failed: \(error.message)") }
  }

  /// A step and its reason.
  static func rows(_ fix: SetupFix, because reason: String, _ style: TerminalStyle) -> [String] {
    [""] + style.rows(reason.printable) + rows(fix.text, isCommand: fix.isCommand, style)
  }

  /// A step. A command is not broken, so that it can be copied.
  private static func rows(_ text: String, isCommand: Bool, _ style: TerminalStyle) -> [String] {
    isCommand ? ["  \(text.printable)"] : style.rows("  \(text.printable)")
  }

  private func run(_ command: String, _ change: SystemChange?) throws(CommandFailure) {
    let isNew = try change.map { change throws(CommandFailure) in try SetupRecord.add(.system(change)) }
    let status = TerminalProgram.run(command)
    guard status != 0 else { return }
    if let change, isNew == true { try SetupRecord.drop(.system(change)) }
    throw .unavailable("status \(status)")
  }

  private func write(_ edit: FileEdit) throws(CommandFailure) {
    let planned = try edit.planned()
    let isNew = try SetupRecord.add(.edit(planned.change))
    do throws(CommandFailure) { try planned.file.write(planned.text) } catch {
      if isNew { try SetupRecord.drop(.edit(planned.change)) }
      throw error
    }
    if planned.file.original != nil { StandardOutput.line("  the previous version is \(planned.file.copy)") }
  }

  /// Takes back the remembered steps, the last one first. A step that cannot be taken back stays remembered.
  func undoAll() throws(CommandFailure) {
    let steps = try SetupRecord.steps()
    if steps.isEmpty { return StandardOutput.line("setup has done nothing here that it can undo") }
    var kept: [DoneStep] = []
    var failures = 0
    for step in steps.reversed() {
      StandardOutput.unbroken(Self.rows(step.undo, isCommand: step.isCommand, .ofStandardOutput()))
      guard !isDry, isAnswered || Answer.isYes("Do this?") else {
        kept.insert(step, at: 0)
        continue
      }
      do throws(CommandFailure) { try takeBack(step) } catch {
        StandardOutput.line("  failed: \(error.message)")
        kept.insert(step, at: 0)
        failures += 1
      }
    }
    if !isDry { try SetupRecord.write(kept) }
    if failures > 0 {
      throw .wrong("\(counted(failures, "step")) could not be undone (see above); `setup --undo` tries again")
    }
  }

  private func takeBack(_ step: DoneStep) throws(CommandFailure) {
    switch step {
    case .edit(let edit): StandardOutput.line("  \(try edit.undo())")
    case .system(let change):
      let status = TerminalProgram.run(change.undo)
      guard status == 0 else { throw .unavailable("status \(status)") }
    }
  }
}
