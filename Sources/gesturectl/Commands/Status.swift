import ArgumentParser
import ControlProtocol

struct Status: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows what the daemon is doing.",
    discussion:
      "The output lists its configuration, devices, gestures and actions.\n\nExample:\n  gesturectl status")
  @Flag(help: "As JSON.") var json = false
  @OptionGroup var daemon: DaemonOptions

  func run() throws(CommandFailure) {
    let status = try daemon.connect().call("Status")
    if json { return StandardOutput.raw(status.bytes) }
    let (style, failures) = (TerminalStyle.ofStandardOutput(), Set(Self.failures(status)))
    var output = StandardOutput()
    for line in Self.lines(status) {
      output.styled(failures.contains(line) ? style(.failed, line.printable) : line.printable)
    }
    output.flush()
  }

  /// The lines about actions that failed.
  static func failures(_ status: JSONValue) -> [String] {
    ActionFailure.all(status).map {
      "  \($0.gesture): \($0.text)\($0.count > 1 ? "; \($0.count) failures" : ""); \(Seconds.text($0.age)) ago"
    }
  }

  static func lines(_ status: JSONValue) -> [String] {
    var lines = ["gestured \(status["version"]?.string ?? "?"), up \(seconds(status["uptime"]))"]
    let path = status["configuration"]?.string
    lines.append(
      "configuration: \(path ?? "built-in demonstration set"), read \(seconds(status["loaded"])) ago")
    lines += (status["problems"]?.array ?? []).map {
      "  " + ProblemText.line($0, path: path ?? "configuration")
    }
    if let session = status["session"] { lines.append(SessionText.line(session)) }
    let devices = status["devices"]?.array ?? []
    lines.append(devices.isEmpty ? "devices: none; `gesturectl doctor` says why" : "devices:")
    lines += DeviceText.lines(devices).map { "  " + $0 }
    let gestures = status["gestures"]?.array ?? []
    lines.append(gestures.isEmpty ? "gestures: \(GestureText.none(on: devices))" : "gestures:")
    let counts = gestures.map { "\($0["count"]?.int ?? 0) ×" }
    let width = counts.map(\.count).max() ?? 0
    lines += TextTable.lines(zip(counts, gestures).map { [$0.leading(width)] + GestureText.cells($1) })
      .map { "  " + $0 }
    let context = ContextValues.all(status["context"]).map { "\($0.key)=\($0.value)" }
    if !context.isEmpty { lines.append("context: " + context.joined(separator: " ")) }
    lines += (status["sources"]?.array ?? []).map { "  " + ContextSourceText.line($0) }
    lines.append(actions(status["actions"]))
    lines += failures(status)
    let subscribers = status["subscribers"]
    lines.append(
      "subscribers: \(subscribers?["count"]?.int ?? 0), events sent \(subscribers?["sent"]?.int ?? 0), "
        + "dropped \(subscribers?["dropped"]?.int ?? 0)")
    return lines
  }

  private static func actions(_ json: JSONValue?) -> String {
    func count(_ key: String) -> Int { json?[key]?.int ?? 0 }
    return "actions: \(count("running")) running, \(count("let_go")) let go, \(count("started")) started, "
      + "\(count("failed")) failed, \(count("timed_out")) timed out, \(count("refused")) refused, "
      + "\(count("dropped")) dropped"
  }

  private static func seconds(_ json: JSONValue?) -> String { Seconds.text(json?.double ?? 0) }
}
