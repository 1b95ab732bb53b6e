import GestureConfig
import GestureCore

/// One way to read a motion: a gesture type with the keys that distinguish it.
struct GestureReading: Equatable {
  var type: GestureType
  /// Lines of TOML, without name and actions.
  var keys: [String] = []
  /// The direction as part of the name: `left`, `in`, `clockwise`.
  var way: String?

  /// The types tried on a motion, the most specific first.
  static let types = GestureType.allCases.compactMap { type in type.traits.readingRank.map { ($0, type) } }
    .sorted { $0.0 < $1.0 }.map(\.1)

  /// The variants tried on a motion until one is recognized. The four directions come before the diagonals, because a diagonal
  /// narrows all sectors.
  ///
  /// - Parameter figure: the line of the drawn figure; nil if the finger did not move.
  static func trials(_ type: GestureType, fingers: Int, taps: Int, figure: String?) -> [[String]] {
    // A hand may draw for longer than the usual limit allows: examples move that one.
    let slow = [.circle, .stroke].contains(type) ? ["max_duration = \"10s\""] : []
    if case .figure? = type.traits.variant { return figure.map { [[$0] + slow] } ?? [] }
    let usual = counts(type, fingers: fingers, taps: taps) + (everyWay(type).map { [$0] } ?? []) + slow
    // A hand that shakes moves farther than the usual limit allows: examples move that one.
    if type.keys.contains(where: { $0.name == .allowableMovement }) { return [usual, usual + [shaken]] }
    guard case .heading? = type.traits.variant else { return [usual] }
    return [usual, ["direction = \(TomlText.list(DirectionSet.swipeWords))"]]
  }

  /// Twice the limit of a touchpad.
  private static let shaken = "allowable_movement = \"4mm\""

  /// The lines for `taps` or `resting`, if the motion needs more than the default.
  static func counts(_ type: GestureType, fingers: Int, taps: Int) -> [String] {
    switch type.traits.variant {
    case .taps: taps > 1 ? ["taps = \(taps)"] : []
    case .tapsBefore: taps > 2 ? ["taps = \(taps - 1)"] : []
    case .side: fingers > 2 ? ["resting = \(fingers - 1)"] : []
    case .heading, .sense, .edge, .scale, .turn, .axis, .figure, nil: []
    }
  }

  /// The line that allows all directions or edges, for types without a default.
  static func everyWay(_ type: GestureType) -> String? {
    switch type.traits.variant {
    case .edge: "edges = [\"left\", \"right\", \"top\", \"bottom\"]"
    case .heading: "direction = [\"left\", \"right\", \"up\", \"down\"]"
    case .taps, .tapsBefore, .side, .sense, .scale, .turn, .axis, .figure, nil: nil
    }
  }

  init(type: GestureType, keys: [String], way: String?) {
    (self.type, self.keys, self.way) = (type, keys, way)
  }

  init(
    _ type: GestureType, fingers: Int, taps: Int, figure: String?, first: GestureEvent, last: GestureEvent
  ) {
    self.type = type
    keys = Self.counts(type, fingers: fingers, taps: taps)
    switch type.traits.variant {
    case .taps: way = taps == 2 ? "double" : taps > 2 ? "\(taps)" : nil
    case .side:
      way = first.side?.rawValue
      if let way { keys.append("side = \"\(way)\"") }
    case .heading, .sense: direct(first.direction?.rawValue)
    case .edge:
      way = first.edge?.rawValue
      keys = way.map { ["edges = [\"\($0)\"]"] } ?? []
    case .scale: direct(last.scale < 1 ? "in" : "out")
    case .turn: direct(last.rotation < 0 ? "counterclockwise" : "clockwise")
    case .axis:
      let far = last.translation ?? .zero
      way = abs(far.x) >= abs(far.y) ? "horizontal" : "vertical"
      keys = way.map { ["axis = \"\($0)\""] } ?? []
    case .figure: keys = figure.map { [$0] } ?? []
    case .tapsBefore, nil: break
    }
  }

  private mutating func direct(_ word: String?) {
    way = word
    keys = word.map { ["direction = \"\($0)\""] } ?? []
  }

  /// The readings as a list: `swipe left, pan horizontal`.
  static func listed(_ readings: [GestureReading]) -> String {
    readings.map { $0.type.rawValue + ($0.way.map { " \($0)" } ?? "") }.joined(separator: ", ")
  }
}
