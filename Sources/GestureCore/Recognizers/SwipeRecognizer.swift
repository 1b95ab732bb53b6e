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
  static let onsetDistance = 1.0
  /// The spread or arc below which two fingers are not yet pinching or turning, mm.
  private static let apartDistance = 1.5
  /// The ratio by which the common motion must exceed the relative one.
  private static let coherence = 1.2
  /// The largest angle to a direction, rad: half a sector. A motion farther from every direction fails at any speed.
  var largestAngle: Double { (hasNarrowSectors ? 22.5 : 45.0) * .pi / 180 }

  /// The measures that the gesture reports.
  struct Result {
    var direction = Direction.right
    /// The centroid at the reference positions, mm.
    var location = Point.zero
    var velocity = Point.zero
    /// The touches at the reference positions.
    var touches: TouchSet = 0
  }

  let parameters: SwipeParameters
  private let reach: SwipeReach
  /// Whether another swipe with the same finger count is diagonal. A direction is then a sector of 45° instead of 90°
  /// (`SwipeSectors`).
  private(set) var hasNarrowSectors = false
  private let motions: SwipeMotions
  /// The number of the swipe's motion; −1 while it has none.
  private var motionNumber = -1
  var phase = Phase.landing {
    didSet { mayGoOn = phase == .moving && parameters.maxDeviation == .infinity }
  }
  private(set) var onset: Timestamp = 0
  private(set) var open: DirectionSet
  /// Whether the swipe has been judged at the point at which it reached its distance.
  private var hasReached = false
  private(set) var result = Result()
  /// The reference positions of the recognized swipe, by lane.
  private var starts = LaneArray<Point>(repeating: .zero)
  /// The fingers that have left in mid-motion; of no meaning in other phases than `away`.
  var away = AwayFingers()
  /// Whether the button was held with enough fingers down.
  private var wasHeld = false
  /// Whether the gesture was already made while the button was held.
  private var wasMade = false

  init(_ parameters: SwipeParameters, _ attempt: Attempt) {
    self.parameters = parameters
    reach = SwipeReach(parameters)
    // The fingers of a step are followed in a table of its sequence.
    motions = attempt.isStep ? SwipeMotions() : attempt.surface.swipeMotions
    motions.makeRoom()
    open = parameters.directions
    attempt.waitForLateFingers(parameters.settle)
  }

  /// Calls `body` with the swipe's motion.
  @inline(__always) func withMotion<Result>(_ body: (SwipeMotion) -> Result) -> Result {
    motions.lend(motionNumber, body)
  }
  private var now: SwipeMoment { withMotion { $0.now } }
  var extremes: MotionExtremes { withMotion { $0.extremes } }
  private func leaveMotion() {
    if motionNumber < 0 { return }
    motions.leave(motionNumber)
    motionNumber = -1
  }
  /// Makes the motion the swipe's alone, before it is changed.
  func separateMotion() { motionNumber = motions.separate(motionNumber) }

  override func reset(afterFailure: Bool) {
    leaveMotion()
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
    while rest != 0 { points.append(starts[rest.popLane()]) }
  }

  override var needsEachFinger: Bool { true }
  override var hasForfeited: Bool { phase == .forfeited }
  override func forfeitPress() {
    phase = .forfeited
    deadline = .never
  }

  override var deferredFailure: Failure? { phase == .away ? away.failure : nil }
  override var isMadeByLift: Bool {
    parameters.fireOn == .release && phase == .moving && now.distance.reaches(parameters.minDistanceSlow)
  }

  override func goesOn(_ touches: Touches, _ attempt: Attempt) -> Bool {
    withMotion { motion in
      if !motion.follow(touches, attempt.own) { return true }
      if !motion.isTogether { return false }
      switch parameters.fireOn {
      case .threshold: return !motion.distance.reaches(reach.least)
      case .release:
        motion.noteExtremes()
        return true
      }
    }
  }

  /// The distance changes at most by the way of a finger, and so does that by which the fingers pinch or turn.
  override func leeway(_ touches: Touches, _ attempt: Attempt) -> Double {
    switch phase {
    case .resting, .moving: break
    case .landing, .away, .recognized, .forfeited: return 0
    }
    if parameters.maxDeviation != .infinity { return 0 }
    let (distance, apart) = (now.distance, now.apart)
    let apartLeeway = (Self.apartLimit(distance) - apart) / (Self.coherence + 1)
    let together = attempt.count < 2 ? .infinity : apartLeeway
    switch parameters.fireOn {
    case .threshold:
      return hasReached ? 0 : min(reach.least - distance, together)
    case .release: return max(distance - parameters.minDistanceSlow, together)
    }
  }

  override func handle(_ stimulus: Stimulus, _ touches: Touches, _ attempt: Attempt) -> Proposal {
    switch (phase, stimulus) {
    case (.recognized, .frame), (.forfeited, .frame):
      if !parameters.buttonHeld || touches.isButtonHeld { return .none }
      phase = .landing
    case (.landing, .deadline), (.resting, .deadline), (.recognized, .deadline), (.forfeited, .deadline):
      return impossible()
    case (.moving, .deadline): return expire(touches, attempt)
    case (.away, .deadline): return .fail(away.failure)
    case (.landing, .frame), (.resting, .frame), (.moving, .frame), (.away, .frame): break
    }
    if attempt.lost(touches) != 0 { return .fail(Failure(.touchCancelled)) }
    if touches.isResync && touches.reanchored & attempt.own != 0 {
      // The way of a finger that is away is not known.
      if phase == .away { return .fail(Failure(.resync)) }
      leaveOutGap(touches)
    }
    if attempt.count > attempt.most { return .fail(.tooManyFingers(attempt)) }
    if parameters.buttonHeld && !touches.isButtonHeld { return waitForButton(touches, attempt) }
    switch phase {
    case .landing: return land(touches, attempt)
    case .away: return goOn(touches, attempt)
    case .resting, .moving, .recognized, .forfeited: return move(touches, attempt)
    }
  }

  /// Leaves the time of events that the kernel dropped out, as the motion leaves out their way.
  private func leaveOutGap(_ touches: Touches) {
    if phase != .moving { return }
    let gap = touches.time - touches.previousTime
    onset += gap
    if deadline != .never { deadline += gap }
  }

  func expire(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    let elapsed = touches.time - onset
    if elapsed >= parameters.maxDuration {
      return .fail(
        undecided(touches, attempt)
          ?? Failure(.tookTooLong, took: elapsed, limit: parameters.maxDuration, .maxDuration))
    }
    let needed = parameters.minVelocity * seconds(parameters.decisionTime)
    let now = now
    if !now.distance.reaches(needed) {
      return .fail(otherWay(now.travel) ?? tooSlow(now.distance / seconds(elapsed)))
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
    rest(touches, touches.before & attempt.seen, attempt, isLate: true)
    return moveOn(touches, attempt)
  }

  /// Takes the reference positions, because a finger landed and the count is in the range.
  private func start(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    if let failure = separated(touches, attempt) { return .fail(failure) }
    rest(touches, attempt.own, attempt, isLate: false)
    return .none
  }
  /// - Parameter moving: the touches whose motion counts, of those that the gesture has.
  private func rest(_ touches: Touches, _ moving: TouchSet, _ attempt: Attempt, isLate: Bool) {
    leaveMotion()
    motionNumber = motions.start(touches, moving, isLate: isLate)
    result.location = withMotion { $0.location }
    result.touches = attempt.own
    phase = .resting
    deadline = .never
    wasHeld = true
    hasReached = false
    open = parameters.directions
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

  /// The failure of a motion at this speed. Times that stand still, as of a recording with a broken clock, give none.
  func tooSlow(_ speed: Double, at time: Double = .infinity) -> Failure {
    if time <= Double(onset) { return Failure(.tooSlow) }
    return Failure(
      .tooSlow, measured: speed, limit: parameters.minVelocity, unit: .mmPerSecond, key: .minVelocity)
  }

  /// The failure of a motion whose angle is too large.
  ///
  /// - Parameter off: the angle to the nearest direction. Outside that direction's sector, no value of `angle` would accept the
  /// motion.
  func wrongDirection(_ off: Double, _ allowed: Double, _ travel: Point) -> Failure {
    if off <= largestAngle {
      return Failure(.wrongDirection, measured: off, limit: allowed, unit: .radians, key: .angle)
    }
    let way = Direction(of: travel)
    // Between two accepted directions neither key is in the way, but the sector of another gesture.
    let isAccepted = parameters.directions.contains(DirectionSet(way))
    var failure = Failure(
      .wrongDirection, measured: off, limit: allowed, unit: .radians, key: isAccepted ? nil : .direction)
    if !isAccepted { failure.direction = way }
    return failure
  }

  /// The failure of a motion in a direction that is outside all accepted sectors; nil if the direction is accepted.
  func otherWay(_ travel: Point) -> Failure? {
    let (_, off) = nearestDirection(travel)
    return off > largestAngle ? wrongDirection(off, largestAngle, travel) : nil
  }

  func allowedAngle(atSpeed speed: Double) -> Double {
    let (slow, fast) = (parameters.angleSlow, parameters.angleFast)
    let allowed = slow + (fast - slow) * reach.factor(atSpeed: speed)
    return hasNarrowSectors ? min(allowed, largestAngle) : allowed
  }
  /// The distance that is needed at a moment, mm.
  private func distanceNeeded(at moment: SwipeMoment) -> Double {
    reach.distance(atSpeed: phase == .moving ? moment.speed(since: onset) : 0)
  }

  /// What prevented a swipe of sufficient distance: the angle, the speed or a finger at rest; nil if the distance was too short.
  private func undecided(_ touches: Touches, _ attempt: Attempt) -> Failure? {
    let now = moment(at: touches.time)
    if phase != .moving || !now.distance.reaches(distanceNeeded(at: now)) { return nil }
    let speed = now.speed(since: onset)
    let allowed = allowedAngle(atSpeed: speed)
    let (_, off) = nearestDirection(now.travel)
    if off.exceeds(allowed) { return wrongDirection(off, allowed, now.travel) }
    if !speed.reaches(parameters.minVelocity) { return tooSlow(speed) }
    return withMotion { $0.idler(touches, result.touches, attempt) }
  }

  private func move(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    // The motion of the frame in which a finger lifts does not count.
    if attempt.lifted(touches) != 0 {
      return lift(touches, attempt)
    }
    return attempt.placed(touches) != 0 ? start(touches, attempt) : moveOn(touches, attempt)
  }
  private func moveOn(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    withMotion { $0.follow(touches, attempt.own) ? moved($0, touches, attempt) : .none }
  }

  /// Handles a frame in which a finger lifts.
  private func lift(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    switch parameters.fireOn {
    case .threshold: return awaitReturn(liftedTooEarly(touches, attempt), touches, attempt)
    case .release:
      let proposal = release(touches, attempt)
      if case .fail(let failure) = proposal { return awaitReturn(failure, touches, attempt) }
      return proposal
    }
  }

  /// The motion so far, as of a time without a frame of motion.
  private func moment(at time: Timestamp) -> SwipeMoment {
    var moment = now
    moment.time = Double(time)
    return moment
  }

  private func liftedTooEarly(_ touches: Touches, _ attempt: Attempt) -> Failure {
    if let failure = undecided(touches, attempt) { return failure }
    if phase == .moving, let failure = otherWay(now.travel) { return failure }
    let limit = distanceNeeded(at: moment(at: touches.time))
    // Fingers that did not start to move make no swipe at any distance.
    return Failure(
      .liftedTooEarly, mm: now.distance, limit: limit, phase == .moving ? .minDistance : nil)
  }

  /// Judges a frame in which the fingers have moved. The motion is up to date.
  func moved(_ motion: SwipeMotion, _ touches: Touches, _ attempt: Attempt) -> Proposal {
    let now = motion.now
    let distance = now.distance
    if phase == .resting && distance.reaches(Self.onsetDistance) {
      startMoving(at: motion.wayBegins(touches))
    }
    switch parameters.fireOn {
    case .threshold:
      if phase == .moving && !hasReached && distance.reaches(distanceNeeded(at: now)) {
        let proposal = judgeFirst(motion, touches, attempt)
        switch proposal {
        case .none: break
        case .fail, .ready, .changed, .end, .cancel: return proposal
        }
      }
      if let failure = leaveCorridor(motion, touches, attempt) { return .fail(failure) }
      let needed = distanceNeeded(at: now)
      if phase != .moving || !distance.reaches(needed) {
        return checkCoherence(now, needed: needed, attempt)
      }
      return judge(motion, now, touches, attempt)
    case .release:
      if let failure = leaveCorridor(motion, touches, attempt) { return .fail(failure) }
      motion.noteExtremes()
      return checkCoherence(now, needed: parameters.minDistanceSlow, attempt)
    }
  }

  /// Judges the point of the frame's path at which the distance is reached, before the frame itself. A motion then gives the same
  /// result at every report rate.
  private func judgeFirst(_ motion: SwipeMotion, _ touches: Touches, _ attempt: Attempt) -> Proposal {
    hasReached = true
    let part = motion.part(reaching: reach, since: onset)
    if let failure = leaveCorridor(motion, touches, attempt, part: part) { return .fail(failure) }
    return judge(motion, motion.before.toward(motion.now, part), touches, attempt)
  }

  private func startMoving(at time: Timestamp) {
    phase = .moving
    onset = time
    switch parameters.fireOn {
    case .threshold:
      deadline = min(later(onset, parameters.decisionTime), later(onset, parameters.maxDuration))
    case .release: break
    }
  }

  /// Fails the swipe if the fingers pinch or turn more than they travel.
  private func checkCoherence(_ now: SwipeMoment, needed: Double, _ attempt: Attempt) -> Proposal {
    if attempt.count < 2 || now.distance.reaches(needed) { return .none }
    let limit = Self.apartLimit(now.distance)
    return now.apart.reaches(limit) ? .fail(notTogether(now.apart, limit: limit)) : .none
  }

  /// How far fingers that have travelled this far must pinch or turn to be no swipe, mm.
  @inline(__always) static func apartLimit(_ distance: Double) -> Double {
    max(apartDistance, coherence * distance)
  }

  private func notTogether(_ apart: Double, limit: Double) -> Failure {
    Failure(.notTogether, mm: apart, limit: limit, nil)
  }

  /// Judges a moment with sufficient distance: recognized, failed, or still undecided, because flings curve into their direction.
  private func judge(
    _ motion: SwipeMotion, _ moment: SwipeMoment, _ touches: Touches, _ attempt: Attempt
  ) -> Proposal {
    let distance = moment.distance
    if attempt.count >= 2 && !distance.reaches(Self.coherence * moment.apart) {
      return .fail(notTogether(moment.apart, limit: distance / Self.coherence))
    }
    let speed = moment.speed(since: onset)
    let needed = distanceNeeded(at: moment)
    let (nearest, off) = nearestDirection(moment.travel)
    let allowed = allowedAngle(atSpeed: speed)
    if !off.exceeds(allowed) && speed.reaches(parameters.minVelocity) {
      if attempt.count >= 3, let idler = motion.idler(touches, attempt.own, attempt) {
        return distance.reaches(2 * needed) ? .fail(idler) : .none
      }
      succeed(motion, nearest, motion.velocity(at: touches.time))
      return .ready(ratio: ratio(distance, needed))
    }
    if off.exceeds(largestAngle) || distance.reaches(2 * needed) {
      return .fail(
        off.exceeds(allowed)
          ? wrongDirection(off, allowed, moment.travel)
          : tooSlow(speed, at: moment.time))
    }
    return .none
  }

  func succeed(_ motion: SwipeMotion, _ direction: Direction, _ velocity: Point) {
    result.direction = direction
    result.velocity = velocity
    var rest = result.touches
    while rest != 0 {
      let lane = rest.popLane()
      starts[lane] = motion.reference(lane)
    }
    phase = .recognized
    deadline = .never
  }

  /// The accepted direction nearest to a motion, and the angle to it, 0…π.
  func nearestDirection(_ travel: Point) -> (Direction, Double) {
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
  private func leaveCorridor(
    _ motion: SwipeMotion, _ touches: Touches, _ attempt: Attempt, part: Double = 1
  ) -> Failure? {
    if parameters.maxDeviation == .infinity { return nil }
    var farthest = 0.0
    var rest = attempt.own & ~touches.phantom
    while rest != 0 {
      let lane = rest.popLane()
      let (old, new) = (touches.records[lane].previous, touches.position(lane))
      let gone = old + (new - old) * part - motion.reference(lane)
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
}
