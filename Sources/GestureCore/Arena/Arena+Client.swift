// Gestures that a program recognizes (recognizers.md §4.17).
extension Arena {
  /// The gestures of type `client`, in order.
  package var clientGestures: [Int] {
    contestants.all.filter { $0.client != nil }.map { $0.index }
  }

  /// Whether a client has a deadline for its answer.
  package var awaitsClient: Bool { contestants.all.contains { $0.client != nil && $0.deadline != .never } }

  /// Sets whether a program recognizes the gesture. It takes part from the next touch sequence on. When its program goes, a
  /// gesture in progress is cancelled or fails.
  package func setClient(_ gesture: Int, isPresent: Bool, at time: Timestamp) {
    let contestant = contestants[gesture]
    if contestant.client == nil || contestant.hasClient == isPresent { return }
    advance(to: time)
    contestant.hasClient = isPresent
    hasNewRoster = true
    if isPresent { return }
    touches.openInstant(FrameHead(time: max(time, touches.frameTime)))
    if contestant.isActive { cancel(contestant) }
    if contestant.isPossible && contestant.seen != 0 { fail(contestant, Failure(.clientGone)) }
    contestant.isIn = false
    decide()
    refresh()
  }

  /// Takes what a client says of its gesture.
  ///
  /// - Parameters:
  ///   - frame: the number of the last frame that the client has read. Touches of later frames are left out.
  ///   - time: when it came. The step has this time.
  /// - Returns: false if it does not count, because that attempt is over.
  package func propose(
    _ gesture: Int, _ proposal: ClientProposal, seen frame: Int, at time: Timestamp
  ) -> Bool {
    advance(to: time)
    let contestant = contestants[gesture]
    guard contestant.isOccupied, contestant.isIn, let client = contestant.client else { return false }
    touches.openInstant(FrameHead(time: max(time, touches.frameTime)))
    guard let answer = client.take(proposal, seen: frame, touches, contestant) else { return false }
    propose(answer, contestant)
    if awaitsDecision { decideStep() }
    takeUp(contestant)
    refresh()
    return true
  }

  /// Begins an attempt with touches that landed after all that the client knew had lifted.
  private func takeUp(_ contestant: Contestant) {
    if contestant.isTerminal && contestant.own == 0 {
      let left = contestant.givenUp & touches.down
      if left == 0 { return }
      reset(contestant)
      contestant.adopt(left)
    }
    guard contestant.isPossible, contestant.count > 0 else { return }
    propose(answer(of: contestant, .frame), contestant)
    if awaitsDecision { decideStep() }
  }

  /// Exchanges the frames that a client has to read for an empty list.
  package func takeClientFrames(of gesture: Int, _ list: inout ClientFrames) {
    if let client = contestants[gesture].client { swap(&client.frames, &list) }
  }
}
