import ControlProtocol
import Evdev
import GestureConfig
import GestureCore
import Output

/// The path of one device: it reads the device, runs its deadlines, and delivers what the pipeline makes of both.
///
/// Only `deliver` distributes the pipeline's output. It allocates nothing once its buffers have grown. The session's extensions are
/// what its owner may do between two deliveries: requests, warnings, programs, claims and the grab.
///
/// What must hold: the events of one call are delivered before the next call reads the device, in the order in which the arena made
/// them; the configuration's index of an event's gesture is set before anyone else sees the event; the pipeline is that of `device`.
final class DeviceSession {
  /// The kernel's node name (`event7`); in a replay the recording's file name without extension.
  let name: String
  private(set) var device: ConfiguredDevice
  private(set) var pipeline: DevicePipeline {
    didSet { reader = Held(pipeline) }
  }
  /// The same pipeline, for each read.
  private var reader: Held<DevicePipeline>
  /// The open device; nil for a recording, and after `stop`.
  private(set) var source: TouchDevice?
  /// Whether the kernel may hold motion back. If false, the device need not be examined.
  private var mayBeMasked = false
  var clock: DeviceClock
  var warningReport = DeviceWarnings()
  private var knownRequirements: [[FailureGraph.Edge]]?
  /// Reads the device's pending events, or plays those of a recording that are due; nil before `start` and after `stop`.
  var readDevice: (() -> Void)?
  /// Whether a request of the owner finds the device as it was last read.
  var isReadingDeferred = false
  /// Whether a fast device is read at intervals.
  var pacing = Pacing()

  /// What the configuration adds to the arena's events.
  var naming: EventNaming
  /// Whether anything reads what the gestures report.
  var isRead = true

  let receiver: DeviceReceiver
  /// What was taken from the pipeline to be delivered.
  var taken = TakenOutput()

  let words: ClaimWriter
  /// The twin of the device, which is grabbed now or when no touch is down; nil without `consume = "grab"`.
  var grab: DeviceGrab?
  /// Why the device is not grabbed although the configuration says so.
  var grabProblem: String?
  /// The gestures that programs recognize.
  var seats: [ClientSeat] = []
  /// Decides what of this device leaves the daemon.
  var disclosure = Disclosure()

  init(
    name: String, device: ConfiguredDevice, source: TouchDevice? = nil, loop: EventLoop,
    receiver: DeviceReceiver
  ) {
    self.name = name
    self.device = device
    self.source = source
    self.receiver = receiver
    pipeline = device.makePipeline()
    reader = Held(pipeline)
    clock = DeviceClock(loop: loop)
    naming = EventNaming(name, device)
    words = ClaimWriter(
      device.claims, isPerTouch: device.description.holdsPerTouch(device.identity.deviceClass))
  }

  /// The names for indices in its events.
  var names: EventNames { naming.names }
  var description: DeviceDescription { device.description }
  var deviceClass: DeviceClass { device.identity.deviceClass }
  /// For each recognizer, those that it waits for; computed when a client first requests it.
  var requirements: [[FailureGraph.Edge]] {
    let requirements = knownRequirements ?? device.requirements
    knownRequirements = requirements
    return requirements
  }
  /// The time in the device's clock.
  var now: Timestamp { clock.now }

  /// - Parameter read: reads the device's pending events, after a deadline and before each request of the owner.
  func start(read: @escaping () -> Void) {
    readDevice = read
    clock.start { [self] in
      clock.noteExpiry()
      // The time comes first: a daemon that is stopped after the read must not run deadlines past a lift that has arrived since.
      let time = now
      let last = pipeline.lastFrameTime
      read()
      // The fingers have come to rest, or are slow.
      if pacing.isOn, pipeline.lastFrameTime == last { endPacing() }
      // The read may have found that the device is gone, and `stop` was then called. The end of an interval is not a deadline,
      // and a deadline since then has its grace.
      if clock.isRunning { advance(to: time - DeviceClock.grace) }
    }
  }

  func stop() {
    clock.stop()
    stopPacing()
    source = nil
    readDevice = nil
  }

  /// Installs new recognizers. The caller has cancelled gestures in progress.
  func configure(_ device: ConfiguredDevice) {
    self.device = device
    knownRequirements = nil
    warningReport.replace(pipeline)
    pipeline = device.makePipeline()
    isRead = true
    seats.removeAll()
    naming.use(device)
    pipeline.notesOutliers = disclosure.isOpen
    prime()
    setClaims(device.claims)
    reportWarnings()
  }

  /// Gives a new pipeline the state of the open device.
  func prime() { source?.prime(pipeline) }

  // MARK: Events

  /// Reads all pending events of the device.
  func read(_ source: TouchDevice) -> TouchDevice.Reading {
    let (before, wasDeferred) = (source.lastTime, isReadingDeferred)
    isReadingDeferred = true
    defer { isReadingDeferred = wasDeferred }
    let reading: TouchDevice.Reading
    if let grab, grab.isReading {
      reading = readGrabbed(source, grab)
    } else {
      reading = reader.lend { source.drain(into: $0) }
      if words.hasClaims { words.observe(pipeline) }
    }
    if !source.hasMonotonicTime, source.lastTime != before { clock.synchronize(with: source.lastTime) }
    deliver()
    if grab != nil { beginGrab() }
    return reading
  }

  func consume(_ events: ArraySlice<InputEvent>) {
    pipeline.consume(events.span)
    deliver()
  }

  /// Runs deadlines up to `time`, in the device's clock.
  func advance(to time: Timestamp) {
    pipeline.advance(to: time)
    deliver()
  }

  /// The earliest deadline in the device's clock; `.never` without one.
  var nextDeadline: Timestamp { pipeline.nextDeadline }

  /// Ends a recording: cancels touches that are down, and runs the remaining deadlines.
  func finish(at time: Timestamp) {
    if pipeline.touchesDown > 0 { pipeline.cancelAll(at: time) }
    pipeline.advance(to: .never)
    deliver()
  }

  // MARK: Delivering

  func deliver() {
    // Receivers may make requests. They expect no other events meanwhile.
    let wasDeferred = isReadingDeferred
    isReadingDeferred = true
    defer { isReadingDeferred = wasDeferred }
    if words.hasClaims || grab != nil { decideClaims() }
    let outcome = pipeline.outcome()
    if outcome.needsMotion && mayBeMasked { unmask() }
    setTimer(outcome.deadline)
    if warningReport.note(outcome.faults) { reportWarnings() }
    if outcome.hasWithheld { deliverWithheld() }
    if outcome.hasEvents {
      words.noteEventsTaken()
      deliverEvents()
    }
    if !seats.isEmpty { deliverClientFrames() }
    if disclosure.isOpening { openWhenAtRest() }
    // The mask comes last, so that receivers of events do not wait for its system call.
    if !outcome.needsMotion { maskMotion(after: outcome) }
    if pacing.isPossible { pace(before: outcome.deadline) }
  }

  func setTimer(_ deadline: Timestamp) {
    guard let grab else { return clock.setTimer(deadline) }
    clock.setTimer(min(deadline, grab.deadline, words.claims.deadline))
  }

  /// Masks motion that no reader needs. An event's handler may have changed the need.
  private func maskMotion(after outcome: DevicePipeline.Outcome) {
    guard let source, !source.isMasked else { return }
    if outcome.hasEvents, pipeline.outcome().needsMotion { return }
    source.maskMotion()
    mayBeMasked = true
  }

  func unmask() {
    mayBeMasked = false
    if let source, source.isMasked { source.unmask(into: pipeline) }
  }

  private func deliverEvents() {
    let pipeline = pipeline
    // The lists are taken first, because an event's handler may call the session.
    taken.take(from: pipeline)
    var shown = 0
    for index in 0..<pipeline.takenEvents.count {
      var event = pipeline.takenEvents[index]
      naming.complete(&event, of: device)
      if event.state.isExplanation { makeRemarks() }
      deliverTouches(after: &shown, until: event.time)
      let outgoing = disclosure.event(
        event, taken.points[event.touches], taken.steps[event.steps], naming.names)
      receiver.event(event, outgoing, self)
    }
    deliverTouches(after: &shown, until: .never)
    pipeline.removeTakenEvents()
    taken.removeAll()
  }

  /// Touches come before the gestures that they cause.
  private func deliverTouches(after shown: inout Int, until time: Timestamp) {
    while shown < taken.touches.frames.count, taken.touches.frames[shown].time <= time {
      let frame = taken.touches.frames[shown]
      if disclosure.isOpen { receiver.touches(frame, taken.touches.touches[frame.touches], self) }
      shown += 1
    }
  }

  /// Contacts come before the failures that they cause.
  private func deliverWithheld() {
    if disclosure.isOpen { for contact in pipeline.withheld { receiver.withheld(contact, self) } }
    pipeline.removeWithheld()
  }
}
