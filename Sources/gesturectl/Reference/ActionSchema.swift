import ControlProtocol
import GestureConfig
import GestureCore

/// The keys that every gesture has, and its actions.
enum ActionSchema {
  /// The keys that do something; `timeout` and `max_running` only limit them.
  static let kinds = ConfigurationReader.actionKinds

  static func common(_ key: String) -> JSONValue {
    switch key {
    // A control character would break the text trace.
    case "name": Schema.pattern("^[^\\u0000-\\u001f\\u007f]+$")
    case "type": Schema.words(GestureType.allCases.map(\.rawValue))
    case "fingers": .object(["type": .array([.string("integer"), .string("string")])])
    case "device": Schema.textOrTexts
    case "zone": Schema.text
    case "priority": Schema.integer(-1000...1000)
    case "enabled", "immediate": Schema.flag
    case "typing_guard": Schema.quantity(.duration, .minimum)
    case "require_failure_of":
      Schema.any(
        Schema.text,
        Schema.list(
          of: Schema.any(
            Schema.text,
            Schema.table(["name": Schema.text, "where": ConditionSchema.table], needs: ["name", "where"]))))
    case "required_to_fail_by", "simultaneous_with":
      Schema.any(Schema.text, Schema.list(of: Schema.text))
    case "when": when
    case "where": ConditionSchema.table
    case "cancels_touches": Schema.flag
    case "delays_touches": Schema.any(Schema.flag, Schema.positive(.duration))
    case "step": .object(["type": .string("object")])
    case "button": Schema.words(PointerButton.allCases.map(\.rawValue))
    case "scroll", "move": Schema.any(Schema.flag, Schema.number(ConfigurationReader.factors))
    case "touchpad": touchpad
    case _ where ConfigurationReader.stateKeys.contains(key): Schema.reference("actions")
    default: action(key)
    }
  }

  private static var when: JSONValue {
    let own = ContextKey.allCases.map { key in
      // One of its words, or a glob.
      (key.rawValue, condition(Schema.pattern("^(\(pattern(key))|.*[*?[].*)$")))
    }
    return .object([
      "type": .string("object"), "properties": .object(Dictionary(uniqueKeysWithValues: own)),
      "additionalProperties": condition(Schema.text),
    ])
  }

  private static func pattern(_ key: ContextKey) -> String {
    guard key == .modifiers else { return key.words.joined(separator: "|") }
    let one = "(\(ContextKey.modifierNames.joined(separator: "|")))"
    return "none|\(one)(\\+\(one))*"
  }

  private static func condition(_ text: JSONValue) -> JSONValue {
    let texts = Schema.any(text, Schema.list(of: text, least: 1))
    return Schema.any(texts, Schema.table(["not": texts], needs: ["not"]))
  }

  static func action(_ key: String) -> JSONValue {
    switch key {
    case "run", "pipe": Schema.text
    case "exec":
      // Only the program must have a name; an empty argument is an argument.
      .object([
        "type": .string("array"), "minItems": .integer(1), "items": .array([Schema.text]),
        "additionalItems": Schema.pattern("^[^\\u0000]*$"),
      ])
    case "keys": Schema.textOrTexts
    case "click": Schema.any(Schema.words(ConfigurationReader.clickWords), click)
    case "notify":
      Schema.any(
        Schema.text, Schema.table(["socket": Schema.text, "message": Schema.text], needs: ["socket"]))
    case "timeout": Schema.quantity(.duration, .maximum)
    case "max_running": Schema.integer(1...1000)
    default: TableSchema.unknown(key)
    }
  }

  private static var click: JSONValue {
    Schema.table([
      "button": Schema.words(PointerButton.allCases.map(\.rawValue)), "double": Schema.flag,
      "at": Schema.words(ConfigurationReader.clickPlaces),
    ])
  }

  private static var touchpad: JSONValue {
    Schema.table(
      [
        "fingers": Schema.integer(ConfigurationReader.touchpadFingers),
        "factor": Schema.number(ConfigurationReader.touchpadFactors),
      ], needs: ["fingers"])
  }

  /// Whether gestures of the type may have the common key.
  static func applies(_ key: String, to type: GestureType) -> Bool {
    // A sequence reports what its last step reports.
    if type == .sequence { return key != "fingers" }
    switch key {
    case "fingers": return type.traits.fingers != nil
    case "where": return !type.measures.isEmpty
    case "step": return type.traits.stepMeasure != nil
    case "button": return type.traits.lasts
    case "scroll": return type.turnsWheel
    case "move": return type.traits.movesPointer
    case "touchpad": return type.traits.drivesTouchpad
    case _ where ConfigurationReader.stateKeys.contains(key):
      return type.traits.states.map(\.rawValue).contains(key)
    default: return true
    }
  }

  static func step(of type: GestureType) -> JSONValue? {
    let ratio = Schema.number(1...100).with(["exclusiveMinimum": .integer(1)])
    let every: JSONValue
    switch type.traits.stepMeasure {
    case .length: every = Schema.positive(.length)
    case .angle: every = Schema.positive(.angle)
    case .ratio: every = ratio
    case nil where type == .sequence:
      every = Schema.any(Schema.positive(.length), Schema.positive(.angle), ratio)
    case nil: return nil
    }
    let actions = Schema.reference("actions")
    return Schema.table(["every": every, "forward": actions, "backward": actions], needs: ["every"])
      .with(["anyOf": .array(["forward", "backward"].map { .object(["required": .array([.string($0)])]) })])
  }
}
