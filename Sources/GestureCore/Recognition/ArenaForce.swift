/// The force of touches: a step of its own after the frame that reports it, so that nothing else depends on whether a gesture
/// reads it.
extension Arena {
  /// Feeds the forces that have changed; deadlines up to that time run first.
  ///
  /// - Parameter time: of the frame.
  package mutating func feed(_ forces: UnsafeBufferPointer<TouchForce>, at time: Timestamp) {
    let time = max(time, lastFrameTime)
    if cachedDeadline <= time { advance(to: time) }
    openInstant(time)
    table.pointee.head.flags = .forces
    settleMotion()
    for change in forces {
      let lane = lane(of: change.id)
      if lane >= 0 { table.pointee.forces?[lane] = change.force }
    }
    for index in forceEntries where entries[index].isPermitted && entries[index].isOccupied {
      if entries[index].isPending && entries[index].isDiscrete { continue }
      if entries[index].isShortOfFingers(touches, explains) { continue }
      take(propose(entries + index, .frame), index)
    }
    if proposerCount > 0 { arbitrate() }
    if isUnsettled { settle() }
  }

  /// The motion of the last frame is not one of this step.
  private mutating func settleMotion() {
    while lastMoved != 0 {
      let lane = lastMoved.popLane()
      table.pointee.records[lane].previous = touches.records[lane].position
    }
  }
}
