/// Tip-tap: fingers land together and rest, and another finger taps beside them. Each of its taps is recognized.
final class TipTapRecognizer: Recognizer, RecognizerMaking {
  typealias Parameters = TipTapParameters
  private enum Phase {
    /// No touch so far.
    case idle
    /// There are too few resting fingers so far.
    case landing
    /// The resting fingers are down, and no other finger is.
    case resting
    /// Another finger is down. Its tap counts (`tapping`), or does not count.
    case tapping
    case tappingUncounted
    /// The last tap was recognized, and the resting fingers have left.
    case over
  }

  private let parameters: TipTapParameters
  private var phase = Phase.idle
  private var rested: TouchSet = 0
  /// The rest position of each finger, by lane: its landing, or its position at the last tap or click.
  private var positions: LaneArray<Point>
  /// The landings of the first and last resting finger, and of the tapping one.
  private var landedAt: Timestamp = 0
  private var restedAt: Timestamp = 0
  private var tappedAt: Timestamp = 0
  private var location = Point.zero
  private var side = TipTapSide.any
  /// The number of recognized taps.
  private var tapsDone = 0
  /// Why the last tap did not count.
  private var refusal: Failure?

  init(_ parameters: TipTapParameters, _ attempt: Attempt) {
    self.parameters = parameters
    positions = LaneArray(repeating: .zero)
  }

  override func reset(afterFailure: Bool) {
    phase = .idle
    rested = 0
    tapsDone = 0
    refusal = nil
  }

  override var needsRest: Bool { rested != 0 }

  /// A tap was recognized. The resting fingers wait for the next tap.
  override func begin(_ touches: Touches, _ attempt: Attempt) {
    tapsDone += 1
    resetRest(touches)
    // Another finger may land in the frame of the lift. After a recognized tap this cannot fail the gesture.
    if attempt.placed(touches) != 0 { _ = land(touches, attempt) }
  }

  /// A tap that is refused counts like one that was recognized.
  override func refuse(_ touches: Touches, _ attempt: Attempt) -> Bool {
    begin(touches, attempt)
    return true
  }

  override func report(_ event: inout GestureEvent, _ touches: Touches, velocity: Bool) {
    event.location = location
    event.taps = tapsDone + 1
    event.side = side
  }

  override func handle(_ stimulus: Stimulus, _ touches: Touches, _ attempt: Attempt) -> Proposal {
    switch (phase, stimulus) {
    case (.over, .frame): return .none
    case (.landing, .deadline):
      return leave(
        Failure(.landedTooLate, took: touches.time - landedAt, limit: parameters.landWindow, .landWindow))
    case (.tapping, .deadline), (.tappingUncounted, .deadline):
      return leave(heldTooLong(touches.time))
    case (.idle, .deadline), (.resting, .deadline), (.over, .deadline): return impossible()
    case (.idle, .frame), (.landing, .frame), (.resting, .frame), (.tapping, .frame),
      (.tappingUncounted, .frame):
      break
    }
    if (touches.began | touches.ended) & attempt.seen != 0 { ignoreShift(touches) }
    if let failure = disturbance(touches, attempt) { return leave(failure) }
    let lifted = attempt.lifted(touches)
    if lifted != 0 {
      if phase == .landing { return leave(tooFewFingers(attempt, touches)) }
      // The resting fingers may have left while a tap was pending.
      if rested & ~attempt.own != 0 { return endRest(touches, attempt) }
      if finishTap() { return .ready() }
    }
    let proposal = attempt.placed(touches) == 0 ? Proposal.none : land(touches, attempt)
    if touches.isClick { click(touches) }
    return proposal
  }

  // MARK: What ends it

  /// A motion that excludes a tip-tap; nil if there is no such motion.
  private func disturbance(_ touches: Touches, _ attempt: Attempt) -> Failure? {
    if attempt.lost(touches) != 0 { return Failure(.touchCancelled) }
    if touches.phantom & attempt.own != 0 { return Failure(.unsupportedDevice) }
    if touches.reanchored & attempt.own != 0 {
      if touches.isResync { return Failure(.resync) }
      let jumped = touches.jumped & attempt.own
      if jumped != 0 {
        let lane = jumped.firstLane
        return Failure(
          .jumped, measured: touches.records[lane].jump.length, unit: .mm, touch: attempt.number(of: lane))
      }
    }
    return stray(touches, attempt, touches.moved & attempt.seen | touches.released & attempt.own)
  }

  @inline(__always)
  private func stray(_ touches: Touches, _ attempt: Attempt, _ fingers: TouchSet) -> Failure? {
    let limit = parameters.allowableMovement
    var rest = fingers
    while rest != 0 {
      let lane = rest.popLane()
      let point = rested & .lane(lane) != 0 ? positions[lane] : attempt.landing(lane, touches)
      let offset = touches.position(lane) - point
      if offset.exceeds(limit) {
        return .movedTooFar((lane: lane, distance: offset.length), limit: limit, attempt)
      }
    }
    return nil
  }

  private func heldTooLong(_ time: Timestamp) -> Failure {
    Failure(.heldTooLong, took: time - tappedAt, limit: parameters.maxDuration, .maxDuration)
  }

  /// Ends the attempt. After a recognized tap it is not a failure.
  private func leave(_ failure: Failure) -> Proposal {
    deadline = .never
    if tapsDone == 0 { return .fail(failure) }
    phase = .over
    return .none
  }

  /// Handles the lift of a resting finger, which ends a tip-tap or fails it.
  private func endRest(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    switch phase {
    case .tapping, .tappingUncounted: return leave(Failure(.restEnded))
    case .idle, .landing, .resting, .over: break
    }
    if let refusal { return leave(refusal) }
    let rest = touches.time - restedAt
    if rest < parameters.rest {
      return leave(Failure(.liftedTooEarly, took: rest, limit: parameters.rest, .rest))
    }
    return leave(Failure(.noTap))
  }

  // MARK: Landings and lifts

  private func land(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    switch phase {
    case .idle, .landing: return landToRest(touches, attempt)
    case .resting: return landToTap(touches, attempt)
    case .tapping, .tappingUncounted: return leave(tooManyFingers(attempt))
    case .over: return .none
    }
  }

  private func tooManyFingers(_ attempt: Attempt) -> Failure {
    wrongCount(.tooManyFingers, attempt.count)
  }
  private func tooFewFingers(_ attempt: Attempt, _ touches: Touches) -> Failure {
    wrongCount(.tooFewFingers, (attempt.own & ~touches.began | attempt.lifted(touches)).count)
  }
  private func wrongCount(_ reason: FailureReason, _ count: Int) -> Failure {
    Failure(
      reason, measured: Double(count), limit: Double(parameters.resting), unit: .fingers, key: .resting)
  }

  private func landToRest(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    let landed = attempt.firstLanding(touches)
    if phase == .idle {
      if touches.down & attempt.ignored != 0 { return leave(Failure(.otherTouchDown)) }
      phase = .landing
      landedAt = landed
    }
    landedAt = min(landedAt, landed)
    if attempt.count > parameters.resting {
      return leave(tooManyFingers(attempt))
    }
    if parameters.resting > 1 && touches.time - landedAt >= parameters.landWindow {
      return leave(
        Failure(.landedTooLate, took: touches.time - landedAt, limit: parameters.landWindow, .landWindow))
    }
    deadline = attempt.count < parameters.resting ? later(landedAt, parameters.landWindow) : .never
    if attempt.count == parameters.resting {
      phase = .resting
      rested = attempt.own
      restedAt = landed
      var rest = rested
      while rest != 0 {
        let lane = rest.popLane()
        positions[lane] = attempt.landing(lane, touches)
      }
    }
    return .none
  }

  private func landToTap(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    if attempt.count > parameters.resting + 1 {
      return leave(tooManyFingers(attempt))
    }
    tappedAt = attempt.firstLanding(touches)
    if tappedAt - restedAt < parameters.rest {
      return leave(Failure(.landedTooEarly, took: tappedAt - restedAt, limit: parameters.rest, .rest))
    }
    let elapsed = touches.time - tappedAt
    if elapsed > 0 && elapsed >= parameters.maxDuration { return leave(heldTooLong(touches.time)) }
    location = attempt.landing(attempt.placed(touches).firstLane, touches)
    let distance = distanceFromRest(touches)
    if distance.exceeds(parameters.maxSeparation) {
      return leave(
        Failure(.fingersTooFarApart, mm: distance, limit: parameters.maxSeparation, .maxSeparation))
    }
    side = sideOfRest(touches)
    let isWanted = parameters.side == .any || parameters.side == side
    refusal = isWanted ? nil : Failure(.wrongSide, key: .side)
    phase = isWanted ? .tapping : .tappingUncounted
    deadline = later(tappedAt, parameters.maxDuration)
    return .none
  }

  /// Handles a press of the button. A finger that presses the button does not tap, and the resting fingers' positions start anew.
  private func click(_ touches: Touches) {
    switch phase {
    case .resting:
      restedAt = touches.time
      resetRest(touches)
    case .tapping, .tappingUncounted:
      phase = .tappingUncounted
      refusal = Failure(.clicked)
    case .idle, .landing, .over: break
    }
  }

  /// Handles the lift of the tapping finger. Returns whether the tap counts.
  private func finishTap() -> Bool {
    let counts = phase == .tapping
    phase = .resting
    deadline = .never
    return counts
  }

  /// Makes the current positions the resting positions.
  private func resetRest(_ touches: Touches) {
    var rest = rested & touches.down
    while rest != 0 {
      let lane = rest.popLane()
      positions[lane] = touches.position(lane)
    }
  }

  /// Moves the resting positions with their fingers. Touchpads shift a resting finger by up to 3 mm in the frame in which another
  /// lands or lifts beside it (as in a shared recording), and the shift does not count as motion.
  private func ignoreShift(_ touches: Touches) {
    var shifted = rested & touches.moved
    while shifted != 0 {
      let lane = shifted.popLane()
      positions[lane] += touches.position(lane) - touches.records[lane].previous
    }
  }

  // MARK: Where it taps

  /// The distance from the tap to the nearest resting finger, mm.
  private func distanceFromRest(_ touches: Touches) -> Double {
    var nearest = Double.infinity
    var rest = rested
    while rest != 0 { nearest = min(nearest, touches.position(rest.popLane()).distance(to: location)) }
    return nearest
  }

  /// The side of the resting fingers' bounding box on which the tap is farthest outside.
  ///
  /// Fingers lie on an arc, so the tap of a finger between two others may be above or below both, by up to half their distance.
  private func sideOfRest(_ touches: Touches) -> TipTapSide {
    var low = Point(.infinity, .infinity)
    var high = Point(-.infinity, -.infinity)
    var rest = rested
    while rest != 0 {
      let point = touches.position(rest.popLane())
      low = Point(min(low.x, point.x), min(low.y, point.y))
      high = Point(max(high.x, point.x), max(high.y, point.y))
    }
    let across = max(low.x - location.x, location.x - high.x)
    let along = max(low.y - location.y, location.y - high.y)
    if parameters.resting > 1 {
      if across < 0 && !along.exceeds((high.x - low.x) / 2) { return .between }
      if along < 0 && !across.exceeds((high.y - low.y) / 2) { return .between }
    }
    if across.reaches(along) { return location.x < low.x ? .left : .right }
    return location.y < low.y ? .above : .below
  }
}
