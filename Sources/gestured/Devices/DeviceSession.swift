import ControlProtocol
import Evdev
import GestureConfig
import GestureCore
import Output

/// The path of one device from events to gesture events, with the clock for its deadlines.
///
/// Only `deliver` distributes the pipeline's output. It allocates nothing once its buffers have grown.
///
/// What must hold: the events of one call are delivered before the next call reads the device, in the order in which the arena made
/// them; the configuration's index of an event's gesture is set before anyone else sees the event.
final class DeviceSession {
  /// The kernel's node name (`event7`); in a replay the recording's file name without extension.
  let name: String
  private(set) var device: ConfiguredDevice
  private(set) var pipeline: DevicePipeline
  /// The touch sequence of an event: a number, a time and a count, and no place.
  func sequence(at time: Timestamp) -> DevicePipeline.SequenceFacts { pipeline.sequence(at: time) }
  /// How that sequence or the one before ended; nil for another number, and while touches are down.
  func end(ofSequence number: Int) -> DevicePipeline.SequenceEnd? { pipeline.end(ofSequence: number) }
  /// The open device; nil for a recording, and after `stop`.
  private(set) var source: TouchDevice?
  /// Whether the kernel may hold motion back. If false, the device need not be examined.
  private var mayBeMasked = false
  var clock: DeviceClock
  private var warningReport = DeviceWarnings()
  private var knownRequirements: [[FailureGraph.Edge]]?
  /// Reads the device's pending events, or plays those of a recording that are due; nil before `start` and after `stop`.
  var readDevice: (() -> Void)?
  /// Whether a request of the owner finds the device as it was last read.
  private var isReadingDeferred = false

  /// The names for indices in events, made once per configuration.
  private(set) var names: EventNames
  /// The context of which the remarks in `names` are still to be made; nil if they are made.
  private var dueRemarks: [String: String]?
  private var series: EventSeries
  /// The gestures admitted to the next touch sequence.
  private var nextRoster: [Int]?
  /// Whether anything reads what the gestures report.
  private var isRead = true

  /// Receives the arena's events in order, with the configuration's indices.
  typealias Sink = (_ event: GestureEvent, _ outgoing: OutgoingEvent, _ session: DeviceSession) -> Void
  private let sink: Sink
  /// Receives a frame's touches, if a subscription includes them.
  var touchSink: ((_ frame: RawTouchFrame, _ touches: ArraySlice<RawTouch>, DeviceSession) -> Void)?
  /// Receives withheld contacts, if a subscription includes them.
  var withheldSink: ((_ contact: WithheldContact, DeviceSession) -> Void)?
  /// Receives each frame that a program has to read, with its touches.
  var clientSink:
    ((_ frame: ClientFrame, _ touches: ArraySlice<RawTouch>, ClientSeat, DeviceSession) -> Void)?
  // These lists are swapped with the pipeline's, so that both are allocated once.
  private var touchPoints: [Point] = []
  private var stepValues: [GestureEvent] = []
  private var rawTouches = RawTouches()
  private var clientFrames = ClientFrames()

  let words: ClaimWriter
  /// The twin of the device, which is grabbed now or when no touch is down; nil without `consume = "grab"`.
  var grab: DeviceGrab?
  /// Why the device is not grabbed although the configuration says so.
  var grabProblem: String?
  /// The gestures that programs recognize.
  var seats: [ClientSeat] = []
  /// Decides what of this device leaves the daemon.
  var disclosure = Disclosure()
  /// Called when the door has been opened or closed, because other output is made from then on.
  var disclosureChanged: ((DeviceSession) -> Void)?

  init(
    name: String, device: ConfiguredDevice, source: TouchDevice? = nil, loop: EventLoop, sink: @escaping Sink
  ) {
    self.name = name
    self.device = device
    self.source = source
    self.sink = sink
    pipeline = device.makePipeline()
    clock = DeviceClock(loop: loop)
    names = EventNames(device: name, gestures: [])
    series = device.makeSeries()
    words = ClaimWriter(
      device.claims, isPerTouch: device.description.holdsPerTouch(device.identity.deviceClass))
  }

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
      read()
      // The read may have found that the device is gone, and `stop` was then called.
      if clock.isRunning { advance(to: time) }
    }
  }

  func stop() {
    clock.stop()
    source = nil
    readDevice = nil
  }

  // MARK: Configuration

  /// Installs new recognizers. The caller has cancelled gestures in progress.
  func configure(_ device: ConfiguredDevice) {
    self.device = device
    knownRequirements = nil
    warningReport.replace(pipeline)
    pipeline = device.makePipeline()
    isRead = true
    seats.removeAll()
    series = device.makeSeries()
    pipeline.notesOutliers = disclosure.isOpen
    prime()
    setClaims(device.claims)
    reportWarnings()
  }

  /// Gives a new pipeline the state of the open device.
  func prime() { source?.prime(pipeline) }

  /// Whether a gesture is enabled; nil if the device does not have it.
  func isEnabled(_ gesture: Int) -> Bool? { device.isEnabled(gesture, in: pipeline) }

  /// Enables or disables a gesture. A gesture in progress is cancelled.
  func setEnabled(_ gesture: Int, _ enabled: Bool) {
    atOwnersRequest { device.setEnabled(gesture, enabled, at: $0, in: pipeline) }
  }

  /// Sets the context for `when`, from the next touch sequence on.
  func setContext(_ values: [String: String]) {
    atOwnersRequest { _ in
      device.apply(values, to: pipeline, isRead: isRead)
      setRoster(values)
      setClaims(device.claims(in: values))
    }
  }

  /// Sets the names for the indices in its events.
  func setNames(_ gestures: [String], context: [String: String]) {
    names.gestures = gestures
    names.surface = EventSurface(stage: device.stage, zones: device.zones, name: device.identity.givenName)
    names.fingers = device.fingerCounts
    setRoster(context)
    names.roster = nextRoster
  }

  /// Sets which gestures take part from the next touch sequence on, and why the others are out.
  func setRoster(_ context: [String: String]) {
    dueRemarks = context
    nextRoster = device.roster(in: context, clients: clients, isRead: isRead)
  }
  private var clients: Set<Int> { Set(seats.map { $0.gesture }) }

  /// Makes what is said of gestures that are out, before an event needs it: a sentence for each, in a third of the time of an opening.
  func makeRemarks() {
    guard let context = dueRemarks else { return }
    dueRemarks = nil
    names.remarks = device.contextDifferences(in: context, clients: clients, isRead: isRead)
  }

  /// Sets what a program says of its gesture.
  func remark(_ words: String?, on gesture: Int) {
    makeRemarks()
    names.remarks[gesture] = words
  }

  /// The touch sequences that have begun, and the touches that are down.
  var touchCounts: (begun: Int, down: Int) { (pipeline.sequenceCount, pipeline.touchesDown) }

  /// Notes that a key is pressed on a keyboard now.
  func noteTyping() { atOwnersRequest { pipeline.noteTyping(at: $0) } }

  /// Sets whether anything reads what the gestures report, from the next touch sequence on.
  func setRead(_ isRead: Bool, context: [String: String]) {
    if isRead == self.isRead { return }
    self.isRead = isRead
    setContext(context)
  }

  /// Selects what is made.
  ///
  /// - Parameters:
  ///   - output: what subscriptions read beside the events of gestures.
  ///   - reading: what is read of a gesture, by its index in the configuration.
  func setReporting(_ output: SubscribedOutput, _ reading: (Int) -> Reading) {
    let output = disclosure.output(output)
    atOwnersRequest { _ in
      if output.contains(.touches) { unmask() }
      pipeline.reportsWithheld = output.contains(.failures)
      pipeline.logsTouches = output.contains(.touches)
      pipeline.arena.setReadings { disclosure.reading(reading(device.numbers[$0])) }
    }
  }

  // MARK: Warnings

  /// Warnings about the device, with the key that corrects each.
  var warnings: [String] { disclosure.warnings ?? currentWarnings }
  var currentWarnings: [String] { device.exclusion.map { [$0.text] } ?? pipeline.input.warnings }
  var allWarnings: [String] {
    if let problem = grabProblem {
      return warnings + ["no touches are hidden from the compositor: \(problem)"]
    }
    if let grab, grab.hasOverflowed {
      return warnings + ["more than 512 frames were held at one time, so they were shown"]
    }
    guard words.isReadOnly, words.hasClaims, device.grab == nil else { return warnings }
    return warnings + [
      "no touches are hidden from the compositor: the device's node cannot be written (see gesturectl doctor)"
    ]
  }
  /// What its contact filter does.
  var filter: FilterFacts { pipeline.input.filterFacts }
  /// How often each rule of the contact filter withheld a contact since the device was opened.
  var withheldCounts: [WithheldContact.Rule: Int] { disclosure.withheld(currentWithheldCounts) }
  var currentWithheldCounts: [WithheldContact.Rule: Int] { warningReport.withheldCounts(with: pipeline) }

  /// - Parameter sink: receives each warning once, including later ones.
  func reportWarnings(to sink: @escaping (String) -> Void) {
    warningReport.sink = sink
    reportWarnings()
  }
  func reportWarnings() { warningReport.report(allWarnings) }

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
      reading = source.drain(into: pipeline)
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

  /// Cancels gestures in progress, because the device or its configuration is about to go.
  func cancelAll() {
    atOwnersRequest { pipeline.cancelAll(at: $0) }
  }

  // MARK: Requests

  /// Makes a change that comes from no event of the device: the one door for clients, the context, subscriptions and reloads.
  ///
  /// A daemon that did not run for 150 ms finds a call and the lift of a tap at the same time. The lift came first, so the device is
  /// read before its clock moves. Then the deadlines run that the timer would have run by now, and no others: of a lift just before a
  /// deadline the event may still be on its way.
  ///
  /// - Parameters:
  ///   - runsDeadlines: false for an answer of a program, which counts as long as its deadline has not run.
  ///   - change: gets the time that the device has reached.
  @discardableResult
  func atOwnersRequest<Result>(runsDeadlines: Bool = true, _ change: (_ time: Timestamp) -> Result) -> Result
  {
    let time = now
    if !isReadingDeferred {
      readDevice?()
      let due = time - DeviceClock.grace
      if runsDeadlines, pipeline.nextDeadline <= due { advance(to: due) }
    }
    pipeline.announceLifts()
    let result = change(max(min(time, pipeline.nextDeadline - 1), pipeline.lastFrameTime))
    deliver()
    return result
  }

  /// Makes changes in the order of what was read so far.
  func deferringReads(_ body: () -> Void) {
    let wasDeferred = isReadingDeferred
    isReadingDeferred = true
    body()
    isReadingDeferred = wasDeferred
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
  }

  private func setTimer(_ deadline: Timestamp) {
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

  private func unmask() {
    mayBeMasked = false
    if let source, source.isMasked { source.unmask(into: pipeline) }
  }

  private func deliverEvents() {
    let pipeline = pipeline
    // The lists are taken first, because an event's handler may call the session.
    pipeline.takeEvents()
    swap(&touchPoints, &pipeline.arena.touchPoints)
    swap(&stepValues, &pipeline.arena.stepValues)
    pipeline.exchangeRawTouches(&rawTouches)
    var shown = 0
    for index in 0..<pipeline.takenEvents.count {
      var event = pipeline.takenEvents[index]
      if device.complete(&event, in: &series) { names.roster = nextRoster }
      if event.state.isExplanation { makeRemarks() }
      deliverTouches(after: &shown, until: event.time)
      sink(event, disclosure.event(event, touchPoints[event.touches], stepValues[event.steps], names), self)
    }
    deliverTouches(after: &shown, until: .never)
    pipeline.removeTakenEvents()
    touchPoints.removeAll(keepingCapacity: true)
    stepValues.removeAll(keepingCapacity: true)
    rawTouches.removeAll()
  }

  /// Touches come before the gestures that they cause.
  private func deliverTouches(after shown: inout Int, until time: Timestamp) {
    while shown < rawTouches.frames.count, rawTouches.frames[shown].time <= time {
      let frame = rawTouches.frames[shown]
      if disclosure.isOpen { touchSink?(frame, rawTouches.touches[frame.touches], self) }
      shown += 1
    }
  }

  /// Contacts come before the failures that they cause.
  private func deliverWithheld() {
    if disclosure.isOpen { for contact in pipeline.withheld { withheldSink?(contact, self) } }
    pipeline.removeWithheld()
  }

  /// Passes on the frames that programs have to read.
  private func deliverClientFrames() {
    for seat in seats {
      var list = ClientFrames()
      swap(&list, &clientFrames)
      pipeline.arena.takeClientFrames(of: seat.index, &list)
      if let last = list.frames.last?.number, let index = seats.firstIndex(where: { $0.index == seat.index })
      {
        seats[index].lastFrame = last
      }
      for frame in list.frames {
        // The words were those of this attempt.
        if frame.end != nil { remark(nil, on: seat.gesture) }
        if disclosure.isOpen { clientSink?(frame, list.touches[frame.touches], seat, self) }
      }
      list.removeAll()
      swap(&list, &clientFrames)
    }
  }
}
