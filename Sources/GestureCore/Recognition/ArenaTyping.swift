/// When keys were pressed, as far as touches that are still to land need it.
struct TypingTimes {
  // Two: a key may be pressed after a touch has landed and before its frame is read.
  private var latest = Timestamp.min / 2
  private var before = Timestamp.min / 2

  mutating func note(_ time: Timestamp) {
    before = latest
    latest = time
  }

  /// From the last press before a landing to the landing.
  func elapsed(until landing: Timestamp) -> Timestamp {
    landing - (latest <= landing ? latest : before)
  }
}

/// Typing: touches that land soon after a key was pressed are not received by gestures with a guard (libinput's
/// disable-while-typing). Those that landed before go on.
extension Arena {
  /// A key was pressed, by what the owner has from outside; no later than the next frame that has a later landing.
  package mutating func noteTyping(at time: Timestamp) { typing.note(time) }

  /// Of touches that land, those that a gesture with a guard receives.
  @inline(never) mutating func unguarded(_ landed: TouchSet, _ entry: UnsafeMutablePointer<ArenaEntry>)
    -> TouchSet
  {
    var received: TouchSet = 0
    var shortest = Timestamp.never
    var rest = landed
    while rest != 0 {
      let lane = rest.popLane()
      let elapsed = typing.elapsed(until: touches.records[lane].downTime)
      if isGuarded(elapsed, entry) { shortest = min(shortest, elapsed) } else { received |= .lane(lane) }
    }
    if received == 0 && explains && entry.pointee.attempt.pointee.seen == 0 {
      emit(entry.pointee.index, .failed, .typed(shortest, limit: entry.pointee.typingGuard))
    }
    return received
  }

  /// Why a chain that waits for a next tap is over with the touch that lands now: it does not receive it.
  mutating func typedBefore(_ entry: UnsafeMutablePointer<ArenaEntry>) -> Failure? {
    if entry.pointee.typingGuard == 0 { return nil }
    let elapsed = typing.elapsed(until: touches.time)
    return isGuarded(elapsed, entry) ? .typed(elapsed, limit: entry.pointee.typingGuard) : nil
  }

  private mutating func isGuarded(_ elapsed: Timestamp, _ entry: UnsafeMutablePointer<ArenaEntry>) -> Bool {
    elapsed >= 0 && elapsed < entry.pointee.typingGuard
  }
}

extension Failure {
  static func typed(_ elapsed: Timestamp, limit: Timestamp) -> Failure {
    Failure(.typed, took: elapsed, limit: limit, .typingGuard)
  }
}

extension RecognizerDefinition {
  /// What the guard is for where no value is written for the gesture itself: a palm or thumb beside the keys is taken
  /// for a tap, for the pointer or for scrolling.
  package var isOfTypingHand: Bool { type == .tap || fingers.lowerBound <= 2 && type.traits.fingers != nil }
}
