import ControlProtocol
import GestureConfig

/// Checks whether the daemon runs and answers.
struct ServiceExamination {
  /// The daemon's status; nil if it does not answer.
  private let status: JSONValue?

  init(socket: String?) {
    status = try? DaemonConnection(socket: socket, patience: DaemonConnection.shortPatience).call("Status")
  }

  /// The path of the daemon's configuration; nil also if it runs without a file.
  var configurationPath: String? { status?["configuration"]?.string }

  /// The names of the daemon's environment variables, which its commands inherit; nil if the daemon does not run or belongs to
  /// another user.
  var variables: Set<String>? {
    guard let pid = status?["pid"]?.int, let text = try? TextFile.read("/proc/\(pid)/environ") else {
      return nil
    }
    return Set(text.split(separator: "\0").compactMap { $0.split(separator: "=").first.map(String.init) })
  }

  func findings() -> [Finding] {
    if let status {
      let version = status["version"]?.string ?? "?"
      if version != GestureInterface.version {
        return [
          .note(
            "the daemon runs version \(version), not \(GestureInterface.version)",
            Self.isInstalled ? "systemctl --user restart gestured" : "end it and start it again")
        ]
      }
      return [.ok("the daemon runs, version \(version)")]
    } else {
      let text = "the daemon does not answer"
      guard Self.isInstalled else { return [.failed(text, Self.start)] }
      return [.failed(text, SetupFix(Self.start, undo: "systemctl --user disable --now gestured"))]
    }
  }

  private static var isInstalled: Bool {
    ProgramOutput.text("systemctl", "--user", "cat", "gestured.service") != nil
  }

  /// The command that starts the daemon: its user service, or without one the program beside this one.
  private static var start: String {
    if isInstalled { return "systemctl --user enable --now gestured" }
    let own = SharedFiles.program
    let daemon = own.lastIndex(of: "/").map { own[...$0] + "gestured" }.map(String.init)
    return daemon.flatMap { TextFile.exists($0) ? $0 : nil } ?? "gestured"
  }
}

/// Checks whether the daemon uses the configuration that the user expects.
struct ConfigurationExamination {
  let explicit: String?

  func findings() -> [Finding] {
    guard let path = ConfigurationChoice.find(explicit: explicit) else {
      let advice = ConfigurationChoice.firstPath.map { "; gesturectl init writes \($0)" } ?? ""
      return [
        .note(
          "no configuration: the daemon uses its built-in demonstration set, which runs no actions\(advice)")
      ]
    }
    let loaded = Configuration.load(path: path, facts: ConfigurationChoice.facts)
    let problems = loaded.diagnostics.count { $0.severity == .problem }
    let warnings = loaded.diagnostics.count - problems
    let check = "gesturectl check \(path)"
    if problems > 0 {
      var finding = Finding.failed(
        "\(path) has \(problems == 1 ? "a problem" : "\(problems) problems")", check)
      finding.isConfiguration = true
      return [finding]
    }
    if warnings > 0 {
      return [.note("\(path) has \(warnings == 1 ? "a warning" : "\(warnings) warnings")", check)]
    }
    return [.ok("\(path) has no problems")]
  }
}
