import Glibc

/// One entry of a motion history: the jump-free sums at a time.
package struct MotionSample: Sendable {
  package var time: Timestamp
  package var translation: Point
  package var logScale: Double
  package var angle: Double
  package init(time: Timestamp, translation: Point, logScale: Double = 0, angle: Double = 0) {
    self.time = time
    self.translation = translation
    self.logScale = logScale
    self.angle = angle
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

  package func velocity(at time: Timestamp) -> MotionVelocity {
    var result = MotionVelocity()
    guard count > 0, time - samples[newest].time <= Self.stopGap else { return result }
    let used = usedSamples()
    if used < 2 { return result }
    let end = sample(0)
    if used == 2 {
      let start = sample(1)
      let seconds = Double(end.time - start.time) / 1e6
      if seconds <= 0 { return result }
      result.translation = (end.translation - start.translation) * (1 / seconds)
      result.logScale = (end.logScale - start.logScale) / seconds
      result.angle = (end.angle - start.angle) / seconds
    } else {
      result = fit(used, end)
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

  /// x = c + b·u + a·u², b of each component; u in seconds before the newest sample.
  private func fit(_ used: Int, _ end: MotionSample) -> MotionVelocity {
    let m = Double(used)
    var u1 = 0.0
    var u2 = 0.0
    var u3 = 0.0
    var u4 = 0.0
    var v = MotionVelocity()  // sums of x
    var uv = MotionVelocity()  // sums of u·x
    var uuv = MotionVelocity()  // sums of u²·x
    for age in 0..<used {
      let s = sample(age)
      let u = Double(s.time - end.time) / 1e6
      let uu = u * u
      u1 += u
      u2 += uu
      u3 += uu * u
      u4 += uu * uu
      // Relative to the newest sample: the fit does not change and the sums stay small.
      let d = s.translation - end.translation
      let l = s.logScale - end.logScale
      let a = s.angle - end.angle
      v.translation += d
      v.logScale += l
      v.angle += a
      uv.translation += d * u
      uv.logScale += l * u
      uv.angle += a * u
      uuv.translation += d * uu
      uuv.logScale += l * uu
      uuv.angle += a * uu
    }
    let sxx = u2 - u1 * u1 / m
    let sxx2 = u3 - u1 * u2 / m
    let sx2x2 = u4 - u2 * u2 / m
    let denominator = sxx * sx2x2 - sxx2 * sxx2
    if denominator == 0 { return MotionVelocity() }
    func slope(_ x: Double, _ ux: Double, _ uux: Double) -> Double {
      let sxy = ux - u1 * x / m
      let sx2y = uux - u2 * x / m
      return (sxy * sx2x2 - sx2y * sxx2) / denominator
    }
    var result = MotionVelocity()
    result.translation.x = slope(v.translation.x, uv.translation.x, uuv.translation.x)
    result.translation.y = slope(v.translation.y, uv.translation.y, uuv.translation.y)
    result.logScale = slope(v.logScale, uv.logScale, uuv.logScale)
    result.angle = slope(v.angle, uv.angle, uuv.angle)
    return result
  }
}
