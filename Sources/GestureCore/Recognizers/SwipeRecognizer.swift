import CSystem

/// Swipe: fingers move together, fast and straight enough, in an allowed direction (recognizers.md §4.4).
struct SwipeRecognizer: Recognizer {
  private enum Phase {
    /// Too few fingers yet.
    case landing
    /// The right number; the motion has not begun.
    case resting
    /// Moving since `onset`.
    case moving
    case recognized
  }

  /// The motion counts from the frame in which the centroid has come this far, mm.
  private static let onsetDistance = 1.0
  /// The onset lies at most this long before that frame, µs.
  private static let onsetReach: Timestamp = 20_000
  /// Below this spread or arc two fingers are not yet pinching or turning, mm.
  private static let apartDistance = 1.5
  /// How much farther together than apart.
  private static let coherence = 1.2
  /// A motion farther off every direction has failed whatever its speed, radians: half a sector.
  private var largestAngle: Double { (parameters.hasNarrowSectors ? 22.5 : 45.0) * .pi / 180 }

  private let parameters: SwipeParameters
  private var tracker: MotionTracker
  private var phase = Phase.landing
  private var onset: Timestamp = 0
  /// Only kept with fire_on = "release".
  private var extremes = MotionExtremes()
  private var open: DirectionSet
  private var direction = Direction.right
  private var location = Point.zero
  private var velocity = Point.zero
  /// The button was held under enough fingers.
  private var wasHeld = false
  /// It was made before, with the button held.
  private var wasMade = false
  var deadline = Timestamp.never

  init(_ parameters: SwipeParameters, _ attempt: Attempt, _ storage: inout ArenaStorage) {
    self.parameters = parameters
    tracker = MotionTracker(&storage, spin: attempt.least >= 2 ? [.scale, .angle] : [], .translation)
    open = parameters.directions
  }

  mutating func reset(afterFailure: Bool) {
    phase = .landing
    open = parameters.directions
    wasHeld = false
    wasMade = false
  }

  mutating func begin(_ touches: Touches, _ attempt: Attempt) { wasMade = true }

  mutating func report(_ event: inout GestureEvent, _ touches: Touches) {
    event.location = location
    event.direction = direction
    event.velocity = velocity
  }

  /// Where it started, as in UIKit.
  func appendPlaces(_ touches: Touches, _ attempt: Attempt, _ places: inout [Point]) {
    var rest = attempt.made
    while rest != 0 { places.append(tracker.references[rest.popLane()]) }
  }

  mutating func handle(_ stimulus: Stimulus, _ touches: Touches, _ attempt: Attempt) -> Proposal {
    switch (phase, stimulus) {
    case (.recognized, .frame) where parameters.buttonHeld && !touches.isButtonHeld: phase = .landing
    case (.recognized, _), (.landing, .deadline), (.resting, .deadline): return .none
    case (.moving, .deadline): return expire(touches.time, attempt)
    case (.landing, .frame), (.resting, .frame), (.moving, .frame): break
    }
    if attempt.lost(touches) != 0 { return .fail(Failure(.touchCancelled)) }
    if touches.isResync && touches.reanchored & attempt.own != 0 { return .fail(Failure(.resync)) }
    if attempt.count > attempt.most { return .fail(.tooManyFingers(attempt)) }
    if parameters.buttonHeld && !touches.isButtonHeld { return waitForButton(touches, attempt) }
    switch phase {
    case .landing: return land(touches, attempt)
    case .resting, .moving, .recognized: return move(touches, attempt)
    }
  }

  @inline(__always) mutating func handleMotion(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    switch phase {
    case .landing, .recognized: return .none
    case .resting, .moving: return tracker.travel(touches, attempt.own) ? moved(touches, attempt) : .none
    }
  }

  private mutating func expire(_ time: Timestamp, _ attempt: Attempt) -> Proposal {
    let elapsed = time - onset
    if elapsed >= parameters.maxDuration {
      return .fail(
        undecided(at: time)
          ?? Failure(.tookTooLong, took: elapsed, limit: parameters.maxDuration, .maxDuration))
    }
    let needed = parameters.minVelocity * seconds(parameters.decisionTime)
    if tracker.distance < needed { return .fail(tooSlow(tracker.distance / seconds(elapsed))) }
    deadline = later(onset, parameters.maxDuration)
    return .none
  }

  private mutating func land(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    if attempt.count < attempt.least {
      return attempt.lifted(touches) != 0 ? .fail(.tooFewFingers(attempt.peak, attempt)) : .none
    }
    phase = .resting
    wasHeld = true
    extremes = MotionExtremes()
    tracker.start(touches, attempt.own)
    location = touches.centroid(of: attempt.own) ?? .zero
    return .none
  }

  /// The button is not held: its release is a lift, and the motion counts from the next press.
  private mutating func waitForButton(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    deadline = .never
    if phase != .landing && parameters.fireOn == .release { return release(touches, attempt) }
    phase = .landing
    open = parameters.directions
    if attempt.count > 0 || wasMade { return .none }
    if attempt.peak < attempt.least { return .fail(.tooFewFingers(attempt.peak, attempt)) }
    return .fail(Failure(wasHeld ? .buttonReleased : .notClicked))
  }

  private func tooSlow(_ speed: Double) -> Failure {
    Failure(
      .tooSlow, measured: speed, limit: parameters.minVelocity, unit: .mmPerSecond, key: .minVelocity)
  }

  /// - Parameter off: the angle to the nearest direction; beyond its sector no value of `angle` would accept it.
  private func wrongDirection(_ off: Double, _ allowed: Double) -> Failure {
    Failure(
      .wrongDirection, measured: off, limit: allowed, unit: .radians,
      key: off > largestAngle ? .direction : .angle)
  }

  private func reach(of speedFactor: Double) -> Double {
    parameters.minDistanceSlow + (parameters.minDistanceFast - parameters.minDistanceSlow) * speedFactor
  }
  private func allowedAngle(_ speedFactor: Double) -> Double {
    let allowed = parameters.angleSlow + (parameters.angleFast - parameters.angleSlow) * speedFactor
    return parameters.hasNarrowSectors ? min(allowed, largestAngle) : allowed
  }
  /// Mean speed since the onset, mm/s.
  private func meanSpeed(at time: Timestamp) -> Double {
    let elapsed = phase == .moving ? seconds(time - onset) : 0
    return elapsed > 0 ? tracker.distance / elapsed : 0
  }

  /// What kept a swipe open that had come far enough: the angle or the speed; nil if it had not.
  private func undecided(at time: Timestamp) -> Failure? {
    let speed = meanSpeed(at: time)
    let w = speedFactor(speed)
    if phase != .moving || tracker.distance < reach(of: w) { return nil }
    let (_, off) = nearestDirection(tracker.translation)
    if off > allowedAngle(w) { return wrongDirection(off, allowedAngle(w)) }
    return speed < parameters.minVelocity ? tooSlow(speed) : nil
  }

  private mutating func move(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    // The motion of the frame in which a finger lifts does not count.
    if attempt.lifted(touches) != 0 {
      switch parameters.fireOn {
      case .threshold: return .fail(liftedTooEarly(at: touches.time))
      case .release: return release(touches, attempt)
      }
    }
    return tracker.update(touches, attempt.own) ? moved(touches, attempt) : .none
  }

  private func liftedTooEarly(at time: Timestamp) -> Failure {
    if let failure = undecided(at: time) { return failure }
    let limit = reach(of: speedFactor(meanSpeed(at: time)))
    // Fingers that have not set off make no swipe of any distance.
    return Failure(
      .liftedTooEarly, mm: tracker.distance, limit: limit, phase == .moving ? .minDistance : nil)
  }

  /// The fingers have moved; the motion is up to date.
  private mutating func moved(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    let distance = tracker.distance
    if phase == .resting && distance >= Self.onsetDistance { startMoving(touches, attempt) }
    if parameters.maxDeviation < .infinity, let failure = leaveCorridor(touches, attempt) {
      return .fail(failure)
    }
    switch parameters.fireOn {
    case .threshold: return judge(distance, touches, attempt)
    case .release:
      extremes.include(tracker.translation)
      return checkCoherence(distance, reach: parameters.minDistanceSlow, attempt)
    }
  }

  private mutating func startMoving(_ touches: Touches, _ attempt: Attempt) {
    phase = .moving
    onset = max(touches.previousTime, touches.time - Self.onsetReach)
    switch parameters.fireOn {
    case .threshold:
      deadline = min(later(onset, parameters.decisionTime), later(onset, parameters.maxDuration))
    case .release: break
    }
  }

  /// Fingers that pinch or turn more than they travel are no swipe.
  private mutating func checkCoherence(_ distance: Double, reach: Double, _ attempt: Attempt) -> Proposal {
    if attempt.least < 2 || distance >= reach { return .none }
    let apart = max(tracker.spread, tracker.arc)
    if apart < max(Self.apartDistance, Self.coherence * distance) { return .none }
    return .fail(notTogether(apart, limit: max(Self.apartDistance, Self.coherence * distance)))
  }

  private func notTogether(_ apart: Double, limit: Double) -> Failure {
    Failure(.notTogether, mm: apart, limit: limit, nil)
  }

  /// 0 at `slow_speed`, 1 at `fast_speed`: slow swipes are precise and short, fast ones the reverse (§4.4).
  private func speedFactor(_ speed: Double) -> Double {
    let span = parameters.fastSpeed - parameters.slowSpeed
    if span <= 0 { return speed >= parameters.fastSpeed ? 1 : 0 }
    return min(max((speed - parameters.slowSpeed) / span, 0), 1)
  }

  private mutating func judge(
    _ distance: Double, _ touches: Touches, _ attempt: Attempt
  ) -> Proposal {
    let speed = meanSpeed(at: touches.time)
    let w = speedFactor(speed)
    let reach = reach(of: w)
    if phase != .moving || distance < reach { return checkCoherence(distance, reach: reach, attempt) }
    if attempt.least >= 2 {
      let apart = max(tracker.spread, tracker.arc)
      if distance < Self.coherence * apart {
        return .fail(notTogether(apart, limit: distance / Self.coherence))
      }
    }
    let travel = tracker.translation
    let (nearest, off) = nearestDirection(travel)
    let allowed = allowedAngle(w)
    if off <= allowed && speed >= parameters.minVelocity {
      direction = nearest
      velocity = distance > 0 ? travel * (speed / distance) : .zero
      phase = .recognized
      deadline = .never
      return .ready(ratio: ratio(distance, reach))
    }
    if off > largestAngle || distance >= 2 * reach {
      return .fail(off > allowed ? wrongDirection(off, allowed) : tooSlow(speed))
    }
    return .none
  }

  /// The allowed direction nearest to a motion, and the angle to it, 0…π.
  private func nearestDirection(_ travel: Point) -> (Direction, Double) {
    var best = (Direction.right, Double.infinity)
    var rest = open
    while let candidate = rest.popFirst() {
      let unit = candidate.unit
      let along = travel.x * unit.x + travel.y * unit.y
      let across = abs(travel.x * unit.y - travel.y * unit.x)
      let off = atan2(across, along)
      if off < best.1 { best = (candidate, off) }
    }
    return best
  }

  /// A direction whose corridor one finger has left is out for good.
  private mutating func leaveCorridor(_ touches: Touches, _ attempt: Attempt) -> Failure? {
    var farthest = 0.0
    var rest = attempt.own & ~touches.phantom
    while rest != 0 {
      let lane = rest.popLane()
      let gone = touches.position(lane) - tracker.references[lane]
      leave([.left, .right], abs(gone.y), &farthest)
      leave([.up, .down], abs(gone.x), &farthest)
      leave([.upRight, .downLeft], abs(gone.x + gone.y) * 0.5.squareRoot(), &farthest)
      leave([.upLeft, .downRight], abs(gone.x - gone.y) * 0.5.squareRoot(), &farthest)
    }
    if !open.isEmpty { return nil }
    return Failure(.notStraight, mm: farthest, limit: parameters.maxDeviation, .maxDeviation)
  }

  private mutating func leave(_ directions: DirectionSet, _ deviation: Double, _ farthest: inout Double) {
    if deviation <= parameters.maxDeviation || open.isDisjoint(with: directions) { return }
    open.remove(directions)
    farthest = max(farthest, deviation)
  }

  /// fire_on = "release": judged at the first lift by the velocity there.
  private mutating func release(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    let flung = tracker.velocity(at: touches.time).translation
    let speed = flung.length
    let least = min(Self.onsetDistance, parameters.minDistanceSlow)
    if tracker.distance < least {
      return .fail(Failure(.movedTooLittle, mm: tracker.distance, limit: least, .minDistance))
    }
    if speed < parameters.minVelocity { return .fail(tooSlow(speed)) }
    let (nearest, off) = nearestDirection(flung)
    let every: DirectionSet = parameters.hasNarrowSectors ? [.all, .diagonals] : .all
    let allowed = parameters.directions == every ? largestAngle : allowedAngle(speedFactor(speed))
    if off > allowed { return .fail(wrongDirection(off, allowed)) }
    let covered = extremes.covered(tracker.translation, toward: nearest)
    let reach = parameters.minDistanceSlow
    if covered < reach { return .fail(Failure(.movedTooLittle, mm: covered, limit: reach, .minDistance)) }
    direction = nearest
    velocity = flung
    phase = .recognized
    return .ready(ratio: ratio(covered, reach))
  }
}
