/// A contact, or one of its motions, that the contact filter kept from the recognizers (recognizers.md §1.6), for `--explain`.
///
/// It is reported when it is final: a palm when it is detected, another contact when it leaves.
package struct WithheldContact: Equatable, Sendable, BitwiseCopyable {
  /// Raw values are the documented words of `--explain`.
  package enum Rule: String, Sendable, CaseIterable, BitwiseCopyable {
    case palmByEdge = "palm-edge"
    case palmByTool = "palm-tool"
    case palmByPressure = "palm-pressure"
    case palmBySize = "palm-size"
    /// A contact that never had the pressure or the size of a touch.
    case lightByPressure = "light-pressure"
    case lightBySize = "light-size"
    /// A contact that was shorter than a touch may be.
    case brief = "short"
    /// A contact that landed where a finger had just lifted, and was gone again soon.
    case bounce
    /// A contact at rest near the lower edge.
    case thumb
    /// The contact landed later than the other fingers, and far below or beside them.
    case lateThumb = "late-thumb"
    /// A motion was too fast for a finger. The contact remains a touch.
    case jump
    /// A contact sent no report for a long time while another landed: a stuck slot, or an object on the touchpad.
    case silent = "stuck-slot"
    /// The contact stayed above the surface until it left.
    case hovering

    /// The key of `[[device]]` that turns the rule off; nil if there is none.
    package var key: String? {
      switch self {
      case .palmByEdge: "palm_edge"
      case .palmByPressure: "palm_pressure"
      case .palmBySize: "palm_size"
      case .brief: "shortest_contact"
      case .lightByPressure: "touch_pressure"
      case .lightBySize: "touch_size"
      case .thumb, .lateThumb: "thumb"
      case .palmByTool, .bounce, .jump, .silent, .hovering: nil
      }
    }
  }

  package enum Unit: String, Sendable, BitwiseCopyable {
    case mm
    case seconds = "s"
    case milliseconds = "ms"
    /// The value is in device units.
    case device = ""
  }

  package var time: Timestamp
  package var rule: Rule
  /// The contact's position in stage mm.
  package var position: Point
  /// The measure that broke the rule's limit; nil if the rule measures nothing.
  package var measured: Double?
  package var limit: Double?
  package var unit: Unit

  package init(
    time: Timestamp, rule: Rule, position: Point, measured: Double?, limit: Double?, unit: Unit
  ) {
    self.time = time
    self.rule = rule
    self.position = position
    self.measured = measured
    self.limit = limit
    self.unit = unit
  }
}
