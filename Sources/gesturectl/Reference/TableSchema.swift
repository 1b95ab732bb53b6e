import ControlProtocol
import GestureConfig
import GestureCore
import Output

/// The schemas of [settings], [[device]], [zone.*] and [[arrangement]]. A test compares their keys with the reader's lists.
enum TableSchema {
  private static let classes = DeviceClass.allCases.map(\.rawValue)

  static func setting(_ key: String) -> JSONValue {
    switch key {
    case "implicit_requirements": Schema.flag
    case "device_classes": Schema.wordOrWords(classes)
    case "typing_guard": Schema.quantity(.duration, .minimum)
    case "consume": Schema.words(Configuration.Consume.allCases.map(\.rawValue))
    case "grab_release": ConfigurationSchema.keyed(ConfigurationReader.grabReleaseKeys, grabRelease)
    default: unknown(key)
    }
  }

  private static func grabRelease(_ key: String) -> JSONValue {
    switch key {
    case "fingers": Schema.integer(EmergencyRelease.Settings.fingerLimits)
    case "time": Schema.quantity(.duration)
    default: unknown(key)
    }
  }

  static func device(_ key: String) -> JSONValue {
    switch key {
    case "match":
      ConfigurationSchema.keyed(ConfigurationReader.matchKeys, match).with(["minProperties": .integer(1)])
    case "ignore", "palm_edge", "pen_guard", "thumb": Schema.flag
    case "name": Schema.text
    case "size": Schema.pair(of: Schema.positive(.length))
    case "when": Schema.reference("common/properties/when")
    case "suspend": Schema.words(ConfigurationReader.suspendWords)
    case "shortest_contact", "stuck_after", "resting_after":
      Schema.any(Schema.words(["off"]), Schema.quantity(.duration))
    case "calibration": Schema.list(of: Schema.number(-1000...1000), least: 6, most: 6)
    case "range":
      ConfigurationSchema.keyed(
        ConfigurationReader.rangeKeys, axisRange, needs: ConfigurationReader.rangeKeys)
    case "rotation": .object(["enum": .array([0, 90, 180, 270].map { .integer($0) })])
    case "slop_scale": Schema.number(0.1...10)
    case "palm_size", "thumb_size":
      Schema.any(
        Schema.words(["auto", "off"]), Schema.positive(.length), Schema.integer(0...Int(Int32.max)))
    case "palm_pressure", "thumb_pressure":
      Schema.any(Schema.words(["auto", "off"]), Schema.integer(0...Int(Int32.max)))
    case "touch_pressure", "touch_size":
      Schema.any(
        Schema.words(["auto", "off"]),
        Schema.pair(
          of: key == "touch_size"
            ? Schema.any(
              Schema.integer(0...Int(Int32.max)), Schema.pattern("^[0-9]+$"), Schema.quantity(.length))
            : Schema.any(Schema.integer(0...Int(Int32.max)), Schema.pattern("^[0-9]+$"))))
    case "hysteresis": Schema.any(Schema.words(["auto", "off"]), Schema.quantity(.length))
    case "claim":
      Schema.any(
        claimedFingers, Schema.string("off"),
        Schema.list(
          of: Schema.any(
            claimedFingers,
            ConfigurationSchema.keyed(ConfigurationReader.claimKeys, claim, needs: ["fingers"])),
          most: ConfigurationReader.mostClaims))
    case "grab": Schema.off
    default: unknown(key)
    }
  }

  private static func axisRange(_: String) -> JSONValue {
    Schema.pair(of: Schema.integer(Int(Int32.min)...Int(Int32.max)))
  }

  private static let claimedFingers = Schema.any(
    Schema.integer(ConfigurationReader.claimLimits), Schema.ranges(ConfigurationReader.claimLimits))

  private static func claim(_ key: String) -> JSONValue {
    switch key {
    case "fingers": claimedFingers
    case "zone": Schema.text
    case "when": Schema.reference("common/properties/when")
    default: unknown(key)
    }
  }

  private static func match(_ key: String) -> JSONValue {
    switch key {
    case "name", "path", "seat": Schema.text
    case "kind": Schema.words(classes)
    case "vendor", "product":
      Schema.any(Schema.pattern("^(0x)?[0-9a-fA-F]{1,4}$"), Schema.integer(0...Int(UInt16.max)))
    default: unknown(key)
    }
  }

  static func zone(_ key: String) -> JSONValue {
    key == "gestures" ? Schema.words(ZoneMask.allCases.map(\.rawValue)) : Schema.pair(of: Schema.position)
  }

  static func arrangement(_ key: String) -> JSONValue {
    let member = Schema.table(["name": Schema.text, "eager": Schema.flag], needs: ["name", "eager"])
    return Schema.list(of: key == "exclusive" ? Schema.any(Schema.text, member) : Schema.text, least: 2)
  }

  static func unknown(_ key: String) -> JSONValue {
    preconditionFailure("the key `\(key)` has no schema")
  }
}
