/// The positions at which touches count as landed, by lane; shared by all steps of a sequence.
final class Anchors {
  var positions = LaneArray<Point>(repeating: .zero)
  var time: Timestamp = 0
}

/// The touches that were down when a step of a sequence began. They count as landed where they were then (§3.8).
struct Anchoring {
  /// The positions at the beginning of the step; nil for a gesture that is not part of a sequence.
  fileprivate let anchors: Anchors?
  var touches: TouchSet = 0

  /// The anchors of a touch; nil if it landed after the step began.
  fileprivate func anchors(of lane: Int) -> Anchors? {
    rarely(touches & .lane(lane) != 0) ? anchors : nil
  }
}

/// The smallest and the largest number of touches with which a gesture is made.
struct TouchCountRange {
  let least: Int
  let most: Int

  func contains(_ count: Int) -> Bool { count >= least && count <= most }
}

/// The touch surface of an attempt.
struct AttemptSurface {
  let size: Size
  let isTouchpad: Bool
  let isSemiMT: Bool
  let swipeMotions: SwipeMotions
}

/// The arena's record of an attempt, from its first touch until it is reset. Recognizers only read it.
///
/// A step of a sequence has one of its own; that of a gesture is its `Contestant`.
///
/// What must hold: `own` and `made` are parts of `seen`, and `count` is the number of `own`. A touch that was seen stays seen until the
/// attempt is reset, and until then no other touch gets its lane (`Touches.remembered`).
class Attempt {
  final let range: TouchCountRange
  final let surface: AttemptSurface
  /// Whether another pan, pinch or rotation takes the same fingers, so that evidence is required (§3.7).
  final var competes = false

  /// The number of this attempt. It is never 0.
  final var number = 1
  /// All touches received in this attempt, including lifted ones.
  final var seen: TouchSet = 0
  /// The touches of `seen` that are down after this frame.
  private(set) final var own: TouchSet = 0
  /// The size of `own`, stored because it is read more often than changed and counting bits is slow on Debian's baseline.
  private(set) final var count = 0
  /// The touches with which the gesture is made: those of `seen` that were down when their count was last in the range.
  private(set) final var made: TouchSet = 0
  /// Where the touches of `made` were before their count left the range.
  private final var lastPlaces = LaneArray<Point>(repeating: .zero)
  /// Touches that were down before the recognizer was enabled. They do not belong to the attempt (§2 rule 5).
  final var ignored: TouchSet = 0
  /// Touches that rested when others landed. The gesture leaves them out until they move (§3.6).
  final var leftOut: TouchSet = 0
  /// The most touches that were down at one time.
  final var peak = 0
  /// The touches that landed last and were not received, because the gesture receives only the first touch.
  final var passedOver: TouchSet = 0
  /// Touches that the gesture gave up when it ended. A new attempt has them.
  private(set) final var givenUp: TouchSet = 0
  /// Whether an active gesture goes on with the touches that are left (`release = "follow"`).
  final var followsFewer = false
  /// Whether motion of too few touches matters, because they may end a locked drag or because a finger of a swipe is away.
  final var readsFewer = false
  /// Whether a tap ended a locked drag, and is used up by it.
  final var isEndedByTap = false
  final var late = LateFinger()
  final var anchoring: Anchoring

  /// A copy of a new attempt.
  init(_ other: Attempt) {
    range = other.range
    surface = other.surface
    anchoring = other.anchoring
    late = other.late
  }
  init(fingers: ClosedRange<Int>, _ surface: AttemptSurface, anchors: Anchors? = nil) {
    range = TouchCountRange(least: fingers.lowerBound, most: fingers.upperBound)
    self.surface = surface
    anchoring = Anchoring(anchors: anchors)
  }

  /// Whether this is the attempt of a sequence's step.
  final var isStep: Bool { anchoring.anchors != nil }
  final var least: Int { range.least }
  final var most: Int { range.most }
  /// The number of fingers with which the gesture can be made now: those that are down, or the fewest that it needs.
  final var expectedCount: Int { max(count, least) }

  /// Adds touches that landed, if any, and updates the sets and counts.
  @inline(__always) final func receive(_ landed: TouchSet, _ touches: Touches) {
    seen |= landed
    let before = count
    own = touches.down & seen
    // `downCount` is counted once for all recognizers that have every touch.
    count = own == touches.down ? touches.downCount : own.count
    if makes(count) { made = own } else if makes(before) { notePlaces(touches) }
    if touches.began != 0 { peak = max(peak, count) }
  }

  /// Whether so many touches make the gesture.
  @inline(__always) private final func makes(_ count: Int) -> Bool {
    range.contains(count) || rarely(followsFewer && count > 0 && count < least)
  }
  /// Leaves touches to other gestures.
  final func giveUp(_ touches: TouchSet) {
    givenUp = touches
    leave(touches)
  }
  /// Goes on without touches.
  final func leave(_ touches: TouchSet) {
    seen &= ~touches
    made &= ~touches
    own &= ~touches
    count = own.count
  }
  /// Begins a new attempt with touches that the last one gave up.
  final func adopt(_ touches: TouchSet) {
    seen = touches
    own = touches
    count = touches.count
    peak = count
  }

  /// Notes where the touches of the gesture were before this frame. Their motion while too few or too many are down, and in the
  /// frame of the lift or landing itself, is not the gesture's.
  private final func notePlaces(_ touches: Touches) {
    var rest = made
    while rest != 0 {
      let lane = rest.popLane()
      lastPlaces[lane] = touches.placeBefore(lane)
    }
  }

  /// Appends where the touches of the gesture are, or were while their count was in the range.
  final func appendPlaces(_ touches: Touches, to points: inout [Point]) {
    if makes(count) { return touches.appendPositions(of: made, to: &points) }
    var rest = made
    while rest != 0 { points.append(lastPlaces[rest.popLane()]) }
  }

  /// Keeps only the touches in `present`. The others lifted long ago.
  final func keep(_ present: TouchSet) {
    seen &= present
    made &= present
  }

  final func clear() {
    number &+= 1
    seen = 0
    made = 0
    own = 0
    count = 0
    ignored = 0
    peak = 0
    givenUp = 0
    followsFewer = false
    readsFewer = false
    isEndedByTap = false
    anchoring.touches = 0
    passedOver = 0
    late.restart()
  }

  @inline(__always) final func placed(_ touches: Touches) -> TouchSet { touches.began & own }
  @inline(__always) final func lifted(_ touches: Touches) -> TouchSet { touches.ended & seen }
  @inline(__always) final func lost(_ touches: Touches) -> TouchSet { touches.cancelled & seen }

  /// Where a touch landed, or where it was when this step of a sequence began.
  @inline(__always) final func landing(_ lane: Int, _ touches: Touches) -> Point {
    anchoring.anchors(of: lane)?.positions[lane] ?? touches.records[lane].down
  }

  /// When a touch landed, or when this step of a sequence began.
  final func landingTime(_ lane: Int, _ touches: Touches) -> Timestamp {
    anchoring.anchors(of: lane)?.time ?? touches.records[lane].downTime
  }

  /// The earliest landing of the touches that begin in this frame. It is before the frame if contacts were withheld.
  @inline(__always) final func firstLanding(_ touches: Touches) -> Timestamp {
    var first = touches.time
    var rest = touches.released & own & ~anchoring.touches
    while rest != 0 { first = min(first, touches.records[rest.popLane()].downTime) }
    return first
  }

  /// The number of a touch within the gesture, counted from 1, for messages.
  final func number(of lane: Int) -> Int { (seen & (TouchSet.lane(lane) &- 1)).count + 1 }

  /// The failure of fingers that are farther apart than `limit` mm.
  ///
  /// - Parameter place: where a touch of the gesture counts as being.
  final func separated(limit: Double, _ place: (Int) -> Point) -> Failure? {
    if limit == .infinity { return nil }
    var farthest = 0.0
    var rest = own
    while rest != 0 {
      let one = place(rest.popLane())
      var others = rest
      while others != 0 { farthest = max(farthest, one.distance(to: place(others.popLane()))) }
    }
    if !farthest.exceeds(limit) { return nil }
    return Failure(.fingersTooFarApart, mm: farthest, limit: limit, .maxSeparation)
  }

  /// The touch of a set that is farthest from its landing, if that is more than `limit` mm.
  @inline(__always)
  final func strayed(_ touches: Touches, _ set: TouchSet, limit: Double) -> (lane: Int, distance: Double)? {
    var rest = set
    while rest != 0 {
      let lane = rest.popLane()
      if (touches.records[lane].position - landing(lane, touches)).exceeds(limit) {
        return farthest(touches, set | own)
      }
    }
    return nil
  }

  private final func farthest(_ touches: Touches, _ set: TouchSet) -> (lane: Int, distance: Double) {
    var farthest = (lane: 0, distance: -1.0)
    var rest = set & ~touches.phantom
    while rest != 0 {
      let lane = rest.popLane()
      let distance = touches.records[lane].position.distance(to: landing(lane, touches))
      if distance > farthest.distance { farthest = (lane, distance) }
    }
    return farthest
  }
}

// Failures that several recognizers share.
extension Failure {
  /// A copy without the key, unless the key is one of `keys`. A tap before another gesture may have a key that the gesture lacks.
  func withKey(among keys: [ParameterKey]) -> Failure {
    guard let key, key != .fingers, !keys.contains(where: { $0.name == key }) else { return self }
    var failure = self
    failure.key = nil
    return failure
  }

  static func tooManyFingers(_ attempt: Attempt) -> Failure {
    Failure(
      .tooManyFingers, measured: Double(attempt.count), limit: Double(attempt.most), unit: .fingers,
      key: .fingers)
  }
  /// The failure of a gesture that had too few fingers.
  ///
  /// - Parameter count: the most fingers that were down together.
  static func tooFewFingers(_ count: Int, _ attempt: Attempt) -> Failure {
    Failure(
      .tooFewFingers, measured: Double(count), limit: Double(attempt.least), unit: .fingers, key: .fingers)
  }
  /// The failure of a gesture that had too few fingers when one lifted. It gives the number that were down before the lift.
  static func tooFewFingers(_ attempt: Attempt, _ touches: Touches) -> Failure {
    .tooFewFingers((attempt.own & ~touches.began | attempt.lifted(touches)).count, attempt)
  }
  /// A failure because a finger takes too little part in the common motion.
  static func movedTooLittle(_ idler: MotionTracker.Idler, _ attempt: Attempt) -> Failure {
    Failure(
      .movedTooLittle, mm: max(0, idler.way), limit: idler.limit, nil, touch: attempt.number(of: idler.lane))
  }
  /// A failure because a touch moved farther than its tolerance.
  static func movedTooFar(
    _ stray: (lane: Int, distance: Double), limit: Double, _ attempt: Attempt
  ) -> Failure {
    Failure(
      .movedTooFar, mm: stray.distance, limit: limit, .allowableMovement,
      touch: attempt.number(of: stray.lane))
  }
}

extension GestureTraits.TouchIntake {
  /// The touches of `inside` that the gesture receives. `inside` are the touches that landed in its area.
  func received(_ inside: TouchSet, _ attempt: Attempt, hasBegun: Bool) -> TouchSet {
    switch self {
    case .all: return inside
    case .none: return 0
    case .untilBegun: return hasBegun ? 0 : inside
    case .first:
      if attempt.least > 1 { return hasBegun && attempt.count >= attempt.least ? 0 : inside }
      let first: TouchSet = attempt.seen == 0 && inside != 0 ? .lane(inside.firstLane) : 0
      attempt.passedOver = inside & ~first
      return first
    }
  }
}
