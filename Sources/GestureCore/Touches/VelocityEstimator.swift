/// One entry of a motion history: the jump-free sums at a time.
package struct MotionSample: Sendable {
  package var time: Timestamp
  /// Translation x and y.
  var travel: SIMD2<Double>
  /// ln(scale) and angle.
  var spin: SIMD2<Double>

  @inline(__always) package init(time: Timestamp, translation: Point, logScale: Double = 0, angle: Double = 0)
  {
    self.time = time
    travel = SIMD2(translation.x, translation.y)
    spin = SIMD2(logScale, angle)
  }
}

/// Rates of the four sums, per second.
package struct MotionVelocity: Equatable, Sendable {
  package var translation = Point.zero
  package var logScale = 0.0
  package var angle = 0.0
}

/// The last samples of a motion and their velocity by quadratic least squares (recognizers.md §5.2).
package struct MotionHistory {
  /// Samples kept: 100 ms at 200 Hz, as Android and Flutter keep.
  package static let capacity = 20
  /// A finger that has not reported for this long has stopped [AND][FLU].
  static let stopGap: Timestamp = 40_000
  /// Older samples do not count [AND][FLU].
  static let horizon: Timestamp = 100_000
  /// mm/s; beyond any hand: a guard against two samples a microsecond apart.
  static let fastest = 20_000.0

  let samples: UnsafeMutablePointer<MotionSample>
  private var newest = -1
  private(set) var count = 0

  /// - Parameter samples: room for `capacity` samples.
  package init(samples: UnsafeMutablePointer<MotionSample>) { self.samples = samples }

  package mutating func removeAll() {
    count = 0
    newest = -1
  }

  @inline(__always) package mutating func push(_ sample: MotionSample) {
    if count > 0 && samples[newest].time == sample.time {
      samples[newest] = sample
      return
    }
    newest += 1
    if newest == Self.capacity { newest = 0 }
    samples[newest] = sample
    if count < Self.capacity { count += 1 }
  }

  /// The sample `age` steps before the newest.
  @inline(__always) func sample(_ age: Int) -> MotionSample {
    let index = newest - age
    return samples[index < 0 ? index + Self.capacity : index]
  }

  /// What of a motion a gesture reports the velocity of.
  enum Measure {
    case translation
    case spin
    case all
  }

  package func velocity(at time: Timestamp) -> MotionVelocity { velocity(at: time, .all) }

  /// The velocity at `time`; what is not measured stays 0.
  func velocity(at time: Timestamp, _ measure: Measure) -> MotionVelocity {
    var result = MotionVelocity()
    guard count > 0, time - samples[newest].time <= Self.stopGap else { return result }
    let used = usedSamples()
    if used < 2 { return result }
    if measure != .spin {
      let rates = fit(used) { $0.travel }
      result.translation = Point(rates.x, rates.y)
      let speed = result.translation.length
      if speed > Self.fastest { result.translation = result.translation * (Self.fastest / speed) }
    }
    if measure != .translation {
      let rates = fit(used) { $0.spin }
      result.logScale = rates.x
      result.angle = rates.y
    }
    return result
  }

  /// How many samples from the newest back are young enough, without a gap.
  private func usedSamples() -> Int {
    let last = sample(0).time
    var used = 1
    var previous = last
    while used < count {
      let time = sample(used).time
      if last - time > Self.horizon || previous - time > Self.stopGap { break }
      previous = time
      used += 1
    }
    return used
  }

  /// x = c + b·u + a·u², b of each component; u in seconds before the newest sample. Two samples: their slope.
  @inline(__always)
  private func fit(_ used: Int, _ components: (MotionSample) -> SIMD2<Double>) -> SIMD2<Double> {
    let endTime = samples[newest].time
    let last = components(samples[newest])
    if used == 2 {
      let start = sample(1)
      let elapsed = Double(endTime - start.time) / 1e6
      return elapsed > 0 ? (last - components(start)) / elapsed : .zero
    }
    var odd = SIMD2<Double>.zero  // Σu, Σu³
    var even = SIMD2<Double>.zero  // Σu², Σu⁴
    // Relative to the newest sample: the fit does not change and the sums stay small.
    var x = SIMD2<Double>.zero  // Σx
    var ux = SIMD2<Double>.zero  // Σu·x
    var uux = SIMD2<Double>.zero  // Σu²·x
    var index = newest
    for _ in 1..<used {
      index = index == 0 ? Self.capacity - 1 : index - 1
      let u = Double(samples[index].time - endTime) * 1e-6
      let uu = u * u
      let pair = SIMD2(u, uu)
      odd += pair * SIMD2(1, u)
      even += pair * pair
      let d = components(samples[index]) - last
      x += d
      ux += d * u
      uux += d * uu
    }
    let share = 1 / Double(used)
    let sxx = even.x - odd.x * odd.x * share
    let sxx2 = odd.y - odd.x * even.x * share
    let sx2x2 = even.y - even.x * even.x * share
    let denominator = sxx * sx2x2 - sxx2 * sxx2
    if denominator == 0 { return .zero }
    let sxy = ux - x * (odd.x * share)
    let sx2y = uux - x * (even.x * share)
    return (sxy * sx2x2 - sx2y * sxx2) / denominator
  }
}
