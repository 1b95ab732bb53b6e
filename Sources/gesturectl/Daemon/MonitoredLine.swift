import ControlProtocol

/// A line of the daemon's log, parsed from the socket: `gestured: warning: gesture "lock": …`.
struct MonitoredLine {
  let text: String

  /// - Returns: nil for an event that is not a log line.
  init?(_ json: JSONValue) {
    guard json["type"]?.string == LogJSON.type, let level = json["state"]?.string,
      let detail = json["detail"]?.string
    else { return nil }
    text = "gestured: " + (level == "notice" ? "" : "\(level): ") + detail
  }
}
