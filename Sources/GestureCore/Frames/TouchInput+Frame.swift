// Builds the frame from the assembler's slots.
extension TouchInput {
  /// The time of a frame whose SYN_REPORT has the time `eventTime`.
  @inline(__always) func frameTime(_ eventTime: Timestamp) -> Timestamp { max(built.head.time, eventTime) }

  /// Writes the frame into `touches`; false if there is none.
  mutating func build(at eventTime: Timestamp) -> Bool {
    built.head = FrameHead(time: frameTime(eventTime), flags: assembler.flags)
    tracker.beginFrame(built.head)
    if assembler.isEventful || overflow.kept != 0 {
      buildEventful()
    } else if !skipping.isActive {
      buildMotion()
    } else {
      buildSkipped()
    }
    if rarely(sizeUnits != 0) { noteSizes() }
    // Words for the plugin come in frames without contacts. Such a frame does not end the interval of a motion.
    if assembler.reported.now != 0 { filter.lastFrame = built.head.time }
    assembler.beginFrame()
    if built.parts != .touches || hasTouches || !skipping.followed.isEmpty { return true }
    if !skipping.isActive && !skipping.isMotionRead { noteNeed(false) }
    return false
  }

  /// Notes the sizes of the touches that are down, for programs that recognize a gesture. A size that the device has not reported is 0.
  @inline(never) private mutating func noteSizes() {
    var slots = filter.touching & assembler.slots.active
    while let slot = slots.popFirst() {
      let major = assembler.reports[slot, AbsoluteCode.touchMajor]
      tracker.note(size: Double(max(major, 0)) / sizeUnits, of: slot)
    }
  }

  /// Whether recognizers of touches need the frame.
  var hasTouches: Bool {
    tracker.hasChanges || !built.head.flags.isDisjoint(with: [.click, .buttons, .reanchorsReferences])
  }

  /// Builds a frame in which contacts were reported again and nothing else changed.
  @inline(__always) private mutating func buildMotion() {
    built.parts = built.usualParts
    var slots = assembler.reported.now & assembler.slots.active
    // A touch remains a touch if only its position is reported.
    let touches = filter.plain & ~assembler.reported.reshaped
    while let slot = slots.popFirst() {
      let (x, y) = assembler.reports.position(slot)
      let point = geometry.point(x, y)
      if touches.contains(slot: slot) {
        follow(slot, to: point, isUnfiltered: filter.isTransparent)
      } else {
        update(slot, to: point, isTravel: true)
      }
    }
    if filter.undecided != 0 { announce(isCountedMore: false) }
  }

  /// Builds a frame in which contacts came or went, the finger count changed, or events were lost.
  @inline(never) private mutating func buildEventful() {
    built.parts = built.usualParts
    if assembler.keys.mayDisagree { compareWithKeys() }
    if assembler.flicker.isOn {
      noticed.faults.insert(.flickering)
      noteDeadline()
    }
    if assembler.slots.landed != 0 {
      let reported = assembler.reported.takeLately()
      if assembler.slots.active != assembler.slots.landed { withdrawSilent(reported) }
    }
    let hasGap = assembler.slots.lifted | away.waiting != 0
    let rejoined = assembler.slots.landed != 0 && hasGap ? rejoin() : 0
    let wasSkipping = skipping.isActive
    let located = wasSkipping ? takePositions() : 0
    let slotsBefore = overflow.kept
    let continued = overflow.kept & assembler.slots.landed
    overflow.kept = slotsToKeep()
    let phantoms = wantedPhantoms()
    filter.isOvercounted = assembler.slotCount > 1 && assembler.toolCount > assembler.slotCount
    let rereferences =
      phantoms != tracker.phantomCount
      || (phantoms > 0 && assembler.keys.isCountedAnew)
    // The corners of a bounding box jump when a finger comes or goes. So do positions on a touchpad with more fingers than slots.
    let isTravel = !(rereferences || facts.isSemiMT || built.head.flags.contains(.resync))
    let landed = assembler.slots.landed & ~continued & ~rejoined
    var leaving = ((assembler.slots.lifted & ~overflow.kept) | slotsBefore) & ~continued & ~rejoined
    if leaving != 0 { leaving &= ~holdLifts(of: leaving, wasSkipping: wasSkipping) }
    away.mayBounce = filter.touching & ~leaving == 0
    let landing = landed | (assembler.slots.tapped & ~assembler.slots.landed)
    let staying =
      assembler.slots.active & ~landing & ~located
      & (built.head.flags.contains(.resync) ? ~0 : assembler.reported.now | continued | rejoined)

    var slots = leaving | landing | staying
    while let slot = slots.popFirst() {
      if leaving.contains(slot: slot) { leave(slot) }
      if landing.contains(slot: slot) { land(slot) }
      if staying.contains(slot: slot) {
        let report = assembler.reports[slot]
        update(
          slot, to: geometry.point(report.x, report.y),
          isTravel: isTravel && !continued.contains(slot: slot))
      }
    }
    if filter.undecided != 0 { announce(isCountedMore: phantoms > 0) }
    let isAnyone = filter.touching != 0
    setPhantoms(isAnyone ? phantoms : 0)
    if rereferences && isAnyone { built.head.flags.insert(.reanchorsReferences) }
    built.tapped = assembler.slots.tapped & ~assembler.slots.landed
    if built.tapped != 0 { noteTapped() }
  }

  /// Gives the touches of contacts that have ended to those that landed in this frame on their way: they are the same fingers
  /// (§1.7). While no gesture reads motion, the place of one that ends in this frame is not known.
  ///
  /// - Returns: the slots of these touches.
  @inline(never) private mutating func rejoin() -> SlotSet {
    if built.head.flags.contains(.resync) { return 0 }
    let lifted = assembler.slots.lifted & filter.touching & ~overflow.kept & ~assembler.slots.stuck
    var ended = skipping.isMotionRead ? lifted | away.waiting : away.waiting
    var slots = assembler.slots.landed & ~overflow.kept
    var rejoined: SlotSet = 0
    while let slot = slots.popFirst() {
      let report = assembler.reports[slot]
      guard report.isLocated, filter.canExchange(slot) else { continue }
      let point = geometry.point(report.x, report.y)
      guard let origin = nearest(ended, to: point, at: built.head.time, isPen: isPen(slot)) else { continue }
      if origin != slot {
        filter.exchange(slot, origin)
        tracker.exchange(slot, origin)
      }
      // What was in the slot ended too, and is now in the other one.
      ended &= ~SlotSet(slot: ended.contains(slot: slot) ? slot : origin)
      away.takeBack(origin, as: slot)
      rejoined |= SlotSet(slot: slot)
    }
    return rejoined
  }

  /// If touches came and went in this SYN_REPORT, their lifts are a frame of their own.
  private mutating func noteTapped() {
    var slots = built.tapped
    while let slot = slots.popFirst() {
      if tracker.isTouching(slot) || tracker.isHovering(slot) { built.parts.insert(.lifts) }
    }
    if !built.parts.contains(.lifts) { liftTapped() }
  }

  /// Whether a contact is a pen that may be a touch.
  func isPen(_ slot: Int) -> Bool {
    filter.rules.takesPens && assembler.reports[slot, AbsoluteCode.toolType] == ToolType.pen
  }

  private mutating func land(_ slot: Int) {
    let isGuessed = assembler.completePosition(of: slot)
    let report = assembler.reports[slot]
    let point = geometry.point(report.x, report.y)
    let bounce = away.bounce(at: point, built.head.time)
    filter.land(slot, report, at: point, built.head.time, isGuessed: isGuessed, bounce: bounce)
    switch filter.contacts[slot].verdict {
    case .touch: if !filter.rules.holdsBack { tracker.begin(slot, at: point, isPen: isPen(slot)) }
    case .hover: tracker.beginHover(slot, hoverChange(report, at: point))
    case .palm, .toolPalm: explain(slot)
    case .absent, .light, .edge, .brief, .thumb: break
    }
  }

  /// Announces new touches: first those that landed, then those that were withheld, each by slot.
  ///
  /// - Parameter isCountedMore: whether the device counts a finger beyond its slots.
  @inline(never) mutating func announce(isCountedMore: Bool) {
    filter.decide(at: built.head.time, isCountedMore: isCountedMore)
    var slots = filter.begun
    while let slot = slots.popFirst() {
      tracker.begin(slot, at: filter.contacts[slot].position, isPen: isPen(slot))
    }
    slots = filter.released
    while let slot = slots.popFirst() {
      let contact = filter.contacts[slot]
      tracker.begin(slot, at: contact.position, landing: contact.landing, isPen: isPen(slot))
    }
    filter.endFrame()
    noteDeadline()
  }

  mutating func noteDeadline() {
    deadline = min(filter.deadline, assembler.flicker.deadline, away.deadline)
  }

  /// Builds the frame of a deadline: of contacts that have lasted long enough, or of a flickering key that stays released. False if
  /// nothing changed.
  @inline(never) mutating func buildDeadline(at time: Timestamp) -> Bool {
    defer { noteDeadline() }
    if assembler.flicker.deadline <= time {
      assembler.releaseFlickering()
      return build(at: time)
    }
    built.head = FrameHead(time: frameTime(time))
    built.parts = built.usualParts
    tracker.beginFrame(built.head)
    announce(isCountedMore: false)
    return tracker.hasChanges
  }

  private mutating func leave(_ slot: Int) {
    if filter.contacts[slot].verdict.isReportedLate { explain(slot) }
    let position = filter.contacts[slot].position
    let isLift = !built.head.flags.contains(.resync) && !assembler.slots.stuck.contains(slot: slot)
    if isLift { noteDeparture(slot) }
    tracker.end(slot, isLift ? .ended : .cancelled)
    if tracker.isHovering(slot) {
      let change = hoverChange(assembler.reports[slot], at: position)
      tracker.endHover(slot, change, built.head.flags.contains(.resync) ? .cancelled : .ended)
    }
    filter.set(.absent, of: slot)
  }

  private mutating func noteDeparture(_ slot: Int) {
    let contact = filter.contacts[slot]
    // With a new contact in its slot, its last report is not known.
    let isKnown = !(assembler.slots.landed | assembler.slots.tapped).contains(slot: slot)
    guard isKnown, contact.verdict == .touch || contact.bounce != nil else { return }
    away.note(AwayContacts.Departure(contact, at: built.head.time))
  }

  /// Takes another report of a contact, in a frame in which all contacts stay.
  @inline(never) mutating func update(_ slot: Int) {
    let report = assembler.reports[slot]
    update(slot, to: geometry.point(report.x, report.y), isTravel: true)
  }

  /// Takes another report of a contact. `isTravel` says whether the change to `point` counts as motion.
  private mutating func update(_ slot: Int, to point: Point, isTravel: Bool) {
    let report = assembler.reports[slot]
    if filter.contacts[slot].verdict == .touch && isTravel && filter.plainVerdict(report, of: slot) == .touch
    {
      follow(slot, to: point, isUnfiltered: filter.isUnfiltered(slot))
    } else {
      reconsider(slot, report, at: point, isTravel: isTravel)
    }
  }

  /// Takes the next position of a touch.
  @inline(__always) private mutating func follow(
    _ slot: Int, to point: Point, isUnfiltered: Bool
  ) {
    if isUnfiltered {
      if filter.contacts[slot].follow(point) { tracker.move(slot, to: point) }
    } else {
      judge(slot, at: point)
    }
  }
  /// Takes the next position of a touch that may jump or wobble.
  @inline(__always) private mutating func judge(_ slot: Int, at point: Point) {
    let isAlone = assembler.slots.active & (assembler.slots.active &- 1) == 0
    switch filter.follow(slot, to: point, built.head.time, isAlone: isAlone) {
    case .none: break
    case .travelled: tracker.move(slot, to: filter.contacts[slot].position)
    case .located: tracker.reanchor(slot, at: point)
    // A jump does not end a tap on devices with bounding boxes or more fingers than slots, where jumps are common.
    case .jumped(let distance, let limit):
      explainJump(slot, distance, limit)
      tracker.reanchor(slot, at: point, isJump: !facts.isSemiMT && tracker.phantomCount == 0)
    }
  }

  private mutating func reconsider(
    _ slot: Int, _ report: ContactReport, at point: Point, isTravel: Bool
  ) {
    let before = filter.contacts[slot].verdict
    let old = filter.contacts[slot].position
    let verdict = filter.judge(slot, report, at: point, built.head.time, isTravel: isTravel)
    change(slot, from: before, at: old, to: verdict, report, at: point)
  }

  private mutating func change(
    _ slot: Int, from before: ContactVerdict, at old: Point, to verdict: ContactVerdict,
    _ report: ContactReport, at point: Point
  ) {
    if before == .hover && verdict != .hover {
      tracker.endHover(slot, hoverChange(report, at: point), .ended)
    }
    if before == .touch && verdict != .touch {
      let isLift = verdict == .hover || verdict == .light || verdict == .toolPalm && isPen(slot)
      tracker.end(slot, isLift ? .ended : .cancelled)
    }
    // A withheld contact, or one that was withheld until now, continues its motion.
    if !before.isHeld { filter.contacts[slot].restart(at: point, built.head.time) }
    switch (before, verdict) {
    case (.touch, .touch):
      if point != old || built.head.flags.contains(.resync) { tracker.reanchor(slot, at: point) }
    case (.hover, .hover): tracker.moveHover(slot, hoverChange(report, at: point), .moved)
    case (_, .hover): tracker.beginHover(slot, hoverChange(report, at: point))
    // If contacts may be withheld, touches begin when the whole frame is known (`announce`).
    case (.brief, .touch): break
    case (_, .touch): if !filter.rules.holdsBack { tracker.begin(slot, at: point, isPen: isPen(slot)) }
    case (_, .palm), (_, .toolPalm): if before != verdict { explain(slot) }
    case (_, .absent), (_, .light), (_, .edge), (_, .brief), (_, .thumb): break
    }
  }

  private func hoverChange(_ report: ContactReport, at point: Point) -> HoverChange {
    let distance = Double(report.distance)
    let resolution = Double(facts.distanceAxis.resolution)
    let z = min(1, max(0, distance / max(1, Double(facts.distanceAxis.maximum))))
    return HoverChange(
      id: 0, phase: .began, position: point, distance: resolution > 0 ? distance / resolution : .nan, z: z)
  }

  /// Lifts contacts that came and went within one SYN_REPORT. Their lifts are a separate frame.
  mutating func buildLifts() {
    tracker.beginFrame(FrameHead(time: built.head.time))
    liftTapped()
  }
  private mutating func liftTapped() {
    while let slot = built.tapped.popFirst() {
      let position = filter.contacts[slot].position
      tracker.end(slot, assembler.slots.stuck.contains(slot: slot) ? .cancelled : .ended)
      tracker.endHover(slot, hoverChange(assembler.reports[slot], at: position), .ended)
      explainHeld(slot)
      filter.set(.absent, of: slot)
    }
  }
}
