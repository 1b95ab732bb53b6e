/// What the arena tells: events with the measures of their gesture.
extension Arena {
  mutating func emit(
    _ index: Int, _ state: GestureState, _ failure: Failure? = nil, readySince: Timestamp? = nil
  ) {
    // Filled in where it stands: an event is big, and one is made in every frame of a gesture.
    let draft = draft
    draft.pointee = Self.blank
    fill(&draft.pointee, index, state, failure)
    if let readySince, readySince != touches.time { draft.pointee.gestureTime = readySince }
    if reportsTouches { listTouches(index, &draft.pointee) }
    events.append(draft.pointee)
  }

  private static let blank = GestureEvent()

  @inline(__always)
  private mutating func fill(
    _ event: inout GestureEvent, _ index: Int, _ state: GestureState, _ failure: Failure?
  ) {
    event.time = touches.time
    event.gesture = index
    event.type = entries[index].type
    event.state = state
    if let failure {
      event.failure = failure
      event.fingers = entries[index].attempt.peak
      event.location = touches.centroid(of: entries[index].attempt.own) ?? .zero
    } else {
      let reporter = reporter(of: index)
      bank.report(entries[reporter].type, entries[reporter].slot, &event, touches, entries[reporter].attempt)
    }
  }

  /// A sequence has completed a step: informational, no state of the gesture changed.
  mutating func emitStep(_ index: Int, _ step: Int, of count: Int) {
    var event = GestureEvent()
    event.time = touches.time
    event.gesture = index
    event.type = .sequence
    event.state = .step
    event.step = step
    event.stepCount = count
    // Where the step was made, and with how many fingers; its measures are its own business.
    let child = reporter(of: index)
    var made = GestureEvent()
    bank.report(entries[child].type, entries[child].slot, &made, touches, entries[child].attempt)
    event.fingers = made.fingers
    event.location = made.location
    if reportsTouches { listTouches(index, &event) }
    events.append(event)
  }

  private mutating func listTouches(_ index: Int, _ event: inout GestureEvent) {
    let start = touchPoints.count
    var rest = entries[index].attempt.own
    while rest != 0 { touchPoints.append(touches.position(rest.popLane())) }
    event.touches = start..<touchPoints.count
  }
}
