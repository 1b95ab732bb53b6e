import ControlProtocol

/// One line of `doctor`.
struct Finding {
  enum Verdict: String {
    case ok = "ok     "
    /// It works, but could be better.
    case note = "note   "
    case failed = "FAILED "

    fileprivate var colour: CellColour { self == .ok ? .recognized : self == .note ? .near : .failed }
  }
  var verdict: Verdict
  var text: String
  var remedy: String?
  var isConfiguration = false
  /// Whether a person has to do it before gestures work; `setup` says it before the first gesture.
  var comesFirst = false
  /// The remedy as a step of `setup`; nil if no command fixes this by itself.
  var fix: SetupFix?

  static func ok(_ text: String) -> Finding { Finding(verdict: .ok, text: text) }
  static func note(_ text: String, _ remedy: String? = nil, fix: SetupFix? = nil) -> Finding {
    Finding(verdict: .note, text: text, remedy: remedy ?? fix?.remedy, fix: fix)
  }
  static func first(_ text: String) -> Finding { Finding(verdict: .note, text: text, comesFirst: true) }
  static func failed(_ text: String, _ remedy: String, isConfiguration: Bool = false) -> Finding {
    Finding(verdict: .failed, text: text, remedy: remedy, isConfiguration: isConfiguration)
  }
  static func failed(_ text: String, fix: SetupFix) -> Finding {
    Finding(verdict: .failed, text: text, remedy: fix.remedy, fix: fix)
  }

  /// The counts by verdict: `7 ok, 1 note, 2 failed`.
  static func count(_ findings: [Finding]) -> String {
    let counts = [Verdict.ok, .note, .failed].map { verdict in findings.count { $0.verdict == verdict } }
    return "\(counts[0]) ok, \(counted(counts[1], "note")), \(counts[2]) failed"
  }

  /// One line for each finding. A terminal gets the failed ones first, wrapped between words, each remedy on a line of its own, which
  /// is never wrapped so that it can be copied.
  static func lines(_ findings: [Finding], _ style: TerminalStyle, width: Int?) -> [String] {
    guard style.isTerminal else { return findings.map(\.line.printable) }
    let ordered = [Verdict.failed, .note, .ok].flatMap { verdict in findings.filter { $0.verdict == verdict }
    }
    return ordered.flatMap { finding in
      let margin = String(repeating: " ", count: finding.verdict.rawValue.count)
      let wrapped = WordWrap.lines(finding.text.printable, width: max((width ?? .max) - margin.count, 20))
      let texts = wrapped.map { margin + $0.trimmed }
      let remedy = finding.remedy.map { [margin + style(.active, $0.printable)] } ?? []
      let word = style(finding.verdict.colour, finding.verdict.rawValue)
      return [word + texts[0].dropFirst(margin.count)] + texts.dropFirst() + remedy
    }
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

  var line: String { verdict.rawValue + text + (remedy.map { ": \($0)" } ?? "") }
}
