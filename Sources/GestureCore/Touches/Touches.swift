import Glibc

/// A set of touches by lane. A lane is the small number that a touch has while anyone remembers it.
package typealias TouchSet = UInt64

extension TouchSet {
  @inline(__always) static func lane(_ lane: Int) -> TouchSet { 1 << TouchSet(truncatingIfNeeded: lane) }
  @inline(__always) var count: Int { nonzeroBitCount }
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
  /// How far the position went without motion in this frame (a dropped jump, a resync).
  var jump = Point.zero
}

/// What one frame did to a group of touches that were down before and after it (recognizers.md §4.0).
struct MotionIncrement {
  var touches: TouchSet = 0
  var translation = Point.zero
  /// Change of ln(scale), and of the angle in radians, clockwise positive; only where `hasSpin`.
  var logScale = 0.0
  var angle = 0.0
  /// Mean distance from the centroid after the frame, mm.
  var radius = 0.0
  var hasSpin = false
}

/// What a frame did to the touches, as sets.
struct TouchSets {
  /// Time of the frame before this one.
  var previousTime: Timestamp = 0
  var before: TouchSet = 0
  var down: TouchSet = 0
  var began: TouchSet = 0
  var moved: TouchSet = 0
  var reanchored: TouchSet = 0
  var ended: TouchSet = 0
  var cancelled: TouchSet = 0
  var phantom: TouchSet = 0
  var head = FrameHead()
}

/// All touches of one device in one frame: a view over storage that the arena owns and uses again.
///
/// One pointer to the sets and two to the records: what is handed to every recognizer in every frame is never copied.
struct Touches {
  /// Touches the arena can tell apart at once: one bit each of a machine word. The widest device known has 60 slots.
  static let capacity = 64
  /// Below this radius an angle means nothing and a scale would explode (recognizers.md §4.0), in mm.
  static let radiusFloor = 2.0

  let sets: UnsafeMutablePointer<TouchSets>
  let records: UnsafeMutablePointer<TouchRecord>
  let increment: UnsafeMutablePointer<MotionIncrement>

  @inline(__always) var time: Timestamp {
    get { sets.pointee.head.time }
    nonmutating set { sets.pointee.head.time = newValue }
  }
  @inline(__always) var previousTime: Timestamp {
    get { sets.pointee.previousTime }
    nonmutating set { sets.pointee.previousTime = newValue }
  }
  @inline(__always) var before: TouchSet {
    get { sets.pointee.before }
    nonmutating set { sets.pointee.before = newValue }
  }
  @inline(__always) var down: TouchSet {
    get { sets.pointee.down }
    nonmutating set { sets.pointee.down = newValue }
  }
  @inline(__always) var began: TouchSet {
    get { sets.pointee.began }
    nonmutating set { sets.pointee.began = newValue }
  }
  @inline(__always) var moved: TouchSet {
    get { sets.pointee.moved }
    nonmutating set { sets.pointee.moved = newValue }
  }
  @inline(__always) var reanchored: TouchSet {
    get { sets.pointee.reanchored }
    nonmutating set { sets.pointee.reanchored = newValue }
  }
  @inline(__always) var ended: TouchSet {
    get { sets.pointee.ended }
    nonmutating set { sets.pointee.ended = newValue }
  }
  @inline(__always) var cancelled: TouchSet {
    get { sets.pointee.cancelled }
    nonmutating set { sets.pointee.cancelled = newValue }
  }
  @inline(__always) var phantom: TouchSet {
    get { sets.pointee.phantom }
    nonmutating set { sets.pointee.phantom = newValue }
  }
  @inline(__always) var isResync: Bool { sets.pointee.head.isResync }
  @inline(__always) var reanchorsReferences: Bool { sets.pointee.head.reanchorsReferences }
  @inline(__always) var isClick: Bool { sets.pointee.head.isClick }
  /// Touches moved, and nothing else happened.
  @inline(__always) var isMotion: Bool {
    let sets = sets
    return (sets.pointee.began | sets.pointee.reanchored | sets.pointee.ended | sets.pointee.cancelled) == 0
      && !isResync && !reanchorsReferences && !isClick
  }

  /// A new frame, in which nothing has changed yet.
  @inline(__always) func open(_ head: FrameHead) {
    sets.pointee.head = head
    before = down
    began = 0
    moved = 0
    reanchored = 0
    ended = 0
    cancelled = 0
    increment.pointee.touches = 0
  }

  @inline(__always) func position(_ lane: Int) -> Point { records[lane].position }

  /// Mean position of the real touches of a set; nil if there is none.
  @inline(__always) func centroid(of set: TouchSet) -> Point? {
    var rest = set & ~phantom
    if rest == 0 { return nil }
    var sum = records[rest.popLane()].position
    if rest == 0 { return sum }
    var count = 1.0
    while rest != 0 {
      sum += records[rest.popLane()].position
      count += 1
    }
    return sum * (1 / count)
  }

  /// Mean distance from the centroid, mm; 0 for fewer than two.
  func radius(of set: TouchSet) -> Double {
    guard let center = centroid(of: set) else { return 0 }
    var rest = set & ~phantom
    let count = rest.count
    var sum = 0.0
    while rest != 0 { sum += records[rest.popLane()].position.distance(to: center) }
    return sum / Double(count)
  }

  /// The motion of a set in this frame. Recognizers with the same touches share one computation.
  @inline(__always) func motion(of set: TouchSet, spin: Bool) -> UnsafeMutablePointer<MotionIncrement> {
    if increment.pointee.touches != set { measureTranslation(of: set) }
    if spin && !increment.pointee.hasSpin { measureSpin() }
    return increment
  }

  /// - Parameter set: at least one touch.
  private func measureTranslation(of set: TouchSet) {
    increment.pointee.touches = set
    increment.pointee.hasSpin = false
    var rest = set
    let first = records + rest.popLane()
    var sum = first.pointee.position - first.pointee.previous
    if rest != 0 {
      var count = 1.0
      while rest != 0 {
        let record = records + rest.popLane()
        sum += record.pointee.position - record.pointee.previous
        count += 1
      }
      sum = sum * (1 / count)
    }
    increment.pointee.translation = sum
  }

  private func measureSpin() {
    let set = increment.pointee.touches
    increment.pointee.hasSpin = true
    increment.pointee.logScale = 0
    increment.pointee.angle = 0
    increment.pointee.radius = 0
    if set & (set &- 1) == 0 { return }
    var oldCenter = Point.zero
    var newCenter = Point.zero
    var count = 0.0
    var rest = set
    while rest != 0 {
      let lane = rest.popLane()
      oldCenter += records[lane].previous
      newCenter += records[lane].position
      count += 1
    }
    let share = 1 / count
    oldCenter = oldCenter * share
    newCenter = newCenter * share
    var oldRadius = 0.0
    var newRadius = 0.0
    var cross = 0.0
    var dot = 0.0
    rest = set
    while rest != 0 {
      let lane = rest.popLane()
      let a = records[lane].previous - oldCenter
      let b = records[lane].position - newCenter
      oldRadius += a.length
      newRadius += b.length
      cross += a.x * b.y - a.y * b.x
      dot += a.x * b.x + a.y * b.y
    }
    oldRadius *= share
    newRadius *= share
    increment.pointee.radius = newRadius
    if oldRadius != newRadius {
      increment.pointee.logScale = log(max(newRadius, Self.radiusFloor) / max(oldRadius, Self.radiusFloor))
    }
    if oldRadius >= Self.radiusFloor && newRadius >= Self.radiusFloor && cross != 0 {
      increment.pointee.angle = atan2(cross, dot)
    }
  }
}
