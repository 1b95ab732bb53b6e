import ControlProtocol
import GestureCore

/// Events to standard output, as JSON or as text, and the summaries of the touch sequences.
struct EventPrinter {
  enum Format {
    case json
    case text(showsChanged: Bool)
  }

  let format: Format
  let detail: ExplainOptions.Detail
  let style: TerminalStyle
  /// Widths of the columns, on a terminal.
  var columns = EventColumns()
  /// Only some gestures were asked for.
  var isFiltered = false
  private var output = StandardOutput()
  private var json = JSONWriter()

  init(format: Format, detail: ExplainOptions.Detail, style: TerminalStyle) {
    self.format = format
    self.detail = detail
    self.style = style
  }

  mutating func print(_ event: GestureEvent, _ names: EventNames, _ attachments: EventAttachments) {
    if event.state.isExplanation && detail != .lines { return }
    switch format {
    case .json:
      json.removeAll()
      EventJSON.write(event, names: names, attachments: attachments, to: &json)
      json.terminate(UInt8(ascii: "\n"))
      output.write(json.bytes)
    case .text(let showsChanged):
      if event.state == .changed && !showsChanged { return }
      output.write(columns.line(event, names, attachments, style))
      output.write("\n")
    }
  }

  /// After the events of the sequence.
  mutating func print(_ sequence: TouchSequence, _ names: EventNames) {
    guard detail == .summaries else { return }
    for line in SequenceText(names: names, style: style, isFiltered: isFiltered).lines(sequence) {
      output.write(line + "\n")
    }
    output.write("\n")
  }

  mutating func print(line: [UInt8]) { output.write(line) }

  /// Which file the following lines are of.
  mutating func heading(_ file: String) { output.write("# \(file)\n") }

  mutating func flush() { output.flush() }
}
