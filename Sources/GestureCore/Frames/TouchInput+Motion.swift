/// Motion that nothing reads: one finger moves the pointer, and all gestures have more fingers.
///
/// Such frames are skipped, and the places of the touches are taken from their last reports in the next frame in which
/// something else happens. Between the two, no state depends on the path of a touch, so a kernel that does not send the
/// motion at all (`MotionMask`) changes nothing, if the reports are up to date in that frame.
extension TouchInput {
  /// Takes, after each frame, whether the next frames of mere motion are skipped.
  mutating func noteNeed(_ isMotionRead: Bool) {
    skipping.isMotionRead = isMotionRead
    if !isMotionRead && !skipping.isActive {
      skipping.isActive = skipping.isPossible && !contactsNeedMotion()
    }
  }

  /// Whether the next frame is read even if touches only move in it; the one after lost events always is.
  var needsMotion: Bool { !skipping.isActive || assembler.isEventful }

  /// Whether a contact that moves may be judged anew, or a rule needs its reports.
  ///
  /// Mutating, as `Arena` explains: it would be called with a copy of the whole input.
  private mutating func contactsNeedMotion() -> Bool {
    let active = assembler.slots.active
    // The first landing comes whole.
    if active == 0 || overflow.kept != 0 || assembler.slots.stuck != 0 || filter.unsettled != 0
      || tracker.phantomCount != 0
    {
      return true
    }
    // From one landing to the next a contact has to be reported once (`withdrawSilent`).
    if filter.touching & active & ~assembler.reportedLately != 0 { return true }
    if !filter.isTransparent && filter.followedReports < skipping.reportsReadWhole { return true }
    var slots = active
    while let slot = slots.popFirst() {
      switch filter.contacts[slot].verdict {
      case .touch: if filter.contacts[slot].isGuessed { return true }
      case .palm, .toolPalm: break
      case .absent, .hover, .edge, .thumb: return true
      }
    }
    return false
  }

  /// A frame without landings, lifts or lost events, while motion is skipped.
  mutating func buildSkipped() {
    built.parts = built.usualParts
    let judged = slotsToJudge()
    if judged == 0 && built.head.flags.isEmpty {
      if skipping.isObserved { follow() }
      return
    }
    _ = takePlaces()
    var slots = judged
    while let slot = slots.popFirst() { update(slot) }
    if filter.unsettled != 0 { settle(isCountedMore: false) }
  }

  /// Contacts that are no longer what they were, by tool or distance.
  private mutating func slotsToJudge() -> SlotSet {
    var judged: SlotSet = 0
    var slots = assembler.reshaped & assembler.slots.active
    while let slot = slots.popFirst() {
      let verdict = filter.contacts[slot].verdict
      if verdict != .palm && verdict != filter.plainVerdict(assembler.reports[slot]) {
        judged |= SlotSet(slot: slot)
      }
    }
    return judged
  }

  /// Only for the log of touches.
  private mutating func follow() {
    var slots = assembler.reported & assembler.slots.active & filter.touching
    while let slot = slots.popFirst() {
      let place = place(of: slot)
      if filter.contacts[slot].follow(place) { tracker.move(slot, to: place) }
    }
  }

  /// The end of the skipped motion: each touch that stays is where its last report has it, whatever the way there.
  ///
  /// - Returns: the slots of these touches.
  mutating func takePlaces() -> SlotSet {
    defer { skipping.isActive = false }
    // After a resync all places are taken anew.
    if built.head.flags.contains(.resync) { return 0 }
    var located: SlotSet = 0
    var slots = filter.touching & assembler.slots.active & ~assembler.slots.lifted & ~assembler.slots.landed
    while let slot = slots.popFirst() {
      guard filter.plainVerdict(assembler.reports[slot]) == .touch else { continue }
      let place = place(of: slot)
      filter.contacts[slot].restart(at: place, built.head.time)
      tracker.move(slot, to: place)
      located |= SlotSet(slot: slot)
    }
    return located
  }

  /// Where a contact is by its last report, if its motion is skipped; else its position.
  mutating func place(of slot: Int) -> Point {
    if !skipping.isActive { return filter.contacts[slot].position }
    let report = assembler.reports[slot]
    return geometry.point(report.x, report.y)
  }
}
