/// The arena's output until the owner takes it, and the settings for what is reported.
final class ArenaReports {
  /// Events in the order in which they are reported. The owner empties the list.
  var events: EventList
  /// The positions to which `GestureEvent.touches` points; emptied together with `events`.
  var touchPoints: [Point] = []
  /// The values to which `GestureEvent.steps` points; emptied together with `events`.
  var stepValues: [GestureEvent] = []
  /// What is read of every gesture for which the owner does not say otherwise.
  var reading = Reading.usual
  /// The number of touch sequences so far whose set of gestures differed from the one before.
  var roster: Int16 = 0

  init(capacity: Int) {
    events = EventList(capacity: capacity)
    touchPoints.reserveCapacity(256)
  }

  @inline(__always) func add(
    _ gesture: Int, _ type: GestureType, _ state: GestureState, at time: Timestamp, fingers: Int = 0
  ) {
    events.append(
      GestureEvent(gesture, type, state, at: time, fingers: fingers, roster: roster))
  }

  func listTouches(_ touches: TouchSet, _ table: Touches) {
    let start = touchPoints.count
    table.appendPositions(of: touches, to: &touchPoints)
    events.last.touches = start..<touchPoints.count
  }
}

extension Contestant {
  /// Adds an event with this gesture's measures.
  @inline(__always) func emit(
    _ state: GestureState, to reports: ArenaReports, _ touches: Touches
  ) {
    reports.add(index, traits.type, state, at: touches.time, fingers: least)
    report(&reports.events.last, touches, velocity: reading.includesVelocity(of: state))
    reports.events.last.startWhereItIs()
  }
  /// Adds the positions of the gesture's touches to the last event.
  func listTouchPoints(to reports: ArenaReports, _ touches: Touches) {
    let start = reports.touchPoints.count
    appendTouchPoints(touches, &reports.touchPoints)
    // A hovering contact is not a touch.
    if reports.touchPoints.count == start { reports.touchPoints.append(reports.events.last.location) }
    reports.events.last.touches = start..<reports.touchPoints.count
  }

  /// Adds the values of a sequence's steps to the last event.
  ///
  /// - Parameter last: the last step to list; nil for all steps up to the current one.
  func listSteps(through last: Int? = nil, to reports: ArenaReports, _ touches: Touches) {
    let start = reports.stepValues.count
    recognizer.appendSteps(touches, through: last, to: &reports.stepValues)
    reports.events.last.steps = start..<reports.stepValues.count
  }

  /// Adds an event with the reason why this gesture failed, or with what it waits for.
  func explain(
    _ failure: Failure, to reports: ArenaReports, _ touches: Touches,
    state: GestureState = .failed
  ) {
    reports.add(index, traits.type, state, at: touches.time)
    reports.events.last.failure = failure
    // A gesture that fails because it was never released names the gesture for which it waited.
    if failure.reason == .neverReleased { reports.events.last.failure?.by = pending?.waitsFor }
    reports.events.last.fingers = peak
    reports.events.last.location = touches.centroid(of: own) ?? .zero
    if reading.includesTouches(of: state) { reports.listTouches(own, touches) }
  }

  /// Adds the completed steps of a sequence, which do not change any gesture's state.
  func emitSteps(to reports: ArenaReports, _ touches: Touches) {
    while let step = nextCompletedStep() {
      if !reading.contains(.steps) { continue }
      reports.add(index, traits.type, .step, at: touches.time)
      reportStep(step, &reports.events.last)
      listSteps(through: step, to: reports, touches)
      if reading.includesTouches(of: .step) { reports.listTouches(own, touches) }
    }
  }
}
