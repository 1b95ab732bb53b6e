// Reports withheld contacts for `--explain`. They are always counted.
extension TouchInput {
  @inline(never) mutating func explain(_ slot: Int) {
    if let contact = filter.withheld(slot, assembler.reports[slot], at: built.head.time) {
      withholding.note(contact)
    }
  }
  /// Lists a withheld contact that leaves. A palm was listed when it was detected.
  mutating func explainHeld(_ slot: Int) {
    if filter.contacts[slot].verdict.isReportedLate { explain(slot) }
  }
  /// Lists contacts that are still down when a recording ends.
  package mutating func explainPresent() {
    guard withholding.isOn else { return }
    for slot in 0..<assembler.slotCount { explainHeld(slot) }
  }
  @inline(never) mutating func explainSilence(_ slot: Int) {
    let silence = noticed.silence(of: slot, at: built.head.time)
    withholding.note(
      WithheldContact(
        time: built.head.time, rule: .silent, position: filter.contacts[slot].position,
        measured: Double(silence) / Double(Timestamp.second),
        limit: Double(noticed.silence) / Double(Timestamp.second), unit: .seconds))
  }
  @inline(never) mutating func explainJump(_ slot: Int, _ way: Double, _ limit: Double) {
    withholding.note(
      WithheldContact(
        time: built.head.time, rule: .jump, position: filter.contacts[slot].position, measured: way,
        limit: limit,
        unit: .mm))
  }
}
