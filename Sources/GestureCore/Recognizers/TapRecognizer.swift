/// Tap: `fingers` fingers land, keep still and lift again, `taps` times (recognizers.md §4.1).
struct TapRecognizer: Recognizer {
  private enum Phase {
    /// No touch yet.
    case idle
    /// Too few fingers yet.
    case landing
    /// All fingers are down, none has strayed or lifted.
    case resting
    /// The first finger has lifted, the others must follow.
    case lifting
    /// A tap is done, the next has not landed.
    case between
  }

  private let parameters: TapParameters
  private let firstTap: UnsafeMutablePointer<Point>
  private var phase = Phase.idle
  private var firstCount = 0
  private(set) var tapsDone = 0
  private var landedAt: Timestamp = 0
  private var liftedAt: Timestamp = 0
  private var location = Point.zero

  init(_ parameters: TapParameters, _ storage: inout ArenaStorage) {
    self.parameters = parameters
    firstTap = storage.points(Touches.capacity)
  }

  mutating func reset(afterFailure: Bool) {
    phase = .idle
    // With taps = "any" the chain outlives the attempt; a failed attempt ends it.
    if parameters.taps != nil || afterFailure { tapsDone = 0 }
  }

  mutating func begin(_ touches: Touches, _ attempt: inout Attempt) {}

  @inline(__always) var stillness: Double { parameters.allowableMovement }

  mutating func report(_ event: inout GestureEvent, _ touches: Touches) {
    event.location = location
    event.taps = tapsDone
  }

  mutating func handle(_ stimulus: Stimulus, _ touches: Touches, _ attempt: inout Attempt) -> Proposal {
    switch stimulus {
    case .deadline: return expire(touches.time, attempt)
    case .frame: break
    }
    if let failure = misfortune(touches, &attempt) { return .fail(failure) }
    let lifted = attempt.lifted(touches)
    if lifted != 0 {
      let proposal = lift(touches, &attempt)
      switch proposal {
      case .none: break
      case .fail, .ready, .changed, .end, .cancel: return proposal
      }
    }
    let placed = attempt.placed(touches)
    if placed != 0 {
      if let failure = land(touches, &attempt) { return .fail(failure) }
      if touches.released & placed != 0, let failure = strayedWhileHeld(touches, attempt) {
        return .fail(failure)
      }
    }
    if touches.isClick && attempt.own != 0 { return .fail(Failure(.clicked)) }
    return .none
  }

  private func expire(_ time: Timestamp, _ attempt: Attempt) -> Proposal {
    switch phase {
    case .idle: return .none
    case .landing where attempt.count < attempt.least && time - landedAt < parameters.maxDuration:
      return .fail(
        Failure(
          .landedTooLate, measured: seconds(time - landedAt), limit: seconds(parameters.landWindow),
          unit: .seconds,
          parameter: .landWindow))
    case .landing, .resting:
      return .fail(
        Failure(
          .heldTooLong, measured: seconds(time - landedAt), limit: seconds(parameters.maxDuration),
          unit: .seconds,
          parameter: .maxDuration))
    case .lifting:
      return .fail(
        Failure(
          .liftedTooLate, measured: seconds(time - liftedAt), limit: seconds(parameters.liftWindow),
          unit: .seconds,
          parameter: .liftWindow))
    case .between:
      return .fail(
        Failure(
          .noNextTap, measured: seconds(time - liftedAt), limit: seconds(parameters.maxInterval),
          unit: .seconds,
          parameter: .maxInterval))
    }
  }

  /// What fails a tap in any phase: a touch taken away, a resync, a finger that strays.
  private mutating func misfortune(_ touches: Touches, _ attempt: inout Attempt) -> Failure? {
    if attempt.lost(touches) != 0 { return Failure(.touchCancelled) }
    if touches.reanchored & attempt.own != 0 {
      if touches.isResync { return Failure(.resync) }
      if touches.jumped & attempt.own != 0 { return jumped(touches, attempt) }
    }
    let moved = touches.moved & attempt.seen
    if moved == 0 { return nil }
    var limit = parameters.allowableMovement
    if attempt.isSemiMT && attempt.least == 2 {
      // The two corners of the bounding box jump; their centre does not (§1.7).
      if let center = touches.centroid(of: attempt.own), attempt.count == 2, phase == .resting {
        // A phantom has landed nowhere.
        var rest = attempt.own & ~touches.phantom
        let share = 1 / Double(rest.count)
        var landed = Point.zero
        while rest != 0 { landed += attempt.landing(rest.popLane(), touches) * share }
        let distance = center.distance(to: landed)
        if distance > limit { return strayed(distance, limit, 0) }
      }
      limit *= 2
    }
    guard let stray = attempt.strayed(touches, moved, limit: limit) else { return nil }
    return strayed(stray.distance, limit, attempt.number(of: stray.lane))
  }

  /// A contact that was held back may have strayed before it became a touch.
  @inline(never) private func strayedWhileHeld(_ touches: Touches, _ attempt: Attempt) -> Failure? {
    let limit = parameters.allowableMovement
    let released = touches.released & attempt.own
    guard let stray = attempt.strayed(touches, released, limit: limit) else { return nil }
    return strayed(stray.distance, limit, attempt.number(of: stray.lane))
  }

  @inline(never) private func jumped(_ touches: Touches, _ attempt: Attempt) -> Failure {
    let lane = (touches.jumped & attempt.own).firstLane
    return Failure(
      .jumped, measured: touches.records[lane].jump.length, unit: .mm, touch: attempt.number(of: lane))
  }

  private func strayed(_ distance: Double, _ limit: Double, _ touch: Int) -> Failure {
    Failure(
      .movedTooFar, measured: distance, limit: limit, unit: .mm, parameter: .allowableMovement, touch: touch
    )
  }

  private mutating func lift(_ touches: Touches, _ attempt: inout Attempt) -> Proposal {
    switch phase {
    case .idle, .between: return .none
    case .landing:
      return .fail(
        Failure(
          .tooFewFingers, measured: Double((attempt.own | attempt.lifted(touches)).count),
          limit: Double(attempt.least), unit: .fingers, parameter: .fingers))
    case .resting:
      phase = .lifting
      liftedAt = touches.time
      attempt.deadline = later(touches.time, parameters.liftWindow)
    case .lifting: break
    }
    // Lifts of a frame come before its landings.
    return attempt.own & ~touches.began == 0 ? finishTap(touches, &attempt) : .none
  }

  private mutating func finishTap(_ touches: Touches, _ attempt: inout Attempt) -> Proposal {
    tapsDone += 1
    liftedAt = touches.time
    attempt.deadline = .never
    attempt.hasCompletedStep = true
    guard let wanted = parameters.taps, tapsDone < wanted else {
      phase = .idle
      return .ready(ratio: 1)
    }
    phase = .between
    attempt.deadline = later(touches.time, parameters.maxInterval)
    attempt.isLingering = true
    return .none
  }

  /// Whether a finger that lands now goes on with the chain; the failure if not.
  func rejects(_ landing: Point, at time: Timestamp) -> Failure? {
    if time - liftedAt < parameters.minInterval {
      return Failure(
        .landedTooEarly, measured: seconds(time - liftedAt), limit: seconds(parameters.minInterval),
        unit: .seconds,
        parameter: .minInterval)
    }
    if parameters.maxTapDistance == .infinity { return nil }
    var nearest = Double.infinity
    for index in 0..<firstCount { nearest = min(nearest, firstTap[index].distance(to: landing)) }
    if nearest <= parameters.maxTapDistance { return nil }
    return Failure(
      .landedTooFar, measured: nearest, limit: parameters.maxTapDistance, unit: .mm,
      parameter: .maxTapDistance)
  }

  private mutating func land(_ touches: Touches, _ attempt: inout Attempt) -> Failure? {
    let placed = attempt.placed(touches)
    let wasHeld = touches.released & placed != 0
    let landing =
      wasHeld ? attempt.landing(placed.firstLane, touches) : touches.position(placed.firstLane)
    let landed = wasHeld ? attempt.firstLanding(of: placed, touches) : touches.time
    switch phase {
    case .idle:
      if touches.down & attempt.ignored != 0 { return Failure(.otherTouchDown) }
      if parameters.taps == nil { continueChain(landing, touches.time) }
      landedAt = landed
      phase = .landing
    case .between:
      if let failure = rejects(landing, at: touches.time) { return failure }
      if touches.down & attempt.ignored != 0 { return Failure(.otherTouchDown) }
      attempt.isLingering = false
      landedAt = landed
      phase = .landing
    case .landing: landedAt = min(landedAt, landed)
    case .resting: return tooMany(attempt)
    case .lifting: return Failure(.landedAfterLift)
    }
    if attempt.count > attempt.least { return tooMany(attempt) }
    if wasHeld, let failure = hasRunOut(touches.time, attempt) { return failure }
    attempt.deadline = later(landedAt, parameters.maxDuration)
    if attempt.count < attempt.least {
      attempt.deadline = min(attempt.deadline, later(landedAt, parameters.landWindow))
    } else {
      phase = .resting
      return rest(touches, attempt)
    }
    return nil
  }

  /// Touches whose contact was held back may come when their time is over.
  @inline(never) private func hasRunOut(_ time: Timestamp, _ attempt: Attempt) -> Failure? {
    let elapsed = time - landedAt
    if attempt.least > 1 && elapsed >= parameters.landWindow
      && parameters.landWindow < parameters.maxDuration
    {
      return Failure(
        .landedTooLate, measured: seconds(elapsed), limit: seconds(parameters.landWindow), unit: .seconds,
        parameter: .landWindow)
    }
    if elapsed < parameters.maxDuration { return nil }
    return Failure(
      .heldTooLong, measured: seconds(elapsed), limit: seconds(parameters.maxDuration), unit: .seconds,
      parameter: .maxDuration)
  }

  private func tooMany(_ attempt: Attempt) -> Failure {
    Failure(
      .tooManyFingers, measured: Double(attempt.count), limit: Double(attempt.most), unit: .fingers,
      parameter: .fingers)
  }

  /// With taps = "any": the running count goes on, or begins again.
  private mutating func continueChain(_ landing: Point, _ time: Timestamp) {
    if tapsDone == 0 { return }
    let goesOn = time - liftedAt < parameters.maxInterval && rejects(landing, at: time) == nil
    if !goesOn || tapsDone >= parameters.maxTaps { tapsDone = 0 }
  }

  private mutating func rest(_ touches: Touches, _ attempt: Attempt) -> Failure? {
    var farthest = 0.0
    var rest = attempt.own
    if parameters.maxSeparation < .infinity {
      while rest != 0 {
        let one = attempt.landing(rest.popLane(), touches)
        var others = rest
        while others != 0 {
          farthest = max(farthest, one.distance(to: attempt.landing(others.popLane(), touches)))
        }
      }
      if farthest > parameters.maxSeparation {
        return Failure(
          .fingersTooFarApart, measured: farthest, limit: parameters.maxSeparation, unit: .mm,
          parameter: .maxSeparation)
      }
    }
    if tapsDone > 0 { return nil }
    firstCount = 0
    var sum = Point.zero
    // A phantom has no place of its own; alone it lends the one it was given.
    rest = attempt.own & ~touches.phantom
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

/// `time + duration`, where "none" stays never.
@inline(__always) func later(_ time: Timestamp, _ duration: Timestamp) -> Timestamp {
  duration == .never ? .never : time + duration
}

@inline(__always) func seconds(_ duration: Timestamp) -> Double { Double(duration) / 1e6 }
