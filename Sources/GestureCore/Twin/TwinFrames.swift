/// The frames of a virtual device (twin) that stands for a grabbed one: which of the device's events it gets, and when.
///
/// A value without device: frames and verdicts go in, events to be written come out. The verdicts are those of
/// `TouchClaims`, as for the libinput plugin, and hiding looks the same to libinput: a touchpad's gesture ends as
/// cancelled only if its count of fingers has changed for 100 ms, so one touch becomes a palm and the others rest
/// meanwhile. Frames keep the time of the device.
package struct TwinFrames {
  /// libinput ends a gesture as cancelled 100 ms after its count of fingers has changed.
  package static let cancelTime: Timestamp = 105 * .millisecond
  /// No gesture of libinput begins sooner after the landing.
  static let landingTime: Timestamp = 30 * .millisecond
  /// More held events than any delay makes: they go on then.
  static let mostHeld = 16_384

  /// To be written, whole frames; the caller removes them.
  package private(set) var output: [InputEvent] = []
  var view: TwinView
  private let cancelsAtOnce: Bool
  /// The twin's readers see the time that an event is written with, and not that of the write.
  private let keepsTimes: Bool
  /// The sequence is hidden until no contact is left.
  private var isHiding = false
  /// Frames that wait for a verdict.
  private var held: [InputEvent] = []
  /// One touch has become a palm, the others rest until then.
  private var cancelEnd: Timestamp?
  /// When a second touch became visible.
  private var since: Timestamp = 0
  private var visibleCount = 0

  /// - Parameters:
  ///   - present: the values of the slots, which the twin does not have yet.
  ///   - keepsTimes: false for kernels that give events the time of their write.
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

  /// When `advance` is due.
  package var deadline: Timestamp { cancelEnd ?? .never }
  /// The twin has no touch and no pressed button, so that it can be removed.
  package var isClear: Bool { view.visible == 0 && cancelEnd == nil && view.pressed.isEmpty }
  package mutating func removeOutput() { output.removeAll(keepingCapacity: true) }

  /// A frame of the device, without its SYN_REPORT.
  ///
  /// - Parameter contacts: the slots with a contact after it.
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

  /// A deadline, or a verdict between two frames.
  package mutating func advance(to time: Timestamp, _ verdict: TouchClaims.Verdict) {
    endCancelling(at: time)
    switch verdict {
    case .hold: break
    case .hide: if view.contacts != 0 || !held.isEmpty { hide(at: time) }
    case .show: release(view.contacts)
    }
    if view.contacts == 0 { isHiding = false }
  }

  /// The twin is about to be removed: what is visible ends as cancelled.
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
    // Ended by the keys, as of a device that goes: no lift.
    if view.hasLost { hide(at: time) }
    noteCount(at: time)
  }

  private mutating func noteCount(at time: Timestamp) {
    let count = view.visible.nonzeroBitCount
    if count >= 2 && visibleCount < 2 { since = time }
    visibleCount = count
  }

  /// The held frames go on with their own times; without these, motion in one instant would be very fast, so that it
  /// becomes part of the frame before.
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
    // Fingers that landed meanwhile are no part of what was hidden.
    if !isHiding {
      view.show(EmptyCollection(), into: &output)
      closeFrame(at: time)
      noteCount(at: time)
    }
  }

  /// All visible touches leave, as palms where there are slots.
  private mutating func leave(at time: Timestamp) {
    var slots = view.visible
    while let slot = slots.popFirst() { view.makePalm(slot, into: &output) }
    closeFrame(at: time)
    view.liftAll(into: &output)
    closeFrame(at: time)
    noteCount(at: time)
  }

  /// Gives what was put since the last frame its end and its time; a frame without events is none.
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
  /// A touch, a key or a contact without slot: not mere motion.
  fileprivate var isEventful: Bool {
    type == EventType.key || type == EventType.synchronization
      || type == EventType.absolute && code == AbsoluteCode.trackingID
  }
}
