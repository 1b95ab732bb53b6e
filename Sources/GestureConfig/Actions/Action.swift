import GestureCore

/// One thing that a gesture does, as the configuration has it (interface.md §2.3).
package enum Action: Equatable, Sendable {
  case run(String)
  case exec([String])
  /// Chords, pressed one after another; each a list of evdev key codes, modifiers first.
  case keys([[UInt16]])
  case click(ClickAction)
  case notify(NotifyAction)
  case pipe(String)
  case button(PointerButton)
  case scroll(ScrollAction)
  /// Factor of the pointer's motion.
  case move(Double)
  case touchpad(TouchpadAction)

  package var kind: ActionKind {
    switch self {
    case .run: .run
    case .exec: .exec
    case .keys: .keys
    case .click: .click
    case .notify: .notify
    case .pipe: .pipe
    case .button: .button
    case .scroll: .scroll
    case .move: .move
    case .touchpad: .touchpad
    }
  }
}

/// The kinds of actions by their keys, in the order of the reference.
package enum ActionKind: String, CaseIterable, Sendable {
  case run, exec, keys, click, notify, pipe, button, scroll, move, touchpad

  /// What is true of the kind; each row stands beside its payload.
  package var row: ActionRow {
    switch self {
    case .run: .run
    case .exec: .exec
    case .keys: .keys
    case .click: .click
    case .notify: .notify
    case .pipe: .pipe
    case .button: .button
    case .scroll: .scroll
    case .move: .move
    case .touchpad: .touchpad
    }
  }

  /// Kinds that act at one moment: in the gesture itself, in the table of a state, and in a step.
  package static let momentary = allCases.filter { !$0.row.lasts }
  /// Kinds that act from `began` to `ended`; they stand in the gesture itself.
  package static let lasting = allCases.filter { $0.row.lasts }
  static let names = allCases.map { $0.rawValue }
}
