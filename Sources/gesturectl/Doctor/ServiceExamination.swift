import ControlProtocol
import Evdev
import GestureConfig

/// Checks whether the daemon runs and answers.
struct ServiceExamination {
  /// The daemon's status; nil if it does not answer.
  private let status: JSONValue?
  /// Whether the unit was inactive, so that this call has started it through gestured.socket.
  private let isOfThisCall: Bool

  init(socket: String?) {
    let wasActive = GesturedService.isActive
    status = try? DaemonConnection(socket: socket, patience: DaemonConnection.shortPatience).call("Status")
    isOfThisCall = !wasActive && Self.isService(status?["pid"]?.int)
  }

  /// The path of the daemon's configuration; nil also if it runs without a file.
  var configurationPath: String? { status?["configuration"]?.string }

  /// The daemon's variables of the session, which its commands inherit; nil if it does not run or belongs to another user.
  var variables: [String: String]? {
    status?["pid"]?.int.flatMap { SessionVariables.values(ofProcess: $0) }
  }

  /// Whether the daemon runs as gestured.service.
  var isUnit: Bool { Self.isService(status?["pid"]?.int) }

  /// Whether a process belongs to the unit.
  private static func isService(_ process: Int?) -> Bool {
    let groups = process.flatMap { try? TextFile.read("/proc/\($0)/cgroup") } ?? ""
    return groups.contains("/gestured.service")
  }

  /// The unit, or the program, that started the daemon.
  private static func origin(of process: Int?) -> String {
    if isService(process) { return "as gestured.service" }
    let words =
      process.flatMap { try? TextFile.read("/proc/\($0)/status") }?.split(whereSeparator: \.isWhitespace)
      ?? []
    let parent = words.firstIndex(of: "PPid:").map { String(words[$0 + 1]) } ?? ""
    let name = (try? TextFile.read("/proc/\(parent)/comm"))?.trimmed ?? ""
    return name.isEmpty || parent == "1" ? "not as a service" : "started by \(name)"
  }

  func findings() -> [Finding] {
    if let status {
      let version = status["version"]?.string ?? "?"
      if version != GestureInterface.version {
        return [
          .note(
            "the daemon runs version \(version), not \(GestureInterface.version)",
            GesturedService.isInstalled ? "systemctl --user restart gestured" : "end it and start it again")
        ]
      }
      if isOfThisCall {
        return [
          .note("the daemon did not run; this call has started it, version \(version)", "gesturectl log")
        ]
      }
      return [.ok("the daemon runs, version \(version), \(Self.origin(of: status["pid"]?.int))")]
    } else {
      let text = "the daemon does not answer"
      guard GesturedService.isInstalled else { return [.failed(text, Self.start)] }
      return [.failed(text, SetupFix(Self.start, undo: "systemctl --user disable --now gestured"))]
    }
  }

  /// The command that starts the daemon: its user service, or without one the program beside this one.
  private static var start: String {
    if GesturedService.isInstalled { return "systemctl --user enable --now gestured" }
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
