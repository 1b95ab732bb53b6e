/// The times of key presses that later landings may need.
struct TypingTimes {
  // Two times are kept, because a key may be pressed between a landing and the read of its frame.
  private var latest = Timestamp.min / 2
  private var before = Timestamp.min / 2

  mutating func note(_ time: Timestamp) {
    before = latest
    latest = time
  }

  /// The time from the last key press before a landing, if it is within the gesture's guard; nil if the gesture receives the landing.
  func elapsed(before landing: Timestamp, within guardTime: Timestamp) -> Timestamp? {
    let elapsed = landing - (latest <= landing ? latest : before)
    return elapsed >= 0 && elapsed < guardTime ? elapsed : nil
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
