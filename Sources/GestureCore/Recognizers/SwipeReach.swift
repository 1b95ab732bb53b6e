/// The distance that a swipe needs at its speed. Slow swipes are precise and short, fast ones imprecise and long (recognizers.md
/// §4.4).
struct SwipeReach: Equatable {
  /// The accuracy of a moment within a frame, as a part of the frame.
  private static let partTolerance = 3e-8

  /// The distances of a slow and of a fast swipe, mm, and these speeds, mm/s.
  private let slow: Double
  private let fast: Double
  private let slowSpeed: Double
  private let fastSpeed: Double

  init(_ parameters: SwipeParameters) {
    (slow, fast) = (parameters.minDistanceSlow, parameters.minDistanceFast)
    (slowSpeed, fastSpeed) = (parameters.slowSpeed, parameters.fastSpeed)
  }

  /// A factor for the limits that depend on the speed: 0 at `slow_speed`, 1 at `fast_speed`.
  func factor(atSpeed speed: Double) -> Double {
    let span = fastSpeed - slowSpeed
    if span <= 0 { return speed >= fastSpeed ? 1 : 0 }
    return min(max((speed - slowSpeed) / span, 0), 1)
  }
  /// The shortest distance at any speed, mm.
  var least: Double { min(slow, fast) }
  func distance(atSpeed speed: Double) -> Double { slow + (fast - slow) * factor(atSpeed: speed) }

  /// The part of the way between two moments, 0…1, at which the distance is reached, to a few nanoseconds.
  func part(of way: (before: SwipeMoment, now: SwipeMoment), since onset: Timestamp) -> Double {
    // Inlined, so that the search makes of each moment only what it needs.
    @inline(__always) func excess(_ moment: SwipeMoment) -> Double {
      moment.distance - distance(atSpeed: moment.speed(since: onset))
    }
    // In a rest the speed falls, and so does the distance that is needed. The first point may be where the motion begins again.
    var (short, far) = (0.0, 1.0)
    var (below, above) = (excess(way.before), excess(way.now))
    if below >= 0 { return 0 }
    for step in 0..<40 {
      if far - short <= 3 * Self.partTolerance { break }
      // The distance grows nearly in a line. The point where the line crosses is tried a little later and a little earlier, so
      // that both ends come near; the middle is for what is not a line.
      let line = short + (far - short) * (below / (below - above))
      let around = step % 2 == 0 ? min(line + Self.partTolerance, far) : max(line - Self.partTolerance, short)
      let part = step % 3 == 2 ? (short + far) / 2 : around
      let found = excess(way.before.toward(way.now, part))
      if found < 0 { (short, below) = (part, found) } else { (far, above) = (part, found) }
    }
    return far
  }
}
