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
  private var output = StandardOutput()

  init(format: Format, detail: ExplainOptions.Detail, style: TerminalStyle) {
    self.format = format
    self.detail = detail
    self.style = style
  }

  mutating func write(_ event: GestureEvent, _ names: EventNames, _ attachments: EventAttachments) {
    if event.state.isExplanation && detail != .lines { return }
    switch format {
    case .json:
      output.write(
        JSONWriter.line { EventJSON.write(event, names: names, attachments: attachments, to: &$0) })
    case .text(let showsChanged):
      if event.state == .changed && !showsChanged { return }
      styled(columns.line(event, names, attachments, style))
    }
  }

  /// Prints the summary of a touch sequence. Call it after the events of the sequence.
  mutating func write(_ sequence: TouchSequence, _ names: EventNames, _ absences: Absences? = nil) {
    guard detail == .summaries else { return }
    let text = SequenceText(names: names, style: style, isFiltered: isFiltered, absences: absences)
    for line in text.lines(sequence) { styled(line) }
    output.line("")
  }

  private mutating func styled(_ line: String) {
    guard let width = style.width else { return output.styled(line) }
    for part in WordWrap.lines(line, width: width) { output.styled(part) }
  }

  mutating func write(line: [UInt8]) { output.write(line) }

  /// Prints a withheld contact on its own line, because it may belong to no touch sequence.
  mutating func write(_ contact: WithheldContact, device: String) {
    switch (format, detail) {
    case (_, .none): break
    case (.json, _):
      output.write(JSONWriter.line { WithheldText.write(contact, device: device, to: &$0) })
    case (.text, _): styled(style.faint(WithheldText.line(contact)))
    }
  }

  /// Prints the name of the file to which the following lines belong.
  mutating func heading(_ file: String) { output.line("# \(file)") }

  mutating func flush() { output.flush() }
}
