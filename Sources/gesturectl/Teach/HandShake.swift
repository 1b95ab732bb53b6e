import ControlProtocol
import GestureConfig
import GestureCore

/// How far a hand shakes, in mm to one side.
///
/// A swing is the way of one axis from a turning point to the next. A hand shakes where two swings follow one another, as in the
/// wobble of libinput (left, right, left), each as fast as in a tremor of 4 Hz or faster.
struct HandShake: Equatable {
  let size: Double

  /// µs. Half a period of 4 Hz, the slowest tremor (Elble and Koller 1990), and a frame more.
  private static let slowest = 140 * Timestamp.millisecond
  /// mm. A shorter swing is the noise of a device.
  private static let finest = 0.5
  /// mm. A smaller shake is within every default limit, of which the smallest is 1.5 mm.
  private static let least = 0.8
  /// mm. More to one side is a motion: `hysteresis` has at most 10 mm, which is twice as much.
  private static let most = 10.0

  /// Fails if fewer than half of the touches shake.
  init?(_ trails: [TouchTrail]) {
    let sizes = trails.compactMap { Self.size(of: $0) }.sorted()
    guard !sizes.isEmpty, 2 * sizes.count >= trails.count else { return nil }
    let middle = sizes[sizes.count / 2]
    guard middle >= Self.least else { return nil }
    // Half a millimetre is as much as a few swings show.
    size = (middle * 2).rounded() / 2
  }

  var text: String { "your hand shakes by \(spelled(size)) mm" }

  /// Across the motion of a touch that moves on, because its start and stop add to the swings along it.
  private static func size(of trail: TouchTrail) -> Double? {
    let (x, y) = (size(of: trail, along: \.x), size(of: trail, along: \.y))
    let way = trail.way
    if way.length < 2 * most { return [x, y].compactMap(\.self).max() }
    return abs(way.x) > abs(way.y) ? y ?? x : x ?? y
  }

  private static func size(of trail: TouchTrail, along axis: KeyPath<Point, Double>) -> Double? {
    let turns = turns(trail.points.map { (time: $0.time, place: $0.position[keyPath: axis]) })
    let swings = zip(turns, turns.dropFirst()).map {
      (length: abs($1.place - $0.place), took: $1.time - $0.time)
    }
    // The mean of two swings does not count the motion on which they are.
    let sizes = zip(swings, swings.dropFirst()).compactMap { a, b -> Double? in
      let size = (a.length + b.length) / 4
      return max(a.took, b.took) <= slowest && size <= most ? size : nil
    }.sorted()
    return sizes.isEmpty ? nil : sizes[sizes.count / 2]
  }

  private typealias Place = (time: Timestamp, place: Double)

  private static func turns(_ points: [Place]) -> [Place] {
    guard var farthest = points.first else { return [] }
    var turns: [Place] = []
    var sign = 0.0
    for point in points.dropFirst() {
      let way = point.place - farthest.place
      if sign == 0 ? abs(way) >= finest : way * sign >= 0 {
        if sign == 0 { sign = way < 0 ? -1 : 1 }
        farthest = point
      } else if sign != 0, abs(way) >= finest {
        turns.append(farthest)
        (farthest, sign) = (point, -sign)
      }
    }
    return turns
  }
}
