// The gestures that the arena passes over (`IdleGestures`).
extension Arena {
  /// Lets the gestures join in that the frame concerns, before it counts.
  func wakeIdle() {
    if touches.before == 0 {
      if idle.restart() { noteIdle() }
      // Which gestures take part is decided anew.
      if hasNewRoster { wakeIdle { _ in true } }
    }
    if idle.least == .max { return }
    let concernsAll =
      touches.isResync || touches.isClick || touches.reanchored | touches.phantom | touches.cancelled != 0
    let count = touches.downCount
    if concernsAll || count >= idle.least {
      wakeIdle { (concernsAll || count >= $0.least) && ending(of: $0) == nil }
    }
    idle.add(touches)
    // A lift fails gestures for which motion mattered.
    if touches.ended != 0 && touches.down != 0 && idle.isWatching { noteIdle() }
  }

  /// Lets idle gestures join in.
  ///
  /// - Parameter down: the touches that are down by what they have seen so far: before this frame, while it is being fed.
  func wakeIdle(down: TouchSet? = nil, where concerns: (Contestant) -> Bool) {
    var hasWoken = false
    passedOver.forEach {
      contestants.lend($0) {
        if !concerns($0) { return }
        $0.joinIn(idle, ending(of: $0), down ?? touches.before)
        hasWoken = true
      }
    }
    if !hasWoken { return }
    sortIdle()
    isStale = true
  }

  /// How an idle gesture has failed; nil if it has not.
  func ending(of contestant: Contestant) -> IdleGestures.Ending? {
    if idle.ended == 0 || !contestant.isIn { return nil }
    var ending = IdleGestures.Ending()
    if let index = contestant.limitClass { ending = idle.ending(ofClass: index) }
    for rank in 0..<idle.winners.count where idle.winners[rank].ending.time < ending.time {
      let winner = idle.winners[rank].gesture
      if contestants.lend(winner, { $0.defeatsEarly(contestant) })
        && !rules.goTogether(winner, contestant.index)
      {
        ending = idle.winners[rank].ending
      }
    }
    return ending.time == .never ? nil : ending
  }
  /// Fails the idle gestures that another one defeats.
  func defeatIdle(_ winner: Contestant) {
    if idle.least == .max || winner.seen & idle.seen == 0 { return }
    // A motion leaves gestures alone that need more fingers than it may have.
    if !winner.traits.isDiscrete && winner.most < idle.least { return }
    idle.noteWinner(winner.index, touches)
    let defeatsAll = winner.traits.isDiscrete || winner.most >= idle.most
    if defeatsAll && !winner.traits.repeats && !rules.hasCompanion(winner.index) { return idle.forgetAll() }
    noteIdle()
  }
  /// Lists what matters for the idle gestures that may still be recognized.
  func noteIdle() {
    idle.forgetAll()
    passedOver.forEach {
      contestants.lend($0) { if $0.isIn && ending(of: $0) == nil { idle.note($0) } }
    }
  }

  /// Lists the gestures that frames concern, and those that are idle.
  func sortIdle() {
    awake.removeAll()
    passedOver.removeAll()
    contestants.forEach { if $0.isIdle { passedOver.append($0.index) } else { awake.append($0.index) } }
    noteIdle()
  }

  /// Calls `body` with each gesture that is not idle, in order. It must not wake one.
  @inline(__always) func forEachAwake(_ body: (Contestant) -> Void) {
    awake.forEach { contestants.lend($0, body) }
  }
  /// The first gesture of which `body` is true. Idle ones are passed over.
  func firstAwake(where body: (Contestant) -> Bool) -> Contestant? {
    for index in 0..<awake.count where contestants.lend(awake[index], body) {
      return contestants[awake[index]]
    }
    return nil
  }

  func isPossible(_ contestant: Contestant) -> Bool {
    contestant.isIdle ? ending(of: contestant) == nil : contestant.isPossible
  }
  /// The touches that a gesture has received in its attempt, and the number of the attempt.
  func seen(by contestant: Contestant) -> TouchSet {
    contestant.isIdle && contestant.isIn ? ending(of: contestant)?.seen ?? idle.seen : contestant.seen
  }
  func attempt(of contestant: Contestant) -> Int {
    contestant.isIdle ? contestant.number(after: idle.sequenceCount) : contestant.number
  }
}
