/// The effects of a frame on the touches, as one set for each effect.
struct FrameEffect {
  /// The touches that were down before the frame.
  var before: TouchSet = 0
  var began: TouchSet = 0
  var moved: TouchSet = 0
  /// Touches whose positions changed without motion.
  var reanchored: TouchSet = 0
  var ended: TouchSet = 0
  var cancelled: TouchSet = 0
}

/// The touches with special properties.
struct TouchKinds {
  /// Touches that landed earlier and elsewhere, because the contact filter withheld them.
  var held: TouchSet = 0
  /// Touches whose last reanchoring was a jump that the contact filter dropped.
  var dropped: TouchSet = 0
  /// Fingers that the device counts without a slot.
  var phantom: TouchSet = 0
  /// Touches that are pens.
  var pen: TouchSet = 0
}

/// All touches of one device in one frame: their positions, and what the frame did to them.
///
/// The tracker writes this object, frame by frame. Recognizers only read it.
///
/// What must hold when a frame is closed: a touch that was down before the frame or began in it is down, has ended or was
/// cancelled, and no touch has two of these fates. What moved or was reanchored is one of them. Time does not go back.
package final class Touches {
  private(set) var records = LaneArray(repeating: TouchRecord())
  /// The forces by lane, written only for gestures that read them.
  private(set) var forces = LaneArray<Force>(repeating: .none)
  /// The longer axis of each touch in mm, by lane, written only for gestures that read it; 0 if it is not known.
  private(set) var sizes = LaneArray<Double>(repeating: 0)
  /// The times of the last frame and the one before it.
  private(set) var frameTime: Timestamp = 0
  private(set) var previousTime: Timestamp = 0
  private(set) var head = FrameHead()
  /// Increases with each frame, and with each step between frames.
  private(set) var step = 0
  private(set) var effect = FrameEffect()
  private var lastMoved: TouchSet = 0
  /// The touches that have moved since one came or left before this frame, and whether one did in the frame before.
  private(set) var movedTogether: TouchSet = 0
  private var hadChangedFingers = false
  /// Touches that belong to an attempt. Their lanes are not used again, as long as others are free.
  var remembered: TouchSet = 0
  /// Whether a touch of this frame got the lane of a remembered one, because no other was free.
  private(set) var isCrowded = false
  private(set) var down: TouchSet = 0 {
    didSet { downCount = down.count }
  }
  /// The number of touches that are down.
  private(set) var downCount = 0
  private var kinds = TouchKinds()
  private(set) var buttons = ButtonState()
  /// The motion that was measured last. Recognizers with the same touches share the computation.
  private(set) var increment = MotionIncrement()

  @inline(__always) var time: Timestamp { head.time }
  @inline(__always) var before: TouchSet { effect.before }
  @inline(__always) var began: TouchSet { effect.began }
  @inline(__always) var moved: TouchSet { effect.moved }
  @inline(__always) var reanchored: TouchSet { effect.reanchored }
  @inline(__always) var ended: TouchSet { effect.ended }
  @inline(__always) var cancelled: TouchSet { effect.cancelled }
  /// Whether the frame did anything but move touches.
  @inline(__always) var isEventful: Bool { began | reanchored | ended | cancelled != 0 }
  /// Whether a touch has come or left in this frame.
  @inline(__always) var hasChangedFingers: Bool { began | ended | cancelled != 0 }
  @inline(__always) var hasChanged: Bool { moved != 0 || isEventful }
  /// The touches that began in this frame but landed earlier and elsewhere, because they were withheld.
  @inline(__always) var released: TouchSet { kinds.held & began }
  @inline(__always) var jumped: TouchSet { kinds.dropped & reanchored }
  /// Fingers that the device counts without a slot (§1.7).
  var phantom: TouchSet { kinds.phantom }
  /// Pens that the device reports among its contacts, if a gesture takes them.
  var pens: TouchSet { kinds.pen }
  @inline(__always) var isResync: Bool { head.flags.contains(.resync) }
  @inline(__always) var reanchorsReferences: Bool { head.flags.contains(.reanchorsReferences) }
  @inline(__always) var hasForces: Bool { head.flags.contains(.forces) }
  @inline(__always) var isClick: Bool { head.flags.contains(.click) }
  /// Buttons that went down in this frame.
  @inline(__always) var pressed: ButtonSet { head.flags.contains(.buttons) ? buttons.pressed : [] }
  /// Whether the clickpad's button, or the left one, is down.
  @inline(__always) var isButtonHeld: Bool { buttons.down.contains(.left) }
}

/// The device's buttons that are down.
struct ButtonState {
  private(set) var down: ButtonSet = []
  /// The buttons that went down in the last frame with the flag `buttons`.
  private(set) var pressed: ButtonSet = []

  mutating func take(_ flags: FrameHead.Flags) {
    if !flags.contains(.buttons) { return }
    pressed = flags.buttonsDown.subtracting(down)
    down = flags.buttonsDown
  }
}

extension Touches {
  /// The longest way of a touch in this frame, mm.
  var longestStep: Double {
    var longest = 0.0
    var rest = moved
    while rest != 0 {
      let lane = rest.popLane()
      longest = max(longest, records[lane].position.distance(to: records[lane].previous))
    }
    return longest
  }
}

// Changes, made by the arena.
extension Touches {
  /// Begins a frame. Its changes follow. Without changes it need not be closed, and is then none.
  @inline(__always) func open(_ head: FrameHead) {
    openInstant(FrameHead(time: max(head.time, frameTime), flags: head.flags))
    isCrowded = false
  }
  /// Begins a step without a frame: a deadline, or input from outside.
  @inline(__always) func openInstant(_ head: FrameHead) {
    self.head = head
    step &+= 1
    effect = FrameEffect(before: down)
    increment.clear()
  }
  /// Ends the changes of a frame. Touches that moved in the frame before and not in this one have come to rest.
  ///
  /// - Parameter flags: those of the whole frame.
  @inline(__always) func close(_ flags: FrameHead.Flags) {
    head.flags = flags
    previousTime = frameTime
    frameTime = head.time
    movedTogether = moved | (hadChangedFingers ? 0 : movedTogether)
    hadChangedFingers = hasChangedFingers
    rest()
    assert(holdsInvariants())
  }
  @inline(__always) private func rest() {
    var still = lastMoved & ~moved
    while still != 0 {
      let lane = still.popLane()
      records[lane].previous = records[lane].position
    }
    lastMoved = moved
  }
  func note(size: Double, of lane: Int) { sizes[lane] = size }
  func takeButtons() { buttons.take(head.flags) }
  func releaseButtons() { buttons = ButtonState() }

  /// Takes changed forces, in a step in which no touch moves.
  func take(_ changes: Span<TouchForce>) {
    head.flags = .forces
    rest()
    for index in changes.indices {
      let lane = lane(of: changes[index].id)
      if lane >= 0 { forces[lane] = changes[index].force }
    }
  }

  /// Removes the new touches of this frame until `putBack`, so that chains are checked before they count (§2 rule 4).
  func takeBack() -> FrameLanding {
    let landing = FrameLanding(began: began, down: down)
    effect.began = 0
    down &= ~landing.began
    return landing
  }
  func putBack(_ landing: FrameLanding) {
    effect.began = landing.began
    down = landing.down
  }
  /// The new touches of a frame.
  struct FrameLanding {
    fileprivate let began: TouchSet
    fileprivate let down: TouchSet
  }

  /// Becomes a copy of another table in which the touches `landed`, which are down, have just landed (§3.8).
  func become(_ other: Touches, asIfLanded landed: TouchSet) {
    head = FrameHead(time: other.time)
    step &+= 1
    effect = FrameEffect(began: landed)
    increment.clear()
    down = other.down
    kinds = TouchKinds(phantom: other.phantom, pen: other.pens)
    buttons = other.buttons
    var rest = down
    while rest != 0 {
      let lane = rest.popLane()
      records[lane] = other.records[lane]
    }
  }
}

// Application of one change.
extension Touches {
  @inline(__always) func move(_ lane: Int, to position: Point) {
    records[lane].previous = records[lane].position
    records[lane].position = position
    effect.moved |= .lane(lane)
  }

  func end(_ lane: Int, _ end: TouchEnd) {
    down &= ~.lane(lane)
    if end == .ended { effect.ended |= .lane(lane) } else { effect.cancelled |= .lane(lane) }
  }
  /// Makes touches that are down land in this step, where they are.
  func landAnew(_ lanes: TouchSet) {
    effect.began = lanes
    effect.before = down & ~lanes
  }
  /// Puts a phantom, which has no place of its own, where a finger is.
  func place(_ lane: Int, at position: Point) { records[lane].position = position }
  /// Removes all touches without a frame.
  func removeAll() { down = 0 }

  func reanchor(_ lane: Int, at position: Point, isJump: Bool) {
    let jump = position - records[lane].position
    records[lane].jump = jump
    records[lane].position = position
    records[lane].previous = position
    // After a resync tolerances count from the new position. A dropped jump was not motion.
    records[lane].down = isResync ? position : records[lane].down + jump
    kinds.dropped.set(lane, isJump)
    effect.reanchored |= .lane(lane)
  }

  /// Gives a new touch a lane; nil if every lane is taken.
  ///
  /// - Parameter landing: where and when a contact landed that was withheld until now.
  func land(
    _ id: Int64, at position: Point, _ landing: ContactLanding? = nil, isPhantom: Bool = false,
    isPen: Bool = false
  ) -> Int? {
    let present = down | ended | cancelled
    if present | remembered == .max {
      isCrowded = true
      remembered = 0
    }
    let used = present | remembered
    if used == .max { return nil }
    let home = Int(truncatingIfNeeded: id & Int64(LaneArray<TouchRecord>.count - 1))
    let lane = used & .lane(home) == 0 ? home : (~used).firstLane
    records[lane] = TouchRecord(
      id: id, position: position, previous: position, down: landing?.position ?? position,
      downTime: landing?.time ?? time)
    forces[lane] = .none
    sizes[lane] = 0
    kinds.held.set(lane, landing != nil)
    kinds.phantom.set(lane, isPhantom)
    kinds.pen.set(lane, isPen)
    down |= .lane(lane)
    effect.began |= .lane(lane)
    return lane
  }

  /// The lane of a touch that is down; −1 if there is none.
  func lane(of id: Int64) -> Int {
    var rest = down
    while rest != 0 {
      let lane = rest.popLane()
      if records[lane].id == id { return lane }
    }
    return -1
  }
}

// What `close` checks: `land` and `end` change `down` and the frame's effect together, and `open` takes the greater time.
extension Touches: Invariant {
  package var brokenInvariant: String? {
    var check = InvariantCheck()
    let (known, left) = (before | began, ended | cancelled)
    check.hold(known == down | left, "each touch of a frame must be down or have left")
    check.hold(down & left == 0, "a touch that has left must not be down")
    check.hold(ended & cancelled == 0, "a touch must not both end and be cancelled")
    check.hold(before & began == 0, "a touch that was down must not begin")
    check.hold((moved | reanchored) & ~known == 0, "what moves must be a touch of the frame")
    check.hold(downCount == down.count, "downCount must be the number of touches that are down")
    check.hold(previousTime <= frameTime, "the time must not go back")
    return check.broken
  }
}

// Queries of recognizers.
extension Touches {
  /// When the way of a frame began: at the frame before, and at most 20 ms ago, because fingers that rest are not reported.
  static func wayBegins(at time: Timestamp, after previous: Timestamp) -> Timestamp {
    max(previous, time - 20_000)
  }

  @inline(__always) func position(_ lane: Int) -> Point { records[lane].position }

  /// Where a touch was before this frame.
  func placeBefore(_ lane: Int) -> Point {
    // `close` has set the previous position of a touch that is at rest to where it is.
    if reanchored & .lane(lane) == 0 { return records[lane].previous }
    return records[lane].position - records[lane].jump
  }

  /// The sum of the forces of these touches.
  func force(of set: TouchSet) -> Force {
    var sum = Force.none
    var rest = set
    while rest != 0 { sum = sum + forces[rest.popLane()] }
    return sum
  }

  /// The mean position of a set without phantoms; nil if it is empty.
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

  /// The mean position of a set without phantoms in the frame before; zero if it is empty.
  func previousCentroid(of set: TouchSet) -> Point {
    var rest = set & ~phantom
    let share = 1 / Double(max(rest.count, 1))
    var sum = Point.zero
    while rest != 0 { sum += records[rest.popLane()].previous }
    return sum * share
  }
  /// The mean distance from the centroid in the frame before, mm.
  func previousRadius(of set: TouchSet, about center: Point) -> Double {
    var rest = set & ~phantom
    let share = 1 / Double(max(rest.count, 1))
    var sum = 0.0
    while rest != 0 { sum += records[rest.popLane()].previous.distance(to: center) }
    return sum * share
  }

  func appendPositions(of set: TouchSet, to points: inout [Point]) {
    var rest = set
    while rest != 0 { points.append(position(rest.popLane())) }
  }

  /// The mean distance from the centroid, mm; 0 for fewer than two touches.
  func radius(of set: TouchSet) -> Double {
    guard let center = centroid(of: set) else { return 0 }
    var rest = set & ~phantom
    let count = rest.count
    var sum = 0.0
    while rest != 0 { sum += records[rest.popLane()].position.distance(to: center) }
    return sum / Double(count)
  }

  /// Makes `increment` the motion of a set in this frame. Recognizers with the same touches share one computation.
  ///
  /// - Parameter set: at least two touches.
  @inline(__always) func measure(_ set: TouchSet) {
    if increment.touches != set { increment.measure(records, set) }
  }
  /// The motion of the centroid of a set in this frame.
  ///
  /// - Parameter set: at least one touch.
  @inline(__always) func translation(of set: TouchSet) -> Point {
    if set & (set &- 1) == 0 {
      let lane = set.firstLane
      return records[lane].position - records[lane].previous
    }
    measure(set)
    return increment.translation
  }
  /// Also measures the turn and the spread of the frame's motion.
  @inline(__always) func measureSpin() {
    if !increment.hasSpin { increment.measureSpin(records) }
  }
}
