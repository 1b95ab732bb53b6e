/// recognizers.md §3.8: each step only receives touches after the one before succeeded.
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

/// Sequence: one gesture after the other. To the arena it is one recognizer; its steps are private to it
/// (recognizers.md §3.8).
struct SequenceRecognizer: Recognizer {
  /// A step with a recognizer and an attempt of its own.
  private struct Step {
    let recognizer: RecognizerReference
    let attempt: UnsafeMutablePointer<AttemptRecord>
    let region: Region?
    let isEligible: Bool
    /// It succeeds when it is ready: discrete, or a long press at its beginning.
    let succeedsWhenReady: Bool
    /// Once it began, further touches are not received.
    let ignoresTouchesOnceBegun: Bool
    /// With one finger: only the first touch.
    let receivesFirstTouchOnly: Bool
  }

  private enum Phase {
    /// The present step receives touches.
    case inStep(hasBegun: Bool)
    /// A motion is complete, but the fingers still move on: that is no motion of the next step.
    case overshooting(Overshoot)
    /// Between two steps with no finger down.
    case between(since: Timestamp)
  }

  /// The motion of fingers after a step was complete. The next step starts when they rest, when one lands, or when they
  /// set off in another direction.
  private struct Overshoot {
    /// Direction of the step's motion; its length does not matter.
    let heading: Point
    /// Place of the centroid that the direction is measured from, mm.
    var reference: Point

    /// Fingers without motion for so long have stopped, as in §5.2, µs.
    static let rest: Timestamp = 40_000
    /// A direction is measured over so much motion, as the onset of a swipe (§4.4), mm.
    private static let distance = 1.0

    /// Whether the centroid has gone off the heading by more than 45°.
    mutating func turns(_ center: Point) -> Bool {
      let travel = center - reference
      if travel.length < Self.distance { return false }
      reference = center
      let along = travel.x * heading.x + travel.y * heading.y
      return along < abs(travel.x * heading.y - travel.y * heading.x)
    }
  }

  /// What is reported of a completed step.
  private struct Completed {
    var fingers = 0
    var location = Point.zero
  }

  private let parameters: SequenceParameters
  private let steps: [Step]
  /// For touches under which a step starts: where they were at that time.
  private let anchors: UnsafeMutablePointer<Point>
  private var completed: [Completed]
  private var current = 0
  private var phase = Phase.inStep(hasBegun: false)
  var deadline = Timestamp.never
  static let hasSteps = true
  private(set) var completedSteps = 0
  /// When one of its touches moved last.
  private var movedAt: Timestamp?

  init(_ parameters: SequenceParameters, _ attempt: Attempt, _ storage: inout ArenaStorage) {
    self.parameters = parameters
    anchors = storage.points(Touches.capacity)
    var steps: [Step] = []
    for definition in parameters.steps {
      let traits = definition.type.traits
      let record = storage.attempt(
        AttemptRecord(
          fingers: definition.fingers, stage: attempt.stage, isTouchpad: attempt.isTouchpad,
          isSemiMT: attempt.isSemiMT))
      steps.append(
        Step(
          recognizer: storage.recognizer(definition.parameters, Attempt(record)), attempt: record,
          region: definition.region, isEligible: traits.worksOnSemiMT || !attempt.isSemiMT,
          succeedsWhenReady: traits.isDiscrete || definition.type == .longPress,
          ignoresTouchesOnceBegun: traits.intake == .untilBegun,
          receivesFirstTouchOnly: traits.intake == .first && definition.fingers.lowerBound == 1))
    }
    self.steps = steps
    completed = Array(repeating: Completed(), count: steps.count)
  }

  private var step: Step { steps[min(current, steps.count - 1)] }
  private var isLast: Bool { current == steps.count - 1 }

  mutating func reset(afterFailure: Bool) {
    current = 0
    completedSteps = 0
    movedAt = nil
    phase = .inStep(hasBegun: false)
    for step in steps { Self.reset(step) }
  }
  private static func reset(_ step: Step) {
    step.attempt.pointee.clear()
    step.recognizer.reset(afterFailure: true)
  }

  var isLingering: Bool {
    switch phase {
    case .between: true
    case .overshooting: false
    case .inStep: step.recognizer.isLingering
    }
  }
  var isOver: Bool {
    switch phase {
    case .between, .overshooting: false
    case .inStep(let hasBegun): hasBegun && step.recognizer.isOver
    }
  }

  func rejects(_ landing: Point, at time: Timestamp) -> Failure? {
    switch phase {
    case .between, .overshooting: nil
    case .inStep: step.recognizer.rejects(landing, at: time)
    }
  }
  /// Touches that begin outside the zone of the present step are not part of the sequence.
  func accepts(_ landing: Point) -> Bool { step.region?.contains(landing) ?? true }

  mutating func begin(_ touches: Touches, _ attempt: Attempt) {
    step.recognizer.begin(touches, Attempt(step.attempt), &deadline)
    phase = .inStep(hasBegun: true)
  }

  mutating func report(_ event: inout GestureEvent, _ touches: Touches) {
    event.fingers = step.attempt.pointee.least
    step.recognizer.report(&event, touches)
  }
  func appendPlaces(_ touches: Touches, _ attempt: Attempt, _ places: inout [Point]) {
    step.recognizer.appendPlaces(touches, Attempt(step.attempt), &places)
  }
  func presentAttempt(_ own: Attempt) -> Attempt { step.recognizer.presentAttempt(Attempt(step.attempt)) }
  func report(step: Int, _ event: inout GestureEvent) {
    event.step = step
    event.stepCount = steps.count
    event.fingers = completed[step - 1].fingers
    event.location = completed[step - 1].location
  }

  mutating func handle(_ stimulus: Stimulus, _ touches: Touches, _ attempt: Attempt) -> Proposal {
    if touches.moved & attempt.own != 0 { movedAt = touches.time }
    switch (phase, stimulus) {
    case (.overshooting(let overshoot), _): return follow(overshoot, stimulus, touches, attempt)
    case (.between(let since), .deadline):
      return .fail(Failure(.noNextTap, took: touches.time - since, limit: parameters.maxGap, .maxGap))
    case (.between, .frame):
      // Fingers of the step before may still be down, outside the zone of this one.
      if touches.began & attempt.own == 0 { return .none }
      phase = .inStep(hasBegun: false)
    case (.inStep, _): break
    }
    let step = step
    receive(stimulus, touches, attempt)
    if !step.isEligible { return .fail(Failure(.unsupportedDevice)) }
    let proposal = step.recognizer.handle(stimulus, touches, Attempt(step.attempt), &deadline)
    return pass(proposal, touches, attempt)
  }

  /// The present step receives what landed in the sequence's own attempt.
  private func receive(_ stimulus: Stimulus, _ touches: Touches, _ attempt: Attempt) {
    let step = step
    // Touches that the arena has dropped are dropped here too.
    step.attempt.pointee.seen &= attempt.seen
    var landed: TouchSet = 0
    switch (stimulus, phase) {
    case (.deadline, _), (_, .between), (_, .overshooting): break
    case (.frame, .inStep(let hasBegun)):
      landed = touches.began & attempt.seen
      if step.receivesFirstTouchOnly {
        landed = step.attempt.pointee.seen == 0 && landed != 0 ? .lane(landed.firstLane) : 0
      }
      if step.ignoresTouchesOnceBegun && hasBegun { landed = 0 }
    }
    step.attempt.pointee.receive(landed, touches)
  }

  /// What a step's proposal means for the whole sequence.
  private mutating func pass(_ proposal: Proposal, _ touches: Touches, _ attempt: Attempt) -> Proposal {
    if isLast { return proposal }
    switch proposal {
    case .none, .fail: return proposal
    case .changed: return .none
    case .cancel(let failure): return .fail(failure)
    case .end: return complete(touches, attempt)
    case .ready:
      if step.succeedsWhenReady { return complete(touches, attempt) }
      step.recognizer.begin(touches, Attempt(step.attempt), &deadline)
      phase = .inStep(hasBegun: true)
      return .none
    }
  }

  /// A step succeeded: the next one starts, under the fingers that are down or with the next landing.
  private mutating func complete(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    // Where the step was made, and with how many fingers; its other measures are private to it.
    var made = GestureEvent()
    made.fingers = step.attempt.pointee.least
    step.recognizer.report(&made, touches)
    completed[completedSteps] = Completed(fingers: made.fingers, location: made.location)
    completedSteps += 1
    current += 1
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

  private mutating func follow(
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
  private mutating func startNext(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    let own = inRegion(attempt.own, touches)
    if own != 0 { return start(under: own, touches, attempt) }
    phase = .between(since: touches.time)
    deadline = later(touches.time, parameters.maxGap)
    return .none
  }

  /// As if those touches began now, here (§3.8).
  private mutating func start(under own: TouchSet, _ touches: Touches, _ attempt: Attempt) -> Proposal {
    phase = .inStep(hasBegun: false)
    let step = step
    var rest = own
    while rest != 0 {
      let lane = rest.popLane()
      anchors[lane] = touches.position(lane)
    }
    step.attempt.pointee.anchors = anchors
    step.attempt.pointee.anchored = own
    var table = touches.asIfLanded(own)
    let proposal = withUnsafeMutablePointer(to: &table) { table in
      let landed = Touches(table)
      step.attempt.pointee.receive(step.receivesFirstTouchOnly ? .lane(own.firstLane) : own, landed)
      return step.recognizer.handle(.frame, landed, Attempt(step.attempt), &deadline)
    }
    return pass(proposal, touches, attempt)
  }

  /// Of touches that are down, those that the present step would receive if they began now, here.
  private func inRegion(_ own: TouchSet, _ touches: Touches) -> TouchSet {
    guard let region = step.region else { return own }
    var inside: TouchSet = 0
    var rest = own
    while rest != 0 {
      let lane = rest.popLane()
      if region.contains(touches.position(lane)) { inside |= .lane(lane) }
    }
    return inside
  }
}
