import GestureCore

/// One row of the table of actions: how an action is read, what it accepts, and a sentence of help.
///
/// The reader, `check`, the schema, the reference and gesturectl follow from it.
package struct ActionRow: Sendable {
  /// What an array as the value means.
  package enum Arrays: Sendable {
    /// Each element is an action of the kind.
    case actions
    /// An array of arrays has an action in each; a plain array is one action.
    case actionsIfNested
    /// The array is read by the action itself.
    case own
  }

  /// Acts from `began` to `ended`, and not at one moment.
  package var lasts = false
  /// Writes to a virtual device of the daemon, by uinput.
  package var needsUinput = false
  package var arrays = Arrays.actions
  /// A program or a socket gets the event.
  package var passesEvents = false
  package var form: ValueForm
  /// What the action does, for the reference.
  package var help: String
  /// A value for the reference: an action has no default.
  package var example: String
  /// What a person reads after the key in lists of gestures; "" where the key says it all.
  package var summary: @Sendable (Action) -> String = { _ in "" }
  /// Whether a type of gesture can have it.
  package var applies: @Sendable (GestureType) -> Bool = { _ in true }
  /// What `check` answers where a type cannot have it; nil: the types that can.
  var refusal: (@Sendable (GestureType) -> String)? = nil
  /// Reports what is wrong and gives nil. It gives nil too for a value that switches the action off.
  var read: @Sendable (inout ConfigurationReader, TomlTable.Entry, GestureType?) -> Action?
}

/// What a value may look like: the schema of an action, as data.
package indirect enum ValueForm: Sendable {
  /// A string with at least one character.
  case text
  case flag
  case words([String])
  case number(ClosedRange<Double>)
  case count(ClosedRange<Int>)
  /// A list of at least one.
  case list(ValueForm)
  /// A program and its arguments, which may be empty strings.
  case program
  case table([(key: String, form: ValueForm)], needs: [String])
  case any([ValueForm])
}

extension Action {
  /// The action as a person reads it in `gesturectl gestures`.
  package var summary: String {
    let detail = kind.row.summary(self)
    return detail.isEmpty ? kind.rawValue : "\(kind.rawValue) \(detail)"
  }
}
