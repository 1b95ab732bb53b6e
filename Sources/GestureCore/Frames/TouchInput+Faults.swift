// Contacts whose end the device does not report.
extension TouchInput {
  /// Compares BTN_TOUCH and BTN_TOOL_* with the slots, which they may contradict.
  @inline(never) mutating func compareWithKeys() {
    if assembler.liftStuck() { noticed.faults.insert(.stuckSlot) }
    noticed.compare(
      assembler.toolCount, with: assembler.slots.present, slots: assembler.slotCount, at: built.head.time)
    assembler.setMayDisagree(
      assembler.slots.stuck != 0 || assembler.toolCount > 1 || noticed.isMiscounted)
  }

  /// When another contact lands, cancels each touch that has sent no report for a long time, because it is not a finger.
  ///
  /// - Parameter reported: the slots with a report since the last landing.
  @inline(never) mutating func withdrawSilent(_ reported: SlotSet) {
    // Contacts of the other protocols are reported in every frame.
    guard assembler.touchProtocol == .b else { return }
    if !notesReports { noticed.noteReports(of: reported, at: built.head.time) }
    cancelSilent()
  }

  /// Builds a frame before the one in which a contact lands: that of the touches which have been silent for too long. The landing
  /// then begins a new touch sequence if they were the only ones. False if there are none.
  @inline(never) mutating func buildSilent(at time: Timestamp) -> Bool {
    guard notesReports, assembler.touchProtocol == .b else { return false }
    let landed = assembler.slots.landed
    var hasSilent = false
    if landed != 0 && assembler.slots.active != landed {
      built.head = FrameHead(time: time)
      built.parts = .touches
      tracker.beginFrame(built.head)
      cancelSilent()
      hasSilent = tracker.hasChanges
    }
    noticed.noteReports(of: assembler.reported.now, at: time)
    return hasSilent
  }

  private mutating func cancelSilent() {
    var slots = filter.touching & assembler.slots.active & ~assembler.slots.landed
    while let slot = slots.popFirst() {
      noticed.noteLanding(of: slot, at: filter.contacts[slot].landing.time)
      guard noticed.silence(of: slot, at: built.head.time) >= noticed.silence else { continue }
      noticed.faults.insert(.silentContact)
      explainSilence(slot)
      tracker.end(slot, .cancelled)
      filter.set(.palm, of: slot)
    }
  }
}
