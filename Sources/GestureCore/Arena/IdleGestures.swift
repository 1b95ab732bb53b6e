/// The gestures that need more fingers than have been down in the touch sequence. Frames of fewer fingers can only fail them, so the
/// arena passes them over. Their attempts are alike, and kept here once, with what fails them, until one of them joins in.
final class IdleGestures {
  /// The touches of the sequence, including lifted ones, and the most that were down at one time.
  private(set) var seen: TouchSet = 0
  private(set) var peak = 0
  /// Their motion, which may make the next finger a late one.
  private(set) var late = LateFinger()
  /// When the first of them landed.
  private(set) var landedAt = Timestamp.never
  /// The number of touch sequences that are over.
  private(set) var sequenceCount = 0
  /// The fewest fingers that one of the gestures needs, `.max` if there are none; and the most.
  private(set) var least = Int.max
  private(set) var most = 0
  /// Whether one of the gestures waits for late fingers, and whether one has no landing limits.
  private var hasPatience = false
  private var hasUnlimited = false
  /// Whether gestures that have failed are left out of these.
  private var isPartial = false

  /// The landing limits of gestures, the shortest distance first.
  private var classes: OwnedList<LimitClass>
  /// The number of classes for which motion matters.
  private var watched = 0
  /// The touches of gestures that have failed.
  private(set) var ended: TouchSet = 0
  /// The gestures that were recognized in the sequence, and what they ended.
  private(set) var winners: OwnedList<Winner>

  /// How the sequence failed gestures.
  struct Ending {
    var time = Timestamp.never
    /// The touches of the sequence until then, and those of them that were down.
    var seen: TouchSet = 0
    var down: TouchSet = 0
  }

  struct Winner {
    let gesture: Int
    let ending: Ending
  }

  /// The gestures with the same landing limits.
  struct LimitClass {
    let limits: LandingLimits
    /// Whether one of the gestures is idle and may still be recognized.
    var isConcerned = false
    var ending = Ending()
    var isUndecided: Bool { isConcerned && ending.time == .never }
    var isWatched: Bool { isUndecided && limits.distance != nil }
  }

  init(_ contestants: [Contestant]) {
    classes = OwnedList(capacity: contestants.count)
    winners = OwnedList(capacity: contestants.count)
    for limits in Set(contestants.compactMap { $0.landingLimits }).sorted(by: { $0.reach < $1.reach }) {
      for contestant in contestants where contestant.landingLimits == limits {
        contestant.limitClass = classes.count
      }
      classes.append(LimitClass(limits: limits))
    }
  }

  /// Begins the next touch sequence; true if gestures that failed in the last one must be listed again.
  func restart() -> Bool {
    if seen == 0 { return false }
    sequenceCount &+= 1
    seen = 0
    peak = 0
    late.restart()
    landedAt = .never
    if ended == 0 { return false }
    ended = 0
    watched = 0
    for index in 0..<classes.count {
      classes[index].ending = Ending()
      if classes[index].isWatched { watched &+= 1 }
    }
    winners.removeAll()
    return isPartial
  }
  /// Adds a frame in which touches came or went.
  func add(_ touches: Touches) {
    _ = addWay(of: touches.before & touches.down, touches)
    seen |= touches.began
    peak = max(peak, touches.downCount)
    var rest = touches.began
    while rest != 0 { landedAt = min(landedAt, touches.records[rest.popLane()].downTime) }
    if rarely(touches.released != 0) {
      pass(touches)
      addStray(of: touches.released, touches)
    }
    if touches.ended != 0 && touches.down != 0 { end(touches) { _ in true } }
  }
  /// Adds the motion of a frame; true if it made the next finger a late one, or failed a gesture.
  @inline(__always) func addWay(of fingers: TouchSet, _ touches: Touches) -> Bool {
    let moved = fingers & touches.moved
    if moved == 0 { return false }
    let (waits, count) = (hasPatience && !late.hasTravelled, watched)
    if waits {
      var rest = moved
      while rest != 0 {
        let record = touches.records[rest.popLane()]
        late.note(way: record.position - record.down)
      }
    }
    if count != 0 { addStray(of: moved, touches) }
    return waits && late.hasTravelled || watched != count
  }
  private func addStray(of fingers: TouchSet, _ touches: Touches) {
    var rest = fingers
    while rest != 0 && watched != 0 {
      let record = touches.records[rest.popLane()]
      for index in 0..<classes.count where classes[index].ending.time == .never {
        // The other classes allow as much or more.
        if !(record.position - record.down).exceeds(classes[index].limits.reach) { break }
        end(index, touches)
      }
    }
  }
  /// Fails the gestures whose fingers had to land by now.
  func pass(_ touches: Touches) {
    if seen == 0 { return }
    let start = landedAt
    end(touches) { later(start, $0.duration) <= touches.time }
  }
  private func end(_ touches: Touches, where concerns: (LandingLimits) -> Bool) {
    for index in 0..<classes.count
    where classes[index].ending.time == .never && concerns(classes[index].limits) {
      end(index, touches)
    }
  }
  private func end(_ index: Int, _ touches: Touches) {
    if classes[index].isWatched { watched &-= 1 }
    classes[index].ending = ending(touches)
  }
  private func ending(_ touches: Touches) -> Ending {
    ended = seen
    return Ending(time: touches.time, seen: seen, down: seen & touches.down)
  }

  /// Whether motion can make the next finger a late one, or fail a gesture.
  var isWatching: Bool { seen != 0 && (hasPatience && !late.hasTravelled || watched != 0) }
  /// The next time at which gestures fail.
  var deadline: Timestamp {
    var deadline = Timestamp.never
    if seen == 0 { return deadline }
    for index in 0..<classes.count where classes[index].isUndecided {
      deadline = min(deadline, later(landedAt, classes[index].limits.duration))
    }
    return deadline
  }
  /// The touches that belong to attempts of the gestures.
  var remembered: TouchSet {
    if hasUnlimited { return seen }
    for index in 0..<classes.count where classes[index].isUndecided { return seen }
    return ended
  }

  func forgetAll() {
    isPartial = ended != 0
    least = .max
    most = 0
    hasPatience = false
    hasUnlimited = false
    watched = 0
    for index in 0..<classes.count { classes[index].isConcerned = false }
  }
  func note(_ contestant: Contestant) {
    least = min(least, contestant.least)
    most = max(most, contestant.least)
    if contestant.waitsForLateFingers { hasPatience = true }
    guard let index = contestant.limitClass else {
      hasUnlimited = true
      return
    }
    if classes[index].isConcerned { return }
    classes[index].isConcerned = true
    if classes[index].isWatched { watched &+= 1 }
  }
  /// Notes that a gesture was recognized, which fails others.
  func noteWinner(_ gesture: Int, _ touches: Touches) {
    for rank in 0..<winners.count where winners[rank].gesture == gesture { return }
    winners.append(Winner(gesture: gesture, ending: ending(touches)))
  }
  func ending(ofClass index: Int) -> Ending { classes[index].ending }
}

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
