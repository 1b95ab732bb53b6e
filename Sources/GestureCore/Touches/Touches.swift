import CSystem

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

/// What one frame did to a group of touches that were down before and after it (recognizers.md §4.0).
///
/// Each measure is computed at its first use.
struct MotionIncrement {
  fileprivate(set) var touches: TouchSet = 0
  /// Mean places before and after the frame.
  private var oldCenter = Point.zero
  fileprivate(set) var center = Point.zero
  private var share = 0.0
  fileprivate(set) var hasSpin = false
  /// Mean distances from the centroid before and after the frame, mm; only where `hasSpin`, as what follows.
  private var oldRadius = 0.0
  private(set) var radius = 0.0
  /// Of the places around the centroid before and after, summed.
  private var cross = 0.0
  private var dot = 0.0

  /// Below this radius an angle means nothing and a scale would explode (recognizers.md §4.0), in mm.
  private static let radiusFloor = 2.0

  @inline(__always) fileprivate mutating func measure(_ records: UnsafePointer<TouchRecord>, _ set: TouchSet)
  {
    var old = Point.zero
    var new = Point.zero
    var count = 0.0
    var rest = set
    while rest != 0 {
      let record = records + rest.popLane()
      old += record.pointee.previous
      new += record.pointee.position
      count += 1
    }
    touches = set
    hasSpin = false
    share = 1 / count
    oldCenter = old * share
    center = new * share
  }

  fileprivate mutating func measureSpin(_ records: UnsafePointer<TouchRecord>) {
    hasSpin = true
    var rest = touches
    let first = records + rest.popLane()
    if rest & (rest &- 1) == 0 { return measureSpin(first, records + rest.firstLane) }
    measureSpinOfMany(records)
  }

  /// Two touches are opposite each other: all there is to know is the way from one to the other.
  @inline(__always) private mutating func measureSpin(
    _ first: UnsafePointer<TouchRecord>, _ second: UnsafePointer<TouchRecord>
  ) {
    let a = (second.pointee.previous - first.pointee.previous) * 0.5
    let b = (second.pointee.position - first.pointee.position) * 0.5
    oldRadius = a.length
    radius = b.length
    cross = a.x * b.y - a.y * b.x
    dot = a.x * b.x + a.y * b.y
  }

  private mutating func measureSpinOfMany(_ records: UnsafePointer<TouchRecord>) {
    var (oldSum, newSum, cross, dot) = (0.0, 0.0, 0.0, 0.0)
    var rest = touches
    while rest != 0 {
      let record = records + rest.popLane()
      let a = record.pointee.previous - oldCenter
      let b = record.pointee.position - center
      oldSum += a.length
      newSum += b.length
      cross += a.x * b.y - a.y * b.x
      dot += a.x * b.x + a.y * b.y
    }
    oldRadius = oldSum * share
    radius = newSum * share
    self.cross = cross
    self.dot = dot
  }

  @inline(__always) var translation: Point { center - oldCenter }

  /// By what the scale changed.
  @inline(__always) var scale: Double {
    if oldRadius < Self.radiusFloor || radius < Self.radiusFloor {
      return max(radius, Self.radiusFloor) / max(oldRadius, Self.radiusFloor)
    }
    return radius / oldRadius
  }
  /// ln(scale).
  @inline(__always) var logScale: Double {
    if oldRadius < Self.radiusFloor || radius < Self.radiusFloor { return log(scale) }
    return log(radius / oldRadius)
  }
  /// Change of the angle in radians, clockwise positive.
  @inline(__always) var angle: Double {
    if oldRadius < Self.radiusFloor || radius < Self.radiusFloor || cross == 0 { return 0 }
    return atan2(cross, dot)
  }
}

/// What a frame did to the touches, as sets, and where they are.
struct TouchTable {
  // Memory of the arena, one record for each lane of a TouchSet.
  let records: UnsafeMutablePointer<TouchRecord>
  /// Time of the frame before this one.
  var previousTime: Timestamp = 0
  var head = FrameHead()
  var before: TouchSet = 0
  var down: TouchSet = 0 {
    didSet { downCount = down.count }
  }
  private(set) var downCount = 0
  var began: TouchSet = 0
  /// Of those, the ones whose contact landed earlier and was held back.
  var released: TouchSet = 0
  var moved: TouchSet = 0
  var reanchored: TouchSet = 0
  /// Of those, the ones whose motion was dropped because no finger travels like that.
  var jumped: TouchSet = 0
  var ended: TouchSet = 0
  var cancelled: TouchSet = 0
  var phantom: TouchSet = 0
  /// Buttons that are down, and of them those that went down in this frame: in one with the flag `buttons`.
  var buttons: ButtonSet = []
  fileprivate(set) var pressed: ButtonSet = []
  /// By lane, memory of the arena; nil where no recognizer reads them.
  var forces: UnsafeMutablePointer<Force>?
  /// The motion that was computed last.
  var increment = MotionIncrement()
  /// Not of the frame: of all events that are reported (`Arena.changesHaveVelocity`).
  var changesHaveVelocity = true
}

extension TouchTable {
  /// A new frame, in which nothing has changed yet.
  @inline(__always) mutating func open(_ head: FrameHead) {
    self.head = head
    before = down
    began = 0
    moved = 0
    reanchored = 0
    ended = 0
    cancelled = 0
    increment.touches = 0
  }

  /// In a frame that may have the flag `buttons`.
  mutating func takeButtons() {
    if !head.flags.contains(.buttons) { return }
    pressed = head.flags.buttonsDown.subtracting(buttons)
    buttons = head.flags.buttonsDown
  }
}

/// All touches of one device in one frame, read-only: a view of the table that the arena owns and writes.
///
/// One pointer, valid as long as the arena: what every recognizer receives in every frame is never copied and takes
/// one register.
struct Touches {
  /// Touches that the arena can distinguish at once: one bit each of a machine word. The widest device known has 60 slots.
  static let capacity = 64
  // Memory of the arena: valid as long as it, written only between the calls of recognizers.
  private let table: UnsafeMutablePointer<TouchTable>

  init(_ table: UnsafeMutablePointer<TouchTable>) { self.table = table }

  @inline(__always) var records: UnsafePointer<TouchRecord> { UnsafePointer(table.pointee.records) }
  /// Written here only: a measure that is taken once for all recognizers with the same touches.
  @inline(__always) private var increment: MotionIncrement {
    get { table.pointee.increment }
    nonmutating _modify { yield &table.pointee.increment }
  }

  @inline(__always) var time: Timestamp { table.pointee.head.time }
  /// Time of the frame before this one.
  @inline(__always) var previousTime: Timestamp { table.pointee.previousTime }
  @inline(__always) var before: TouchSet { table.pointee.before }
  @inline(__always) var down: TouchSet { table.pointee.down }
  /// How many are down.
  @inline(__always) var downCount: Int { table.pointee.downCount }
  @inline(__always) var began: TouchSet { table.pointee.began }
  /// Of the touches that began, those whose contact the filter had held back: they landed earlier, elsewhere.
  @inline(__always) var released: TouchSet { table.pointee.released & table.pointee.began }
  @inline(__always) var moved: TouchSet { table.pointee.moved }
  @inline(__always) var reanchored: TouchSet { table.pointee.reanchored }
  /// Of the touches that were reanchored, those of which a jump was dropped.
  @inline(__always) var jumped: TouchSet { table.pointee.jumped & table.pointee.reanchored }
  @inline(__always) var ended: TouchSet { table.pointee.ended }
  @inline(__always) var cancelled: TouchSet { table.pointee.cancelled }
  @inline(__always) var phantom: TouchSet { table.pointee.phantom }
  @inline(__always) var isResync: Bool { table.pointee.head.flags.contains(.resync) }
  @inline(__always) var reanchorsReferences: Bool { table.pointee.head.flags.contains(.reanchorsReferences) }
  @inline(__always) var hasForces: Bool { table.pointee.head.flags.contains(.forces) }
  @inline(__always) var isClick: Bool { table.pointee.head.flags.contains(.click) }

  @inline(__always) var changesHaveVelocity: Bool { table.pointee.changesHaveVelocity }

  /// Buttons that went down in this frame.
  @inline(__always) var pressed: ButtonSet {
    table.pointee.head.flags.contains(.buttons) ? table.pointee.pressed : []
  }
  /// The button of a clickpad, or the left one, is down.
  @inline(__always) var isButtonHeld: Bool { table.pointee.buttons.contains(.left) }

  @inline(__always) func position(_ lane: Int) -> Point { records[lane].position }

  /// The forces of these touches, added.
  func force(of set: TouchSet) -> Force {
    guard let forces = table.pointee.forces else { return .none }
    var sum = Force.none
    var rest = set
    while rest != 0 { sum = sum + forces[rest.popLane()] }
    return sum
  }

  /// The table as if these touches, which are down, had landed in this frame (§3.8).
  func asIfLanded(_ touches: TouchSet) -> TouchTable {
    var table = TouchTable(records: self.table.pointee.records)
    table.head.time = time
    table.down = down
    table.began = touches
    table.phantom = phantom
    table.buttons = self.table.pointee.buttons
    return table
  }

  /// Mean position of the real touches of a set; nil if there is none.
  @inline(__always) func centroid(of set: TouchSet) -> Point? {
    var rest = set & ~phantom
    if rest == increment.touches && rest != 0 { return increment.center }
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

  func appendPositions(of set: TouchSet, to points: inout [Point]) {
    var rest = set
    while rest != 0 { points.append(position(rest.popLane())) }
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
  ///
  /// - Parameter set: at least two touches.
  @inline(__always) func increment(of set: TouchSet) -> UnsafeMutablePointer<MotionIncrement> {
    if increment.touches != set { increment.measure(records, set) }
    // The table is heap memory of the arena, so the address stays valid after the closure.
    return withUnsafeMutablePointer(to: &table.pointee.increment) { $0 }
  }
  /// Measures its turn and spread besides.
  @inline(__always) func measureSpin(of increment: UnsafeMutablePointer<MotionIncrement>) {
    if !increment.pointee.hasSpin { increment.pointee.measureSpin(records) }
  }
}
