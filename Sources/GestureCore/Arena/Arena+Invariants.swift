// What holds between two steps, and why. `refresh` and `feed` check it in debug builds.
extension Arena: Invariant {
  package var brokenInvariant: String? {
    var check = InvariantCheck()
    checkLists(&check)
    for contestant in contestants.all { checkState(of: contestant, &check) }
    checkExclusion(&check)
    return check.broken
  }

  /// - `pending` is changed where a state becomes or ceases to be pending: `makePending`, `dropPending` and `finish`.
  /// - `decideStep` empties the proposals, and each call that proposes ends with it.
  /// - `listJoined` lists the gestures that have joined, and follows each change of `hasJoined`.
  private func checkLists(_ check: inout InvariantCheck) {
    let all = contestants.all
    check.hold(
      pending.count == all.count { $0.isPending }, "the list must have each gesture that is pending")
    for rank in 0..<pending.count {
      check.hold(all[pending[rank]].isPending, "what is listed must be pending")
    }
    check.hold(proposals.count == 0, "no proposal may be left after a step")
    check.hold(!overChanged && !hasDeferredEnd, "no decision may be left for the next step")
    check.hold(
      joined.count == all.count { $0.hasJoined }, "the list must have each gesture that has joined")
    for rank in 0..<joined.count {
      check.hold(all[joined[rank]].hasJoined, "what is listed must have joined")
    }
  }

  /// - An attempt adds a touch to `own` and `seen` together, and only takes it from `own` (`Attempt`).
  /// - `finish` stops the clock of what is over; `end` and `cancel` stop the ticks of what was active.
  /// - `refresh` lets a gesture leave that has no attempt, and `joinSequence` lets it join when its fingers are down.
  /// - `setEnabled` ends a gesture before it disables it.
  /// - `refresh` takes the earliest deadline of all, and follows each step that changes one (`isStale`).
  /// - `refresh` keeps the lanes of each attempt, so no touch gets the lane of another one that an attempt has seen.
  private func checkState(of contestant: Contestant, _ check: inout InvariantCheck) {
    let name = contestant.traits.type.rawValue
    check.hold(contestant.own & ~contestant.seen == 0, "\(name): each own touch must have been seen")
    check.hold(contestant.made & ~contestant.seen == 0, "\(name): each made touch must have been seen")
    check.hold(contestant.count == contestant.own.count, "\(name): count must be the number of own touches")
    if contestant.isTerminal {
      check.hold(contestant.deadline == .never, "\(name): what is over must have no deadline")
    }
    if !contestant.isActive {
      check.hold(contestant.nextTick == .never, "\(name): what is not active must not tick")
    }
    if !contestant.hasJoined {
      check.hold(
        contestant.seen == 0 && contestant.isPossible && !contestant.isPending,
        "\(name): what has not joined must have no attempt")
      check.hold(
        !contestant.isIn || touches.downCount < contestant.least,
        "\(name): what has its fingers must have joined"
      )
    }
    if !contestant.isEnabled {
      check.hold(
        contestant.isTerminal || contestant.seen == 0, "\(name): a disabled gesture must have no attempt")
    }
    if contestant.isOccupied {
      check.hold(nextDeadline <= contestant.deadline, "\(name): nextDeadline must not be after its deadline")
    }
    check.hold(
      contestant.seen & ~touches.remembered == 0, "\(name): the lanes of its touches must be remembered")
  }

  /// `defeatRivals` cancels what is active before an exclusive gesture begins, and `blocks` lets none begin beside another. An
  /// eager gesture and one that goes before it may be active for the rest of the step only (§3.8).
  private func checkExclusion(_ check: inout InvariantCheck) {
    for one in contestants.all where isExclusive(one) {
      for other in contestants.all[(one.index + 1)...] where isExclusive(other) && conflict(one, other) {
        check.hold(
          rules.mayPrecede(one.index, other.index) || rules.mayPrecede(other.index, one.index),
          "\(one.traits.type.rawValue) and \(other.traits.type.rawValue) must not be active with one touch")
      }
    }
  }
  private func isExclusive(_ contestant: Contestant) -> Bool {
    contestant.isActive && !contestant.traits.isWeak && !contestant.isActiveOver
  }
}
