import ArgumentParser
import ControlProtocol
import GestureCore

struct Monitor: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints events as they happen, until Ctrl-C.",
    discussion:
      "Example:\n  gesturectl monitor --type swipe --type pinch\n  gesturectl monitor --json | jq .gesture\n  gesturectl monitor --touches --changed"
  )
  @Flag(help: "One JSON object a line instead of text.") var json = false
  @Option(help: "Only this gesture; repeatable.", completion: .custom(Completion.gestures))
  var gesture: [String] = []
  @Option(
    help: "Only this type of gesture; repeatable.", completion: .list(GestureType.allCases.map(\.rawValue)))
  var type: [String] = []
  @Flag(help: "Text: show `changed` too, and with --touches every movement.") var changed = false
  @Flag(help: "Also the touches: of each gesture where they are, and the raw touches of every frame.")
  var touches = false
  @Flag(help: "Also show why gestures failed, what they wait for, and which contacts were withheld.")
  var explain = false
  @OptionGroup var daemon: DaemonOptions

  func validate() throws {
    for word in type where GestureType(rawValue: word) == nil {
      let known = GestureType.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("there is no type \"\(word)\"; types are \(known)")
    }
  }

  func run() throws {
    let connection = try daemon.connect()
    if !gesture.isEmpty { try hintAtUnknownNames(connection) }
    try connection.subscribe(writeParameters) { event, reply in
      var output = StandardOutput()
      if json {
        output.write(Self.eventBytes(of: reply))
        output.write([UInt8(ascii: "\n")])
      } else if let touches = MonitoredTouches(event) {
        if changed || !touches.isOnlyMovement { output.write(touches.line) }
      } else if let contact = MonitoredContact(event) {
        output.write(contact.line)
      } else if let event = MonitoredEvent(event), changed || event.event.state != .changed {
        output.write(event.line)
      }
      output.flush()
      return true
    }
  }

  /// A name may come with the next configuration or device; a misspelt one would wait for ever.
  private func hintAtUnknownNames(_ connection: DaemonConnection) throws {
    let known = try connection.call("ListGestures")["gestures"]?.array ?? []
    for name in gesture where !known.contains(where: { $0["name"]?.string == name }) {
      StandardError.line("gesturectl: no device has a gesture \"\(name)\" at present; waiting for one")
    }
  }

  private func writeParameters(_ parameters: inout JSONWriter) {
    if !gesture.isEmpty { parameters.member("gestures", gesture) }
    if !type.isEmpty { parameters.member("types", type) }
    if touches { parameters.member("touches", true) }
    if explain { parameters.member("explain", true) }
  }

  /// The event as the daemon wrote it, cut out of `{"parameters":{"event":…},"continues":true}`: the same bytes that
  /// `replay --json` prints.
  private static func eventBytes(of reply: [UInt8]) -> [UInt8] {
    let head = Array("{\"parameters\":{\"event\":".utf8)
    let tail = Array("},\"continues\":true}".utf8)
    return Array(reply.dropFirst(head.count).dropLast(tail.count))
  }
}
