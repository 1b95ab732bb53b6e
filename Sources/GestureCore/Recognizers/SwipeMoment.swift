/// The measures of a swipe at one point of its path, in a frame or between two frames.
struct SwipeMoment {
  /// The time in µs. It is fractional, because a moment may be between two frames.
  var time: Double
  var travel: Point
  var spread: Double
  var arc: Double

  /// No motion.
  init() { (time, travel, spread, arc) = (0, .zero, 0, 0) }
  init(_ tracker: borrowing MotionTracker, at time: Timestamp) {
    self.time = Double(time)
    travel = tracker.translation
    spread = tracker.spread
    arc = tracker.arc
  }

  var distance: Double { travel.length }
  /// The distance by which the fingers pinch or turn, mm.
  var apart: Double { max(spread, arc) }

  /// The mean speed since the onset, mm/s; 0 at the onset.
  func speed(since onset: Timestamp) -> Double {
    let elapsed = (time - Double(onset)) / 1e6
    return elapsed > 0 ? distance / elapsed : 0
  }

  /// The moment at this fraction of the straight path to another, 0…1.
  func toward(_ end: SwipeMoment, _ part: Double) -> SwipeMoment {
    var moment = self
    moment.time += (end.time - time) * part
    moment.travel += (end.travel - travel) * part
    moment.spread += (end.spread - spread) * part
    moment.arc += (end.arc - arc) * part
    return moment
  }
}
