import ControlProtocol
import GestureConfig
import GestureCore

/// The JSON Schema of config.toml, for editors. It is made from the tables of types and the reader's tables of keys.
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
      "$id": .string("https://gestured.org/gestured.schema.json"),
      "title": .string("Configuration of gestured"), "$defs": .object(definitions),
    ])
  }

  private static var definitions: [String: JSONValue] {
    let kinds = ConfigurationReader.actionKinds
    var definitions = [
      "settings": Schema.of(ConfigurationReader.settingTable.form),
      "device": Schema.of(ConfigurationReader.deviceTable.form),
      "zone": Schema.of(ConfigurationReader.zoneTable.form),
      "arrangement": Schema.of(ConfigurationReader.arrangementTable.form),
      "common": Schema.of(.table(ConfigurationReader.commonForms, needs: [])),
      "relation": Schema.of(.any([.text, ConfigurationReader.relationForm])),
      "actions": Schema.of(.table(ConfigurationReader.actionForms, needs: [kinds])),
      "limited": Schema.needsOne(of: kinds + ConfigurationReader.stateKeys + ["step"]),
    ]
    definitions.merge(Schema.shared) { $1 }
    definitions.merge(ConditionSchema.shared) { $1 }
    for type in GestureType.allCases {
      definitions["gesture-\(type.rawValue)"] = gesture(type)
      definitions["step-\(type.rawValue)"] = step(type)
    }
    return definitions
  }

  /// The schema that applies for the value of `type`.
  static func choice(of kind: String, _ types: [GestureType] = GestureType.allCases) -> JSONValue {
    let branches = types.map { type -> JSONValue in
      let condition: JSONValue = .object([
        "properties": .object(["type": Schema.of(.word([type.rawValue]))]),
        "required": .array([.string("type")]),
      ])
      return .object(["if": condition, "then": Schema.reference("\(kind)-\(type.rawValue)")])
    }
    return .object([
      "type": .string("object"), "required": .array([.string("type")]),
      "properties": .object(["type": Schema.of(.word(types.map(\.rawValue)))]), "allOf": .array(branches),
    ])
  }

  // MARK: One type

  private static func gesture(_ type: GestureType) -> JSONValue {
    var properties: [String: JSONValue] = [:]
    for key in ConfigurationReader.commonKeys where applies(key, to: type) {
      properties[key] = Schema.reference("common/properties/\(key)")
    }
    properties["type"] = Schema.of(.word([type.rawValue]))
    properties["fingers"] = fingers(of: type)
    // A sequence has the measures of its last step, so its `where` may have any measure.
    if properties["where"] != nil, type != .sequence {
      properties["where"] = ConditionSchema.table(of: type.measures)
    }
    properties["step"] = stepAction(of: type)
    for key in type.keys { properties[key.name.rawValue] = own(key, of: type) }
    let needs = type.keys.filter(\.isRequired).map { [$0.name.rawValue] }
    // `timeout` without an action is refused, because only actions can be limited.
    let acts = Schema.reference("limited")
    return Schema.table(properties, needs: needs).with([
      "description": .string(type.summary), "dependencies": .object(["timeout": acts, "max_running": acts]),
    ])
  }

  /// A step of a sequence has its type's keys, but no actions.
  private static func step(_ type: GestureType) -> JSONValue {
    var properties: [String: JSONValue] = [
      "type": Schema.of(.word([type.rawValue])), "zone": Schema.reference("common/properties/zone"),
      "where": Schema.reference("gesture-\(type.rawValue)/properties/where"),
    ]
    for key in type.keys.map(\.name.rawValue) + (type.traits.fingers == nil ? [] : ["fingers"]) {
      properties[key] = Schema.reference("gesture-\(type.rawValue)/properties/\(key)")
    }
    return Schema.table(properties, needs: type.keys.filter(\.isRequired).map { [$0.name.rawValue] })
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
    return Schema.of(key.form).with(more)
  }

  private static func fingers(of type: GestureType) -> JSONValue? {
    guard let accepted = type.traits.fingers else { return nil }
    return Schema.of(accepted.form).with([
      "default": accepted.written.json,
      "description": .string("Number of fingers: \(accepted.form.accepted)."),
    ])
  }

  private static func applies(_ key: String, to type: GestureType) -> Bool {
    // A sequence reports the states of its last step, so it may have the tables of any state.
    if type == .sequence { return key != "fingers" }
    switch key {
    case "fingers": return type.traits.fingers != nil
    case "where": return !type.measures.isEmpty
    case "step": return type.traits.stepMeasure != nil || type.traits.lasts
    case _ where ConfigurationReader.stateKeys.contains(key):
      return type.traits.states.map(\.rawValue).contains(key)
    default: return ActionKind(rawValue: key)?.row.applies(type) ?? true
    }
  }

  /// The key `step`.
  private static func stepAction(of type: GestureType) -> JSONValue? {
    let measures =
      type == .sequence ? GestureTraits.StepMeasure.allCases : [type.traits.stepMeasure].compactMap(\.self)
    if measures.isEmpty, !type.traits.lasts { return nil }
    return Schema.of(
      .table(
        [
          ("every", .any(measures.map(\.form) + [ConfigurationReader.tick])),
          ("forward", .own(.actions)), ("backward", .own(.actions)),
        ], needs: [["every"], ["forward", "backward"]]))
  }

  // MARK: Steps of a sequence

  static var steps: JSONValue {
    let single = choice(of: "step", GestureType.allCases.filter { $0 != .client })
    return Schema.list(
      of: Schema.any(single, combination(.exclusive), combination(.simultaneous)),
      1...ConfigurationReader.mostSteps)
  }

  /// A step of several gestures.
  private static func combination(_ composition: StepComposition) -> JSONValue {
    let members = choice(of: "step", GestureType.allCases.filter { $0 != .sequence && $0 != .client })
    return Schema.table(
      [composition.rawValue: Schema.list(of: members, 2...ConfigurationReader.mostSteps)],
      needs: [[composition.rawValue]])
  }
}

extension KeyValue {
  /// The value of `default` in the schema.
  fileprivate var json: JSONValue {
    switch self {
    case .flag(let isOn): .bool(isOn)
    case .plain(let number): Int64(exactly: number).map { .integer($0) } ?? .number(number)
    case .quantity(0, _): .integer(0)
    case .text(let text): .string(text)
    case .quantity, .share: .string(String(toml.dropFirst().dropLast()))
    case .list(let values): .array(values.map(\.json))
    }
  }
}
