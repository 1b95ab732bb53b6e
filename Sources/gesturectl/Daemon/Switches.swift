import ArgumentParser
import ControlProtocol

struct Enable: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Switches a gesture on.", discussion: "Example:\n  gesturectl enable next-workspace")
  @Argument(help: "The gesture's name.", completion: .custom(Completion.gestures)) var name: String
  @OptionGroup var daemon: DaemonOptions

  func run() throws {
    try daemon.connect().call("SetEnabled") {
      $0.member("gesture", name)
      $0.member("enabled", true)
    }
  }
}

struct Disable: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Switches a gesture off until it is enabled again or the daemon ends.",
    discussion: "One in progress is cancelled.\n\nExample:\n  gesturectl disable next-workspace")
  @Argument(help: "The gesture's name.", completion: .custom(Completion.gestures)) var name: String
  @OptionGroup var daemon: DaemonOptions

  func run() throws {
    try daemon.connect().call("SetEnabled") {
      $0.member("gesture", name)
      $0.member("enabled", false)
    }
  }
}

struct Context: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Sets values for `when` in the configuration.",
    discussion:
      "`KEY=` removes a key; without any it prints what holds.\n\nExample:\n  gesturectl context app=firefox")
  @Argument(help: ArgumentHelp("What holds from the next touch on.", valueName: "KEY=VALUE"))
  var values: [String] = []
  @OptionGroup var daemon: DaemonOptions

  func run() throws {
    let pairs = try values.map { text in
      guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
        throw CommandFailure(.usage, "\"\(text)\": expected KEY=VALUE, as app=firefox, or KEY= to remove it")
      }
      return (String(text[..<equals]), String(text[text.index(after: equals)...]))
    }
    if pairs.isEmpty {
      for (key, value) in Status.context(try daemon.connect().call("Status")["context"]) {
        StandardOutput.line("\(key)=\(value)")
      }
      return
    }
    try daemon.connect().call("SetContext") { json in
      json.key("values")
      json.beginObject()
      for (key, value) in Dictionary(pairs, uniquingKeysWith: { $1 }) {
        json.key(text: key)
        json.string(value)
      }
      json.endObject()
    }
  }
}

struct Trigger: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Runs a gesture's actions as if it had been made.",
    discussion:
      "Example:\n  gesturectl trigger next-workspace\n  gesturectl trigger --state ended volume\n  gesturectl trigger --state step --steps -3 volume"
  )
  @Argument(help: "The gesture's name.", completion: .custom(Completion.gestures)) var name: String
  @Option(help: "The state to run the actions of (default: recognized, or began).") var state:
    GestureStateName?
  @Option(
    parsing: .unconditional,
    help: "With --state step: how many steps of the motion, negative for backward (default: 1).")
  var steps: Int?
  @OptionGroup var daemon: DaemonOptions

  func validate() throws {
    guard let steps else { return }
    if state != .step { throw ValidationError("--steps goes with --state step") }
    if steps == 0 || steps.magnitude > 1000 {
      throw ValidationError("--steps takes a number from 1 to 1000, or -1 to -1000")
    }
  }

  func run() throws {
    let reply = try daemon.connect().call("Trigger") {
      $0.member("gesture", name)
      $0.member("state", state?.rawValue)
      $0.member("steps", steps)
    }
    if let hint = reply["hint"]?.string { StandardError.line("gesturectl: \(hint)") }
  }
}

/// The states that events have, as words of the command line.
enum GestureStateName: String, ExpressibleByArgument, CaseIterable {
  case began, changed, ended, cancelled, recognized, step
}

struct Reload: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Makes the daemon read its configuration again; one with a problem changes nothing.",
    discussion: "Example:\n  gesturectl reload")
  @OptionGroup var daemon: DaemonOptions

  func run() throws {
    let connection = try daemon.connect()
    let path = try connection.call("Status")["configuration"]?.string ?? "configuration"
    let problems = try connection.call("Reload")["problems"]?.array ?? []
    for problem in problems { StandardError.line(ProblemText.line(problem, path: path)) }
    if problems.contains(where: { $0["severity"]?.string == "problem" }) {
      throw CommandFailure(
        .wrong, "the configuration is unchanged; fix the problems above (`gesturectl check` shows where)")
    }
    StandardOutput.line("\(path): read again")
  }
}

/// A problem as the daemon reports it, in the style of `check`.
enum ProblemText {
  static func line(_ problem: JSONValue, path: String) -> String {
    let kind = problem["severity"]?.string == "warning" ? "warning: " : ""
    let message = problem["message"]?.string ?? ""
    guard let line = problem["line"]?.int, line > 0 else { return "\(path): \(kind)\(message)" }
    return "\(path):\(line):\(problem["column"]?.int ?? 0): \(kind)\(message)"
  }
}
