import ControlProtocol
import Evdev
import GestureConfig
import GestureCore
import Output

/// The path of one device from events to gesture events, with the clock for its deadlines.
///
/// Each property has one subject; only `deliver` distributes the pipeline's output. It allocates nothing once its buffers have
/// grown.
final class DeviceSession {
  /// The kernel's node name (`event7`); in a replay the recording's file name without extension.
  let name: String
  private(set) var device: ConfiguredDevice
  private(set) var pipeline: DevicePipeline
  var clock: DeviceClock
  var naming: EventNaming
  let deliveries: Deliveries
  private var warningReport = DeviceWarnings()
  var motion = MotionSource()
  let words: ClaimWriter
  var grab = GrabState.off
  var attended = AttendedGestures()
  /// The list in which frames are taken from the arena.
  var clientFrames = ClientFrames()
  private var knownRequirements: [[Int]]?

  init(name: String, device: ConfiguredDevice, loop: EventLoop, sink: @escaping Deliveries.Sink) {
    self.name = name
    self.device = device
    pipeline = device.makePipeline()
    clock = DeviceClock(loop: loop)
    naming = EventNaming(device, name: name)
    deliveries = Deliveries(sink: sink)
    words = ClaimWriter(
      device.claims, isPerTouch: device.description.holdsPerTouch(device.identity.deviceClass))
  }

  var description: DeviceDescription { device.description }
  var deviceClass: DeviceClass { device.identity.deviceClass }
  var names: EventNames { naming.names }
  /// For each recognizer, those that it waits for; computed when a client first requests it.
  var requirements: [[Int]] {
    let requirements = knownRequirements ?? device.requirements
    knownRequirements = requirements
    return requirements
  }
  /// The time in the device's clock.
  var now: Timestamp { clock.now }

  /// - Parameter read: reads the device's pending events after a deadline.
  func start(read: @escaping () -> Void) {
    clock.start { [self] in
      clock.noteExpiry()
      read()
      // The read may have found that the device is gone, and `stop` was then called.
      if clock.isRunning { advance(to: now) }
    }
  }

  func stop() {
    clock.stop()
    motion.device = nil
  }

  // MARK: Configuration

  /// Installs new recognizers. The caller has cancelled gestures in progress.
  ///
  /// - Parameter source: the open device; nil for a recording.
  func configure(_ device: ConfiguredDevice, source: TouchDevice?) {
    self.device = device
    knownRequirements = nil
    warningReport.replace(pipeline)
    pipeline = device.makePipeline()
    attended.removeAll()
    naming.use(device)
    if let source { prime(source) }
    setClaims(device.claims)
    reportWarnings()
  }

  /// Gives a new pipeline the state of an open device.
  func prime(_ source: TouchDevice) { motion.prime(pipeline, from: source) }

  /// Enables or disables a gesture. A gesture in progress is cancelled at `time`.
  func setEnabled(_ gesture: Int, _ enabled: Bool, at time: Timestamp) {
    device.setEnabled(gesture, enabled, at: time, in: pipeline)
    deliver()
  }

  /// Sets the context for `when`, from the next touch sequence on.
  func setContext(_ values: [String: String]) {
    device.apply(values, to: pipeline)
    naming.use(context: values, of: device, clients: attended.gestures)
    setClaims(device.claims(in: values))
  }

  /// Sets the names for the indices in its events.
  func setNames(_ gestures: [String], context: [String: String]) {
    naming.use(gestures, of: device, context: context)
  }

  /// Notes that a key is pressed on a keyboard now.
  func noteTyping() { pipeline.noteTyping(at: now) }

  /// Selects what is made.
  ///
  /// - Parameters:
  ///   - output: what subscriptions read beside the events of gestures.
  ///   - reading: what is read of a gesture, by its index in the configuration.
  func setReporting(_ output: SubscribedOutput, _ reading: (Int) -> Reading) {
    if output.touches { motion.unmask(into: pipeline) }
    pipeline.reportsWithheld = output.failures
    pipeline.logsTouches = output.touches
    for (index, gesture) in device.gestures.enumerated() {
      pipeline.arena.setReading(reading(gesture), of: index)
    }
  }

  /// Cancels the touches that subscribers know, because they receive no more of them.
  func cancelTouchLog() {
    pipeline.cancelTouchLog(at: now)
    deliver()
  }

  // MARK: Warnings

  /// Warnings about the device, with the key that corrects each.
  var warnings: [String] { device.exclusion.map { [$0.text] } ?? pipeline.input.warnings }
  var allWarnings: [String] {
    if let problem = grab.problem {
      return warnings + ["no touches are hidden from the compositor: \(problem)"]
    }
    if let current = grab.grab, current.hasOverflowed {
      return warnings + ["more than 512 frames were held at one time, so they were shown"]
    }
    guard words.isReadOnly, words.hasClaims, device.grab == nil else { return warnings }
    return warnings + [
      "no touches are hidden from the compositor: the device's node cannot be written (see gesturectl doctor)"
    ]
  }
  /// How often each rule of the contact filter withheld a contact since the device was opened.
  var withheldCounts: [WithheldContact.Rule: Int] { warningReport.withheldCounts(with: pipeline) }

  /// - Parameter sink: receives each warning once, including later ones.
  func reportWarnings(to sink: @escaping (String) -> Void) {
    warningReport.sink = sink
    reportWarnings()
  }
  func reportWarnings() { warningReport.report(allWarnings) }

  // MARK: Events

  /// Reads all pending events of the device.
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

  /// Cancels gestures in progress, because the device or its configuration is about to go.
  func cancelAll(at time: Timestamp) {
    pipeline.cancelAll(at: time)
    deliver()
  }

  func deliver() {
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
    if !attended.isEmpty { deliverClientFrames() }
    // The mask comes last, so that receivers of events do not wait for its system call.
    if !outcome.needsMotion { motion.release(pipeline, after: outcome) }
  }

  private var isGrabbed: Bool { if case .on = grab { true } else { false } }

  private func setTimer(_ deadline: Timestamp) {
    guard let grab = grab.grab else { return clock.setTimer(deadline) }
    clock.setTimer(min(deadline, grab.deadline, words.claims.deadline))
  }
}
