import ControlProtocol
import GestureConfig
import GestureCore

/// The text output of `monitor`: events as they arrive, and a summary after each touch sequence.
final class MonitorText {
  private var printer: EventPrinter
  private let showsTouches: Bool
  private let showsMovement: Bool
  private var model = WatchModel()
  /// The last line about a failed action, and how often the same came again without being printed.
  private var failure: (text: String, count: Int)?
  /// Reads the daemon's status after a reload or another change.
  var status: () -> JSONValue? = { nil }

  /// Milliseconds; more than the default `max_interval` (350 ms), after which a chain of taps is decided.
  private static let patience: Int32 = 500

  /// - Parameter status: the reply of `Status`.
  init(_ printer: EventPrinter, status: JSONValue, showsTouches: Bool, showsMovement: Bool) {
    self.printer = printer
    self.showsTouches = showsTouches
    self.showsMovement = showsMovement
    model.collector.mostKept = nil
    use(WatchedDevices(status: status))
  }

  private func use(_ watched: WatchedDevices) { model.use(watched.devices, gestures: watched.gestures) }

  private func write(_ sequences: [TouchSequence]) {
    for sequence in sequences { printer.write(sequence, model.names) }
  }

  /// Milliseconds without events after which a sequence is complete; −1 if no sequence is open, and no failure is counted.
  var timeout: Int32 {
    model.collector.devicesOver.isEmpty && failure == nil ? -1 : Self.patience
  }

  func show(_ json: JSONValue) {
    let device = json["device"]?.string ?? ""
    if let touches = MonitoredTouches(json) {
      write(model.collector.consume(touches.frame, touches.touches, device: device))
      if showsTouches && (showsMovement || !touches.isOnlyMovement) { printer.output.write(touches.line) }
    } else if let line = MonitoredLine(json) {
      printer.flush()
      if isRepeated(line) { return }
      say(line.text, isFailure: line.isFailure)
      if line.subject == nil, let watched = status().map(WatchedDevices.init) { use(watched) }
    } else if let contact = WithheldContact(json) {
      printer.write(contact, device: device)
    } else if let event = MonitoredEvent(json, &model.names) {
      model.collector.consume(event.event, model.names, device: device)
      var attachments = event.attachments
      if !showsTouches { attachments.touches = nil }
      printer.write(event.event, model.names, attachments)
    }
    // No heading comes for what belongs to no touch sequence: an event of `control trigger`, or a palm that rests at the edge.
    if model.collector.sequences.isEmpty { printer.finish() }
    printer.flush()
  }

  private func say(_ text: String, isFailure: Bool) {
    let style = TerminalStyle.ofStandardError()
    StandardError.lines(text) { isFailure ? style(.failed, $0) : $0 }
  }

  /// Counts a failure that came before, because a motion may fail at each step.
  private func isRepeated(_ line: MonitoredLine) -> Bool {
    guard line.isFailure, line.subject != nil else { return false }
    if failure?.text == line.text {
      failure?.count += 1
      return true
    }
    printFailures()
    failure = (line.text, 0)
    return false
  }

  /// Prints how often the last failure came again.
  private func printFailures() {
    if let text = repeatedFailure { say(text, isFailure: true) }
    failure = nil
  }

  /// The line about failures that were only counted; nil without one.
  var repeatedFailure: String? {
    failure.flatMap { $0.count > 0 ? "\($0.text) (\(counted($0.count, "more time")))" : nil }
  }

  /// - Returns: true, because more events follow.
  @discardableResult func finishSequences() -> Bool {
    printFailures()
    for device in model.collector.devicesOver { write(model.collector.finish(device)) }
    printer.flush()
    return true
  }
}

/// The first line of `monitor`: `event7; 12 gestures; config.toml; Ctrl-C ends`.
enum MonitorGreeting {
  static func line(_ status: JSONValue) -> String {
    let devices = (status["devices"]?.array ?? []).map {
      ($0["name"]?.string ?? "") + ($0["problem"]?.string == nil ? "" : " (not used)")
    }
    let gestures = Set((status["gestures"]?.array ?? []).compactMap { $0["name"]?.string }).count
    let problems = status["problems"]?.array?.count { $0["severity"]?.string != "warning" } ?? 0
    var configuration = status["configuration"]?.string ?? "the demonstration set"
    if problems > 0 { configuration += " (\(counted(problems, "problem")): gesturectl check)" }
    return [
      devices.isEmpty ? "no device: gesturectl doctor" : devices.joined(separator: ", "),
      counted(gestures, "gesture"), configuration, "Ctrl-C ends",
    ].joined(separator: "; ")
  }
}
