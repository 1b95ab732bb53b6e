import GestureCore
import Output

/// One action of a gesture (interface.md §2.3).
package enum Action: Equatable, Sendable {
  case run(String)
  case exec([String])
  /// Chords, pressed one after another. Each is a list of evdev key codes, modifiers first.
  case keys([[UInt16]])
  case click(ClickAction)
  case notify(NotifyAction)
  case pipe(String)
  case button(PointerButton)
  /// Codes of keys, modifiers first.
  case holdKeys([UInt16])
  case scroll(ScrollAction)
  /// The factor by which the pointer's motion is multiplied.
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
    case .holdKeys: .holdKeys
    case .scroll: .scroll
    case .move: .move
    case .touchpad: .touchpad
    }
  }
}

extension Action {
  /// The action as `gesturectl status gestures` prints it.
  package var summary: String { detail.isEmpty ? kind.rawValue : "\(kind.rawValue) \(detail)" }

  /// What stands behind the key; "" if the key is enough.
  private var detail: String {
    func written(_ chord: [UInt16]) -> String { chord.map(KeyNames.name).joined(separator: "+") }
    return switch self {
    case .run(let line), .pipe(let line): line
    case .exec(let words): words.joined(separator: " ")
    case .keys(let chords): chords.map(written).joined(separator: ", ")
    case .holdKeys(let chord): written(chord)
    case .click(let click): (click.isDouble ? "double " : "") + click.button.rawValue
    case .notify(.subscribers(let message)): message
    case .notify(.socket(let path, _)): path
    case .button(let button): button.rawValue
    case .touchpad(let action): "\(action.fingers)"
    case .scroll, .move: ""
    }
  }
}

extension Action {
  /// A program that an action starts.
  package enum Program {
    case shellLine(String)
    case words([String])
  }

  /// The program that the action starts; nil if it starts none.
  package var program: Program? {
    switch self {
    case .run(let line), .pipe(let line): .shellLine(line)
    case .exec(let words): .words(words)
    case .keys, .click, .notify, .button, .holdKeys, .scroll, .move, .touchpad: nil
    }
  }
}

/// The action kinds by key, in the order of the reference.
package enum ActionKind: String, CaseIterable, Sendable {
  case run, exec, keys, click, notify, pipe, button
  case holdKeys = "hold_keys"
  case scroll, move, touchpad

  /// The kind's row in the table of actions.
  package var row: ActionRow {
    switch self {
    case .run: .run
    case .exec: .exec
    case .keys: .keys
    case .click: .click
    case .notify: .notify
    case .pipe: .pipe
    case .button: .button
    case .holdKeys: .holdKeys
    case .scroll: .scroll
    case .move: .move
    case .touchpad: .touchpad
    }
  }

  /// The kinds that act at one moment. They are accepted in the gesture, in a state's table and in a step.
  package static let momentary = allCases.filter { !$0.row.lasts }
  /// The kinds that act from `began` to `ended`. They are accepted in the gesture only.
  package static let lasting = allCases.filter { $0.row.lasts }

  /// The most actions of one kind in one table. A larger number is a mistake or an attempt to slow the daemon down.
  static let mostActions = 16

  static func uinputWarning(_ kinds: [ActionKind]) -> String {
    let list = listed(kinds.map { "`\($0.rawValue)`" }, "and")
    return
      "\(list) \(kinds.count == 1 ? "needs" : "need") write access to /dev/uinput; `gesturectl doctor` prints the command that grants it"
  }
}
