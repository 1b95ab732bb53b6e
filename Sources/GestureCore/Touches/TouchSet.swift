/// A set of touches by lane. A lane is the small number that a touch has while it is down or belongs to an attempt.
package typealias TouchSet = UInt64

extension TouchSet {
  @inline(__always) static func lane(_ lane: Int) -> TouchSet { 1 &<< TouchSet(truncatingIfNeeded: lane) }
  /// A shortcut for one finger, the most common case. Without an instruction for it (SSE 4.2), a bit count takes sixteen
  /// instructions.
  @inline(__always) var count: Int {
    if self & (self &- 1) == 0 { return self == 0 ? 0 : 1 }
    return nonzeroBitCount
  }
  mutating func set(_ lane: Int, _ isIn: Bool) {
    if isIn { self |= .lane(lane) } else { self &= ~.lane(lane) }
  }
  @inline(__always) var firstLane: Int { trailingZeroBitCount }
  @inline(__always) mutating func popLane() -> Int {
    let lane = trailingZeroBitCount
    self &= self &- 1
    return lane
  }
}

/// One touch as recognizers see it in stage mm: its position now, a frame ago and at the landing.
struct TouchRecord {
  var id: Int64 = -1
  var position = Point.zero
  /// The position before this frame; equal to `position` if the change was not motion.
  var previous = Point.zero
  var down = Point.zero
  /// When the touch landed. If its contact was withheld, this is earlier than the frame in which the touch began.
  var downTime: Timestamp = 0
  /// The displacement without motion in this frame (a dropped jump, a resync).
  var jump = Point.zero
}
