/// The touches that rest while others land (`resting_after`, recognizers.md §3.6). Gestures that begin later leave them out until
/// they move again.
final class RestingTouches {
  /// How far a finger may move while it rests, and how far it must come to count again, mm (D).
  private static let tolerance = 2.0
  private static let wayBack = 4.0

  /// How long a touch keeps still before it rests, µs.
  private let patience: Timestamp
  /// Where each touch keeps still, by lane, and since when.
  private var places = LaneArray<Point>(repeating: .zero)
  private var times = LaneArray<Timestamp>(repeating: 0)
  /// The touches that rested when others landed, and have not moved since.
  private(set) var resting: TouchSet = 0
  /// The touches that have moved far enough in this frame to count again.
  private(set) var returned: TouchSet = 0

  /// - Parameter patience: µs, more than 0. A failable initializer would keep the memory of nil (Tests/compiler).
  init(after patience: Timestamp) { self.patience = patience }

  /// Follows the touches through a frame; true if one of them counts again.
  func follow(_ touches: Touches) -> Bool {
    resting &= touches.down
    var rest = touches.began
    while rest != 0 { settle(rest.popLane(), touches) }
    rest = touches.reanchored
    while rest != 0 {
      let lane = rest.popLane()
      places[lane] += touches.records[lane].jump
    }
    rest = touches.moved & touches.down
    while rest != 0 {
      let lane = rest.popLane()
      let way = touches.position(lane) - places[lane]
      if resting & .lane(lane) != 0 {
        if way.reaches(Self.wayBack) { returned |= .lane(lane) }
      } else if way.exceeds(Self.tolerance) {
        settle(lane, touches)
      }
    }
    resting &= ~returned
    return returned != 0
  }

  private func settle(_ lane: Int, _ touches: Touches) {
    places[lane] = touches.position(lane)
    times[lane] = touches.time
  }

  /// Finds the touches that rest while others land in this frame.
  func findResting(_ touches: Touches) {
    var rest = touches.before & touches.down & ~touches.began & ~touches.phantom & ~returned
    while rest != 0 {
      let lane = rest.popLane()
      if touches.time - times[lane] >= patience { resting |= .lane(lane) }
    }
  }

  func takeReturned(_ touches: Touches) -> TouchSet {
    let taken = returned
    returned = 0
    var rest = taken
    while rest != 0 { settle(rest.popLane(), touches) }
    return taken
  }
}

extension Arena {
  /// Leaves the touches that rest out of gestures that have not begun. One whose only touches they are begins anew.
  func leaveOutResting(_ resting: RestingTouches) {
    if touches.began == 0 { return }
    resting.findResting(touches)
    if resting.resting == 0 { return }
    wakeIdle { _ in true }
    let landed = touches.began.count
    for contestant in contestants.all where resting.resting & ~contestant.leftOut != 0 {
      if contestant.holdsResting(besides: landed) { continue }
      leaveOut(resting.resting, of: contestant)
    }
  }

  private func leaveOut(_ resting: TouchSet, of contestant: Contestant) {
    let had = contestant.seen & resting
    contestant.leftOut |= resting
    let left = contestant.present(touches.before) & contestant.seen
    if contestant.isOver(touches.before) { return reset(contestant) }
    if had == 0 || contestant.isTerminal { return }
    reset(contestant)
    contestant.adopt(left)
  }

  /// Gives touches that count again to motions that have not begun. Other gestures need a landing.
  func giveBack(_ returned: TouchSet) {
    touches.openInstant(FrameHead(time: touches.time))
    touches.landAnew(returned)
    for contestant in contestants.all where contestant.leftOut & returned != 0 {
      contestant.leftOut &= ~returned
      if contestant.isPossible && contestant.traits.needsFingersInRange && !contestant.keepsResult {
        feedLandings(contestant)
      } else {
        contestant.ignored |= returned
      }
    }
    if awaitsDecision { decideStep() }
  }
}
