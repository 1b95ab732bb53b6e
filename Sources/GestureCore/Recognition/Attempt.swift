/// What the arena keeps of a recognizer's try, from its first touch until reset.
struct AttemptRecord: BitwiseCopyable {
  /// Range of the count of touches.
  let least: Int
  let most: Int
  let stage: Size
  let isTouchpad: Bool
  let isSemiMT: Bool
  /// Another pan, pinch or rotation takes the same fingers (§3.7): evidence is required.
  var competes = false

  /// All touches received in this attempt, lifted ones included.
  var seen: TouchSet = 0
  /// Of those, the ones down after this frame.
  private(set) var own: TouchSet = 0
  /// Size of `own`. It is read more often than changed, and Debian builds for machines that count bits slowly.
  private(set) var count = 0
  /// Of `seen`, the touches that the gesture is made with: those down when their count was last in its range.
  private(set) var made: TouchSet = 0
  /// Touches that were down before the recognizer was enabled; they are not part of it (§2 rule 5).
  var ignored: TouchSet = 0
  /// The most touches that were down at one time.
  var peak = 0
  /// Places where touches count as landed, by lane, for a step that starts under touches already down (§3.8).
  var anchors: UnsafeMutablePointer<Point>?
  var anchored: TouchSet = 0

  init(fingers: ClosedRange<Int>, stage: Size, isTouchpad: Bool, isSemiMT: Bool) {
    least = fingers.lowerBound
    most = fingers.upperBound
    self.stage = stage
    self.isTouchpad = isTouchpad
    self.isSemiMT = isSemiMT
  }

  /// Takes the touches that landed, if any, and the state of the others.
  @inline(__always) mutating func receive(_ landed: TouchSet, _ touches: Touches) {
    seen |= landed
    own = touches.down & seen
    // Counted once for all recognizers that have every touch.
    count = own == touches.down ? touches.downCount : own.count
    if count >= least && count <= most { made = own }
    if touches.began != 0 { peak = max(peak, count) }
  }

  /// Drops touches that lifted long ago.
  mutating func keep(_ present: TouchSet) {
    seen &= present
    made &= present
  }

  mutating func clear() {
    seen = 0
    made = 0
    own = 0
    count = 0
    ignored = 0
    peak = 0
    anchored = 0
  }
}

/// An attempt as its recognizer sees it: read-only.
///
/// One pointer, to a record that lives as long as the arena, so it costs one register and no copy.
struct Attempt {
  private let record: UnsafePointer<AttemptRecord>

  init(_ record: UnsafeMutablePointer<AttemptRecord>) { self.record = UnsafePointer(record) }

  @inline(__always) var least: Int { record.pointee.least }
  @inline(__always) var most: Int { record.pointee.most }
  @inline(__always) var stage: Size { record.pointee.stage }
  @inline(__always) var isTouchpad: Bool { record.pointee.isTouchpad }
  @inline(__always) var isSemiMT: Bool { record.pointee.isSemiMT }
  @inline(__always) var competes: Bool { record.pointee.competes }
  @inline(__always) var seen: TouchSet { record.pointee.seen }
  @inline(__always) var own: TouchSet { record.pointee.own }
  @inline(__always) var count: Int { record.pointee.count }
  @inline(__always) var ignored: TouchSet { record.pointee.ignored }
  @inline(__always) var peak: Int { record.pointee.peak }
  @inline(__always) var made: TouchSet { record.pointee.made }

  @inline(__always) func placed(_ touches: Touches) -> TouchSet { touches.began & own }
  @inline(__always) func lifted(_ touches: Touches) -> TouchSet { touches.ended & seen }
  @inline(__always) func lost(_ touches: Touches) -> TouchSet { touches.cancelled & seen }

  /// Where a touch landed, or where it was when this step of a sequence began.
  @inline(__always) func landing(_ lane: Int, _ touches: Touches) -> Point {
    if record.pointee.anchored & .lane(lane) != 0, let anchors = record.pointee.anchors {
      return anchors[lane]
    }
    return touches.records[lane].down
  }

  /// When the first of the touches that begin in this frame landed; before the frame if contacts were held back.
  @inline(__always) func firstLanding(_ touches: Touches) -> Timestamp {
    var first = touches.time
    var rest = touches.released & own & ~record.pointee.anchored
    while rest != 0 { first = min(first, touches.records[rest.popLane()].downTime) }
    return first
  }

  /// Number of a touch within the gesture, from 1, for messages.
  func number(of lane: Int) -> Int { (seen & (TouchSet.lane(lane) &- 1)).count + 1 }

  /// Whether a touch of a set is farther than `limit` mm from where it landed; if so, the farthest of all.
  @inline(__always)
  func strayed(_ touches: Touches, _ set: TouchSet, limit: Double) -> (lane: Int, distance: Double)? {
    var rest = set
    while rest != 0 {
      let lane = rest.popLane()
      let d = touches.records[lane].position - landing(lane, touches)
      if d.x * d.x + d.y * d.y > limit * limit { return farthest(touches, set | own) }
    }
    return nil
  }

  private func farthest(_ touches: Touches, _ set: TouchSet) -> (lane: Int, distance: Double) {
    var farthest = (lane: 0, distance: -1.0)
    var rest = set & ~touches.phantom
    while rest != 0 {
      let lane = rest.popLane()
      let distance = touches.records[lane].position.distance(to: landing(lane, touches))
      if distance > farthest.distance { farthest = (lane, distance) }
    }
    return farthest
  }
}
