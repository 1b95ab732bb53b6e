import ControlProtocol
import GestureCore

/// A touch sequence that the daemon has kept (`GetSequences`), as text:
///
///     12 s ago, event7, 3 fingers: nothing recognized
///       next-workspace: moved 9.9 mm, 2.1 mm short of `min_distance` 12 mm
///     8 s ago, event7, 3 fingers: next-workspace
///       next-workspace: `swaymsg workspace next` failed with exit status 2
struct RecordedSequence {
  private(set) var sequence: TouchSequence
  private(set) var names = EventNames(device: "", gestures: [])
  private let age: Double
  /// Why the last contact that reached no gesture did not, and how many there were.
  private let withheld: (text: String, count: Int)?
  private var actions: [(gesture: Int, outcome: ActionOutcome, count: Int)] = []

  init(_ json: JSONValue) {
    let start = json["time"]?.time ?? 0
    age = json["age"]?.double ?? 0
    withheld = json["withheld"]?.string.map { ($0, json["withheld_count"]?.int ?? 1) }
    sequence = TouchSequence(
      number: json["number"]?.int ?? 0, device: json["device"]?.string ?? "", start: start)
    let end = start + (json["duration"]?.time ?? 0)
    // The record has no positions, so the frames have no touches.
    sequence.consume(
      RawTouchFrame(time: start, state: .began, fingers: json["fingers"]?.int ?? 0, touches: 0..<0), [])
    sequence.consume(RawTouchFrame(time: end, state: .ended, fingers: 0, touches: 0..<0), [])
    for gesture in json["gestures"]?.array ?? [] { take(gesture) }
    sequence.judge([:])
  }

  private mutating func take(_ json: JSONValue) {
    guard let known = json["event"].flatMap({ MonitoredEvent($0, &names) }) else { return }
    sequence.consume(known.event, detail: names.detail(known.event))
    for action in json["actions"]?.array ?? [] {
      guard let outcome = ActionOutcome(action["outcome"]) else { continue }
      actions.append((known.event.gesture, outcome, action["count"]?.int ?? 1))
    }
  }

  /// The lines, without line ends.
  ///
  /// - Parameter name: the only gesture whose outcome is shown; nil shows the sequence.
  func lines(of name: String?, _ style: TerminalStyle) -> [String] {
    [heading(style)] + details(of: name, style).map { "  " + $0 }
  }

  private func heading(_ style: TerminalStyle) -> String {
    let device = sequence.device.isEmpty ? "" : "\(sequence.device.printable), "
    let title = "\(Seconds.text(age)) ago, \(device)\(FingerText.count(sequence.fingers)): "
    return style(.strong, title) + sequence.outcome(names, style)
  }

  private func details(of name: String?, _ style: TerminalStyle) -> [String] {
    let text = SequenceText(names: names, style: style)
    let results = actions.filter { name == nil || names.gesture($0.gesture) == name }.map { line($0, style) }
    guard let name else {
      let withheld =
        withheld.map {
          [style(.faint, "\(counted($0.count, "contact")) withheld: \($0.text.printable)")]
        } ?? []
      return results + (sequence.recognized.isEmpty ? text.details(sequence) : []) + withheld
    }
    guard let gesture = names.gestures.firstIndex(of: name), !sequence.fired(gesture),
      let failure = sequence.states[gesture]?.failure
    else { return results }
    return results + ["\(name.printable): \(sequence.sentence(failure, of: gesture, names).printable)"]
  }

  private func line(_ action: (gesture: Int, outcome: ActionOutcome, count: Int), _ style: TerminalStyle)
    -> String
  {
    let times = action.count > 1 ? " (\(action.count) times)" : ""
    let text = "\(names.gesture(action.gesture).printable): \(action.outcome.text.printable)\(times)"
    return style(action.outcome.verdict.colour, text)
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
