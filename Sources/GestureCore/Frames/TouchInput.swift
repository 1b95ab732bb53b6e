/// Turns events into touch frames, through FrameAssembler, SurfaceGeometry, ContactFilter and TouchTracker.
///
/// All memory is allocated here once, so a frame in the steady state allocates nothing.
///
/// What must hold: the tracker has a touch for exactly those contacts that the filter counts (`TouchTracker`), and the time of a frame is
/// not before that of the frame before.
package struct TouchInput: ~Copyable {
  var assembler: FrameAssembler
  var geometry: SurfaceGeometry
  var filter: ContactFilter
  var tracker: TouchTracker
  /// The facts about the device that do not change.
  let facts: InputFacts
  var forces: ForceNotes
  var overflow = SlotOverflow()
  var away = AwayContacts()
  var skipping: MotionSkipping
  var built: BuiltFrame
  package var withholding = WithheldLog()
  var noticed: FaultNotes
  /// Units of a contact's size per mm; 0 if no gesture reads it, or the device does not report it.
  let sizeUnits: Double
  /// When a frame is due without a report; `.never` for nearly all devices.
  var deadline = Timestamp.never {
    didSet { isTimed = clock != nil || deadline != .never || notesReports }
  }
  /// The device's own clock; nil without one.
  var clock: DeviceClock?
  /// Whether the time of each report is noted, because `stuck_after` is shorter than usual. Otherwise that of the next landing is.
  var notesReports: Bool { noticed.notesReports }
  /// Whether `deadline` or `clock` must be looked at, or `buildSilent` called.
  private(set) var isTimed: Bool

  /// Whether there is a frame of touches after a `consume` or `endResync` that returned true. Otherwise only forces have changed.
  package var hasTouchFrame: Bool {
    built.parts.contains(.lifts) || built.parts == .touches || !built.parts.isEmpty && hasTouches
  }

  /// Touches and hovering contacts that were announced and have not left yet.
  package var touchesDown: Int { tracker.downCount }

  package var deviceClass: DeviceClass { facts.deviceClass }
  /// The stage's width and height in mm, in the configured orientation.
  package var stage: Size { geometry.stage }

  /// Problems of the device, with the key that corrects each, to be reported once.
  ///
  /// Grows by one line for each of `faults`.
  package var warnings: [String] {
    geometry.warnings + Self.texts(of: faults, geometry.outliers, facts.name)
  }
  private static func texts(of faults: DeviceFaults, _ outliers: AxisOutliers, _ name: String) -> [String] {
    let outside = faults.contains(.outOfRange) ? [outliers.text] : []
    return (outside + faults.texts).map { "\(name): \($0)" }
  }
  /// The device's faults detected so far.
  package var faults: DeviceFaults {
    noticed.faults.union(geometry.outliers.found)
  }

  /// - Parameters:
  ///   - edgePans: edges at which an edge pan begins, which have no palm strip and no thumb zone.
  ///   - readsButtons: whether a gesture of the device needs its buttons.
  ///   - readsForce: whether a gesture needs the force of touches.
  ///   - readsSize: whether a gesture needs their size.
  ///   - takesPens: whether a gesture takes pens.
  package init(
    device: DeviceDescription, deviceClass: DeviceClass? = nil, settings: DeviceSettings = DeviceSettings(),
    edgePans: EdgeSet = [], readsButtons: Bool = false, readsForce: Bool = false,
    readsSize: Bool = false, takesPens: Bool = false
  ) {
    let device = device.corrected
    // The user may have named a device without a class. Touchscreens have the fewest assumptions.
    let deviceClass = deviceClass ?? device.deviceClass ?? .touchscreen
    geometry = SurfaceGeometry(device, deviceClass: deviceClass, settings: settings)
    assembler = FrameAssembler(device, geometry: geometry, readsButtons: readsButtons)
    let slots = assembler.slotCount
    filter = ContactFilter(
      rules: ContactRules(
        device, deviceClass, settings, geometry, edgePans: edgePans, takesPens: takesPens), slots: slots)
    tracker = TouchTracker(slots: slots)
    noticed = FaultNotes(slots: slots, silence: settings.stuckAfter ?? .never)
    let hasClock = device.otherCodes[EventType.miscellaneous]?.contains(MiscellaneousCode.timestamp) ?? false
    clock = hasClock ? DeviceClock() : nil
    // Locals, because the autoclosure of `||` would free a part of this value twice (Tests/compiler).
    let (notesReports, watchesShape) = (noticed.notesReports, filter.rules.watchesShape)
    isTimed = hasClock || notesReports
    forces = ForceNotes(axis: readsForce ? ForceAxis(device) : nil, slots: slots)
    built = BuiltFrame(readsForces: forces.isOn)
    let hasSize = readsSize && device.axes[AbsoluteCode.touchMajor] != nil
    sizeUnits = hasSize ? ContactRules.sizeUnits(device, geometry) : 0
    facts = InputFacts(device, deviceClass, assembler.touchProtocol)
    skipping = MotionSkipping(
      isPossible: assembler.touchProtocol == .b && !device.isSemiMT && !watchesShape && !notesReports)
  }

  /// The stage and the warnings for a device, without making an input for it.
  package static func surface(
    of device: DeviceDescription, deviceClass: DeviceClass, settings: DeviceSettings
  ) -> (stage: Size, warnings: [String]) {
    let geometry = SurfaceGeometry(device, deviceClass: deviceClass, settings: settings)
    return (geometry.stage, geometry.warnings)
  }

  /// Consumes events from `next` on until a frame is ready; false when there are no more.
  package mutating func consume(
    _ events: Span<InputEvent>, from next: inout Int
  ) -> Bool {
    while assemble(events, from: &next) {
      if build(at: events[next &- 1].time) { return true }
    }
    return false
  }
  /// Consumes events from `next` on up to a SYN_REPORT, after which `build` is due; false if the events end before one.
  @inline(__always) mutating func assemble(
    _ events: Span<InputEvent>, from next: inout Int
  ) -> Bool {
    assembler.consume(events, from: &next)
  }

  /// Whether a live device has lost events, and the difference has not been read yet.
  @inline(__always) var hasLost: Bool { rarely(assembler.lossTime != nil) }

  /// Gives later frames at least the time `time`.
  package mutating func advance(to time: Timestamp) { built.head.time = max(built.head.time, time) }

  /// Begins a resync, after a live device reported SYN_DROPPED. The events up to `endResync` are libevdev's difference and form
  /// one frame.
  package mutating func beginResync() { assembler.beginResync() }
  package mutating func endResync(at time: Timestamp) -> Bool {
    assembler.endResync()
    return build(at: time)
  }

  /// The touches, as of the last frame.
  @inline(__always) package var touches: Touches { tracker.touches }
  /// The changes of hovering contacts in the frame.
  package var hover: Span<HoverChange> {
    @_lifetime(borrow self) get { tracker.hover.all }
  }

  /// Removes all contacts.
  package mutating func reset() {
    assembler.reset()
    tracker.reset()
    for slot in 0..<assembler.slotCount {
      explainHeld(slot)
      filter.set(.absent, of: slot)
    }
    deadline = .never
    overflow.kept = 0
    away = AwayContacts()
    built.parts = []
    skipping.isActive = false
    skipping.isMotionRead = true
  }
}

// All contacts that are down, whether they are touches or not.
extension TouchInput {
  package var contacts: ReportedContacts { assembler.contacts }
  func position(ofSlot slot: Int) -> (x: Int32, y: Int32) { assembler.position(ofSlot: slot) }
  func trackingID(ofSlot slot: Int) -> Int32 { assembler.trackingID(ofSlot: slot) }
  package mutating func begin(withSlots slots: [Int], keys: some Sequence<UInt16>) {
    let slots = slots.filter { $0 < assembler.slotCount }
    assembler.begin(withSlots: slots.reduce(0) { $0 | SlotSet(slot: $1) }, keys: keys)
    // No recognizer reads motion before a touch begins.
    skipping.isMotionRead = false
  }
}

// The touches that are already down, for a reader that starts meanwhile.
extension TouchInput {
  mutating func currentTouches() -> [RawTouch] {
    var touches: [RawTouch] = []
    for slot in 0..<assembler.slotCount where tracker.isTouching(slot) {
      touches.append(
        RawTouch(
          id: tracker.touchID(slot), phase: .stationary, position: position(of: slot), isPhantom: false))
    }
    for index in 0..<tracker.phantomCount {
      touches.append(
        RawTouch(
          id: tracker.phantomID(index), phase: .stationary, position: overflow.lastPosition, isPhantom: true))
    }
    return touches.sorted { $0.id < $1.id }
  }
}
