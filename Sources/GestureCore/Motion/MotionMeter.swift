/// Measures the touches of frames as recognizers do (recognizers.md §4.0), for a view that shows how far a motion has come.
///
/// What must hold: no formula of its own; the sums are those of `MotionTracker`, from the last landing on.
package final class MotionMeter {
  private let touches = Touches()
  private var motion = MotionTracker(spin: [.scale, .angle], [])

  package init() {}

  package func take(_ frame: RawTouchFrame, _ raw: some Sequence<RawTouch>) {
    touches.open(FrameHead(time: frame.time))
    for touch in raw where !touch.isPhantom {
      let lane = touches.lane(of: touch.id)
      if !touch.phase.isDown {
        if lane >= 0 { touches.end(lane, .ended) }
      } else if lane < 0 {
        _ = touches.land(touch.id, at: touch.position)
      } else if touch.phase == .moved {
        touches.move(lane, to: touch.position)
      }
    }
    touches.close([])
    if touches.began != 0 {
      motion.start(touches, touches.down)
    } else {
      _ = motion.update(touches, touches.down)
    }
  }

  /// mm.
  package var travel: Double { motion.distance }
  /// The change of the mean radius, in mm and as a part of it.
  package var spread: Double { motion.spread }
  package var relativeSpread: Double { abs(motion.scale - 1) }
  /// The length of the turn, mm.
  package var arc: Double { motion.arc }
  /// mm from its landing to the touch that is farthest from it.
  package var stray: Double {
    var (farthest, rest) = (0.0, touches.down)
    while rest != 0 {
      let record = touches.records[rest.popLane()]
      farthest = max(farthest, record.position.distance(to: record.down))
    }
    return farthest
  }
}
