/// recognizers.md §3.8: each step receives touches only after the one before has succeeded.
package struct SequenceParameters: RecognizerParameters {
  package static let type = GestureType.sequence
  package static let summary =
    "Gestures in order. A step has no name and no actions. A step with a `zone` receives only touches that land in it."
  // The states are those of the last step.
  package static let traits = GestureTraits(course: .continuous, rank: 8, fingers: nil)

  package var steps: [RecognizerDefinition] = []
  package var maxGap: Timestamp = 350_000

  package init(_ deviceClass: DeviceClass) {}

  package static let keys = table([
    .steps(
      .steps, { $1(&$0.steps) },
      "Gestures in order, as tables with the keys of their types. There is no default."),
    .duration(.maxGap, { $1(&$0.maxGap) }, .maximum, "Longest pause between two steps."),
  ])
}

/// Sequence: one gesture after another. The arena sees one recognizer; the steps are private (recognizers.md §3.8).
final class SequenceRecognizer: Recognizer, RecognizerMaking {
  typealias Parameters = SequenceParameters
  /// A step with its own recognizer and attempt.
  private struct Step {
    let recognizer: Recognizer
    let attempt: Attempt
    let area: TouchArea
    /// Its `where`.
    let conditions: [MeasureCondition]
    let isEligible: Bool
    /// It succeeds when it is ready: discrete gestures, and long presses at their beginning.
    let succeedsWhenReady: Bool
    /// Whether it receives no more touches once it has begun.
    let ignoresTouchesOnceBegun: Bool
    /// Whether it receives only the first touch, for one finger.
    let receivesFirstTouchOnly: Bool
  }

  private enum Phase {
    /// The present step receives touches.
    case inStep(hasBegun: Bool)
    /// A motion is complete, but the fingers still move, which is not yet motion of the next step.
    case overshooting(Overshoot)
    /// Between two steps no finger is down.
    case between(since: Timestamp)
  }

  /// The fingers still move after a step's motion was complete. The next step starts when they rest, when one lands, or when they
  /// turn in another direction.
  private struct Overshoot {
    /// The direction of the step's motion, of any length.
    let heading: Point
    /// The centroid from which the direction is measured, mm.
    var reference: Point

    /// µs without motion after which fingers have stopped, as in §5.2.
    static let rest: Timestamp = 40_000
    /// mm of motion over which a direction is measured, like the onset of a swipe (§4.4).
    private static let distance = 1.0

    /// Whether the centroid has turned from the heading by more than 45°.
    mutating func turns(_ center: Point) -> Bool {
      let travel = center - reference
      if travel.length < Self.distance { return false }
      reference = center
      let along = travel.x * heading.x + travel.y * heading.y
      return along < abs(travel.x * heading.y - travel.y * heading.x)
    }
  }

  /// The report of a completed step.
  private struct Completed {
    var fingers = 0
    var location = Point.zero
  }

  private let parameters: SequenceParameters
  private let steps: [Step]
  /// Where the touches were when a step started under them.
  private let anchors = Anchors()
  /// The touches as seen by a step that starts under touches that are down.
  private let landed = Touches()
  private var completed: [Completed]
  private var current = 0
  private var phase = Phase.inStep(hasBegun: false)
  private var stepsDone = 0
  /// The number of steps for which an event was made.
  private var stepsReported = 0
  /// The `where` of the present step was judged.
  private var hasJudged = false
  override func nextCompletedStep() -> Int? {
    if stepsReported == stepsDone { return nil }
    stepsReported += 1
    return stepsReported
  }
  /// When one of its touches last moved.
  private var movedAt: Timestamp?

  init(_ parameters: SequenceParameters, _ attempt: Attempt) {
    self.parameters = parameters
    var steps: [Step] = []
    for definition in parameters.steps {
      let traits = definition.type.traits
      let own = Attempt(
        fingers: definition.fingers, stage: attempt.stage, isTouchpad: attempt.isTouchpad,
        isSemiMT: attempt.isSemiMT, anchors: anchors)
      steps.append(
        Step(
          recognizer: definition.parameters.recognizer(own), attempt: own,
          area: definition.area, conditions: definition.conditions,
          isEligible: traits.worksOnSemiMT || !attempt.isSemiMT,
          succeedsWhenReady: traits.isDiscrete || definition.type == .longPress,
          ignoresTouchesOnceBegun: traits.intake == .untilBegun,
          receivesFirstTouchOnly: traits.intake == .first && definition.fingers.lowerBound == 1))
    }
    self.steps = steps
    completed = Array(repeating: Completed(), count: steps.count)
  }

  private var step: Step { steps[min(current, steps.count - 1)] }
  private var isLast: Bool { current == steps.count - 1 }

  override func reset(afterFailure: Bool) {
    current = 0
    stepsDone = 0
    stepsReported = 0
    hasJudged = false
    movedAt = nil
    phase = .inStep(hasBegun: false)
    for step in steps { Self.reset(step) }
  }
  private static func reset(_ step: Step) {
    step.attempt.clear()
    step.recognizer.restart(afterFailure: true)
  }

  override var isLingering: Bool {
    switch phase {
    case .between: true
    case .overshooting: false
    case .inStep: step.recognizer.isLingering
    }
  }
  override var isOver: Bool {
    switch phase {
    case .between, .overshooting: false
    case .inStep(let hasBegun): hasBegun && step.recognizer.isOver
    }
  }

  override func rejects(_ landing: Point, at time: Timestamp) -> Failure? {
    switch phase {
    case .between, .overshooting: nil
    case .inStep: step.recognizer.rejects(landing, at: time)
    }
  }
  override func narrowSectors(of counts: FingerCounts, _ attempt: Attempt) {
    for step in steps { step.recognizer.narrowSectors(of: counts, step.attempt) }
  }
  /// Touches that begin outside the present step's zone do not belong to the sequence.
  override func accepts(_ landing: Point) -> Bool { step.area.contains(landing) }

  override func begin(_ touches: Touches, _ attempt: Attempt) {
    step.recognizer.begin(touches, step.attempt)
    deadline = step.recognizer.deadline
    phase = .inStep(hasBegun: true)
  }

  override func report(_ event: inout GestureEvent, _ touches: Touches) {
    event.fingers = step.attempt.least
    step.recognizer.report(&event, touches)
  }
  override func appendPlaces(_ touches: Touches, _ attempt: Attempt, _ places: inout [Point]) {
    step.recognizer.appendPlaces(touches, step.attempt, &places)
  }
  override func presentAttempt(_ own: Attempt) -> Attempt { step.recognizer.presentAttempt(step.attempt) }
  override func report(step: Int, _ event: inout GestureEvent) {
    event.step = step
    event.stepCount = steps.count
    event.fingers = completed[step - 1].fingers
    event.location = completed[step - 1].location
  }

  override func handle(_ stimulus: Stimulus, _ touches: Touches, _ attempt: Attempt) -> Proposal {
    if touches.moved & attempt.own != 0 { movedAt = touches.time }
    switch (phase, stimulus) {
    case (.overshooting(let overshoot), _): return follow(overshoot, stimulus, touches, attempt)
    case (.between(let since), .deadline):
      return .fail(Failure(.noNextTap, took: touches.time - since, limit: parameters.maxGap, .maxGap))
    case (.between, .frame):
      // Fingers of the step before may still be down outside this step's zone.
      if touches.began & attempt.own == 0 { return .none }
      phase = .inStep(hasBegun: false)
    case (.inStep, _): break
    }
    let step = step
    receive(stimulus, touches, attempt)
    if !step.isEligible { return .fail(Failure(.unsupportedDevice)) }
    let proposal = step.recognizer.answer(stimulus, touches, step.attempt)
    deadline = step.recognizer.deadline
    return pass(proposal, touches, attempt)
  }

  /// The present step receives the new touches of the sequence's attempt.
  private func receive(_ stimulus: Stimulus, _ touches: Touches, _ attempt: Attempt) {
    let step = step
    // Drops the touches that the arena has dropped.
    step.attempt.seen &= attempt.seen
    var landed: TouchSet = 0
    switch (stimulus, phase) {
    case (.deadline, _), (_, .between), (_, .overshooting): break
    case (.frame, .inStep(let hasBegun)):
      landed = touches.began & attempt.seen
      if step.receivesFirstTouchOnly {
        step.attempt.passedOver = step.attempt.seen == 0 ? landed & ~.lane(landed.firstLane) : landed
        landed = step.attempt.seen == 0 && landed != 0 ? .lane(landed.firstLane) : 0
      }
      if step.ignoresTouchesOnceBegun && hasBegun { landed = 0 }
    }
    step.attempt.receive(landed, touches)
    if step.attempt.waitsForLateFingers { step.attempt.watch(touches) }
  }

  /// Translates a step's proposal into the sequence's.
  private func pass(_ proposal: Proposal, _ touches: Touches, _ attempt: Attempt) -> Proposal {
    if case .ready = proposal, let failure = unmetCondition(touches) { return .fail(failure) }
    if isLast { return proposal }
    switch proposal {
    case .none, .fail: return proposal
    case .changed: return .none
    case .cancel(let failure): return .fail(failure)
    case .end: return complete(touches, attempt)
    case .ready:
      if step.succeedsWhenReady { return complete(touches, attempt) }
      step.recognizer.begin(touches, step.attempt)
      deadline = step.recognizer.deadline
      phase = .inStep(hasBegun: true)
      return .none
    }
  }

  /// Judges the `where` of the present step, once: when it is ready.
  private func unmetCondition(_ touches: Touches) -> Failure? {
    let step = step
    if hasJudged || step.conditions.isEmpty { return nil }
    hasJudged = true
    let made = step.recognizer.presentAttempt(step.attempt).made
    var measures = step.recognizer.measures(touches, step.attempt, of: made)
    return measures.unmet(step.conditions)
  }

  /// A step succeeded. The next one starts under the fingers that are down, or with the next landing.
  private func complete(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    // The location and fingers of the step; its other measures are private.
    var made = GestureEvent()
    made.fingers = step.attempt.least
    step.recognizer.report(&made, touches)
    completed[stepsDone] = Completed(fingers: made.fingers, location: made.location)
    stepsDone += 1
    current += 1
    hasJudged = false
    Self.reset(step)
    if attempt.own != 0, let heading = made.velocity ?? made.translation,
      let center = touches.centroid(of: attempt.own), let movedAt, touches.time - movedAt < Overshoot.rest
    {
      phase = .overshooting(Overshoot(heading: heading, reference: center))
      deadline = movedAt + Overshoot.rest
      return .none
    }
    return startNext(touches, attempt)
  }

  private func follow(
    _ overshoot: Overshoot, _ stimulus: Stimulus, _ touches: Touches, _ attempt: Attempt
  ) -> Proposal {
    var overshoot = overshoot
    let turns = touches.centroid(of: attempt.own).map { overshoot.turns($0) } ?? true
    switch stimulus {
    case .deadline: break
    case .frame:
      if touches.cancelled & attempt.seen != 0 { return .fail(Failure(.touchCancelled)) }
      if !turns && touches.began & attempt.own == 0 {
        phase = .overshooting(overshoot)
        deadline = (movedAt ?? touches.time) + Overshoot.rest
        return .none
      }
    }
    return startNext(touches, attempt)
  }

  /// The next step starts under the fingers that are down, or waits for the next landing.
  private func startNext(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    let own = inRegion(attempt.own, touches)
    if own != 0 { return start(under: own, touches, attempt) }
    phase = .between(since: touches.time)
    deadline = later(touches.time, parameters.maxGap)
    return .none
  }

  /// Starts the step as if its touches landed now at their present positions (§3.8).
  private func start(under own: TouchSet, _ touches: Touches, _ attempt: Attempt) -> Proposal {
    phase = .inStep(hasBegun: false)
    let step = step
    var rest = own
    while rest != 0 {
      let lane = rest.popLane()
      anchors.places[lane] = touches.position(lane)
    }
    anchors.time = touches.time
    step.attempt.anchored = own
    landed.become(touches, asIfLanded: own)
    let received = step.receivesFirstTouchOnly ? .lane(own.firstLane) : own
    step.attempt.passedOver = own & ~received
    step.attempt.receive(received, landed)
    if step.attempt.waitsForLateFingers { step.attempt.watch(landed) }
    let proposal = step.recognizer.answer(.frame, landed, step.attempt)
    deadline = step.recognizer.deadline
    return pass(proposal, touches, attempt)
  }

  /// The touches that the present step would receive if they landed now.
  private func inRegion(_ own: TouchSet, _ touches: Touches) -> TouchSet {
    let area = step.area
    if area.isWhole { return own }
    var inside: TouchSet = 0
    var rest = own
    while rest != 0 {
      let lane = rest.popLane()
      if area.contains(touches.position(lane)) { inside |= .lane(lane) }
    }
    return inside
  }
}
