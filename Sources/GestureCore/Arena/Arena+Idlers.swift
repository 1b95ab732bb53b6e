/// Touches that move together, of three and more that are down, and those that keep still meanwhile (recognizers.md §3.6, Idle
/// fingers).
struct MovingGroup: ~Copyable {
  /// How far two touches must have gone since the last landing or lift, mm [LIN].
  static let distance = 4.0
  /// How far the others may have gone meanwhile, as a part of the shortest of these ways. At least 1 mm is allowed.
  private static let share = 0.2
  /// How far all touches have gone when each of them takes part, mm (D).
  private static let near = 2.0

  /// `distance`, and what a finger goes before it moves: the others may have gone as far without moving yet.
  let far: Double
  /// Where each touch was at the last landing or lift, by lane.
  private var starts = LaneArray<Point>(repeating: .zero)
  /// The mean way of the touches that move.
  private var mean = Point.zero
  /// Whether a touch may still be found to keep still.
  private(set) var isOpen = false

  init(far: Double) { self.far = far }

  mutating func start(_ touches: Touches) {
    isOpen = touches.downCount >= 3
    if !isOpen { return }
    var rest = touches.down
    while rest != 0 {
      let lane = rest.popLane()
      starts[lane] = touches.position(lane)
    }
  }
  mutating func jump(_ lane: Int, by way: Point) { starts[lane] += way }

  /// The touches of `counted` that keep still while at least two others move together; none if others do neither.
  mutating func idlers(_ touches: Touches, of counted: TouchSet) -> TouchSet {
    var (rest, moved, shortest, sum) = (counted, TouchSet(0), Double.infinity, Point.zero)
    var allHaveMoved = true
    while rest != 0 {
      let lane = rest.popLane()
      let way = touches.position(lane) - starts[lane]
      if !way.reaches(Self.near) { allHaveMoved = false }
      if !way.reaches(far) { continue }
      moved |= .lane(lane)
      shortest = min(shortest, way.length)
      sum += way
    }
    let count = moved.count
    if allHaveMoved || counted.count < 3 { isOpen = false }
    if count < 2 || !isOpen { return 0 }
    mean = sum * (1 / Double(count))
    return allGo(moved, touches)
      ? still(counted & ~moved, within: max(MotionTracker.movedDistance, Self.share * shortest), touches) : 0
  }

  /// Whether each touch takes part in the mean way.
  private func allGo(_ moved: TouchSet, _ touches: Touches) -> Bool {
    let least = MotionTracker.leastShare * (mean.x * mean.x + mean.y * mean.y)
    if least == 0 { return false }
    var rest = moved
    while rest != 0 {
      let lane = rest.popLane()
      let way = touches.position(lane) - starts[lane]
      if way.x * mean.x + way.y * mean.y < least { return false }
    }
    return true
  }

  /// The failure of a gesture that needs a touch which keeps still.
  func failure(of idler: Int, _ touches: Touches, _ attempt: Attempt) -> Failure {
    let (way, distance) = (touches.position(idler) - starts[idler], mean.length)
    return .movedTooLittle(
      MotionTracker.Idler(
        lane: idler, way: (way.x * mean.x + way.y * mean.y) / distance,
        limit: MotionTracker.leastShare * distance),
      attempt)
  }

  /// The touches, if all of them keep still.
  private func still(_ others: TouchSet, within limit: Double, _ touches: Touches) -> TouchSet {
    var rest = others
    while rest != 0 {
      let lane = rest.popLane()
      if (touches.position(lane) - starts[lane]).reaches(limit) { return 0 }
    }
    return others
  }
}

extension Arena {
  /// Leaves touches that keep still out of motions, in a step of its own after the frame. Motions that had too many fingers, or that
  /// still have enough of them, begin anew with the rest.
  func leaveOutIdlers(_ idlers: TouchSet) {
    joinAll(down: touches.down)
    touches.openInstant(FrameHead(time: touches.time))
    for contestant in contestants.all
    where contestant.traits.leavesOutIdlers && idlers & ~contestant.leftOut != 0 {
      switch contestant.state {
      case .pending: continue
      case .possible: leaveOut(idlers, ofPossible: contestant)
      case .active: leaveOut(idlers, ofActive: contestant)
      case .failed, .cancelled, .ended:
        contestant.leftOut |= idlers
        if contestant.hadTooMany && contestant.isEnabled {
          beginAnew(contestant, contestant.present(touches.down))
        }
      }
    }
    isStale = true
    if awaitsDecision { decideStep() }
  }

  private func leaveOut(_ idlers: TouchSet, ofPossible contestant: Contestant) {
    let had = contestant.own & idlers
    let left = contestant.own & ~idlers
    if had != 0 && contestant.count >= contestant.least && left.count < contestant.least {
      // A pinch is made with a finger that keeps still, too.
      if !contestant.recognizer.needsEachFinger { return }
      fail(contestant, resting.failure(of: had.firstLane, touches, contestant))
    }
    contestant.leftOut |= idlers
    if had == 0 || contestant.isTerminal { return }
    beginAnew(contestant, left)
  }

  /// Lets a gesture go on that is suspended because of the idlers.
  private func leaveOut(_ idlers: TouchSet, ofActive contestant: Contestant) {
    if !contestant.isActiveOver { return }
    contestant.leftOut |= idlers
    contestant.leave(idlers)
    feedLandings(contestant)
  }

  private func beginAnew(_ contestant: Contestant, _ left: TouchSet) {
    reset(contestant)
    contestant.adopt(left)
    feedLandings(contestant)
  }
}
