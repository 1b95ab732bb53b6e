/// Decides which words the plugin gets, from the contacts of each frame and the gesture events. It has no clock and no device.
///
/// The plugin applies claims and holds frames by itself, because a verdict from the daemon would come too late for the frame in
/// which a finger lands. This value writes the verdicts on sequences that are claimed, held or in progress. See docs/claims.md.
package struct TouchClaims: Sendable {
  private var rules: Rules
  /// The words to write, in this order. The caller removes them.
  package private(set) var words: [ClaimWord] = []
  /// How many verdicts of each kind were given, for `status`.
  package private(set) var hidden = 0
  package private(set) var passed = 0
  package private(set) var claimed = 0

  /// For each claim, the slots whose contact landed in its place.
  private var landedInside: [SlotSet]
  private var slots: SlotSet = 0
  private var fingers = 0
  /// The tracking id of a touch of this sequence. The plugin ignores a word with an id of an earlier sequence.
  private var id: Int32?
  /// The time until which the plugin holds the frames of the sequence; nil if it holds none or has its verdict.
  private var heldUntil: Timestamp?
  /// Whether the sequence is claimed or hidden.
  private var isHidden = false

  /// The settings and the values that follow from them, computed once so that reaching a count allocates nothing.
  private struct Rules: Sendable {
    let settings: ClaimSettings
    let words: [ClaimWord]
    let hasAreas: Bool
    let delayedCounts: FingerCounts
    let delaying: Set<Int>

    init(_ settings: ClaimSettings) {
      self.settings = settings
      words = settings.words
      hasAreas = settings.claims.contains { $0.area != nil }
      delayedCounts = settings.delayedCounts
      delaying = Set(settings.delays.map { $0.gesture })
    }
  }

  package init(_ settings: ClaimSettings = ClaimSettings()) {
    rules = Rules(settings)
    landedInside = settings.claims.map { _ in 0 }
    words.reserveCapacity(16)
  }

  package var settings: ClaimSettings { rules.settings }
  /// Whether a claim has a place, so that `observe` needs the positions of landings.
  package var needsPositions: Bool { rules.hasAreas }

  package var isEmpty: Bool { settings.isEmpty }

  /// What happens to the last observed frame. Only a grab reads it, because the daemon then passes frames on itself
  /// (`TwinFrames`).
  package enum Verdict: Sendable { case show, hold, hide }

  package var verdict: Verdict {
    if isHidden || words.contains(where: { $0.isHiding }) { return .hide }
    return heldUntil == nil ? .show : .hold
  }

  /// The time at which held frames are released even if the device sends no frame.
  package var deadline: Timestamp { heldUntil ?? .never }

  /// Adds the words that configure the plugin, when the daemon opens the device and when another program has opened it.
  ///
  /// - Parameter slot: the slot selected in the kernel; nil if the plugin does not need it.
  package mutating func begin(slot: Int32? = nil) {
    if let slot, !isEmpty { words.append(.slot(slot)) }
    words.append(contentsOf: rules.words)
  }

  /// Changes the settings. The old ones apply to a sequence in progress until it lifts.
  package mutating func use(_ new: ClaimSettings) {
    if !settings.claims.isEmpty && new.claims.isEmpty { words.append(.claim(nil)) }
    if !settings.delays.isEmpty && new.delays.isEmpty { words.append(.delay([])) }
    rules = Rules(new)
    landedInside = new.claims.map { _ in 0 }
    slots = 0
    begin()
  }

  /// Ends all claims and delays, before the daemon closes the device.
  package mutating func end() {
    if !settings.claims.isEmpty { words.append(.claim(nil)) }
    if !settings.delays.isEmpty { words.append(.delay([])) }
  }

  /// Takes the contacts after a frame.
  ///
  /// - Parameter position: where the contact of a slot is, in the device's units.
  package mutating func observe(
    _ contacts: Contacts, at time: Timestamp, position: (Int) -> (x: Int32, y: Int32) = { _ in (0, 0) }
  ) {
    advance(to: time)
    if needsPositions { notePositions(contacts, position) }
    let before = fingers
    fingers = contacts.fingers
    if let contact = contacts.id { id = contact }
    if fingers > before { reached(contacts, isFirst: before == 0, at: time) }
    if fingers == 0 { isHidden = false }
  }

  private mutating func notePositions(_ contacts: Contacts, _ position: (Int) -> (x: Int32, y: Int32)) {
    var landed = contacts.slots & ~slots
    slots = contacts.slots
    while let slot = landed.popFirst() {
      let (x, y) = position(slot)
      for (index, claim) in settings.claims.enumerated() {
        let isInside = claim.area?.contains(x: x, y: y) ?? true
        if isInside {
          landedInside[index] |= SlotSet(slot: slot)
        } else {
          landedInside[index] &= ~SlotSet(slot: slot)
        }
      }
    }
  }

  /// Ends a hold whose time is over.
  package mutating func advance(to time: Timestamp) {
    if let until = heldUntil, until <= time { heldUntil = nil }
  }

  /// Whether a claim applies. One with a place requires that every contact has a slot and landed in the place.
  private func isClaimed(_ contacts: Contacts) -> Bool {
    for (index, claim) in settings.claims.enumerated() where claim.fingers.contains(contacts.fingers) {
      if claim.area == nil { return true }
      let isInside = contacts.counted & ~landedInside[index] == 0
      if isInside, contacts.fingers == contacts.counted.nonzeroBitCount { return true }
    }
    return false
  }

  /// Handles a rise of the finger count. The plugin hides a claimed sequence by itself from its first frame. If it did not have
  /// the claim by then, because its compositor has just opened the device or the daemon was stopped, it hides the sequence at the
  /// verdict written here.
  private mutating func reached(_ contacts: Contacts, isFirst: Bool, at time: Timestamp) {
    guard !isHidden else { return }
    let isClaimed = isClaimed(contacts)
    let isDelayed = rules.delayedCounts.contains(count: contacts.fingers)
    if isFirst || isClaimed || isDelayed { words.append(contentsOf: rules.words) }
    if isClaimed {
      if let id { words.append(.hide(id: id)) }
      isHidden = true
      heldUntil = nil
      claimed += 1
    } else if isDelayed {
      // Each landing restarts the hold, so the second of two taps has as much time as the first.
      heldUntil = time + settings.patience
    }
  }

  /// Takes an event of the arena; `gesture` is the arena's index.
  package mutating func take(_ gesture: Int, _ state: GestureState) {
    switch state {
    case .began, .recognized: break
    case .possible, .changed, .ended, .cancelled, .failed, .step: return
    }
    let isHeld = heldUntil != nil
    guard let id, !isHidden,
      (isHeld && rules.delaying.contains(gesture)) || settings.cancels.contains(gesture)
    else { return }
    // After the last lift, only held frames can still be hidden.
    guard fingers > 0 || isHeld else { return }
    words.append(.hide(id: id))
    hidden += 1
    isHidden = fingers > 0
    heldUntil = nil
  }

  /// Ends a hold if none of the gestures that hold it can still be recognized. Called after the events of a frame.
  package mutating func conclude(isUndecided: (Int) -> Bool) {
    guard heldUntil != nil, let id, !settings.delays.contains(where: { isUndecided($0.gesture) }) else {
      return
    }
    words.append(.pass(id: id))
    passed += 1
    heldUntil = nil
  }

  /// Whether a touch is down. A word is then delivered with the device's next frame; otherwise it needs a SYN_REPORT of its own.
  package var isTouched: Bool { fingers > 0 }

  package mutating func removeWords() { words.removeAll(keepingCapacity: true) }
}
