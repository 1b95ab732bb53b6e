/// What the arena reports: events with the measures of their gesture.
extension Arena {
  mutating func emit(
    _ index: Int, _ state: GestureState, _ failure: Failure? = nil, readySince: Timestamp? = nil
  ) {
    let entry = entries + index
    let event = blank(entry, state)
    event.pointee.roster = roster
    if let failure {
      event.pointee.failure = failure
      event.pointee.fingers = entry.pointee.attempt.pointee.peak
      event.pointee.location = touches.centroid(of: entry.pointee.attempt.pointee.own) ?? .zero
    } else {
      event.pointee.fingers = entry.pointee.attempt.pointee.least
      entry.pointee.recognizer.report(&event.pointee, touches)
      if event.pointee.start == nil { event.pointee.start = event.pointee.location }
    }
    if let readySince, readySince != touches.time { event.pointee.gestureTime = readySince }
    if touchReporting.includes(state) { listTouches(entry, event) }
  }

  /// Why a gesture failed; what was never released names the gesture that it waited for.
  mutating func explain(_ index: Int, _ failure: Failure) {
    var failure = failure
    if failure.reason == .neverReleased { failure.by = entries[index].pending?.waitsFor }
    emit(index, .failed, failure)
  }

  /// A new event; the pointer is good until the next one is made.
  @inline(__always) mutating func blank(
    _ entry: UnsafeMutablePointer<ArenaEntry>, _ state: GestureState
  ) -> UnsafeMutablePointer<GestureEvent> {
    let event = events.add()
    event.pointee.time = touches.time
    event.pointee.gesture = entry.pointee.index
    event.pointee.type = entry.pointee.type
    event.pointee.state = state
    return event
  }

  /// A touch sequence begins without the gestures whose `when` does not hold (§2 rule 10).
  mutating func explainExclusions() {
    for index in 0..<count where !entries[index].isPermitted && entries[index].isEnabled {
      emit(index, .failed, Failure(.contextDiffers))
    }
  }

  /// A sequence has completed steps: informational, no state of the gesture changed.
  mutating func reportSteps(_ entry: UnsafeMutablePointer<ArenaEntry>) {
    let completed = entry.pointee.recognizer.completedSteps
    while entry.pointee.reportedSteps < completed {
      entry.pointee.reportedSteps += 1
      let event = blank(entry, .step)
      event.pointee.roster = roster
      entry.pointee.recognizer.report(step: entry.pointee.reportedSteps, &event.pointee)
      if touchReporting.includes(.step) { listTouches(entry, event) }
    }
  }

  /// Explains once for each pending gesture what it waits for; a tap that fires a third of a second late would be
  /// hard to understand otherwise.
  mutating func explainWaiting() {
    for index in 0..<count {
      guard let pending = entries[index].pending, pending.waitsFor != pending.explainedWait else { continue }
      entries[index].pending?.explainedWait = pending.waitsFor
      emit(index, .possible, Failure(.waiting, by: pending.waitsFor))
    }
  }

  mutating func listTouches(
    _ entry: UnsafeMutablePointer<ArenaEntry>, _ event: UnsafeMutablePointer<GestureEvent>
  ) {
    let start = touchPoints.count
    let own = Attempt(entry.pointee.attempt)
    switch event.pointee.state {
    case .began, .changed, .ended, .cancelled, .recognized:
      entry.pointee.recognizer.appendPlaces(touches, own, &touchPoints)
      // What hovers is no touch.
      if touchPoints.count == start { touchPoints.append(event.pointee.location) }
    case .possible, .failed, .step: touches.appendPositions(of: own.own, to: &touchPoints)
    }
    event.pointee.touches = start..<touchPoints.count
  }
}
