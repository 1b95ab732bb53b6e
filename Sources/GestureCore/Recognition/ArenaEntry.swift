/// A recognizer as the arena sees it: its state, its attempt and its rank.
struct ArenaEntry {
  /// Ready, but not yet decided.
  struct Pending {
    /// When it became ready.
    let since: Timestamp
    /// Measure over threshold, as of the last proposal.
    var ratio: Double
    /// The gesture that it waits for, and the one that the last explanation named.
    var waitsFor: Int?
    var explainedWait: Int?
  }

  var state = RecognizerState.possible
  var isEnabled: Bool
  /// `when` held at the beginning of this touch sequence; otherwise the gesture is not part of it (§2 rule 10).
  var isPermitted = true
  /// `when` as of now; counts from the next sequence on.
  var isPermittedNext = true
  /// Of this step, where it is among `proposers`.
  var proposal = Proposal.none
  var pending: Pending?
  /// A pan of two fingers was recognized first, but this may still be a pinch (§3.7).
  var secondThoughts: SecondThoughts?
  /// Suspended for too many fingers, as of the last frame.
  var isOver = false
  /// Its end is put off until challengers had their chance (§3.2 step 1).
  var endsDeferred = false
  /// Steps of a sequence for which an event was made.
  var reportedSteps = 0
  /// `Recognizer.deadline` after its last call.
  var deadline = Timestamp.never

  let type: GestureType
  /// Among the arena's entries.
  let index: Int
  let recognizer: RecognizerReference
  /// In the arena's storage, where it stays as long as the arena.
  let attempt: UnsafeMutablePointer<AttemptRecord>
  /// The device can show it.
  let isEligible: Bool
  let isDiscrete: Bool
  /// Recognized or ended, it is possible again with the touches that it has.
  let repeats: Bool
  let isTrio: Bool
  let isWeak: Bool
  let isSequence: Bool
  let needsFingersInRange: Bool
  /// With fewer fingers motion means nothing to it, where it needs its fingers.
  let leastToMove: Int
  /// Possible only while the button is held; otherwise no gesture waits for it.
  let needsButtonHeld: Bool
  let intake: GestureTraits.TouchIntake
  /// It receives every touch that lands, wherever that is.
  let receivesAll: Bool
  let region: Region?
  /// For so long after a key press it receives no touch that lands; 0: typing is nothing to it.
  let typingGuard: Timestamp
  let priority: Int
  let rank: Int
  let taps: Int

  init(
    _ definition: RecognizerDefinition, _ index: Int, _ arena: ArenaDefinition, _ storage: inout ArenaStorage
  ) {
    self.index = index
    type = definition.type
    isEnabled = definition.enabled
    region = definition.region
    typingGuard = definition.typingGuard
    priority = definition.priority
    taps = definition.parameters.tapCount
    let traits = type.traits
    let fingers = definition.parameters.impliedFingers ?? definition.fingers
    attempt = storage.attempt(
      AttemptRecord(
        fingers: fingers, stage: arena.stage, isTouchpad: arena.deviceClass == .touchpad,
        isSemiMT: arena.isSemiMT))
    recognizer = storage.recognizer(definition.parameters, Attempt(attempt))
    rank = traits.rank
    isTrio = traits.isTrio
    isWeak = traits.isWeak
    isSequence = !definition.parameters.steps.isEmpty
    leastToMove = traits.ignoresMotion ? .max : fingers.lowerBound
    needsButtonHeld = definition.parameters.needsButtonHeld
    needsFingersInRange = traits.needsFingersInRange
    intake = traits.intake
    receivesAll = traits.intake == .all && definition.region == nil && definition.parameters.steps.isEmpty
    isDiscrete = definition.parameters.reportingType.traits.isDiscrete
    repeats = traits.repeats || definition.parameters.needsButtonHeld
    isEligible =
      (traits.worksOnSemiMT || !arena.isSemiMT) && definition.forceUnits.allSatisfy(arena.measuresForce)
  }

  @inline(__always) var isPossible: Bool { state == .possible }
  @inline(__always) var isPending: Bool { pending != nil }

  /// Whether it has touches, and something may still become of them.
  @inline(__always) var isOccupied: Bool { attempt.pointee.seen != 0 && !state.isTerminal && isEnabled }

  /// Of one that is occupied: whether a frame in which touches only move can change anything for it.
  @inline(__always) var concernsMotion: Bool {
    if isPending && isDiscrete { return false }
    if !needsFingersInRange { return true }
    if attempt.pointee.count < leastToMove { return false }
    return !(state.isActive && attempt.pointee.count > attempt.pointee.most)
  }

  /// Of one that is occupied: whether motion may matter to it before touches come or go. Unlike `concernsMotion` also
  /// where only the frame after the motion reads it: a gesture under way adds up what survives a landing or a lift.
  @inline(__always) var needsMotion: Bool {
    !needsFingersInRange || attempt.pointee.peak >= leastToMove
  }

  /// Whether it never had enough fingers, and the frame means nothing to it.
  ///
  /// - Parameter explains: a continuous gesture has a reason to give at the last lift.
  @inline(__always) func isShortOfFingers(_ touches: Touches, _ explains: Bool) -> Bool {
    if !needsFingersInRange || intake != .all || !isEligible { return false }
    if attempt.pointee.peak >= attempt.pointee.least || touches.phantom != 0 { return false }
    return !isDiscrete && !explains || touches.ended | touches.cancelled == 0 && !touches.isResync
  }

  /// Of touches that land, those that it receives.
  @inline(__always) func received(_ landed: TouchSet, _ touches: Touches) -> TouchSet {
    receivesAll ? landed : selected(landed, touches)
  }
  private func selected(_ landed: TouchSet, _ touches: Touches) -> TouchSet {
    let inside = region == nil && !isSequence ? landed : inside(landed, touches)
    switch intake {
    case .all: return inside
    case .none: return 0
    case .untilBegun: return state.isActive ? 0 : inside
    case .first:
      if attempt.pointee.least > 1 { return inside }
      return attempt.pointee.seen == 0 && inside != 0 ? .lane(inside.firstLane) : 0
    }
  }

  /// Touches that begin outside its region, or outside the one of a sequence's present step, are not received.
  private func inside(_ landed: TouchSet, _ touches: Touches) -> TouchSet {
    var inside: TouchSet = 0
    var rest = landed
    while rest != 0 {
      let lane = rest.popLane()
      let place = touches.records[lane].down
      if region?.contains(place) ?? true, recognizer.accepts(place) { inside |= .lane(lane) }
    }
    return inside
  }
}
