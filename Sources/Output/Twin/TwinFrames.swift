import GestureCore

/// Decides which events of a grabbed device go to its twin, the virtual device that other programs read, and when.
///
/// `HoldQueue` has the frames that wait, `TwinHolds` what each touch waits for, `TwinPace` the times of frames that are late, and
/// `TwinView` what readers of the twin see. It is a value without a device. Its input is frames, and the words that the plugin would
/// get; its output is events to write.
///
/// To libinput, hiding looks as it does with the plugin. libinput cancels a touchpad gesture only when its finger count has
/// changed for 100 ms, so one touch becomes a palm and the others rest meanwhile. Frames keep the time of the device, if the
/// kernel lets them and they are not older than `oldest`. docs/dev/grab.md has the picture.
package struct TwinFrames {
  /// How long a cancellation lasts. libinput ends a gesture as cancelled 100 ms after its finger count has changed.
  package static let cancelTime: Timestamp = 105 * .millisecond
  /// The earliest time after the landing at which libinput begins a gesture.
  static let landingTime: Timestamp = 30 * .millisecond
  /// The age up to which a frame that waited has its own time. A reader may wake between two frames, and libinput's timers count
  /// from the time of the landing: 180 ms after it a touch is no tap any more, even if its lift is the next frame.
  static let oldest: Timestamp = 100 * .millisecond

  /// Whole frames to write. The caller removes them.
  package private(set) var output: [InputEvent] = []
  var view: TwinView
  private let cancelsAtOnce: Bool
  /// Whether touches are held and hidden one by one (`TouchClaims`).
  private let isPerTouch: Bool
  /// Whether readers of the twin get the event's own time (Linux 6.5) instead of the time of the write.
  private let keepsTimes: Bool
  private var queue = HoldQueue()
  private var pace = TwinPace()
  /// The device's contacts and their sequence after the last frame that came, which may still wait.
  private var contacts: SlotSet = 0
  private var sequence = 0
  /// The sequence that is hidden until no contact is left.
  private var hiddenSequence: Int?
  private var holds = TwinHolds()
  /// When a cancellation ends. Until then one touch is a palm, and the others rest.
  private var cancelEnd: Timestamp?
  /// The time at which a second touch became visible.
  private var since: Timestamp = 0
  private var visibleCount = 0
  private var lastTime: Timestamp = 0
  /// How often more was held than the queue has room for.
  package private(set) var overflows = 0

  /// - Parameters:
  ///   - present: the device's slot values, which the twin has not received.
  ///   - keepsTimes: false if the kernel replaces the time of an event by the time of its write.
  package init(
    _ device: DeviceDescription, _ deviceClass: DeviceClass, present: [InputEvent], keepsTimes: Bool = true
  ) {
    self.keepsTimes = keepsTimes
    isPerTouch = device.holdsPerTouch(deviceClass)
    view = TwinView(
      touchProtocol: device.touchProtocol, slots: device.slotCount, isPerTouch: isPerTouch,
      hasTouchKey: device.keys.contains(KeyCode.touch))
    cancelsAtOnce = deviceClass == .touchscreen || device.touchProtocol != .b || device.isSemiMT
    output.reserveCapacity(1024)
    for event in present {
      view.swallow(event, into: &output)
      if event.type == EventType.absolute && event.code == AbsoluteCode.slot { holds.note(event) }
    }
    output.removeAll(keepingCapacity: true)
  }

  /// The time at which `advance` is due.
  package var deadline: Timestamp {
    if let cancelEnd { return cancelEnd }
    return queue.isReady ? due : .never
  }
  /// Whether the twin can be removed: it has no touch and no pressed button, and nothing waits.
  package var isClear: Bool {
    view.visible == 0 && cancelEnd == nil && view.pressed.isEmpty && queue.isEmpty
  }
  /// Whether frames wait.
  package var isHolding: Bool { !queue.isEmpty }
  /// Calls `body` with the events of each frame that waits and would be shown if the daemon ended now. While touches are hidden, it
  /// calls nothing, because the twin has seen another stream then.
  package func forEachLeft(_ body: (ArraySlice<InputEvent>) -> Void) {
    if view.hidden == 0 && cancelEnd == nil { queue.forEachShown(body) }
  }
  package mutating func removeOutput() { output.removeAll(keepingCapacity: true) }

  // MARK: Input

  /// Takes a frame of the device, without its SYN_REPORT.
  ///
  /// - Parameters:
  ///   - contacts: the slots with a contact after the frame.
  ///   - start: what the frame begins to hold.
  ///   - words: the verdicts after the frame.
  ///   - isHolding: whether any touch is held after the frame.
  package mutating func take(
    _ frame: some Collection<InputEvent>, at time: Timestamp, contacts: SlotSet,
    start: TouchClaims.Start = .none,
    words: [ClaimWord] = [], isHolding: Bool = false
  ) {
    endCancelling(at: time)
    if self.contacts == 0 && contacts != 0 {
      sequence += 1
      holds.ofSequence = 0
    }
    self.contacts = contacts
    let isHidden = hiddenSequence == sequence
    if queue.isEmpty && pace.isRunning && pace.due(time) <= time { pace.stop() }
    let isLate = time < lastTime || pace.isRunning && !isHidden
    if queue.isEmpty && start == .none && (cancelEnd == nil || isHidden) && !isLate {
      obey(words, at: time)
      for event in frame { holds.note(event) }
      view.contacts = contacts
      play(frame, isHidden: hiddenSequence == sequence, at: time)
    } else {
      if queue.isFull { releaseAll() }
      enqueue(frame, at: time, start)
      obey(words, at: time)
      if !isHolding { queue.release(.max) }
      drain(to: time)
    }
    finishSequence()
  }

  /// Acts on a deadline, or on verdicts between two frames.
  package mutating func advance(to time: Timestamp, words: [ClaimWord] = [], isHolding: Bool = false) {
    endCancelling(at: time)
    obey(words, at: time)
    if !isHolding { queue.release(.max) }
    drain(to: time)
    finishSequence()
  }

  /// Shows what waits, and ends everything visible as cancelled, before the twin is removed.
  package mutating func end(at time: Timestamp) {
    queue.release(.max)
    while !queue.isEmpty { playFirst(at: time) }
    hideSequence(at: time)
    view.releaseButtons(into: &output)
    closeFrame(at: time)
  }

  private mutating func finishSequence() {
    guard contacts == 0 else { return }
    hiddenSequence = nil
    if queue.isEmpty { view.forgetHiddenTouches() }
  }

  // MARK: The queue

  private mutating func releaseAll() {
    overflows += 1
    queue.release(.max)
    while !queue.isEmpty { playFirst(at: max(lastTime, queue.first?.time ?? 0)) }
  }

  private mutating func enqueue(
    _ frame: some Collection<InputEvent>, at time: Timestamp, _ start: TouchClaims.Start
  ) {
    if case .sequence(let id) = start { holds.ofSequence = queue.hold(id: id) }
    var bits = isPerTouch ? 0 : holds.ofSequence
    var hasLanding = false
    var hasPassed = false
    var mustWait = !isPerTouch
    let before = queue.eventCount
    // The frame may leave without the one before it, so it names its slot.
    if isPerTouch {
      queue.append(
        InputEvent(time: time, type: EventType.absolute, code: AbsoluteCode.slot, value: holds.slot))
    }
    for event in frame {
      if isPerTouch {
        switch sort(event, start) {
        case .now:
          hasPassed = true
          continue
        case .waiting(let hold): bits |= hold
        }
        mustWait = mustWait || !event.goesAlong
        if event.isLanding { hasLanding = true }
      }
      queue.append(event)
    }
    let goesAlong = hasPassed && !mustWait
    closePassing(at: time)
    queue.append(
      HoldQueue.Frame(
        time: time, contacts: contacts, sequence: sequence, holds: bits,
        isTaken: hiddenSequence == sequence, count: queue.eventCount - before,
        goesAlong: goesAlong, takesNoTime: goesAlong || start.holdsLifts && !hasLanding))
  }

  private enum Turn {
    /// The event has been shown.
    case now
    case waiting(UInt64)
  }

  /// Shows an event of a touch that is visible and does not wait for others. Other fingers' holds do not concern it.
  private mutating func sort(_ event: InputEvent, _ start: TouchClaims.Start) -> Turn {
    guard event.type == EventType.absolute, event.code >= AbsoluteCode.slot else { return .waiting(0) }
    if event.code == AbsoluteCode.slot {
      holds.note(event)
      return .waiting(0)
    }
    guard let index = holds.index else { return .waiting(0) }
    // A touch that was shown late lifts late.
    let isLate = pace.isRunning && pace.due(event.time) > event.time
    let isHeldLift =
      event.code == AbsoluteCode.trackingID && event.value < 0 && start.holdsLift(in: index)
      && holds[index] & queue.held == 0
    if !event.isLanding && !isLate && !isHeldLift && !holds.waiting.contains(slot: index)
      && (view.visible | view.hidden).contains(slot: index)
    {
      view.pass(event, in: holds.slot, &output)
      return .now
    }
    holds.waiting |= SlotSet(slot: index)
    if event.isLanding {
      holds.note(event)
      if start.holdsLandings { holds[index] = queue.hold(id: event.value) }
    } else if isHeldLift {
      holds[index] = queue.hold(id: holds.id(in: index))
    }
    return .waiting(holds[index])
  }

  private mutating func closePassing(at time: Timestamp) {
    guard isPerTouch, let last = output.last, !last.isReport else { return }
    view.finishPassing(into: &output)
    closeFrame(at: time)
  }

  /// When the first frame may be written.
  private var due: Timestamp {
    guard let first = queue.first, isPaced(first), !first.goesAlong else { return 0 }
    return pace.due(first.time)
  }

  /// Whether the frame cannot have its own time: the kernel does not keep it, or a later one has been written. One that is too old
  /// is the first of those that wait, which is due at once.
  private func isPaced(_ frame: HoldQueue.Frame) -> Bool {
    !keepsTimes || pace.isRunning || frame.time < lastTime
  }

  private mutating func drain(to time: Timestamp) {
    while cancelEnd == nil, queue.isReady, due <= time { playFirst(at: time) }
  }

  private mutating func playFirst(at time: Timestamp) {
    guard let frame = queue.first else { return }
    let isPaced = isPaced(frame) || time - frame.time > Self.oldest
    let writeTime = isPaced ? max(time, lastTime) : frame.time
    let count = output.count
    view.contacts = frame.contacts
    play(queue.firstEvents, isHidden: frame.isTaken, at: writeTime)
    // A frame of which nothing is shown takes no time.
    if isPaced && !frame.isTaken && output.count > count { pace.note(frame, writtenAt: writeTime) }
    queue.removeFirst()
    if queue.isEmpty { holds.clear() }
  }

  private mutating func play(_ frame: some Collection<InputEvent>, isHidden: Bool, at time: Timestamp) {
    if isHidden {
      for event in frame { view.swallow(event, into: &output) }
    } else {
      view.show(frame, into: &output)
    }
    closeFrame(at: time)
    // The keys ended a touch without a lift, for example because the device is gone.
    if view.hasLost { cancelVisible(at: time) }
    noteCount(at: time)
  }

  private mutating func noteCount(at time: Timestamp) {
    let count = view.visible.nonzeroBitCount
    if count >= 2 && visibleCount < 2 { since = time }
    visibleCount = count
  }

  // MARK: Verdicts

  private mutating func obey(_ words: [ClaimWord], at time: Timestamp) {
    for word in words {
      switch word.code {
      case .pass: queue.release(queue.bit(of: word.id))
      case .hide: hide(word.id, at: time)
      case .hideTouch: hideTouch(word.id, at: time)
      case .claim, .alsoClaim, .left, .right, .top, .bottom, .delay, .patience, .slot, .delayEnds: break
      }
    }
  }

  private mutating func hide(_ id: Int32, at time: Timestamp) {
    let bit = isPerTouch ? 0 : queue.bit(of: id)
    if bit == 0 || bit == holds.ofSequence { return hideSequence(at: time) }
    // An earlier sequence, which waits as a whole.
    queue.take { $0.holds & bit != 0 }
    queue.release(bit)
  }

  /// Hides the device's present sequence, and what waits of it.
  private mutating func hideSequence(at time: Timestamp) {
    guard hiddenSequence != sequence else { return }
    hiddenSequence = sequence
    let isFirst = queue.first.map { $0.sequence == sequence } ?? true
    queue.take { $0.sequence == sequence }
    queue.release(holds.ofSequence)
    if isPerTouch {
      var slots = contacts
      while let slot = slots.popFirst() { queue.release(holds[slot]) }
    }
    if isFirst { cancelVisible(at: time) }
  }

  private mutating func cancelVisible(at time: Timestamp) {
    guard cancelEnd == nil, view.visible != 0 else { return }
    if cancelsAtOnce || view.visible.nonzeroBitCount == 1 || time - since <= Self.landingTime {
      leave(view.visible, at: time)
    } else {
      view.makePalm(63 - view.visible.leadingZeroBitCount, into: &output)
      closeFrame(at: time)
      cancelEnd = time + Self.cancelTime
    }
  }

  private mutating func hideTouch(_ id: Int32, at time: Timestamp) {
    queue.release(queue.bit(of: id))
    guard let slot = view.slot(of: id) else { return view.hide(id: id) }
    view.hide(slots: SlotSet(slot: slot))
    leave(SlotSet(slot: slot), at: time)
  }

  private mutating func endCancelling(at time: Timestamp) {
    guard let end = cancelEnd, end <= time else { return }
    cancelEnd = nil
    leave(view.visible, at: max(end, time))
    drain(to: time)
  }

  /// Ends visible touches, as palms if the device has slots.
  private mutating func leave(_ slots: SlotSet, at time: Timestamp) {
    var palms = slots
    while let slot = palms.popFirst() { view.makePalm(slot, into: &output) }
    closeFrame(at: time)
    view.lift(slots, into: &output)
    closeFrame(at: time)
    noteCount(at: time)
  }

  /// Adds SYN_REPORT with its time to the current frame. A frame without events is dropped.
  private mutating func closeFrame(at time: Timestamp) {
    guard let last = output.last, !last.isReport else { return }
    output.append(
      InputEvent(time: time, type: EventType.synchronization, code: SynchronizationCode.report, value: 0))
    lastTime = max(lastTime, time)
    var index = output.count - 2
    while index >= 0, !output[index].isReport {
      output[index].time = time
      index -= 1
    }
  }
}

extension DeviceDescription {
  /// Whether each touch is held and hidden by itself. libinput's gestures of a touchpad depend on all touches.
  package func holdsPerTouch(_ deviceClass: DeviceClass) -> Bool {
    deviceClass == .touchscreen && touchProtocol == .b
  }
}

extension TouchClaims.Start {
  fileprivate var holdsLandings: Bool {
    if case .touches(true, _) = self { true } else { false }
  }
  fileprivate func holdsLift(in slot: Int) -> Bool {
    if case .touches(_, let lifts) = self { lifts.contains(slot: slot) } else { false }
  }
  fileprivate var holdsLifts: Bool {
    if case .touches(_, let lifts) = self { lifts != 0 } else { false }
  }
}

extension InputEvent {
  fileprivate var isLanding: Bool {
    type == EventType.absolute && code == AbsoluteCode.trackingID && value >= 0
  }
  /// Whether the event follows the touches of its frame: the selection of a slot, axes without slots, times.
  fileprivate var goesAlong: Bool {
    type == EventType.absolute && code <= AbsoluteCode.slot || type == EventType.miscellaneous
  }
}
