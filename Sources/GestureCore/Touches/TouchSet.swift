/// A set of touches by lane. A lane is the small number that a touch has while anyone remembers it.
package typealias TouchSet = UInt64

extension TouchSet {
  @inline(__always) static func lane(_ lane: Int) -> TouchSet { 1 << TouchSet(truncatingIfNeeded: lane) }
  /// One finger is what there is most of, and without an instruction for it (SSE 4.2) a count takes sixteen.
  @inline(__always) var count: Int {
    if self & (self &- 1) == 0 { return self == 0 ? 0 : 1 }
    return nonzeroBitCount
  }
  @inline(__always) var firstLane: Int { trailingZeroBitCount }
  @inline(__always) mutating func popLane() -> Int {
    let lane = trailingZeroBitCount
    self &= self &- 1
    return lane
  }
}

/// One touch as recognizers see it: where it is, was a frame ago and landed, in stage mm.
struct TouchRecord {
  var id: Int64 = -1
  var position = Point.zero
  /// Position before this frame; equal to `position` where the change was no motion.
  var previous = Point.zero
  var down = Point.zero
  /// When it landed; earlier than it began if its contact was held back.
  var downTime: Timestamp = 0
  /// How far the position went without motion in this frame (a dropped jump, a resync).
  var jump = Point.zero
}
