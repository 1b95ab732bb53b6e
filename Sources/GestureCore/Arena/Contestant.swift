/// A recognizer in the arena, with its state and its attempt.
///
/// What must hold: only the arena writes `state`, and `kind` follows it. A gesture that has not joined the touch sequence has no attempt.
final class Contestant: Attempt {
  /// The gesture's index in the arena's definitions.
  let index: Int
  var state = ContestantState.possible(nil) {
    didSet { kind = state.kind }
  }
  /// Stored, because finding it in `state` each time takes 50 instructions a frame with eight gestures, and 330 with sixty.
  private var kind = ContestantState.Kind.possible
  /// Why the gesture takes no part, `disabled` or `paused`; nil if it is enabled.
  var off: FailureReason?
  var isEnabled: Bool { off == nil }
  /// Whether the gesture ended and is possible again with the same touches.
  private(set) var wasMade = false
  /// Whether the attempt began because the number of fingers changed.
  private(set) var isAnew = false
  var reading = Reading.usual
  /// When the gesture began, was recognized or failed. It has no meaning while the gesture is possible.
  var decidedAt: Timestamp = 0
  /// Whether the gesture failed or was cancelled because too many fingers were down.
  var hadTooMany = false
  /// When the next step of time is due; `.never` while the gesture has not begun.
  private(set) var nextTick = Timestamp.never
  let tick: Timestamp
  let traits: ContestantTraits
  let intake: Intake
  /// Whether the device can report this gesture.
  let isEligible: Bool
  let readsForce: Bool
  /// Whether every touch counts as a finger of the gesture, which needs several, at any time.
  private let countsAll: Bool
  let recognizer: Recognizer
  /// Whether the gesture's `when` matched at the beginning of its touch sequence, and whether it matches now (§2 rule 10).
  var isIn = true
  var whenHolds = true
  /// Whether a program recognizes the gesture; true for gestures that need none.
  var hasClient = true
  var isInNext: Bool { whenHolds && hasClient }
  /// Whether the gesture has joined the touch sequence (`Arena+Joining`).
  private(set) var hasJoined = true
  /// The recognizer of a gesture that a program recognizes; nil for others.
  let client: ClientRecognizer?
  /// The touches that landed in the gesture's zone and are down, received or not. Not kept if that is every touch.
  private var inZone: TouchSet = 0
  /// When the touch sequence of its zone began, if a touch was down elsewhere; else its sequence is that of the device.
  var ownSequence: Timestamp?
  /// The touches of this frame with which the gesture's own touch sequence begins; 0 if it does not begin.
  var opening: TouchSet = 0

  init(
    _ index: Int, _ all: [RecognizerDefinition], _ arena: ArenaDefinition, _ swipeMotions: SwipeMotions,
    sortsTools: Bool
  ) {
    let definition = all[index]
    self.index = index
    off = definition.off
    tick = definition.tick
    traits = ContestantTraits(definition, among: all, arena.deviceClass)
    intake = Intake(definition, sortsTools: sortsTools)
    isEligible =
      (definition.parameters.traits.worksOnSemiMT || !arena.isSemiMT)
      && definition.forceUnits.allSatisfy { arena.forceUnits.contains($0) }
    readsForce = definition.readsForce
    let attempt = Attempt(
      fingers: definition.parameters.facts.impliedFingers ?? definition.fingers,
      AttemptSurface(
        size: arena.stage, isTouchpad: arena.deviceClass == .touchpad, isSemiMT: arena.isSemiMT,
        swipeMotions: swipeMotions))
    recognizer = definition.parameters.recognizer(attempt)
    let isClient = definition.type == .client
    // The kind of a type makes its recognizer, so the class is known; Embedded Swift has no `as?`.
    client = isClient ? unsafe unsafeDowncast(recognizer, to: ClientRecognizer.self) : nil
    countsAll =
      intake.takesAll && intake.typingGuard == 0 && isEligible && !traits.needsButtonHeld
      && definition.fingers.lowerBound > 1 && !isClient
    super.init(attempt)
    if isClient { (isIn, hasClient) = (false, false) }
    recognizer.restart(afterFailure: true)
  }
}

// Calls of the recognizer.
extension Contestant {
  @inline(__always) func answer(_ stimulus: Stimulus, _ touches: Touches) -> Proposal {
    recognizer.answer(stimulus, touches, self)
  }
  @inline(__always) func goesOn(_ touches: Touches) -> Bool {
    recognizer.mayGoOn && recognizer.goesOn(touches, self)
  }
  func answer(_ change: HoverChange) -> Proposal { recognizer.handle(change) }
  @inline(__always) func report(_ event: inout GestureEvent, _ touches: Touches, velocity: Bool) {
    recognizer.report(&event, touches, velocity: velocity)
    if rarely(intake.hasArea), let zone = intake.area.region, !event.location.isUnknown {
      event.placeInZone = zone.part(at: event.location)
    }
  }
  func reportStep(_ step: Int, _ event: inout GestureEvent) { recognizer.report(step: step, &event) }
  func appendTouchPoints(_ touches: Touches, _ points: inout [Point]) {
    recognizer.appendTouchPoints(touches, self, &points)
  }
  func begin(_ touches: Touches) { recognizer.begin(touches, self) }
  func refuse(_ touches: Touches) -> Bool { recognizer.refuse(touches, self) }
  func startOver() {
    recognizer.startOver()
    wasMade = true
  }
  func restart(afterFailure: Bool) {
    clear()
    wasMade = false
    isAnew = false
    recognizer.restart(afterFailure: afterFailure)
  }
  func forgetMade() { wasMade = false }
  /// Begins an attempt with fingers that are left.
  ///
  /// - Parameter late: the rule for late fingers of the attempt before. How far fingers have gone since they landed still counts.
  func beginAnew(_ fingers: TouchSet, _ late: LateFinger) {
    adopt(fingers)
    isAnew = true
    self.late.takeMotion(of: late)
  }
  /// Begins to count steps of time, or goes on to the next one.
  func countTime(from time: Timestamp) { if tick != 0 { nextTick = time + tick } }
  func stopCounting() { nextTick = .never }
  /// Whether a step of time counts now: not while the gesture is suspended (§3.6).
  var takesTick: Bool { isActive && (range.contains(count) || followsFewer || intake.rule != .all) }
  func stopClock() { recognizer.deadline = .never }
  func forfeitPress() { recognizer.forfeitPress() }
  /// Whether the gesture is possible again only with the next press of the button.
  var hasForfeited: Bool { traits.needsButtonHeld && recognizer.hasForfeited }
  /// Whether a gesture that fails while the button is held can be made with the next press of it.
  func losesOnlyPress(_ touches: Touches) -> Bool {
    traits.needsButtonHeld && touches.isButtonHeld && range.contains(count) && lost(touches) == 0
      && !touches.isResync
  }
  func rejects(_ landing: Point, at time: Timestamp) -> Failure? { recognizer.rejects(landing, at: time) }
  /// How far each finger may go before motion can decide the gesture, mm. What an active one measures is read at once.
  func leeway(_ touches: Touches) -> Double { isPossible ? recognizer.leeway(touches, self) : 0 }
  func contradictsScroll(_ touches: Touches) -> Bool { recognizer.contradictsScroll(touches, self) }
  func explainsMotion(_ touches: Touches) -> Bool { recognizer.explainsMotion(touches, self) }
  func narrowSectors(of counts: FingerCounts) { recognizer.narrowSectors(of: counts, self) }
  func nextCompletedStep() -> Int? { recognizer.nextCompletedStep() }
  @inline(__always) var deadline: Timestamp { recognizer.deadline }
  @inline(__always) var isLingering: Bool { recognizer.isLingering }
  /// Why a possible gesture fails unless a finger comes back that has left in mid-motion (§4.4).
  @inline(__always) var deferredFailure: Failure? { rarely(readsFewer) ? recognizer.deferredFailure : nil }
  @inline(__always) var suspendsForMore: Bool { recognizer.isOver }
  /// The touches of the gesture; for a sequence, of its current step.
  var reported: TouchSet { recognizer.currentAttempt(self).made }
}

// Its part in the touch sequence.
extension Contestant {
  /// Whether the gesture can do without the touch sequence until its fingers are down, now that no touch is down.
  @inline(__always) var mayLeave: Bool {
    countsAll && traits.needsFingersInRange && kind == .possible && seen == 0 && isEnabled
      && !reading.contains(.explanations)
  }
  func leave() { hasJoined = false }
  /// Begins an attempt with the touches of the sequence, if there are some and the gesture takes part in it.
  func join(_ touches: TouchSet, _ late: LateFinger) {
    hasJoined = true
    if !isIn { return }
    adopt(touches)
    self.late.takeMotion(of: late)
  }
  /// Whether the gesture never had its fingers, which `Reading.outcomes` reports at the last lift.
  var leavesReason: Bool { countsAll && !isAnew && peak < least && !reading.contains(.explanations) }
}

// Questions about the gesture's state.
extension Contestant {
  /// Whether the gesture is undecided, ready or not.
  @inline(__always) var isPossible: Bool {
    kind.rawValue <= ContestantState.Kind.pending.rawValue
  }
  @inline(__always) var isPending: Bool { kind == .pending }
  @inline(__always) var isActive: Bool { kind == .active }
  @inline(__always) var isFailed: Bool { kind == .failed }
  @inline(__always) var isTerminal: Bool { kind.rawValue > ContestantState.Kind.active.rawValue }
  var pending: ContestantState.Pending? { if case .pending(let pending) = state { pending } else { nil } }
  var secondThoughts: SecondThoughts? {
    switch state {
    case .possible(let thoughts): thoughts
    case .pending(let pending): pending.secondThoughts
    case .active, .ended, .cancelled, .failed: nil
    }
  }

  /// Whether the gesture is active while too many fingers are down (§3.6). It then prevents no other gesture.
  var isActiveOver: Bool { isActive && suspendsForMore }
  func sharesTouch(with other: Contestant) -> Bool { seen & other.seen != 0 }

  /// The touches of the gesture's own sequence, of those that are down (§2 rule 3).
  @inline(__always) func present(_ down: TouchSet) -> TouchSet {
    (intake.takesAll ? down : inZone & down) & ~ignored & ~leftOut
  }
  /// Whether the gesture is a press or a hold that has begun, and all its touches rest.
  func restsOn(_ resting: TouchSet) -> Bool { isActive && traits.isMadeByRest && own & ~resting == 0 }
  /// Whether the gesture keeps a touch that rests while so many others land: it has begun, or it is made with a finger that rests.
  func holdsResting(besides landed: Int) -> Bool {
    isActive || isPossible && recognizer.needsRest && (traits.isSequence || count + landed <= most)
  }
  /// Whether the gesture must be reset: its sequence is over, and it neither waits for another touch nor is undecided.
  @inline(__always) func isOver(_ down: TouchSet) -> Bool {
    if present(down) != 0 { return false }
    return isTerminal || kind == .possible && seen != 0 && !isLingering
  }

  /// Whether the gesture has touches and may still be recognized.
  @inline(__always) var isOccupied: Bool { seen != 0 && !isTerminal && isEnabled }
  /// Whether the gesture ignores further touches and keeps its result, because it is discrete and pending (§3.3).
  @inline(__always) var keepsResult: Bool { traits.isDiscrete && isPending }

  /// For an occupied contestant: whether a frame of motion can affect it.
  @inline(__always) var concernsMotion: Bool {
    if keepsResult { return false }
    if !traits.needsFingersInRange { return true }
    if count < traits.leastToMove { return count > 0 && (followsFewer || readsFewer) }
    return !(isActive && count > most)
  }
  /// For an occupied contestant: whether motion may matter before touches come or go. This includes motion that only a later
  /// frame reads, because an active gesture sums up what remains after a landing or lift.
  @inline(__always) var needsMotion: Bool {
    !traits.needsFingersInRange || peak >= traits.leastToMove
  }
  /// Whether it never had enough fingers and the frame does not affect it. If failures are explained, a continuous gesture reports
  /// a reason at the last lift.
  @inline(__always) func isShortOfFingers(_ touches: Touches) -> Bool {
    let explains = reading.contains(.explanations)
    if !traits.needsFingersInRange || intake.rule != .all || !isEligible { return false }
    if peak >= least || touches.phantom != 0 { return false }
    return !traits.isDiscrete && !explains || touches.ended | touches.cancelled == 0 && !touches.isResync
  }

  /// Finds the touches of this frame that begin the gesture's own touch sequence.
  func noteOpening(_ touches: Touches) {
    opening = present(touches.before) == 0 ? zoned(touches.began, touches) : 0
  }
  /// Updates the touches in the gesture's zone.
  @inline(__always) func notePresence(_ touches: Touches) {
    if rarely(ignored != 0) { ignored &= touches.before & touches.down }
    if rarely(leftOut != 0) { leftOut &= touches.down }
    if !intake.takesAll { inZone = inZone & touches.down | zoned(touches.began, touches) }
  }
  /// Leaves touches that the gesture must not receive out of its sequence.
  func exclude(_ refused: TouchSet) { inZone &= ~refused }
  private func zoned(_ landed: TouchSet, _ touches: Touches) -> TouchSet {
    if !intake.hasZone { return landed }
    var zoned: TouchSet = 0
    var rest = intake.ofTool(landed, touches)
    while rest != 0 {
      let lane = rest.popLane()
      if intake.isInZone(touches.records[lane].down) { zoned |= .lane(lane) }
    }
    return zoned
  }

  /// The landed touches that the gesture receives.
  @inline(__always) func received(_ landed: TouchSet, _ touches: Touches) -> TouchSet {
    let landed = intake.ofTool(landed, touches)
    let inside = intake.hasArea || traits.isSequence ? inside(landed, touches) : landed
    return intake.rule.received(inside, self, hasBegun: isActive)
  }
  /// The landed touches that are inside the gesture's area and, for a sequence, inside that of its current step.
  @inline(__always) private func inside(_ landed: TouchSet, _ touches: Touches) -> TouchSet {
    var inside: TouchSet = 0
    var rest = landed
    while rest != 0 {
      let lane = rest.popLane()
      let point = touches.records[lane].down
      if intake.area.contains(point), recognizer.accepts(point) { inside |= .lane(lane) }
    }
    return inside
  }
}
