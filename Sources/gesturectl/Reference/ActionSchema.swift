import ControlProtocol
import GestureConfig
import GestureCore

/// The schema of the keys that every gesture has, and of the actions.
enum ActionSchema {
  /// The keys of actions. `timeout` and `max_running` are not among them, because they only limit an action.
  static let kinds = ConfigurationReader.actionKinds

  static func common(_ key: String) -> JSONValue {
    switch key {
    // A control character would break the lines of the text trace.
    case "name": Schema.pattern("^[^\\u0000-\\u001f\\u007f]+$")
    case "type": Schema.words(GestureType.allCases.map(\.rawValue))
    case "fingers": .object(["type": .array([.string("integer"), .string("string")])])
    case "device": Schema.textOrTexts
    case "zone": Schema.text
    case "priority": Schema.integer(-1000...1000)
    case "enabled", "immediate": Schema.flag
    case "typing_guard": Schema.quantity(.duration, .minimum)
    case _ where ConditionalRelation.Kind(rawValue: key) != nil:
      Schema.any(Schema.reference("relation"), Schema.list(of: Schema.reference("relation")))
    case "when": when
    case "where": ConditionSchema.table
    case "cancels_touches": Schema.flag
    case "delays_touches":
      Schema.any(
        Schema.flag, Schema.positive(.duration),
        ConfigurationSchema.keyed(
          ConfigurationReader.delayKeys, { _ in Schema.positive(.duration) },
          needs: ConfigurationReader.delayKeys))
    case "step": .object(["type": .string("object")])
    case _ where ConfigurationReader.stateKeys.contains(key): Schema.reference("actions")
    default: action(key)
    }
  }

  /// A gesture's name, or a table with conditions.
  static var relation: JSONValue {
    Schema.any(
      Schema.text,
      ConfigurationSchema.keyed(
        ConfigurationReader.relationKeys,
        { key in
          switch key {
          case "name": Schema.text
          case "where": ConditionSchema.table
          case "when": Schema.reference("common/properties/when")
          default: TableSchema.unknown(key)
          }
        }, needs: ["name"]
      ).with(Schema.needsOne(of: ["where", "when"]).members))
  }

  private static var when: JSONValue {
    let own = ContextKey.allCases.map { key in
      // A value is one of the key's fixed values, or a glob.
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
    case "timeout": Schema.quantity(.duration, .maximum)
    case "max_running": Schema.integer(1...1000)
    default: ActionKind(rawValue: key).map(schema) ?? TableSchema.unknown(key)
    }
  }

  private static func schema(_ kind: ActionKind) -> JSONValue {
    let one = schema(kind.row.form)
    return switch kind.row.arrays {
    case .actions, .actionsIfNested:
      Schema.any(one, Schema.list(of: one, least: 1, most: ConfigurationReader.mostActions))
    case .own: one
    }
  }

  private static func schema(_ form: ValueForm) -> JSONValue {
    switch form {
    case .text: Schema.text
    case .flag: Schema.flag
    case .words(let words): Schema.words(words)
    case .number(let range): Schema.number(range)
    case .count(let range): Schema.integer(range)
    case .list(let element): Schema.list(of: schema(element), least: 1)
    case .program:
      // Only the program's name, the first item, must not be empty.
      .object([
        "type": .string("array"), "minItems": .integer(1), "items": .array([Schema.text]),
        "additionalItems": Schema.pattern("^[^\\u0000]*$"),
      ])
    case .table(let members, let needs):
      Schema.table(
        Dictionary(uniqueKeysWithValues: members.map { ($0.key, schema($0.form)) }), needs: needs)
    case .any(let forms): .object(["anyOf": .array(forms.map(schema))])
    }
  }

  static func applies(_ key: String, to type: GestureType) -> Bool {
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

  static func step(of type: GestureType) -> JSONValue? {
    let ratio = Schema.number(1...100).with(["exclusiveMinimum": .integer(1)])
    let time = Schema.positive(.duration)
    let every: JSONValue
    switch type.traits.stepMeasure {
    case .length: every = Schema.any(Schema.positive(.length), time)
    case .angle: every = Schema.any(Schema.positive(.angle), time)
    case .ratio: every = Schema.any(ratio, time)
    case nil where type == .sequence:
      every = Schema.any(Schema.positive(.length), Schema.positive(.angle), ratio, time)
    case nil where type.traits.lasts: every = time
    case nil: return nil
    }
    let actions = Schema.reference("actions")
    return Schema.table(["every": every, "forward": actions, "backward": actions], needs: ["every"])
      .with(Schema.needsOne(of: ["forward", "backward"]).members)
  }
}
