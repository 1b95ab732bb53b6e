import ControlProtocol
import Evdev
import GestureConfig
import GestureCore

/// One device's way from events to gesture events, with the clock that drives its deadlines.
///
/// Each property is one subject; `deliver` alone deals out what the pipeline has produced. Nothing is allocated once its
/// buffers have grown.
final class DeviceSession {
  /// Kernel node name (`event7`); in a replay the recording's file name without its ending.
  let name: String
  /// What the configuration makes of it.
  private(set) var device: ConfiguredDevice
  private(set) var pipeline: DevicePipeline
  var clock: DeviceClock
  var naming: EventNaming
  let deliveries: Deliveries
  private var warningReport = DeviceWarnings()
  var motion = MotionSource()
  let words: ClaimWriter
  var grab = GrabState.off

  init(name: String, device: ConfiguredDevice, loop: EventLoop, sink: @escaping Deliveries.Sink) {
    self.name = name
    self.device = device
    pipeline = device.makePipeline()
    clock = DeviceClock(loop: loop)
    naming = EventNaming(device, name: name)
    deliveries = Deliveries(sink: sink)
    words = ClaimWriter(device.claims)
  }

  var description: DeviceDescription { device.description }
  var deviceClass: DeviceClass { device.identity.deviceClass }
  var names: EventNames { naming.names }
  /// The time in the device's own clock.
  var now: Timestamp { clock.now }

  /// - Parameter read: reads what the device has by the time a deadline has passed.
  func start(read: @escaping () -> Void) {
    clock.start { [self] in
      clock.noteExpiry()
      read()
      // Reading may find that the device has gone: `stop` has then been called.
      if clock.isRunning { advance(to: now) }
    }
  }

  func stop() {
    clock.stop()
    motion.device = nil
  }

  // MARK: Configuration

  /// New recognizers from here on. Gestures in progress must have been cancelled.
  ///
  /// - Parameter source: the open device; nil: a recording is played.
  func configure(_ device: ConfiguredDevice, source: TouchDevice?) {
    self.device = device
    warningReport.replace(pipeline)
    pipeline = device.makePipeline()
    naming.use(device)
    if let source { prime(source) }
    setClaims(device.claims)
    reportWarnings()
  }

  /// What a new pipeline has to know of a device that is already open.
  func prime(_ source: TouchDevice) { motion.prime(pipeline, from: source) }

  /// Switches one gesture of the configuration; one in progress is cancelled at `time`.
  func setEnabled(_ gesture: Int, _ enabled: Bool, at time: Timestamp) {
    device.setEnabled(gesture, enabled, at: time, in: pipeline)
    deliver()
  }

  /// For `when`; counts from the next touch sequence on.
  func setContext(_ values: [String: String]) {
    device.apply(values, to: pipeline)
    naming.use(context: values, of: device)
    setClaims(device.claims(in: values))
  }

  /// What the numbers of its events stand for, with new recognizers.
  func setNames(_ gestures: [String], context: [String: String]) {
    naming.use(gestures, of: device, context: context)
  }

  /// A key of a keyboard was pressed, now.
  func noteTyping() { pipeline.noteTyping(at: now) }

  /// What is read besides the other measures of the events: why gestures failed, where the touches are.
  ///
  /// - Parameter places: the events for which the places of touches are needed too.
  func setReporting(failures: Bool, touches: Bool, places: ReportedEvents) {
    if touches { motion.unmask(into: pipeline) }
    pipeline.arena.explains = failures
    pipeline.reportsWithheld = failures
    pipeline.arena.touchReporting = touches ? .all : places
    pipeline.logsTouches = touches
  }

  // MARK: Warnings

  /// Warnings about the device, each with the key that corrects it.
  var warnings: [String] { device.exclusion.map { [$0.text] } ?? pipeline.input.warnings }
  var allWarnings: [String] {
    if let problem = grab.problem {
      return warnings + ["no touches are hidden from the compositor: \(problem)"]
    }
    guard words.isReadOnly, words.hasClaims, device.grab == nil else { return warnings }
    return warnings + [
      "no touches are hidden from the compositor: its node cannot be written (gesturectl doctor)"
    ]
  }
  /// How often each rule of the contact filter withheld a contact since the device was opened.
  var withheldCounts: [WithheldContact.Rule: Int] { warningReport.withheldCounts(with: pipeline) }

  /// - Parameter sink: takes each warning once, also one that comes later.
  func reportWarnings(to sink: @escaping (String) -> Void) {
    warningReport.sink = sink
    reportWarnings()
  }
  func reportWarnings() { warningReport.report(allWarnings) }

  // MARK: Events

  /// Everything that the device has; nothing is left in the kernel.
  func read(_ source: TouchDevice) -> TouchDevice.Reading {
    let before = source.lastTime
    let reading: TouchDevice.Reading
    if let grab = grab.grab, grab.isReading {
      reading = readGrabbed(source, grab)
    } else {
      reading = source.drain(into: pipeline)
      if words.hasClaims { words.observe(pipeline) }
    }
    if !source.hasMonotonicTime, source.lastTime != before { clock.synchronize(with: source.lastTime) }
    deliver()
    if case .on = grab { beginGrab(source) }
    return reading
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
    if words.hasClaims || isGrabbed { decideClaims() }
    let outcome = pipeline.outcome()
    if outcome.needsMotion { motion.require(into: pipeline) }
    setTimer(outcome.deadline)
    if warningReport.note(outcome.faults) { reportWarnings() }
    if outcome.hasWithheld { deliveries.deliverWithheld(of: self) }
    if outcome.hasEvents {
      words.noteEventsTaken()
      deliveries.deliverEvents(of: self)
    }
    // A system call that no receiver of the events has to wait for.
    if !outcome.needsMotion { motion.release(pipeline, after: outcome) }
  }

  private var isGrabbed: Bool { if case .on = grab { true } else { false } }

  private func setTimer(_ deadline: Timestamp) {
    guard let grab = grab.grab else { return clock.setTimer(deadline) }
    clock.setTimer(min(deadline, grab.deadline, words.claims.deadline))
  }
}
