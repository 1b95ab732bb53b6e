import ControlProtocol
import GestureCore

/// What leaves the daemon of one device: the door through which its events, states, touches, counts and warnings pass.
///
/// While the session is locked, the touches may be those of a PIN. Then words, counts and times of gestures leave, and nothing that
/// was measured of a touch: no place, distance, velocity or force. The door opens again when the touches that landed meanwhile
/// have lifted and no gesture waits for others, because the last of them may be the last digit.
struct Disclosure {
  private enum Door {
    case open
    case locked(Frozen)
    /// The session is unlocked, and touches from before may still be down.
    case opening(Frozen)
  }

  /// What is reported of the device in place of what follows from touches.
  private struct Frozen {
    let warnings: [String]
    let counts: Counts
  }

  /// Counts of `Status` that depend on places of touches, such as contacts withheld at an edge.
  struct Counts {
    var withheld: [WithheldContact.Rule: Int]
    var claims: DeviceReport.Claims
  }

  private var door = Door.open
  /// What was counted while the door was closed. It is never reported.
  private var secret: Counts?
  /// `positions_while_locked`.
  private(set) var givesMeasures = false

  var isOpen: Bool { frozen == nil }
  var isOpening: Bool { if case .opening = door { true } else { false } }
  private var frozen: Frozen? {
    switch door {
    case .open: nil
    case .locked(let frozen), .opening(let frozen): frozen
    }
  }

  // MARK: The lock

  /// - Parameters:
  ///   - warnings, counts: those of the device now, which are reported until the door opens.
  mutating func close(givesMeasures: Bool, warnings: [String], counts: Counts) {
    self.givesMeasures = givesMeasures
    door = .locked(frozen ?? Frozen(warnings: warnings, counts: counts))
  }

  mutating func unlock() {
    if case .locked(let frozen) = door { door = .opening(frozen) }
  }

  mutating func open(counts: Counts) {
    guard let frozen else { return }
    secret = (secret ?? Counts()) + (counts - frozen.counts)
    door = .open
  }

  // MARK: What passes

  /// An event for programs, sockets and subscribers.
  func event(
    _ event: GestureEvent, _ touches: ArraySlice<Point>, _ steps: ArraySlice<GestureEvent>,
    _ names: EventNames
  ) -> OutgoingEvent {
    if isOpen || givesMeasures { return OutgoingEvent(event, names: names, touches: touches, steps: steps) }
    return OutgoingEvent(event.withoutMeasures, names: names, steps: steps.map { $0.withoutMeasures }[...])
  }

  /// A gesture's state for GetState. A closed door lets out no more than the gesture's events did.
  func state(_ snapshot: GestureSnapshot) -> GestureSnapshot {
    if isOpen { return snapshot }
    var state = GestureSnapshot()
    state.event = snapshot.event.withoutMeasures
    switch snapshot.event.state {
    case .possible, .failed, .step:
      state.event.state = .possible
      state.event.fingers = 0
    case .began, .changed, .ended, .cancelled, .recognized:
      state.since = snapshot.since
      state.hasMeasures = snapshot.hasMeasures
      if givesMeasures { state.event = snapshot.event }
    }
    return state
  }

  /// The output beside the events of gestures.
  func output(_ wanted: SubscribedOutput) -> SubscribedOutput {
    isOpen ? wanted : wanted.subtracting([.failures, .touches])
  }

  func reading(_ wanted: Reading) -> Reading {
    if isOpen { return wanted }
    return wanted.subtracting(
      givesMeasures ? [.explanations, .outcomes] : [.explanations, .outcomes, .touches, .touchesOfChanges])
  }

  /// The warnings of the time before the lock; nil if the door is open.
  var warnings: [String]? { frozen?.warnings }

  func withheld(_ counts: [WithheldContact.Rule: Int]) -> [WithheldContact.Rule: Int] {
    let counts = Counts(withheld: frozen?.counts.withheld ?? counts)
    return (secret.map { counts - $0 } ?? counts).withheld.filter { $0.value > 0 }
  }

  func claims(_ counts: DeviceReport.Claims) -> DeviceReport.Claims {
    let counts = Counts(claims: frozen?.counts.claims ?? counts)
    return (secret.map { counts - $0 } ?? counts).claims
  }
}

extension Disclosure.Counts {
  init(withheld: [WithheldContact.Rule: Int] = [:]) {
    self.init(withheld: withheld, claims: DeviceReport.Claims(way: .plugin))
  }
  init(claims: DeviceReport.Claims) { self.init(withheld: [:], claims: claims) }

  static func + (a: Self, b: Self) -> Self { a.combined(with: b, &+) }
  static func - (a: Self, b: Self) -> Self { a.combined(with: b, &-) }

  private func combined(with other: Self, _ combine: (Int, Int) -> Int) -> Self {
    var result = self
    for rule in WithheldContact.Rule.allCases {
      let sum = combine(withheld[rule] ?? 0, other.withheld[rule] ?? 0)
      if sum != 0 || withheld[rule] != nil { result.withheld[rule] = sum }
    }
    let (mine, others) = (claims, other.claims)
    result.claims.written = combine(mine.written, others.written)
    result.claims.refused = combine(mine.refused, others.refused)
    result.claims.withdrawn = combine(mine.withdrawn, others.withdrawn)
    result.claims.claimed = combine(mine.claimed, others.claimed)
    result.claims.hidden = combine(mine.hidden, others.hidden)
    result.claims.passed = combine(mine.passed, others.passed)
    return result
  }
}

/// The door of a device's session.
extension DeviceSession {
  private var currentCounts: Disclosure.Counts {
    Disclosure.Counts(withheld: currentWithheldCounts, claims: currentClaims)
  }

  /// Closes the door while the session is locked.
  ///
  /// - Parameters:
  ///   - givesMeasures: whether events have their measures nevertheless (`positions_while_locked`).
  ///   - dismiss: informs programs that their attempts are over.
  func setLocked(_ isLocked: Bool, givesMeasures: Bool, dismiss: () -> Void = {}) {
    if isLocked {
      // Readers get the end of what they know. What is still unread may be a PIN already, so nothing is read for it.
      if disclosure.isOpen {
        deferringReads {
          dismiss()
          atOwnersRequest { pipeline.cancelTouchLog(at: $0) }
        }
      }
      disclosure.close(givesMeasures: givesMeasures, warnings: currentWarnings, counts: currentCounts)
    } else {
      disclosure.unlock()
    }
    pipeline.notesOutliers = disclosure.isOpen
    receiver.disclosureChanged(self)
    if disclosure.isOpening { openWhenAtRest() }
  }

  func openWhenAtRest() {
    guard pipeline.isAtRest else { return }
    disclosure.open(counts: currentCounts)
    pipeline.notesOutliers = true
    reportWarnings()
    receiver.disclosureChanged(self)
  }

  /// The state of a gesture, by its index among the device's recognizers.
  func state(of gesture: Int) -> GestureSnapshot {
    disclosure.state(atOwnersRequest { pipeline.snapshot(of: gesture, at: $0) })
  }
}
