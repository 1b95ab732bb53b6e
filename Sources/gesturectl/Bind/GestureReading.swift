import GestureCore

/// What a motion was read as: a type with the keys that set it apart.
struct GestureReading: Equatable {
  var type: GestureType
  /// Lines of TOML without name and actions.
  var keys: [String] = []
  /// In the name: `left`, `in`, `clockwise`.
  var way: String?

  /// The types that a motion is read as, the most specific first: a tap is also a press, a swipe also a pan.
  static let types: [GestureType] = [
    .tap, .circle, .edgePan, .pinch, .rotation, .swipe, .longPress, .pan,
  ]

  /// The keys of the tables that a motion is tried with, until it is recognized. With a diagonal the sectors of all directions
  /// are narrow, so that the four come first.
  static func trials(_ type: GestureType, taps: Int) -> [[String]] {
    let usual = trial(type, taps: taps)
    let all = DirectionSet.swipeWords.map { "\"\($0)\"" }.joined(separator: ", ")
    return type == .swipe ? [usual, ["direction = [\(all)]"]] : [usual]
  }

  /// The keys of the first of them.
  static func trial(_ type: GestureType, taps: Int) -> [String] {
    switch type {
    case .tap: taps > 1 ? ["taps = \(taps)"] : []
    case .edgePan: ["edges = [\"left\", \"right\", \"top\", \"bottom\"]"]
    case .swipe: ["direction = [\"left\", \"right\", \"up\", \"down\"]"]
    case .circle, .pinch, .rotation, .longPress, .pan, .hold, .tapDrag, .transform, .stroke, .hover,
      .sequence, .tipTap, .click, .forcePress:
      []
    }
  }

  init(_ type: GestureType, taps: Int, first: GestureEvent, last: GestureEvent) {
    self.type = type
    switch type {
    case .tap:
      keys = Self.trial(.tap, taps: taps)
      way = taps == 2 ? "double" : taps > 2 ? "\(taps)" : nil
    case .swipe, .circle: direct(first.direction?.rawValue)
    case .edgePan:
      way = first.edge?.rawValue
      keys = way.map { ["edges = [\"\($0)\"]"] } ?? []
    case .pinch: direct(last.scale < 1 ? "in" : "out")
    case .rotation: direct(last.rotation < 0 ? "counterclockwise" : "clockwise")
    case .pan:
      let far = last.translation ?? .zero
      let isHorizontal = abs(far.x) >= abs(far.y)
      way = isHorizontal ? "horizontal" : "vertical"
      keys = ["axis = \"\(isHorizontal ? "horizontal" : "vertical")\""]
    case .longPress, .hold, .tapDrag, .transform, .stroke, .hover, .sequence, .tipTap, .click, .forcePress:
      break
    }
  }

  private mutating func direct(_ word: String?) {
    way = word
    keys = word.map { ["direction = \"\($0)\""] } ?? []
  }

  /// `swipe left, pan horizontal`
  static func listed(_ readings: [GestureReading]) -> String {
    readings.map { $0.type.rawValue + ($0.way.map { " \($0)" } ?? "") }.joined(separator: ", ")
  }
}
