/// The farthest points of a motion from its reference in each direction, mm.
struct MotionExtremes {
  private var low = Point.zero
  private var high = Point.zero
  /// The extremes along the diagonals: x is down-right, y is up-right.
  private var lowDiagonal = Point.zero
  private var highDiagonal = Point.zero

  mutating func include(_ travel: Point) {
    low = Point(min(low.x, travel.x), min(low.y, travel.y))
    high = Point(max(high.x, travel.x), max(high.y, travel.y))
    let turned = Self.turned(travel)
    lowDiagonal = Point(min(lowDiagonal.x, turned.x), min(lowDiagonal.y, turned.y))
    highDiagonal = Point(max(highDiagonal.x, turned.x), max(highDiagonal.y, turned.y))
  }

  private static func turned(_ travel: Point) -> Point {
    Point(travel.x + travel.y, travel.x - travel.y) * 0.5.squareRoot()
  }

  /// The distance along `direction` from the motion's farthest point in the opposite direction, mm.
  func covered(_ travel: Point, toward direction: Direction) -> Double {
    switch direction {
    case .right: travel.x - low.x
    case .left: high.x - travel.x
    case .down: travel.y - low.y
    case .up: high.y - travel.y
    case .downRight: Self.turned(travel).x - lowDiagonal.x
    case .upLeft: highDiagonal.x - Self.turned(travel).x
    case .upRight: Self.turned(travel).y - lowDiagonal.y
    case .downLeft: highDiagonal.y - Self.turned(travel).y
    case .clockwise, .counterclockwise, .in, .out: 0
    }
  }
}
