/// Events → touch frames: FrameAssembler, SurfaceGeometry, ContactFilter and TouchTracker in a row.
///
/// Everything is allocated here once; a frame of the steady state costs no allocation.
package struct TouchInput: ~Copyable {
  var assembler: FrameAssembler
  var geometry: SurfaceGeometry
  var filter: ContactFilter
  var tracker: TouchTracker
  private let name: String
  let isSemiMT: Bool
  /// ABS_MT_DISTANCE: units a mm (0: unknown) and the maximum.
  let distanceAxis: AxisRange
  var forces: ForceNotes
  /// Slots that ended when the finger count rose: kept for one more frame.
  var kept: SlotSet = 0
  var lastPhantomPlace = Point.zero
  /// The touches move and nothing reads it: such frames are skipped (`TouchInput+Motion`).
  var skipsMotion = false
  /// Whether a recognizer reads motion.
  var isMotionRead = true
  /// Whether touches are logged, so that their motion is reported even where it is skipped.
  var isObserved = false
  /// Whether motion may be taken as it is reported (`TouchInput+Travel`).
  let canTravel: Bool
  var canSkipMotion: Bool
  var reportsReadWhole = ContactRules.reportsReadWhole

  /// Frames ready after a `consume` or `endResync` that returned true: 1, or 2 where touches began and ended
  /// within one SYN_REPORT. 0 where only forces have changed.
  package var frameCount: Int {
    if parts.contains(.lifts) { return 2 }
    return parts == .touches || !parts.isEmpty && hasTouches ? 1 : 0
  }
  /// What the last SYN_REPORT made. Nearly always touches alone, which is one comparison.
  var parts: FrameParts = []
  /// Of one without touches that began and ended in it.
  let usualParts: FrameParts
  var head = FrameHead()
  /// Where the second frame begins in the tracker's lists: the lifts of touches that began in the first.
  var firstChanges = 0
  var firstHovers = 0

  /// Whether `withheld` is filled; off it costs nothing on the path of a frame.
  package var reportsWithheld = false
  /// What the contact filter kept from the recognizers; the owner empties it.
  package var withheld: [WithheldContact] = []
  /// How often each rule withheld a contact, whether `reportsWithheld` or not.
  package internal(set) var withheldCounts: [WithheldContact.Rule: Int] = [:]

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
  @inline(__always) package var faults: DeviceFaults {
    geometry.hasClamped ? noticed.faults.union(.outOfRange) : noticed.faults
  }
  var noticed: FaultNotes

  /// - Parameter edgePans: edges at which an edge-pan of the device begins: no palm strip there, and no thumb zone at
  ///   the bottom.
  /// - Parameters:
  ///   - readsButtons: whether a gesture of the device needs its buttons.
  ///   - readsForce: whether one needs the force of touches.
  package init(
    device: DeviceDescription, deviceClass: DeviceClass? = nil, settings: DeviceSettings = DeviceSettings(),
    edgePans: EdgeSet = [], readsButtons: Bool = false, readsForce: Bool = false
  ) {
    // A device of no class was named by the user; touchscreens have the fewest assumptions.
    let deviceClass = deviceClass ?? device.deviceClass ?? .touchscreen
    self.deviceClass = deviceClass
    geometry = SurfaceGeometry(device, deviceClass: deviceClass, settings: settings)
    assembler = FrameAssembler(device, geometry: geometry, readsButtons: readsButtons)
    let slots = assembler.slotCount
    filter = ContactFilter(
      rules: ContactRules(device, deviceClass, settings, geometry, edgePans: edgePans), slots: slots)
    tracker = TouchTracker(slots: slots)
    noticed = FaultNotes(slots: slots)
    forces = ForceNotes(axis: readsForce ? ForceAxis(device) : nil, slots: slots)
    usualParts = forces.isOn ? [.touches, .forces] : .touches
    withheldCounts.reserveCapacity(WithheldContact.Rule.allCases.count)
    name = device.name
    isSemiMT = device.isSemiMT
    canSkipMotion = assembler.touchProtocol == .b && !device.isSemiMT && !filter.rules.watchesShape
    canTravel = filter.isTransparent && !forces.isOn
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
  package mutating func consume(
    _ events: UnsafeBufferPointer<InputEvent>, from next: inout Int
  ) -> Bool {
    while assemble(events, from: &next) {
      if build(at: events[next &- 1].time) { return true }
    }
    return false
  }
  /// Takes events from `next` on to the SYN_REPORT after which `build`, or `beginTravel`, is due; false when there are no
  /// more.
  @inline(__always) mutating func assemble(
    _ events: UnsafeBufferPointer<InputEvent>, from next: inout Int
  ) -> Bool {
    assembler.consume(events, from: &next)
  }
  /// Takes one event; true when at least one frame is ready.
  package mutating func consume(_ event: InputEvent) -> Bool {
    withUnsafePointer(to: event) { event in
      var next = 0
      return consume(UnsafeBufferPointer(start: event, count: 1), from: &next)
    }
  }

  /// No frame from here on is earlier than `time`.
  package mutating func advance(to time: Timestamp) { head.time = max(head.time, time) }

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
    parts = []
    skipsMotion = false
    isMotionRead = true
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
  mutating func presentTouches() -> [RawTouch] {
    var touches: [RawTouch] = []
    for slot in 0..<assembler.slotCount where tracker.isTouching(slot) {
      touches.append(
        RawTouch(
          id: tracker.touchID(slot), phase: .stationary, position: place(of: slot), isPhantom: false))
    }
    for index in 0..<tracker.phantomCount {
      touches.append(
        RawTouch(
          id: tracker.phantomID(index), phase: .stationary, position: lastPhantomPlace, isPhantom: true))
    }
    return touches.sorted { $0.id < $1.id }
  }
}
