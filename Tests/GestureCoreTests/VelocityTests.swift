import GestureTesting
import Testing

@testable import GestureCore

/// The velocity of a history compared with the normal equations of its samples.
@Suite struct `velocity by least squares` {
  /// A history and the samples that count in it, according to recognizers.md §5.2.
  private final class Pair {
    var history = MotionHistory()
    typealias Sample = (time: Timestamp, x: Double, y: Double)
    private(set) var samples: [Sample] = []

    func push(_ time: Timestamp, _ x: Double, _ y: Double) {
      history.push(time, SIMD2(x, y), after: samples.last?.time ?? time)
      if samples.last?.time == time { samples.removeLast() }
      samples.append((time, x, y))
    }

    /// The complete fit: normal equations relative to the newest sample.
    func expected(at now: Timestamp) -> Point {
      guard let last = samples.last, now - last.time <= 40_000 else { return .zero }
      var used = [last]
      for sample in samples.dropLast().reversed() {
        if used.count == 20 || last.time - sample.time > 100_000
          || used[used.count - 1].time - sample.time > 40_000
        {
          break
        }
        used.append(sample)
      }
      if used.count < 2 { return afterRest }
      return used.count == 2 ? slope(from: used[1], to: last) : quadratic(used)
    }

    /// The speed of the first frame after a rest, which began at most 20 ms before.
    private var afterRest: Point {
      guard samples.count > 1 else { return .zero }
      let last = samples[samples.count - 1]
      var rested = samples[samples.count - 2]
      rested.time = last.time - 20_000
      return slope(from: rested, to: last)
    }

    private func slope(from a: Sample, to b: Sample) -> Point {
      let elapsed = Double(b.time - a.time) / 1e6
      return Point((b.x - a.x) / elapsed, (b.y - a.y) / elapsed)
    }

    private func quadratic(_ used: [Sample]) -> Point {
      func slope(_ value: (Sample) -> Double) -> Double {
        let u = used.map { Double($0.time - used[0].time) / 1e6 }
        let x = used.map { value($0) - value(used[0]) }
        let n = Double(u.count)
        let (mu, muu, mx) = (
          u.reduce(0, +) / n, u.reduce(0) { $0 + $1 * $1 } / n, x.reduce(0, +) / n
        )
        var (a, b, c, d, e) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for (u, x) in zip(u, x) {
          a += (u - mu) * (u - mu)
          b += (u - mu) * (u * u - muu)
          c += (u * u - muu) * (u * u - muu)
          d += (u - mu) * (x - mx)
          e += (u * u - muu) * (x - mx)
        }
        return (d * c - e * b) / (a * c - b * b)
      }
      return Point(slope { $0.x }, slope { $0.y })
    }

    /// The error of the history's velocity, relative to the speed.
    func error(at now: Timestamp) -> Double {
      let expected = expected(at: now)
      let velocity = history.velocity(at: now)
      return Point(velocity.x, velocity.y).distance(to: expected) / max(1, expected.length)
    }
  }

  @Test(arguments: [125, 1000, 8000, 16_600, 39_000])
  func `the velocity at every sample of a minute is that of the normal equations`(interval: Timestamp) {
    let pair = Pair()
    var generator = SplitMix64(seed: UInt64(interval))
    var (x, y) = (0.0, 0.0)
    var worst = 0.0
    for frame in 0..<4000 {
      x += Double.random(in: -1...3, using: &generator)
      y += Double.random(in: -2...2, using: &generator)
      pair.push(5_000_000 + Timestamp(frame) * interval, x, y)
      worst = max(worst, pair.error(at: 5_000_000 + Timestamp(frame) * interval))
    }
    #expect(worst < 1e-6)
  }

  @Test func `gaps, bursts and repeated times`() {
    var worst = 0.0
    for seed in UInt64(1)...300 {
      var generator = SplitMix64(seed: seed)
      let pair = Pair()
      var time: Timestamp = 1_000_000
      for _ in 0..<200 {
        switch Int.random(in: 0..<20, using: &generator) {
        case 0: break
        case 1: time += 45_000
        case 2: time += 200_000
        case 3...5: time += Timestamp.random(in: 500...2000, using: &generator)
        default: time += Timestamp.random(in: 5_000...20_000, using: &generator)
        }
        pair.push(
          time, Double.random(in: -50...50, using: &generator), Double.random(in: -50...50, using: &generator)
        )
        let now = time + Timestamp.random(in: 0...50_000, using: &generator)
        worst = max(worst, pair.error(at: now))
      }
    }
    #expect(worst < 1e-6)
  }

  @Test func `a finger that stopped for 40 ms is at rest`() {
    let pair = Pair()
    for frame in 0..<5 { pair.push(Timestamp(frame) * 10_000, Double(frame), 0) }
    #expect(abs(pair.history.velocity(at: 80_000).x - 100) < 1e-6)
    #expect(pair.history.velocity(at: 80_001) == .zero)
  }

  /// Beyond any hand: two samples that are a microsecond apart.
  @Test(arguments: [1, 10, 100, 1000] as [Timestamp], [(3.0, 0.0), (30, 40), (-60, 25), (0, -90)])
  func `no velocity is more than 20 m/s`(_ interval: Timestamp, _ way: (Double, Double)) throws {
    let set = try RecognizerSet("pan")
    let steps = (0...3).map { index -> ScriptStep in
      let place = Point(100, 100) + Point(way.0, way.1) * (Double(index) / 3)
      let change = TouchChange(id: 1, phase: index == 0 ? .began : .moved, position: place)
      return .frame(TouchFrame(time: Timestamp(index) * interval, changes: [change]))
    }
    let speeds = set.run(TouchScript(steps: steps)).compactMap { $0.velocity?.length }
    let ordinary = Point(way.0, way.1).length / 3 / Double(interval) * 1e6
    #expect(!speeds.isEmpty)
    for speed in speeds { #expect((speed - min(ordinary, 20_000)).magnitude < 0.01) }
  }
}
