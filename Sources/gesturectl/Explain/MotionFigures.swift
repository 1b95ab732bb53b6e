import GestureCore

/// What a gesture may be measured by, at one time.
struct MotionFigures {
  /// mm.
  private(set) var travel = 0.0
  private(set) var spread = 0.0
  /// A part of the mean radius.
  private(set) var relativeSpread = 0.0
  private(set) var arc = 0.0
  private(set) var stray = 0.0

  init(_ meter: MotionMeter) {
    (travel, spread, relativeSpread) = (meter.travel, meter.spread, meter.relativeSpread)
    (arc, stray) = (meter.arc, meter.stray)
  }

  /// Keeps the farther of two figures: fingers that came back have gone the way all the same.
  mutating func extend(_ other: MotionFigures) {
    (travel, spread) = (max(travel, other.travel), max(spread, other.spread))
    relativeSpread = max(relativeSpread, other.relativeSpread)
    (arc, stray) = (max(arc, other.arc), max(stray, other.stray))
  }
}
