import GestureCore

/// Writes a line of the daemon's log as an event, for Subscribe with `log`.
///
///     {"time":9.120000,"device":"","gesture":"","type":"log","state":"warning","detail":"config.toml has problems: …"}
///
/// `device` is empty, and `gesture` too if the line is about none. The state `output` is a line that a command printed.
package enum LogJSON {
  /// The `type` of log lines.
  package static let type = "log"

  /// The `state` of a line that a command printed.
  package static let output = "output"

  /// Appends one object, without a line end.
  ///
  /// - Parameters:
  ///   - level: error, warning, notice or `output`.
  ///   - gesture: the gesture that the line is about; "" for none.
  package static func write(
    _ line: String, level: String, gesture: String = "", at time: Timestamp, to json: inout JSONWriter
  ) {
    json.beginObject()
    json.member("time", seconds: time)
    json.member("device", "")
    json.member("gesture", gesture)
    json.member("type", type)
    json.member("state", level)
    json.member("detail", line)
    json.endObject()
  }
}
