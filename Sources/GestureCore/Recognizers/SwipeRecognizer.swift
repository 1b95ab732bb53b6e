import CSystem

/// Swipe: fingers move together, fast and straight enough, in an accepted direction (recognizers.md §4.4).
final class SwipeRecognizer: Recognizer, RecognizerMaking {
  typealias Parameters = SwipeParameters
  enum Phase {
    /// There are too few fingers so far.
    case landing
    /// The right number of fingers is down and has not moved yet.
    case resting
    /// The fingers have moved since `onset`.
    case moving
    /// As before, but a finger has left and may come back.
    case away
    case recognized
    /// The gesture does not count until the next press of the button.
    case forfeited
  }

  /// The motion of the centroid that starts a swipe, mm.
  private static let onsetDistance = 1.0
  /// The longest time by which the onset may precede the frame that detects it, µs.
  private static let onsetReach: Timestamp = 20_000
  /// The spread or arc below which two fingers are not yet pinching or turning, mm.
  private static let apartDistance = 1.5
  /// The ratio by which the common motion must exceed the relative one.
  private static let coherence = 1.2
  /// The accuracy of a moment within a frame, as a part of the frame.
  private static let partTolerance = 3e-8
  /// The largest angle to a direction, rad: half a sector. A motion farther from every direction fails at any speed.
  private var largestAngle: Double { (hasNarrowSectors ? 22.5 : 45.0) * .pi / 180 }

  /// The measures that the gesture reports.
  private struct Result {
    var direction = Direction.right
    /// The centroid at the reference positions, mm.
    var location = Point.zero
    var velocity = Point.zero
    /// The touches at the reference positions.
    var touches: TouchSet = 0
  }

  let parameters: SwipeParameters
  /// Whether another swipe with the same finger count is diagonal. A direction is then a sector of 45° instead of 90°
  /// (`SwipeSectors`).
  private var hasNarrowSectors = false
  var tracker: MotionTracker
  var phase = Phase.landing
  private var onset: Timestamp = 0
  /// The time of the reference positions. In a sequence it may lie between two frames.
  private var startedAt: Timestamp = 0
  /// Used only with fire_on = "release".
  private var extremes = MotionExtremes()
  private var open: DirectionSet
  /// Whether the swipe has been judged at the point at which it reached its distance.
  private var hasReached = false
  private var result = Result()
  /// The fingers that have left in mid-motion; of no meaning in other phases than `away`.
  var away = AwayFingers()
  /// Whether the button was held with enough fingers down.
  private var wasHeld = false
  /// Whether the gesture was already made while the button was held.
  private var wasMade = false

  init(_ parameters: SwipeParameters, _ attempt: Attempt) {
    self.parameters = parameters
    tracker = MotionTracker(spin: attempt.most >= 2 ? [.scale, .angle] : [], .translation)
    open = parameters.directions
    attempt.waitForLateFingers(parameters.settle)
  }

  override func reset(afterFailure: Bool) {
    phase = .landing
    open = parameters.directions
    wasHeld = false
    wasMade = false
  }

  override func begin(_ touches: Touches, _ attempt: Attempt) { wasMade = true }

  override func narrowSectors(of counts: FingerCounts, _ attempt: Attempt) {
    hasNarrowSectors = counts.contains(count: attempt.expectedCount)
  }

  override func report(_ event: inout GestureEvent, _ touches: Touches, velocity: Bool) {
    event.location = result.location
    event.direction = result.direction
    event.velocity = result.velocity
    event.fingers = max(result.touches.count, 1)
  }

  /// The positions at the start, as in UIKit.
  override func appendTouchPoints(_ touches: Touches, _ attempt: Attempt, _ points: inout [Point]) {
    var rest = result.touches
    while rest != 0 { points.append(tracker.references[rest.popLane()]) }
  }

  override var landingLimits: LandingLimits? { LandingLimits() }

  override var hasForfeited: Bool { phase == .forfeited }
  override func forfeitPress() {
    phase = .forfeited
    deadline = .never
  }

  override var isLingering: Bool { phase == .away }
  override var deferredFailure: Failure? { phase == .away ? away.failure : nil }
  override func rejects(_ landing: Point, at time: Timestamp) -> Failure? {
    if phase != .away || away.nearest(to: landing, time, travel: tracker.translation) != nil { return nil }
    return away.failure
  }

  override func handle(_ stimulus: Stimulus, _ touches: Touches, _ attempt: Attempt) -> Proposal {
    switch (phase, stimulus) {
    case (.recognized, .frame), (.forfeited, .frame):
      if !parameters.buttonHeld || touches.isButtonHeld { return .none }
      phase = .landing
    case (.landing, .deadline), (.resting, .deadline), (.recognized, .deadline), (.forfeited, .deadline):
      return impossible()
    case (.moving, .deadline): return expire(touches.time, attempt)
    case (.away, .deadline): return .fail(away.failure)
    case (.landing, .frame), (.resting, .frame), (.moving, .frame), (.away, .frame): break
    }
    if attempt.lost(touches) != 0 { return .fail(Failure(.touchCancelled)) }
    if touches.isResync && touches.reanchored & attempt.own != 0 { return .fail(Failure(.resync)) }
    if attempt.count > attempt.most { return .fail(.tooManyFingers(attempt)) }
    if parameters.buttonHeld && !touches.isButtonHeld { return waitForButton(touches, attempt) }
    switch phase {
    case .landing: return land(touches, attempt)
    case .away: return goOn(touches, attempt)
    case .resting, .moving, .recognized, .forfeited: return move(touches, attempt)
    }
  }

  func expire(_ time: Timestamp, _ attempt: Attempt) -> Proposal {
    let elapsed = time - onset
    if elapsed >= parameters.maxDuration {
      return .fail(
        undecided(at: time)
          ?? Failure(.tookTooLong, took: elapsed, limit: parameters.maxDuration, .maxDuration))
    }
    let needed = parameters.minVelocity * seconds(parameters.decisionTime)
    if !tracker.distance.reaches(needed) {
      return .fail(otherWay(tracker.translation) ?? tooSlow(tracker.distance / seconds(elapsed)))
    }
    deadline = later(onset, parameters.maxDuration)
    return .none
  }

  private func land(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    if attempt.lifted(touches) != 0 {
      return .fail(attempt.leftEarly(at: touches.time) ?? .tooFewFingers(attempt, touches))
    }
    if attempt.count < attempt.least || attempt.isSettling(at: touches.time) { return .none }
    if !attempt.hasJustSettled(touches) { return start(touches, attempt) }
    if let failure = separated(touches, attempt) { return .fail(failure) }
    rest(attempt, since: touches.previousTime)
    result.location = tracker.startBefore(touches, touches.before & attempt.seen)
    return moveOn(touches, attempt)
  }

  /// Takes the reference positions, because a finger landed and the count is in the range.
  private func start(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    if let failure = separated(touches, attempt) { return .fail(failure) }
    rest(attempt, since: touches.time)
    tracker.start(touches, attempt.own)
    result.location = touches.centroid(of: attempt.own) ?? .zero
    return .none
  }
  private func rest(_ attempt: Attempt, since time: Timestamp) {
    phase = .resting
    deadline = .never
    wasHeld = true
    hasReached = false
    extremes = MotionExtremes()
    open = parameters.directions
    startedAt = time
    result.touches = attempt.own
  }
  private func separated(_ touches: Touches, _ attempt: Attempt) -> Failure? {
    attempt.separated(limit: parameters.maxSeparation) { touches.position($0) }
  }

  /// Handles a frame in which the button is not held. Its release counts as a lift, and motion counts from the next press.
  private func waitForButton(_ touches: Touches, _ attempt: Attempt) -> Proposal {
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

  /// The failure of a motion whose angle is too large.
  ///
  /// - Parameter off: the angle to the nearest direction. Outside that direction's sector, no value of `angle` would accept the
  /// motion.
  private func wrongDirection(_ off: Double, _ allowed: Double, _ travel: Point) -> Failure {
    var failure = Failure(
      .wrongDirection, measured: off, limit: allowed, unit: .radians,
      key: off > largestAngle ? .direction : .angle)
    if off > largestAngle { failure.direction = Direction(of: travel) }
    return failure
  }

  /// The failure of a motion in a direction that is outside all accepted sectors; nil if the direction is accepted.
  private func otherWay(_ travel: Point) -> Failure? {
    let (_, off) = nearestDirection(travel)
    return off > largestAngle ? wrongDirection(off, largestAngle, travel) : nil
  }

  private func reach(of speedFactor: Double) -> Double {
    parameters.minDistanceSlow + (parameters.minDistanceFast - parameters.minDistanceSlow) * speedFactor
  }
  private func allowedAngle(_ speedFactor: Double) -> Double {
    let allowed = parameters.angleSlow + (parameters.angleFast - parameters.angleSlow) * speedFactor
    return hasNarrowSectors ? min(allowed, largestAngle) : allowed
  }
  // Inlined, so that a search along the path makes of each moment only what it needs.
  @inline(__always) private func reach(at moment: SwipeMoment) -> Double {
    reach(of: speedFactor(phase == .moving ? moment.speed(since: onset) : 0))
  }

  /// What prevented a swipe of sufficient distance: the angle or the speed; nil if the distance was too short.
  private func undecided(at time: Timestamp) -> Failure? {
    let now = SwipeMoment(tracker, at: time)
    if phase != .moving || !now.distance.reaches(reach(at: now)) { return nil }
    let speed = now.speed(since: onset)
    let allowed = allowedAngle(speedFactor(speed))
    let (_, off) = nearestDirection(now.travel)
    if off.exceeds(allowed) { return wrongDirection(off, allowed, now.travel) }
    return speed.reaches(parameters.minVelocity) ? nil : tooSlow(speed)
  }

  private func move(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    // The motion of the frame in which a finger lifts does not count.
    if attempt.lifted(touches) != 0 {
      return lift(touches, attempt)
    }
    return attempt.placed(touches) != 0 ? start(touches, attempt) : moveOn(touches, attempt)
  }
  private func moveOn(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    let before = SwipeMoment(tracker, at: wayBegins(touches))
    return tracker.update(touches, attempt.own) ? moved(since: before, touches, attempt) : .none
  }

  /// Handles a frame in which a finger lifts.
  private func lift(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    switch parameters.fireOn {
    case .threshold: return awaitReturn(liftedTooEarly(at: touches.time), touches, attempt)
    case .release:
      let proposal = release(touches, attempt)
      if case .fail(let failure) = proposal { return awaitReturn(failure, touches, attempt) }
      return proposal
    }
  }

  /// When the motion of this frame began: at the last frame, but no more than 20 ms ago, and not before the reference.
  func wayBegins(_ touches: Touches) -> Timestamp {
    max(touches.previousTime, touches.time - Self.onsetReach, startedAt)
  }

  private func liftedTooEarly(at time: Timestamp) -> Failure {
    if let failure = undecided(at: time) { return failure }
    if phase == .moving, let failure = otherWay(tracker.translation) { return failure }
    let limit = reach(at: SwipeMoment(tracker, at: time))
    // Fingers that did not start to move make no swipe at any distance.
    return Failure(
      .liftedTooEarly, mm: tracker.distance, limit: limit, phase == .moving ? .minDistance : nil)
  }

  /// Judges a frame in which the fingers have moved. The motion is up to date.
  func moved(since before: SwipeMoment, _ touches: Touches, _ attempt: Attempt) -> Proposal {
    let now = SwipeMoment(tracker, at: touches.time)
    let distance = now.distance
    if phase == .resting && distance.reaches(Self.onsetDistance) { startMoving(touches, attempt) }
    switch parameters.fireOn {
    case .threshold:
      if phase == .moving && !hasReached && distance.reaches(reach(at: now)) {
        let proposal = judgeFirst(since: before, now, touches, attempt)
        switch proposal {
        case .none: break
        case .fail, .ready, .changed, .end, .cancel: return proposal
        }
      }
      if let failure = leaveCorridor(touches, attempt) { return .fail(failure) }
      let reach = reach(at: now)
      if phase != .moving || !distance.reaches(reach) {
        return checkCoherence(distance, reach: reach, attempt)
      }
      return judge(now, attempt)
    case .release:
      if let failure = leaveCorridor(touches, attempt) { return .fail(failure) }
      extremes.include(tracker.translation)
      return checkCoherence(distance, reach: parameters.minDistanceSlow, attempt)
    }
  }

  /// Judges the point of the frame's path at which the distance is reached, before the frame itself. A motion then gives the same
  /// result at every report rate.
  private func judgeFirst(
    since before: SwipeMoment, _ now: SwipeMoment, _ touches: Touches, _ attempt: Attempt
  ) -> Proposal {
    hasReached = true
    let part = partWithDistance(since: before, now)
    if let failure = leaveCorridor(touches, attempt, part: part) { return .fail(failure) }
    return judge(before.toward(now, part), attempt)
  }

  /// The part of a frame's path at which the distance is reached, to a few nanoseconds.
  private func partWithDistance(since before: SwipeMoment, _ now: SwipeMoment) -> Double {
    func excess(_ moment: SwipeMoment) -> Double { moment.distance - reach(at: moment) }
    // In a rest the speed falls, and so does the distance that is needed. The first point may be where the motion begins again.
    var (short, far) = (0.0, 1.0)
    var (below, above) = (excess(before), excess(now))
    if below >= 0 { return 0 }
    for step in 0..<40 {
      if far - short <= 3 * Self.partTolerance { break }
      // The distance grows nearly in a line. The point where the line crosses is tried a little later and a little earlier, so
      // that both ends come near; the middle is for what is not a line.
      let line = short + (far - short) * (below / (below - above))
      let around = step % 2 == 0 ? min(line + Self.partTolerance, far) : max(line - Self.partTolerance, short)
      let part = step % 3 == 2 ? (short + far) / 2 : around
      let found = excess(before.toward(now, part))
      if found < 0 { (short, below) = (part, found) } else { (far, above) = (part, found) }
    }
    return far
  }

  private func startMoving(_ touches: Touches, _ attempt: Attempt) {
    phase = .moving
    onset = wayBegins(touches)
    switch parameters.fireOn {
    case .threshold:
      deadline = min(later(onset, parameters.decisionTime), later(onset, parameters.maxDuration))
    case .release: break
    }
  }

  /// Fails the swipe if the fingers pinch or turn more than they travel.
  private func checkCoherence(_ distance: Double, reach: Double, _ attempt: Attempt) -> Proposal {
    if attempt.count < 2 || distance.reaches(reach) { return .none }
    let apart = max(tracker.spread, tracker.arc)
    let limit = max(Self.apartDistance, Self.coherence * distance)
    return apart.reaches(limit) ? .fail(notTogether(apart, limit: limit)) : .none
  }

  private func notTogether(_ apart: Double, limit: Double) -> Failure {
    Failure(.notTogether, mm: apart, limit: limit, nil)
  }

  /// A factor for the limits that depend on the speed: 0 at `slow_speed`, 1 at `fast_speed`. Slow swipes are precise and short,
  /// fast ones imprecise and long (§4.4).
  private func speedFactor(_ speed: Double) -> Double {
    let span = parameters.fastSpeed - parameters.slowSpeed
    if span <= 0 { return speed >= parameters.fastSpeed ? 1 : 0 }
    return min(max((speed - parameters.slowSpeed) / span, 0), 1)
  }

  /// Judges a moment with sufficient distance: recognized, failed, or still undecided, because flings curve into their direction.
  private func judge(_ moment: SwipeMoment, _ attempt: Attempt) -> Proposal {
    let distance = moment.distance
    if attempt.count >= 2 && !distance.reaches(Self.coherence * moment.apart) {
      return .fail(notTogether(moment.apart, limit: distance / Self.coherence))
    }
    let speed = moment.speed(since: onset)
    let reach = reach(at: moment)
    let (nearest, off) = nearestDirection(moment.travel)
    let allowed = allowedAngle(speedFactor(speed))
    if !off.exceeds(allowed) && speed.reaches(parameters.minVelocity) {
      result.direction = nearest
      result.velocity = distance > 0 ? moment.travel * (speed / distance) : .zero
      phase = .recognized
      deadline = .never
      return .ready(ratio: ratio(distance, reach))
    }
    if off.exceeds(largestAngle) || distance.reaches(2 * reach) {
      return .fail(off.exceeds(allowed) ? wrongDirection(off, allowed, moment.travel) : tooSlow(speed))
    }
    return .none
  }

  /// The accepted direction nearest to a motion, and the angle to it, 0…π.
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

  /// Excludes, for the rest of the attempt, each direction whose corridor a finger has left.
  ///
  /// - Parameter part: the fraction of the frame's path, 0…1.
  private func leaveCorridor(_ touches: Touches, _ attempt: Attempt, part: Double = 1) -> Failure? {
    if parameters.maxDeviation == .infinity { return nil }
    var farthest = 0.0
    var rest = attempt.own & ~touches.phantom
    while rest != 0 {
      let lane = rest.popLane()
      let (old, new) = (touches.records[lane].previous, touches.position(lane))
      let gone = old + (new - old) * part - tracker.references[lane]
      leave([.left, .right], abs(gone.y), &farthest)
      leave([.up, .down], abs(gone.x), &farthest)
      leave([.upRight, .downLeft], abs(gone.x + gone.y) * 0.5.squareRoot(), &farthest)
      leave([.upLeft, .downRight], abs(gone.x - gone.y) * 0.5.squareRoot(), &farthest)
    }
    if !open.isEmpty { return nil }
    return Failure(.notStraight, mm: farthest, limit: parameters.maxDeviation, .maxDeviation)
  }

  private func leave(_ directions: DirectionSet, _ deviation: Double, _ farthest: inout Double) {
    if !deviation.exceeds(parameters.maxDeviation) || open.isDisjoint(with: directions) { return }
    open.remove(directions)
    farthest = max(farthest, deviation)
  }

  /// The failure of fingers that went another way and were only flung in this direction at last.
  ///
  /// - Parameter covered: the distance since the fingers turned to this direction.
  private func turned(toward direction: Direction, _ covered: Double) -> Failure? {
    let (net, unit) = (tracker.translation, direction.unit)
    let along = net.x * unit.x + net.y * unit.y
    if along <= 0 || !net.length.reaches(parameters.minDistanceSlow) {
      return Failure(.turnedBack, measured: covered, unit: .mm)
    }
    let off = atan2(abs(net.x * unit.y - net.y * unit.x), along)
    return off.exceeds(largestAngle) ? wrongDirection(off, largestAngle, net) : nil
  }

  /// Judges a swipe with fire_on = "release" at the first lift, by the velocity at that time.
  private func release(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    let flung = tracker.velocity(at: touches.time).translation
    let speed = flung.length
    let least = min(Self.onsetDistance, parameters.minDistanceSlow)
    if !tracker.distance.reaches(least) {
      return .fail(Failure(.movedTooLittle, mm: tracker.distance, limit: least, .minDistance))
    }
    if !speed.reaches(parameters.minVelocity) {
      return .fail(otherWay(tracker.translation) ?? tooSlow(speed))
    }
    let (nearest, off) = nearestDirection(flung)
    let every: DirectionSet = hasNarrowSectors ? [.all, .diagonals] : .all
    let allowed = parameters.directions == every ? largestAngle : allowedAngle(speedFactor(speed))
    if off.exceeds(allowed) { return .fail(wrongDirection(off, allowed, flung)) }
    let covered = extremes.covered(tracker.translation, toward: nearest)
    let reach = parameters.minDistanceSlow
    if !covered.reaches(reach) {
      return .fail(Failure(.movedTooLittle, mm: covered, limit: reach, .minDistance))
    }
    if let failure = turned(toward: nearest, covered) { return .fail(failure) }
    result.direction = nearest
    result.velocity = flung
    phase = .recognized
    return .ready(ratio: ratio(covered, reach))
  }
}
