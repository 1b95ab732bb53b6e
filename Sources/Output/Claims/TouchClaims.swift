import GestureCore

/// Decides which words the plugin gets, from the contacts of each frame and the gesture events. It has no clock and no device.
///
/// The plugin applies claims and holds frames by itself, because a verdict from the daemon would come too late for the frame in
/// which a finger lands. This value writes the verdicts on touches that are claimed, held or in progress. With a grab, the twin
/// follows the same words (`TwinFrames`). See docs/dev/claims.md.
package struct TouchClaims: Sendable {
  private var rules: Rules
  /// The words to write, in this order. The caller removes them.
  package private(set) var words: [ClaimWord] = []
  /// How many verdicts of each kind were given, for `status`.
  package private(set) var hidden = 0
  package private(set) var passed = 0
  package private(set) var claimed = 0

  /// Whether touches are held and hidden one by one, as on a touchscreen with slots.
  private let isPerTouch: Bool
  /// For each claim, the slots whose contact landed in its place.
  private var landedInside: [SlotSet]
  private var slots: SlotSet = 0
  private var fingers = 0
  /// A tracking id of this sequence. The plugin ignores a word with an id that it does not know.
  private var id: Int32 = 0
  /// For each slot, the tracking id of its contact, if touches are held one by one.
  private var ids: [Int32]
  /// The slots whose contact landed in the last frame.
  private var landed: SlotSet = 0
  private var holds: TouchHolds
  /// When the first of the held touches landed.
  private var heldSince: Timestamp = 0
  /// The time until which frames are held; nil if none are.
  private var heldUntil: Timestamp?
  /// Whether the sequence is claimed or hidden.
  private var isHidden = false
  /// The touches whose frames are held from the last observed frame on.
  package private(set) var start = Start.none

  /// What a frame begins to hold.
  package enum Start: Equatable, Sendable {
    case none
    /// The touches that land in the frame, if `landings`, and the lifts in these slots. Only on a touchscreen.
    case touches(landings: Bool, lifts: SlotSet)
    /// The rest of a sequence, with a tracking ID of it.
    case sequence(Int32)
    package static let landings = Start.touches(landings: true, lifts: 0)
  }

  /// The settings and the values that follow from them, computed once so that reaching a count allocates nothing.
  private struct Rules: Sendable {
    let settings: ClaimSettings
    let words: [ClaimWord]
    let hasAreas: Bool
    let delayedCounts: FingerCounts
    let leastDelayed: Int
    /// µs; 0 if no lift is held.
    let endPatience: Timestamp

    init(_ settings: ClaimSettings) {
      self.settings = settings
      words = settings.words
      hasAreas = settings.claims.contains { $0.area != nil }
      delayedCounts = settings.delayedCounts
      leastDelayed = settings.delays.map { $0.fingers.lowerBound }.min() ?? .max
      endPatience = settings.endPatience
    }
  }

  /// The longest time from the landing of the first held touch to the end of the hold.
  package static let longestHold: Timestamp = 1200 * .millisecond

  /// - Parameter isPerTouch: whether the device is a touchscreen with slots.
  package init(_ settings: ClaimSettings = ClaimSettings(), isPerTouch: Bool = false) {
    self.isPerTouch = isPerTouch
    rules = Rules(settings)
    holds = TouchHolds(settings)
    landedInside = settings.claims.map { _ in 0 }
    ids = Array(repeating: ContactReport.noContact, count: isPerTouch ? SlotSet.capacity : 0)
    words.reserveCapacity(64)
  }

  package var settings: ClaimSettings { rules.settings }
  package var isEmpty: Bool { settings.isEmpty }
  /// Whether frames of any touch are held.
  package var isHolding: Bool { heldUntil != nil }
  /// The time at which held frames are shown even if the device sends no frame.
  package var deadline: Timestamp { heldUntil ?? .never }

  /// Adds the words that configure the plugin, when the daemon opens the device and when another program has opened it.
  ///
  /// - Parameter slot: the slot selected in the kernel; nil if the plugin does not need it.
  package mutating func begin(slot: Int32? = nil) {
    if let slot, !isEmpty { words.append(.slot(slot)) }
    words.append(contentsOf: rules.words)
  }

  /// Changes the settings. What is hidden stays hidden until it lifts, and what is held is shown.
  package mutating func use(_ new: ClaimSettings) {
    for hold in holds.all where hold.wait != .none { words.append(.pass(id: hold.id)) }
    end(keeping: new)
    rules = Rules(new)
    holds = TouchHolds(new)
    heldUntil = nil
    landedInside = new.claims.map { _ in 0 }
    slots = 0
    begin()
  }

  /// Ends the claims and delays that new settings do not have; all of them before the daemon closes the device.
  package mutating func end(keeping new: ClaimSettings = ClaimSettings()) {
    if !settings.claims.isEmpty && new.claims.isEmpty { words.append(.claim(nil)) }
    if !settings.delays.isEmpty && new.delays.isEmpty { words.append(.delay([])) }
    if !settings.endDelays.isEmpty && new.endDelays.isEmpty { words.append(.delayEnds(milliseconds: 0)) }
  }

  // MARK: Frames

  /// Takes the contacts after a frame.
  ///
  /// - Parameters:
  ///   - position: where the contact of a slot is, in the device's units.
  ///   - trackingID: that of the contact of a slot.
  package mutating func observe(
    _ contacts: ReportedContacts, at time: Timestamp,
    position: (Int) -> (x: Int32, y: Int32) = { _ in (0, 0) },
    trackingID: (Int) -> Int32 = { Int32($0) }
  ) {
    advance(to: time)
    start = .none
    if rules.hasAreas { notePositions(contacts, position) }
    if isPerTouch { noteTouches(contacts, trackingID, at: time) }
    let before = fingers
    fingers = contacts.fingers
    if let contact = contacts.id { id = contact }
    if fingers > before || landed != 0 { reached(contacts, isFirst: before == 0, at: time) }
    if fingers == 0 {
      isHidden = false
      if !isPerTouch { holds.liftSequence() }
    }
  }

  private mutating func notePositions(_ contacts: ReportedContacts, _ position: (Int) -> (x: Int32, y: Int32))
  {
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

  private mutating func noteTouches(
    _ contacts: ReportedContacts, _ trackingID: (Int) -> Int32, at time: Timestamp
  ) {
    landed = 0
    var lifted: SlotSet = 0
    for slot in ids.indices {
      let id = contacts.slots.contains(slot: slot) ? trackingID(slot) : ContactReport.noContact
      if ids[slot] == id { continue }
      if ids[slot] >= 0 && lift(slot) { lifted |= SlotSet(slot: slot) }
      ids[slot] = id
      if id >= 0 && contacts.counted.contains(slot: slot) { landed |= SlotSet(slot: slot) }
    }
    guard rules.endPatience > 0, !isHidden else { return }
    var begun = landed
    while let slot = begun.popFirst() { _ = holds.begin(id: ids[slot], slot: slot, .none) }
    if lifted != 0 {
      start = .touches(landings: false, lifts: lifted)
      // For the plugin it is a sign that the daemon is alive.
      words.append(.delayEnds(milliseconds: Int(rules.endPatience / Timestamp.millisecond)))
    }
    if lifted != 0 || landed != 0 && holds.isHolding { prolong(rules.endPatience, at: time) }
  }

  /// Ends a touch. Returns whether its lift waits.
  private mutating func lift(_ slot: Int) -> Bool {
    let waits = holds.lift(slot)
    // The plugin holds every lift.
    if rules.endPatience > 0 && !waits && !isHidden { words.append(.pass(id: ids[slot])) }
    return waits
  }

  /// Ends a hold whose time is over.
  package mutating func advance(to time: Timestamp) {
    if let until = heldUntil, until <= time { release() }
  }

  private mutating func release() {
    for index in holds.all.indices.reversed() where holds.all[index].wait != .none {
      _ = holds.show(index)
    }
    heldUntil = nil
  }

  private mutating func prolong(_ patience: Timestamp, at time: Timestamp) {
    if heldUntil == nil { heldSince = time }
    heldUntil = min(max(heldUntil ?? 0, time + patience), heldSince + Self.longestHold)
  }

  /// Whether a claim applies. One with a place requires that every contact has a slot and landed in the place.
  private func isClaimed(_ contacts: ReportedContacts) -> Bool {
    for (index, claim) in settings.claims.enumerated() where claim.fingers.contains(contacts.fingers) {
      if claim.area == nil { return true }
      let isInside = contacts.counted & ~landedInside[index] == 0
      if isInside, contacts.fingers == contacts.counted.nonzeroBitCount { return true }
    }
    return false
  }

  /// Handles a landing. The plugin hides a claimed sequence by itself from its first frame. If it did not have the claim by then,
  /// because its compositor has just opened the device or the daemon was stopped, it hides the sequence at the verdict written
  /// here.
  private mutating func reached(_ contacts: ReportedContacts, isFirst: Bool, at time: Timestamp) {
    guard !isHidden else { return }
    let isClaimed = isClaimed(contacts)
    // On a touchscreen a gesture may receive only some of the fingers.
    let isDelayed =
      isPerTouch
      ? landed != 0 && contacts.fingers >= rules.leastDelayed
      : rules.delayedCounts.contains(count: contacts.fingers)
    if isFirst || isClaimed || isDelayed { words.append(contentsOf: rules.words) }
    if isClaimed {
      words.append(.hide(id: id))
      hideSequence()
      claimed += 1
    } else if isDelayed {
      hold(at: time)
    }
  }

  /// Holds what lands. Each landing restarts the hold, so that the second of two taps has as much time as the first.
  private mutating func hold(at time: Timestamp) {
    if isPerTouch {
      let lifts =
        switch start {
        case .touches(_, let lifts): lifts
        case .none, .sequence: SlotSet(0)
        }
      var landed = landed
      while let slot = landed.popFirst() {
        if holds.begin(id: ids[slot], slot: slot, .landing) {
          start = .touches(landings: true, lifts: lifts)
        }
      }
    } else if !holds.hasSequence, holds.begin(id: id, slot: nil, .landing) {
      start = .sequence(id)
    }
    prolong(rules.settings.patience, at: time)
  }

  private mutating func hideSequence() {
    isHidden = fingers > 0
    for index in holds.all.indices.reversed() where holds.all[index].isDown { holds.remove(index) }
    if !holds.isHolding { heldUntil = nil }
  }

  // MARK: Verdicts

  /// Notes which gestures received the touches of the last observed frame. Called before its events are taken.
  package mutating func note(_ stand: (Int) -> GestureStand) { holds.note(stand) }

  /// Takes an event of the arena; `gesture` is the arena's index.
  package mutating func take(_ gesture: Int, _ state: GestureState, _ stand: (Int) -> GestureStand) {
    switch state {
    case .began, .recognized: break
    case .possible, .changed, .ended, .cancelled, .failed, .step: return
    }
    guard !isHidden else { return }
    let count = words.count
    var hidesSequence = false
    for index in holds.all.indices.reversed() where holds.isUsed(index, by: gesture, stand) {
      let hold = holds.all[index]
      words.append(isPerTouch ? .hideTouch(id: hold.id) : .hide(id: hold.id))
      if !isPerTouch && hold.isDown { hidesSequence = true }
      holds.remove(index)
    }
    if fingers > 0 && settings.cancels.contains(gesture) {
      if isPerTouch {
        hideTouches(stand(gesture).received)
      } else if !hidesSequence {
        words.append(.hide(id: id))
        hidesSequence = true
      }
    }
    if hidesSequence { hideSequence() }
    if words.count > count { hidden += 1 }
    if !holds.isHolding { heldUntil = nil }
  }

  /// Hides touches that are down.
  private mutating func hideTouches(_ slots: SlotSet) {
    var slots = slots
    while let slot = slots.popFirst() {
      let word = ClaimWord.hideTouch(id: ids[slot])
      if ids[slot] >= 0 && !words.contains(word) { words.append(word) }
      for index in holds.all.indices.reversed()
      where holds.all[index].slot == slot && holds.all[index].isDown {
        holds.remove(index)
      }
    }
  }

  /// Shows the touches that no gesture can use any more, and hides those that join a gesture. Called after the events of a frame.
  package mutating func conclude(_ stand: (Int) -> GestureStand) {
    if isPerTouch && landed != 0 {
      for gesture in holds.gestures where gesture.hidesJoining && stand(gesture.index).isActive {
        hideTouches(stand(gesture.index).received & landed)
      }
      landed = 0
    }
    guard !holds.all.isEmpty else { return }
    var index = 0
    while index < holds.all.count {
      let hold = holds.all[index]
      if hold.wait == .none || holds.isUndecided(index, stand) {
        index += 1
        continue
      }
      words.append(.pass(id: hold.id))
      passed += 1
      if !holds.show(index) { index += 1 }
    }
    if !holds.isHolding { heldUntil = nil }
    holds.noteAttempts(stand)
  }

  /// Whether a touch is down. A word is then delivered with the device's next frame; otherwise it needs a SYN_REPORT of its own.
  package var isTouched: Bool { fingers > 0 }

  package mutating func removeWords() { words.removeAll(keepingCapacity: true) }
}
