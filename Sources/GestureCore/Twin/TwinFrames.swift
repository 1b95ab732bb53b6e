/// Decides which events of a grabbed device go to its twin, the virtual device that other programs read, and when.
///
/// It is a value without a device. Its input is frames and verdicts of `TouchClaims`; its output is events to write.
///
/// To libinput, hiding looks as it does with the plugin. libinput cancels a touchpad gesture only when its finger count has
/// changed for 100 ms, so one touch becomes a palm and the others rest meanwhile. Frames keep the time of the device.
/// docs/grab.md has the picture.
package struct TwinFrames {
  /// How long a cancellation lasts. libinput ends a gesture as cancelled 100 ms after its finger count has changed.
  package static let cancelTime: Timestamp = 105 * .millisecond
  /// The earliest time after the landing at which libinput begins a gesture.
  static let landingTime: Timestamp = 30 * .millisecond
  /// The number of held events at which held frames are released. No delay collects as many.
  static let mostHeld = 16_384

  /// Whole frames to write. The caller removes them.
  package private(set) var output: [InputEvent] = []
  var view: TwinView
  private let cancelsAtOnce: Bool
  /// Whether readers of the twin get the event's own time (Linux 6.5) instead of the time of the write.
  private let keepsTimes: Bool
  /// Whether the sequence is hidden; it stays so until no contact is left.
  private var isHiding = false
  /// The frames that wait for a verdict.
  private var held: [InputEvent] = []
  /// When a cancellation ends. Until then one touch is a palm, and the others rest.
  private var cancelEnd: Timestamp?
  /// The time at which a second touch became visible.
  private var since: Timestamp = 0
  private var visibleCount = 0

  /// - Parameters:
  ///   - present: the device's slot values, which the twin has not received.
  ///   - keepsTimes: false if the kernel replaces the time of an event by the time of its write.
  package init(
    _ device: DeviceDescription, _ deviceClass: DeviceClass, present: [InputEvent], keepsTimes: Bool = true
  ) {
    self.keepsTimes = keepsTimes
    view = TwinView(touchProtocol: device.touchProtocol, slots: device.slotCount)
    cancelsAtOnce = deviceClass == .touchscreen || device.touchProtocol != .b || device.isSemiMT
    output.reserveCapacity(1024)
    for event in present { view.swallow(event, into: &output) }
    output.removeAll(keepingCapacity: true)
  }

  /// The time at which `advance` is due.
  package var deadline: Timestamp { cancelEnd ?? .never }
  /// Whether the twin can be removed: it has no touch and no pressed button.
  package var isClear: Bool { view.visible == 0 && cancelEnd == nil && view.pressed.isEmpty }
  package mutating func removeOutput() { output.removeAll(keepingCapacity: true) }

  /// Takes a frame of the device, without its SYN_REPORT.
  ///
  /// - Parameter contacts: the slots with a contact after the frame.
  package mutating func take(
    _ frame: some Collection<InputEvent>, at time: Timestamp, contacts: SlotSet,
    _ verdict: TouchClaims.Verdict
  ) {
    endCancelling(at: time)
    switch verdict {
    case .hold where !isHiding && held.count < Self.mostHeld:
      held.append(contentsOf: frame)
      held.append(
        InputEvent(time: time, type: EventType.synchronization, code: SynchronizationCode.report, value: 0))
      view.contacts = contacts
      return
    case .hide: hide(at: time)
    case .hold, .show: release(contacts)
    }
    pass(frame, at: time, contacts)
    if contacts == 0 { isHiding = false }
  }

  /// Acts on a deadline, or on a verdict between two frames.
  package mutating func advance(to time: Timestamp, _ verdict: TouchClaims.Verdict) {
    endCancelling(at: time)
    switch verdict {
    case .hold: break
    case .hide: if view.contacts != 0 || !held.isEmpty { hide(at: time) }
    case .show: release(view.contacts)
    }
    if view.contacts == 0 { isHiding = false }
  }

  /// Ends everything visible as cancelled, before the twin is removed.
  package mutating func end(at time: Timestamp) {
    hide(at: time)
    view.releaseButtons(into: &output)
    closeFrame(at: time)
  }

  private mutating func pass(_ frame: some Collection<InputEvent>, at time: Timestamp, _ contacts: SlotSet) {
    view.contacts = contacts
    if isHiding || cancelEnd != nil {
      for event in frame { view.swallow(event, into: &output) }
    } else {
      view.show(frame, into: &output)
    }
    closeFrame(at: time)
    // The keys ended a touch without a lift, for example because the device is gone.
    if view.hasLost { hide(at: time) }
    noteCount(at: time)
  }

  private mutating func noteCount(at time: Timestamp) {
    let count = view.visible.nonzeroBitCount
    if count >= 2 && visibleCount < 2 { since = time }
    visibleCount = count
  }

  /// Releases the held frames with their own times. If the kernel does not keep times, several motions in one instant would look
  /// very fast, so each becomes part of the frame before it.
  private mutating func release(_ contacts: SlotSet) {
    guard !held.isEmpty else { return }
    var frames = held.split(whereSeparator: { $0.isReport })
    held.removeAll(keepingCapacity: true)
    while !frames.isEmpty {
      var frame = frames.removeFirst()
      if !keepsTimes, let next = frames.first, !next.contains(where: { $0.isEventful }) {
        let motion = frames.prefix { !$0.contains(where: { $0.isEventful }) }
        frames.removeFirst(motion.count)
        frame = view.merged([frame] + motion)[...]
      }
      pass(frame, at: frame[frame.startIndex].time, contacts)
    }
  }

  private mutating func hide(at time: Timestamp) {
    for event in held where !event.isReport { view.swallow(event, into: &output) }
    held.removeAll(keepingCapacity: true)
    guard !isHiding else { return }
    isHiding = true
    guard cancelEnd == nil, view.visible != 0 else { return }
    if cancelsAtOnce || view.visible.nonzeroBitCount == 1 || time - since <= Self.landingTime {
      leave(at: time)
    } else {
      view.makePalm(63 - view.visible.leadingZeroBitCount, into: &output)
      closeFrame(at: time)
      cancelEnd = time + Self.cancelTime
    }
  }

  private mutating func endCancelling(at time: Timestamp) {
    guard let end = cancelEnd, end <= time else { return }
    cancelEnd = nil
    leave(at: max(end, time))
    // Fingers that landed during the cancellation were not hidden.
    if !isHiding {
      view.show(EmptyCollection(), into: &output)
      closeFrame(at: time)
      noteCount(at: time)
    }
  }

  /// Ends all visible touches, as palms if the device has slots.
  private mutating func leave(at time: Timestamp) {
    var slots = view.visible
    while let slot = slots.popFirst() { view.makePalm(slot, into: &output) }
    closeFrame(at: time)
    view.liftAll(into: &output)
    closeFrame(at: time)
    noteCount(at: time)
  }

  /// Adds SYN_REPORT with its time to the current frame. A frame without events is dropped.
  private mutating func closeFrame(at time: Timestamp) {
    guard let last = output.last, !last.isReport else { return }
    output.append(
      InputEvent(time: time, type: EventType.synchronization, code: SynchronizationCode.report, value: 0))
    var index = output.count - 2
    while index >= 0, !output[index].isReport {
      output[index].time = time
      index -= 1
    }
  }
}

extension InputEvent {
  package var isReport: Bool {
    type == EventType.synchronization && code == SynchronizationCode.report
  }
  /// Whether the event is more than motion: a tracking ID, a key, or a contact of protocol A (SYN_MT_REPORT).
  fileprivate var isEventful: Bool {
    type == EventType.key || type == EventType.synchronization
      || type == EventType.absolute && code == AbsoluteCode.trackingID
  }
}
