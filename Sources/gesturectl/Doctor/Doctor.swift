import ArgumentParser
import GestureConfig

struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Checks what gestures need here: devices, rights, service, configuration, and what the desktop does itself.",
    discussion: """
      Each failed line ends with the one command that fixes it. Exit status 1 if only the configuration is wrong, 3 if \
      devices, rights or the daemon are.

      Example:
        gesturectl doctor
      """)
  @Option(help: "The configuration (default: the daemon's).", completion: .file(extensions: ["toml"]))
  var config: String?
  @OptionGroup var daemon: DaemonOptions

  func run() throws {
    let settings = ConfigurationChoice.settings(explicit: config)
    let findings =
      DeviceExamination(configuration: settings).findings()
      + ServiceExamination(socket: daemon.socket).findings()
      + ConfigurationExamination(explicit: config).findings()
      + ClaimExamination(configuration: settings).findings()
      + DesktopExamination(configuration: settings).findings()
    for finding in findings { StandardOutput.line(finding.line) }
    let failed = findings.filter { $0.verdict == .failed }
    guard !failed.isEmpty else { return }
    let isOnlyConfiguration = failed.allSatisfy { $0.isConfiguration }
    throw CommandFailure(isOnlyConfiguration ? .wrong : .unavailable, "")
  }
}

/// One line of the doctor.
struct Finding {
  enum Verdict: String {
    case ok = "ok     "
    /// Works, but could be better.
    case note = "note   "
    case failed = "FAILED "
  }
  var verdict: Verdict
  var text: String
  /// The one command that fixes it.
  var remedy: String?
  var isConfiguration = false

  static func ok(_ text: String) -> Finding { Finding(verdict: .ok, text: text) }
  static func note(_ text: String, _ remedy: String? = nil) -> Finding {
    Finding(verdict: .note, text: text, remedy: remedy)
  }
  static func failed(_ text: String, _ remedy: String) -> Finding {
    Finding(verdict: .failed, text: text, remedy: remedy)
  }

  var line: String { verdict.rawValue + text + (remedy.map { ": \($0)" } ?? "") }
}
