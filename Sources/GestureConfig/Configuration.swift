import GestureCore

/// A whole configuration, valid: what a TOML file says, or the built-in demonstration set.
package struct Configuration: Sendable {
  /// nil: the built-in demonstration set.
  package var path: String?
  package var implicitRequirements = true
  package var deviceClasses: [DeviceClass] = [.touchpad, .touchscreen]
  /// The guard of taps and of gestures of one and two fingers on touchpads, unless they have their own.
  package var typingGuard: Timestamp = 500 * .millisecond
  /// A `typing_guard` is written: what it needs must be there.
  package var writesTypingGuard = false
  package var consume = Consume.auto
  /// How the user ends a grab by hand.
  package var grabRelease = EmergencyRelease.Settings()
  /// The device rules in file order; the first that matches applies.
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

/// One `[[device]]`: selectors that must all hold, and the values that then apply.
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
  /// The resolved gesture for each class of device; no entry if it does not apply to that class.
  package var definitions: [DeviceClass: RecognizerDefinition] = [:]
  /// Globs on the device's name; empty: every device of the classes above.
  package var deviceNames: [String] = []
  /// Fractions of the stage; becomes `RecognizerDefinition.region` in mm per device.
  package var zone: ZoneSelection?
  /// For each step of a sequence, the zones that it must begin in, all of them.
  package var stepZones: [[ZoneSelection]] = []
  package var when: [WhenCondition] = []
  package var conditions: [WhereCondition] = []
  /// The conditions of gestures in `require_failure_of`, by name.
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

/// One condition of `where`, as the file has it.
package struct WhereCondition: Equatable, Sendable {
  package var condition: MeasureCondition
  /// The zones of `ends_in`.
  package var zones: [ZoneSelection] = []
  package init(_ condition: MeasureCondition, zones: [ZoneSelection] = []) {
    self.condition = condition
    self.zones = zones
  }
}

/// One problem or warning of a configuration, with its place.
package struct Diagnostic: Equatable, Sendable {
  package enum Severity: String, Sendable {
    case problem
    case warning
  }
  package var severity: Severity
  /// The line, from 1; 0 if there is no place in the file.
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
  /// Those beyond the ones that are listed; the last diagnostic says how many.
  private var unlisted = (problems: 0, warnings: 0)

  mutating func count(unlisted problems: Int, warnings: Int) {
    guard problems + warnings > 0 else { return }
    unlisted = (problems, warnings)
    diagnostics.append(
      Diagnostic(
        severity: problems > 0 ? .problem : .warning, line: 0, column: 0,
        message: Wording.unlisted(problems, warnings)))
  }

  /// All problems and warnings, whether listed or not.
  package var counts: (problems: Int, warnings: Int) {
    let listed = unlisted == (0, 0) ? diagnostics[...] : diagnostics.dropLast()
    let problems = listed.count { $0.severity == .problem }
    return (problems + unlisted.problems, listed.count - problems + unlisted.warnings)
  }
}
