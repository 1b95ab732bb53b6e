import GestureCore

/// Writes a withheld contact as a line and as an object; both only with `--explain`.
///
///     0.080 contact withheld palm-edge: landed from the side by 2 mm, within 5 mm (palm_edge) at 2.0,30.0
///     {"time":0.080000,"device":"event7","gesture":"","type":"contact","state":"withheld","location":{…},
///     "reason":"palm-edge","measured":2,"limit":5,"unit":"mm","key":"palm_edge","detail":"…"}
///
/// `gesture` is empty, as for raw touches.
package enum WithheldText {
  /// The `type` and `state` of withheld contacts.
  package static let type = "contact"
  package static let state = "withheld"

  /// The line without its end.
  package static func line(_ contact: WithheldContact) -> String { String { write(contact, to: &$0) } }

  /// The reason alone.
  package static func detail(_ contact: WithheldContact) -> String {
    String { appendDetail(contact, to: &$0) }
  }

  /// Appends one line without its end.
  package static func write(_ contact: WithheldContact, to text: inout [UInt8]) {
    text.append(seconds: contact.time, decimals: 3)
    text.append(" contact withheld ")
    text.append(text: contact.rule.rawValue)
    text.append(": ")
    appendDetail(contact, to: &text)
    text.append(" at ")
    text.append(contact.position)
  }

  /// Appends one object without a line end.
  package static func write(_ contact: WithheldContact, device: String, to json: inout JSONWriter) {
    json.beginObject()
    json.member("time", seconds: contact.time)
    json.member("device", device)
    json.member("gesture", "")
    json.member("type", type)
    json.member("state", state)
    json.key("location")
    json.point(contact.position)
    json.member("reason", contact.rule.rawValue)
    json.member("measured", contact.measured)
    json.member("limit", contact.limit)
    if contact.measured != nil && contact.unit != .device { json.member("unit", contact.unit.rawValue) }
    json.member("key", contact.rule.key)
    json.member("detail", detail(contact))
    json.endObject()
  }

  private static func appendDetail(_ contact: WithheldContact, to text: inout [UInt8]) {
    let words = contact.rule.words
    text.append(words.before)
    if let measured = contact.measured { append(measured, contact.unit, to: &text) }
    if let limit = contact.limit {
      text.append(words.between)
      append(limit, contact.unit, to: &text)
    }
    if let key = contact.rule.key {
      text.append(" (")
      text.append(text: key)
      text.append(")")
    }
  }

  private static func append(_ value: Double, _ unit: WithheldContact.Unit, to text: inout [UInt8]) {
    text.append(trimmed: value, decimals: 2)
    switch unit {
    case .mm: text.append(" mm")
    case .seconds: text.append(" s")
    case .milliseconds: text.append(" ms")
    case .device: break
    }
  }
}

extension WithheldContact.Rule {
  /// The words before the measure, and the words between it and the limit.
  fileprivate var words: (before: StaticString, between: StaticString) {
    switch self {
    case .palmByEdge: ("landed from the side by ", ", within ")
    case .palmByTool: ("the device reports that it is no finger", "")
    case .palmByPressure: ("pressure ", ", more than ")
    case .palmBySize: ("size ", ", more than ")
    case .brief: ("lasted ", ", less than ")
    case .lightByPressure: ("too light: pressure ", ", less than ")
    case .lightBySize: ("too light: size ", ", less than ")
    case .thumb: ("landed from the bottom by ", ", within ")
    case .lateThumb: ("landed late, away from the other fingers by ", ", more than ")
    case .jump: ("moved in 12 ms by ", ", more than ")
    case .silent: ("not reported for ", ", more than ")
    case .hovering: ("above the surface by ", ", more than ")
    }
  }
}
