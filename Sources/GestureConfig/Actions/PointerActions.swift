import GestureCore
import Output

/// `scroll`: the wheel of the virtual mouse follows the gesture.
package struct ScrollAction: Equatable, Sendable {
  package var factor = 1.0
  /// Whether the wheel continues to turn after the lift.
  package var momentum = false
  package init() {}

  static let factor = ValueForm.number(-100...100)
  static let table = KeyTable<ValueReader, ScrollAction>([
    .key("factor", factor) { $0.factor = $1.number ?? 1 }, .key("momentum", .flag) { $0.momentum = $1.isOn },
  ])
}

// `button`, `scroll` and `move` drive the virtual mouse from `began` to `ended`.
extension ActionRow {
  static let button = ActionRow(
    lasts: true, held: "a button", device: .mouse, arrays: .own, form: .word(PointerButton.words),
    help:
      "This button is held down from `began` to `ended` or `cancelled`, whatever ends the gesture: left, middle, right, back or forward.",
    example: "\"left\"",
    applies: { $0.traits.lasts },
    refusal: {
      "`button` is held from `began` to `ended`, which a \($0.rawValue) does not have; write `click`"
    },
    read: { reader, entry, _ in
      reader.value(entry, .word(PointerButton.words)).flatMap { PointerButton(rawValue: $0.word) }.map {
        .button($0)
      }
    })

  static let scroll = ActionRow(
    lasts: true, device: .mouse, arrays: .own,
    form: .any([.flag, ScrollAction.factor, ScrollAction.table.form]),
    help:
      "The wheel follows the motion with high resolution: one detent for each 5 mm, 15 degrees or 10 % of a pinch, and "
      + "24 for a circle. The content follows the fingers. Clockwise scrolls down, and apart scrolls up. The value "
      + "is true or a factor; a negative factor reverses the direction. { factor = 1.0, momentum = true } "
      + "continues after the lift until it has slowed down or a finger lands.",
    example: "true",
    applies: { $0.traits.stepMeasure != nil || $0 == .circle },
    read: { reader, entry, type in reader.scroll(entry, type).map { .scroll($0) } })

  static let move = ActionRow(
    lasts: true, device: .mouse, arrays: .own, form: .any([.flag, ScrollAction.factor]),
    help: "The pointer follows the motion by 12 units for each mm. The value is true or a factor.",
    example: "true",
    applies: { $0.traits.movesPointer },
    read: { reader, entry, _ in reader.factor(entry, takes: "true, false or a factor").map { .move($0) } })
}

extension ValueReader {
  fileprivate mutating func scroll(_ entry: Entry, _ type: GestureType?) -> ScrollAction? {
    var action = ScrollAction()
    guard case .table(let table) = entry.node.value else {
      guard let factor = factor(entry, takes: "true, false, a factor, or { factor = 1.0, momentum = true }")
      else { return nil }
      action.factor = factor
      return action
    }
    let before = problemCount
    guard read(entry, ScrollAction.table, into: &action), problemCount == before, action.factor != 0 else {
      return nil
    }
    if action.momentum, let type, !type.traits.lasts || type == .client {
      return problem(
        "`momentum` needs the velocity of a lift, which a \(type.rawValue) does not have; remove it",
        at: table["momentum"]?.position ?? entry.position)
    }
    return action
  }

  /// Reads `true` as 1, and `false` or 0 as nil.
  fileprivate mutating func factor(_ entry: Entry, takes: String) -> Double? {
    switch entry.node.value {
    case .boolean(let isOn): return isOn ? 1 : nil
    case .integer, .number:
      let factor = value(entry, ScrollAction.factor)?.number
      return factor == 0 ? nil : factor
    case .table, .array, .string, .date:
      return wrongType(entry, takes: takes)
    }
  }
}

extension GestureTraits {
  /// Whether the type reports `began` and `ended`.
  package var lasts: Bool { states.contains(.began) }
  /// Whether the type's motion can drive the pointer.
  package var movesPointer: Bool { stepMeasure == .length }
  /// Whether the type's motion can drive the virtual touchpad.
  package var drivesTouchpad: Bool { stepMeasure != nil }
}
