// A finger that leaves in mid-motion and comes back (recognizers.md §4.4).
extension SwipeRecognizer {
  /// Waits for a finger that has left in mid-motion, before the swipe fails with `failure`. Where a step of a sequence or a press of
  /// the button would be decided later, and before the motion, it fails at once.
  @inline(never) func awaitReturn(_ failure: Failure, _ touches: Touches, _ attempt: Attempt) -> Proposal {
    if phase != .moving || attempt.isStep || parameters.buttonHeld { return .fail(failure) }
    away = AwayFingers(failure, deadline: deadline)
    phase = .away
    deadline = touches.time + AwayFingers.patience
    attempt.readsFewer = true
    separateMotion()
    return goOn(touches, attempt)
  }

  /// Follows the fingers that are left, and takes up those that come back. A landing elsewhere is not one of them.
  @inline(never) func goOn(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    // Fingers without a place of their own do not show where they are heading. When all are gone, `AwayContacts` has waited for them.
    if attempt.own == 0 || touches.phantom != 0 || touches.reanchorsReferences { return .fail(away.failure) }
    return withMotion { motion in
      _ = motion.follow(touches, attempt.own)
      if !addLeft(motion, touches, attempt) || !takeUp(motion, touches, attempt) {
        return .fail(away.failure)
      }
      return away.isEmpty ? resume(motion, touches, attempt) : .none
    }
  }

  /// Adds the fingers that leave in this frame; false if there are too many.
  private func addLeft(_ motion: SwipeMotion, _ touches: Touches, _ attempt: Attempt) -> Bool {
    var rest = attempt.lifted(touches)
    while rest != 0 {
      let lane = rest.popLane()
      if !away.add(
        AwayFingers.Finger(lane: lane, place: touches.position(lane), travel: motion.before.travel))
      {
        return false
      }
    }
    return true
  }

  /// Takes the touches that land in this frame as the fingers that were away; false if one of them was not.
  private func takeUp(_ motion: SwipeMotion, _ touches: Touches, _ attempt: Attempt) -> Bool {
    var rest = attempt.placed(touches)
    while rest != 0 {
      let lane = rest.popLane()
      guard let finger = away.take(at: touches.position(lane), travel: motion.now.travel) else {
        return false
      }
      motion.continueTouch(finger.lane, as: lane)
    }
    return true
  }

  private func resume(_ motion: SwipeMotion, _ touches: Touches, _ attempt: Attempt) -> Proposal {
    phase = .moving
    attempt.readsFewer = false
    deadline = away.deadline
    if deadline <= touches.time {
      deadline = .never
      let expired = expire(touches, attempt)
      if case .fail = expired { return expired }
    }
    return moved(motion, touches, attempt)
  }
}
