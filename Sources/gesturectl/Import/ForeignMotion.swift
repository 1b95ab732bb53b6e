import GestureCore

/// What the other programs call a motion with a direction.
enum ForeignMotion {
  enum Program: Int { case fusuma, libinputGestures, touchegg, lisgd }

  /// The words of fusuma, libinput-gestures, touchégg and lisgd, in this order; an empty text where a program has no such motion.
  private static let table: [(type: GestureType, direction: String, words: [String])] = [
    (.swipe, "left", ["swipe left", "swipe left", "swipe left", "RL"]),
    (.swipe, "right", ["swipe right", "swipe right", "swipe right", "LR"]),
    (.swipe, "up", ["swipe up", "swipe up", "swipe up", "DU"]),
    (.swipe, "down", ["swipe down", "swipe down", "swipe down", "UD"]),
    (.swipe, "up-left", ["", "swipe left_up", "", "DRUL"]),
    (.swipe, "up-right", ["", "swipe right_up", "", "DLUR"]),
    (.swipe, "down-left", ["", "swipe left_down", "", "URDL"]),
    (.swipe, "down-right", ["", "swipe right_down", "", "ULDR"]),
    (.pinch, "in", ["pinch in", "pinch in", "pinch in", ""]),
    (.pinch, "out", ["pinch out", "pinch out", "pinch out", ""]),
    (.rotation, "clockwise", ["rotate clockwise", "pinch clockwise", "rotate right", ""]),
    (.rotation, "counterclockwise", ["rotate counterclockwise", "pinch anticlockwise", "rotate left", ""]),
  ]

  /// - Returns: nil for words that the program does not have.
  static func find(_ words: String, of program: Program) -> (type: GestureType, direction: String)? {
    table.first { !words.isEmpty && $0.words[program.rawValue] == words }.map { ($0.type, $0.direction) }
  }

  /// The directions that the program has for a type.
  static func directions(of type: GestureType, in program: Program) -> Set<String> {
    Set(table.filter { $0.type == type && !$0.words[program.rawValue].isEmpty }.map(\.direction))
  }
}

extension ImportedGesture {
  /// The gesture for another program's words; nil for words that the program does not have.
  static func motion(_ words: String, of program: ForeignMotion.Program, fingers: Int?, line: Int)
    -> ImportedGesture?
  {
    ForeignMotion.find(words, of: program).map {
      .directed($0.type, $0.direction, fingers: fingers, line: line)
    }
  }
}
