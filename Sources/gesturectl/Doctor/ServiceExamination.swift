import ControlProtocol
import Evdev
import GestureConfig
import Glibc

/// Checks whether the daemon runs and answers.
struct ServiceExamination {
  /// The daemon's status; nil if it does not answer.
  let status: JSONValue?
  /// Whether the unit was inactive, so that this call has started it through gestured.socket.
  private let isOfThisCall: Bool
  private let socket: String?

  init(socket: String?) {
    let wasActive = GesturedService.isActive
    self.socket = socket
    status = DaemonConnection.ask("Status", socket: socket)
    isOfThisCall = !wasActive && Self.isService(status?["pid"]?.int)
  }

  /// - Parameter status: the reply of `Status`.
  init(status: JSONValue) { (self.status, isOfThisCall, socket) = (status, false, nil) }

  /// The path of the daemon's configuration; nil also if it runs without a file.
  var configurationPath: String? { status?["configuration"]?.string }

  /// The variables that the daemon's commands get; nil if it does not answer.
  var variables: [String: String]? { status?["variables"]?.strings.map { SessionVariables.values(in: $0) } }

  /// The session that the daemon follows; nil if it does not answer, or plays a recording.
  var session: JSONValue? { status?["session"] }

  /// The devices that the daemon has found, each as in `Status`; empty if it does not answer.
  var devices: [JSONValue] { status?["devices"]?.array ?? [] }

  /// What the daemon says of a configuration, with its own `PATH` and devices; nil if it does not answer or may not read the file.
  func check(_ path: String) -> [Diagnostic]? {
    guard status != nil, path.hasPrefix("/"),
      let reply = DaemonConnection.ask("CheckConfiguration", socket: socket, { $0.member("path", path) }),
      let found = reply["problems"]?.array
    else { return nil }
    return found.map(Self.diagnostic)
  }

  /// What the daemon says of its configuration.
  var problems: [Diagnostic] { (status?["problems"]?.array ?? []).map(Self.diagnostic) }

  private static func diagnostic(_ json: JSONValue) -> Diagnostic {
    let severity = json.word("severity", of: Diagnostic.Severity.self)
    var diagnostic = Diagnostic(severity ?? .warning, json["message"]?.string ?? "")
    (diagnostic.line, diagnostic.column) = (json["line"]?.int ?? 0, json["column"]?.int ?? 0)
    return diagnostic
  }

  /// The gestures that a command has paused.
  func paused() -> [Finding] {
    let all = status?["gestures"]?.array?.filter { $0["paused"]?.bool == true } ?? []
    let paused = all.compactMap { $0["name"]?.string }.unique
    guard let first = paused.first else { return [] }
    return [
      .note(
        "a command has paused: \(paused.joined(separator: ", "))", run: "gesturectl control resume \(first)")
    ]
  }

  /// The commands that failed since the daemon read its configuration, and the actions that it cannot do.
  ///
  /// - Parameter path: the configuration; nil for the demonstration set.
  func failures(path: String?) -> [Finding] {
    let place = path.map { "correct it in \($0)" } ?? "correct it"
    return ActionFailure.all(status).map { failure in
      .failed(
        "\(failure.gesture): \(failure.text)\(failure.count > 1 ? "; \(failure.count) failures" : ""); "
          + "\(Seconds.text(failure.age)) ago",
        "\(place); gesturectl control trigger \(failure.gesture) runs it again", isConfiguration: true)
    }
  }

  /// The gestures that take no part, because no program recognizes them.
  func withoutProgram() -> [Finding] {
    let gestures = status?["gestures"]?.array?.filter { $0["program"]?.bool == false } ?? []
    return gestures.compactMap { $0["name"]?.string }.unique.map {
      .note(
        "\($0) takes no part: no program recognizes it",
        "start the program that recognizes it (docs/socket.md)")
    }
  }

  /// The processes that gestures have started and that are still in the control group of the daemon's service, beside the commands
  /// that it waits for and the programs of `pipe`.
  func leftovers() -> [Finding] {
    guard isUnit, let daemon = status?["pid"]?.int.map({ pid_t(clamping: $0) }) else { return [] }
    let programs = status?["actions"]?["programs"]?.array ?? []
    let group = ControlGroup(of: daemon)?.processes ?? []
    let context = status?["sources"]?.array ?? []
    let kept = programs.filter { $0["role"]?.string != "let-go" }.map { $0["pid"] }
    let own = (kept + context.map { $0["process"] }).compactMap { $0?.int }
      .flatMap { ControlGroup.descendants(of: pid_t(clamping: $0), among: group) }
    let rest = group.filter { $0 != daemon && $0 != getpid() && !own.contains($0) }
    let names = rest.compactMap { process in ProcessFacts.name(process).map { "\($0) (\(process))" } }
    guard !names.isEmpty else { return [] }
    return [
      .note(
        "started by gestures, and still in the control group of gestured.service, which systemd-oomd ends as a whole: "
          + names.joined(separator: ", "))
    ]
  }

  var isUnit: Bool { Self.isService(status?["pid"]?.int) }

  private static func isService(_ process: Int?) -> Bool {
    process.flatMap { ControlGroup(of: pid_t(clamping: $0)) }?.path.contains("/gestured.service") == true
  }

  /// The unit, or the program, that started the daemon.
  private static func origin(of process: Int?) -> String {
    if isService(process) { return "as gestured.service" }
    guard let parent = process.flatMap({ ProcessFacts(pid_t(clamping: $0)) })?.parent, parent > 1,
      let name = ProcessFacts.name(parent)
    else { return "not as a service" }
    return "started by \(name)"
  }

  var finding: Finding {
    let silent = "the daemon does not answer"
    if let status {
      let version = status["version"]?.string ?? "?"
      if version != GestureInterface.version {
        return .note(
          "the daemon runs version \(version), not \(GestureInterface.version)",
          GesturedService.isInstalled ? "systemctl --user restart gestured" : "end it and start it again")
      }
      return isOfThisCall
        ? .note(
          "the daemon did not run; this call has started it, version \(version)", "gesturectl status log")
        : .ok("the daemon runs, version \(version), \(Self.origin(of: status["pid"]?.int))")
    }
    if let fault = runtimeFault {
      return .failed("\(silent): \(fault)", run: "export XDG_RUNTIME_DIR=/run/user/\(getuid())")
    }
    return .failed(silent, fix: .command(Self.start, GesturedService.isInstalled ? .service : nil))
  }

  /// Why there can be no socket; nil if there can.
  private var runtimeFault: String? {
    guard socket == nil else { return nil }
    guard let directory = Environment.value("XDG_RUNTIME_DIR"), directory.hasPrefix("/") else {
      return "XDG_RUNTIME_DIR, the directory of its socket, is not set to an absolute path"
    }
    return TextFile.isDirectory(directory)
      ? nil : "\(directory) (XDG_RUNTIME_DIR), the directory of its socket, does not exist"
  }

  /// The command that starts the daemon: its user service, or without one a process of its own.
  private static var start: String {
    if GesturedService.isInstalled { return "systemctl --user enable --now gestured" }
    return "\(SharedFiles.word.map(ShellWords.quoted) ?? "gesturectl") start"
  }
}

extension ServiceExamination {
  /// Checks whether the daemon uses the configuration that the user expects.
  func finding(explicit: String?) -> Finding {
    // The daemon goes on with a file that was removed.
    guard let path = ConfigurationChoice.find(explicit: explicit) ?? configurationPath else {
      return .withoutConfiguration
    }
    let found = found(path)
    return .ofConfiguration(path, gestures: found.gestures, found.diagnostics)
  }

  /// What the daemon says, with its own `PATH`, and what `check` adds: of tried gestures, the context and /dev/uinput.
  private func found(_ path: String) -> (diagnostics: [Diagnostic], gestures: Int?) {
    let answer = check(path)
    var facts = ConfigurationChoice.facts()
    if answer != nil { facts.searchPath = nil }
    var loaded = Configuration.load(path: path, facts: facts)
    loaded.tryGestures()
    let known = answer ?? []
    let added = loaded.diagnostics.filter { own in
      !known.contains { ($0.line, $0.column, $0.message) == (own.line, own.column, own.message) }
    }
    return (known + added, loaded.configuration?.gestures.count)
  }
}

extension Finding {
  /// A configuration as a whole: `check`, `doctor`, `setup` and `status` say it in the same words.
  ///
  /// - Parameter gestures: how many it has; nil if it cannot be read.
  static func ofConfiguration(_ path: String, gestures: Int?, _ diagnostics: [Diagnostic]) -> Finding {
    func count(_ number: Int, _ noun: String) -> String {
      number == 0 ? "no \(noun)s" : counted(number, noun)
    }
    let problems = diagnostics.count { $0.severity == .problem }
    let warnings = diagnostics.count - problems
    let text =
      "\(path): \(count(gestures ?? 0, "gesture")), \(count(problems, "problem")), \(count(warnings, "warning"))"
    let check = "gesturectl check \(ShellWords.quoted(path))"
    if problems > 0 { return .failed(text, run: check, isConfiguration: true) }
    return warnings > 0 ? .note(text, run: check) : .ok(text)
  }

  /// `setup` has nothing to do for it, because it writes a configuration first.
  static var withoutConfiguration: Finding {
    .note(
      "no configuration: the daemon uses its built-in demonstration set, which runs no actions",
      run: "gesturectl setup")
  }
}
