/// The late finger of gestures of three and more (recognizers.md §4.0): it joins fingers that were on their way already,
/// so it may only have brushed the pad. Their motion counts when it has stayed for `patience`.
struct LateFinger {
  /// How far fewer fingers have moved where the last one is late, mm.
  private static let way = 3.0

  /// How long a late finger has to stay, µs; 0: none is late.
  var patience: Timestamp = 0
  /// The way of fewer fingers in this touch sequence.
  private var travel = Point.zero
  /// It was long enough once.
  private(set) var hasTravelled = false
  /// When the count last came into the range, and from when on the motion counts.
  private(set) var enteredAt: Timestamp = 0
  private(set) var settlesAt = Timestamp.min
  /// How long the count was in the range when it left before `settlesAt`.
  private(set) var shortStay: Timestamp?

  /// [LIN DEFAULT_GESTURE_SWITCH_TIMEOUT], µs.
  static let usualPatience: Timestamp = 100_000

  mutating func restart() {
    travel = .zero
    hasTravelled = false
    settlesAt = .min
    shortStay = nil
  }

  mutating func add(_ way: Point) {
    travel += way
    if travel.x * travel.x + travel.y * travel.y >= Self.way * Self.way { hasTravelled = true }
  }

  /// - Parameter isTogether: the fingers that are down landed together.
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
  /// For a gesture that follows a motion.
  func waitForLateFingers(_ patience: Timestamp) {
    if least >= 3 { late.patience = patience }
  }
  var waitsForLateFingers: Bool { late.patience > 0 }
  /// Whether the motion of this frame may make a late finger of the next one.
  var watchesFewer: Bool { waitsForLateFingers && count < least && !late.hasTravelled }

  /// One frame, after `receive`.
  func watch(_ touches: Touches) {
    if touches.before == 0 { late.restart() }
    let before = touches.before & seen
    if before.count < least { addWay(of: before & own, touches) }
    let (was, isNow) = (isInRange(before.count), isInRange(count))
    if isNow && !was { late.enter(at: touches.time, isTogether: landedTogether(touches)) }
    if was && !isNow { late.leave(at: touches.time) }
  }

  private func isInRange(_ count: Int) -> Bool { count >= least && count <= most }

  /// Adds the motion of fingers that were down before this frame, if one of them moved.
  @inline(__always) func addWay(of fingers: TouchSet, _ touches: Touches) {
    let real = fingers & ~touches.phantom
    if real & touches.moved == 0 { return }
    late.add(touches.translation(of: real))
  }

  /// Within `land_window` of a tap.
  private func landedTogether(_ touches: Touches) -> Bool {
    var (first, last) = (Timestamp.max, Timestamp.min)
    var rest = own
    while rest != 0 {
      let time = landingTime(rest.popLane(), touches)
      first = min(first, time)
      last = max(last, time)
    }
    return last - first < (isTouchpad ? 250_000 : 300_000)
  }

  /// Whether a late finger has not stayed for long enough.
  @inline(__always) func isSettling(at time: Timestamp) -> Bool { rarely(time < late.settlesAt) }
  /// Whether this is the first frame after it has: what the frame before it had is the reference.
  func hasJustSettled(_ touches: Touches) -> Bool { touches.previousTime < late.settlesAt }

  /// Why it is no gesture where a late finger left too early.
  func leftEarly(at time: Timestamp) -> Failure? {
    if isSettling(at: time) && isInRange(count) {
      return Failure(.liftedTooEarly, took: time - late.enteredAt, limit: late.patience, .settle)
    }
    return late.shortStay.map { Failure(.liftedTooEarly, took: $0, limit: late.patience, .settle) }
  }
}
