// Handles protocol A, which sends contacts without slots, all of them in every frame.
extension FrameAssembler {
  mutating func closeContact() {
    let report = reports[slotCount]
    let isThere = report.x != ContactReport.unknown && report.y != ContactReport.unknown
    // bcm5974 reports a lift as a contact of size 0; the kernel's documentation prescribes an empty report.
    let isLifted = device.hasSize && report.major == 0
    if isThere && !isLifted {
      matcher.add(report, id: reports.trackingID(slotCount))
    } else {
      matcher.addEmpty()
    }
    reports.clearContact(slotCount)
  }

  mutating func matchContacts() {
    if reports[slotCount].x != ContactReport.unknown { closeContact() }
    if matcher.match(active: slots.active, previous: reports) {
      for slot in 0..<slotCount { takeMatch(of: slot) }
    }
    matcher.removeAll()
  }

  mutating func takeMatch(of slot: Int) {
    let found = matcher.contact(in: slot)
    guard found != nil || slots.active.contains(slot: slot) else { return }
    cursor.use(slot)
    defer { cursor.use(slotCount) }
    guard let found else { return identify(ContactReport.noContact) }
    if !slots.active.contains(slot: slot) || matcher.replaced.contains(slot: slot) {
      identify(newTrackingID())
    }
    if reports[slot] != found {
      reports.store(found, in: slot)
      reported.noteReshaped(cursor.bit)
    }
  }
}

extension ContactReports {
  /// Empties the row in which a contact of protocol A is collected.
  mutating func clearContact(_ row: Int) {
    clear(row)
    self[row, AbsoluteCode.touchMajor] = ContactReport.unknown
  }
}
