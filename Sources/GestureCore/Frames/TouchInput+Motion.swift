/// Skips motion that is not read, for example while one finger moves the pointer and all gestures have more fingers.
///
/// The next frame with more than motion takes the touches' positions from their last reports. In between, no state depends on a
/// touch's path, so a kernel mask for motion (`MotionMask`) changes nothing if the reports are up to date in that frame.
extension TouchInput {
  /// Decides whether the next frames in which touches only move are skipped. Called after each frame.
  mutating func noteNeed(_ isMotionRead: Bool) {
    skipping.isMotionRead = isMotionRead
    if !isMotionRead && !skipping.isActive {
      skipping.isActive = skipping.isPossible && !contactsNeedMotion()
    }
  }

  /// Whether the next frame is read even if touches only move. A frame after lost events is always read.
  var needsMotion: Bool { !skipping.isActive || assembler.isEventful }

  /// Whether a moving contact may be judged anew, or a rule needs its reports.
  ///
  /// Mutating, because the call would copy parts of the input otherwise: 5 instructions a frame of the benchmark's mix.
  private mutating func contactsNeedMotion() -> Bool {
    let active = assembler.slots.active
    // The reports up to the first landing are all read. Contacts from before the first event are never touches, so their motion
    // is not read.
    if active == 0 { return assembler.slots.older == 0 }
    if isInDoubt { return true }
    // Each contact must be reported once between two landings, because `withdrawSilent` counts reports.
    if filter.touching & active & ~assembler.reported.lately != 0 { return true }
    if !filter.isTransparent && filter.followedReports < skipping.reportsReadWhole { return true }
    return hasUndecidedContact(active)
  }

  /// Whether it is in doubt which contacts are down.
  private var isInDoubt: Bool {
    overflow.kept | assembler.slots.stuck | filter.undecided | away.waiting != 0 || tracker.phantomCount != 0
  }

  /// Whether motion may change the verdict on one of these contacts.
  private mutating func hasUndecidedContact(_ active: SlotSet) -> Bool {
    var slots = active
    while let slot = slots.popFirst() {
      switch filter.contacts[slot].verdict {
      case .touch: if filter.contacts[slot].isGuessed { return true }
      case .palm, .toolPalm: break
      case .absent, .hover, .light, .edge, .brief, .thumb: return true
      }
    }
    return false
  }

  /// Whether motion may add or remove a touch.
  mutating func motionMayChangeTouches() -> Bool { isInDoubt || hasUndecidedContact(assembler.slots.active) }

  /// Builds a frame without landings, lifts or lost events, while motion is skipped.
  mutating func buildSkipped() {
    skipping.followed.removeAll(keepingCapacity: true)
    built.parts = built.usualParts
    let judged = slotsToJudge()
    if judged == 0 && built.head.flags.isEmpty {
      if skipping.isObserved { follow() }
      return
    }
    _ = takePositions()
    var slots = judged
    while let slot = slots.popFirst() { update(slot) }
    if filter.undecided != 0 { announce(isCountedMore: false) }
  }

  /// The contacts whose tool or distance has changed.
  private mutating func slotsToJudge() -> SlotSet {
    var judged: SlotSet = 0
    var slots = assembler.reported.reshaped & assembler.slots.active
    while let slot = slots.popFirst() {
      let verdict = filter.contacts[slot].verdict
      if verdict != .palm && verdict != filter.plainVerdict(assembler.reports[slot], of: slot) {
        judged |= SlotSet(slot: slot)
      }
    }
    return judged
  }

  /// Follows the touches of a skipped frame, for the log of touches only.
  private mutating func follow() {
    var slots = assembler.reported.now & assembler.slots.active & filter.touching
    while let slot = slots.popFirst() {
      let point = position(of: slot)
      if filter.contacts[slot].follow(point), tracker.isTouching(slot) {
        skipping.followed.append((tracker.touchID(slot), point))
      }
    }
  }

  /// Ends skipping. Each remaining touch is now at its last reported position.
  ///
  /// - Returns: the slots of these touches.
  mutating func takePositions() -> SlotSet {
    defer {
      skipping.isActive = false
      skipping.followed.removeAll(keepingCapacity: true)
    }
    // A resync sets all positions anew.
    if built.head.flags.contains(.resync) { return 0 }
    var located: SlotSet = 0
    var slots = filter.touching & assembler.slots.active & ~assembler.slots.lifted & ~assembler.slots.landed
    while let slot = slots.popFirst() {
      guard filter.plainVerdict(assembler.reports[slot], of: slot) == .touch else { continue }
      let point = position(of: slot)
      filter.contacts[slot].restart(at: point, built.head.time)
      tracker.move(slot, to: point)
      located |= SlotSet(slot: slot)
    }
    return located
  }

  /// A contact's last reported position if its motion is skipped; otherwise its filtered position.
  mutating func position(of slot: Int) -> Point {
    if !skipping.isActive { return filter.contacts[slot].position }
    let report = assembler.reports[slot]
    return geometry.point(report.x, report.y)
  }
}
