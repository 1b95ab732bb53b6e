/// The gestures that need more fingers than have been down in the touch sequence. No frame of fewer fingers affects them, so the
/// arena passes them over. Their attempts are alike, and kept here once until one of them joins in.
struct IdleGestures {
  /// The touches of the sequence, including lifted ones, and the most that were down at one time.
  private(set) var seen: TouchSet = 0
  private(set) var peak = 0
  /// Their motion, which may make the next finger a late one.
  private(set) var late = LateFinger()
  /// The number of touch sequences that are over.
  private(set) var sequenceCount = 0
  /// The fewest fingers that one of the gestures needs; `.max` if there are none.
  private(set) var least = Int.max
  /// Whether one of the gestures waits for late fingers.
  private var hasPatience = false

  /// Begins the next touch sequence.
  mutating func restart() {
    if seen != 0 { sequenceCount &+= 1 }
    seen = 0
    peak = 0
    late.restart()
  }
  /// Adds a frame in which touches came or went.
  mutating func add(_ touches: Touches) {
    addWay(of: touches.before & touches.down, touches)
    seen |= touches.began
    peak = max(peak, touches.downCount)
  }
  /// Adds the motion of a frame.
  @inline(__always) mutating func addWay(of fingers: TouchSet, _ touches: Touches) {
    if hasPatience && fingers & touches.moved != 0 { late.add(touches.translation(of: fingers)) }
  }
  /// Whether motion can make the next finger a late one.
  var isWatching: Bool { hasPatience && seen != 0 && !late.hasTravelled }

  mutating func forgetAll() {
    least = .max
    hasPatience = false
  }
  mutating func note(_ contestant: Contestant) {
    least = min(least, contestant.least)
    if contestant.waitsForLateFingers { hasPatience = true }
  }
}

extension Arena {
  /// Lets the gestures join in that the frame concerns, before it counts.
  func wakeIdle() {
    if touches.before == 0 {
      idle.restart()
      // Which gestures take part is decided anew.
      if hasNewRoster { wakeIdle { _ in true } }
    }
    if idle.least == .max { return }
    let concernsAll = touches.isResync || touches.phantom != 0
    // A swipe fails if a finger lifts before all have landed.
    let hasLift = touches.ended | touches.cancelled != 0 && touches.down != 0
    let count = touches.downCount
    if concernsAll || hasLift || count >= idle.least {
      wakeIdle { concernsAll || count >= $0.least || hasLift && $0.traits.isDiscrete }
    }
    idle.add(touches)
  }

  /// Lets idle gestures join in.
  ///
  /// - Parameter down: the touches that are down by what they have seen so far: before this frame, while it is being fed.
  func wakeIdle(down: TouchSet? = nil, where concerns: (Contestant) -> Bool) {
    var hasWoken = false
    contestants.forEach {
      if $0.isIdle && concerns($0) {
        $0.joinIn(idle, down ?? touches.before, takesPart: $0.isIn)
        hasWoken = true
      }
    }
    if !hasWoken { return }
    sortIdle()
    isStale = true
  }

  /// Lists the gestures that frames concern, and those that are idle.
  func sortIdle() {
    awake.removeAll()
    idle.forgetAll()
    contestants.forEach {
      if !$0.isIdle { awake.append($0.index) } else if $0.isIn { idle.note($0) }
    }
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

  /// The touches that a gesture has received in its attempt, and the number of the attempt.
  func seen(by contestant: Contestant) -> TouchSet {
    contestant.isIdle && contestant.isIn ? idle.seen : contestant.seen
  }
  func attempt(of contestant: Contestant) -> Int {
    contestant.isIdle ? contestant.number(after: idle) : contestant.number
  }
}
