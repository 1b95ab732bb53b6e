import GestureCore

/// Writes a line of the daemon's log as an event, for Subscribe with `log`.
///
///     {"time":9.120000,"device":"","gesture":"","type":"log","state":"warning","detail":"config.toml has problems: …"}
///
/// `gesture` and `device` are empty.
package enum LogJSON {
  /// The `type` of log lines.
  package static let type = "log"

  /// Appends one object, without a line end.
  ///
  /// - Parameter level: error, warning or notice.
  package static func write(_ line: String, level: String, at time: Timestamp, to json: inout JSONWriter) {
    json.beginObject()
    json.member("time", seconds: time)
    json.member("device", "")
    json.member("gesture", "")
    json.member("type", type)
    json.member("state", level)
    json.member("detail", line)
    json.endObject()
  }
}
