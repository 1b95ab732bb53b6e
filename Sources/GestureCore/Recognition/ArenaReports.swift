/// What the arena tells: events with the measures of their gesture.
extension Arena {
  mutating func emit(
    _ index: Int, _ state: GestureState, _ failure: Failure? = nil, readySince: Timestamp? = nil
  ) {
    let event = blank(entries + index, state)
    if let failure {
      event.pointee.failure = failure
      event.pointee.fingers = entries[index].attempt.peak
      event.pointee.location = touches.centroid(of: entries[index].attempt.own) ?? .zero
    } else {
      measure(index, event)
    }
    if let readySince, readySince != touches.time { event.pointee.gestureTime = readySince }
    if reportsTouches { listTouches(index, event) }
  }

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

  private mutating func measure(_ index: Int, _ event: UnsafeMutablePointer<GestureEvent>) {
    let reporter = entries + reporter(of: index)
    event.pointee.fingers = reporter.pointee.attempt.least
    bank.report(reporter.pointee.type, reporter.pointee.slot, &event.pointee, touches)
  }

  /// A sequence has completed a step: informational, no state of the gesture changed.
  mutating func emitStep(_ index: Int, _ step: Int, of count: Int) {
    // Where the step was made, and with how many fingers; its measures are its own business.
    let child = entries + reporter(of: index)
    var made = GestureEvent()
    made.fingers = child.pointee.attempt.least
    bank.report(child.pointee.type, child.pointee.slot, &made, touches)
    let event = blank(entries + index, .step)
    event.pointee.step = step
    event.pointee.stepCount = count
    event.pointee.fingers = made.fingers
    event.pointee.location = made.location
    if reportsTouches { listTouches(index, event) }
  }

  /// Says of those that stay held whom they wait for, once for each; a tap that fires a third of a second late would
  /// else be a riddle.
  mutating func explainWaiting() {
    for index in 0..<count where entries[index].isPending {
      let other = entries[index].waitsFor
      if other == entries[index].saidToWaitFor { continue }
      entries[index].saidToWaitFor = other
      emit(index, .possible, Failure(.waiting, by: other))
    }
  }

  mutating func listTouches(_ index: Int, _ event: UnsafeMutablePointer<GestureEvent>) {
    let start = touchPoints.count
    var rest = entries[index].attempt.own
    while rest != 0 { touchPoints.append(touches.position(rest.popLane())) }
    event.pointee.touches = start..<touchPoints.count
  }
}
