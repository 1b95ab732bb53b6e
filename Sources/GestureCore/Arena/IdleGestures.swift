/// The gestures that need more fingers than have been down in the touch sequence. Frames of fewer fingers can only fail them, so the
/// arena passes them over. Their attempts are alike, and kept here once, with what fails them, until one of them joins in.
final class IdleGestures {
  /// The touches of the sequence, including lifted ones, and the most that were down at one time.
  private(set) var seen: TouchSet = 0
  private(set) var peak = 0
  /// How far they were, which may make the next finger a late one.
  private(set) var late = LateFinger()
  /// When the first of them landed.
  private(set) var landedAt = Timestamp.never
  /// The number of touch sequences that are over.
  private(set) var sequenceCount = 0
  /// The fewest fingers that one of the gestures needs, `.max` if there are none; and the most.
  private(set) var least = Int.max
  private(set) var most = 0
  /// Whether one of the gestures has no landing limits.
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
    let staying = touches.before & touches.down
    if touches.hasChangedFingers { noteWays(of: staying, touches) }
    _ = addStray(of: staying & touches.moved, touches)
    seen |= touches.began
    peak = max(peak, touches.downCount)
    var rest = touches.began
    while rest != 0 { landedAt = min(landedAt, touches.records[rest.popLane()].downTime) }
    if rarely(touches.released != 0) {
      pass(touches)
      _ = addStray(of: touches.released, touches)
    }
    if touches.ended != 0 && touches.down != 0 { end(touches) { _ in true } }
  }
  private func noteWays(of fingers: TouchSet, _ touches: Touches) {
    var rest = fingers & touches.movedTogether
    while rest != 0 {
      let record = touches.records[rest.popLane()]
      late.note(way: record.position - record.down)
    }
  }
  /// Compares these touches with the landing limits; true if a gesture has failed.
  func addStray(of fingers: TouchSet, _ touches: Touches) -> Bool {
    let count = watched
    var rest = fingers
    while rest != 0 && watched != 0 {
      let record = touches.records[rest.popLane()]
      for index in 0..<classes.count where classes[index].ending.time == .never {
        // The other classes allow as much or more.
        if !(record.position - record.down).exceeds(classes[index].limits.reach) { break }
        end(index, touches)
      }
    }
    return watched != count
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

  /// Whether motion can fail a gesture.
  var isWatching: Bool { seen != 0 && watched != 0 }
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
    hasUnlimited = false
    watched = 0
    for index in 0..<classes.count { classes[index].isConcerned = false }
  }
  func note(_ contestant: Contestant) {
    least = min(least, contestant.least)
    most = max(most, contestant.least)
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
