import GestureCore

/// What a motion was read as: a type with the keys that set it apart.
struct GestureReading: Equatable {
  var type: GestureType
  /// Lines of TOML without name and actions.
  var keys: [String] = []
  /// In the name: `left`, `in`, `clockwise`.
  var way: String?

  /// The types that a motion is read as, the most specific first: a click is also a press, a swipe also a pan.
  static let types: [GestureType] = [
    .click, .forcePress, .tipTap, .tap, .circle, .edgePan, .pinch, .rotation, .swipe, .longPress, .pan,
  ]

  /// The keys of the tables that a motion is tried with, until it is recognized. With a diagonal the sectors of all directions
  /// are narrow, so that the four come first.
  static func trials(_ type: GestureType, fingers: Int, taps: Int) -> [[String]] {
    let usual = counts(type, fingers: fingers, taps: taps) + (everyWay(type).map { [$0] } ?? [])
    let all = DirectionSet.swipeWords.map { "\"\($0)\"" }.joined(separator: ", ")
    return type == .swipe ? [usual, ["direction = [\(all)]"]] : [usual]
  }

  /// What is counted besides `fingers`, where it is not 1.
  static func counts(_ type: GestureType, fingers: Int, taps: Int) -> [String] {
    switch type {
    case .tap: taps > 1 ? ["taps = \(taps)"] : []
    case .tipTap: fingers > 2 ? ["resting = \(fingers - 1)"] : []
    case .circle, .pinch, .rotation, .longPress, .pan, .hold, .tapDrag, .transform, .stroke, .hover,
      .sequence, .click, .forcePress, .edgePan, .swipe:
      []
    }
  }

  /// The line for all directions or edges, of types that must name theirs.
  static func everyWay(_ type: GestureType) -> String? {
    switch type {
    case .edgePan: "edges = [\"left\", \"right\", \"top\", \"bottom\"]"
    case .swipe: "direction = [\"left\", \"right\", \"up\", \"down\"]"
    case .circle, .pinch, .rotation, .longPress, .pan, .hold, .tapDrag, .transform, .stroke, .hover,
      .sequence, .tipTap, .click, .forcePress, .tap:
      nil
    }
  }

  init(_ type: GestureType, fingers: Int, taps: Int, first: GestureEvent, last: GestureEvent) {
    self.type = type
    keys = Self.counts(type, fingers: fingers, taps: taps)
    switch type {
    case .tap: way = taps == 2 ? "double" : taps > 2 ? "\(taps)" : nil
    case .tipTap:
      way = first.side?.rawValue
      if let way { keys.append("side = \"\(way)\"") }
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
    case .longPress, .hold, .tapDrag, .transform, .stroke, .hover, .sequence, .click, .forcePress: break
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
