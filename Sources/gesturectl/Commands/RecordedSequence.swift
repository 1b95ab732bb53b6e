import ControlProtocol
import GestureCore

/// A touch sequence that the daemon has kept (`GetSequences`), as text:
///
///     12 s ago, event7, 3 fingers: nothing recognized
///       next-workspace: moved 9.9 mm, 2.1 mm short of `min_distance` 12 mm
///     8 s ago, event7, 3 fingers: next-workspace
///       next-workspace: `swaymsg workspace next` failed with exit status 2
struct RecordedSequence {
  private var record: SequenceRecord
  private var names = EventNames(device: "", gestures: [])
  /// The gestures that were made, in order, with whether they were cancelled.
  private var made: [(name: String, isCancelled: Bool)] = []
  private let age: Double
  /// Why the last contact that reached no gesture did not, and how many there were.
  private let withheld: (text: String, count: Int)?
  private var actions: [(gesture: String, outcome: ActionOutcome, count: Int)] = []

  init(_ json: JSONValue) {
    age = json["age"]?.double ?? 0
    withheld = json["withheld"]?.string.map { ($0, json["withheld_count"]?.int ?? 1) }
    record = SequenceRecord(
      device: json["device"]?.string ?? "", number: json["number"]?.int ?? 0, start: json["time"]?.time ?? 0)
    record.take(fingers: json["fingers"]?.int ?? 0)
    for gesture in json["gestures"]?.array ?? [] { take(gesture) }
  }

  private mutating func take(_ json: JSONValue) {
    guard let known = json["event"].flatMap({ MonitoredEvent($0, &names) }) else { return }
    let (event, name) = (known.event, names.gesture(known.event.gesture))
    record.take(event, names, fingers: 0)
    if !event.state.isExplanation { made.append((name, event.state == .cancelled)) }
    for action in json["actions"]?.array ?? [] {
      guard let outcome = ActionOutcome(action["outcome"]) else { continue }
      actions.append((name, outcome, action["count"]?.int ?? 1))
    }
  }

  /// The lines, without line ends.
  ///
  /// - Parameter name: the only gesture whose outcome is shown; nil shows the sequence.
  func lines(of name: String?, _ style: TerminalStyle) -> [String] {
    [heading(style)] + details(of: name, style).map { "  " + $0 }
  }

  private func heading(_ style: TerminalStyle) -> String {
    let device = record.device.isEmpty ? "" : "\(record.device.printable), "
    let title = "\(Seconds.text(age)) ago, \(device)\(FingerText.count(record.fingers)): "
    let list = made.map { SequenceText.made($0.name, isCancelled: $0.isCancelled, style) }
    return style(.strong, title)
      + (made.isEmpty ? style(.failed, "nothing recognized") : list.joined(separator: ", "))
  }

  private func details(of name: String?, _ style: TerminalStyle) -> [String] {
    let results = actions.filter { name == nil || $0.gesture == name }.map { line($0, style) }
    guard let name else {
      let withheld =
        withheld.map {
          [style(.faint, "\(counted($0.count, "contact")) withheld: \($0.text.printable)")]
        } ?? []
      let text = SequenceText(names: names, style: style)
      let reasons =
        made.isEmpty ? text.details(SequenceReasons(record), unknown: "no gesture received a touch") : []
      return results + reasons + withheld
    }
    guard let outcome = record.outcomes.first(where: { $0.gesture == name }), !outcome.isMade,
      outcome.failure != nil
    else { return results }
    return results + ["\(name.printable): \(outcome.shown)"]
  }

  private func line(_ action: (gesture: String, outcome: ActionOutcome, count: Int), _ style: TerminalStyle)
    -> String
  {
    let times = action.count > 1 ? " (\(action.count) times)" : ""
    return style(
      action.outcome.verdict.colour,
      "\(action.gesture.printable): \(action.outcome.text.printable)\(times)")
  }
}

extension ActionOutcome.Verdict {
  /// Red for what failed, in every view; green only for what succeeded.
  var colour: CellColour {
    switch self {
    case .pending: .plain
    case .succeeded: .recognized
    case .failed: .failed
    }
  }
}
