import GestureCore
import Output

/// A valid configuration, read from a TOML file or built in.
///
/// What must hold: each name of a zone, a gesture or a relation in it exists, and each value is within the limits of its key. The reader
/// reports what breaks this and leaves it out, so no other part checks it again.
package struct Configuration: Sendable {
  /// The path of the file; nil for the built-in demonstration set.
  package var path: String?
  package var implicitRequirements = true
  package var deviceClasses: [DeviceClass] = [.touchpad, .touchscreen]
  /// The default of `typing_guard` for taps and for touchpad gestures of one and two fingers, µs.
  package var typingGuard: Timestamp = 500 * .millisecond
  /// Whether the file sets `typing_guard`. If it does, the daemon reports a missing source of key presses.
  package var writesTypingGuard = false
  /// Whether events of gestures that name `locked` have their measures while the session is locked.
  package var positionsWhileLocked = false
  package var consume = Consume.auto
  /// The touches by which the user ends a grab.
  package var grabRelease = EmergencyRelease.Settings()
  /// The device rules in file order. The first match applies.
  package var devices: [DeviceRule] = []
  /// The zones in file order.
  package var zones: [ZoneSelection] = []
  /// The gestures in file order.
  package var gestures: [GestureBinding] = []

  package init() {}
}

/// The properties by which a `[[device]]` selects a device.
package struct DeviceIdentity: Sendable {
  package var name: String
  /// The name that `[[device]]` gives it; nil without one.
  package var givenName: String?
  package var deviceClass: DeviceClass
  package var vendor: UInt16
  package var product: UInt16
  /// The device's paths: /dev/input/eventN and its links (by-path, by-id); empty for a recording.
  package var paths: [String]
  /// The device's seat (ID_SEAT), and that of the session; nil where it is unknown, as of a recording.
  package var seat: String?
  package var ownSeat: String?
  /// Whether udev leaves the device out (LIBINPUT_IGNORE_DEVICE).
  package var isLeftOut = false

  package init(
    name: String, deviceClass: DeviceClass, vendor: UInt16 = 0, product: UInt16 = 0,
    paths: [String] = []
  ) {
    self.name = name
    self.deviceClass = deviceClass
    self.vendor = vendor
    self.product = product
    self.paths = paths
  }
}

/// One `[[device]]`: the selectors, which must all match, and the values for devices that match.
package struct DeviceRule: Sendable {
  package var name: String?
  package var kind: DeviceClass?
  package var vendor: UInt16?
  package var product: UInt16?
  package var path: String?
  package var seat: String?
  package var settings = DeviceSettings()
  package init() {}
}

/// One `[[gesture]]`: the parameters of its recognizer, and its actions.
package struct GestureBinding: Sendable {
  package var name: String
  /// What its actions do, in words; nil if the file does not say it.
  package var description: String?
  package var type: GestureType
  /// The gesture's recognizer by device class. The gesture applies to the classes that have an entry.
  package var definitions: [DeviceClass: RecognizerDefinition] = [:]
  /// Globs for the device's name; empty matches all devices of the classes in `definitions`.
  package var deviceNames: [String] = []
  /// The zone as fractions of the stage; each device converts it into `RecognizerDefinition.region` in mm.
  package var zone: ZoneSelection?
  /// For a sequence, the zones and conditions of each step.
  package var steps: [StepPlacement] = []
  package var when: [WhenCondition] = []
  package var conditions: [WhereCondition] = []
  /// The relations that count only while their `where` and `when` hold.
  package var relations: [RelationBinding] = []
  /// The gesture's own typing guard, µs; nil means the default for the type and device class.
  package var typingGuard: Timestamp?
  package var actions = GestureActions()
  package var cancelsTouches = false
  package var delaysTouches: TouchDelay?
  /// The line of the `[[gesture]]` header; 0 for built-in gestures.
  package var line: Int

  /// What its actions do, for lists of gestures: the words of the file, else the actions themselves; "" without actions.
  package var purpose: String { description ?? actions.summary }

  package init(name: String, type: GestureType, line: Int) {
    self.name = name
    self.type = type
    self.line = line
  }
}

extension Configuration {
  /// The descriptions of the gestures that have one, by their names.
  package var descriptions: [String: String] {
    gestures.reduce(into: [:]) { $0[$1.name] = $1.description }
  }
}

/// Where on the stage a step of a sequence must be made.
package struct StepPlacement: Sendable {
  /// Each touch of the step must land in all of these zones.
  package var zones: [ZoneSelection] = []
  package var conditions: [WhereCondition] = []
  /// The placements of its own steps, if the step is a sequence.
  package var steps: [StepPlacement] = []
}

/// A table in `require_failure_of`, `required_to_fail_by` or `simultaneous_with`.
package struct RelationBinding: Equatable, Sendable {
  package var kind: ConditionalRelation.Kind
  /// The name of the other gesture.
  package var other: String
  package var conditions: [WhereCondition] = []
  package var when: [WhenCondition] = []
}

/// A `[zone.NAME]`, with borders as fractions of the stage or in mm.
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
  /// The gestures that receive a touch landing in this zone.
  package var mask = ZoneMask.all
}

/// One condition of `where`, before zones and lengths are resolved for a device.
package struct WhereCondition: Equatable, Sendable {
  package var condition: MeasureCondition
  /// The zones of `starts_in` and `ends_in`.
  package var zones: [ZoneSelection] = []
  package init(_ condition: MeasureCondition, zones: [ZoneSelection] = []) {
    self.condition = condition
    self.zones = zones
  }
}
