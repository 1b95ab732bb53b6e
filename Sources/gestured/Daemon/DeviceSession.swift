import ControlProtocol
import Evdev
import GestureConfig
import GestureCore

/// One device's way from events to gesture events, with the clock that drives its deadlines.
///
/// The pipeline is one struct at one address, and nothing is allocated once its buffers have grown.
final class DeviceSession {
  /// Takes what the device's arena produced, in order, with the configuration's indices.
  typealias Sink = (_ event: GestureEvent, _ touches: ArraySlice<Point>, _ session: DeviceSession) -> Void
  /// Takes a frame's touches as they are, while a subscriber includes them.
  typealias TouchSink = (_ frame: RawTouchFrame, _ touches: ArraySlice<RawTouch>, _ session: DeviceSession) ->
    Void

  /// Kernel node name (`event7`); in a replay the recording's file name without its ending.
  let name: String
  /// What the configuration makes of it.
  private(set) var device: ConfiguredDevice
  var description: DeviceDescription { device.description }
  var deviceClass: DeviceClass { device.identity.deviceClass }

  /// Warnings about the device, each with the key that corrects it.
  var warnings: [String] { device.exclusion.map { [$0.text] } ?? pipeline.input.warnings }
  var allWarnings: [String] {
    if let grabProblem { return warnings + ["no touches are hidden from the compositor: \(grabProblem)"] }
    guard isReadOnly, !claims.isEmpty, device.grab == nil else { return warnings }
    return warnings + [
      "no touches are hidden from the compositor: its node cannot be written (gesturectl doctor)"
    ]
  }
  /// Takes each warning once, also one that comes while the device is used or with a new configuration.
  var warningSink: ((String) -> Void)? {
    didSet { reportWarnings() }
  }
  private var reportedWarnings: [String] = []
  /// How often each rule of the contact filter withheld a contact since the device was opened.
  var withheldCounts: [WithheldContact.Rule: Int] {
    var counts = earlierCounts
    for (rule, count) in pipeline.withheldCounts { counts[rule, default: 0] += count }
    return counts
  }
  /// Of the pipelines before this one.
  private var earlierCounts: [WithheldContact.Rule: Int] = [:]
  // Not [], for which the runtime looks up conformances, because the type is another module's: 0.1 ms of the start.
  private var reportedFaults = DeviceFaults(rawValue: 0)
  /// What the numbers of its events stand for: made with the configuration, not per event.
  var names: EventNames

  private var series: EventSeries
  /// The gestures that are in for the next touch sequence.
  private var nextRoster: [Int]?

  /// CLOCK_MONOTONIC minus the device's own clock, in microseconds.
  var clockOffset: Int64 = 0

  /// The time of a recording; nil: the device's clock runs with CLOCK_MONOTONIC.
  var clock: (() -> Timestamp)?

  /// The time in the device's own clock.
  var now: Timestamp { clock?() ?? loop.now - clockOffset }

  /// A lift that happened before a deadline but is read after it still counts: the alarm comes this much later
  /// (recognizers.md §1.5), in microseconds, and the device is read first.
  static let grace: Int64 = 2_000

  let loop: EventLoop
  private let sink: Sink
  var pipeline: DevicePipeline {
    _read { yield place.pointee }
    _modify { yield &place.pointee }
  }
  /// Of the pipeline. As a property of the class it would be copied for each call that only reads it, and each access
  /// would be entered in the runtime's list: more instructions than the recognizers of a frame have.
  private let place: UnsafeMutablePointer<DevicePipeline>
  private let memory: PipelineMemory
  private var alarm: EventLoop.Alarm?
  /// Its time: most frames leave it as it is.
  private var alarmTime = Int64.max
  private var touchPoints: [Point] = []
  private var rawTouches = RawTouches()
  var touchSink: TouchSink?
  /// Takes withheld contacts, while a subscriber includes them.
  var withheldSink: ((_ contact: WithheldContact, _ session: DeviceSession) -> Void)?
  /// False: the kernel sends motion, and `source` need not be queried.
  private var mayBeMasked = false
  /// What is hidden from the compositor, and the device to which the words are written; nil: none are written.
  var claims = TouchClaims()
  /// Whether there are any: to call the struct costs a copy of it, in each frame.
  var hasClaims = false
  var claimDevice: TouchDevice?
  /// The device that is read, until `stop`.
  var source: TouchDevice?
  /// Where words are written instead of the node.
  var control: ControlDevice?
  /// Neither can be written, so no word reaches the plugin.
  var isReadOnly = false {
    didSet { reportWarnings() }
  }

  /// `consume = "grab"`; nil: not grabbed.
  var grab: DeviceGrab? {
    didSet { if grab == nil { source?.allowMask() } }
  }
  var grabPermit: GrabPermit?
  /// Why it is not, although the configuration says so.
  var grabProblem: String?
  /// Of the node, by udev.
  var fuzz: [UInt16: Int32] = [:]
  /// For `status`: words that the node has taken, that it has refused, and those that ended a claim or a delay.
  var wordsWritten = 0
  var wordsRefused = 0
  var wordsWithdrawn = 0
  /// How many events of the arena claims have taken.
  var decidedEvents = 0

  init(name: String, device: ConfiguredDevice, loop: EventLoop, sink: @escaping Sink) {
    self.name = name
    self.device = device
    self.loop = loop
    self.sink = sink
    names = EventNames(device: name, gestures: [])
    series = device.makeSeries()
    memory = PipelineMemory(device.makePipeline())
    place = memory.pipeline
    claims = TouchClaims(device.claims)
    hasClaims = !claims.isEmpty
  }

  /// - Parameter read: reads what the device has by the time a deadline has passed.
  func start(read: @escaping () -> Void) {
    alarmTime = .max
    alarm = loop.makeAlarm(movesOften: true) { [self] in
      alarmTime = .max
      read()
      // Reading may find that the device has gone: `stop` has then been called.
      if alarm != nil { advance(to: now) }
    }
  }

  func stop() {
    if let alarm { loop.remove(alarm) }
    alarm = nil
    source = nil
  }

  // MARK: Configuration

  /// New recognizers from here on. Gestures in progress must have been cancelled.
  ///
  /// - Parameter source: the open device; nil: a recording is played.
  func configure(_ device: ConfiguredDevice, source: TouchDevice?) {
    self.device = device
    earlierCounts = withheldCounts
    memory.replace(with: device.makePipeline())
    series = device.makeSeries()
    if let source { prime(source) }
    reportedFaults = DeviceFaults(rawValue: 0)
    setClaims(device.claims)
    reportWarnings()
  }

  /// Switches one gesture of the configuration; one in progress is cancelled at `time`.
  func setEnabled(_ gesture: Int, _ enabled: Bool, at time: Timestamp) {
    device.setEnabled(gesture, enabled, at: time, in: &pipeline)
    deliver()
  }

  /// For `when`; counts from the next touch sequence on.
  func setContext(_ values: [String: String]) {
    device.apply(values, to: &pipeline)
    names.contextDifferences = device.contextDifferences(in: values)
    nextRoster = device.roster(in: values)
  }

  /// What the numbers of its events stand for, with new recognizers.
  func setNames(_ gestures: [String], context: [String: String]) {
    names.gestures = gestures
    names.contextDifferences = device.contextDifferences(in: context)
    names.surface = EventSurface(stage: device.stage, zones: device.zones)
    nextRoster = device.roster(in: context)
    names.roster = nextRoster
  }

  /// A key of a keyboard was pressed, now.
  func noteTyping() { pipeline.noteTyping(at: now) }

  /// What is read besides the other measures of the events: why gestures failed, where the touches are.
  ///
  /// - Parameter places: of which events the places of touches are needed besides.
  /// - Parameter velocityOfChanges: whether the velocity of `changed` events is read.
  func setReporting(failures: Bool, touches: Bool, places: ReportedEvents, velocityOfChanges: Bool) {
    if touches { unmask() }
    pipeline.arena.explains = failures
    pipeline.reportsWithheld = failures
    pipeline.arena.touchReporting = touches ? .all : places
    pipeline.arena.changesHaveVelocity = velocityOfChanges
    pipeline.logsTouches = touches
  }

  func reportWarnings() {
    guard let warningSink else { return }
    for warning in allWarnings where !reportedWarnings.contains(warning) {
      reportedWarnings.append(warning)
      warningSink(warning)
    }
  }

  // MARK: Events

  /// Everything that the device has; nothing is left in the kernel.
  func read(_ device: TouchDevice) -> TouchDevice.Reading {
    let before = device.lastTime
    let reading: TouchDevice.Reading
    if let grab, grab.isReading {
      reading = readGrabbed(device, grab)
    } else {
      reading = device.drain(into: &pipeline)
      if hasClaims { observeContacts() }
    }
    if !device.hasMonotonicTime, device.lastTime != before { clockOffset = loop.now - device.lastTime }
    deliver()
    if grab != nil { beginGrab(device) }
    return reading
  }

  /// What a new pipeline has to know of a device that is already open.
  func prime(_ device: TouchDevice) {
    source = device
    device.prime(&pipeline)
  }

  /// Events of a recording.
  func consume(_ events: ArraySlice<InputEvent>) {
    for event in events { pipeline.consume(event) }
    deliver()
  }

  /// Runs deadlines up to `time`, in the device's own clock.
  func advance(to time: Timestamp) {
    pipeline.advance(to: time)
    deliver()
  }

  /// The earliest deadline, in the device's own clock; `.never` if there is none.
  var nextDeadline: Timestamp { pipeline.arena.nextDeadline }

  /// The end of a recording: what is still down is cancelled, what still waits is decided.
  func finish(at time: Timestamp) {
    if pipeline.touchesDown > 0 { pipeline.cancelAll(at: time) }
    pipeline.advance(to: .never)
    deliver()
  }

  /// The device is gone, or its configuration.
  func cancelAll(at time: Timestamp) {
    pipeline.cancelAll(at: time)
    deliver()
  }

  private func deliver() {
    if hasClaims || grab != nil { decideClaims() }
    let outcome = pipeline.outcome()
    if outcome.needsMotion && mayBeMasked { unmask() }
    setAlarm(outcome.deadline)
    // Not by ==, which another module calls through a table.
    if outcome.faults.rawValue != reportedFaults.rawValue {
      reportedFaults = outcome.faults
      reportWarnings()
    }
    if outcome.hasWithheld { deliverWithheld() }
    if outcome.hasEvents { deliverEvents() }
    // A system call that no receiver of the events has to wait for.
    if !outcome.needsMotion { mask(after: outcome) }
  }

  private func deliverEvents() {
    // Taken out first: the handler of an event may call this session.
    decidedEvents = 0
    swap(&memory.events, &pipeline.arena.events)
    swap(&touchPoints, &pipeline.arena.touchPoints)
    swap(&rawTouches, &pipeline.rawTouches)
    var shown = 0
    for index in 0..<memory.events.count {
      var event = memory.events[index]
      if device.complete(&event, in: &series) { names.roster = nextRoster }
      deliverTouches(after: &shown, until: event.time)
      sink(event, touchPoints[event.touches], self)
    }
    deliverTouches(after: &shown, until: .never)
    memory.events.removeAll()
    touchPoints.removeAll(keepingCapacity: true)
    rawTouches.removeAll()
  }

  /// Before the gestures that the contacts were withheld from.
  private func deliverWithheld() {
    for contact in pipeline.withheld { withheldSink?(contact, self) }
    pipeline.withheld.removeAll(keepingCapacity: true)
  }

  /// Touches come before the gestures that they make.
  private func deliverTouches(after shown: inout Int, until time: Timestamp) {
    while shown < rawTouches.frames.count, rawTouches.frames[shown].time <= time {
      let frame = rawTouches.frames[shown]
      touchSink?(frame, rawTouches.touches[frame.touches], self)
      shown += 1
    }
  }

  /// The kernel need not send what nothing reads. A handler of an event may have changed that.
  private func mask(after outcome: DevicePipeline.Outcome) {
    guard let source, !source.isMasked else { return }
    if outcome.hasEvents, pipeline.outcome().needsMotion { return }
    source.maskMotion()
    mayBeMasked = true
  }
  private func unmask() {
    mayBeMasked = false
    if let source, source.isMasked { source.unmask(into: &pipeline) }
  }

  private func setAlarm(_ time: Timestamp) {
    var deadline = time
    if let grab { deadline = min(deadline, grab.deadline, claims.deadline) }
    let time = deadline == .max ? .max : deadline + clockOffset + DeviceSession.grace
    if time != alarmTime {
      alarmTime = time
      alarm?.time = time
    }
  }
}
