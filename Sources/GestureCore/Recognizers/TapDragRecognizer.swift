/// The parameters of a tap-drag (recognizers.md §4.9).
package struct TapDragParameters: RecognizerParameters {
  package static let type = GestureType.tapDrag
  package static let sign: Unicode.Scalar = "✥"
  package static let summary = "A tap, then a drag with the next touch."
  package static let traits = {
    var traits = GestureTraits(course: .continuous, rank: 7, fingers: .exact)
    traits.stepMeasure = .length
    traits.readingRank = 4
    traits.variant = .tapsBefore
    traits.deciding = .travel
    return traits
  }()

  /// The taps before the drag.
  package var tap: TapParameters
  package var minDistance = 1.6
  /// How long the drag continues after a lift, µs; 0 if the lift ends it. libinput has 300 ms.
  package var dragLock: Timestamp = 0
  /// The speed at which the drag goes on while a finger stays at the border, mm/s; 0 if it does not.
  package var edgeSpeed = 0.0
  package var settle = LateFinger.usualPatience
  /// The number of taps before the drag. It is fixed and never "any".
  package var taps: Int {
    get { tap.taps ?? 1 }
    set { tap.taps = newValue }
  }

  package init(_ deviceClass: DeviceClass) { tap = TapParameters(deviceClass) }

  package static let ownMeasures = MeasureCondition.Measure.ofTranslation

  package static let keys = table([
    .count(.taps, { $1(&$0.taps) }, 1...10, "Taps before the drag."),
    .length(
      .minDistance, { $1(&$0.minDistance) }, .minimum, "Distance at which the drag begins (UIKit's 10 pt)."),
    .dragLock({ $1(&$0.dragLock) }, "drag"),
    .edgeSpeed({ $1(&$0.edgeSpeed) }, "drag"),
    .settle({ $1(&$0.settle) }),
    .duration(
      .maxDuration, { $1(&$0.tap.maxDuration) }, .maximum,
      "Longest time of a tap from the first landing to the first lift."),
    .duration(
      .maxInterval, { $1(&$0.tap.maxInterval) }, .maximum,
      "Longest pause between two taps, or between a tap and the drag."),
    .length(
      .maxTapDistance, { $1(&$0.tap.maxTapDistance) }, .tolerance,
      "Farthest distance from a tap to the next one, or to the drag. Touchpads have no limit."),
    .duration(
      .landWindow, { $1(&$0.tap.landWindow) }, .maximum, "All fingers of a tap must land within this time."),
    .duration(
      .liftWindow, { $1(&$0.tap.liftWindow) }, .maximum, "All fingers of a tap must lift within this time."),
    .duration(
      .minInterval, { $1(&$0.tap.minInterval) }, .minimum,
      "Shortest pause between two taps, or between a tap and the drag."
    ),
  ])

  package var facts: ParameterFacts { ParameterFacts(tapCount: taps, longestWait: tap.maxInterval) }
  package var contradictions: [Contradiction] { tap.intervalContradictions }
  package mutating func scaleUnnamedDistances(by factor: Double) { tap.scaleDistances(by: factor) }
}

/// Tap and drag: after `taps` taps the fingers land again and travel (recognizers.md §4.9).
final class TapDragRecognizer: Recognizer, RecognizerMaking {
  typealias Parameters = TapDragParameters
  private enum Phase {
    case tapping
    /// The taps were complete at that time, and no finger has landed for the drag.
    case waiting(since: Timestamp)
    /// Fingers are down, but have not moved far enough.
    case landed
    /// The fingers have moved far enough; the arena decides.
    case ready
    /// Active with these touches.
    case dragging(TouchSet)
    /// The fingers lifted. The drag continues if they land again within the drag lock.
    case locked(Lock)
  }

  private struct Lock {
    /// The velocity of the fingers when they lifted.
    var velocity: MotionVelocity
    let since: Timestamp
    /// Fingers of the drag that are still down, and touches that do not belong to it.
    let left: TouchSet
    let others: TouchSet
  }

  private let parameters: TapDragParameters
  private let taps: TapRecognizer
  private var life: MotionLife
  private var phase = Phase.tapping
  private var lastReturn = DragReturn()

  init(_ parameters: TapDragParameters, _ attempt: Attempt) {
    self.parameters = parameters
    taps = TapRecognizer(parameters.tap, attempt)
    life = MotionLife(.translation, MotionStyle(allowsPhantoms: true, edgeSpeed: parameters.edgeSpeed))
    attempt.waitForLateFingers(parameters.settle)
  }

  override func reset(afterFailure: Bool) {
    taps.restart(afterFailure: afterFailure)
    life.reset()
    phase = .tapping
    lastReturn = DragReturn()
  }

  override var isLingering: Bool {
    switch phase {
    case .tapping: taps.isLingering
    case .waiting: true
    case .landed, .ready, .dragging, .locked: false
    }
  }
  override var isOver: Bool { life.isOver }

  override func rejects(_ landing: Point, at time: Timestamp) -> Failure? {
    taps.rejects(landing, at: time)?.withKey(among: Parameters.keys)
  }

  override func begin(_ touches: Touches, _ attempt: Attempt) {
    phase = .dragging(attempt.own)
    life.begin(touches, attempt, &deadline)
  }

  override func report(_ event: inout GestureEvent, _ touches: Touches, velocity: Bool) {
    life.report(&event)
    if !velocity { return }
    if case .locked(let lock) = phase {
      // After the time of the grace the fingers have come to rest (§3.6).
      let isFresh = touches.time - lock.since <= MotionLife.grace
      life.report(isFresh ? lock.velocity : MotionVelocity(), in: &event)
    } else {
      life.report(life.velocity(at: touches.time), in: &event)
    }
  }

  override func handle(_ stimulus: Stimulus, _ touches: Touches, _ attempt: Attempt) -> Proposal {
    switch (phase, stimulus) {
    case (.tapping, _): return tap(stimulus, touches, attempt)
    case (.waiting(let since), .deadline):
      return .fail(
        Failure(.noNextTap, took: touches.time - since, limit: parameters.tap.maxInterval, .maxInterval))
    case (.waiting, .frame): return next(touches, attempt)
    case (.landed, .deadline), (.ready, .deadline): return impossible()
    case (.landed, .frame), (.ready, .frame): return follow(touches, attempt)
    case (.dragging(let own), _): return drag(own, stimulus, touches, attempt)
    case (.locked(let lock), .deadline): return end(lock, attempt)
    case (.locked(let lock), .frame): return unlock(lock, touches, attempt)
    }
  }

  private func tap(_ stimulus: Stimulus, _ touches: Touches, _ attempt: Attempt) -> Proposal {
    let proposal = taps.answer(stimulus, touches, attempt)
    deadline = taps.deadline
    switch proposal {
    case .ready: break
    case .fail(let failure): return .fail(failure.withKey(among: Parameters.keys))
    case .none, .changed, .end, .cancel: return proposal
    }
    phase = .waiting(since: touches.time)
    deadline = later(touches.time, parameters.tap.maxInterval)
    return next(touches, attempt)
  }

  private func next(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    let placed = attempt.placed(touches)
    if placed == 0 { return .none }
    if let failure = rejects(attempt.landing(placed.firstLane, touches), at: touches.time) {
      return .fail(failure)
    }
    deadline = .never
    phase = .landed
    // The last finger of the tap may lift in the frame in which those of the drag land.
    return travel(touches, attempt)
  }

  private func follow(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    if attempt.lost(touches) != 0 { return .fail(Failure(.touchCancelled)) }
    if attempt.lifted(touches) != 0 {
      if !life.isTracking {
        return .fail(attempt.leftEarly(at: touches.time) ?? .tooFewFingers(attempt, touches))
      }
      if case .ready = phase { return attempt.count == 0 ? .none : .fail(Failure(.neverReleased)) }
      return .fail(
        Failure(.liftedTooEarly, mm: life.tracker.distance, limit: parameters.minDistance, .minDistance))
    }
    return travel(touches, attempt)
  }

  private func travel(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    switch life.follow(touches, attempt) {
    case .fail(let failure): return .fail(failure)
    case .outside, .settling: return .none
    case .inside: break
    }
    if case .ready = phase { return .none }
    if touches.isClick { return .fail(Failure(.clicked)) }
    let reached = ratio(life.tracker.distance, parameters.minDistance)
    if reached < 1 - ratioTolerance { return .none }
    phase = .ready
    return .ready(ratio: reached)
  }

  /// Handles a stimulus during the drag. The drag ends at the first lift of one of its own touches; other touches may come and
  /// go.
  private func drag(
    _ own: TouchSet, _ stimulus: Stimulus, _ touches: Touches, _ attempt: Attempt
  ) -> Proposal {
    switch stimulus {
    case .deadline: break
    case .frame:
      if touches.cancelled & own != 0 { return .cancel(Failure(.touchCancelled)) }
      if touches.ended & own != 0 {
        if parameters.dragLock == 0 { return .end }
        if lastReturn.isTap(at: touches.time, life.tracker.translation, within: parameters.tap.maxDuration) {
          attempt.isEndedByTap = true
          return .end
        }
        phase = .locked(
          Lock(
            velocity: life.velocity(at: touches.time), since: touches.time, left: attempt.own & own,
            others: attempt.own & ~own))
        // The lock has its own time, and a locked drag prevents other gestures.
        life.resume()
        deadline = later(touches.time, parameters.dragLock)
        return .none
      }
    }
    return life.proceed(stimulus, touches, attempt, &deadline)
  }

  /// Ends a locked drag. Touches that landed meanwhile are free for other gestures.
  private func end(_ lock: Lock, _ attempt: Attempt) -> Proposal {
    attempt.giveUp(attempt.own & ~lock.others & ~lock.left)
    return .end
  }

  private func unlock(_ lock: Lock, _ touches: Touches, _ attempt: Attempt) -> Proposal {
    if attempt.lost(touches) != 0 { return .cancel(Failure(.touchCancelled)) }
    let own = attempt.own & ~lock.others
    let lifted = attempt.lifted(touches) & ~lock.others & ~lock.left
    let isWaiting = own & lock.left == 0 || own.count > attempt.most
    if isWaiting && DragLock.isBroken(by: own, lifted: lifted, touches, attempt) { return end(lock, attempt) }
    if own.count < attempt.least {
      if isWaiting {
        deadline = DragLock.deadline(after: attempt.placed(touches), touches, attempt, deadline)
      }
      if touches.isResync {
        life.forgetVelocity(touches)
        var lock = lock
        lock.velocity = MotionVelocity()
        phase = .locked(lock)
      }
      return .none
    }
    phase = .dragging(own)
    deadline = .never
    lastReturn = DragReturn(at: touches.time, life.tracker.translation)
    return life.proceed(.frame, touches, attempt, &deadline)
  }
}
