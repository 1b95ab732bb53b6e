import GestureCore

/// A whole configuration, valid: what a TOML file says, or the built-in demonstration set.
package struct Configuration: Sendable {
  /// nil: the built-in demonstration set.
  package var path: String?
  package var implicitRequirements = true
  package var deviceClasses: [DeviceClass] = [.touchpad, .touchscreen]
  /// Of taps and of gestures of one and two fingers on touchpads, where they have no value of their own.
  package var typingGuard: Timestamp = 500 * .millisecond
  /// A `typing_guard` is written: what it needs must be there.
  package var writesTypingGuard = false
  package var consume = Consume.auto
  /// How the user ends a grab by hand.
  package var grabRelease = EmergencyRelease.Settings()
  /// In file order; the first that matches counts.
  package var devices: [DeviceRule] = []
  /// In file order.
  package var zones: [ZoneSelection] = []
  /// In file order.
  package var gestures: [GestureBinding] = []

  package init() {}
}

/// What a `[[device]]` can be matched with.
package struct DeviceIdentity: Sendable {
  package var name: String
  package var deviceClass: DeviceClass
  package var vendor: UInt16
  package var product: UInt16
  /// /dev/input/eventN and its links (by-path, by-id); empty for a recording.
  package var paths: [String]

  package init(name: String, deviceClass: DeviceClass, vendor: UInt16, product: UInt16, paths: [String] = [])
  {
    self.name = name
    self.deviceClass = deviceClass
    self.vendor = vendor
    self.product = product
    self.paths = paths
  }
}

/// One `[[device]]`: selectors, all of which must hold, and what then counts.
package struct DeviceRule: Sendable {
  package var name: String?
  package var kind: DeviceClass?
  package var vendor: UInt16?
  package var product: UInt16?
  package var path: String?
  package var settings = DeviceSettings()
  package init() {}
}

/// One `[[gesture]]`: how to recognize it and what to do then.
package struct GestureBinding: Sendable {
  package var name: String
  package var type: GestureType
  /// As resolved for each class; nil where the gesture does not apply to that class of device.
  package var definitions: [DeviceClass: RecognizerDefinition] = [:]
  /// Globs on the device's name; empty: every device of the classes above.
  package var deviceNames: [String] = []
  /// Fractions of the stage; becomes `RecognizerDefinition.region` in mm per device.
  package var zone: ZoneSelection?
  /// Of a sequence: for each step the zones that it must begin in, all of them.
  package var stepZones: [[ZoneSelection]] = []
  package var when: [WhenCondition] = []
  package var conditions: [WhereCondition] = []
  /// Of gestures in `require_failure_of`, by name.
  package var requirementConditions: [String: [WhereCondition]] = [:]
  /// nil: as for its type and class of device.
  package var typingGuard: Timestamp?
  package var actions = GestureActions()
  package var cancelsTouches = false
  package var delaysTouches: TouchDelay?
  /// Line of the `[[gesture]]` header, 0 for built-in ones.
  package var line = 0

  package init(name: String, type: GestureType) {
    self.name = name
    self.type = type
  }
}

/// A `[zone.NAME]`: borders as a fraction of the stage or in mm.
package struct ZoneSelection: Equatable, Sendable {
  package enum Position: Equatable, Sendable {
    case fraction(Double)
    case mm(Double)
  }
  package var name: String
  package var left: Position
  package var right: Position
  package var top: Position
  package var bottom: Position
  package init(name: String, left: Position, right: Position, top: Position, bottom: Position) {
    self.name = name
    self.left = left
    self.right = right
    self.top = top
    self.bottom = bottom
  }
}

/// One key of `when`: the context's value must be one of these (globs), or none of them.
package struct WhenCondition: Equatable, Sendable {
  package var key: String
  package var values: [String]
  package var isNegated: Bool
  package init(key: String, values: [String], isNegated: Bool = false) {
    self.key = key
    self.values = values
    self.isNegated = isNegated
  }
}

/// One condition of `where`, as the file has it.
package struct WhereCondition: Equatable, Sendable {
  package var condition: MeasureCondition
  /// Of `ends_in`.
  package var zones: [ZoneSelection] = []
  package init(_ condition: MeasureCondition, zones: [ZoneSelection] = []) {
    self.condition = condition
    self.zones = zones
  }
}

/// Everything a gesture does (interface.md §2.3).
package struct GestureActions: Sendable {
  /// On recognized (discrete) or began (continuous).
  package var direct: ActionSet?
  package var began: ActionSet?
  package var changed: ActionSet?
  package var ended: ActionSet?
  package var cancelled: ActionSet?
  package var step: StepAction?
  package var motion = MotionActions()
  package init() {}
}

/// Several kinds may stand in one table; all are done.
package struct ActionSet: Sendable {
  package enum Notification: Equatable, Sendable {
    /// To the subscribers of the control socket, as `message` of the event.
    case subscribers(String)
    /// The event as one JSON line to another socket; path already expanded.
    case socket(path: String, message: String?)
  }
  package var run: String?
  package var exec: [String]?
  /// Chords, pressed one after another; each a list of evdev key codes, modifiers first.
  package var keys: [[UInt16]] = []
  package var click: ClickAction?
  package var notify: Notification?
  package var pipe: String?
  /// µs; nil: none.
  package var timeout: Timestamp? = 10 * Timestamp.second
  package var maxRunning = 4
  package init() {}
}

/// Actions for every so much of movement, in both directions.
package struct StepAction: Sendable {
  package enum Measure: Equatable, Sendable {
    /// mm along the axis: pan, edge-pan, tap-drag.
    case distance(Double)
    /// Ratio, above 1: pinch.
    case ratio(Double)
    /// Radians: rotation.
    case angle(Double)
  }
  package var every: Measure
  package var forward: ActionSet?
  package var backward: ActionSet?
  package init(every: Measure, forward: ActionSet?, backward: ActionSet?) {
    self.every = every
    self.forward = forward
    self.backward = backward
  }
}

/// One problem or warning of a configuration, with its place.
package struct Diagnostic: Equatable, Sendable {
  package enum Severity: String, Sendable {
    case problem
    case warning
  }
  package var severity: Severity
  /// From 1; 0 where there is no place in the file.
  package var line: Int
  package var column: Int
  package var message: String
  /// The gesture that it belongs to, where it belongs to one.
  package var gesture: String?
  package init(severity: Severity, line: Int, column: Int, message: String, gesture: String? = nil) {
    self.severity = severity
    self.line = line
    self.column = column
    self.message = message
    self.gesture = gesture
  }
}

/// What became of reading a configuration: the parts without problems, and all diagnostics by position.
package struct LoadedConfiguration: Sendable {
  /// Gestures with a problem are left out (used at start); nil if the file could not be used at all.
  package var configuration: Configuration?
  package var diagnostics: [Diagnostic]
  /// The text, for the line and caret under a diagnostic.
  package var text: String
  package init(configuration: Configuration?, diagnostics: [Diagnostic], text: String) {
    self.configuration = configuration
    self.diagnostics = diagnostics
    self.text = text
  }
  /// Lines of the gestures that were left out.
  package var skippedLines: [Int] = []
  /// `1 gesture skipped (line 12), 5 active`; nil where none was.
  package var skipped: String? {
    if skippedLines.isEmpty { return nil }
    let lines = Wording.listed(skippedLines.map(String.init), "and")
    let what =
      skippedLines.count == 1 ? "1 gesture skipped (line" : "\(skippedLines.count) gestures skipped (lines"
    return "\(what) \(lines)), \(configuration?.gestures.count ?? 0) active"
  }
  package var hasProblems: Bool { diagnostics.contains { $0.severity == .problem } }
}
