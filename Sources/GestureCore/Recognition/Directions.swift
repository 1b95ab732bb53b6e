// Directions as vectors and as sets.
extension Direction {
  /// The larger component; horizontal at a tie (recognizers.md §1.5).
  init(of travel: Point) {
    if abs(travel.x) >= abs(travel.y) {
      self = travel.x < 0 ? .left : .right
    } else {
      self = travel.y < 0 ? .up : .down
    }
  }
  /// Unit vector; y down.
  var unit: Point {
    switch self {
    case .left: Point(-1, 0)
    case .right: Point(1, 0)
    case .up: Point(0, -1)
    case .down: Point(0, 1)
    case .upLeft: Point(-diagonal, -diagonal)
    case .upRight: Point(diagonal, -diagonal)
    case .downLeft: Point(-diagonal, diagonal)
    case .downRight: Point(diagonal, diagonal)
    case .clockwise, .counterclockwise, .in, .out: .zero
    }
  }
}

/// Of a unit vector between two axes.
private let diagonal = 0.5.squareRoot()

extension DirectionSet {
  /// With the directions that its diagonals lie between instead of them.
  var components: DirectionSet {
    var result = intersection(.all)
    if !isDisjoint(with: [.upLeft, .downLeft]) { result.insert(.left) }
    if !isDisjoint(with: [.upRight, .downRight]) { result.insert(.right) }
    if !isDisjoint(with: [.upLeft, .upRight]) { result.insert(.up) }
    if !isDisjoint(with: [.downLeft, .downRight]) { result.insert(.down) }
    return result
  }

  /// Takes one out, in the order of the bits; nil if there is none.
  mutating func popFirst() -> Direction? {
    if isEmpty { return nil }
    let bit = rawValue & (~rawValue &+ 1)
    rawValue &= ~bit
    let first = DirectionSet(rawValue: bit)
    if first == .left { return .left }
    if first == .right { return .right }
    if first == .up { return .up }
    if first == .down { return .down }
    if first == .upLeft { return .upLeft }
    if first == .upRight { return .upRight }
    return first == .downLeft ? .downLeft : .downRight
  }

  init(_ direction: Direction) {
    switch direction {
    case .left: self = .left
    case .right: self = .right
    case .up: self = .up
    case .down: self = .down
    case .upLeft: self = .upLeft
    case .upRight: self = .upRight
    case .downLeft: self = .downLeft
    case .downRight: self = .downRight
    case .clockwise, .counterclockwise, .in, .out: self = []
    }
  }
}
