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
    // Fingers without a place of their own do not show where they are heading.
    if touches.phantom != 0 || touches.reanchorsReferences { return .fail(away.failure) }
    return withMotion { motion in
      _ = motion.follow(touches, attempt.own)
      if !addLeft(motion, touches, attempt) || !takeUp(motion, touches, attempt) {
        return .fail(away.failure)
      }
      return away.isEmpty ? resume(motion, touches, attempt) : .none
    }
  }

  /// Whether a finger was down in this frame and the one before it.
  private func hasSurvivors(_ touches: Touches, _ attempt: Attempt) -> Bool {
    touches.before & attempt.own != 0
  }

  /// Adds the fingers that leave in this frame; false if there are too many.
  private func addLeft(_ motion: SwipeMotion, _ touches: Touches, _ attempt: Attempt) -> Bool {
    var rest = attempt.lifted(touches)
    if rest != 0 && !hasSurvivors(touches, attempt) {
      away.extrapolate(motion.velocity(at: touches.time), from: touches.previousTime)
    }
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
    let landed = attempt.placed(touches)
    if landed == 0 { return true }
    var (rest, way) = (landed, Point.zero)
    while rest != 0 {
      let lane = rest.popLane()
      let (place, travel) = (touches.position(lane), motion.now.travel)
      guard let finger = away.take(at: place, touches.time, travel: travel) else { return false }
      motion.continueTouch(finger.lane, as: lane)
      way += place - finger.place - (travel - finger.travel)
    }
    // The way of fingers that were all away is motion. As long as others are down, theirs is that of all.
    if !hasSurvivors(touches, attempt) {
      motion.add(way * (1 / Double(landed.count)), at: touches.time)
    }
    away.stopExtrapolating()
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
