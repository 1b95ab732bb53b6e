/// What an arena has produced and its owner has not taken yet, and which of it the owner reads.
final class ArenaReports {
  /// In order; the owner empties the list.
  var events: EventList
  /// The touch positions that `GestureEvent.touches` points into; emptied together with `events`.
  var touchPoints: [Point] = []
  /// Whether the events also say why gestures failed, and what those that are ready wait for.
  var explains = false
  /// The events that list the places of their touches.
  var touchReporting = ReportedEvents.none
  /// Counts the touch sequences that began with other gestures than the one before.
  var roster: Int16 = 0

  init(capacity: Int) {
    events = EventList(capacity: capacity)
    touchPoints.reserveCapacity(256)
  }

  @inline(__always) func add(
    _ gesture: Int, _ type: GestureType, _ state: GestureState, at time: Timestamp
  ) {
    events.append(GestureEvent())
    events.last.time = time
    events.last.gesture = gesture
    events.last.type = type
    events.last.state = state
    events.last.roster = roster
  }

  func listTouches(_ touches: TouchSet, _ table: Touches) {
    let start = touchPoints.count
    table.appendPositions(of: touches, to: &touchPoints)
    events.last.touches = start..<touchPoints.count
  }
}

// Methods of the borrowed contestant: as an argument of a call it would be copied (Swift 6.3).
extension Contestant {
  /// Adds an event with the measures of this gesture.
  func emit(
    _ state: GestureState, as gesture: Int, to reports: ArenaReports, _ touches: Touches,
    readySince: Timestamp? = nil
  ) {
    reports.add(gesture, traits.type, state, at: touches.time)
    reports.events.last.fingers = attempt.least
    report(&reports.events.last, touches)
    if reports.events.last.start == nil { reports.events.last.start = reports.events.last.location }
    if let readySince, readySince != touches.time { reports.events.last.gestureTime = readySince }
    if reports.touchReporting.includes(state) { listPlaces(to: reports, touches) }
  }
  private func listPlaces(to reports: ArenaReports, _ touches: Touches) {
    let start = reports.touchPoints.count
    appendPlaces(touches, &reports.touchPoints)
    // What hovers is no touch.
    if reports.touchPoints.count == start { reports.touchPoints.append(reports.events.last.location) }
    reports.events.last.touches = start..<reports.touchPoints.count
  }

  /// Adds why this gesture failed, or what it waits for.
  func explain(
    _ failure: Failure, as gesture: Int, to reports: ArenaReports, _ touches: Touches,
    state: GestureState = .failed
  ) {
    reports.add(gesture, traits.type, state, at: touches.time)
    reports.events.last.failure = failure
    // What was never released names the gesture that it waited for.
    if failure.reason == .neverReleased { reports.events.last.failure?.by = pending?.waitsFor }
    reports.events.last.fingers = attempt.peak
    reports.events.last.location = touches.centroid(of: attempt.own) ?? .zero
    if reports.touchReporting.includes(state) { reports.listTouches(attempt.own, touches) }
  }

  /// Adds the steps that a sequence has completed: information, no state of the gesture has changed.
  func emitSteps(as gesture: Int, to reports: ArenaReports, _ touches: Touches) {
    while let step = nextCompletedStep() {
      reports.add(gesture, traits.type, .step, at: touches.time)
      reportStep(step, &reports.events.last)
      if reports.touchReporting.includes(.step) { reports.listTouches(attempt.own, touches) }
    }
  }
}
