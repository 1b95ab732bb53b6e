/// The part of an arena that its owner uses: events, their contents, and input other than frames.
extension Arena {
  /// Removes the events that the owner has read, with the positions and values to which they point.
  package func removeEvents() {
    events.removeAll()
    // Nearly always empty. Emptying an array that is empty takes 50 instructions.
    if !touchPoints.isEmpty { touchPoints.removeAll(keepingCapacity: true) }
    if !stepValues.isEmpty { stepValues.removeAll(keepingCapacity: true) }
  }
  /// Sets what the owner reads of each gesture, until `reading` is set. The indices of absent gestures follow those of the recognizers.
  package func setReadings(_ reading: (_ gesture: Int) -> Reading) {
    for contestant in contestants.all { contestant.reading = reading(contestant.index) }
    for index in absent.indices { absent[index].reading = reading(contestants.all.count + index) }
    noteReaders()
    // Explanations need each frame.
    join(down: touches.down) { $0.reading.contains(.explanations) }
  }

  package func isEnabled(_ gesture: Int) -> Bool { contestants[gesture].isEnabled }

  /// Pauses or resumes a gesture at `time` (§2 rule 6).
  package func setEnabled(_ gesture: Int, _ enabled: Bool, at time: Timestamp) {
    let contestant = contestants[gesture]
    if contestant.isEnabled == enabled { return }
    advance(to: time)
    join(down: touches.down) { $0 === contestant }
    touches.openInstant(FrameHead(time: max(time, touches.frameTime)))
    if enabled {
      contestant.off = nil
      reset(contestant)
      contestant.ignored = touches.down
    } else {
      if contestant.isActive { cancel(contestant) }
      if contestant.isPossible { fail(contestant, Failure(.paused)) }
      contestant.off = .paused
      decide()
    }
    setSectors()
    refresh()
  }

  /// Sets whether the gesture's `when` matches, from the next touch sequence on.
  package func setPermitted(_ gesture: Int, _ permitted: Bool) {
    contestants[gesture].whenHolds = permitted
    hasNewRoster = true
  }

  /// Sets whether the `when` of a gesture's conditional relation holds, from the next touch sequence on.
  ///
  /// - Parameter relation: the relation's index in `RecognizerDefinition.relations`.
  package func setPermitted(_ gesture: Int, relation: Int, _ permitted: Bool) {
    for (index, known) in rules.relations.all.enumerated()
    where known.owner == gesture && known.ordinal == relation {
      relationsInNext[index] = permitted
      hasNewRoster = true
    }
  }

  /// Notes that a key was pressed on a keyboard. Call it before the next frame with a later landing.
  package func noteTyping(at time: Timestamp) { typing.note(time) }

  /// Cancels all touches and fails lingering chains, because the device is gone or the configuration is replaced.
  package func cancelAll(at time: Timestamp) {
    let time = max(time, touches.frameTime)
    advance(to: time)
    if touches.down != 0 {
      touches.open(FrameHead(time: time))
      var rest = touches.down
      while rest != 0 { touches.end(rest.popLane(), .cancelled) }
      touches.close([])
      feedAll(Span())
      refresh()
    }
    touches.openInstant(FrameHead(time: time))
    touches.releaseButtons()
    for contestant in contestants.all {
      if contestant.isActive { cancel(contestant) }
    }
    for contestant in contestants.all {
      if contestant.isPossible && contestant.isLingering {
        fail(contestant, Failure(.touchCancelled))
      }
    }
    decide()
    refresh()
  }

  /// Whether the lift of all touches that are down decides something at once, so it cannot wait (§1.7): the end of a gesture, one that
  /// is ready, or a swipe at the lift.
  var decidesAtLift: Bool {
    firstJoined { $0.count > 0 && ($0.isActive || $0.isPending || $0.recognizer.isMadeByLift) } != nil
  }

  /// Whether no gesture is in progress, has touches, or waits for others.
  package var isAtRest: Bool {
    contestants.all.allSatisfy { !$0.isActive && !$0.isPending && !$0.isOccupied && !$0.isLingering }
  }

  /// Whether a gesture may still be recognized in this touch sequence.
  package func isUndecided(_ gesture: Int) -> Bool {
    let contestant = joining(gesture)
    guard contestant.isIn, contestant.isEnabled, contestant.isEligible else { return false }
    // After the last lift a gesture is possible again, but only for the next sequence.
    let hasAttempt = contestant.seen != 0 || contestant.isLingering || contestant.isPending
    return contestant.isPossible && hasAttempt && contestant.deferredFailure == nil
  }
}
