import GestureCore
import Output

/// `click`: presses and releases a button of the virtual mouse.
package struct ClickAction: Equatable, Sendable {
  package var button = PointerButton.left
  package var isDouble = false
  /// Whether the click is at the fingers on a touchscreen instead of at the pointer.
  package var isAtTouch = false
  package init() {}

  /// The string forms: a button, or `double` for two left clicks.
  static let words = ValueForm.word(PointerButton.words + ["double"])
  static let table = KeyTable<ValueReader, ClickAction>([
    .key("button", .word(PointerButton.words)) { $0.button = PointerButton(rawValue: $1.word) ?? .left },
    .key("double", .flag) { $0.isDouble = $1.isOn },
    .key("at", .word(["pointer", "touch"])) { $0.isAtTouch = $1.word == "touch" },
  ])
}

extension ActionRow {
  static let click = ActionRow(
    device: .mouse,
    form: .any([ClickAction.words, ClickAction.table.form]),
    help:
      "A click of a virtual mouse: \"left\", \"middle\", \"right\", \"back\", \"forward\", \"double\" (left, twice), or a table { button = \"right\", double = true, at = \"touch\" }. On a touchscreen at = \"touch\" clicks where the fingers are.",
    example: "\"right\"",
    read: { reader, entry, _ in reader.click(entry).map { .click($0) } })
}

extension ValueReader {
  fileprivate mutating func click(_ entry: Entry) -> ClickAction? {
    var click = ClickAction()
    guard case .table(let table) = entry.node.value else {
      guard case .string = entry.node.value else {
        return wrongType(
          entry,
          takes:
            "\(ClickAction.words.accepted), or a table, for example { button = \"right\", at = \"touch\" }")
      }
      guard let word = value(entry, ClickAction.words)?.word else { return nil }
      click.isDouble = word == "double"
      click.button = PointerButton(rawValue: word) ?? .left
      return click
    }
    guard read(entry, ClickAction.table, into: &click) else { return nil }
    if click.isAtTouch, let gesture, let place = table["at"]?.node.position {
      places.touchClicks.append((place, gesture))
    }
    return click
  }
}

extension PointerButton {
  static let words = allCases.map { $0.rawValue }
}
