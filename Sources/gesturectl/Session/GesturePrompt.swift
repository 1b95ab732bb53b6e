import Recordings

/// One gesture of the guided session: its label, the instruction, and a drawing.
struct GesturePrompt {
  let label: RecordingLabel
  let words: String
  let drawing: [String]
  /// The number of touch sequences in the gesture.
  var sequences = 1

  /// The forty gestures of the session.
  static let all: [GesturePrompt] = taps + presses + travels + turns + others

  private static let ways = [("left", "<--"), ("right", "-->"), ("up", "^"), ("down", "v")]

  private static func tips(_ count: Int) -> String {
    Array(repeating: "o", count: count).joined(separator: " ")
  }
  private static func fingers(_ count: Int) -> String { count == 1 ? "one finger" : "\(count) fingers" }

  private init(_ gesture: String, _ fingers: Int, _ words: String, _ drawing: [String], sequences: Int = 1) {
    label = RecordingLabel(gesture: gesture, fingers: fingers)
    self.words = words
    self.drawing = drawing
    self.sequences = sequences
  }

  private static let taps: [GesturePrompt] =
    (1...4).map { GesturePrompt("tap", $0, "Tap once with \(fingers($0)).", [tips($0)]) }
    + (1...2).map {
      GesturePrompt(
        "double-tap", $0, "Tap twice quickly with \(fingers($0)).", [tips($0), tips($0)], sequences: 2)
    }

  private static let presses: [GesturePrompt] = (1...3).map {
    GesturePrompt(
      "long-press", $0, "Rest \(fingers($0)) for one second, then lift.", ["(" + tips($0) + ")", "1 second"])
  }

  private static let travels: [GesturePrompt] = [
    ("swipe", 3), ("swipe", 4), ("pan", 1), ("pan", 2), ("pan", 3),
  ].flatMap { type, count in
    ways.map { way, arrow in
      let speed = type == "swipe" ? "Flick" : "Move slowly"
      let direction = way == "left" || way == "right" ? "to the \(way)" : way
      let drawing =
        way == "up"
        ? [arrow, tips(count)] : way == "down" ? [tips(count), arrow] : ["\(tips(count)) \(arrow)"]
      return GesturePrompt(
        "\(type)-\(way)", count, "\(speed) \(direction) with \(fingers(count)), then lift.", drawing)
    }
  }

  private static let turns: [GesturePrompt] = [
    GesturePrompt("pinch-in", 2, "Move two fingers together.", ["o -->   <-- o"]),
    GesturePrompt("pinch-out", 2, "Move two fingers apart.", ["<-- o   o -->"]),
    GesturePrompt(
      "pinch-in", 3, "Move two fingers and the thumb together.", ["o --> <-- o", "     ^", "     o"]),
    GesturePrompt(
      "pinch-out", 3, "Move two fingers and the thumb apart.", ["<-- o   o -->", "      o", "      v"]),
    GesturePrompt("rotation-left", 2, "Turn two fingers counterclockwise.", ["      ^", "o     o", "v"]),
    GesturePrompt("rotation-right", 2, "Turn two fingers clockwise.", ["^", "o     o", "      v"]),
  ]

  private static let others: [GesturePrompt] = [
    GesturePrompt("edge-pan-left", 1, "Move one finger in from the left edge.", ["|o -->"]),
    GesturePrompt("edge-pan-right", 1, "Move one finger in from the right edge.", ["<-- o|"]),
    GesturePrompt("circle", 1, "Draw a circle with one finger.", [" .-.", "(   )", " '-o"]),
    GesturePrompt("stroke", 1, "Draw a Z with one finger.", ["o---", "  /", " /__"]),
    GesturePrompt("tap-drag", 1, "Tap, then touch again and move.", ["o   o -->"], sequences: 2),
  ]
}
