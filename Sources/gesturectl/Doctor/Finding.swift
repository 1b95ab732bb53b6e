import ControlProtocol

/// One line of `doctor`.
struct Finding {
  enum Verdict: String {
    case ok = "ok     "
    /// It works, but could be better.
    case note = "note   "
    case failed = "FAILED "

    var colour: CellColour { self == .ok ? .recognized : self == .note ? .near : .failed }

    /// The mark before a line about the whole state.
    var mark: String { self == .ok ? "●" : self == .note ? "!" : "×" }
  }
  var verdict: Verdict
  var text: String
  var remedy: String?
  /// Whether the remedy is a command, which is not broken, so that it can be copied.
  var isCommand = false
  var isConfiguration = false
  /// Whether a person has to do it before gestures work; `setup` says it before the first gesture.
  var comesFirst = false
  /// The remedy as a step of `setup`; nil if no command fixes this by itself.
  var fix: SetupFix?

  static func ok(_ text: String) -> Finding { Finding(verdict: .ok, text: text) }
  static func note(_ text: String, _ remedy: String? = nil) -> Finding {
    Finding(verdict: .note, text: text, remedy: remedy)
  }
  static func note(_ text: String, run command: String) -> Finding {
    Finding(verdict: .note, text: text, remedy: command, isCommand: true)
  }
  static func note(_ text: String, fix: SetupFix) -> Finding { Finding(.note, text, fix) }
  static func first(_ text: String, run command: String? = nil) -> Finding {
    Finding(verdict: .note, text: text, remedy: command, isCommand: true, comesFirst: true)
  }
  static func failed(_ text: String, _ remedy: String, isConfiguration: Bool = false) -> Finding {
    Finding(verdict: .failed, text: text, remedy: remedy, isConfiguration: isConfiguration)
  }
  static func failed(_ text: String, run command: String, isConfiguration: Bool = false) -> Finding {
    Finding(
      verdict: .failed, text: text, remedy: command, isCommand: true, isConfiguration: isConfiguration)
  }
  static func failed(_ text: String, fix: SetupFix) -> Finding { Finding(.failed, text, fix) }

  /// The counts by verdict: `7 ok, 1 note, 2 failed`.
  static func count(_ findings: [Finding]) -> String {
    let counts = [Verdict.ok, .note, .failed].map { verdict in findings.count { $0.verdict == verdict } }
    return "\(counts[0]) ok, \(counted(counts[1], "note")), \(counts[2]) failed"
  }

  /// One line for each finding. A terminal gets the failed ones first, broken between words, each remedy on a line of its own.
  static func lines(_ findings: [Finding], _ style: TerminalStyle) -> [String] {
    guard style.isTerminal else { return findings.map { $0.line(style) } }
    let ordered = [Verdict.failed, .note, .ok].flatMap { verdict in findings.filter { $0.verdict == verdict }
    }
    return ordered.flatMap { $0.rows(style) }
  }

  /// Writes findings to standard output.
  static func show(_ findings: [Finding]) {
    var output = StandardOutput()
    for line in lines(findings, .ofStandardOutput()) { output.unbroken(line) }
    output.flush()
  }

  private func rows(_ style: TerminalStyle) -> [String] {
    let margin = String(repeating: " ", count: verdict.rawValue.count)
    let room = max((style.width ?? .max) - margin.count, 20)
    let texts = WordWrap.lines(text.printable, width: room, continuation: 0)
    let remedies = remedy.map {
      isCommand ? [$0.printable] : WordWrap.lines($0.printable, width: room, continuation: 0)
    }
    return [style(verdict.colour, verdict.rawValue) + texts[0]] + texts.dropFirst().map { margin + $0 }
      + (remedies ?? []).map { margin + style(.active, $0) }
  }

  /// All findings as JSON, with the line end.
  static func json(_ findings: [Finding]) -> [UInt8] {
    JSONWriter.line { json in
      json.list(findings) { finding, json in
        json.object {
          $0.member("verdict", finding.verdict.rawValue.prefix { $0 != " " }.lowercased())
          $0.member("text", finding.text)
          $0.member("remedy", finding.remedy)
        }
      }
    }
  }

  var line: String { line(.plain) }

  /// The finding in a line, for a pipe.
  private func line(_ style: TerminalStyle) -> String {
    style(verdict.colour, verdict.rawValue) + text.printable + (remedy.map { ": \($0.printable)" } ?? "")
  }
}

extension Finding {
  private init(_ verdict: Verdict, _ text: String, _ fix: SetupFix) {
    self.init(verdict: verdict, text: text, remedy: fix.remedy, isCommand: fix.isCommand, fix: fix)
  }
}
