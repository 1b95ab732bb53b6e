import GestureCore

/// Makes random streams, realistic and not: fingers land staggered or together, rest, drift, drag, spread, rotate, lift,
/// return in time or late, and sometimes become palms.
package struct StreamGenerator {
  package var random: SplitMix64
  /// The types to draw; those that stand twice are drawn twice as often.
  package var types = GestureType.allCases
  /// The type of the first recognizer, if it is not drawn.
  package var first: GestureType?
  /// Where fingers may land and go: away from the borders, so that the stream can be moved.
  private let area = Region(left: 30, right: 150, top: 25, bottom: 95)

  package init(seed: UInt64) { random = SplitMix64(seed: seed) }

  package mutating func stream() -> TouchStream {
    var stream = TouchStream()
    var time: Timestamp = 0
    for _ in 0..<random.int(1...3) {
      let end = addSequence(to: &stream, from: time)
      // Mostly within the 350 ms in which a chain of taps goes on.
      time = end + milliseconds(random.oneIn(4) ? 300...900 : 30...340)
    }
    return stream
  }

  private mutating func milliseconds(_ range: ClosedRange<Int>) -> Timestamp {
    Timestamp(random.int(range)) * .millisecond
  }

  /// One touch sequence; its end.
  private mutating func addSequence(to stream: inout TouchStream, from start: Timestamp) -> Timestamp {
    let fingers = random.pick([1, 1, 1, 2, 2, 2, 3, 3, 4])
    let motion = Motion(&random)
    let step = milliseconds(7...17)
    let duration = milliseconds(random.oneIn(2) ? 40...200 : 150...900)
    let landing = random.oneIn(2) ? 0 : milliseconds(5...120)
    let first = Point(random.length(area.left, area.right), random.length(area.top, area.bottom))
    var last = start
    for finger in 0..<fingers {
      let offset = Point(
        Double(finger % 2) * 14 + random.length(-3, 3), Double(finger / 2) * 13 + random.length(-3, 3))
      let place = clamped(first + offset)
      let down = start + landing * Timestamp(finger)
      // A late finger also lands and lifts within the sequence.
      let up = max(down + step, start + duration + (random.oneIn(2) ? 0 : milliseconds(0...150)))
      var life = TouchStream.Life(down: .init(time: down, point: place), end: up)
      travel(&life, motion, step, from: start, centre: first, duration: duration)
      life.isCancelled = random.oneIn(25)
      stream.lives.append(life)
      last = max(last, up)
      if random.oneIn(6) { last = max(last, addReturn(of: life, to: &stream)) }
    }
    return last
  }

  /// A finger that lifted comes down again near where it was, within or beyond the grace of 100 ms.
  private mutating func addReturn(of life: TouchStream.Life, to stream: inout TouchStream) -> Timestamp {
    let place = life.moves.last?.point ?? life.down.point
    let down = life.end + milliseconds(10...160)
    let up = down + milliseconds(20...160)
    stream.lives.append(TouchStream.Life(down: .init(time: down, point: place), end: up))
    return up
  }

  private mutating func travel(
    _ life: inout TouchStream.Life, _ motion: Motion, _ step: Timestamp, from start: Timestamp, centre: Point,
    duration: Timestamp
  ) {
    // All fingers move in the same frames.
    var time = start + step
    while time < life.end {
      defer { time += step }
      guard time > life.down.time else { continue }
      let fraction = min(1, Double(time - start) / Double(duration))
      let goal = motion.place(of: life.down.point, about: centre, at: fraction)
      let noise = Point(
        random.length(-motion.jitter, motion.jitter), random.length(-motion.jitter, motion.jitter))
      let place = clamped(goal + noise)
      guard place != (life.moves.last?.point ?? life.down.point), !random.oneIn(20) else { continue }
      life.moves.append(.init(time: time, point: place))
    }
  }

  private func clamped(_ point: Point) -> Point {
    Point(
      TouchStream.exact(min(max(point.x, area.left - 10), area.right + 10)),
      TouchStream.exact(min(max(point.y, area.top - 10), area.bottom + 10)))
  }
}

/// The common motion of all fingers of a sequence.
private struct Motion {
  /// mm over the whole sequence.
  var drag = Point.zero
  /// Factor on the distance from the centre at the end.
  var scale = 1.0
  var radians = 0.0
  /// mm.
  var jitter = 0.0
  /// Part of the duration in which nothing moves yet.
  var rest = 0.0

  init(_ random: inout SplitMix64) {
    switch random.int(0...6) {
    case 0: break
    case 1: jitter = random.length(0.05, 2)
    case 2, 3:
      let size = random.pick([2.0, 6, 15, 35])
      drag = Point(
        random.length(-size, size), random.oneIn(2) ? random.length(-0.5, 0.5) : random.length(-size, size))
    case 4: scale = random.length(0.3, 2.5)
    case 5: radians = random.length(-2, 2)
    default:
      drag = Point(random.length(-12, 12), random.length(-12, 12))
      scale = random.length(0.7, 1.5)
      radians = random.length(-1, 1)
      jitter = 0.3
    }
    if random.oneIn(3) { rest = random.length(0.1, 0.8) }
  }

  func place(of point: Point, about centre: Point, at fraction: Double) -> Point {
    let share = max(0, (fraction - rest) / (1 - rest))
    let (sine, cosine) = sineAndCosine(radians * share)
    let factor = 1 + (scale - 1) * share
    let arm = (point - centre) * factor
    let turned = Point(arm.x * cosine - arm.y * sine, arm.x * sine + arm.y * cosine)
    return centre + turned + drag * share
  }
}
