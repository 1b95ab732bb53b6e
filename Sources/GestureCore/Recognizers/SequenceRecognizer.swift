/// The parameters of a sequence. Each step receives touches only after the one before has succeeded (recognizers.md §3.8).
package struct SequenceParameters: RecognizerParameters {
  package static let type = GestureType.sequence
  package static let sign: Unicode.Scalar = "»"
  package static let summary =
    "Gestures one after another. A step has no name and no actions. A step with a `zone` receives only touches that land in it."
  // A sequence reports the states of its last step instead of those of this course.
  package static let traits = GestureTraits(course: .continuous, rank: 8, fingers: nil)

  package var steps: [RecognizerDefinition] = []
  package var maxGap: Timestamp = 350_000

  package init(_ deviceClass: DeviceClass) {}

  package static let keys = table([
    .steps(
      .steps,
      "Gestures in order, as tables with the keys of their types. There is no default."),
    .duration(
      .maxGap, { $1(&$0.maxGap) }, .tolerance,
      "Longest pause between two steps. With 0 the next step must begin before the fingers lift."),
  ])

  /// A tap with which the sequence begins waits for the second step.
  package var facts: ParameterFacts {
    let counts = steps.map { $0.fingers }
    let fingers = counts.dropFirst().reduce(counts.first) { all, count in
      all.map { min($0.lowerBound, count.lowerBound)...max($0.upperBound, count.upperBound) }
    }
    let beginsWithTaps = steps.grouped.first?.allSatisfy { $0.beginsWithTap } == true
    return ParameterFacts(impliedFingers: fingers, longestWait: beginsWithTaps ? maxGap : nil)
  }

  package var contradictions: [Contradiction] {
    guard maxGap == 0,
      let tap = steps.grouped.dropFirst().first(where: { $0.allSatisfy { $0.beginsWithTap } })
    else {
      return []
    }
    return [
      Contradiction(
        keys: [.maxGap],
        message:
          "`max_gap` is 0, but the \(tap[0].type.rawValue) needs a landing after the lift of the step before")
    ]
  }
}

/// Sequence: one gesture after another. The arena sees one recognizer; the steps are private (recognizers.md §3.8).
final class SequenceRecognizer: Recognizer, RecognizerMaking {
  typealias Parameters = SequenceParameters
  private enum Phase {
    /// The current step receives touches.
    case inStep
    /// A motion is complete, but the fingers still move. Their motion does not count for the next step yet.
    case overshooting(Overshoot)
    /// The current step failed under the fingers of the step before, which rest. When they lift, the step waits for the next landing.
    case resting(Failure)
    /// No finger is down between two steps.
    case between(since: Timestamp)
  }

  /// The state after a step's motion was complete and while the fingers still move. The next step starts when they rest, when
  /// another finger lands, or when they turn in another direction.
  private struct Overshoot {
    /// A vector in the direction of the step's motion. Its length does not matter.
    let heading: Point
    /// The motion since the direction was measured, mm: a sum over the fingers that stay, so that a lift is no motion (§4.0).
    var travel = Point.zero

    /// Without motion for this time, fingers have stopped, µs (§5.2).
    static let rest: Timestamp = 40_000
    /// The motion over which a direction is measured, mm, like the onset of a swipe (§4.4).
    private static let distance = 1.0

    /// Whether the fingers have turned from the heading by more than 45°.
    mutating func turns(_ increment: Point) -> Bool {
      travel += increment
      if !travel.reaches(Self.distance) { return false }
      defer { travel = .zero }
      let along = travel.x * heading.x + travel.y * heading.y
      return along < abs(travel.x * heading.y - travel.y * heading.x)
    }
  }

  /// Fingers that move less than this after a step are resting, mm, as in §4.0 (late finger).
  private static let restingWay = 3.0

  private let parameters: SequenceParameters
  private let steps: [SequenceStep]
  /// The positions of the touches when a step started under them.
  private let anchors = Anchors()
  /// A copy of the touches for a step that starts under touches that are down. In it they have just landed.
  private let landed = Touches()
  /// The values of the completed steps.
  private var values: [GestureEvent] = []
  /// The index of the current step, and the number of completed ones.
  private var current = 0
  private var phase = Phase.inStep
  /// The number of steps for which an event was made.
  private var stepsReported = 0
  /// Whether the last step was ready, so that the arena decides on it.
  private var wasReady = false
  /// The time at which one of the step's touches last moved.
  private var movedAt: Timestamp?

  init(_ parameters: SequenceParameters, _ attempt: Attempt) {
    self.parameters = parameters
    let groups = parameters.steps.grouped
    steps = groups.enumerated().map { [anchors] index, group in
      let isLast = index == groups.count - 1
      return SequenceStep(
        group.map { StepMember($0, of: attempt, anchors, isLast: isLast) },
        group.last?.joinsStep ?? .exclusive, isLast: isLast)
    }
    values.reserveCapacity(parameters.steps.count)
  }

  private var step: SequenceStep { steps[min(current, steps.count - 1)] }
  private var isLast: Bool { current == steps.count - 1 }

  override var progress: StepProgress? { StepProgress(done: current, all: steps.count) }
  override func nextCompletedStep() -> Int? {
    if stepsReported == current { return nil }
    stepsReported += 1
    return stepsReported
  }

  override func reset(afterFailure: Bool) {
    current = 0
    stepsReported = 0
    wasReady = false
    values.removeAll(keepingCapacity: true)
    movedAt = nil
    phase = .inStep
    for step in steps { step.reset() }
  }

  override var isLingering: Bool {
    switch phase {
    case .between: true
    case .overshooting, .resting: false
    case .inStep: step.isLingering
    }
  }
  override var needsRest: Bool { current > 0 }
  override var isOver: Bool {
    switch phase {
    case .between, .overshooting, .resting: false
    case .inStep: step.hasBegun && step.isOver
    }
  }

  override func rejects(_ landing: Point, at time: Timestamp) -> Failure? {
    guard case .inStep = phase else { return nil }
    if let failure = step.rejects(landing, at: time) { return failure }
    if step.isReady { deadline = time }
    return nil
  }
  override func narrowSectors(of counts: FingerCounts, _ attempt: Attempt) {
    for step in steps { step.narrowSectors(of: counts) }
  }
  /// Touches that begin outside the current step's zone do not belong to the sequence.
  override func accepts(_ landing: Point) -> Bool { step.accepts(landing) }

  override func begin(_ touches: Touches, _ attempt: Attempt) {
    beginStep(touches)
  }
  private func beginStep(_ touches: Touches) {
    step.begin(touches)
    deadline = step.deadline
    phase = .inStep
  }

  override func report(_ event: inout GestureEvent, _ touches: Touches, velocity: Bool) {
    step.report(&event, touches)
  }
  override func reportTracked(_ event: inout GestureEvent, _ touches: Touches) {
    step.reportTracked(&event, touches)
  }
  override func appendTouchPoints(_ touches: Touches, _ attempt: Attempt, _ points: inout [Point]) {
    step.appendTouchPoints(touches, &points)
  }
  override func currentAttempt(_ own: Attempt) -> Attempt { step.currentAttempt() }
  override func report(step: Int, _ event: inout GestureEvent) {
    event.step = step
    event.stepCount = steps.count
    guard let value = values.last(where: { $0.step == step }) else { return }
    event.fingers = value.fingers
    event.location = value.location
  }
  override func appendSteps(_ touches: Touches, through last: Int?, to list: inout [GestureEvent]) {
    for value in values where value.step <= last ?? .max { list.append(value) }
    if last == nil { step.appendValues(touches, step: current + 1, to: &list) }
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
      phase = .inStep
    case (.resting(let failure), _): return rest(failure, touches, attempt)
    case (.inStep, _): break
    }
    receive(stimulus, touches, attempt)
    let proposal = step.answer(stimulus, touches)
    deadline = step.deadline
    return pass(proposal, touches, attempt)
  }

  /// Passes the new touches of the sequence's attempt to the current step.
  private func receive(_ stimulus: Stimulus, _ touches: Touches, _ attempt: Attempt) {
    var landed: TouchSet = 0
    if case .frame = stimulus { landed = touches.began & attempt.seen }
    step.receive(landed, seen: attempt.seen, touches)
  }

  /// Translates a step's proposal into the sequence's.
  private func pass(_ proposal: Proposal, _ touches: Touches, _ attempt: Attempt) -> Proposal {
    switch proposal {
    case .fail(let failure) where mayRest(touches): return rest(failure, touches, attempt)
    case .none where attempt.own == 0 && !step.isLingering && mayRest(touches):
      return rest(Failure(.neverReleased), touches, attempt)
    case .none where attempt.own == 0 && !step.isLingering && waitsForLanding:
      return .fail(Failure(.movedTooFar))
    case .ready where isLast: wasReady = true
    case .none, .fail, .ready, .changed, .end, .cancel: break
    }
    if isLast { return proposal }
    switch proposal {
    case .none, .fail: return proposal
    case .changed: return .none
    case .cancel(let failure): return .fail(failure)
    case .end: return complete(touches, attempt)
    case .ready:
      if step.succeedsWhenReady { return complete(touches, attempt) }
      beginStep(touches)
      return step.isComplete ? complete(touches, attempt) : .none
    }
  }

  /// Whether the fingers of the step before may lift, and this step is made with the next touch.
  private var waitsForLanding: Bool {
    guard case .inStep = phase, !step.hasBegun, !wasReady else { return false }
    return values.last?.type == .longPress || current > 0 && step.needsLanding
  }
  /// Whether a step that did not succeed under the fingers of the one before may be made with the next touch.
  private func mayRest(_ touches: Touches) -> Bool {
    waitsForLanding && touches.cancelled == 0
      && step.restsUnderOldTouches(touches, within: Self.restingWay)
  }

  /// Waits until the fingers of the completed press lift. The failure of the next step does not count if they rest until then.
  private func rest(_ failure: Failure, _ touches: Touches, _ attempt: Attempt) -> Proposal {
    let isResting = step.restsUnderOldTouches(touches, within: Self.restingWay)
    if !isResting || touches.began & attempt.own != 0 || touches.cancelled & attempt.seen != 0 {
      return .fail(failure)
    }
    phase = .resting(failure)
    deadline = .never
    if attempt.own != 0 { return .none }
    step.reset()
    return startNext(touches, attempt)
  }

  /// Completes the current step. The next one starts under the fingers that are down, or with the next landing.
  private func complete(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    var made = GestureEvent()
    step.report(&made, touches)
    step.appendValues(touches, step: current + 1, to: &values)
    current += 1
    step.reset()
    if attempt.own != 0, let heading = made.velocity ?? made.translation,
      touches.centroid(of: attempt.own) != nil, let movedAt, touches.time - movedAt < Overshoot.rest
    {
      phase = .overshooting(Overshoot(heading: heading))
      deadline = movedAt + Overshoot.rest
      return .none
    }
    return startNext(touches, attempt)
  }

  private func follow(
    _ overshoot: Overshoot, _ stimulus: Stimulus, _ touches: Touches, _ attempt: Attempt
  ) -> Proposal {
    var overshoot = overshoot
    let turns =
      touches.centroid(of: attempt.own).map {
        overshoot.turns($0 - touches.previousCentroid(of: attempt.own))
      } ?? true
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

  /// Starts the next step under the fingers that are down, or waits for the next landing.
  private func startNext(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    let own = step.inside(attempt.own, touches)
    if own != 0 { return start(under: own, touches, attempt) }
    if parameters.maxGap == 0 { return .fail(Failure(.noNextTap, took: 0, limit: 0, .maxGap)) }
    phase = .between(since: touches.time)
    deadline = later(touches.time, parameters.maxGap)
    return .none
  }

  /// Starts the step as if its touches landed now at their current positions (§3.8).
  private func start(under own: TouchSet, _ touches: Touches, _ attempt: Attempt) -> Proposal {
    phase = .inStep
    var rest = own
    while rest != 0 {
      let lane = rest.popLane()
      anchors.positions[lane] = touches.position(lane)
    }
    anchors.time = touches.time
    landed.become(touches, asIfLanded: own)
    step.start(under: own, touches, landed)
    let proposal = step.answer(.frame, landed)
    deadline = step.deadline
    return pass(proposal, touches, attempt)
  }
}

extension RecognizerDefinition {
  /// Whether the gesture begins with a tap.
  var beginsWithTap: Bool {
    type == .tap || type == .tapDrag || type == .longPress && parameters.facts.tapCount > 0
  }
}
