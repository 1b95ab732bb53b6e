import GestureConfig
import GestureCore

/// One `--do`: a command at a time of the recording, run before the frame of the same time.
struct TimedCommand {
  enum Action {
    case setEnabled(gesture: String, Bool)
    /// An empty value removes the key.
    case context(key: String, value: String)
    /// A key press on a keyboard.
    case typing
  }
  var time: Timestamp
  var actions: [Action]

}

extension TimedCommand {
  /// Parses `SECONDS pause NAME`, `SECONDS resume NAME`, `SECONDS context KEY=VALUE…` or `SECONDS typing`.
  init(parsing text: String) throws(CommandFailure) {
    let words = text.split(separator: " ", maxSplits: 2).map(String.init)
    guard words.count == 3 || words.count == 2 && words[1] == "typing", let seconds = Double(words[0]),
      seconds.isFinite, seconds.magnitude < 1e12
    else { throw Self.misuse(text) }
    time = Timestamp((seconds * 1e6).rounded())
    switch words[1] {
    case "typing" where words.count == 2: actions = [.typing]
    // The second words are those of the version before.
    case "resume", "enable": actions = [.setEnabled(gesture: words[2], true)]
    case "pause", "disable": actions = [.setEnabled(gesture: words[2], false)]
    case "context":
      actions = try words[2].split(separator: " ").map { pair throws(CommandFailure) in
        guard let (key, value) = pair.keyAndValue else { throw Self.misuse(text) }
        if let reason = ContextKey.refusal(of: [key: value]) { throw .usage("--do \"\(text)\": \(reason)") }
        return .context(key: key, value: ContextKey.canonical(key, value))
      }
    default: throw Self.misuse(text)
    }
  }

  private static func misuse(_ text: String) -> CommandFailure {
    .usage(
      "--do \"\(text)\": expected \"SECONDS pause NAME\", \"SECONDS resume NAME\", "
        + "\"SECONDS context KEY=VALUE\" or \"SECONDS typing\"")
  }

  /// The commands by time. Commands at one time keep their order.
  static func sorted(parsing texts: [String]) throws(CommandFailure) -> [TimedCommand] {
    let commands = try texts.map(TimedCommand.init(parsing:)).enumerated()
    return commands.sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }
}

extension Configuration {
  func requireGesture(_ name: String, of option: String) throws(CommandFailure) {
    if gestures.contains(where: { $0.name == name }) { return }
    let known = gestures.map(\.name)
    let meant = suggestion(for: name, among: known).map { "did you mean \"\($0)\"? " } ?? ""
    throw .wrong(
      "\(option): there is no gesture \"\(name)\" in \(path ?? "the demonstration set"); \(meant)it has: "
        + known.joined(separator: ", "))
  }
}
