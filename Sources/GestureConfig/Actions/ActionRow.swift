import GestureCore

/// One row of the table of actions: how an action is read, what it accepts, and one sentence of help.
///
/// The reader, `check`, the schema, the reference and gesturectl all take their facts about actions from these rows.
package struct ActionRow: Sendable {
  /// How an array value is interpreted.
  package enum Arrays: Sendable {
    /// A list of actions, one for each element.
    case actions
    /// An array of arrays is a list of actions; a flat array is one action.
    case actionsIfNested
    /// The action reads the array itself.
    case own
  }

  /// The daemon's uinput devices for actions.
  package enum VirtualDeviceKind: Sendable {
    case keyboard, mouse, touchpad
  }

  /// Whether the action lasts from `began` to `ended` instead of happening at one moment.
  package var lasts = false
  /// What the action holds down meanwhile, in words; nil if nothing.
  package var held: String?
  /// The uinput device of the daemon that the action writes to; nil for an action without one.
  package var device: VirtualDeviceKind?
  package var arrays = Arrays.actions
  /// Whether the action passes the event to a program or a socket.
  package var passesEvents = false
  package var form: ValueForm
  /// One sentence for the reference.
  package var help: String
  /// A value for the reference, because an action has no default.
  package var example: String
  /// Whether gestures of a type may have the action.
  package var applies: @Sendable (GestureType) -> Bool = { _ in true }
  /// What `check` prints for a type that cannot have the action; nil lists the types that can.
  var refusal: (@Sendable (GestureType) -> String)? = nil
  /// Reads the value. Returns nil if it has reported a problem, and for a value that turns the action off, such as `false`.
  var read: @Sendable (inout ValueReader, TomlTable.Entry, GestureType?) -> Action?
}

extension ActionKind {
  /// What the key accepts: one action, or a list of them.
  package var form: ValueForm {
    row.arrays == .own
      ? row.form : .any([row.form, .list(row.form, 1...ActionKind.mostActions, takes: "")])
  }
}
