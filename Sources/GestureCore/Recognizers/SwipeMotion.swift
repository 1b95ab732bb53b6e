/// The motion of a swipe's fingers since its reference positions. Swipes of the same fingers share one, which measures each frame
/// once.
final class SwipeMotion {
  private var tracker = MotionTracker(spin: [.scale, .angle], .translation)
  /// The time of the reference positions. In a sequence it may lie between two frames.
  private var startedAt: Timestamp = 0
  /// The centroid at the reference positions, mm.
  private(set) var location = Point.zero
  /// The moment of the last frame, and where the way of that frame began.
  private(set) var now = SwipeMoment()
  private(set) var before = SwipeMoment()
  private var hasMoved = false
  /// The distance of the last frame, mm, and whether the fingers travel more in it than they pinch or turn.
  private(set) var distance = 0.0
  private(set) var isTogether = true
  /// The farthest points, and the step in which they were noted last. Used only with fire_on = "release".
  private(set) var extremes = MotionExtremes()
  private var extremesStep = 0
  /// The steps in which the motion started and in which it was followed last (`Touches.step`).
  private var startStep = 0
  private var lastStep = 0
  /// The part of the last frame's way that was searched last, and for what.
  private var searched: (reach: SwipeReach, onset: Timestamp, step: Int)?
  private var part = 0.0
  /// The touches at the reference positions, and whether these are of the frame before the one in which the motion started.
  private var reference: TouchSet = 0
  private var isLate = false
  fileprivate var users = 0

  fileprivate init() {}

  /// Whether the motion has started in this step, with the same reference positions.
  fileprivate func hasStarted(_ touches: Touches, _ fingers: TouchSet, isLate: Bool) -> Bool {
    startStep == touches.step && reference == fingers && self.isLate == isLate
  }
  /// Takes the reference positions: of this frame, or of the one before it if the fingers are late.
  fileprivate func start(_ touches: Touches, _ fingers: TouchSet, isLate: Bool) {
    startStep = touches.step
    // It may have been another motion in this step.
    lastStep = 0
    (extremes, extremesStep) = (MotionExtremes(), 0)
    reference = fingers
    self.isLate = isLate
    startedAt = isLate ? touches.previousTime : touches.time
    if isLate {
      location = tracker.startBefore(touches, fingers)
    } else {
      tracker.start(touches, fingers)
      location = touches.centroid(of: fingers) ?? .zero
    }
    now = SwipeMoment(tracker, at: startedAt)
  }

  /// Adds a frame, unless another swipe has added it; true if one of the touches moved.
  @inline(__always) func follow(_ touches: Touches, _ own: TouchSet) -> Bool {
    if lastStep != touches.step { add(touches, own) }
    return hasMoved
  }
  @inline(never) private func add(_ touches: Touches, _ own: TouchSet) {
    lastStep = touches.step
    before = now
    before.time = Double(wayBegins(touches))
    hasMoved = tracker.update(touches, own)
    now = SwipeMoment(tracker, at: touches.time)
    distance = now.distance
    isTogether = !now.apart.reaches(SwipeRecognizer.apartLimit(distance))
  }
  /// Adds the last frame to the extremes, unless another swipe has added it.
  @inline(__always) func noteExtremes() {
    if extremesStep == lastStep { return }
    extremesStep = lastStep
    extremes.include(now.travel)
  }

  /// The part of the last frame's way at which a distance is reached. Swipes with the same one search it once.
  func part(reaching reach: SwipeReach, since onset: Timestamp) -> Double {
    if let searched, searched.reach == reach && searched.onset == onset && searched.step == lastStep {
      return part
    }
    searched = (reach, onset, lastStep)
    part = reach.part(of: (before, now), since: onset)
    return part
  }

  /// When the motion of this frame began: at the last frame, but no more than 20 ms ago, and not before the reference.
  func wayBegins(_ touches: Touches) -> Timestamp {
    max(Touches.wayBegins(at: touches.time, after: touches.previousTime), startedAt)
  }

  /// Takes a touch that began in this frame as one that ended before.
  func continueTouch(_ ended: Int, as began: Int) { tracker.continueTouch(ended, as: began) }

  /// The failure by a finger that takes no part in the motion.
  func idler(_ touches: Touches, _ fingers: TouchSet, _ attempt: Attempt) -> Failure? {
    tracker.idler(touches, fingers).map { .movedTooLittle($0, attempt) }
  }
  /// The reference position of a touch.
  func reference(_ lane: Int) -> Point { tracker.references[lane] }
  func velocity(at time: Timestamp) -> Point { tracker.velocity(at: time).translation }

  fileprivate func become(_ other: SwipeMotion) {
    tracker.become(other.tracker)
    startedAt = other.startedAt
    location = other.location
    now = other.now
    extremes = other.extremes
    // No other swipe starts with it or follows it.
    (startStep, lastStep, extremesStep, searched) = (0, 0, 0, nil)
  }
}

/// The motions of an arena's swipes.
///
/// Each has 7 kB, and swipes of the same fingers share one, so there are as many as are needed at a time, not one for each swipe.
final class SwipeMotions {
  /// Room for two counts of fingers, for late fingers, and for a swipe that has lost a finger.
  private static let usualCount = 4
  private var all = OwnedList<Held<SwipeMotion>>(capacity: usualCount)

  /// Makes room for one more swipe. Beyond `usualCount`, the first swipe that needs another motion makes it.
  func makeRoom() {
    if all.count < Self.usualCount { add() }
  }
  private func add() { all.append(Held(SwipeMotion())) }

  @inline(__always) func lend<Result>(_ number: Int, _ body: (SwipeMotion) -> Result) -> Result {
    all[number].lend(body)
  }

  /// The motion of the fingers from now on; from the frame before this one if they are late.
  func start(_ touches: Touches, _ fingers: TouchSet, isLate: Bool) -> Int {
    for number in 0..<all.count
    where lend(number, { $0.users > 0 && $0.hasStarted(touches, fingers, isLate: isLate) }) {
      lend(number) { $0.users += 1 }
      return number
    }
    let number = takeFree()
    lend(number) { $0.start(touches, fingers, isLate: isLate) }
    return number
  }
  /// The same motion for a swipe alone, which changes it.
  func separate(_ number: Int) -> Int {
    if lend(number, { $0.users == 1 }) { return number }
    leave(number)
    let copy = takeFree()
    lend(number) { motion in lend(copy) { $0.become(motion) } }
    return copy
  }
  func leave(_ number: Int) { lend(number) { $0.users -= 1 } }

  private func takeFree() -> Int {
    var number = 0
    while number < all.count && lend(number, { $0.users > 0 }) { number += 1 }
    if number == all.count { add() }
    lend(number) { $0.users = 1 }
    return number
  }
}
