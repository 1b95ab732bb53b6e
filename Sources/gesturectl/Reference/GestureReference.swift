import GestureConfig
import GestureCore

/// The gesture types with their keys for config/config.toml, from the parameters beside each recognizer.
enum GestureReference {
  static var section: String { GestureType.allCases.map(block).joined(separator: "\n") }

  static func block(_ type: GestureType) -> String {
    var lines = Comment.lines("\(type.rawValue): \(type.summary)") + Comment.lines(states(of: type))
    lines += ["#[[gesture]]", "#type = \"\(type.rawValue)\""]
    if let fingers = type.traits.fingers {
      lines +=
        Comment.lines("Number of fingers: \(fingers.form.accepted).") + ["#fingers = \(fingers.written.toml)"]
    }
    for key in type.keys { lines += entry(key, of: type) }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The key with its touchscreen default; a different touchpad default is in the comment.
  static func entry(_ key: ParameterKey, of type: GestureType) -> [String] {
    let (screen, pad) = (value(key, of: type, .touchscreen), value(key, of: type, .touchpad))
    let other = screen == pad ? "" : " Touchpad: \(pad)"
    let mark = key.isRequired ? Comment.example : "#"
    return Comment.lines(key.help + other) + ["\(mark)\(key.name.rawValue) = \(screen)"]
  }

  private static func value(_ key: ParameterKey, of type: GestureType, _ deviceClass: DeviceClass) -> String {
    switch key.name {
    // The key has no default, so an example shows the form.
    case .template: "[[0, 0], [20, 0], [0, 20], [20, 20]]"
    case .steps: "[{ type = \"tap\" }, { type = \"pan\", fingers = 1 }]"
    default: key.get(type.defaults(deviceClass)).toml
    }
  }

  private static func states(of type: GestureType) -> String {
    if type == .sequence { return "States and `step`: those of the last step." }
    let states = "States: \(type.traits.states.map(\.rawValue).joined(separator: ", "))."
    switch type.traits.stepMeasure {
    case .length:
      return states
        + " `step` counts a length, for example every = \"5mm\", or a part of the zone, every = \"2%\"."
    case .ratio: return states + " `step` counts a ratio, for example every = 1.1."
    case .angle: return states + " `step` counts an angle, for example every = \"15deg\"."
    case nil where type.traits.lasts: return states + " `step` counts a time, for example every = \"100ms\"."
    case nil: return states
    }
  }
}

/// Comment lines of at most 118 characters.
enum Comment {
  /// The beginning of a line for a key without a default.
  static let example = "#example: "

  static func lines(_ text: String) -> [String] {
    WordWrap.lines(text, width: 116, continuation: 0).map { "# \($0)" }
  }
}

/// The actions with their help for config/config.toml, from the table of actions.
enum ActionReference {
  static var momentary: String { section(ActionKind.momentary) }
  static var lasting: String { section(ActionKind.lasting) }

  private static func section(_ kinds: [ActionKind]) -> String {
    var lines: [String] = []
    for kind in kinds {
      lines += Comment.lines(kind.row.help)
      lines.append("\(Comment.example)\(kind.rawValue) = \(kind.row.example)")
    }
    return lines.map { "\($0)\n" }.joined()
  }
}
