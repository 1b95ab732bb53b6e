/// How the changes of a frame become the touches that recognizers see.
extension Arena {
  /// Takes the changes of a frame over into `touches`.
  ///
  /// - Returns: the touches that moved, and whether nothing else happened.
  mutating func take(_ changes: UnsafeBufferPointer<TouchChange>) -> (moved: TouchSet, isMotion: Bool) {
    var moved: TouchSet = 0
    var isMotion = true
    // By address: an index would be checked.
    if var change = changes.baseAddress {
      let end = change + changes.count
      while change != end {
        // What nearly every change is.
        if change.pointee.phase == .moved {
          moved |= move(change.pointee.id, to: change.pointee.position)
        } else {
          isMotion = false
          apply(change.pointee)
        }
        change += 1
      }
    }
    return (moved, isMotion)
  }

  /// Touches that moved in the frame before and keep still in this one.
  @inline(__always) mutating func settleStill(_ moved: TouchSet) {
    table.pointee.moved = moved
    var settled = lastMoved & ~moved
    while settled != 0 {
      let lane = settled.popLane()
      table.pointee.records[lane].previous = touches.records[lane].position
    }
    lastMoved = moved
  }

  /// The touch that moved; none if there is no such touch.
  @inline(__always) mutating func move(_ id: Int64, to position: Point) -> TouchSet {
    let lane = lane(of: id)
    if rarely(lane < 0) { return 0 }
    let record = table.pointee.records + lane
    record.pointee.previous = record.pointee.position
    record.pointee.position = position
    return .lane(lane)
  }

  @inline(never) private mutating func apply(_ change: TouchChange) {
    switch change.phase {
    case .moved: break  // `take` does it.
    case .began: place(change)
    case .reanchored:
      let lane = lane(of: change.id)
      if lane < 0 { return }
      let jump = change.position - touches.records[lane].position
      table.pointee.records[lane].jump = jump
      table.pointee.records[lane].position = change.position
      table.pointee.records[lane].previous = change.position
      // After a resync tolerances count from the new place; a dropped jump was no motion at all.
      table.pointee.records[lane].down =
        touches.isResync ? change.position : touches.records[lane].down + jump
      if change.isJump { table.pointee.jumped |= .lane(lane) } else { table.pointee.jumped &= ~.lane(lane) }
      table.pointee.reanchored |= .lane(lane)
    case .ended, .cancelled:
      let lane = lane(of: change.id)
      if lane < 0 { return }
      table.pointee.down &= ~.lane(lane)
      if change.phase == .ended {
        table.pointee.ended |= .lane(lane)
      } else {
        table.pointee.cancelled |= .lane(lane)
      }
    }
  }

  /// The lane of a touch that is down; −1 if there is none.
  @inline(__always)
  mutating func lane(of id: Int64) -> Int {
    let home = Int(truncatingIfNeeded: id & Int64(Touches.capacity - 1))
    if rarely(touches.records[home].id != id || touches.down & .lane(home) == 0) { return otherLane(of: id) }
    return home
  }
  /// Another touch has its home.
  @inline(never) private mutating func otherLane(of id: Int64) -> Int {
    var rest = touches.down
    while rest != 0 {
      let lane = rest.popLane()
      if touches.records[lane].id == id { return lane }
    }
    return -1
  }

  mutating func place(_ change: TouchChange) {
    var used = touches.down | touches.ended | touches.cancelled
    for index in 0..<count { used |= entries[index].attempt.pointee.seen }
    if used == .max { used = dropOldTouches() }
    if used == .max { return }
    let home = Int(truncatingIfNeeded: change.id & Int64(Touches.capacity - 1))
    let lane = used & .lane(home) == 0 ? home : (~used).firstLane
    table.pointee.records[lane] = TouchRecord(
      id: change.id, position: change.position, previous: change.position, down: change.position,
      downTime: touches.time)
    table.pointee.forces?[lane] = .none
    table.pointee.released &= ~.lane(lane)
    if let landing = change.landing {
      table.pointee.records[lane].down = landing.position
      table.pointee.records[lane].downTime = landing.time
      table.pointee.released |= .lane(lane)
    }
    table.pointee.down |= .lane(lane)
    table.pointee.began |= .lane(lane)
    if change.isPhantom {
      table.pointee.phantom |= .lane(lane)
    } else {
      table.pointee.phantom &= ~.lane(lane)
    }
  }

  /// A sequence of more touches than a word has bits (a palm at rest while fingers come and go): drops those that lifted.
  mutating func dropOldTouches() -> TouchSet {
    let present = touches.down | touches.ended | touches.cancelled
    for index in 0..<count { entries[index].attempt.pointee.keep(present) }
    return present
  }
}
