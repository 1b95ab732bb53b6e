/// The result of reading a configuration: the valid parts, and all diagnostics by position.
package struct LoadedConfiguration: Sendable {
  /// What the daemon starts with: the configuration without the gestures that have problems; nil if the file is unusable.
  package var configuration: Configuration?
  package var diagnostics: [Diagnostic]
  /// The file's text, for the excerpt under a diagnostic.
  package var text: String
  package init(configuration: Configuration?, diagnostics: [Diagnostic], text: String) {
    self.configuration = configuration
    self.diagnostics = diagnostics
    self.text = text
  }
  /// The header lines of the gestures that have problems.
  package var skippedLines: [Int] = []
  /// `1 gesture skipped (line 12), 5 active`; nil if no gesture was skipped.
  package var skipped: String? {
    if skippedLines.isEmpty { return nil }
    let lines = listed(skippedLines.map(String.init), "and")
    let what =
      skippedLines.count == 1 ? "1 gesture skipped (line" : "\(skippedLines.count) gestures skipped (lines"
    return "\(what) \(lines)), \(configuration?.gestures.count ?? 0) active"
  }
  /// All diagnostics as `gesturectl check` prints them, separated by blank lines; "" if there are none.
  package func rendered(path: String) -> String {
    diagnostics.map { $0.rendered(path: path, text: text) }.joined(separator: "\n")
  }
  package var hasProblems: Bool { diagnostics.contains { $0.severity == .problem } }
  /// The numbers of problems and warnings that are not listed. The last listed diagnostic names them.
  private var unlisted = (problems: 0, warnings: 0)

  mutating func count(unlisted problems: Int, warnings: Int) {
    guard problems + warnings > 0 else { return }
    unlisted = (problems, warnings)
    let parts = [(problems, "problem"), (warnings, "warning")].filter { $0.0 > 0 }.map { count, noun in
      "\(count) more \(noun)\(count == 1 ? "" : "s")"
    }
    diagnostics.append(
      Diagnostic(problems > 0 ? .problem : .warning, parts.joined(separator: " and ")))
  }

  /// All problems and warnings, including those not listed.
  package var counts: (problems: Int, warnings: Int) {
    let listed = unlisted == (0, 0) ? diagnostics[...] : diagnostics.dropLast()
    let problems = listed.count { $0.severity == .problem }
    return (problems + unlisted.problems, listed.count - problems + unlisted.warnings)
  }
}
