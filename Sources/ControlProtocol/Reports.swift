import GestureCore

/// A touch device in `Status`, `ListDevices` and `gesturectl devices`.
package struct DeviceReport: Sendable {
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

  /// Vendor and product in hexadecimal, `06cb:7e7e`, and the link under /dev/input/by-path; nil if not requested.
  package var id: String?
  package var path: String?
  /// The panel's clockwise rotation in degrees, and what the contact filter does; nil if not requested.
  package var rotation: Int?
  package var filter: [String]?
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
    json.member("id", id)
    json.member("path", path)
    json.member("rotation", rotation)
    if let filter { json.member("filter", filter) }
    json.member("force", force?.rawValue)
    json.endObject()
  }
}

/// A gesture on one device.
package struct GestureReport: Sendable {
  package var name: String
  package var type: GestureType
  /// The device's kernel name (`event7`).
  package var device: String
  package var fingers: ClosedRange<Int>
  package var isEnabled = true
  /// Whether the gesture's `when` matches the context.
  package var isPermitted = true
  /// For the type `client`, whether a program recognizes it; nil for other types.
  package var hasProgram: Bool?
  /// Gestures that must fail first.
  package var waitsFor: [String] = []
  /// The longest wait, in µs; nil if the gesture does not wait, or if the wait has no limit.
  package var addedDelay: Timestamp?
  /// The gesture's actions as text: `run swaymsg workspace next`; "" if it has none.
  package var action = ""
  /// How the gesture's touches are hidden from the compositor, or why not; nil if the configuration does not hide them.
  package var taken: String?
  /// The direction that the gesture accepts, as `left`, `in` or `horizontal`; nil if it accepts every direction.
  package var direction: String?
  /// The gesture's limits that are lengths, in mm: one value, or a slow and a fast one.
  package var limits: [(key: String, mm: [Double])] = []
  /// How often it was recognized or began on this device since the daemon started.
  package var count = 0
  /// How often Trigger ran the gesture's actions without a device.
  package var triggered = 0

  package init(name: String, type: GestureType, device: String, fingers: ClosedRange<Int>) {
    self.name = name
    self.type = type
    self.device = device
    self.fingers = fingers
  }

  package func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("name", name)
    json.member("type", type.rawValue)
    json.member("device", device)
    json.member("fingers", fingersText)
    json.member("direction", direction)
    json.object("limits") { json in
      for limit in limits {
        json.key(text: limit.key)
        json.list(limit.mm) { $1.number($0) }
      }
    }
    json.member("enabled", isEnabled)
    json.member("permitted", isPermitted)
    if let hasProgram { json.member("program", hasProgram) }
    json.member("waits_for", waitsFor)
    json.member("added_delay", addedDelay.map { Double($0) / 1e6 })
    json.member("action", action)
    json.member("taken", taken)
    json.member("count", count)
    json.member("triggered", triggered)
    json.endObject()
  }

  /// The finger count in the configuration's syntax: `3`, `2..4`, `1..`.
  private var fingersText: String {
    if fingers.upperBound == .max { return "\(fingers.lowerBound).." }
    return fingers.count == 1 ? "\(fingers.lowerBound)" : "\(fingers.lowerBound)..\(fingers.upperBound)"
  }
}

/// An error or a warning in a configuration.
package struct ProblemReport: Sendable {
  /// `problem` or `warning`.
  package var severity: String
  /// Line in the file, from 1; 0 for a problem without a position.
  package var line: Int
  package var column: Int
  package var message: String
  package var gesture: String?

  package init(severity: String, line: Int, column: Int, message: String, gesture: String?) {
    self.severity = severity
    self.line = line
    self.column = column
    self.message = message
    self.gesture = gesture
  }

  package func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("severity", severity)
    json.member("line", line)
    json.member("column", column)
    json.member("message", message)
    json.member("gesture", gesture)
    json.endObject()
  }
}

/// The daemon's state without the subscribers, which the control server adds.
package struct StatusReport: Sendable {
  /// Programs started by actions: running now, and since the start.
  package struct Actions: Sendable {
    package var running = 0
    package var started = 0
    package var failed = 0
    package var timedOut = 0
    package var dropped = 0
    /// One for each gesture with a command that failed since the configuration was read.
    package var failures: [Failure] = []
    package init() {}
  }

  /// The last command of a gesture that failed since the configuration was read.
  package struct Failure: Sendable {
    package var gesture: String
    /// The command, and how it failed.
    package var text: String
    /// How many of the gesture's commands failed since then.
    package var count: Int
    /// The time since the last one, µs.
    package var age: Timestamp

    package init(gesture: String, text: String, count: Int, age: Timestamp) {
      self.gesture = gesture
      self.text = text
      self.count = count
      self.age = age
    }

    func write(to json: inout JSONWriter) {
      json.beginObject()
      json.member("gesture", gesture)
      json.member("text", text)
      json.member("count", count)
      json.member("age", Double(age) / 1e6)
      json.endObject()
    }
  }

  package var version: String
  /// The daemon's process id.
  package var pid = 0
  /// The time since the daemon started, µs.
  package var uptime: Timestamp
  /// The path of the configuration; nil for the built-in demonstration set.
  package var configurationPath: String?
  /// The time since the configuration was read, µs.
  package var loaded: Timestamp
  /// The problems of the last attempt to read the configuration.
  package var problems: [ProblemReport] = []
  package var devices: [DeviceReport] = []
  package var gestures: [GestureReport] = []
  package var actions = Actions()
  /// The values set in the context; "" for a removed key.
  package var context: [(key: String, value: String)] = []
  /// The variables of the session and `PATH` that commands get, as `NAME=value`.
  package var variables: [String] = []

  package init(version: String, uptime: Timestamp, configurationPath: String?, loaded: Timestamp) {
    self.version = version
    self.uptime = uptime
    self.configurationPath = configurationPath
    self.loaded = loaded
  }

  /// Writes the members without braces, so that the server can add its own.
  package func writeMembers(to json: inout JSONWriter) {
    json.member("version", version)
    json.member("pid", pid)
    json.member("uptime", Double(uptime) / 1e6)
    json.member("configuration", configurationPath)
    json.member("loaded", Double(loaded) / 1e6)
    json.list("problems", problems) { $0.write(to: &$1) }
    json.list("devices", devices) { $0.write(to: &$1) }
    json.list("gestures", gestures) { $0.write(to: &$1) }
    json.object("context") { json in
      for (key, value) in context {
        json.key(text: key)
        json.string(value)
      }
    }
    json.object("actions") { json in
      json.member("running", actions.running)
      json.member("started", actions.started)
      json.member("failed", actions.failed)
      json.member("timed_out", actions.timedOut)
      json.member("dropped", actions.dropped)
      json.list("failures", actions.failures) { $0.write(to: &$1) }
    }
    json.member("variables", variables)
  }
}
