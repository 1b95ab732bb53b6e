/// One entry of a motion history: the jump-free sums at a time.
package struct MotionSample: Sendable {
  package var time: Timestamp
  /// Translation x and y, ln(scale), angle: one vector, so that one fit serves all four.
  var values: SIMD4<Double>

  @inline(__always) init(time: Timestamp, values: SIMD4<Double>) {
    self.time = time
    self.values = values
  }
  package init(time: Timestamp, translation: Point, logScale: Double = 0, angle: Double = 0) {
    self.init(time: time, values: SIMD4(translation.x, translation.y, logScale, angle))
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

  /// The velocity at `time`. Without `spin` only the translation is fitted.
  @inline(__always)
  package func velocity(at time: Timestamp, spin: Bool = true) -> MotionVelocity {
    guard count > 0, time - samples[newest].time <= Self.stopGap else { return MotionVelocity() }
    let used = usedSamples()
    if used < 2 { return MotionVelocity() }
    var result = MotionVelocity()
    if spin {
      let rates = fit(used) { $0 }
      result.translation = Point(rates.x, rates.y)
      result.logScale = rates.z
      result.angle = rates.w
    } else {
      let rates = fit(used) { $0.lowHalf }
      result.translation = Point(rates.x, rates.y)
    }
    let speed = result.translation.length
    if speed > Self.fastest { result.translation = result.translation * (Self.fastest / speed) }
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
  private func fit<V: SIMD>(_ used: Int, _ components: (SIMD4<Double>) -> V) -> V where V.Scalar == Double {
    let end = samples[newest]
    let last = components(end.values)
    if used == 2 {
      let start = sample(1)
      let elapsed = Double(end.time - start.time) / 1e6
      return elapsed > 0 ? (last - components(start.values)) / elapsed : .zero
    }
    var powers = SIMD4<Double>.zero  // Σu, Σu², Σu³, Σu⁴
    // Relative to the newest sample: the fit does not change and the sums stay small.
    var x = V.zero  // Σx
    var ux = V.zero  // Σu·x
    var uux = V.zero  // Σu²·x
    var index = newest
    for _ in 1..<used {
      index = index == 0 ? Self.capacity - 1 : index - 1
      let u = Double(samples[index].time - end.time) * 1e-6
      let uu = u * u
      powers += SIMD4(u, uu, uu * u, uu * uu)
      let d = components(samples[index].values) - last
      x += d
      ux += d * u
      uux += d * uu
    }
    let share = 1 / Double(used)
    let sxx = powers.y - powers.x * powers.x * share
    let sxx2 = powers.z - powers.x * powers.y * share
    let sx2x2 = powers.w - powers.y * powers.y * share
    let denominator = sxx * sx2x2 - sxx2 * sxx2
    if denominator == 0 { return .zero }
    let sxy = ux - x * (powers.x * share)
    let sx2y = uux - x * (powers.y * share)
    return (sxy * sx2x2 - sx2y * sxx2) / denominator
  }
}
