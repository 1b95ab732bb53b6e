/// What comes to an arena from outside: gestures switched on and off, contexts, and the end of everything.
extension Arena {
  /// Enables or disables a gesture at `time` (§2 rule 6).
  package mutating func setEnabled(_ gesture: Int, _ enabled: Bool, at time: Timestamp) {
    advance(to: time)
    if entries[gesture].isEnabled == enabled { return }
    openInstant(max(time, lastFrameTime))
    if enabled {
      entries[gesture].isEnabled = true
      reset(gesture)
      entries[gesture].attempt.pointee.ignored = touches.down
    } else {
      if entries[gesture].state.isActive {
        cancel(gesture, Failure(.disabled))
      } else if entries[gesture].isPossible {
        fail(gesture, Failure(.disabled))
      }
      entries[gesture].isEnabled = false
      decide()
      if touches.down == 0 { resetAll() }
    }
    settle()
  }

  /// Whether the gesture's `when` holds; counts from the next touch sequence on.
  package mutating func setPermitted(_ gesture: Int, _ permitted: Bool) {
    entries[gesture].isPermittedNext = permitted
    permitsAnew = true
  }

  /// All touches are cancelled, lingering chains fail: the device is gone, or the configuration is swapped.
  package mutating func cancelAll(at time: Timestamp) {
    var frame = TouchFrame()
    frame.time = max(time, lastFrameTime)
    var rest = touches.down
    while rest != 0 {
      let lane = rest.popLane()
      frame.changes.append(
        TouchChange(id: touches.records[lane].id, phase: .cancelled, position: touches.records[lane].position)
      )
    }
    if !frame.changes.isEmpty { feed(frame) } else { advance(to: frame.time) }
    openInstant(frame.time)
    table.pointee.buttons = []
    for index in 0..<count where entries[index].state.isActive { cancel(index, Failure(.touchCancelled)) }
    for index in 0..<count where entries[index].isPossible && entries[index].recognizer.isLingering {
      fail(index, Failure(.touchCancelled))
    }
    decide()
    resetAll()
    settle()
  }
}
