import ControlProtocol
import GestureCore

/// Events to standard output, one line each, as JSON or as text.
struct EventPrinter {
  enum Format {
    case json
    case text(showsChanged: Bool)
  }

  let format: Format
  var showsFailures = false
  private var output = StandardOutput()
  private var json = JSONWriter()
  private var text: [UInt8] = []

  init(format: Format) { self.format = format }

  mutating func write(
    _ event: GestureEvent, _ names: EventNames, touches: ArraySlice<Point>?, message: String? = nil
  ) {
    if event.state.isExplanation && !showsFailures { return }
    let attachments = EventAttachments(touches: touches, message: message)
    switch format {
    case .json:
      json.removeAll()
      EventJSON.write(event, names: names, attachments: attachments, to: &json)
      json.terminate(UInt8(ascii: "\n"))
      output.write(json.bytes)
    case .text(let showsChanged):
      if event.state == .changed && !showsChanged { return }
      text.removeAll(keepingCapacity: true)
      EventText.write(event, names: names, attachments: attachments, to: &text)
      text.append(UInt8(ascii: "\n"))
      output.write(text)
    }
  }

  /// A contact that reached no gesture.
  mutating func write(_ contact: WithheldContact, device: String) {
    switch format {
    case .json:
      json.removeAll()
      WithheldText.write(contact, device: device, to: &json)
      json.terminate(UInt8(ascii: "\n"))
      output.write(json.bytes)
    case .text:
      text.removeAll(keepingCapacity: true)
      WithheldText.write(contact, to: &text)
      text.append(UInt8(ascii: "\n"))
      output.write(text)
    }
  }

  /// Which file the following lines are of.
  mutating func heading(_ file: String) { output.line("# \(file)") }

  mutating func flush() { output.flush() }
}
