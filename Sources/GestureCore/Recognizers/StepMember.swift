/// One gesture of a step, with its own recognizer and attempt.
final class StepMember {
  enum State {
    case possible
    /// The gesture is ready, but has not begun.
    case pending
    case active
    case succeeded
    case failed(Failure)
  }

  let type: GestureType
  let recognizer: Recognizer
  let attempt: Attempt
  let area: TouchArea
  let isEligible: Bool
  /// Whether the gesture succeeds when it is recognized or, for a long press, when it begins. Others succeed when they end.
  let succeedsWhenReady: Bool
  var state = State.possible
  /// Whether the gesture begins with a tap, which needs a landing of its own.
  let needsLanding: Bool
  private let conditions: [MeasureCondition]
  private let intake: GestureTraits.TouchIntake
  /// Whether the `where` has been judged.
  private var hasJudged = false

  init(_ definition: RecognizerDefinition, of sequence: Attempt, _ anchors: Anchors, isLast: Bool) {
    let traits = definition.parameters.traits
    type = definition.type
    attempt = Attempt(fingers: definition.fingers, sequence.surface, anchors: anchors)
    recognizer = definition.parameters.recognizer(attempt)
    area = definition.area
    conditions = definition.conditions
    isEligible = traits.worksOnSemiMT || !attempt.surface.isSemiMT
    succeedsWhenReady = traits.isDiscrete || definition.type == .longPress && !isLast
    intake = traits.intake
    needsLanding = definition.beginsWithTap
  }

  var isPossible: Bool { if case .possible = state { true } else { false } }
  var isPending: Bool { if case .pending = state { true } else { false } }
  var isActive: Bool { if case .active = state { true } else { false } }
  var isSuccess: Bool { if case .succeeded = state { true } else { false } }
  var failure: Failure? { if case .failed(let failure) = state { failure } else { nil } }
  /// Whether the measures belong to a gesture that was made.
  var hasValue: Bool { isPending || isActive || isSuccess }
  /// Whether the gesture is ready and needs no more frames.
  var keepsResult: Bool { isPending && succeedsWhenReady }

  func reset() {
    state = .possible
    hasJudged = false
    attempt.clear()
    recognizer.restart(afterFailure: true)
  }

  /// Receives the new touches that land in the gesture's area.
  func receive(_ landed: TouchSet, _ touches: Touches, hasBegun: Bool) {
    let inside = landed != 0 && !area.isWhole ? inside(landed, touches) : landed
    attempt.receive(intake.received(inside, attempt, hasBegun: hasBegun), touches)
    if attempt.waitsForLateFingers { attempt.watch(touches) }
  }

  /// Starts as if touches that are down had just landed.
  func start(under own: TouchSet, _ landed: Touches) {
    attempt.anchoring.touches = own
    if needsLanding {
      attempt.ignored = own
      return
    }
    attempt.receive(intake.received(own, attempt, hasBegun: false), landed)
    if attempt.waitsForLateFingers { attempt.watch(landed) }
  }

  /// The touches that the gesture would receive if they landed at their current positions.
  func inside(_ own: TouchSet, _ touches: Touches) -> TouchSet {
    if area.isWhole { return own }
    var inside: TouchSet = 0
    var rest = own
    while rest != 0 {
      let lane = rest.popLane()
      if area.contains(touches.position(lane)) { inside |= .lane(lane) }
    }
    return inside
  }

  func answer(_ stimulus: Stimulus, _ touches: Touches) -> Proposal {
    if !isEligible { return .fail(Failure(.unsupportedDevice)) }
    let proposal = recognizer.answer(stimulus, touches, attempt)
    if case .ready = proposal, let failure = unmetCondition(touches) {
      if !recognizer.refuse(touches, attempt) { return .fail(failure) }
      hasJudged = false
      return .none
    }
    return proposal
  }

  /// Judges the gesture's `where` once, when it is ready.
  private func unmetCondition(_ touches: Touches) -> Failure? {
    if hasJudged || conditions.isEmpty { return nil }
    hasJudged = true
    let made = recognizer.currentAttempt(attempt).made
    var measures = recognizer.measures(touches, attempt, of: made, in: area.region)
    return measures.unmet(conditions)
  }

  func report(_ event: inout GestureEvent, _ touches: Touches) {
    event.fingers = attempt.least
    recognizer.report(&event, touches, velocity: true)
  }
}
