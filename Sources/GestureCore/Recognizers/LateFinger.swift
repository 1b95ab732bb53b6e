/// The rule for late fingers, for gestures of three and more fingers (recognizers.md §4.0). A late finger joins fingers that are
/// already moving, so it may only have brushed the touchpad. The motion counts after the finger has stayed for `patience`.
struct LateFinger {
  /// The distance from its landing at which one of fewer fingers makes the next finger a late one, mm.
  private static let leastTravel = 3.0

  /// How long a late finger must stay, µs; 0 turns the rule off.
  var patience: Timestamp = 0
  /// Whether one of fewer fingers had moved to there when another came or left in this touch sequence.
  private(set) var hasTravelled = false
  /// When the finger count last entered the range, and the time from which motion counts.
  private(set) var enteredAt: Timestamp = 0
  private(set) var settlesAt = Timestamp.min
  /// How long the finger count was in the range, if it left before `settlesAt`.
  private(set) var shortStay: Timestamp?

  /// libinput's time for a change of the finger count, µs [LIN DEFAULT_GESTURE_SWITCH_TIMEOUT].
  static let usualPatience: Timestamp = 100_000

  mutating func restart() {
    hasTravelled = false
    settlesAt = .min
    shortStay = nil
  }

  /// Notes how far those of these fingers are that have moved. They were down before the frame, and stay.
  @inline(__always)
  mutating func noteWays(of fingers: TouchSet, _ touches: Touches, from landing: (Int) -> Point) {
    var rest = fingers & touches.movedTogether
    while rest != 0 {
      let lane = rest.popLane()
      if (touches.records[lane].position - landing(lane)).reaches(Self.leastTravel) { hasTravelled = true }
    }
  }

  mutating func takeMotion(of other: LateFinger) { hasTravelled = other.hasTravelled }

  /// Handles that the finger count enters the range.
  ///
  /// - Parameter isTogether: whether the fingers that are down landed together.
  mutating func enter(at time: Timestamp, isTogether: Bool) {
    enteredAt = time
    settlesAt = hasTravelled && !isTogether ? time + patience : .min
    shortStay = nil
  }
  mutating func leave(at time: Timestamp) {
    if time < settlesAt { shortStay = time - enteredAt }
  }
}

extension Attempt {
  /// Turns the rule for late fingers on, for a gesture that follows a motion.
  func waitForLateFingers(_ patience: Timestamp) {
    if least >= 3 { late.patience = patience }
  }
  var waitsForLateFingers: Bool { late.patience > 0 }

  /// Updates the rule with one frame. Called after `receive`.
  func watch(_ touches: Touches) {
    let before = touches.before & seen
    if before == 0 { late.restart() }
    if before.count < least && touches.hasChangedFingers {
      late.noteWays(of: before & own, touches) { landing($0, touches) }
    }
    let (was, isNow) = (range.contains(before.count), range.contains(count))
    if isNow && !was { late.enter(at: touches.time, isTogether: landedTogether(touches)) }
    if was && !isNow { late.leave(at: touches.time) }
  }

  /// Whether the fingers landed within the `land_window` of a tap.
  private func landedTogether(_ touches: Touches) -> Bool {
    var (first, last) = (Timestamp.max, Timestamp.min)
    var rest = own
    while rest != 0 {
      let time = landingTime(rest.popLane(), touches)
      first = min(first, time)
      last = max(last, time)
    }
    return last - first < landWindow
  }
  /// The usual `land_window` of a tap, µs.
  var landWindow: Timestamp { surface.isTouchpad ? 250_000 : 300_000 }

  /// Whether a late finger has not stayed long enough yet.
  @inline(__always) func isSettling(at time: Timestamp) -> Bool { rarely(time < late.settlesAt) }
  /// Whether this is the first frame after the late finger has stayed long enough. The frame before is then the reference.
  func hasJustSettled(_ touches: Touches) -> Bool { touches.previousTime < late.settlesAt }

  /// The failure if a late finger left too early.
  func leftEarly(at time: Timestamp) -> Failure? {
    if isSettling(at: time) && range.contains(count) {
      return Failure(.liftedTooEarly, took: time - late.enteredAt, limit: late.patience, .settle)
    }
    return late.shortStay.map { Failure(.liftedTooEarly, took: $0, limit: late.patience, .settle) }
  }
}
