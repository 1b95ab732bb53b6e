/// The gestures that take part in a touch sequence (§2 rule 10), and the touches that a gesture does not receive after typing.
struct Admission {
  /// For each conditional relation, whether its `when` holds now.
  private var relations: [Bool]
  private var hasChanged = false
  private(set) var excludesSome = false
  private var typing = TypingTimes()

  init(relations: Int) {
    self.relations = Array(repeating: true, count: relations)
  }

  mutating func set(_ gesture: Contestant, isIn: Bool) {
    gesture.isInNext = isIn
    hasChanged = true
  }

  mutating func set(relation: Int, isIn: Bool) {
    relations[relation] = isIn
    hasChanged = true
  }

  /// Begins a touch sequence. The values set since the last one now apply.
  ///
  /// - Returns: whether any value was set since the last sequence.
  mutating func beginSequence(_ contestants: [Contestant], _ relationsIn: inout [Bool]) -> Bool {
    if !hasChanged { return false }
    hasChanged = false
    for contestant in contestants { contestant.isIn = contestant.isInNext }
    relationsIn = relations
    excludesSome = contestants.contains { !$0.isIn }
    return true
  }

  mutating func noteTyping(at time: Timestamp) { typing.note(time) }

  /// The time since the last key press if it is within the gesture's guard; nil if the gesture receives the landing.
  func typed(before landing: Timestamp, within guardTime: Timestamp) -> Timestamp? {
    let elapsed = typing.elapsed(until: landing)
    return elapsed >= 0 && elapsed < guardTime ? elapsed : nil
  }
}

/// The times of key presses that later landings may need.
struct TypingTimes {
  // Two times are kept, because a key may be pressed between a landing and the read of its frame.
  private var latest = Timestamp.min / 2
  private var before = Timestamp.min / 2

  mutating func note(_ time: Timestamp) {
    before = latest
    latest = time
  }

  /// The time from the last key press before a landing to the landing.
  func elapsed(until landing: Timestamp) -> Timestamp {
    landing - (latest <= landing ? latest : before)
  }
}

extension Failure {
  static func typed(_ elapsed: Timestamp, limit: Timestamp) -> Failure {
    Failure(.typed, took: elapsed, limit: limit, .typingGuard)
  }
}

extension RecognizerDefinition {
  /// Whether the default typing guard applies. It is for the gestures that a palm or thumb beside the keys would make by mistake:
  /// taps, and those of one or two fingers.
  package var isOfTypingHand: Bool { type == .tap || fingers.lowerBound <= 2 && type.traits.fingers != nil }
}
