/// Which contacts are touches, and where (recognizers.md §1.6): palms, thumbs, hover, jitter, jumps.
struct ContactFilter: ~Copyable {
  var rules: ContactRules
  var contacts: FixedArray<FilteredContact>
  /// Nothing is smoothed and nothing can jump: the place of a touch is taken as it is.
  let isTransparent: Bool
  /// Slots whose contact is a touch.
  private(set) var touching: SlotSet = 0
  /// Slots whose contact waits in an edge strip.
  private(set) var inEdge: SlotSet = 0

  init(rules: ContactRules, slots: Int) {
    self.rules = rules
    isTransparent = !rules.rejectsJumps && !rules.hysteresis.isOn && !rules.hysteresis.canTurnOn
    contacts = FixedArray(repeating: FilteredContact(), count: slots)
  }

  mutating func set(_ verdict: ContactVerdict, of slot: Int) {
    contacts[slot].verdict = verdict
    let bit = SlotSet(slot: slot)
    if verdict == .touch { touching |= bit } else { touching &= ~bit }
    if verdict == .edge { inEdge |= bit } else { inEdge &= ~bit }
  }

  mutating func land(_ slot: Int, _ report: ContactReport, at place: Point, _ time: Timestamp) {
    contacts[slot].land(.absent, at: place, time)
    let plain = plainVerdict(report)
    set(plain == .touch ? landing(slot, report, at: place, time) : plain, of: slot)
  }

  /// What the report alone says; the contact's history may add to it.
  @inline(__always) func plainVerdict(_ report: ContactReport) -> ContactVerdict {
    if report.toolType == ToolType.palm || report.toolType == ToolType.dial { return .toolPalm }
    if rules.isPalm(report) { return .palm }
    return report.distance > 0 ? .hover : .touch
  }

  /// A contact that is no palm has come down.
  private mutating func landing(
    _ slot: Int, _ report: ContactReport, at place: Point, _ time: Timestamp
  ) -> ContactVerdict {
    let others = touching & ~SlotSet(slot: slot)
    if others == 0 && rules.edgeWidth > 0 && rules.isInEdge(place) { return .edge }
    guard rules.detectsThumbs else { return .touch }
    if let line = rules.thumbLine(place, report) {
      contacts[slot].thumbLine = line
      return .thumb
    }
    return others != 0 && isLateThumb(place, time, beside: others) ? .thumb : .touch
  }

  /// Lower than all others, later than all others, and far from them.
  private func isLateThumb(_ place: Point, _ time: Timestamp, beside others: SlotSet) -> Bool {
    var slots = others
    var below = Double.infinity
    var beside = Double.infinity
    while let slot = slots.popFirst() {
      let other = contacts[slot]
      guard time - other.landedAt > ContactRules.thumbDelay else { return false }
      below = min(below, place.y - other.position.y)
      beside = min(beside, abs(place.x - other.position.x))
    }
    return below > ContactRules.thumbBelow || (below > 0 && beside > ContactRules.thumbBeside)
  }

  /// What a contact is after a further report; its place is not taken yet.
  mutating func judge(
    _ slot: Int, _ report: ContactReport, at place: Point, _ time: Timestamp
  ) -> ContactVerdict {
    let plain = plainVerdict(report)
    let old = contacts[slot].verdict
    if plain == .touch && old == .touch { return .touch }
    let new: ContactVerdict
    switch (old, plain) {
    case (.absent, _), (.palm, _): return old
    case (.edge, .touch):
      contacts[slot].followHeld(place, time)
      new = rules.isInEdge(place) ? .edge : .touch
    case (.thumb, .touch):
      contacts[slot].followHeld(place, time)
      new = hasLeftThumb(slot) ? .touch : .thumb
    case (.hover, .touch): new = landing(slot, report, at: place, time)
    default: new = plain
    }
    if new != old { set(new, of: slot) }
    return new
  }

  private func hasLeftThumb(_ slot: Int) -> Bool {
    let contact = contacts[slot]
    return contact.fastFrames >= ContactRules.thumbFastFrames
      || (contact.thumbLine.isFinite && contact.position.y < contact.thumbLine)
  }

  enum Motion { case none, travelled, jumped }

  /// A touch's next place. `isAlone`: no other contact, the only time when a wobble is the pad's noise.
  mutating func follow(
    _ contact: UnsafeMutablePointer<FilteredContact>, to place: Point, _ time: Timestamp, isAlone: Bool
  ) -> Motion {
    if contact.pointee.isGuessed || (rules.rejectsJumps && contact.pointee.jumps(to: place, time)) {
      contact.pointee.restartAfterJump(at: place, time)
      return .jumped
    }
    if isAlone && rules.hysteresis.canTurnOn && !rules.hysteresis.isOn
      && contact.pointee.wobbles(to: place, time)
    {
      rules.hysteresis.isOn = true
    }
    let reported =
      rules.hysteresis.isOn ? rules.hysteresis.drag(contact.pointee.position, by: place) : place
    return contact.pointee.follow(place, time, reported: reported) ? .travelled : .none
  }
}
