/// Tap: `fingers` fingers land, keep still and lift again, `taps` times (recognizers.md §4.1).
final class TapRecognizer: Recognizer, RecognizerMaking {
  typealias Parameters = TapParameters
  private enum Phase {
    /// No touch so far.
    case idle
    /// There are too few fingers so far.
    case landing
    /// All fingers are down, and none has moved too far or lifted.
    case resting
    /// The first finger has lifted, and the others must follow.
    case lifting
    /// A tap is complete, and the next has not landed.
    case between
  }

  private let parameters: TapParameters
  private let maxSeparation: Double
  private var firstTap: LaneArray<Point>
  private var phase = Phase.idle
  private var firstCount = 0
  private(set) var tapsDone = 0
  private var landedAt: Timestamp = 0
  private var liftedAt: Timestamp = 0
  private var location = Point.zero

  init(_ parameters: TapParameters, _ attempt: Attempt) {
    self.parameters = parameters
    maxSeparation = parameters.maxSeparation(attempt.least...attempt.most)
    firstTap = LaneArray(repeating: .zero)
  }

  override var isLingering: Bool { phase == .between }

  override func reset(afterFailure: Bool) {
    phase = .idle
    // With taps = "any", the chain continues after the attempt, unless it failed.
    if parameters.taps != nil || afterFailure { tapsDone = 0 }
  }

  /// With taps = "any" the chain goes on after a tap that was refused.
  override func refuse(_ touches: Touches, _ attempt: Attempt) -> Bool {
    if parameters.taps != nil || tapsDone >= parameters.maxTaps { return false }
    phase = .between
    deadline = later(liftedAt, parameters.maxInterval)
    return true
  }

  override func report(_ event: inout GestureEvent, _ touches: Touches, velocity: Bool) {
    event.location = location
    event.taps = tapsDone
  }

  /// The positions of the first tap, as in UIKit.
  override func appendTouchPoints(_ touches: Touches, _ attempt: Attempt, _ points: inout [Point]) {
    for index in 0..<firstCount { points.append(firstTap[index]) }
  }

  override func handle(_ stimulus: Stimulus, _ touches: Touches, _ attempt: Attempt) -> Proposal {
    switch stimulus {
    case .deadline: return expire(touches.time, attempt)
    case .frame: break
    }
    if attempt.lost(touches) != 0 { return .fail(Failure(.touchCancelled)) }
    if touches.reanchored & attempt.own != 0 {
      if touches.isResync { return .fail(Failure(.resync)) }
      if let failure = jump(touches, attempt) { return .fail(failure) }
    }
    if let failure = stray(touches, attempt) { return .fail(failure) }
    let lifted = attempt.lifted(touches)
    if lifted != 0 {
      let proposal = lift(touches, attempt)
      switch proposal {
      case .none: break
      case .fail, .ready, .changed, .end, .cancel: return proposal
      }
    }
    if attempt.placed(touches) != 0 {
      if let failure = land(touches, attempt) ?? strayedWhileHeld(touches, attempt) { return .fail(failure) }
    }
    if touches.isClick && attempt.own != 0 { return .fail(Failure(.clicked)) }
    return .none
  }

  private func expire(_ time: Timestamp, _ attempt: Attempt) -> Proposal {
    switch phase {
    case .idle: return impossible()
    case .landing where attempt.count < attempt.least && time - landedAt < parameters.maxDuration:
      return .fail(
        Failure(.landedTooLate, took: time - landedAt, limit: parameters.landWindow, .landWindow))
    case .landing, .resting:
      return .fail(
        Failure(.heldTooLong, took: time - landedAt, limit: parameters.maxDuration, .maxDuration))
    case .lifting:
      return .fail(
        Failure(.liftedTooLate, took: time - liftedAt, limit: parameters.liftWindow, .liftWindow))
    case .between:
      return .fail(
        Failure(.noNextTap, took: time - liftedAt, limit: parameters.maxInterval, .maxInterval))
    }
  }

  /// The failure of a finger that moved too far, which fails a tap in any phase.
  @inline(__always) private func stray(_ touches: Touches, _ attempt: Attempt) -> Failure? {
    let moved = touches.moved & attempt.seen
    if moved == 0 { return nil }
    var limit = parameters.allowableMovement
    if attempt.surface.isSemiMT && attempt.least == 2 {
      // The two corners of a bounding box jump, but their centre does not (§1.7).
      if let center = touches.centroid(of: attempt.own), attempt.count == 2, phase == .resting {
        // A phantom has no landing position, so it does not count.
        var rest = attempt.own & ~touches.phantom
        let share = 1 / Double(rest.count)
        var landed = Point.zero
        while rest != 0 { landed += attempt.landing(rest.popLane(), touches) * share }
        let distance = center.distance(to: landed)
        if distance.exceeds(limit) {
          return Failure(.movedTooFar, mm: distance, limit: limit, .allowableMovement)
        }
      }
      limit *= 2
    }
    guard let stray = attempt.strayed(touches, moved, limit: limit) else { return nil }
    return .movedTooFar(stray, limit: limit, attempt)
  }

  /// The failure of a tap with a touch whose jump was filtered. Such a touch cannot be part of a tap (§1.6).
  private func jump(_ touches: Touches, _ attempt: Attempt) -> Failure? {
    let jumped = touches.jumped & attempt.own
    if jumped == 0 { return nil }
    let lane = jumped.firstLane
    return Failure(
      .jumped, measured: touches.records[lane].jump.length, unit: .mm, touch: attempt.number(of: lane))
  }

  /// The failure of a contact that moved too far while it was withheld.
  private func strayedWhileHeld(_ touches: Touches, _ attempt: Attempt) -> Failure? {
    let limit = parameters.allowableMovement
    return attempt.strayed(touches, touches.released & attempt.own, limit: limit).map {
      .movedTooFar($0, limit: limit, attempt)
    }
  }

  private func lift(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    switch phase {
    case .idle, .between: return .none
    case .landing:
      return .fail(.tooFewFingers(attempt, touches))
    case .resting:
      phase = .lifting
      liftedAt = touches.time
      deadline = later(touches.time, parameters.liftWindow)
    case .lifting: break
    }
    // The lifts of a frame come before its landings.
    return attempt.own & ~touches.began == 0 ? finishTap(touches, attempt) : .none
  }

  private func finishTap(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    tapsDone += 1
    liftedAt = touches.time
    deadline = .never
    guard let wanted = parameters.taps, tapsDone < wanted else {
      phase = .idle
      return .ready()
    }
    phase = .between
    deadline = later(touches.time, parameters.maxInterval)
    return .none
  }

  /// Why a finger that lands now does not continue the chain; nil if it does.
  override func rejects(_ landing: Point, at time: Timestamp) -> Failure? {
    if time - liftedAt < parameters.minInterval {
      return Failure(.landedTooEarly, took: time - liftedAt, limit: parameters.minInterval, .minInterval)
    }
    if parameters.maxTapDistance == .infinity { return nil }
    var nearest = Double.infinity
    for index in 0..<firstCount { nearest = min(nearest, firstTap[index].distance(to: landing)) }
    if !nearest.exceeds(parameters.maxTapDistance) { return nil }
    return Failure(.landedTooFar, mm: nearest, limit: parameters.maxTapDistance, .maxTapDistance)
  }

  private func land(_ touches: Touches, _ attempt: Attempt) -> Failure? {
    let landing = attempt.landing(attempt.placed(touches).firstLane, touches)
    let landed = attempt.firstLanding(touches)
    switch phase {
    case .idle:
      if touches.down & attempt.ignored != 0 { return Failure(.otherTouchDown) }
      if parameters.taps == nil { continueChain(landing, touches.time) }
      landedAt = landed
      phase = .landing
    case .between:
      if let failure = rejects(landing, at: touches.time) { return failure }
      if touches.down & attempt.ignored != 0 { return Failure(.otherTouchDown) }
      landedAt = landed
      phase = .landing
    case .landing: landedAt = min(landedAt, landed)
    case .resting: break
    case .lifting: return Failure(.landedAfterLift)
    }
    if attempt.count > attempt.most { return .tooManyFingers(attempt) }
    if let failure = hasRunOut(touches.time, attempt) { return failure }
    if attempt.count < attempt.least {
      deadline = later(landedAt, min(parameters.maxDuration, parameters.landWindow))
      return nil
    }
    deadline = later(landedAt, parameters.maxDuration)
    phase = .resting
    return rest(touches, attempt)
  }

  /// The failure if the time is already over at the landing, which may happen for contacts that were withheld.
  private func hasRunOut(_ time: Timestamp, _ attempt: Attempt) -> Failure? {
    let elapsed = time - landedAt
    if attempt.expectedCount > 1 && elapsed >= parameters.landWindow
      && parameters.landWindow < parameters.maxDuration
    {
      return Failure(.landedTooLate, took: elapsed, limit: parameters.landWindow, .landWindow)
    }
    if elapsed < parameters.maxDuration { return nil }
    return Failure(.heldTooLong, took: elapsed, limit: parameters.maxDuration, .maxDuration)
  }

  /// Continues the running count of taps = "any", or starts a new count.
  private func continueChain(_ landing: Point, _ time: Timestamp) {
    if tapsDone == 0 { return }
    let goesOn = time - liftedAt < parameters.maxInterval && rejects(landing, at: time) == nil
    if !goesOn || tapsDone >= parameters.maxTaps { tapsDone = 0 }
  }

  private func rest(_ touches: Touches, _ attempt: Attempt) -> Failure? {
    let failure = attempt.separated(limit: maxSeparation) { attempt.landing($0, touches) }
    if failure != nil || tapsDone > 0 { return failure }
    firstCount = 0
    var sum = Point.zero
    // A phantom has no position of its own. If only phantoms are left, the position that they were given is used.
    var rest = attempt.own & ~touches.phantom
    if rest == 0 { rest = attempt.own }
    while rest != 0 {
      let point = attempt.landing(rest.popLane(), touches)
      firstTap[firstCount] = point
      firstCount += 1
      sum += point
    }
    location = sum * (1 / Double(max(firstCount, 1)))
    return nil
  }
}
