/// One step of a sequence: one gesture, or several that combine.
///
/// An `Arena` begins a gesture and reports it. A step proposes, and begins when the sequence's arena lets it. So it has the states
/// of its gestures itself: that is shorter than an arena that waits for another one, and it allocates no lists.
final class SequenceStep {
  let members: [StepMember]
  private let composition: StepComposition
  /// Whether the step is recognized at once: as the last step, or because each of its gestures succeeds when it is ready.
  private let isDiscrete: Bool
  private let isLast: Bool
  /// The time at which the last gesture of a step that began succeeded or failed; nil before.
  private var isOverSince: Timestamp?
  private(set) var hasBegun = false

  init(_ members: [StepMember], _ composition: StepComposition, isLast: Bool) {
    self.members = members
    self.composition = composition
    self.isLast = isLast
    isDiscrete = members.allSatisfy { $0.succeedsWhenReady }
  }

  private var isSingle: Bool { members.count == 1 }
  /// The gesture whose measures are reported for a step without simultaneous gestures.
  private var shown: StepMember {
    members.first { $0.hasValue } ?? members.first { $0.failure == nil } ?? members[members.count - 1]
  }
  private var failure: Failure { members.last { $0.failure != nil }?.failure ?? Failure(.neverReleased) }

  /// Whether the sequence continues when this step is ready.
  var succeedsWhenReady: Bool {
    switch composition {
    case .exclusive: shown.succeedsWhenReady
    case .simultaneous: isDiscrete
    }
  }
  /// Whether the step has begun and is complete.
  var isComplete: Bool { isOverSince != nil }

  func reset() {
    isOverSince = nil
    hasBegun = false
    for member in members { member.reset() }
  }

  var deadline: Timestamp {
    if isSingle { return members[0].recognizer.deadline }
    var first = isOverSince ?? .never
    for member in members where !member.keepsResult && !member.isSuccess && member.failure == nil {
      first = min(first, member.recognizer.deadline)
    }
    return first
  }
  var isLingering: Bool {
    if isSingle { return members[0].recognizer.isLingering }
    return members.contains { $0.keepsResult || $0.failure == nil && $0.recognizer.isLingering }
  }
  var isOver: Bool { shown.recognizer.isOver }
  func currentAttempt() -> Attempt { shown.recognizer.currentAttempt(shown.attempt) }

  func rejects(_ landing: Point, at time: Timestamp) -> Failure? {
    if isSingle { return members[0].recognizer.rejects(landing, at: time) }
    for member in members where member.isPossible {
      if let failure = member.recognizer.rejects(landing, at: time) { member.state = .failed(failure) }
    }
    return members.contains { $0.failure == nil } ? nil : failure
  }
  func accepts(_ landing: Point) -> Bool { members.contains { $0.area.contains(landing) } }
  func inside(_ own: TouchSet, _ touches: Touches) -> TouchSet {
    members.reduce(0) { $0 | $1.inside(own, touches) }
  }
  func narrowSectors(of counts: FingerCounts) {
    for member in members { member.recognizer.narrowSectors(of: counts, member.attempt) }
  }

  /// Receives new touches of the sequence.
  ///
  /// - Parameter seen: the touches that the arena has not dropped yet.
  func receive(_ landed: TouchSet, seen: TouchSet, _ touches: Touches) {
    for member in members {
      member.attempt.seen &= seen
      member.receive(landed, touches, hasBegun: hasBegun)
    }
  }
  func start(under own: TouchSet, _ touches: Touches, _ landed: Touches) {
    for member in members { member.start(under: isSingle ? own : member.inside(own, touches), landed) }
  }
  /// Whether the step's touches are those of the step before, and have stayed within `distance` mm since.
  func restsUnderOldTouches(_ touches: Touches, within distance: Double) -> Bool {
    members.allSatisfy { member in
      let attempt = member.attempt
      return attempt.seen & ~attempt.anchoring.touches == 0
        && attempt.strayed(touches, attempt.anchoring.touches, limit: distance) == nil
    }
  }
  /// Whether a gesture of the step begins with a tap, so that fingers of the step before lift first.
  var needsLanding: Bool { members.contains { $0.needsLanding } }

  func begin(_ touches: Touches) {
    hasBegun = true
    if isSingle { return members[0].recognizer.begin(touches, members[0].attempt) }
    switch composition {
    case .exclusive:
      let chosen = shown
      for member in members where member !== chosen { member.state = .failed(Failure(.prevented)) }
      begin(chosen, touches)
    case .simultaneous:
      for member in members where member.isPending { begin(member, touches) }
    }
    noteEnd(touches)
  }
  private func begin(_ member: StepMember, _ touches: Touches) {
    if member.succeedsWhenReady {
      member.state = .succeeded
    } else {
      member.state = .active
      member.recognizer.begin(touches, member.attempt)
      // The arena ends a last step whose fingers have lifted in this frame (§3.3).
      if !isLast && touches.down & member.attempt.seen == 0 { member.state = .succeeded }
    }
  }
  private func noteEnd(_ touches: Touches) {
    let isOpen = members.contains { $0.isPossible || $0.isPending || $0.isActive }
    if hasBegun && !isOpen && isOverSince == nil { isOverSince = touches.time }
  }

  func answer(_ stimulus: Stimulus, _ touches: Touches) -> Proposal {
    if isSingle { return members[0].answer(stimulus, touches) }
    if isComplete { return .end }
    var hasChanged = false
    for member in members where !member.keepsResult && !member.isSuccess && member.failure == nil {
      if case .deadline = stimulus, member.recognizer.deadline > touches.time { continue }
      if take(member.answer(stimulus, touches), member, touches) { hasChanged = true }
    }
    failWithoutTouches(touches)
    return hasBegun ? progress(hasChanged, touches) : readiness()
  }

  /// Applies a member's proposal. True if it changed the report of an active step.
  private func take(_ proposal: Proposal, _ member: StepMember, _ touches: Touches) -> Bool {
    switch proposal {
    case .none: return false
    case .fail(let failure), .cancel(let failure):
      member.state = .failed(failure)
      return false
    case .changed: return member.isActive
    case .end:
      if member.isActive { member.state = .succeeded }
      return false
    case .ready:
      if !member.isPossible { return false }
      member.state = .pending
      if hasBegun { begin(member, touches) }
      return hasBegun
    }
  }

  /// Fails each gesture whose fingers are up and that neither failed nor waits for a next touch. A motion that nothing holds any
  /// more in the frame in which its fingers lift begins and ends in it (§3.3).
  private func failWithoutTouches(_ touches: Touches) {
    for member in members where touches.down & member.attempt.seen == 0 && member.attempt.seen != 0 {
      let isUndecided = member.isPossible || member.isPending && !member.succeedsWhenReady
      if isUndecided && !member.recognizer.isLingering && !begins(member) {
        member.state = .failed(Failure(.neverReleased))
      }
    }
  }

  /// Whether a step of several gestures has not begun and waits for none of them any more.
  var isReady: Bool {
    guard !isSingle, !hasBegun, case .ready = readiness() else { return false }
    return true
  }

  /// Whether a step that has not begun begins with this gesture.
  private func begins(_ member: StepMember) -> Bool {
    composition == .exclusive && !hasBegun && member.isPending
      && members.first { $0.failure == nil } === member
  }

  /// The proposal of a step that has not begun yet.
  private func readiness() -> Proposal {
    switch composition {
    case .exclusive:
      guard let first = members.first(where: { $0.failure == nil }) else { return .fail(failure) }
      return first.isPending ? .ready() : .none
    case .simultaneous:
      if members.contains(where: { isDiscrete && $0.isPossible }) { return .none }
      if members.contains(where: { $0.isPending }) { return .ready() }
      return members.contains { $0.isPossible } ? .none : .fail(failure)
    }
  }

  private func progress(_ hasChanged: Bool, _ touches: Touches) -> Proposal {
    noteEnd(touches)
    if !isComplete { return hasChanged ? .changed : .none }
    return members.contains { $0.isSuccess } ? .end : .cancel(failure)
  }

  /// Fills in the measures of the step's gestures. Each of several simultaneous gestures fills in its own measures.
  func report(_ event: inout GestureEvent, _ touches: Touches) {
    if isSingle || composition == .exclusive { return shown.report(&event, touches) }
    for member in members where member.hasValue { member.report(&event, touches) }
  }
  /// Also fills in what simultaneous gestures measure that are not ready yet.
  func reportTracked(_ event: inout GestureEvent, _ touches: Touches) {
    if composition == .simultaneous {
      for member in members where member.isPossible && member.recognizer.measuresEarly {
        member.report(&event, touches)
      }
    }
    report(&event, touches)
  }
  func appendTouchPoints(_ touches: Touches, _ points: inout [Point]) {
    shown.recognizer.appendTouchPoints(touches, shown.attempt, &points)
  }
  /// Appends the values of the gestures that were made.
  func appendValues(_ touches: Touches, step: Int, to values: inout [GestureEvent]) {
    for member in members where isSingle || composition == .exclusive ? member === shown : member.hasValue {
      var value = GestureEvent()
      value.type = member.type
      value.time = touches.time
      value.step = step
      member.report(&value, touches)
      value.startWhereItIs()
      values.append(value)
    }
  }
}
