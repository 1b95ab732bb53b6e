import CSystem

// A swipe that is judged at the lift (`fire_on = "release"`, recognizers.md §4.4).
extension SwipeRecognizer {
  /// Judges the swipe at the first lift: by its way, or with a `min_velocity` by the velocity at that time.
  func release(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    withMotion { motion in
      if phase == .moving, let idler = motion.idler(touches, result.touches, attempt) { return .fail(idler) }
      return parameters.minVelocity == 0 ? judgeWay(motion, touches.time) : judgeFling(motion, touches.time)
    }
  }

  /// Judges the way from where the fingers landed to where they lift.
  private func judgeWay(_ motion: SwipeMotion, _ time: Timestamp) -> Proposal {
    let net = motion.now.travel
    let (nearest, off) = nearestDirection(net)
    let needed = parameters.minDistanceSlow
    if let failure = missing(net, off, needed) {
      return .fail(turnedBack(net, needed, toward: open) ?? failure)
    }
    if let failure = turnedBack(net, needed, toward: DirectionSet(nearest)) { return .fail(failure) }
    succeed(motion, nearest, motion.velocity(at: time))
    return .ready(ratio: ratio(net.length, needed))
  }

  /// What the way from the landing to the lift lacks.
  private func missing(_ net: Point, _ off: Double, _ needed: Double) -> Failure? {
    let least = min(Self.onsetDistance, needed)
    if !net.length.reaches(least) {
      return Failure(.movedTooLittle, mm: net.length, limit: least, .minDistance)
    }
    if let failure = otherWay(net) { return failure }
    // The whole way is known, so it may be as far off as that of the fastest swipe.
    let allowed = acceptsEveryDirection ? largestAngle : min(parameters.angleFast, largestAngle)
    if off.exceeds(allowed) { return wrongDirection(off, allowed, net) }
    return net.length.reaches(needed)
      ? nil : Failure(.movedTooLittle, mm: net.length, limit: needed, .minDistance)
  }

  /// The failure of a hand that went far enough in one of these directions, and as far back.
  private func turnedBack(_ net: Point, _ needed: Double, toward directions: DirectionSet) -> Failure? {
    var (rest, farthest) = (directions, 0.0)
    while let direction = rest.popFirst() {
      let back = extremes.covered(net, toward: direction.opposite)
      if extremes.covered(.zero, toward: direction.opposite).reaches(needed) {
        farthest = max(farthest, back)
      }
    }
    return farthest.reaches(needed) ? Failure(.turnedBack, measured: farthest, unit: .mm) : nil
  }

  private var acceptsEveryDirection: Bool {
    parameters.directions == (hasNarrowSectors ? [.all, .diagonals] : .all)
  }

  /// The failure of fingers that went another way and were only flung in this direction at last.
  ///
  /// - Parameter covered: the distance since the fingers turned to this direction.
  private func turned(_ net: Point, toward direction: Direction, _ covered: Double) -> Failure? {
    let unit = direction.unit
    let along = net.x * unit.x + net.y * unit.y
    if along <= 0 || !net.length.reaches(parameters.minDistanceSlow) {
      return Failure(.turnedBack, measured: covered, unit: .mm)
    }
    let off = atan2(abs(net.x * unit.y - net.y * unit.x), along)
    return off.exceeds(largestAngle) ? wrongDirection(off, largestAngle, net) : nil
  }

  /// Judges the velocity at the lift.
  private func judgeFling(_ motion: SwipeMotion, _ time: Timestamp) -> Proposal {
    let (net, flung) = (motion.now.travel, motion.velocity(at: time))
    let speed = flung.length
    let least = min(Self.onsetDistance, parameters.minDistanceSlow)
    if !net.length.reaches(least) {
      return .fail(Failure(.movedTooLittle, mm: net.length, limit: least, .minDistance))
    }
    if !speed.reaches(parameters.minVelocity) {
      return .fail(otherWay(net) ?? tooSlow(speed, at: Double(time)))
    }
    let (nearest, off) = nearestDirection(flung)
    let allowed = acceptsEveryDirection ? largestAngle : allowedAngle(atSpeed: speed)
    if off.exceeds(allowed) { return .fail(wrongDirection(off, allowed, flung)) }
    let covered = extremes.covered(net, toward: nearest)
    let needed = parameters.minDistanceSlow
    if !covered.reaches(needed) {
      return .fail(Failure(.movedTooLittle, mm: covered, limit: needed, .minDistance))
    }
    if let failure = turned(net, toward: nearest, covered) { return .fail(failure) }
    succeed(motion, nearest, flung)
    return .ready(ratio: ratio(covered, needed))
  }
}
