/// Events → touch frames: FrameAssembler, SurfaceGeometry, ContactFilter and TouchTracker in a row.
///
/// Everything is allocated here once; a frame of the steady state costs no allocation.
package struct TouchInput: ~Copyable {
  private var assembler: FrameAssembler
  private var geometry: SurfaceGeometry
  private var filter: ContactFilter
  private var tracker: TouchTracker
  private let name: String
  private let isSemiMT: Bool
  /// ABS_MT_DISTANCE: units a mm (0: unknown) and the maximum.
  private let distanceAxis: AxisRange
  /// Slots that ended when the finger count rose: kept for one more frame.
  private var kept: SlotSet = 0
  private var lastPhantomPlace = Point.zero

  /// Frames ready after a `consume` or `endResync` that returned true: 1, or 2 where touches began and ended
  /// within one SYN_REPORT.
  package private(set) var frameCount = 0
  private var head = FrameHead()
  /// Where the second frame begins in the tracker's lists: the lifts of touches that began in the first.
  private var firstChanges = 0
  private var firstHovers = 0

  /// Whether `withheld` is filled; off it costs nothing on the path of a frame.
  package var reportsWithheld = false
  /// What the contact filter kept from the recognizers; the owner empties it.
  package var withheld: [WithheldContact] = []
  /// How often each rule withheld a contact, whether `reportsWithheld` or not.
  package private(set) var withheldCounts: [WithheldContact.Rule: Int] = [:]

  /// Touches and hovering contacts that frames have announced and that have not left yet.
  package var touchesDown: Int { tracker.downCount }

  package let deviceClass: DeviceClass
  /// Width and height of the stage in mm, in the configured orientation.
  package var stage: Size { geometry.stage }

  /// What is wrong with the device, and the configuration key that corrects it; each is to be reported once.
  ///
  /// Grows by one line for each of `faults`.
  package var warnings: [String] {
    geometry.warnings + faults.texts.map { "\(name): \($0)" }
  }
  /// Faults of the device that its frames have shown so far.
  package var faults: DeviceFaults {
    geometry.hasClamped ? noticed.faults.union(.outOfRange) : noticed.faults
  }
  private var noticed: FaultNotes

  /// - Parameter edgePans: edges at which an edge-pan of the device begins: no palm strip there, and no thumb zone at
  ///   the bottom.
  package init(
    device: DeviceDescription, deviceClass: DeviceClass? = nil, settings: DeviceSettings = DeviceSettings(),
    edgePans: EdgeSet = []
  ) {
    // A device of no class was named by the user; touchscreens have the fewest assumptions.
    let deviceClass = deviceClass ?? device.deviceClass ?? .touchscreen
    self.deviceClass = deviceClass
    geometry = SurfaceGeometry(device, deviceClass: deviceClass, settings: settings)
    assembler = FrameAssembler(device, geometry: geometry)
    let slots = assembler.slotCount
    filter = ContactFilter(
      rules: ContactRules(device, deviceClass, settings, geometry, edgePans: edgePans), slots: slots)
    tracker = TouchTracker(slots: slots)
    noticed = FaultNotes(slots: slots)
    withheldCounts.reserveCapacity(WithheldContact.Rule.allCases.count)
    name = device.name
    isSemiMT = device.isSemiMT
    let isSingle = assembler.touchProtocol == .single
    distanceAxis =
      device.axes[isSingle ? AbsoluteCode.distance : AbsoluteCode.contactDistance]
      ?? AxisRange(minimum: 0, maximum: 1)
  }

  /// The stage and the warnings that an input for this device would have, without one.
  package static func surface(
    of device: DeviceDescription, deviceClass: DeviceClass, settings: DeviceSettings
  ) -> (stage: Size, warnings: [String]) {
    let geometry = SurfaceGeometry(device, deviceClass: deviceClass, settings: settings)
    return (geometry.stage, geometry.warnings)
  }

  /// Takes events from `next` on until one of them makes a frame ready; false when there are no more.
  @inline(__always) package mutating func consume(
    _ events: UnsafeBufferPointer<InputEvent>, from next: inout Int
  ) -> Bool {
    while assembler.consume(events, from: &next) {
      if build(at: events[next &- 1].time) { return true }
    }
    return false
  }
  /// Takes one event; true when at least one frame is ready.
  package mutating func consume(_ event: InputEvent) -> Bool {
    withUnsafePointer(to: event) { event in
      var next = 0
      return consume(UnsafeBufferPointer(start: event, count: 1), from: &next)
    }
  }

  /// SYN_DROPPED was met live: the events up to `endResync` are libevdev's difference and make one frame.
  package mutating func beginResync() { assembler.beginResync() }
  package mutating func endResync(at time: Timestamp) -> Bool {
    assembler.endResync()
    return build(at: time)
  }

  /// The whole of a frame that has no second part.
  @inline(__always) package var frame: FrameView {
    FrameView(head: head, changes: tracker.changes.all, hover: tracker.hover.all)
  }
  /// The frame, or (1) the lifts of touches that began in it, at the same time.
  package func frame(_ index: Int) -> FrameView { frameCount < 2 ? frame : part(index) }
  private func part(_ index: Int) -> FrameView {
    let changes = tracker.changes.since(index == 0 ? 0 : firstChanges)
    let hover = tracker.hover.since(index == 0 ? 0 : firstHovers)
    if index > 0 { return FrameView(head: FrameHead(time: head.time), changes: changes, hover: hover) }
    return FrameView(
      head: head, changes: UnsafeBufferPointer(rebasing: changes[..<firstChanges]),
      hover: UnsafeBufferPointer(rebasing: hover[..<firstHovers]))
  }

  /// Removes all contacts.
  package mutating func reset() {
    assembler.reset()
    tracker.reset()
    for slot in 0..<assembler.slotCount {
      explainHeld(slot)
      filter.set(.absent, of: slot)
    }
    kept = 0
    frameCount = 0
  }
}

// From what the assembler has to the frame.
extension TouchInput {
  @inline(__always) private mutating func build(at eventTime: Timestamp) -> Bool {
    head = FrameHead(time: max(head.time, eventTime), flags: assembler.flags)
    tracker.beginFrame()
    if !assembler.isEventful && kept == 0 {
      buildMotion()
    } else {
      buildEventful()
    }
    assembler.beginFrame()
    return tracker.hasChanges || frameCount == 2
      || !head.flags.isDisjoint(with: [.click, .reanchorsReferences])
  }

  /// Contacts that were there have been reported anew, and nothing else.
  @inline(__always) private mutating func buildMotion() {
    frameCount = 1
    var slots = assembler.reported & assembler.active
    if filter.isTransparent {
      while let slot = slots.popFirst() { follow(slot) }
    } else {
      while let slot = slots.popFirst() { update(slot) }
    }
    if filter.unsettled != 0 { settle(isCountedMore: false) }
  }

  /// Contacts came or went, the finger count changed, or events were lost.
  @inline(never) private mutating func buildEventful() {
    frameCount = 1
    if assembler.mayDisagree { compareWithKeys() }
    if assembler.landed != 0 {
      let reported = assembler.takeReportedLately()
      if assembler.active != assembler.landed { withdrawSilent(reported) }
    }
    let slotsBefore = kept
    let continued = kept & assembler.landed
    kept = slotsToKeep()
    let phantoms = wantedPhantoms()
    let rereferences =
      phantoms != tracker.phantomCount
      || (phantoms > 0 && assembler.toolCount != assembler.toolCountBefore)
    // Two corners of a box jump when a finger comes or goes, and so does a pad with more fingers than slots.
    let isTravel = !(rereferences || isSemiMT || head.flags.contains(.resync))
    let leaving = ((assembler.lifted & ~kept) | slotsBefore) & ~continued
    let landing = (assembler.landed & ~continued) | (assembler.tapped & ~assembler.landed)
    let staying =
      assembler.active & ~landing & (head.flags.contains(.resync) ? ~0 : assembler.reported | continued)

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
    if filter.unsettled != 0 { settle(isCountedMore: phantoms > 0) }
    let isAnyone = filter.touching != 0
    setPhantoms(isAnyone ? phantoms : 0)
    if rereferences && isAnyone { head.flags.insert(.reanchorsReferences) }
    if assembler.tapped & ~assembler.landed != 0 { liftTapped() }
  }

  private mutating func land(_ slot: Int) {
    let isGuessed = assembler.completePosition(of: slot)
    let report = assembler.reports[slot]
    let place = geometry.point(report.x, report.y)
    filter.land(slot, report, at: place, head.time)
    let contact = filter.contacts.at(slot)
    contact.pointee.isGuessed = isGuessed
    switch contact.pointee.verdict {
    case .touch: if !filter.rules.holdsBack { tracker.begin(slot, at: place) }
    case .hover: tracker.beginHover(slot, hoverChange(report, at: place))
    case .palm, .toolPalm: explain(slot)
    case .absent, .edge, .thumb: break
    }
  }

  /// Announces the touches that this frame brings: those that landed, then those that had been held back, each by slot.
  ///
  /// - Parameter isCountedMore: the device counts a finger beyond its slots.
  @inline(never) private mutating func settle(isCountedMore: Bool) {
    filter.settle(at: head.time, isCountedMore: isCountedMore)
    var slots = filter.begun
    while let slot = slots.popFirst() { tracker.begin(slot, at: filter.contacts[slot].position) }
    slots = filter.released
    while let slot = slots.popFirst() {
      tracker.begin(slot, at: filter.contacts[slot].position, landing: filter.contacts[slot].landing)
    }
    filter.endFrame()
  }

  private mutating func leave(_ slot: Int) {
    let contact = filter.contacts.at(slot)
    if contact.pointee.verdict.isReportedLate { explain(slot) }
    let position = contact.pointee.position
    let isLift = !head.flags.contains(.resync) && !assembler.stuck.contains(slot: slot)
    tracker.end(slot, at: position, isLift ? .ended : .cancelled)
    if tracker.isHovering(slot) {
      let change = hoverChange(assembler.reports[slot], at: position)
      tracker.endHover(slot, change, head.flags.contains(.resync) ? .cancelled : .ended)
    }
    filter.set(.absent, of: slot)
  }

  /// A further report of a contact on a device whose touches are taken as they are.
  @inline(__always) private mutating func follow(_ slot: Int) {
    let contact = filter.contacts.at(slot)
    // What nearly every report is; anything else is not inlined, so that this stays in registers.
    if !contact.pointee.isPlain || assembler.reshaped.contains(slot: slot) && !isStillTouch(slot) {
      return update(slot)
    }
    let (x, y) = assembler.reports.place(slot)
    let place = geometry.point(x, y)
    if contact.pointee.follow(place) { tracker.travel(slot, to: place) }
  }

  private func isStillTouch(_ slot: Int) -> Bool { filter.plainVerdict(assembler.reports[slot]) == .touch }

  /// A further report of a contact that stays, in a frame in which all of them do.
  @inline(never) private mutating func update(_ slot: Int) {
    let report = assembler.reports[slot]
    update(slot, to: geometry.point(report.x, report.y), isTravel: true)
  }

  /// `isTravel`: the way to `place` counts as motion.
  private mutating func update(_ slot: Int, to place: Point, isTravel: Bool) {
    let report = assembler.reports[slot]
    let contact = filter.contacts.at(slot)
    if contact.pointee.verdict == .touch && isTravel && filter.plainVerdict(report) == .touch {
      let isAlone = assembler.active & (assembler.active &- 1) == 0
      switch filter.follow(contact, to: place, head.time, isAlone: isAlone) {
      case .none: break
      case .travelled: tracker.move(slot, to: contact.pointee.position)
      case .located: tracker.reanchor(slot, at: place)
      // Where two corners of a box or more fingers than slots are reported, jumps are usual and taps survive them.
      case .jumped(let way, let limit):
        explainJump(slot, way, limit)
        tracker.reanchor(slot, at: place, isJump: !isSemiMT && tracker.phantomCount == 0)
      }
    } else {
      reconsider(slot, report, at: place, isTravel: isTravel)
    }
  }

  private mutating func reconsider(
    _ slot: Int, _ report: ContactReport, at place: Point, isTravel: Bool
  ) {
    let before = filter.contacts[slot].verdict
    let old = filter.contacts[slot].position
    let verdict = filter.judge(slot, report, at: place, head.time, isTravel: isTravel)
    change(slot, from: before, at: old, to: verdict, report, at: place)
  }

  private mutating func change(
    _ slot: Int, from before: ContactVerdict, at old: Point, to verdict: ContactVerdict,
    _ report: ContactReport, at place: Point
  ) {
    if before == .hover && verdict != .hover {
      tracker.endHover(slot, hoverChange(report, at: place), .ended)
    }
    if before == .touch && verdict != .touch {
      tracker.end(slot, at: old, verdict == .hover ? .ended : .cancelled)
    }
    // What is held back, or was until now, goes on with its motion.
    if !before.isHeld { filter.contacts[slot].restart(at: place, head.time) }
    switch (before, verdict) {
    case (.touch, .touch):
      if place != old || head.flags.contains(.resync) { tracker.reanchor(slot, at: place) }
    case (.hover, .hover): tracker.moveHover(slot, hoverChange(report, at: place), .moved)
    case (_, .hover): tracker.beginHover(slot, hoverChange(report, at: place))
    // Where contacts may be held back, touches begin when the whole frame is known (`settle`).
    case (_, .touch): if !filter.rules.holdsBack { tracker.begin(slot, at: place) }
    case (_, .palm), (_, .toolPalm): if before != verdict { explain(slot) }
    case (_, .absent), (_, .edge), (_, .thumb): break
    }
  }

  private func hoverChange(_ report: ContactReport, at place: Point) -> HoverChange {
    let distance = Double(report.distance)
    let resolution = Double(distanceAxis.resolution)
    let z = min(1, max(0, distance / max(1, Double(distanceAxis.maximum))))
    return HoverChange(
      id: 0, phase: .began, position: place, distance: resolution > 0 ? distance / resolution : .nan, z: z)
  }

  /// Contacts that came and went within one SYN_REPORT: their lifts are a frame of their own.
  private mutating func liftTapped() {
    firstChanges = tracker.changes.count
    firstHovers = tracker.hover.count
    var slots = assembler.tapped & ~assembler.landed
    while let slot = slots.popFirst() {
      let position = filter.contacts[slot].position
      tracker.end(slot, at: position, assembler.stuck.contains(slot: slot) ? .cancelled : .ended)
      tracker.endHover(slot, hoverChange(assembler.reports[slot], at: position), .ended)
      explainHeld(slot)
      filter.set(.absent, of: slot)
    }
    if tracker.changes.count > firstChanges || tracker.hover.count > firstHovers { frameCount = 2 }
  }
}

// Contacts that never end.
extension TouchInput {
  /// BTN_TOUCH and BTN_TOOL_* may contradict the slots.
  @inline(never) private mutating func compareWithKeys() {
    if assembler.liftStuck() { noticed.faults.insert(.stuckSlot) }
    noticed.compare(
      assembler.toolCount, with: assembler.active | assembler.older, slots: assembler.slotCount, at: head.time
    )
    assembler.mayDisagree = assembler.stuck != 0 || assembler.toolCount > 1 || noticed.isMiscounted
  }

  /// When another contact lands, a touch without a report for long is cancelled: it is no finger.
  ///
  /// - Parameter reported: the slots with a report since the last landing.
  @inline(never) private mutating func withdrawSilent(_ reported: SlotSet) {
    // Contacts of the other protocols are in every frame.
    guard assembler.touchProtocol == .b else { return }
    noticed.noteReports(of: reported, at: head.time)
    var slots = filter.touching & assembler.active & ~assembler.landed
    while let slot = slots.popFirst() {
      noticed.noteLanding(of: slot, at: filter.contacts[slot].landing.time)
      guard noticed.silence(of: slot, at: head.time) >= FaultNotes.silence else { continue }
      noticed.faults.insert(.silentContact)
      explainSilence(slot)
      tracker.end(slot, at: filter.contacts[slot].position, .cancelled)
      filter.set(.palm, of: slot)
    }
  }
}

// What was withheld: counted always, listed for the explanation.
extension TouchInput {
  private mutating func note(_ contact: WithheldContact) {
    withheldCounts[contact.rule, default: 0] += 1
    if reportsWithheld { withheld.append(contact) }
  }
  @inline(never) private mutating func explain(_ slot: Int) {
    if let contact = filter.withheld(slot, assembler.reports[slot], at: head.time) { note(contact) }
  }
  /// Of a contact that leaves: palms have been reported when they were found.
  @inline(__always) private mutating func explainHeld(_ slot: Int) {
    if filter.contacts[slot].verdict.isReportedLate { explain(slot) }
  }
  /// Of contacts that are still down when a recording ends.
  package mutating func explainPresent() {
    guard reportsWithheld else { return }
    for slot in 0..<assembler.slotCount { explainHeld(slot) }
  }
  @inline(never) private mutating func explainSilence(_ slot: Int) {
    let silence = noticed.silence(of: slot, at: head.time)
    note(
      WithheldContact(
        time: head.time, rule: .silent, position: filter.contacts[slot].position,
        measured: Double(silence) / Double(Timestamp.second),
        limit: Double(FaultNotes.silence) / Double(Timestamp.second), unit: .seconds))
  }
  @inline(never) private mutating func explainJump(_ slot: Int, _ way: Double, _ limit: Double) {
    note(
      WithheldContact(
        time: head.time, rule: .jump, position: filter.contacts[slot].position, measured: way, limit: limit,
        unit: .mm))
  }
}

// More fingers than slots (recognizers.md §1.7).
extension TouchInput {
  /// Synaptics pads drop the second contact in the frame in which a third finger comes, and restart it in the next.
  private func slotsToKeep() -> SlotSet {
    let count = assembler.toolCount
    guard count >= 3, count > assembler.toolCountBefore, count > assembler.slotCount else { return 0 }
    return head.flags.contains(.resync) ? 0 : assembler.lifted & ~assembler.landed
  }

  /// Fingers that are counted and have no slot, only while every slot is taken.
  private func wantedPhantoms() -> Int {
    guard assembler.touchProtocol != .a, assembler.toolCount > assembler.slotCount else { return 0 }
    let taken = (assembler.active | kept).nonzeroBitCount
    return taken == assembler.slotCount ? assembler.toolCount - taken : 0
  }

  private mutating func setPhantoms(_ count: Int) {
    guard count != tracker.phantomCount else { return }
    var slots = filter.touching
    var top: Point?
    while let slot = slots.popFirst() {
      let position = filter.contacts[slot].position
      if top == nil || position.y < top!.y { top = position }
    }
    let isLift =
      !head.flags.contains(.resync) && !tracker.changes.all.contains { $0.phase == .cancelled }
    tracker.setPhantoms(count, at: top ?? lastPhantomPlace, isLift ? .ended : .cancelled)
    lastPhantomPlace = top ?? lastPhantomPlace
  }
}

// What is down, whatever becomes of it.
extension TouchInput {
  package var contacts: TouchClaims.Contacts { assembler.contacts }
  package mutating func begin(withSlots slots: [Int], keys: some Sequence<UInt16>) {
    let slots = slots.filter { $0 < assembler.slotCount }
    assembler.begin(withSlots: slots.reduce(0) { $0 | SlotSet(slot: $1) }, keys: keys)
  }
}

// For a reader that begins while fingers are down.
extension TouchInput {
  package var touches: [RawTouch] {
    var touches: [RawTouch] = []
    for slot in 0..<assembler.slotCount where tracker.isTouching(slot) {
      touches.append(
        RawTouch(
          id: tracker.touchID(slot), phase: .stationary, position: filter.contacts[slot].position,
          isPhantom: false))
    }
    for index in 0..<tracker.phantomCount {
      touches.append(
        RawTouch(
          id: tracker.phantomID(index), phase: .stationary, position: lastPhantomPlace, isPhantom: true))
    }
    return touches.sorted { $0.id < $1.id }
  }
}
