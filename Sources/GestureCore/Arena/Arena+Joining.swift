// A motion that needs more fingers than have been down has no attempt. It joins the touch sequence before the frame in which its fingers
// are complete, or in which a finger leaves. All touches of the sequence are then down.
extension Arena {
  /// Lets the gestures join that the frame concerns, before it counts.
  func joinSequence() {
    if touches.before == 0 {
      late.restart()
      // Which gestures take part is decided anew.
      if hasNewRoster { joinAll() }
    }
    if leastToJoin == .max { return }
    let concernsAll =
      touches.phantom != 0 || touches.ended | touches.cancelled != 0 && touches.down != 0
    let count = touches.downCount
    if concernsAll || count >= leastToJoin { join { concernsAll || count >= $0.least } }
    if touches.hasChangedFingers {
      late.noteWays(of: touches.before & touches.down, touches) { touches.records[$0].down }
    }
  }
  /// Lets the gestures join that this one, which is about to be recognized, defeats.
  func joinRivals(of winner: Contestant) {
    // A motion leaves gestures alone that need more fingers than it may have.
    let most = winner.traits.isDiscrete ? .max : winner.most
    if touches.down != 0 && most >= leastToJoin { join(down: touches.down) { most >= $0.least } }
  }
  func joinAll(down: TouchSet? = nil) { join(down: down) { _ in true } }

  /// - Parameter down: the touches that are down by what the gestures have received; nil before they receive a frame.
  func join(down: TouchSet? = nil, where concerns: (Contestant) -> Bool) {
    if joined.count == contestants.all.count { return }
    let down = down ?? touches.before
    listJoined { if concerns($0) { $0.join(down, late) } }
    isStale = true
  }
  /// A gesture whose state is read between two frames, with its attempt.
  func joining(_ gesture: Int) -> Contestant {
    let contestant = contestants[gesture]
    if !contestant.hasJoined && touches.down != 0 {
      join(down: touches.down) { $0 === contestant }
      refresh()
    }
    return contestant
  }

  /// Lists the gestures that have joined, after `join` has had each of the others.
  @inline(__always) func listJoined(_ join: (Contestant) -> Void = { _ in }) {
    joined.removeAll()
    leastToJoin = .max
    contestants.forEach {
      if !$0.hasJoined { join($0) }
      if $0.hasJoined { joined.append($0.index) } else if $0.isIn { leastToJoin = min(leastToJoin, $0.least) }
    }
  }

  /// Calls `body` with each gesture that has joined, in order. It must let none join.
  @inline(__always) func forEachJoined(_ body: (Contestant) -> Void) {
    joined.forEach { contestants.lend($0, body) }
  }
  /// The first gesture that has joined of which `body` is true.
  func firstJoined(where body: (Contestant) -> Bool) -> Contestant? { first(of: joined, where: body) }
  @inline(__always)
  func first(of list: borrowing OwnedList<Int>, where body: (Contestant) -> Bool) -> Contestant? {
    for rank in 0..<list.count where contestants.lend(list[rank], body) { return contestants[list[rank]] }
    return nil
  }
}
