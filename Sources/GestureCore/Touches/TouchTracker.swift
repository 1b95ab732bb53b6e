/// Stores which touch the contact of a slot is, and writes what happens to it into `Touches`.
///
/// What must hold after a frame: each slot and each phantom has a touch of its own, which is down, and `downCount` is the number of
/// slots with a touch, of those with a hovering contact, and of phantoms.
struct TouchTracker: ~Copyable, Invariant {
  /// The most fingers that BTN_TOOL_* can count beyond one slot.
  static let phantomCapacity = 4
  /// In place of the lane of a slot without a touch.
  private static let none = -1

  /// The arena's, as soon as there is one.
  var touches = Touches()
  private(set) var hover: ChangeList<HoverChange>
  /// The lane of each slot's touch, and that of each phantom.
  private var lanes: FixedArray<Int>
  private var phantoms = FixedArray<Int>(repeating: none, count: phantomCapacity)
  private var hoverIDs: FixedArray<Int64>
  private(set) var phantomCount = 0
  /// Touches and hovering contacts that have not left yet, including phantoms.
  private(set) var downCount = 0
  @inline(__always) var hasChanges: Bool { touches.hasChanged || hover.count != 0 }
  /// The IDs of touches never repeat, although the kernel repeats its tracking IDs.
  private var lastID: Int64 = 0

  init(slots: Int) {
    // In one SYN_REPORT, every slot may end a contact and begin another.
    hover = ChangeList(
      repeating: HoverChange(id: 0, phase: .ended, position: .zero, distance: 0, z: 0), capacity: 2 * slots)
    lanes = FixedArray(repeating: Self.none, count: slots)
    hoverIDs = FixedArray(repeating: 0, count: slots)
  }

  private mutating func newID() -> Int64 {
    lastID += 1
    return lastID
  }
  /// Whether a touch of this frame was cancelled.
  var hasCancelled: Bool { touches.cancelled != 0 }
  func isTouching(_ slot: Int) -> Bool { lanes[slot] != Self.none }
  func isHovering(_ slot: Int) -> Bool { hoverIDs[slot] != 0 }
  /// Whether the touch of a slot is a pen.
  func isPen(_ slot: Int) -> Bool { isTouching(slot) && touches.pens & .lane(lanes[slot]) != 0 }
  /// The ID of the touch in a slot that has one.
  func touchID(_ slot: Int) -> Int64 { touches.records[lanes[slot]].id }
  /// The slots with touches of a set.
  func slots(of touches: TouchSet) -> SlotSet {
    var slots: SlotSet = 0
    if touches == 0 { return slots }
    for slot in 0..<lanes.count where isTouching(slot) && touches & .lane(lanes[slot]) != 0 {
      slots |= SlotSet(slot: slot)
    }
    return slots
  }
  func phantomID(_ index: Int) -> Int64 { touches.records[phantoms[index]].id }

  /// Begins a touch.
  ///
  /// - Parameter landing: where and when a contact landed that was withheld until now.
  mutating func begin(_ slot: Int, at position: Point, landing: ContactLanding? = nil, isPen: Bool = false) {
    // With every lane taken the contact is not a touch, so nothing ends when it leaves.
    guard let lane = touches.land(newID(), at: position, landing, isPen: isPen) else { return }
    lanes[slot] = lane
    downCount += 1
  }
  @inline(__always) func move(_ slot: Int, to position: Point) {
    let lane = lanes[slot]
    if rarely(lane == Self.none) { return }
    touches.move(lane, to: position)
  }
  func reanchor(_ slot: Int, at position: Point, isJump: Bool = false) {
    if isTouching(slot) { touches.reanchor(lanes[slot], at: position, isJump: isJump) }
  }
  func note(size: Double, of slot: Int) {
    if isTouching(slot) { touches.note(size: size, of: lanes[slot]) }
  }
  mutating func end(_ slot: Int, _ end: TouchEnd) {
    guard isTouching(slot) else { return }
    touches.end(lanes[slot], end)
    lanes[slot] = Self.none
    downCount -= 1
  }

  /// Exchanges the touches of two slots.
  mutating func exchange(_ a: Int, _ b: Int) {
    let lane = lanes[a]
    lanes[a] = lanes[b]
    lanes[b] = lane
  }

  mutating func beginHover(_ slot: Int, _ change: HoverChange) {
    hoverIDs[slot] = newID()
    downCount += 1
    moveHover(slot, change, .began)
  }
  mutating func moveHover(_ slot: Int, _ change: HoverChange, _ phase: HoverChange.Phase) {
    var change = change
    change.id = hoverIDs[slot]
    change.phase = phase
    hover.append(change)
  }
  mutating func endHover(_ slot: Int, _ change: HoverChange, _ phase: HoverChange.Phase) {
    guard hoverIDs[slot] != 0 else { return }
    moveHover(slot, change, phase)
    hoverIDs[slot] = 0
    downCount -= 1
  }

  /// Sets the number of phantoms to `count`. Surplus phantoms leave with `end`.
  mutating func setPhantoms(_ count: Int, at position: Point, _ end: TouchEnd) {
    let count = min(count, Self.phantomCapacity)
    while phantomCount < count {
      phantoms[phantomCount] = touches.land(newID(), at: position, isPhantom: true) ?? Self.none
      phantomCount += 1
      downCount += 1
    }
    while phantomCount > count {
      phantomCount -= 1
      downCount -= 1
      let lane = phantoms[phantomCount]
      if lane == Self.none { continue }
      touches.place(lane, at: position)
      touches.end(lane, end)
    }
  }

  /// Begins a frame. What happens to touches from now on is part of it.
  @inline(__always) mutating func beginFrame(_ head: FrameHead) {
    touches.open(head)
    hover.removeAll()
  }

  /// `begin` and `end` change a slot's lane and `downCount` together, and `Touches.land` gives no lane twice.
  var brokenInvariant: String? {
    var check = InvariantCheck()
    var (used, count) = (TouchSet(0), phantomCount)
    func take(_ lane: Int) {
      check.hold(used & .lane(lane) == 0, "no two contacts must be one touch")
      check.hold(touches.down & .lane(lane) != 0, "the touch of a contact must be down")
      used |= .lane(lane)
    }
    for slot in 0..<lanes.count {
      if isTouching(slot) { take(lanes[slot]) }
      count += (isTouching(slot) ? 1 : 0) + (isHovering(slot) ? 1 : 0)
    }
    for index in 0..<phantomCount where phantoms[index] != Self.none { take(phantoms[index]) }
    check.hold(count == downCount, "downCount must be the number of contacts")
    return check.broken
  }

  /// Removes all touches without a frame.
  mutating func reset() {
    for slot in 0..<lanes.count {
      lanes[slot] = Self.none
      hoverIDs[slot] = 0
    }
    phantomCount = 0
    downCount = 0
    touches.removeAll()
  }
}
