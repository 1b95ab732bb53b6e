/// A swipe at one point of its way: in a frame, or between two.
struct SwipeMoment {
  /// µs.
  var time: Double
  var travel: Point
  var spread: Double
  var arc: Double

  init(_ tracker: borrowing MotionTracker, at time: Timestamp) {
    self.time = Double(time)
    travel = tracker.translation
    spread = tracker.spread
    arc = tracker.arc
  }

  var distance: Double { travel.length }
  /// How much the fingers pinch or turn, mm.
  var apart: Double { max(spread, arc) }

  /// Mean speed since the onset, mm/s; 0 at the onset.
  func speed(since onset: Timestamp) -> Double {
    let elapsed = (time - Double(onset)) / 1e6
    return elapsed > 0 ? distance / elapsed : 0
  }

  /// This part of the straight way to another moment, 0…1.
  func toward(_ end: SwipeMoment, _ part: Double) -> SwipeMoment {
    var moment = self
    moment.time += (end.time - time) * part
    moment.travel += (end.travel - travel) * part
    moment.spread += (end.spread - spread) * part
    moment.arc += (end.arc - arc) * part
    return moment
  }
}
