// What the arena's owner gets: events in the order of decisions, with reasons and steps where they are read (`Reading`).
extension Arena {
  /// Reports a gesture's state with its measures.
  @inline(__always) func emit(_ contestant: Contestant, _ state: GestureState, readySince: Timestamp? = nil) {
    add(contestant, state, fingers: contestant.least)
    let velocity = contestant.reading.includesVelocity(of: state)
    // One access to the event, whose place is found once.
    events.changeLast {
      contestant.report(&$0, touches, velocity: velocity)
      $0.startWhereItIs()
    }
    if rarely(contestant.traits.isSequence && contestant.reading.contains(.steps)) {
      listSteps(of: contestant)
    }
    if let readySince, readySince != touches.time {
      events.changeLast { $0.gestureTime = readySince }
    }
    if rarely(contestant.reading.includesTouches(of: state)) { listTouchPoints(of: contestant) }
  }

  @inline(__always) private func add(_ contestant: Contestant, _ state: GestureState, fingers: Int = 0) {
    events.append(
      GestureEvent(
        contestant.index, contestant.traits.type, state, at: touches.time, fingers: fingers, roster: roster))
    if state != .changed, let start = contestant.ownSequence { events.changeLast { $0.sequence = start } }
  }

  /// Reports why a gesture failed, or for which gesture it waits, if that is read.
  ///
  /// - Parameter landing: where a touch landed that is not the gesture's; its own touches are then left out, because they are
  ///   not followed.
  func explain(
    _ contestant: Contestant, _ failure: Failure, state: GestureState = .failed, at landing: Point? = nil
  ) {
    guard contestant.reading.hasReasons else { return }
    add(contestant, state, fingers: contestant.peak)
    let failure = obstacle(to: contestant, lacking: failure) ?? numbered(failure, contestant)
    events.changeLast {
      $0.failure = failure
      // A gesture that fails because it was never released names the gesture for which it waited.
      if failure.reason == .neverReleased { $0.failure?.by = contestant.pending?.waitsFor }
      $0.location = landing ?? touches.centroid(of: contestant.own) ?? .zero
    }
    if landing == nil { listOwnTouches(of: contestant) }
  }

  /// The failure with the number of its touch in the order of landings. Recognizers count the lanes of a gesture's touches.
  private func numbered(_ failure: Failure, _ contestant: Contestant) -> Failure {
    guard let number = failure.touch, failure.reason.isOfOwnTouch, number <= contestant.seen.count else {
      return failure
    }
    var (lanes, lane) = (contestant.seen, 0)
    for _ in 0..<number { lane = lanes.popLane() }
    var (earlier, rest) = (0, contestant.seen)
    while rest != 0 { if touches.records[rest.popLane()].id < touches.records[lane].id { earlier += 1 } }
    var failure = failure
    failure.touch = earlier + 1
    return failure
  }

  /// Reports the completed steps of a sequence, which do not change any gesture's state.
  func emitSteps(of contestant: Contestant) {
    while let step = contestant.nextCompletedStep() {
      if !contestant.reading.contains(.steps) { continue }
      add(contestant, .step)
      events.changeLast { contestant.reportStep(step, &$0) }
      listSteps(of: contestant, through: step)
      listOwnTouches(of: contestant)
    }
  }

  /// Adds the values of a sequence's steps to the last event.
  ///
  /// - Parameter last: the last step to list; nil for all steps up to the current one.
  private func listSteps(of contestant: Contestant, through last: Int? = nil) {
    let start = stepValues.count
    contestant.recognizer.appendSteps(touches, through: last, to: &stepValues)
    events.changeLast { $0.steps = start..<stepValues.count }
  }

  /// Adds the positions of the gesture's touches to the last event.
  private func listTouchPoints(of contestant: Contestant) {
    let start = touchPoints.count
    contestant.appendTouchPoints(touches, &touchPoints)
    // A hovering contact is not a touch.
    if touchPoints.count == start { touchPoints.append(events[events.count &- 1].location) }
    events.changeLast { $0.touches = start..<touchPoints.count }
  }

  private func listOwnTouches(of contestant: Contestant) {
    if !contestant.reading.includesTouches(of: events[events.count &- 1].state) { return }
    let start = touchPoints.count
    touches.appendPositions(of: contestant.own, to: &touchPoints)
    events.changeLast { $0.touches = start..<touchPoints.count }
  }
}

/// Gesture events in order. They are filled in place, because an event is large and an active gesture makes one in every frame.
package struct EventList: ~Copyable {
  private var events: OwnedList<GestureEvent>

  /// - Parameter capacity: the number of events that fit without an allocation.
  package init(capacity: Int = 0) { events = OwnedList(capacity: capacity) }

  package var count: Int { events.count }
  package var isEmpty: Bool { count == 0 }
  package subscript(index: Int) -> GestureEvent { events[index] }
  /// A copy of all events.
  package var all: [GestureEvent] { (0..<count).map { events[$0] } }

  package mutating func removeAll() { events.removeAll() }

  /// Appends a new event.
  @inline(__always) mutating func append(_ event: consuming GestureEvent) { events.append(event) }
  /// Gives the events from `first` on a later time, because what they report was in doubt until then.
  mutating func postpone(from first: Int, to time: Timestamp) {
    for index in first..<count where events[index].time < time {
      if events[index].gestureTime == nil { events[index].gestureTime = events[index].time }
      events[index].time = time
    }
  }
  /// Fills in the last event.
  @inline(__always) mutating func changeLast(_ change: (inout GestureEvent) -> Void) {
    change(&events[events.count &- 1])
  }
}
