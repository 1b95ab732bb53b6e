import GestureCore
import GestureTesting

extension StreamGenerator {
  /// Shapes that random motion does not have: circles, strokes, a tap before a drag, a rest before a drag, an edge, fingers
  /// that land late. Sizes, speeds and places are random.
  mutating func shapedStream() -> TouchStream {
    var stream = TouchStream()
    let start = Point(random.length(40, 120), random.length(40, 80))
    switch random.int(0...6) {
    case 0: addCircle(to: &stream, fingers: random.int(1...2), start)
    case 1 where random.oneIn(8):
      // More points than a path keeps.
      addPath(
        to: &stream, scaled([Point(0, 0), Point(20, 0), Point(0, 20), Point(20, 20)], at: start), pieces: 500,
        step: .millisecond)
    case 1: addPath(to: &stream, scaled([Point(0, 0), Point(20, 0), Point(0, 20), Point(20, 20)], at: start))
    case 2:
      let lift = addPath(to: &stream, [start])
      addPath(
        to: &stream, [start, start + Point(random.length(-30, 30), random.length(-30, 30))],
        from: lift + pause())
    case 3:
      let rest = Timestamp(random.int(100...900)) * .millisecond
      addPath(to: &stream, [start, start + Point(random.length(-30, 30), 2)], rest: rest)
    case 4:
      let y = random.length(30, 90)
      addPath(
        to: &stream, [Point(random.length(0, 6), y), Point(random.length(20, 90), y + random.length(-8, 8))])
    case 5:
      let motion = Point(random.length(-40, 40), random.length(-10, 10))
      for finger in 0..<random.int(2...4) {
        let place = start + Point(Double(finger) * 15, 0)
        addPath(
          to: &stream, [place, place + motion], from: Timestamp(random.int(0...120) * finger) * .millisecond)
      }
    default:
      var time: Timestamp = 0
      for _ in 0..<random.int(2...4) {
        let place = start + Point(random.length(-9, 9), random.length(-9, 9))
        time = addPath(to: &stream, [place], from: time) + pause()
      }
    }
    return stream
  }

  private mutating func pause() -> Timestamp { Timestamp(random.int(20...400)) * .millisecond }

  private mutating func scaled(_ points: [Point], at start: Point) -> [Point] {
    let factor = random.length(0.6, 1.8)
    let bend = Point(random.length(-4, 4), random.length(-4, 4))
    return points.enumerated().map { start + $0.element * factor + ($0.offset == 2 ? bend : .zero) }
  }

  private mutating func addCircle(to stream: inout TouchStream, fingers: Int, _ centre: Point) {
    let radius = random.length(4, 25)
    let turn = random.length(-9, 9)
    let steps = random.int(12...50)
    for finger in 0..<fingers {
      let middle = centre + Point(Double(finger) * 14, 0)
      let points: [Point] = (0...steps).map { step in
        let (sine, cosine) = sineAndCosine(turn * Double(step) / Double(steps))
        return Point(middle.x + radius * cosine, middle.y + radius * sine)
      }
      addPath(to: &stream, points, pieces: 1)
    }
  }

  /// One touch along points, in 8 ms frames; the time of its lift.
  @discardableResult
  private mutating func addPath(
    to stream: inout TouchStream, _ points: [Point], from start: Timestamp = 0, rest: Timestamp = 0,
    pieces: Int? = nil, step: Timestamp = 8 * .millisecond
  ) -> Timestamp {
    let pieces = pieces ?? random.int(4...14)
    var time = start + rest
    func exact(_ point: Point) -> Point { Point(TouchStream.exact(point.x), TouchStream.exact(point.y)) }
    var life = TouchStream.Life(down: .init(time: start, point: exact(points[0])), end: start)
    for (from, to) in zip(points, points.dropFirst()) {
      for piece in 1...pieces {
        time += step
        let place = from + (to - from) * (Double(piece) / Double(pieces))
        life.moves.append(.init(time: time, point: exact(place)))
      }
    }
    life.end = time + Timestamp(random.int(8...260)) * .millisecond
    stream.lives.append(life)
    return life.end
  }
}

extension RecognizerDefinition {
  /// With one of its numbers changed by a random factor.
  func varied(_ random: inout SplitMix64) -> RecognizerDefinition {
    var copy = self
    guard !parameters.type.keys.isEmpty else { return self }
    let key = random.pick(parameters.type.keys)
    let factor = random.length(0.4, 2.5)
    let value = key.get(parameters)
    switch key.form {
    case .flag: key.set(.flag(!value.isOn), in: &copy.parameters)
    case .word(let words): key.set(.text(random.pick(words)), in: &copy.parameters)
    case .words(let words): key.set(random.words(words), in: &copy.parameters)
    case .count(let range):
      let count = random.int(range.lowerBound...min(range.upperBound, 4))
      key.set(.plain(Double(count)), in: &copy.parameters)
    case .any where key.form.dimension == nil || key.form.dimension == .force || value.isShare: break
    case .number, .quantity, .any: key.set(value.mapNumbers { $0 * factor }, in: &copy.parameters)
    default: break
    }
    return copy
  }
}
