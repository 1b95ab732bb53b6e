import GestureCore

/// A gesture in two cells of a terminal: its fewest fingers, then a sign for what they do: `3→`.
enum GestureIcon {
  static func text(_ definition: RecognizerDefinition) -> String {
    "\(min(definition.fingers.lowerBound, 9))\(sign(definition.type, definition.way ?? "any"))"
  }

  private static func sign(_ type: GestureType, _ way: String) -> Character {
    switch type {
    case .pan, .swipe, .tapDrag: arrow(way.split(separator: ", ").map(String.init))
    case .edgePan: way == "left" ? "↦" : way == "right" ? "↤" : way == "bottom" ? "↥" : "↧"
    // A type without a sign of its own is shown all the same: a new recognizer needs no change here.
    default: signs[type] ?? "◆"
    }
  }

  private static let signs: [GestureType: Character] = [
    .tap: "•", .tipTap: "•", .click: "•", .longPress: "◉", .hold: "◉", .forcePress: "◉", .pinch: "⇔",
    .rotation: "↻",
    .transform: "✥", .circle: "○", .stroke: "∿", .hover: "◌", .sequence: "»",
  ]

  private static let arrows: [String: Character] = [
    "left": "←", "right": "→", "up": "↑", "down": "↓", "up-left": "↖", "up-right": "↗", "down-left": "↙",
    "down-right": "↘", "horizontal": "↔", "vertical": "↕",
  ]
  private static func arrow(_ ways: [String]) -> Character {
    if ways.count == 1 { return arrows[ways[0]] ?? "✥" }
    let isSideways = ways.allSatisfy { $0 == "left" || $0 == "right" }
    return isSideways ? "↔" : ways.allSatisfy { $0 == "up" || $0 == "down" } ? "↕" : "✥"
  }
}
