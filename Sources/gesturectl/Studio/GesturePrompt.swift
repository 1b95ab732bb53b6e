import GestureCore

/// A gesture that Studio prompts for: its label, the instruction, and a drawing.
struct GesturePrompt {
  let type: GestureType
  /// The direction, as labels have it: a rotation turns left or right.
  let way: String?
  /// The number of touch sequences in the gesture.
  let sequences: Int
  let fingers: Int
  let words: String
  let drawing: [String]

  /// The gesture and its number of fingers: `swipe-left-3`.
  var label: String {
    [taps == 2 ? "double" : nil, type.rawValue, way, "\(fingers)"].compactMap(\.self).joined(separator: "-")
  }
  var taps: Int { type == .tap ? sequences : 1 }

  /// Forty gestures.
  static let all: [GesturePrompt] = taps + presses + travels + turns + others

  private static let ways = [("left", "<--"), ("right", "-->"), ("up", "^"), ("down", "v")]

  private static func tips(_ count: Int) -> String {
    Array(repeating: "o", count: count).joined(separator: " ")
  }
  private static func fingers(_ count: Int) -> String { count == 1 ? "one finger" : "\(count) fingers" }

  private init(
    _ type: GestureType, way: String? = nil, sequences: Int = 1, _ fingers: Int, _ words: String,
    _ drawing: [String]
  ) {
    (self.type, self.way, self.sequences, self.fingers) = (type, way, sequences, fingers)
    (self.words, self.drawing) = (words, drawing)
  }

  private static let taps: [GesturePrompt] =
    (1...4).map { GesturePrompt(.tap, $0, "Tap once with \(fingers($0)).", [tips($0)]) }
    + (1...2).map {
      GesturePrompt(
        .tap, sequences: 2, $0, "Tap twice quickly with \(fingers($0)).", [tips($0), tips($0)])
    }

  private static let presses: [GesturePrompt] = (1...3).map {
    GesturePrompt(
      .longPress, $0, "Rest \(fingers($0)) for one second, then lift.", ["(" + tips($0) + ")", "1 second"])
  }

  private static let travels: [GesturePrompt] = [
    (GestureType.swipe, 3), (.swipe, 4), (.pan, 1), (.pan, 2), (.pan, 3),
  ].flatMap { type, count in
    ways.map { way, arrow in
      let speed = type == .swipe ? "Flick" : "Move slowly"
      let direction = way == "left" || way == "right" ? "to the \(way)" : way
      let drawing =
        way == "up"
        ? [arrow, tips(count)] : way == "down" ? [tips(count), arrow] : ["\(tips(count)) \(arrow)"]
      return GesturePrompt(
        type, way: way, count, "\(speed) \(direction) with \(fingers(count)), then lift.", drawing)
    }
  }

  private static let turns: [GesturePrompt] = [
    GesturePrompt(.pinch, way: "in", 2, "Move two fingers together.", ["o -->   <-- o"]),
    GesturePrompt(.pinch, way: "out", 2, "Move two fingers apart.", ["<-- o   o -->"]),
    GesturePrompt(
      .pinch, way: "in", 3, "Move two fingers and the thumb together.", ["o --> <-- o", "     ^", "     o"]),
    GesturePrompt(
      .pinch, way: "out", 3, "Move two fingers and the thumb apart.", ["<-- o   o -->", "      o", "      v"]),
    GesturePrompt(
      .rotation, way: "left", 2, "Turn two fingers counterclockwise.", ["      ^", "o     o", "v"]),
    GesturePrompt(.rotation, way: "right", 2, "Turn two fingers clockwise.", ["^", "o     o", "      v"]),
  ]

  private static let others: [GesturePrompt] = [
    GesturePrompt(.edgePan, way: "left", 1, "Move one finger in from the left edge.", ["|o -->"]),
    GesturePrompt(.edgePan, way: "right", 1, "Move one finger in from the right edge.", ["<-- o|"]),
    GesturePrompt(.circle, 1, "Draw a circle with one finger.", [" .-.", "(   )", " '-o"]),
    GesturePrompt(.stroke, 1, "Draw a Z with one finger.", ["o---", "  /", " /__"]),
    GesturePrompt(.tapDrag, sequences: 2, 1, "Tap, then touch again and move.", ["o   o -->"]),
  ]
}
