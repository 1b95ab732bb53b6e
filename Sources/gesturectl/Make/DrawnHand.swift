import GestureCore
import Glibc

/// One drawn finger from its landing to its lift. Times are in seconds, positions in mm from the top left of the pad.
struct DrawnFinger {
  var start: Double
  var end: Double
  var path: (Double) -> Point
  /// Its force in grams by time; nil if the device does not measure it.
  var force: ((Double) -> Double)?
  /// mm above the surface, for a hovering finger.
  var height: ((Double) -> Double)?

  func shifted(by offset: Double, _ travel: Point) -> DrawnFinger {
    let (path, force, height) = (self.path, self.force, self.height)
    return DrawnFinger(
      start: start + offset, end: end + offset, path: { path($0 - offset) + travel },
      force: force.map { force in { force($0 - offset) } },
      height: height.map { height in { height($0 - offset) } })
  }
}

/// A steady hand: the fingers of one motion, without the spread of a real one.
struct DrawnHand {
  var fingers: [DrawnFinger] = []
  /// Presses and releases of the pad's button.
  var presses: [(time: Double, isDown: Bool)] = []
  let center: Point
  /// What the hand touches with.
  var tool = TouchTool.finger
  /// mm by which the fingers tremble around their path.
  var tremor = 0.0
  /// The distance of the fingers as a part of that of a relaxed hand.
  var spread = 1.0

  /// mm from the centre of a relaxed hand to its finger tips: our own figures.
  private static let tips: [[(x: Double, y: Double)]] = [
    [(0, 0)], [(-10, 3), (10, -3)], [(-19, 4), (0, -4), (19, 0)], [(-27, 6), (-9, -5), (9, -6), (27, 5)],
    [(-38, 24), (-27, 4), (-9, -7), (9, -8), (27, 3)],
  ]

  /// Tremor has 8 to 12 Hz (Elble and Koller 1990, Tremor, Johns Hopkins University Press).
  private static let tremorRate = 10.0

  /// The fraction of the path at a fraction of the time (Flash and Hogan 1985, J. Neuroscience 5, 1688-1703).
  static func minimumJerk(_ part: Double) -> Double {
    part * part * part * (10 - 15 * part + 6 * part * part)
  }

  mutating func add(_ start: Double, _ duration: Double, _ path: @escaping (Double) -> Point) {
    let tremor = tremor
    fingers.append(
      DrawnFinger(start: start, end: start + duration) { time in
        let shake = 2 * .pi * Self.tremorRate * time
        return path(time) + Point(x: -tremor * sin(shake), y: -tremor * cos(1.3 * shake))
      })
  }

  private func fingertips(_ count: Int) -> [Point] {
    Self.tips[count - 1].map { center + Point(x: $0.x, y: $0.y) * spread }
  }

  /// Adds the fingers of another hand, from a time on.
  mutating func append(_ other: DrawnHand, at time: Double) {
    fingers += other.fingers.map { $0.shifted(by: time, .zero) }
    presses += other.presses.map { ($0.time + time, $0.isDown) }
  }

  /// Continues with the motion of another hand without a lift.
  ///
  /// - Returns: false if the hands have other fingers.
  mutating func goOn(_ next: DrawnHand) -> Bool {
    guard fingers.count == next.fingers.count else { return false }
    for (index, (own, later)) in zip(fingers, next.fingers).enumerated() {
      let offset = own.path(own.end) - later.path(later.start)
      fingers[index].end += later.end - later.start
      fingers[index].path = { $0 < own.end ? own.path($0) : later.path($0 - own.end + later.start) + offset }
    }
    return true
  }

  mutating func rest(_ count: Int, _ start: Double, _ duration: Double) {
    for point in fingertips(count) { add(start, duration) { _ in point } }
  }

  /// Moves all fingers by a vector in mm.
  mutating func travel(_ count: Int, _ travel: Point, _ duration: Double) {
    for point in fingertips(count) { add(0, duration) { point + travel * Self.minimumJerk($0 / duration) } }
  }

  /// Moves fingers around their centre, from one radius to another, turned by an angle.
  mutating func turn(
    _ count: Int, radius: (first: Double, last: Double), by angle: Double, _ duration: Double
  ) {
    for finger in 0..<count {
      let begin = -0.5 - angle / 2 + 2 * .pi * Double(finger) / Double(count)
      add(0, duration) { [center] time in
        let done = Self.minimumJerk(time / duration)
        let reach = radius.first + (radius.last - radius.first) * done
        let turned = begin + angle * done
        return center + Point(x: reach * cos(turned), y: reach * sin(turned))
      }
    }
  }

  /// Moves fingers in circles, from the top.
  ///
  /// - Parameter turn: 1 for clockwise, -1 for counterclockwise.
  mutating func circle(_ count: Int, radius: Double, turn: Double = 1, _ duration: Double) {
    for point in fingertips(count) {
      add(0, duration) { time in
        let angle = turn * 2 * .pi * Self.minimumJerk(time / duration)
        return point + Point(x: radius * sin(angle), y: -radius * cos(angle))
      }
    }
  }

  /// Moves fingers from point to point at constant speed, in mm from where a relaxed hand has them.
  mutating func figure(_ count: Int, _ points: [Point], _ duration: Double) {
    let lengths = zip(points, points.dropFirst()).map { ($1 - $0).length }
    let whole = lengths.reduce(0, +)
    for tip in fingertips(count) {
      add(0, duration) { time in
        var left = time / duration * whole
        for (index, length) in lengths.enumerated() {
          if left <= length || index == lengths.count - 1 {
            return tip + points[index] + (points[index + 1] - points[index]) * (left / length)
          }
          left -= length
        }
        return tip
      }
    }
  }

  /// Rests some fingers, and taps with one more beside them.
  mutating func tipTap(
    _ count: Int, _ direction: Point, taps: Int, _ duration: Double, after first: Double = 0.3
  ) {
    let interval = 0.35
    rest(count, 0, first + interval * Double(taps))
    let tips = fingertips(count).map { $0 - center }
    let reach = tips.map { direction.x * $0.x + direction.y * $0.y }.reduce(-.infinity, max)
    let point = center + direction * (reach + 20 * spread)
    for tap in 0..<taps { add(first + interval * Double(tap), duration) { _ in point } }
  }

  /// Presses with all fingers in two stages, in grams.
  mutating func push(_ stages: [Double]) {
    let rest = 60.0
    var last = 0.2
    var points: [(time: Double, grams: Double)] = [(0, rest), (last, rest)]
    for stage in stages {
      points += [(last + 0.15, stage), (last + 0.3, stage)]
      last += 0.3
    }
    points.append((last + 0.2, rest))
    for index in fingers.indices {
      fingers[index].force = { time in
        for (a, b) in zip(points, points.dropFirst()) where time < b.time {
          return a.grams + (b.grams - a.grams) * Self.minimumJerk((time - a.time) / (b.time - a.time))
        }
        return rest
      }
    }
  }

  /// Moves one finger close above the surface, which few devices report.
  mutating func hover(_ duration: Double) {
    let start = center - Point(x: 15, y: 0)
    add(0, duration) { start + Point(x: 30 * Self.minimumJerk($0 / duration), y: 0) }
    fingers[0].height = { time in
      let part = 2 * time / duration - 1
      return 2 + 8 * part * part
    }
  }

  /// Moves the whole hand so that its path is on the pad, and all fingers land in a region of it.
  ///
  /// - Returns: nil if the path is larger than the pad, or the hand larger than the region.
  func fitted(to pad: Size, landingIn region: Region? = nil) -> DrawnHand? {
    let landings = fingers.map { $0.path($0.start) }
    var path: [Point] = []
    for finger in fingers {
      let step = (finger.end - finger.start) / 64
      for index in 0...64 { path.append(finger.path(finger.start + step * Double(index))) }
    }
    func shift(_ axis: (Point) -> Double, _ side: Double, _ zone: (Double, Double)?) -> Double? {
      var (from, to) = (
        0 - path.map(axis).reduce(.infinity, min), side - path.map(axis).reduce(-.infinity, max)
      )
      if let (low, high) = zone {
        from = max(from, low - landings.map(axis).reduce(.infinity, min))
        to = min(to, high - landings.map(axis).reduce(-.infinity, max))
      }
      return from <= to + 1e-9 ? max(from, min(0, to)) : nil
    }
    guard let x = shift({ $0.x }, pad.width, region.map { ($0.left, $0.right) }),
      let y = shift({ $0.y }, pad.height, region.map { ($0.top, $0.bottom) })
    else { return nil }
    var fitted = self
    fitted.fingers = fingers.map { $0.shifted(by: 0, Point(x: x, y: y)) }
    return fitted
  }
}
