import CSystem

/// The motion of a group of touches in one frame, for touches that were down before and after it (recognizers.md §4.0).
///
/// Each measure is computed at its first use.
struct MotionIncrement {
  private(set) var touches: TouchSet = 0
  /// Mean positions before and after the frame.
  private(set) var oldCenter = Point.zero
  private(set) var center = Point.zero
  private var share = 0.0
  private(set) var hasSpin = false
  /// Mean distances from the centroid before and after the frame, mm. They and the next two properties are set only if `hasSpin`.
  private(set) var oldRadius = 0.0
  private(set) var radius = 0.0
  /// The cross and dot products of the line between two touches, before and after. More touches turn by their shape (`ShapeTurn`).
  private var cross = 0.0
  private var dot = 0.0

  /// The least radius for which an angle and a scale are meaningful, mm (recognizers.md §4.0).
  static let radiusFloor = 2.0

  /// Starts the next frame without measures.
  @inline(__always) mutating func clear() { touches = 0 }

  @inline(__always) mutating func measure(_ records: borrowing LaneArray<TouchRecord>, _ set: TouchSet) {
    var old = Point.zero
    var new = Point.zero
    var count = 0.0
    var rest = set
    while rest != 0 {
      let lane = rest.popLane()
      old += records[lane].previous
      new += records[lane].position
      count += 1
    }
    touches = set
    hasSpin = false
    share = 1 / count
    oldCenter = old * share
    center = new * share
  }

  mutating func measureSpin(_ records: borrowing LaneArray<TouchRecord>) {
    hasSpin = true
    var rest = touches
    let first = rest.popLane()
    if rest & (rest &- 1) == 0 { return measureSpin(records, first, rest.firstLane) }
    measureSpinOfMany(records)
  }

  /// Measures the spin of two touches. They are opposite each other, so the vector between them determines it.
  @inline(__always) private mutating func measureSpin(
    _ records: borrowing LaneArray<TouchRecord>, _ first: Int, _ second: Int
  ) {
    let a = (records[second].previous - records[first].previous) * 0.5
    let b = (records[second].position - records[first].position) * 0.5
    oldRadius = a.length
    radius = b.length
    cross = a.x * b.y - a.y * b.x
    dot = a.x * b.x + a.y * b.y
  }

  private mutating func measureSpinOfMany(_ records: borrowing LaneArray<TouchRecord>) {
    var (oldSum, newSum) = (0.0, 0.0)
    var rest = touches
    while rest != 0 {
      let lane = rest.popLane()
      let a = records[lane].previous - oldCenter
      let b = records[lane].position - center
      oldSum += a.length
      newSum += b.length
    }
    oldRadius = oldSum * share
    radius = newSum * share
  }

  @inline(__always) var translation: Point { center - oldCenter }

  /// The factor by which the scale changed.
  @inline(__always) var scale: Double {
    if oldRadius < Self.radiusFloor || radius < Self.radiusFloor {
      return max(radius, Self.radiusFloor) / max(oldRadius, Self.radiusFloor)
    }
    return radius / oldRadius
  }
  /// The logarithm of the factor by which the scale changed.
  @inline(__always) var logScale: Double {
    if oldRadius < Self.radiusFloor || radius < Self.radiusFloor { return log(scale) }
    return log(radius / oldRadius)
  }
  /// The change of the angle in radians, clockwise positive.
  @inline(__always) var angle: Double {
    if oldRadius < Self.radiusFloor || radius < Self.radiusFloor || cross == 0 { return 0 }
    return atan2(cross, dot)
  }
}
