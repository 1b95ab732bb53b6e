import ArgumentParser
import ControlProtocol
import GestureConfig

struct Gestures: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists the gestures as the daemon resolved them.",
    discussion:
      "For each device, the list shows what a gesture waits for, how long, and what it does. With --now, it shows the "
      + "gesture's current state (such as possible, began or changed), how long it has been in this state, its "
      + "fingers and its measures.\n\nExample:\n  gesturectl status gestures\n  gesturectl status gestures --now"
  )
  @Flag(help: "Print the current state of each gesture.") var now = false
  @OptionGroup var output: JSONOption
  @OptionGroup var daemon: DaemonOptions

  func run() throws(CommandFailure) {
    let connection = try daemon.connect()
    let gestures =
      try (now ? connection.call("GetState")["states"] : connection.call("ListGestures")["gestures"])
      ?? .array([])
    if output.json { return StandardOutput.raw(gestures.bytes) }
    if gestures.array?.isEmpty ?? true {
      let devices = try connection.call("Status")["devices"]?.array ?? []
      return StandardOutput.line("no gestures: \(GestureText.none(on: devices))")
    }
    StandardOutput.unbroken(GestureText.lines(gestures.array ?? [], now: now, .ofStandardOutput()))
  }
}

/// The line of a gesture: `event7  next-workspace  swipe 3  waits for edge (up to 0.5 s)  run swaymsg …`
enum GestureText {
  static let headings = ["DEVICE", "GESTURE", "TYPE", "LIMIT", "STATE AND ACTION"]
  static let stateHeadings = ["DEVICE", "GESTURE", "TYPE", "STATE", ""]

  /// - Parameter now: whether the table has what each gesture does at this moment, and not what it is.
  static func lines(_ gestures: [JSONValue], now: Bool = false, _ style: TerminalStyle) -> [String] {
    let rows = gestures.map(now ? state : cells)
    let table = TextTable.lines(rows, headings: now ? stateHeadings : headings, width: style.width)
    return table + (now ? [] : ways(on: gestures).flatMap(style.rows))
  }

  /// Why a gesture may be off, in three words, each with the command that takes it back.
  ///
  /// - Parameter gestures: those of a list; words that it does not have are left out.
  private static func ways(on gestures: [JSONValue]) -> [String] {
    // Two blanks are between the parts of a cell.
    let texts = gestures.map { "  " + cells($0)[4] }
    let ways: [(word: String, meaning: String)] = [
      ("paused", "a command has paused it; `gesturectl control resume NAME` resumes it"),
      ("disabled", "`enabled = false` in the configuration; `gesturectl edit` changes it"),
      ("not in this context", "its `when` does not match; `gesturectl status context` shows the values"),
    ]
    return ways.filter { way in texts.contains { $0.contains("  " + way.word) } }.map {
      "\($0.word): \($0.meaning)"
    }
  }

  /// The text for an empty list. Gestures are resolved for each device, so the list is also empty without devices.
  static func none(on devices: [JSONValue]) -> String {
    devices.allSatisfy { $0["problem"]?.string != nil }
      ? "there is no device to make them on; `gesturectl doctor` says why"
      : "the configuration has none for these devices"
  }

  /// The first limit, which is the required or allowed distance: `min_distance 8 to 12 mm`.
  private static func limits(_ json: JSONValue?) -> String {
    guard case .object(let members) = json, let first = members.min(by: { order($0.key) < order($1.key) })
    else { return "" }
    let lengths = (first.value.array ?? []).compactMap(\.double).map(spelled)
    return "\(first.key) \(lengths.joined(separator: " to ")) mm"
  }

  /// The sort order of a key: minimums come before maximums.
  private static func order(_ key: String) -> (Int, String) { (key.hasPrefix("min_") ? 0 : 1, key) }

  /// The columns of a gesture in progress: `event7  zoom  pinch  changed 2 scale 1.20 (+0.50/s) at 50.0,50.0  for 0.4 s`.
  static func state(_ json: JSONValue) -> [String] {
    func text(_ key: String) -> String { json[key]?.string ?? "" }
    var names = EventNames(device: "", gestures: [])
    var words = text("state")
    if let fingers = json["fingers"]?.int, fingers > 0, let state = MonitoredEvent(json, &names) {
      words += " \(fingers)" + String { EventText.writeMeasures(state.event, to: &$0) }
    }
    if let awaited = json["waits_for"]?.string { words += " waits for \(awaited)" }
    if let done = json["step"]?.int, let all = json["of"]?.int, done > 0 {
      words += " step \(done) of \(all)"
    }
    var age = ""
    if let time = json["time"]?.double, let since = json["since"]?.double {
      age = "for \(Seconds.text(max(0, time - since)))"
    }
    return [text("device"), text("gesture"), text("type"), words, age]
  }

  static func cells(_ gesture: JSONValue) -> [String] {
    func text(_ key: String) -> String { gesture[key]?.string ?? "" }
    var states: [String] = []
    if gesture["paused"]?.bool == true {
      states.append("paused\(gesture["since"]?.double.map { " for \(Seconds.text($0))" } ?? "")")
    } else if gesture["enabled"]?.bool == false {
      states.append("disabled")
    }
    if gesture["program"]?.bool == false {
      states.append("no program recognizes it")
    } else if gesture["permitted"]?.bool == false {
      let obstacle = gesture["obstacle"]?.string
      // Each reason that the context gives begins with its key.
      states.append(
        obstacle.map { $0.hasPrefix("`") ? "not in this context: \($0)" : $0 } ?? "not in this context")
    }
    let waits = gesture["waits_for"]?.strings ?? []
    if !waits.isEmpty {
      let delay = gesture["added_delay"]?.double.map { " (up to \(Seconds.text($0)))" } ?? ""
      states.append("waits for \(waits.joined(separator: ", "))\(delay)")
    }
    if let triggered = gesture["triggered"]?.int, triggered > 0 { states.append("triggered \(triggered) ×") }
    let taken = gesture["taken"]?.string.map { "touches \($0)" }
    let action = [text("description"), text("action"), "events only"].first { !$0.isEmpty } ?? ""
    return [
      text("device"), text("name"),
      [text("type"), text("fingers"), text("direction")].filter { !$0.isEmpty }.joined(separator: " "),
      limits(gesture["limits"]), (states + [taken, action].compactMap { $0 }).joined(separator: "  "),
    ]
  }
}
