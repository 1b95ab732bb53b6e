import GestureCore

/// A touch device in `Status`, `ListDevices` and `gesturectl status devices`.
package struct DeviceReport: Sendable {
  /// How touch sequences of a device are hidden from the compositor, and how many were hidden.
  package struct Claims: Sendable {
    package enum Way: String, Sendable, CaseIterable { case plugin, grab }
    package var way: Way
    /// Whether the device is grabbed at the moment, for the way `grab`.
    package var isGrabbed = false
    /// The numbers of words that the node has accepted and refused.
    package var written = 0
    package var refused = 0
    /// The number of words that ended a claim or a delay.
    package var withdrawn = 0
    /// The number of sequences that were hidden from the frame in which they had enough fingers.
    package var claimed = 0
    /// The number of sequences that were hidden when a gesture began or was recognized.
    package var hidden = 0
    /// The number of sequences that were delayed and then shown.
    package var passed = 0
    package init(way: Way) { self.way = way }

    func write(to json: inout JSONWriter) {
      json.beginObject()
      json.member("way", way.rawValue)
      json.member("grabbed", isGrabbed)
      json.member("claimed", claimed)
      json.member("hidden", hidden)
      json.member("passed", passed)
      json.member("written", written)
      json.member("refused", refused)
      json.member("withdrawn", withdrawn)
      json.endObject()
    }
  }

  package var name: String
  /// The name that its `[[device]]` gives it; nil without one.
  package var label: String?
  /// /dev/input/eventN, or the recording's path.
  package var node: String
  package var kind: DeviceClass?
  /// The stage in mm.
  package var size: Size?
  package var slots: Int?
  /// The matching entries of the table of known devices.
  package var known: [String]
  /// How often each rule of the contact filter withheld a contact; empty if the device is not open.
  package var withheld: [WithheldContact.Rule: Int]
  package var warnings: [String]
  /// Why the device cannot be used, and how to fix it; nil if it works.
  package var problem: String?
  /// The hidden touch sequences; nil if the configuration hides none.
  package var claims: Claims?
  /// The configuration's zones in mm of the stage; nil if not requested.
  package var zones: [(name: String, region: Region)]?

  /// Vendor and product in hexadecimal, `06cb:7e7e`, and the link under /dev/input/by-path; nil if not requested.
  package var id: String?
  package var path: String?
  /// The output whose picture a touchscreen follows; nil if it is not known.
  package var output: String?
  /// The clockwise rotation in degrees, and what the contact filter does; nil if not requested.
  package var rotation: Int?
  package var filter: [String]?
  /// The widths of its palm strips in mm; nil if not requested.
  package var strips: (left: Double, right: Double)?
  /// The factor of its tolerances, and the fingers of its claims: `3..4 in left`; nil if not requested.
  package var slopScale: Double?
  package var claimed: [String]?
  /// The unit of force; nil if the device does not measure force or it was not requested.
  package var force: ForceUnit?

  package init(
    name: String, node: String, kind: DeviceClass? = nil, size: Size? = nil, slots: Int? = nil,
    known: [String] = [], withheld: [WithheldContact.Rule: Int] = [:], warnings: [String] = [],
    problem: String? = nil, claims: Claims? = nil
  ) {
    self.name = name
    self.node = node
    self.kind = kind
    self.size = size
    self.slots = slots
    self.known = known
    self.withheld = withheld
    self.warnings = warnings
    self.problem = problem
    self.claims = claims
  }

  package func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("name", name)
    json.member("label", label)
    json.member("node", node)
    json.member("kind", kind?.rawValue)
    if let size {
      json.member("width", size.width)
      json.member("height", size.height)
    }
    json.member("slots", slots)
    json.member("known", known)
    json.object("withheld") { json in
      for rule in WithheldContact.Rule.allCases {
        guard let count = withheld[rule] else { continue }
        json.key(text: rule.rawValue)
        json.integer(count)
      }
    }
    json.member("warnings", warnings)
    json.member("problem", problem)
    if let claims {
      json.key("claims")
      claims.write(to: &json)
    }
    if let zones {
      json.objects("zones", zones) { zone, json in
        json.member("name", zone.name)
        json.member("left", zone.region.left)
        json.member("right", zone.region.right)
        json.member("top", zone.region.top)
        json.member("bottom", zone.region.bottom)
      }
    }
    json.member("id", id)
    json.member("path", path)
    json.member("output", output)
    json.member("rotation", rotation)
    json.member("slop_scale", slopScale)
    if let claimed { json.member("claimed", claimed) }
    if let filter { json.member("filter", filter) }
    if let strips {
      json.object("strips") {
        $0.member("left", strips.left)
        $0.member("right", strips.right)
      }
    }
    json.member("force", force?.rawValue)
    json.endObject()
  }
}

extension JSONWriter {
  /// Writes a problem or a warning of a configuration, as `Diagnostic` has it.
  ///
  /// - Parameter line: 0 for one without a position.
  package mutating func problem(
    _ severity: String, _ message: String, line: Int, column: Int, gesture: String?
  ) {
    object {
      $0.member("severity", severity)
      $0.member("line", line)
      $0.member("column", column)
      $0.member("message", message)
      $0.member("gesture", gesture)
    }
  }
}
