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
  /// Only some gestures were requested.
  var isFiltered = false
  private var output = StandardOutput()
  private var json = JSONWriter()

  init(format: Format, detail: ExplainOptions.Detail, style: TerminalStyle) {
    self.format = format
    self.detail = detail
    self.style = style
  }

  mutating func write(_ event: GestureEvent, _ names: EventNames, _ attachments: EventAttachments) {
    if event.state.isExplanation && detail != .lines { return }
    switch format {
    case .json:
      json.removeAll()
      EventJSON.write(event, names: names, attachments: attachments, to: &json)
      json.terminate(UInt8(ascii: "\n"))
      output.write(json.bytes)
    case .text(let showsChanged):
      if event.state == .changed && !showsChanged { return }
      styled(columns.line(event, names, attachments, style))
    }
  }

  /// After the events of the sequence.
  mutating func write(_ sequence: TouchSequence, _ names: EventNames) {
    guard detail == .summaries else { return }
    for line in SequenceText(names: names, style: style, isFiltered: isFiltered).lines(sequence) {
      styled(line)
    }
    output.line("")
  }

  private mutating func styled(_ line: String) {
    guard let width = style.width else { return output.styled(line) }
    for part in WordWrap.lines(line, width: width) { output.styled(part) }
  }

  mutating func write(line: [UInt8]) { output.write(line) }

  /// A contact that reached no gesture; it may belong to no touch sequence, and has a line of its own.
  mutating func write(_ contact: WithheldContact, device: String) {
    switch (format, detail) {
    case (_, .none): break
    case (.json, _):
      json.removeAll()
      WithheldText.write(contact, device: device, to: &json)
      json.terminate(UInt8(ascii: "\n"))
      output.write(json.bytes)
    case (.text, _):
      var text: [UInt8] = []
      WithheldText.write(contact, to: &text)
      styled(style.faint(String(decoding: text, as: UTF8.self)))
    }
  }

  /// Which file the following lines are of.
  mutating func heading(_ file: String) { output.line("# \(file)") }

  mutating func flush() { output.flush() }
}
