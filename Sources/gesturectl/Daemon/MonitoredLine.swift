import ControlProtocol

/// A line of the daemon's log, parsed from the socket: `gestured: warning: gesture "lock": …`.
struct MonitoredLine {
  let text: String
  /// The gesture that the line is about, and the line without its name; nil for any other line.
  let subject: (gesture: String, detail: String)?

  /// - Returns: nil for an event that is not a log line.
  init?(_ json: JSONValue) {
    guard json["type"]?.string == LogJSON.type, let level = json["state"]?.string,
      let detail = json["detail"]?.string
    else { return nil }
    let gesture = json["gesture"]?.string ?? ""
    let start = "gesture \"\(gesture)\": "
    subject =
      gesture.isEmpty || level == LogJSON.output
      ? nil : (gesture, detail.hasPrefix(start) ? String(detail.dropFirst(start.count)) : detail)
    if level == LogJSON.output {
      text = "\(gesture) printed: \(detail)"
      return
    }
    text = "gestured: " + (level == "notice" ? "" : "\(level): ") + detail
  }
}
