import ArgumentParser
import ControlProtocol

struct Control: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Changes what the daemon does now.",
    discussion: """
      These changes last until the daemon ends, or until another command takes them back. `gesturectl edit` changes the configuration.

      Example:
        gesturectl control pause next-workspace
        gesturectl control resume next-workspace
        gesturectl control context app=firefox
      """,
    subcommands: [Pause.self, Resume.self, Trigger.self, Reload.self, Context.self, Locked.self])
}

struct Resume: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Resumes a paused gesture, or all gestures on a device.",
    discussion:
      "Example:\n  gesturectl control resume next-workspace\n  gesturectl control resume --device touchpad")
  @OptionGroup var subject: SwitchedSubject
  @OptionGroup var daemon: DaemonOptions

  func run() throws(CommandFailure) { try daemon.connect().setEnabled(subject, true) }
}

struct Pause: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Pauses a gesture, or all gestures on a device.",
    discussion:
      "It stays paused until you resume it or the daemon ends. A gesture in progress is cancelled.\n\nExample:\n  "
      + "gesturectl control pause next-workspace\n  gesturectl control pause --device touchpad"
  )
  @OptionGroup var subject: SwitchedSubject
  @OptionGroup var daemon: DaemonOptions

  func run() throws(CommandFailure) { try daemon.connect().setEnabled(subject, false) }
}

/// What `pause` and `resume` switch.
struct SwitchedSubject: ParsableArguments {
  @Argument(help: "The gesture's name.", completion: .custom(Completion.gestures)) var name: String?
  @Option(
    help: "A device: a class, or a glob for its name, its node or its path.",
    completion: .custom(Completion.devices)) var device: String?

  func validate() throws {
    guard (name == nil) == (device == nil) else { return }
    throw ValidationError("name a gesture, or a device by --device")
  }
}

extension DaemonConnection {
  fileprivate func setEnabled(_ subject: SwitchedSubject, _ isEnabled: Bool) throws(CommandFailure) {
    try call("SetEnabled") {
      if let gesture = subject.name { $0.member("gesture", gesture) }
      if let device = subject.device { $0.member("device", device) }
      $0.member("enabled", isEnabled)
    }
  }
}

struct Context: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Sets values for `when` in the configuration.",
    discussion: """
      `KEY=` removes a key, and `gesturectl status context` shows the values. With --hold, it reads values from standard \
      input, one JSON object with strings on each line, until the end of the input. Then the daemon removes their keys. If the \
      daemon restarts, the command sends the values again. `locked` is never removed: when no program reports it any more, it \
      counts as `yes`.

      Example:
        gesturectl control context app=firefox
      """)
  @Argument(
    help: ArgumentHelp("Values that apply from the next touch on.", valueName: "KEY=VALUE"),
    completion: .custom(Completion.contextKeys))
  var values: [String] = []
  @Flag(help: "Reads values from standard input; they apply until its end.") var hold = false
  @OptionGroup var daemon: DaemonOptions

  func validate() throws {
    if hold != values.isEmpty {
      throw ValidationError(
        hold
          ? "--hold reads its values from standard input"
          : "expected KEY=VALUE, such as app=firefox, or --hold")
    }
  }

  func run() throws(CommandFailure) {
    if hold { return try HeldContext { () throws(CommandFailure) in try daemon.connect() }.run() }
    let pairs = try values.map { text throws(CommandFailure) in
      guard let pair = text.keyAndValue else {
        throw .usage("\"\(text)\": expected KEY=VALUE, such as app=firefox, or KEY= to remove it")
      }
      return pair
    }
    try daemon.connect().setContext(Dictionary(pairs, uniquingKeysWith: { $1 }))
  }
}

extension DaemonConnection {
  func setContext(_ values: [String: String], isHeld: Bool = false) throws(CommandFailure) {
    try call("SetContext") { json in
      json.object("values") { $0.members(values) }
      if isHeld { json.member("hold", true) }
    }
  }
}

struct Reload: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Makes the daemon read its configuration again.",
    discussion:
      "The daemon does not use a configuration with a problem.\n\nExample:\n  gesturectl control reload")
  @Flag(help: "As JSON: a list of severity, line, column, message and gesture.") var json = false
  @OptionGroup var daemon: DaemonOptions

  func run() throws(CommandFailure) {
    let connection = try daemon.connect()
    let path = try connection.call("Status")["configuration"]?.string ?? "configuration"
    let problems = try connection.call("Reload")["problems"]?.array ?? []
    let isRefused = problems.contains { $0["severity"]?.string == "problem" }
    if json {
      StandardOutput.raw(JSONValue.array(problems).bytes)
      if isRefused { throw .wrong("") }
      return
    }
    for problem in problems { StandardError.line(ProblemText.line(problem, path: path)) }
    if isRefused {
      throw .wrong("the configuration is unchanged; fix the problems above (`gesturectl check` shows where)")
    }
    // The result goes to the stream of the warnings, as in `check`.
    let result = "\(path): read again"
    if problems.isEmpty { StandardOutput.line(result) } else { StandardError.line(result) }
  }
}

/// A problem reported by the daemon, in the style of `check`.
enum ProblemText {
  static func line(_ problem: JSONValue, path: String) -> String {
    let kind = problem["severity"]?.string == "warning" ? "warning: " : ""
    let message = problem["message"]?.string ?? ""
    guard let line = problem["line"]?.int, line > 0 else { return "\(path): \(kind)\(message)" }
    return "\(path):\(line):\(problem["column"]?.int ?? 0): \(kind)\(message)"
  }
}
