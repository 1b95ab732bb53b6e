import ControlProtocol
import GestureConfig
import GestureCore

/// The JSON Schema of config.toml, for editors. It is made from the tables of types and the reader's lists of keys.
///
/// `gesturectl check` reports what a schema cannot express: unknown names, combinations of values, upper bounds of quantities.
enum ConfigurationSchema {
  static var document: JSONValue {
    Schema.table([
      "settings": Schema.reference("settings"), "device": Schema.list(of: Schema.reference("device")),
      "zone": .object(["type": .string("object"), "additionalProperties": Schema.reference("zone")]),
      "gesture": Schema.list(of: choice(of: "gesture")),
      "arrangement": Schema.list(of: Schema.reference("arrangement")),
    ]).with([
      "$schema": .string("http://json-schema.org/draft-07/schema#"),
      "title": .string("Configuration of gestured"), "$defs": .object(definitions),
    ])
  }

  private static var definitions: [String: JSONValue] {
    var definitions: [String: JSONValue] = [
      "settings": keyed(ConfigurationReader.settingKeys, TableSchema.setting),
      "device": keyed(ConfigurationReader.deviceKeys, TableSchema.device, needs: ["match"]),
      "zone": keyed(ConfigurationReader.zoneKeys, TableSchema.zone),
      "arrangement": keyed(ConfigurationReader.arrangementKeys, TableSchema.arrangement)
        .with(Schema.needsOne(of: ConfigurationReader.arrangementKeys).members),
      "common": keyed(ConfigurationReader.commonKeys, ActionSchema.common),
      "relation": ActionSchema.relation,
      "actions": keyed(ConfigurationReader.actionKeys, ActionSchema.action)
        .with(Schema.needsOne(of: ActionSchema.kinds).members),
    ]
    definitions.merge(Schema.shared) { $1 }
    definitions.merge(ConditionSchema.shared) { $1 }
    definitions["limited"] = Schema.needsOne(
      of: ActionSchema.kinds + ConfigurationReader.stateKeys + ["step"])
    for type in GestureType.allCases {
      definitions["gesture-\(type.rawValue)"] = gesture(type)
      definitions["step-\(type.rawValue)"] = step(type)
    }
    return definitions
  }

  static func keyed(
    _ keys: [String], _ schema: (String) -> JSONValue, needs: [String] = []
  ) -> JSONValue {
    Schema.table(Dictionary(uniqueKeysWithValues: keys.map { ($0, schema($0)) }), needs: needs)
  }

  /// The schema that applies for the value of `type`.
  static func choice(of kind: String, _ types: [GestureType] = GestureType.allCases) -> JSONValue {
    let branches = types.map { type -> JSONValue in
      let condition: JSONValue = .object([
        "properties": .object(["type": Schema.string(type.rawValue)]), "required": .array([.string("type")]),
      ])
      return .object(["if": condition, "then": Schema.reference("\(kind)-\(type.rawValue)")])
    }
    return .object([
      "type": .string("object"), "required": .array([.string("type")]),
      "properties": .object(["type": Schema.words(types.map(\.rawValue))]),
      "allOf": .array(branches),
    ])
  }

  // MARK: One type

  private static func gesture(_ type: GestureType) -> JSONValue {
    var properties: [String: JSONValue] = [:]
    for key in ConfigurationReader.commonKeys where ActionSchema.applies(key, to: type) {
      properties[key] = Schema.reference("common/properties/\(key)")
    }
    properties["type"] = Schema.string(type.rawValue)
    properties["fingers"] = fingers(of: type)
    // A sequence has the measures of its last step, so its `where` may have any measure.
    if properties["where"] != nil, type != .sequence {
      properties["where"] = ConditionSchema.table(of: type.measures)
    }
    properties["step"] = ActionSchema.step(of: type)
    for key in type.keys { properties[key.name.rawValue] = own(key, of: type) }
    let needs = type.keys.filter(\.isRequired).map(\.name.rawValue)
    // `timeout` without an action is refused, because only actions can be limited.
    let acts = Schema.reference("limited")
    return Schema.table(properties, needs: needs).with([
      "description": .string(type.summary),
      "dependencies": .object(["timeout": acts, "max_running": acts]),
    ])
  }

  /// A step of a sequence has its type's keys, but no actions.
  private static func step(_ type: GestureType) -> JSONValue {
    var properties: [String: JSONValue] = [
      "type": Schema.string(type.rawValue), "zone": Schema.reference("common/properties/zone"),
      "where": Schema.reference("gesture-\(type.rawValue)/properties/where"),
    ]
    for key in type.keys.map(\.name.rawValue) + (type.traits.fingers == nil ? [] : ["fingers"]) {
      properties[key] = Schema.reference("gesture-\(type.rawValue)/properties/\(key)")
    }
    return Schema.table(properties, needs: type.keys.filter(\.isRequired).map(\.name.rawValue))
  }

  private static func own(_ key: ParameterKey, of type: GestureType) -> JSONValue {
    let (screen, pad) = (
      key.written(in: type.defaults(.touchscreen)), key.written(in: type.defaults(.touchpad))
    )
    var more: [String: JSONValue] = [:]
    var help = key.help
    if !key.isRequired, let screen {
      more["default"] = screen.json
      if let pad, pad != screen { help += " Touchpad: \(pad.toml)" }
    }
    more["description"] = .string(help)
    return key.schema.with(more)
  }

  private static func fingers(of type: GestureType) -> JSONValue? {
    guard let accepted = type.traits.fingers else { return nil }
    let limits = accepted.limits
    let number = Schema.integer(limits)
    let more: [String: JSONValue] = [
      "default": accepted.written.json,
      "description": .string("Number of fingers: \(type.acceptedFingers ?? "")."),
    ]
    guard accepted.takesRange else { return number.with(more) }
    return Schema.any(number, Schema.ranges(limits)).with(more)
  }
}

extension JSONValue {
  var members: [String: JSONValue] {
    if case .object(let members) = self { members } else { [:] }
  }
}

extension ParameterKey {
  /// The schema of the accepted values.
  fileprivate var schema: JSONValue {
    switch kind {
    case .length(_, let bound): Schema.quantity(.length, bound)
    case .lengthPair:
      Schema.any(Schema.quantity(.length), Schema.pair(of: Schema.quantity(.length)))
    case .duration(_, let bound): Schema.quantity(.duration, bound)
    case .speed: Schema.quantity(.speed)
    case .angle: Schema.quantity(.angle)
    case .anglePair: Schema.any(Schema.quantity(.angle), Schema.pair(of: Schema.quantity(.angle)))
    case .ratio(_, let range): Schema.number(range)
    case .count(_, let range): Schema.integer(range)
    case .countOrAny(_, let range): Schema.any(Schema.integer(range), Schema.string("any"))
    case .countOrNone(_, let range): Schema.any(Schema.integer(range), Schema.string("none"))
    case .flag: Schema.flag
    case .choice(_, let words): Schema.words(words)
    case .words(_, let words): Schema.wordOrWords(words)
    case .spread: Schema.any(Schema.percentage, Schema.quantity(.spread))
    case .forces:
      Schema.any(
        Schema.positive(.force), Schema.list(of: Schema.positive(.force), least: 1, most: 2),
        Schema.percentage, Schema.list(of: Schema.percentage, least: 1, most: 2))
    case .template:
      Schema.list(of: Schema.pair(of: .object(["type": .string("number")])), least: 2)
    case .steps:
      Schema.list(
        of: Schema.any(
          ConfigurationSchema.choice(of: "step", GestureType.allCases.filter { $0 != .client }),
          Schema.combination(.exclusive),
          Schema.combination(.simultaneous)), least: 1, most: ConfigurationReader.mostSteps)
    }
  }
}

extension WrittenValue {
  /// The value of `default` in the schema.
  fileprivate var json: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .plain("true"): .bool(true)
    case .plain("false"): .bool(false)
    case .plain(let text): Int64(text).map { .integer($0) } ?? .number(Double(text) ?? 0)
    case .list(let values): .array(values.map(\.json))
    }
  }
}

extension Schema {
  /// The schema of a step of several gestures.
  fileprivate static func combination(_ composition: StepComposition) -> JSONValue {
    let members = list(
      of: ConfigurationSchema.choice(
        of: "step", GestureType.allCases.filter { $0 != .sequence && $0 != .client }),
      least: 2, most: ConfigurationReader.mostSteps)
    return table([composition.rawValue: members], needs: [composition.rawValue])
  }
}
