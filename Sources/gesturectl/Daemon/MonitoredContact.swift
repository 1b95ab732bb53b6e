import ControlProtocol
import GestureCore

/// A withheld contact, parsed from the socket.
struct MonitoredContact {
  let contact: WithheldContact

  /// - Returns: nil for other events, and for a rule of a later version.
  init?(_ json: JSONValue) {
    guard json["state"]?.string == WithheldText.state,
      let rule = json["reason"]?.string.flatMap(WithheldContact.Rule.init(rawValue:)),
      let position = json["location"]?.point
    else { return nil }
    contact = WithheldContact(
      time: json["time"]?.time ?? 0, rule: rule, position: position, measured: json["measured"]?.double,
      limit: json["limit"]?.double,
      unit: json["unit"]?.string.flatMap(WithheldContact.Unit.init(rawValue:)) ?? .device)
  }
}
