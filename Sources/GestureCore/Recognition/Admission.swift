/// Which gestures take part in a touch sequence (§2 rule 10), and which touches a gesture does not receive after typing.
struct Admission {
  /// By gesture: whether its `when` held at the beginning of the present sequence, and whether it holds now.
  private(set) var isIn: [Bool]
  private(set) var isInNext: [Bool]
  private var hasChanged = false
  private(set) var excludesSome = false
  private var typing = TypingTimes()

  init(count: Int) {
    isIn = Array(repeating: true, count: count)
    isInNext = isIn
  }

  mutating func set(_ gesture: Int, isIn: Bool) {
    isInNext[gesture] = isIn
    hasChanged = true
  }

  /// A touch sequence begins: what was set counts from now on.
  ///
  /// - Returns: whether anything was set since the sequence before.
  mutating func beginSequence() -> Bool {
    if !hasChanged { return false }
    hasChanged = false
    isIn = isInNext
    excludesSome = isIn.contains(false)
    return true
  }

  mutating func noteTyping(at time: Timestamp) { typing.note(time) }

  /// The time since a key press, if it is shorter than the guard of a gesture; nil if a touch that lands is received.
  func typed(before landing: Timestamp, within guardTime: Timestamp) -> Timestamp? {
    let elapsed = typing.elapsed(until: landing)
    return elapsed >= 0 && elapsed < guardTime ? elapsed : nil
  }
}

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

extension Failure {
  static func typed(_ elapsed: Timestamp, limit: Timestamp) -> Failure {
    Failure(.typed, took: elapsed, limit: limit, .typingGuard)
  }
}

extension RecognizerDefinition {
  /// Whether the typing guard applies where the gesture itself has no value: a palm or thumb beside the keys is taken for a
  /// tap, for the pointer or for scrolling.
  package var isOfTypingHand: Bool { type == .tap || fingers.lowerBound <= 2 && type.traits.fingers != nil }
}
