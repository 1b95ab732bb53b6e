// Why a gesture got none of a sequence's touches, or too few of them (interface.md §3.1). It is reported when the last touch lifts,
// and only if it is read: a frame costs nothing without a reader.
extension Arena {
  /// Finds out whether reasons are read.
  func noteReaders() {
    isExplained =
      contestants.all.contains { $0.reading.hasReasons } || absent.contains { $0.reading.hasReasons }
  }

  func explainAbsences() {
    for contestant in contestants.all where contestant.traits.type != .hover {
      if isKeptByRest(contestant) {
        let (_, touch, time) = landings.rested
        explain(
          contestant, Failure(.fingerRested, measured: seconds(time), unit: .seconds, touch: touch),
          at: landings.places[touch - 1])
      } else if lacksFingers(contestant) {
        let (had, needs) = (Double(landings.peak), Double(contestant.least))
        explain(
          contestant, Failure(.tooFewFingers, measured: had, limit: needs, unit: .fingers, key: .fingers))
      } else if contestant.seen != 0 {
        continue
      } else if let reason = contestant.off {
        explain(contestant, Failure(reason))
      } else if contestant.isIn, let failure = obstacle(to: contestant) {
        explain(contestant, failure)
      }
    }
    for (number, gesture) in absent.enumerated() where gesture.reading.hasReasons {
      guard gesture.fingers?.contains(landings.peak) ?? true else { continue }
      var event = GestureEvent(
        contestants.all.count + number, gesture.type, .failed, at: touches.time, fingers: 0, roster: roster)
      event.failure = Failure(gesture.reason)
      events.append(event)
    }
  }

  /// Whether a gesture that was not made has its fingers without those that rested, which `resting_after` would leave out.
  private func isKeptByRest(_ contestant: Contestant) -> Bool {
    let (peak, rested) = (landings.peak, landings.rested.count)
    guard rested != 0, !resting.isOn, contestant.isFailed, contestant.isIn else { return false }
    return !contestant.range.contains(peak) && contestant.range.contains(peak - rested)
  }

  /// Whether a gesture never had enough fingers and was not followed in each frame (`Reading.outcomes`).
  private func lacksFingers(_ contestant: Contestant) -> Bool {
    if contestant.reading.contains(.explanations) || !contestant.isIn || !contestant.isEnabled {
      return false
    }
    if !contestant.hasJoined || contestant.isFailed && leavesReason(contestant) {
      return landings.peak < contestant.least
    }
    return contestant.isPossible && contestant.seen != 0 && contestant.peak < contestant.least
      && !contestant.isLingering && !contestant.isAnew
  }

  /// Whether the reason of a gesture that fails is given at the last lift: it had too few fingers.
  func leavesReason(_ contestant: Contestant) -> Bool {
    contestant.leavesReason && landings.peak < contestant.least
  }

  /// What kept every touch from a gesture: that of the touch nearest to its zone.
  private func obstacle(to contestant: Contestant) -> Failure? {
    if !contestant.intake.hasZone { return nil }
    var nearest: Failure?
    for number in 0..<landings.places.count {
      let (place, isPen) = (landings.places[number], landings.isPen(number))
      guard let failure = contestant.intake.obstacle(at: place, isPen: isPen, touch: nil) else { return nil }
      nearest = nearer(nearest, failure)
    }
    return nearest
  }

  /// What kept a touch from a gesture that got too few of those that were down; nil if no zone did.
  func obstacle(to contestant: Contestant, lacking failure: Failure) -> Failure? {
    guard failure.reason == .tooFewFingers, contestant.intake.hasZone,
      contestant.range.contains(landings.peak)
    else { return nil }
    var nearest: Failure?
    for number in 0..<landings.places.count {
      let (place, isPen) = (landings.places[number], landings.isPen(number))
      if let failure = contestant.intake.obstacle(at: place, isPen: isPen, touch: number + 1) {
        nearest = nearer(nearest, failure)
      }
    }
    return nearest
  }

  /// A touch inside a zone of others is 0 mm away.
  private func nearer(_ one: Failure?, _ other: Failure) -> Failure {
    func distance(_ failure: Failure) -> Double { failure.measured.isNaN ? 0 : failure.measured }
    guard let one, distance(one) <= distance(other) else { return other }
    return one
  }

  /// Says of a gesture that is over that it takes no touch which makes up its fingers again (§2 rule 4).
  func explainLate() {
    for contestant in contestants.all
    where contestant.isTerminal && !contestant.isFailed && contestant.decidedAt < touches.time {
      let landed = contestant.present(touches.began)
      // A motion that has ended begins again when its fingers are complete, and on touchpads with another number of fingers.
      if case .ended = contestant.state, contestant.traits.beginsAgain { continue }
      if contestant.traits.isDecidedAnew { continue }
      guard contestant.isEnabled, contestant.isIn, !contestant.traits.repeats, landed != 0,
        contestant.range.contains(contestant.present(touches.down).count)
      else { continue }
      let number = landings.places.count - touches.began.count + 1
      explain(
        contestant,
        Failure(.over, measured: seconds(contestant.decidedAt), unit: .seconds, touch: number),
        at: touches.records[landed.firstLane].down)
    }
  }
}
