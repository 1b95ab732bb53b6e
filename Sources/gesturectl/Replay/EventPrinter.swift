import ControlProtocol
import GestureCore

/// Prints events as JSON or text, and the summaries of touch sequences.
struct EventPrinter {
  enum Format {
    case json
    case text(showsChanged: Bool)
  }

  let format: Format
  let detail: ExplainOptions.Detail
  let style: TerminalStyle
  /// Column widths on a terminal.
  var columns = EventColumns()
  /// Whether events were requested for some gestures only.
  var isFiltered = false
  var output = StandardOutput()
  /// Whether the lines of a touch sequence wait for its heading, which is known when it has ended.
  var headsFirst = false
  /// The lines of the open touch sequence.
  private(set) var waiting: [String] = []

  mutating func write(_ event: GestureEvent, _ names: EventNames, _ attachments: EventAttachments) {
    if event.state.isExplanation && detail != .lines { return }
    switch format {
    case .json:
      output.write(
        JSONWriter.line { EventJSON.write(event, names: names, attachments: attachments, to: &$0) })
    case .text(let showsChanged):
      if event.state == .changed && !showsChanged { return }
      show(columns.line(event, names, attachments, style))
    }
  }

  private mutating func show(_ line: String) {
    if headsFirst && detail == .summaries { waiting.append(line) } else { output.styled(line) }
  }

  /// Prints lines that belong to no touch sequence that was seen.
  mutating func finish() {
    for line in waiting { output.styled(line) }
    waiting = []
  }

  /// Prints the summary of a touch sequence. Call it after the events of the sequence.
  mutating func write(_ sequence: TouchSequence, _ names: EventNames) {
    guard detail == .summaries else { return }
    let text = SequenceText(names: names, style: style, isFiltered: isFiltered)
    output.styled(text.heading(sequence))
    for line in (waiting + text.details(sequence)) { output.styled("  " + line) }
    waiting = []
    output.line("")
  }

  /// Prints a withheld contact on its own line, because it may belong to no touch sequence.
  mutating func write(_ contact: WithheldContact, device: String) {
    switch (format, detail) {
    case (_, .none): break
    case (.json, _): output.write(JSONWriter.line { WithheldText.write(contact, device: device, to: &$0) })
    case (.text, _): show(style(.faint, WithheldText.line(contact)))
    }
  }

  mutating func flush() { output.flush() }
}

/// The text line of an event: in a pipe as specified (interface.md §3.2), on a terminal with columns and colours.
struct EventColumns {
  /// The width of the longest name so far, or of all names if the configuration is known.
  private var nameWidth = 0
  private static let typeWidth = GestureType.allCases.map(\.rawValue.count).max() ?? 0
  private static let stateWidth = GestureState.allCases.map(\.rawValue.count).max() ?? 0
  private static let timeWidth = 8
  /// The widest column of names. A longer name only shifts its own line.
  private static let widestName = 32

  mutating func reserve(_ names: [String]) {
    for name in names.map(\.printable) { nameWidth = min(max(nameWidth, name.count), Self.widestName) }
  }

  /// The line without its end. Control characters in values are escaped.
  mutating func line(
    _ event: GestureEvent, _ names: EventNames, _ attachments: EventAttachments, _ style: TerminalStyle
  ) -> String {
    guard style.isTerminal else {
      return String { EventText.write(event, names: names, attachments: attachments, to: &$0) }
    }
    let name = names.gesture(event.gesture).printable
    reserve([name])
    let time = event.time.seconds
    let fingers = event.state.isExplanation ? " " : "\(event.fingers)"
    let state = event.state == .step ? "" : event.state.rawValue
    let head = [
      style(.faint, time.leading(Self.timeWidth)), name.trailing(nameWidth),
      style(.faint, event.type.rawValue.trailing(Self.typeWidth)), fingers,
      style(event.state.colour, state.trailing(Self.stateWidth)),
    ].joined(separator: "  ")
    if let failure = event.failure {
      return head + "  " + FailureText.detail(failure, of: event.gesture, names: names).printable
    }
    return head + " "
      + String { EventText.writeMeasures(event, names: names, attachments: attachments, to: &$0) }
  }
}

extension GestureState {
  var colour: CellColour {
    switch self {
    case .recognized: .recognized
    case .began, .changed, .ended, .step: .active
    case .cancelled: .cancelled
    case .failed: .failed
    case .possible: .faint
    }
  }
}
