import GestureConfig

extension LoadedConfiguration {
  /// What `check` and `doctor` say of one gesture on this machine, for the commands that write or show it.
  ///
  /// - Parameter facts: those with which the configuration was loaded.
  func remarks(on gesture: String, _ facts: LintFacts) -> [String] {
    var found = diagnostics.filter { $0.gesture == gesture && $0.severity == .warning }.map(\.message)
    guard var only = configuration else { return found.map { "check: \($0)" } }
    only.gestures.removeAll { $0.name != gesture }
    // `check` says it once, of the first gesture that needs it.
    if facts.canWriteUinput == false, let warning = only.uinputWarning,
      !found.contains(where: { $0.contains("/dev/uinput") })
    {
      found.append(warning)
    }
    let lines = found.map { "check: \($0)" }
    // Without the facts of a machine nothing of it is examined.
    guard facts.searchPath != nil else { return lines }
    guard ContextExamination.isNeeded(by: only) else { return lines }
    let status = DaemonConnection.ask("Status", socket: nil)
    let notes = ContextExamination(configuration: only, status: status).sources().filter { $0.verdict != .ok }
    return lines + notes.map { "doctor: \($0.text)" + ($0.remedy.map { ": \($0)" } ?? "") }
  }
}

extension ConfigurationComparison {
  /// The new remarks, and those on one gesture.
  func remarks(on gesture: String, _ facts: LintFacts) -> [String] {
    let remarks = remarks
    return remarks + after.remarks(on: gesture, facts).filter { !remarks.contains($0) }
  }
}
