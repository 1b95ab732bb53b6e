// Contacts without an end.
extension TouchInput {
  /// BTN_TOUCH and BTN_TOOL_* may contradict the slots.
  @inline(never) mutating func compareWithKeys() {
    if assembler.liftStuck() { noticed.faults.insert(.stuckSlot) }
    noticed.compare(
      assembler.toolCount, with: assembler.slots.present, slots: assembler.slotCount, at: built.head.time)
    assembler.setMayDisagree(
      assembler.slots.stuck != 0 || assembler.toolCount > 1 || noticed.isMiscounted)
  }

  /// When another contact lands, cancels a touch without reports for long, because it is not a finger.
  ///
  /// - Parameter reported: the slots with a report since the last landing.
  @inline(never) mutating func withdrawSilent(_ reported: SlotSet) {
    // Contacts of the other protocols are reported in every frame.
    guard assembler.touchProtocol == .b else { return }
    noticed.noteReports(of: reported, at: built.head.time)
    var slots = filter.touching & assembler.slots.active & ~assembler.slots.landed
    while let slot = slots.popFirst() {
      noticed.noteLanding(of: slot, at: filter.contacts[slot].landing.time)
      guard noticed.silence(of: slot, at: built.head.time) >= FaultNotes.silence else { continue }
      noticed.faults.insert(.silentContact)
      explainSilence(slot)
      tracker.end(slot, at: filter.contacts[slot].position, .cancelled)
      filter.set(.palm, of: slot)
    }
  }
}
