import GestureCore
import Output

/// `click`: presses and releases a button of the virtual mouse.
package struct ClickAction: Equatable, Sendable {
  package var button = PointerButton.left
  package var isDouble = false
  /// Whether the click is at the fingers on a touchscreen instead of at the pointer.
  package var isAtTouch = false
  package init() {}

  static let keys = ["button", "double", "at"]
  /// The string forms: a button, or `double` for two left clicks.
  static let words = PointerButton.words + ["double"]
  static let positions = ["pointer", "touch"]
}

extension ActionRow {
  static let click = ActionRow(
    device: .mouse,
    form: .any([
      .words(ClickAction.words),
      .table(
        [
          ("button", .words(PointerButton.words)), ("double", .flag), ("at", .words(ClickAction.positions)),
        ], needs: []),
    ]),
    help:
      "A click of a virtual mouse: \"left\", \"middle\", \"right\", \"back\", \"forward\", \"double\" (left, twice), or a table { button = \"right\", double = true, at = \"touch\" }. On a touchscreen at = \"touch\" clicks where the fingers are.",
    example: "\"right\"",
    summary: {
      if case .click(let click) = $0 {
        "\(click.isDouble ? "double " : "")\(click.button.rawValue)"
      } else {
        ""
      }
    },
    read: { reader, entry, _ in reader.click(entry).map { .click($0) } })
}

extension ConfigurationReader {
  fileprivate mutating func click(_ entry: Entry) -> ClickAction? {
    var click = ClickAction()
    guard case .table(let table) = entry.node.value else {
      guard case .string = entry.node.value else {
        return wrongType(
          entry,
          takes:
            "\(listed(ClickAction.words, "or")), or a table, for example { button = \"right\", at = \"touch\" }"
        )
      }
      guard let index = word(entry, of: ClickAction.words) else { return nil }
      if let button = PointerButton(rawValue: ClickAction.words[index]) {
        click.button = button
      } else {
        click.isDouble = true
      }
      return click
    }
    guard checkKeys(table, known: ClickAction.keys, in: "`click`") else { return nil }
    if let entry = table["button"] {
      guard let button: PointerButton = word(entry) else { return nil }
      click.button = button
    }
    if let entry = table["double"] { click.isDouble = flag(entry) ?? false }
    if let entry = table["at"] {
      click.isAtTouch = word(entry, of: ClickAction.positions) == 1
      if click.isAtTouch, let current { drafts[current].touchClicks.append(entry.node.position) }
    }
    return click
  }

}

extension PointerButton {
  static let words = allCases.map { $0.rawValue }
}
