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
  package static func line(_ contact: WithheldContact) -> String {
    let time = String { $0.append(seconds: contact.time, decimals: 3) }
    let place = String { $0.append(contact.position) }
    return "\(time) contact withheld \(contact.rule.rawValue): \(detail(contact)) at \(place)"
  }

  /// The reason alone.
  package static func detail(_ contact: WithheldContact) -> String {
    let words = contact.rule.words
    return words.before + (contact.measured.map { written($0, contact.unit) } ?? "")
      + (contact.limit.map { words.between + written($0, contact.unit) } ?? "")
      + (contact.rule.key.map { " (\($0))" } ?? "")
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

  private static func written(_ value: Double, _ unit: WithheldContact.Unit) -> String {
    let number = String { $0.append(trimmed: value, decimals: 2) }
    return switch unit {
    case .mm: number + " mm"
    case .seconds: number + " s"
    case .milliseconds: number + " ms"
    case .device: number
    }
  }
}

extension WithheldContact.Rule {
  /// The words before the measure, and the words between it and the limit.
  fileprivate var words: (before: String, between: String) {
    switch self {
    case .palmByEdge: ("landed from the side by ", ", within ")
    case .palmByTool: ("the device reports that it is not a finger", "")
    case .palmByPressure: ("pressure ", ", more than ")
    case .palmBySize: ("size ", ", more than ")
    case .brief: ("lasted ", ", less than ")
    case .bounce: ("landed where the finger had lifted, after ", ", at most ")
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
