/// A locked drag that waits with no finger down (recognizers.md §3.6). Fingers that land must be complete within the time of a tap's
/// landing, and keep still until then. Otherwise they are another gesture's, and the drag ends.
enum DragLock {
  /// The motion of a finger that is not the drag's, mm: that which counts as motion elsewhere too (`MotionTracker`).
  private static let movement = MotionTracker.movedDistance

  /// Whether the touches `own`, which landed while the drag waited, are not fingers of the drag.
  static func isBroken(by own: TouchSet, lifted: TouchSet, _ touches: Touches, _ attempt: Attempt) -> Bool {
    if own.count > attempt.most { return true }
    if own.count >= attempt.least { return false }
    if lifted != 0 { return true }
    var rest = own & ~touches.phantom
    while rest != 0 {
      let lane = rest.popLane()
      if (touches.position(lane) - attempt.landing(lane, touches)).reaches(movement) { return true }
    }
    return false
  }

  /// The end of the wait after a landing of too few fingers.
  static func deadline(after landed: TouchSet, _ touches: Touches, _ attempt: Attempt, _ end: Timestamp)
    -> Timestamp
  {
    landed == 0 ? end : min(end, touches.time + attempt.landWindow)
  }
}

/// The return of fingers to a locked drag. If they only tap, the tap ends the drag, at its lift.
struct DragReturn {
  private var since = Timestamp.never
  private var from = Point.zero

  /// No finger has returned.
  init() {}
  init(at time: Timestamp, _ translation: Point) { (since, from) = (time, translation) }

  /// Whether a lift ends a tap: soon after the return, and without motion.
  func isTap(at time: Timestamp, _ translation: Point, within limit: Timestamp) -> Bool {
    since != .never && time - since < limit && !(translation - from).reaches(MotionTracker.movedDistance)
  }
}
