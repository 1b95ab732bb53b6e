import ControlProtocol
import Evdev
import GestureConfig
import GestureCore

/// What the owner changes, and no event of the device: clients, the context, subscriptions and reloads.
///
/// What must hold: each change goes through `atOwnersRequest`, so that it comes after everything that happened before it.
extension DeviceSession {
  /// Makes a change that comes from no event of the device: the one door for all of them.
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

  /// Cancels gestures in progress, because the device or its configuration is about to go.
  func cancelAll() {
    atOwnersRequest { pipeline.cancelAll(at: $0) }
  }

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
    atOwnersRequest { _ in
      // The device was read, and a lift may have opened the door.
      let output = disclosure.output(output)
      if output.contains(.touches) { unmask() }
      pipeline.reportsWithheld = output.contains(.failures)
      pipeline.logsTouches = output.contains(.touches)
      pipeline.arena.setReadings { disclosure.reading(reading(device.numbers[$0])) }
    }
  }

  // MARK: Names and the roster

  /// Sets the names for the indices in its events.
  func setNames(_ gestures: [String], context: [String: String]) {
    naming.setNames(gestures, of: device)
    setRoster(context)
    naming.useRoster()
  }

  /// Sets which gestures take part from the next touch sequence on, and why the others are out.
  func setRoster(_ context: [String: String]) {
    naming.setRoster(device.roster(in: context, clients: clients, isRead: isRead), in: context)
  }
  private var clients: Set<Int> { Set(seats.map { $0.gesture }) }

  /// Makes what is said of gestures that are out, before an event needs it: a sentence for each, in a third of the time of an opening.
  func makeRemarks() {
    naming.makeRemarks { device.contextDifferences(in: $0, clients: clients, isRead: isRead) }
  }

  /// Sets what a program says of its gesture.
  func remark(_ words: String?, on gesture: Int) {
    makeRemarks()
    naming.remark(words, on: gesture)
  }
}
