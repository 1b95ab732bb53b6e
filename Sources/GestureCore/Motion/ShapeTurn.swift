import CSystem

/// The rotation of three or more touches about their centre, compared with the shape that they had at first (recognizers.md
/// §4.0).
///
/// A sum of rotations per frame drifts when the fingers tremble together. Two touches do not need this, because the sum is the
/// rotation of the line between them.
struct ShapeTurn: ~Copyable {
  /// The touches of the shape; empty if the next frame sets it.
  private var touches: TouchSet = 0
  /// The touches' positions relative to their centre when the shape was set, by lane.
  private var shape = LaneArray<Point>(repeating: .zero)
  /// The touches' positions in the last frame, by lane.
  private var last = LaneArray<Point>(repeating: .zero)
  /// The step of the last frame (`Touches.step`).
  private var step = 0
  /// The angle at which the shape was set.
  private var start = 0.0

  mutating func become(_ other: borrowing ShapeTurn) {
    touches = other.touches
    shape.copy(other.shape)
    last.copy(other.last)
    step = other.step
    start = other.start
  }
  mutating func clear() { touches = 0 }
  /// Drops the shape if it is one of other touches.
  @inline(__always) mutating func keep(_ set: TouchSet) {
    if touches != set { touches = 0 }
  }

  /// The angle after a frame, computed from the angle before it. Neither wraps at a full turn.
  ///
  /// - Parameter table: its increment is that of the shape's touches, with the spin.
  mutating func follow(_ table: Touches, from angle: Double) -> Double {
    let set = table.increment.touches
    if table.increment.oldRadius < MotionIncrement.radiusFloor {
      clear()
      return angle
    }
    if touches != set || hasMoved(table) { take(table, at: angle) }
    step = table.step
    let center = table.increment.center
    var (cross, dot) = (0.0, 0.0)
    var rest = set
    while rest != 0 {
      let lane = rest.popLane()
      let (a, b) = (shape[lane], table.records[lane].position - center)
      cross += a.x * b.y - a.y * b.x
      dot += a.x * b.x + a.y * b.y
      last[lane] = table.records[lane].position
    }
    if table.increment.radius < MotionIncrement.radiusFloor { return angle }
    let turn = start + (cross == 0 && dot >= 0 ? 0 : atan2(cross, dot))
    let away = angle - turn
    return abs(away) < .pi ? turn : turn + 2 * .pi * (away / (2 * .pi)).rounded()
  }

  /// Whether one of the touches moved in a frame that was not followed.
  @inline(__always) private func hasMoved(_ table: Touches) -> Bool {
    // In the step before, each touch was where it was followed to, unless this frame puts it elsewhere.
    if table.step == step &+ 1 && table.reanchored & touches == 0 { return false }
    var rest = touches
    while rest != 0 {
      let lane = rest.popLane()
      if last[lane] != table.records[lane].previous { return true }
    }
    return false
  }

  private mutating func take(_ table: Touches, at angle: Double) {
    touches = table.increment.touches
    start = angle
    var rest = touches
    while rest != 0 {
      let lane = rest.popLane()
      shape[lane] = table.records[lane].previous - table.increment.oldCenter
    }
  }
}
