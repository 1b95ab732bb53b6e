import ArgumentParser
import ControlProtocol
import GestureConfig

struct Status: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows what the daemon is doing.",
    discussion: """
      The first line is the whole state. Below it are what is wrong, the configuration, the devices and the gestures.

      Example:
        gesturectl status
        gesturectl status gestures --now
        gesturectl status log --follow
      """,
    subcommands: [Gestures.self, Devices.self, ContextStatus.self, Log.self])
  @OptionGroup var output: JSONOption
  @OptionGroup var daemon: DaemonOptions

  func run() throws(CommandFailure) {
    let status = try daemon.connect().call("Status")
    if output.json { return StandardOutput.raw(status.bytes) }
    let style = TerminalStyle.ofStandardOutput()
    StandardOutput.raw(Array(Self.lines(status, style).map { $0 + "\n" }.joined().utf8))
  }

  /// What is wrong as far as the daemon says it, in the words of `doctor`.
  static func findings(_ status: JSONValue) -> [Finding] {
    let service = ServiceExamination(status: status)
    let path = service.configurationPath
    let file = path.flatMap { Configuration.load(path: $0).configuration }
    let ofFile = path.map { Finding.ofConfiguration($0, gestures: file?.gestures.count, service.problems) }
    // Swift 6.2 does not find the types of this list as one sum.
    var all = DeviceExamination.findings(of: service.devices)
    all += [service.finding, ofFile ?? .withoutConfiguration]
    all += service.failures(path: path) + service.paused() + service.withoutProgram()
    all += ContextExamination(configuration: file ?? .demonstration(), status: status).findings()
    return all.filter { $0.verdict != .ok }
  }

  static func lines(_ status: JSONValue, _ style: TerminalStyle = .plain) -> [String] {
    let findings = findings(status)
    let prose = facts(status).flatMap { style.rows($0.printable) }
    return style.rows(head(status, findings, style)) + Finding.lines(findings, style) + [""] + prose
      + devices(status, style) + gestures(status, style)
  }

  /// The whole state in a line: `● gestured 0.9 has run for 3 h 20 min: config.toml, 1 device, 7 gestures, no failed action`.
  private static func head(_ status: JSONValue, _ findings: [Finding], _ style: TerminalStyle) -> String {
    let devices = status["devices"]?.array ?? []
    let used = devices.count { $0["problem"]?.string == nil }
    let gestures = Set((status["gestures"]?.array ?? []).compactMap { $0["name"]?.string }).count
    let failed = ActionFailure.all(status).reduce(0) { $0 + $1.count }
    let parts = [
      status["configuration"]?.string.map { PathParts($0).name.printable } ?? "no configuration",
      devices.isEmpty
        ? "no device" : (used < devices.count ? "\(used) of " : "") + counted(devices.count, "device"),
      counted(gestures, "gesture"), failed == 0 ? "no failed action" : counted(failed, "failed action"),
    ]
    let worst =
      findings.contains { $0.verdict == .failed } ? Finding.Verdict.failed : findings.isEmpty ? .ok : .note
    let version = status["version"]?.string?.printable ?? "?"
    return style(worst.colour, worst.mark)
      + " gestured \(version) has run for \(seconds(status["uptime"])): \(parts.joined(separator: ", "))"
  }

  private static func facts(_ status: JSONValue) -> [String] {
    let path = status["configuration"]?.string
    var lines = [
      "configuration: \(path ?? "built-in demonstration set"), read \(seconds(status["loaded"])) ago"
    ]
    lines += (status["problems"]?.array ?? []).map {
      "  " + ProblemText.line($0, path: path ?? "configuration")
    }
    if let session = status["session"] { lines.append(SessionText.line(session)) }
    let context = ContextValues.all(status["context"]).map { "\($0.key)=\($0.value)" }
    if !context.isEmpty { lines.append("context: " + context.joined(separator: " ")) }
    lines += (status["sources"]?.array ?? []).map { "  " + ContextSourceText.line($0) }
    lines.append(actions(status["actions"]))
    let subscribers = status["subscribers"]
    lines.append(
      "subscribers: \(subscribers?["count"]?.int ?? 0), events sent \(subscribers?["sent"]?.int ?? 0), "
        + "dropped \(subscribers?["dropped"]?.int ?? 0)")
    return lines
  }

  private static func devices(_ status: JSONValue, _ style: TerminalStyle) -> [String] {
    let devices = status["devices"]?.array ?? []
    if devices.isEmpty { return ["", "devices: none; `gesturectl doctor` says why"] }
    return [""] + DeviceText.lines(devices, style, remarks: DeviceText.facts)
  }

  /// The widest name; a longer one shifts its own row.
  private static let widest = 24

  private static func gestures(_ status: JSONValue, _ style: TerminalStyle) -> [String] {
    let gestures = status["gestures"]?.array ?? []
    if gestures.isEmpty {
      return ["", "gestures: \(GestureText.none(on: status["devices"]?.array ?? []))"].flatMap(style.rows)
    }
    // The limits are in `gestures`, so that a row fits into 80 columns.
    let hasOne = Set(gestures.map { $0["device"]?.string }).count == 1
    let counts = gestures.map { "\($0["count"]?.int ?? 0) ×" }
    let width = max(counts.map(\.count).max() ?? 0, 5)
    let rows = zip(counts, gestures).map { count, gesture in
      let cells = GestureText.cells(gesture)
      return [count.leading(width), cells[1], cells[2], hasOne ? nil : cells[0], cells[4]].compactMap {
        $0?.printable
      }
    }
    let headings = ["COUNT", "GESTURE", "TYPE"] + (hasOne ? [] : ["DEVICE"]) + ["STATE AND ACTION"]
    return [""] + TextTable.lines(rows, headings: headings, widest: widest, width: style.width)
  }

  private static func actions(_ json: JSONValue?) -> String {
    func count(_ key: String) -> Int { json?[key]?.int ?? 0 }
    return "actions: \(count("running")) running, \(count("let_go")) let go, \(count("started")) started, "
      + "\(count("failed")) failed, \(count("timed_out")) timed out, \(count("refused")) refused, "
      + "\(count("dropped")) dropped"
  }

  private static func seconds(_ json: JSONValue?) -> String { Seconds.text(json?.double ?? 0) }
}

/// `--json` of `status` and its subcommands.
struct JSONOption: ParsableArguments {
  @Flag(help: "As JSON.") var json = false
}

struct ContextStatus: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "context", abstract: "Shows the values that `when` compares, and what sets them.",
    discussion: "Example:\n  gesturectl status context")
  @OptionGroup var output: JSONOption
  @OptionGroup var daemon: DaemonOptions

  func run() throws(CommandFailure) {
    let status = try daemon.connect().call("Status")
    if output.json { return StandardOutput.raw((status["context"] ?? .object([:])).bytes) }
    StandardOutput.unbroken(ContextValues.all(status["context"]).map { "\($0.key)=\($0.value)" })
    StandardOutput.lines((status["sources"]?.array ?? []).map { ContextSourceText.line($0) })
  }
}
