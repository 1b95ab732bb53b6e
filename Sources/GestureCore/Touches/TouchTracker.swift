/// Assigns touch IDs that never repeat, although the kernel repeats its tracking IDs.
struct TouchTracker: ~Copyable {
  /// The most fingers that BTN_TOOL_* can count beyond one slot.
  static let phantomCapacity = 4

  /// The changes in the frames of this SYN_REPORT.
  private(set) var changes: ChangeList<TouchChange>
  private(set) var hover: ChangeList<HoverChange>
  private var touchIDs: FixedArray<Int64>
  private var hoverIDs: FixedArray<Int64>
  private var phantomIDs = FixedArray<Int64>(repeating: 0, count: phantomCapacity)
  private(set) var phantomCount = 0
  /// Touches and hovering contacts that have not left yet, including phantoms.
  private(set) var downCount = 0
  @inline(__always) var hasChanges: Bool { changes.count | hover.count != 0 }
  private var lastID: Int64 = 0

  init(slots: Int) {
    // In one SYN_REPORT, every slot may end a touch and begin another, which may end in the second frame.
    changes = ChangeList(
      repeating: TouchChange(id: 0, phase: .ended, position: .zero),
      capacity: 3 * slots + 2 * Self.phantomCapacity)
    hover = ChangeList(
      repeating: HoverChange(id: 0, phase: .ended, position: .zero, distance: 0, z: 0), capacity: 3 * slots)
    touchIDs = FixedArray(repeating: 0, count: slots)
    hoverIDs = FixedArray(repeating: 0, count: slots)
  }

  private mutating func newID() -> Int64 {
    lastID += 1
    downCount += 1
    return lastID
  }
  /// Whether a touch of this frame was cancelled.
  var hasCancelled: Bool {
    for index in changes.all.indices where changes.all[index].phase == .cancelled { return true }
    return false
  }
  func isTouching(_ slot: Int) -> Bool { touchIDs[slot] != 0 }
  func isHovering(_ slot: Int) -> Bool { hoverIDs[slot] != 0 }
  /// The ID of the touch in a slot; 0 if there is none.
  func touchID(_ slot: Int) -> Int64 { touchIDs[slot] }
  func phantomID(_ index: Int) -> Int64 { phantomIDs[index] }

  /// Begins a touch.
  ///
  /// - Parameter landing: where and when a contact landed that was withheld until now.
  mutating func begin(_ slot: Int, at position: Point, landing: ContactLanding? = nil) {
    touchIDs[slot] = newID()
    changes.append(TouchChange(id: touchIDs[slot], phase: .began, position: position, landing: landing))
  }
  @inline(__always) mutating func move(_ slot: Int, to position: Point) {
    changes.append(TouchChange(id: touchIDs[slot], phase: .moved, position: position))
  }
  mutating func reanchor(_ slot: Int, at position: Point, isJump: Bool = false) {
    changes.append(TouchChange(id: touchIDs[slot], phase: .reanchored, position: position, isJump: isJump))
  }
  mutating func end(_ slot: Int, at position: Point, _ phase: TouchPhase) {
    guard touchIDs[slot] != 0 else { return }
    changes.append(TouchChange(id: touchIDs[slot], phase: phase, position: position))
    touchIDs[slot] = 0
    downCount -= 1
  }

  mutating func beginHover(_ slot: Int, _ change: HoverChange) {
    hoverIDs[slot] = newID()
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

  /// Sets the number of phantoms to `count`. Surplus phantoms leave with `phase`.
  mutating func setPhantoms(_ count: Int, at position: Point, _ phase: TouchPhase) {
    let count = min(count, Self.phantomCapacity)
    while phantomCount < count {
      phantomIDs[phantomCount] = newID()
      changes.append(
        TouchChange(id: phantomIDs[phantomCount], phase: .began, position: position, isPhantom: true))
      phantomCount += 1
    }
    while phantomCount > count {
      phantomCount -= 1
      downCount -= 1
      changes.append(
        TouchChange(id: phantomIDs[phantomCount], phase: phase, position: position, isPhantom: true))
    }
  }

  /// Drops the changes of the previous frame.
  @inline(__always) mutating func beginFrame() {
    changes.removeAll()
    hover.removeAll()
  }

  /// Removes all touches without a frame.
  mutating func reset() {
    for slot in 0..<touchIDs.count {
      touchIDs[slot] = 0
      hoverIDs[slot] = 0
    }
    phantomCount = 0
    downCount = 0
  }
}
