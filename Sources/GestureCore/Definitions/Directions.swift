// Directions as vectors and as sets.
extension Direction {
  /// The direction of the larger component; horizontal if both are equal (recognizers.md §1.5).
  package init(of travel: Point) {
    if abs(travel.x) >= abs(travel.y) * (1 - ratioTolerance) {
      self = travel.x < 0 ? .left : .right
    } else {
      self = travel.y < 0 ? .up : .down
    }
  }
  /// The unit vector; y points down.
  package var unit: Point {
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

extension Direction {
  /// The direction back; that of a turn or a pinch is the other one.
  var opposite: Direction {
    switch self {
    case .left: .right
    case .right: .left
    case .up: .down
    case .down: .up
    case .upLeft: .downRight
    case .upRight: .downLeft
    case .downLeft: .upRight
    case .downRight: .upLeft
    case .clockwise: .counterclockwise
    case .counterclockwise: .clockwise
    case .in: .out
    case .out: .in
    }
  }
}

/// The size of each component of a diagonal unit vector.
private let diagonal = 0.5.squareRoot()

extension DirectionSet {
  /// Removes the first direction in the order of the bits; nil if empty.
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

  package init(_ direction: Direction) {
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
