/// Decides which contacts are touches, and where they are (recognizers.md §1.6): palms, thumbs, hover, jitter, jumps.
struct ContactFilter: ~Copyable {
  var rules: ContactRules
  var contacts: FixedArray<FilteredContact>
  /// Whether positions are taken as reported, without smoothing and without the jump rule.
  let isTransparent: Bool
  /// Slots whose contact is a touch.
  private(set) var touching: SlotSet = 0
  /// Slots whose contact landed with partly guessed coordinates.
  private var guessed: SlotSet = 0
  /// Slots with a touch whose coordinates were reported, so that the change to the next position is motion.
  var plain: SlotSet { touching & ~guessed }
  /// Slots whose contact is withheld in a palm strip.
  private var inEdge: SlotSet = 0
  /// Slots whose contact has not lasted as long as the shortest touch.
  private var brief: SlotSet = 0
  /// Slots whose contact landed in this frame and is a touch, or waits in a strip for the rest of the frame.
  private var landed: SlotSet = 0
  /// Touches that begin in this frame with a landing. Used only if contacts may be withheld.
  private(set) var begun: SlotSet = 0
  /// Touches that begin in this frame because they are no longer withheld.
  private(set) var released: SlotSet = 0
  /// Slots whose contact `decide` must handle at the end of the frame.
  private(set) var undecided: SlotSet = 0
  /// The number of reports followed so far. A transparent filter does not count them.
  private(set) var followedReports = 0
  /// Whether more fingers are counted than the device has slots. libinput then takes every contact as a finger (tp_unhover_pressure).
  var isOvercounted = false
  /// The time of the device's last frame.
  var lastFrame: Timestamp = 0

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
    if verdict == .brief { brief |= bit } else { brief &= ~bit }
    if undecided & bit != 0 || verdict == .edge || verdict == .brief { reconsider(bit, verdict) }
  }

  /// Whether nothing waits for the decision about a slot's contact.
  func canExchange(_ slot: Int) -> Bool {
    (undecided | landed) & SlotSet(slot: slot) == 0
      && (contacts[slot].verdict == .touch || contacts[slot].verdict == .absent)
  }

  /// Exchanges two slots of which `canExchange` is true.
  mutating func exchange(_ a: Int, _ b: Int) {
    let (one, other) = (contacts[a], contacts[b])
    (contacts[a], contacts[b]) = (other, one)
    let both = SlotSet(slot: a) | SlotSet(slot: b)
    if touching & both != 0 && touching & both != both { touching ^= both }
    if guessed & both != 0 && guessed & both != both { guessed ^= both }
  }

  @inline(never) private mutating func reconsider(_ bit: SlotSet, _ verdict: ContactVerdict) {
    if verdict != .touch {
      begun &= ~bit
      released &= ~bit
      if verdict != .edge { landed &= ~bit }
    }
    undecided = inEdge | brief | begun | released
  }

  /// - Parameters:
  ///   - isGuessed: whether the coordinates were never reported.
  ///   - bounce: for how long the finger was away that lands again; nil if another one lands.
  mutating func land(
    _ slot: Int, _ report: ContactReport, at point: Point, _ time: Timestamp, isGuessed: Bool,
    bounce: Timestamp?
  ) {
    contacts[slot].land(.absent, at: point, time)
    contacts[slot].bounce = bounce
    contacts[slot].isGuessed = isGuessed
    if isGuessed { guessed |= SlotSet(slot: slot) } else { guessed &= ~SlotSet(slot: slot) }
    let plain = plainVerdict(report, of: slot)
    if plain == .light { contacts[slot].weigh(report) }
    if plain == .touch { takeLanding(slot, report, at: point) } else { set(plain, of: slot) }
  }

  /// The verdict that follows from the report alone. The contact's history may change it.
  func plainVerdict(_ report: ContactReport, of slot: Int) -> ContactVerdict {
    // A palm by size or pressure stays one, so it comes before a tool type, which may change back.
    if rules.isPalm(report) { return .palm }
    if report.toolType != ToolType.finger && rules.isTool(report) { return .toolPalm }
    if report.distance > 0 { return .hover }
    return rules.light.isUsed && isLight(report, of: slot) ? .light : .touch
  }

  private func isLight(_ report: ContactReport, of slot: Int) -> Bool {
    let verdict = contacts[slot].verdict
    return !isOvercounted && rules.light.isLight(report, isTouch: verdict == .touch || verdict.isHeld)
  }

  /// Handles the beginning of a contact other than a palm. The rest of the frame is not known yet.
  ///
  /// - Parameter wasPalm: whether it was a palm by its tool type, which is not held back at the edge (§1.6).
  private mutating func takeLanding(
    _ slot: Int, _ report: ContactReport, at point: Point, wasPalm: Bool = false
  ) {
    if contacts[slot].bounce != nil { return set(.brief, of: slot) }
    if !rules.holdsBack { return becomeTouch(slot) }
    if rules.shortestContact > 0 { return set(.brief, of: slot) }
    if let line = rules.thumbLine(point, report) {
      contacts[slot].thumb = .zone(line: line)
      return set(.thumb, of: slot)
    }
    landed |= SlotSet(slot: slot)
    if !wasPalm && rules.isInEdge(point) { set(.edge, of: slot) } else { becomeTouch(slot) }
  }

  private mutating func becomeTouch(_ slot: Int, isReleased: Bool = false) {
    let bit = SlotSet(slot: slot)
    contacts[slot].verdict = .touch
    contacts[slot].hasTouched = true
    touching |= bit
    guard rules.holdsBack || isReleased else { return }
    inEdge &= ~bit
    brief &= ~bit
    if isReleased { released |= bit } else { begun |= bit }
    undecided |= bit
  }

  /// Decides late thumbs and palm strips at the end of a frame, because they depend on the other touches.
  ///
  /// - Parameter isCountedMore: whether the device counts a finger beyond its slots, which is also a touch.
  mutating func decide(at time: Timestamp, isCountedMore: Bool) {
    if brief != 0 { releaseBrief(at: time) }
    if rules.thumb.isDetected && landed != 0 { holdLateThumb(time) }
    if touching != 0 || isCountedMore {
      var slots = inEdge
      while let slot = slots.popFirst() { becomeTouch(slot, isReleased: !landed.contains(slot: slot)) }
    }
    landed = 0
  }

  /// Call this when the touches found by `decide` have been announced.
  mutating func endFrame() {
    begun = 0
    released = 0
    undecided = inEdge | brief
  }

  private mutating func releaseBrief(at time: Timestamp) {
    var slots = brief
    while let slot = slots.popFirst() {
      if time >= end(ofBrief: slot) { becomeTouch(slot, isReleased: true) }
    }
  }

  /// When the first contact has lasted as long as the shortest touch; `.never` without such a contact.
  var deadline: Timestamp {
    var deadline = Timestamp.never
    var slots = brief
    while let slot = slots.popFirst() { deadline = min(deadline, end(ofBrief: slot)) }
    return deadline
  }
  /// When a contact has lasted long enough to be a touch.
  private func end(ofBrief slot: Int) -> Timestamp {
    let least = contacts[slot].bounce == nil ? rules.shortestContact : AwayContacts.bounceTime
    return contacts[slot].landing.time + least
  }

  /// Withholds a late thumb. Two contacts that land together have the same age, so neither is late.
  private mutating func holdLateThumb(_ time: Timestamp) {
    let others = touching & ~landed
    guard others != 0, landed & (landed &- 1) == 0 else { return }
    let slot = landed.trailingZeroBitCount
    guard let rule = lateThumb(contacts[slot].position, time, beside: others) else { return }
    contacts[slot].thumb = rule
    set(.thumb, of: slot)
  }

  /// The rule by which a contact is a late thumb: it landed after all others, below them, and far from them; nil if it did not.
  private func lateThumb(_ point: Point, _ time: Timestamp, beside others: SlotSet) -> ThumbRule? {
    var slots = others
    var below = Double.infinity
    var beside = Double.infinity
    while let slot = slots.popFirst() {
      let other = contacts[slot]
      guard time - other.landing.time > ContactRules.thumbDelay else { return nil }
      below = min(below, point.y - other.position.y)
      beside = min(beside, abs(point.x - other.position.x))
    }
    if below.exceeds(ContactRules.thumbBelow) {
      return .late(distance: below, limit: ContactRules.thumbBelow)
    }
    if below > 0 && beside.exceeds(ContactRules.thumbBeside) {
      return .late(distance: beside, limit: ContactRules.thumbBeside)
    }
    return nil
  }

  /// Judges another report of a contact. Only a withheld contact also takes the new position here.
  ///
  /// - Parameter isTravel: whether the change to `point` counts as motion.
  mutating func judge(
    _ slot: Int, _ report: ContactReport, at point: Point, _ time: Timestamp, isTravel: Bool
  ) -> ContactVerdict {
    let plain = plainVerdict(report, of: slot)
    let old = contacts[slot].verdict
    if plain == .light { contacts[slot].weigh(report) }
    switch (old, plain) {
    case (.touch, .touch), (.absent, _), (.palm, _): return old
    case (.edge, .touch), (.thumb, .touch):
      contacts[slot].followHeld(point, time, isTravel: isTravel, lastFrame: lastFrame)
      if old == .edge ? hasLeftEdge(slot, time) : hasLeftThumb(slot) { becomeTouch(slot, isReleased: true) }
    case (.brief, .touch):
      contacts[slot].followHeld(point, time, isTravel: isTravel, lastFrame: lastFrame)
      if contacts[slot].hasGoneOn { becomeTouch(slot, isReleased: true) }
    case (.hover, .touch), (.light, .touch):
      contacts[slot].land(.absent, at: point, time)
      takeLanding(slot, report, at: point)
    case (_, .touch):
      // A palm that becomes a finger begins as a new touch at its current position, and may be a thumb there.
      contacts[slot].land(.absent, at: point, time)
      takeLanding(slot, report, at: point, wasPalm: true)
    case (_, .absent), (_, .hover), (_, .light), (_, .palm), (_, .toolPalm), (_, .edge), (_, .brief),
      (_, .thumb):
      if plain != old { set(plain, of: slot) }
    }
    return contacts[slot].verdict
  }

  /// Whether a contact has left its strip, either soon after its landing or far from it. A palm that rolls over the border of its
  /// strip stays a palm.
  private func hasLeftEdge(_ slot: Int, _ time: Timestamp) -> Bool {
    let (point, landing) = (contacts[slot].position, contacts[slot].landing)
    return rules.isClearOfEdges(point)
      && (time - landing.time < ContactRules.edgeTime
        || point.distance(to: landing.position).reaches(ContactRules.edgeDistance))
  }

  private func hasLeftThumb(_ slot: Int) -> Bool {
    let contact = contacts[slot]
    if contact.fastFrames >= ContactRules.thumbFastFrames { return true }
    guard case .zone(let line) = contact.thumb else { return false }
    return !contact.position.y.exceeds(line)
  }

  /// Whether the next position of a touch can be taken as reported. False after a guessed position.
  func isUnfiltered(_ slot: Int) -> Bool { isTransparent && !guessed.contains(slot: slot) }

  enum Motion {
    case none, travelled
    /// The touch moved farther than a finger moves in 12 ms, mm.
    case jumped(distance: Double, limit: Double)
    /// The previous position was a guess.
    case located
  }

  /// Takes the next position of the touch in `slot`. Only if the contact is alone, a wobble is noise of the touchpad.
  @inline(__always) mutating func follow(
    _ slot: Int, to point: Point, _ time: Timestamp, isAlone: Bool
  ) -> Motion {
    followedReports &+= 1
    if contacts[slot].isGuessed
      || (rules.rejectsJumps && contacts[slot].jumps(to: point, time, lastFrame: lastFrame))
    {
      return drop(slot, to: point, time)
    }
    if isAlone && rules.hysteresis.canTurnOn && !rules.hysteresis.isOn
      && contacts[slot].wobbles(to: point, time)
    {
      rules.hysteresis.isOn = true
    }
    let reported =
      rules.hysteresis.isOn ? rules.hysteresis.drag(contacts[slot].position, by: point) : point
    return contacts[slot].follow(point, time, reported: reported) ? .travelled : .none
  }
}

extension ContactFilter {
  /// Drops a motion that is too fast for a finger or starts from a guessed position. The touch continues at `point`.
  @inline(never) private mutating func drop(
    _ slot: Int, to point: Point, _ time: Timestamp
  ) -> Motion {
    let motion: Motion = contacts[slot].isGuessed ? .located : contacts[slot].jump(to: point, time)
    contacts[slot].restartAfterJump(at: point, time)
    return motion
  }
}

// The reasons why contacts are withheld, for `--explain`.
extension ContactFilter {
  /// Why a slot's contact is not a touch when it leaves, or when it was detected as a palm; nil if it is a touch.
  func withheld(_ slot: Int, _ report: ContactReport, at time: Timestamp) -> WithheldContact? {
    let contact = contacts[slot]
    var result = WithheldContact(
      time: time, rule: .palmByTool, position: contact.position, measured: nil, limit: nil, unit: .mm)
    switch contact.verdict {
    case .absent, .touch: return nil
    case .toolPalm: return result
    case .hover:
      result.rule = .hovering
      result.measured = Double(report.distance)
      result.limit = 0
      result.unit = .device
    case .brief where contact.bounce != nil:
      result.rule = .bounce
      result.measured = Double(contact.bounce ?? 0) / Double(Timestamp.millisecond)
      result.limit = Double(AwayContacts.longest) / Double(Timestamp.millisecond)
      result.unit = .milliseconds
    case .brief:
      result.rule = .brief
      result.measured = Double(time - contact.landing.time) / Double(Timestamp.millisecond)
      result.limit = Double(rules.shortestContact) / Double(Timestamp.millisecond)
      result.unit = .milliseconds
    case .light:
      // Each finger is light in its first and last frames.
      if contact.hasTouched { return nil }
      explainLight(contact, &result)
    case .edge:
      let (x, isLeft) = (contact.landing.position.x, contact.landing.position.x < rules.leftEdge)
      result.rule = .palmByEdge
      result.measured = isLeft ? x : rules.stage.width - x
      result.limit = isLeft ? rules.leftEdge : rules.stage.width - rules.rightEdge
    case .palm: explainPalm(report, &result)
    case .thumb: explainThumb(contact, &result)
    }
    return result
  }

  private func explainLight(_ contact: FilteredContact, _ result: inout WithheldContact) {
    result.unit = .device
    if let limit = rules.light.pressure, contact.heaviest < limit.begin {
      result.rule = .lightByPressure
      result.measured = Double(contact.heaviest)
      result.limit = Double(limit.begin)
    } else {
      result.rule = .lightBySize
      result.measured = Double(contact.largest)
      result.limit = rules.light.size.map { Double($0.begin) }
    }
  }

  private func explainPalm(_ report: ContactReport, _ result: inout WithheldContact) {
    result.unit = .device
    if report.pressure > rules.palm.pressure {
      result.rule = .palmByPressure
      result.measured = Double(report.pressure)
      result.limit = Double(rules.palm.pressure)
    } else {
      result.rule = .palmBySize
      result.measured = Double(max(report.major, report.minor))
      result.limit = Double(rules.palm.major)
    }
  }

  private func explainThumb(_ contact: FilteredContact, _ result: inout WithheldContact) {
    switch contact.thumb {
    case .zone(let line):
      result.rule = .thumb
      result.measured = rules.stage.height - contact.landing.position.y
      result.limit = rules.stage.height - line
    case .late(let distance, let limit):
      result.rule = .lateThumb
      result.measured = distance
      result.limit = limit
    case nil: result.rule = .thumb
    }
  }
}
