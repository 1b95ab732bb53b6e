import GestureCore

/// A gesture in two cells of a terminal: its fewest fingers, then a sign for what they do: `3→`.
enum GestureIcon {
  static func text(_ definition: RecognizerDefinition) -> String {
    "\(min(definition.fingers.lowerBound, 9))\(sign(definition.type, definition.way ?? "any"))"
  }

  private static func sign(_ type: GestureType, _ way: String) -> Character {
    switch type {
    case .tap, .tipTap, .click: "•"
    case .longPress, .hold, .forcePress: "◉"
    case .pan, .swipe, .tapDrag: arrow(way.split(separator: ", ").map(String.init))
    case .edgePan: way == "left" ? "↦" : way == "right" ? "↤" : way == "bottom" ? "↥" : "↧"
    case .pinch: "⇔"
    case .rotation: "↻"
    case .transform: "✥"
    case .circle: "○"
    case .stroke: "∿"
    case .hover: "◌"
    case .sequence: "»"
    }
  }

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
