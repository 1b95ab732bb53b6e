import ArgumentParser
import ControlProtocol
import GestureCore

struct Monitor: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints events as they happen, until Ctrl-C.",
    discussion:
      "Example:\n  gesturectl monitor --type swipe --type pinch\n  gesturectl monitor --json | jq .gesture\n  gesturectl monitor --touches --changed\n  gesturectl monitor --explain"
  )
  @Flag(help: "Print one JSON object per line instead of text.") var json = false
  @Option(help: "Print only this gesture; repeatable.", completion: .custom(Completion.gestures))
  var gesture: [String] = []
  @Option(help: "Print only this type of gesture; repeatable.", completion: .list(Completion.types))
  var type: [String] = []
  @Flag(help: "In text output, also print `changed`, and with --touches every movement.") var changed = false
  @Flag(help: "Also print the positions of touches for each gesture, and the raw touches in every frame.")
  var touches = false
  @Flag(help: "Also print the output of the gestures' commands.") var output = false
  @OptionGroup var explanation: ExplainOptions
  @OptionGroup var daemon: DaemonOptions

  func validate() throws {
    for word in type where GestureType(rawValue: word) == nil {
      let known = "types are \(Completion.types.joined(separator: ", "))"
      throw ValidationError("there is no type \"\(word)\"\(Completion.types.hint(for: word, then: known))")
    }
  }

  func run() throws(CommandFailure) {
    let connection = try daemon.connect()
    let status = try connection.call("Status")
    StandardError.line(MonitorGreeting.line(status))
    if !gesture.isEmpty { try hintAtUnknownNames(connection) }
    if json {
      return try connection.subscribe(writeParameters) { _, reply in
        StandardOutput.raw(Self.eventBytes(of: reply) + [UInt8(ascii: "\n")])
        return true
      }
    }
    var printer = EventPrinter(
      format: .text(showsChanged: changed), detail: explanation.detail(json: false),
      style: .ofStandardOutput())
    printer.isFiltered = !gesture.isEmpty || !type.isEmpty
    // A person who follows each movement reads it as it happens.
    printer.headsFirst = !changed && !touches
    let screen = MonitorText(printer, status: status, showsTouches: touches, showsMovement: changed)
    screen.status = { daemon.status() }
    try connection.subscribe(writeParameters, timeout: { screen.timeout }, idle: screen.finishSequences) {
      event, _ in
      screen.show(event)
      return true
    }
  }

  /// Prints a hint about unknown names. They are no error, because a gesture may appear after a reload or with another device.
  private func hintAtUnknownNames(_ connection: DaemonConnection) throws(CommandFailure) {
    let known = try connection.call("ListGestures")["gestures"]?.array ?? []
    for name in gesture where !known.contains(where: { $0["name"]?.string == name }) {
      StandardError.line("gesturectl: no device has a gesture \"\(name)\" now; waiting for one")
    }
  }

  private func writeParameters(_ parameters: inout JSONWriter) {
    if !gesture.isEmpty { parameters.member("gestures", gesture) }
    if !type.isEmpty { parameters.member("types", type) }
    let detail = explanation.detail(json: json)
    // Summaries subscribe touches too, because they need the beginning and end of a sequence.
    if touches || detail == .summaries { parameters.member("touches", true) }
    if detail != .none { parameters.member("explain", true) }
    // Log lines (reloads, failed commands, devices) are for people. A program that reads JSON expects events only.
    if !json { parameters.member("log", true) }
    if output { parameters.member("output", true) }
  }

  /// Cuts the event's bytes out of `{"parameters":{"event":…},"continues":true}`. They equal the output of `replay --json`.
  private static func eventBytes(of reply: [UInt8]) -> [UInt8] {
    let head = Array("{\"parameters\":{\"event\":".utf8)
    let tail = Array("},\"continues\":true}".utf8)
    return Array(reply.dropFirst(head.count).dropLast(tail.count))
  }
}
