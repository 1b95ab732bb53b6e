/// The touches that gestures leave out because they keep still (recognizers.md §3.6): those that rest while others land
/// (`resting_after`), and those that keep still while others move. Each counts again when it has moved.
final class RestingTouches {
  /// How far a finger may move while it rests, and how far it must come to count again, mm (D).
  private static let tolerance = 2.0
  private static let wayBack = 4.0
  /// How far from a touchscreen's border a thumb that holds it lands, mm: half the breadth of a thumb (D). It rests after the
  /// `land_window` of taps, µs: fingers of one gesture have landed by then.
  private static let rim = 10.0
  private static let rimPatience: Timestamp = 300_000

  /// How long a touch keeps still before it rests, µs; `.never` if it may for any time.
  private let patience: Timestamp
  /// The touchscreen, whose border a thumb may hold; nil for a touchpad.
  private let screen: Size?
  /// Whether a gesture leaves out touches that keep still while others move.
  private let findsIdlers: Bool
  /// Where each touch keeps still, by lane, and since when.
  private var places = LaneArray<Point>(repeating: .zero)
  private var times = LaneArray<Timestamp>(repeating: 0)
  /// The touches that rested when others landed, and have not moved since.
  private(set) var resting: TouchSet = 0
  /// The touches that have moved far enough in this frame to count again.
  private(set) var returned: TouchSet = 0
  private var group: MovingGroup
  /// The touches that kept still while others moved, and those of them that were found in this frame.
  private(set) var idlers: TouchSet = 0
  private(set) var found: TouchSet = 0

  init(_ arena: ArenaDefinition, findsIdlers: Bool) {
    group = MovingGroup(far: MovingGroup.distance + arena.deadZone)
    patience = arena.restingAfter == 0 ? .never : arena.restingAfter
    screen = arena.deviceClass == .touchscreen ? arena.stage : nil
    self.findsIdlers = findsIdlers
  }

  /// Whether touches that rest are left out (`resting_after`).
  var isOn: Bool { patience != .never }
  /// Whether motion of the touches matters.
  func concernsMotion(_ touches: Touches) -> Bool {
    if touches.downCount == 0 { return false }
    return patience != .never || idlers != 0 || findsIdlers && touches.downCount >= 3 && group.isOpen
  }
  /// Whether a touch has been found, or counts again.
  var hasChanged: Bool { found | returned != 0 }

  /// Follows the touches through a frame; true if one of them counts again, or is found to be idle, or none can be found any more.
  func follow(_ touches: Touches) -> Bool {
    resting &= touches.down
    idlers &= touches.down
    found &= touches.down
    jump(touches)
    if patience != .never || resting | idlers != 0 { followPlaces(touches) }
    if !findsIdlers { return returned != 0 }
    if touches.hasChangedFingers { group.start(touches) }
    // The places of fingers that are counted beyond the slots are not known.
    if touches.phantom != 0 || touches.downCount < 3 || !group.isOpen { return hasChanged }
    take(group.idlers(touches, of: touches.down & ~resting & ~idlers), touches)
    return hasChanged || !group.isOpen
  }

  private func jump(_ touches: Touches) {
    var rest = touches.reanchored
    while rest != 0 {
      let lane = rest.popLane()
      places[lane] += touches.records[lane].jump
      group.jump(lane, by: touches.records[lane].jump)
    }
  }

  private func followPlaces(_ touches: Touches) {
    var rest = touches.began
    while rest != 0 { settle(rest.popLane(), touches) }
    rest = touches.moved & touches.down
    while rest != 0 {
      let lane = rest.popLane()
      let way = touches.position(lane) - places[lane]
      if (resting | idlers) & .lane(lane) != 0 {
        if way.reaches(Self.wayBack) { returned |= .lane(lane) }
      } else if way.exceeds(Self.tolerance) {
        settle(lane, touches)
      }
    }
    resting &= ~returned
    idlers &= ~returned
  }

  private func settle(_ lane: Int, _ touches: Touches) {
    places[lane] = touches.position(lane)
    times[lane] = touches.time
  }

  private func take(_ still: TouchSet, _ touches: Touches) {
    if still == 0 { return }
    idlers |= still
    found = still
    var rest = still
    while rest != 0 { settle(rest.popLane(), touches) }
  }

  /// Finds the touches that rest while others land in this frame.
  func findResting(_ touches: Touches) {
    if patience == .never { return }
    var rest = touches.before & touches.down & ~touches.began & ~touches.phantom & ~returned & ~idlers
    while rest != 0 {
      let lane = rest.popLane()
      if touches.time - times[lane] >= patience(of: lane, touches) { resting |= .lane(lane) }
    }
  }
  private func patience(of lane: Int, _ touches: Touches) -> Timestamp {
    let isAtRim = isAtRim(touches.records[lane].down) && isAtRim(touches.position(lane))
    return isAtRim ? min(patience, Self.rimPatience) : patience
  }
  private func isAtRim(_ place: Point) -> Bool {
    guard let screen else { return false }
    let distance = min(min(place.x, screen.width - place.x), min(place.y, screen.height - place.y))
    return !distance.exceeds(Self.rim)
  }

  func failure(of idler: Int, _ touches: Touches, _ attempt: Attempt) -> Failure {
    group.failure(of: idler, touches, attempt)
  }
  func takeFound() -> TouchSet {
    defer { found = 0 }
    return found
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
  /// Leaves the touches that rest out of gestures that have not begun. One whose only touches they are begins anew, also a press or a
  /// hold that had begun.
  func leaveOutResting() {
    if touches.began == 0 { return }
    resting.findResting(touches)
    if resting.resting == 0 { return }
    joinAll()
    let landed = touches.began.count
    for contestant in contestants.all where resting.resting & ~contestant.leftOut != 0 {
      if contestant.restsOn(resting.resting) {
        end(contestant)
      } else if contestant.holdsResting(besides: landed) {
        continue
      }
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

  /// Applies what the last frame said of touches that keep still.
  func takeResting() {
    let (found, returned) = (resting.takeFound(), resting.takeReturned(touches))
    if found != 0 { leaveOutIdlers(found) }
    if returned != 0 { giveBack(returned) }
  }

  /// Gives touches that count again to motions that have not begun. Other gestures need a landing.
  private func giveBack(_ returned: TouchSet) {
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
