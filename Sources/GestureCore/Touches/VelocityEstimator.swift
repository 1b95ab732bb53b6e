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
///
/// The sums of the fit are carried from one question to the next: a gesture under way asks once a frame, and one
/// sample more and one less cost a tenth of a fit of them all. While nobody asks, nothing is summed.
package struct MotionHistory {
  /// Samples kept: 100 ms at 200 Hz, as Android and Flutter keep.
  package static let capacity = 20
  /// A finger that has not reported for this long has stopped [AND][FLU].
  static let stopGap: Timestamp = 40_000
  /// Older samples do not count [AND][FLU].
  static let horizon: Timestamp = 100_000
  /// mm/s; beyond any hand: a guard against two samples a microsecond apart.
  static let fastest = 20_000.0
  /// Places for samples: the power of two above `capacity`, so that a place is a mask away.
  static let places = 32

  /// What of a motion a gesture reports the velocity of.
  enum Measure {
    case translation
    case spin
    case all
  }

  private let measure: Measure
  private let samples: UnsafeMutablePointer<MotionSample>
  /// Samples are numbered as they come; sample n lies at place n modulo `places`.
  private var first = 0
  private var end = 0
  /// The oldest sample without a gap after it.
  private var unbroken = 0
  /// `sums` hold the samples `summed..<summedEnd`.
  private var summed = 0
  private var summedEnd = 0
  private var sums = FitSums()

  init(_ storage: inout ArenaStorage, _ measure: Measure) {
    self.init(samples: storage.samples(Self.places), measure)
  }
  /// - Parameter samples: room for `places` samples.
  init(samples: UnsafeMutablePointer<MotionSample>, _ measure: Measure) {
    self.samples = samples
    self.measure = measure
  }

  var count: Int { end - first }

  mutating func removeAll() {
    first = end
    unbroken = end
    summedEnd = summed
  }

  @inline(__always) private func at(_ number: Int) -> UnsafeMutablePointer<MotionSample> {
    samples + number & (Self.places - 1)
  }
  /// The sample `age` steps before the newest.
  func sample(_ age: Int) -> MotionSample { at(end - 1 - age).pointee }

  @inline(__always) mutating func push(_ sample: MotionSample) {
    if end > first {
      let last = at(end - 1)
      let gap = sample.time - last.pointee.time
      if gap == 0 {
        last.pointee = sample
        summedEnd = summed
        return
      }
      if gap > Self.stopGap { unbroken = end }
    }
    at(end).pointee = sample
    end += 1
    if end - first > Self.capacity { first = end - Self.capacity }
  }

  /// The velocity at `time`; what is not measured stays 0.
  mutating func velocity(at time: Timestamp) -> MotionVelocity {
    var result = MotionVelocity()
    if end - first < 2 { return result }
    let last = at(end - 1)
    if time - last.pointee.time > Self.stopGap { return result }
    let oldest = oldestUsed(last.pointee.time)
    let used = end - oldest
    if used < 2 { return result }
    if used == 2 {
      let slope = Self.slope(at(oldest).pointee, last.pointee)
      return reported(slope.travel, slope.spin)
    }
    sum(from: oldest)
    let rates = sums.rates(count: used, at: last.pointee.time)
    result = reported(rates.travel, rates.spin)
    return result
  }

  private func reported(_ travel: SIMD2<Double>, _ spin: SIMD2<Double>) -> MotionVelocity {
    var result = MotionVelocity()
    if measure != .spin {
      result.translation = Point(travel.x, travel.y)
      let square = travel.x * travel.x + travel.y * travel.y
      if square > Self.fastest * Self.fastest {
        result.translation = result.translation * (Self.fastest / square.squareRoot())
      }
    }
    if measure != .translation {
      result.logScale = spin.x
      result.angle = spin.y
    }
    return result
  }

  /// The number of the oldest sample that is young enough, with no gap after it.
  private func oldestUsed(_ now: Timestamp) -> Int {
    var oldest = max(first, unbroken)
    if summed > oldest && summedEnd > summed { oldest = summed }
    while now - at(oldest).pointee.time > Self.horizon { oldest += 1 }
    return oldest
  }

  /// Brings the sums to the samples from `oldest` to the newest.
  private mutating func sum(from oldest: Int) {
    // A sample whose place was taken again cannot be subtracted any more.
    if oldest >= summedEnd || end - summed > Self.places { return sumAnew(from: oldest) }
    while summed < oldest {
      sums.remove(at(summed).pointee, measure)
      summed += 1
    }
    while summedEnd < end {
      sums.add(at(summedEnd).pointee, measure)
      summedEnd += 1
    }
    // What was subtracted leaves its rounding behind; far from the origin that would be all there is.
    let span = at(end - 1).pointee.time - at(oldest).pointee.time
    if sums.reach > 2 * span { sumAnew(from: oldest) }
  }

  private mutating func sumAnew(from oldest: Int) {
    sums = FitSums(origin: at(end - 1).pointee)
    summed = oldest
    summedEnd = oldest
    while summedEnd < end {
      sums.add(at(summedEnd).pointee, measure)
      summedEnd += 1
    }
  }

  /// Per second, between two samples.
  private static func slope(_ a: MotionSample, _ b: MotionSample) -> (
    travel: SIMD2<Double>, spin: SIMD2<Double>
  ) {
    let elapsed = Double(b.time - a.time) / 1e6
    return elapsed > 0 ? ((b.travel - a.travel) / elapsed, (b.spin - a.spin) / elapsed) : (.zero, .zero)
  }
}

/// The sums of a quadratic fit x = c + b·u + a·u², u in seconds from an origin.
private struct FitSums {
  private var origin = MotionSample(time: 0, translation: .zero)
  /// The farthest that a sample was from the origin in time, µs.
  private(set) var reach: Timestamp = 0
  private var u = SIMD2<Double>.zero  // Σu, Σu²
  private var uuu = SIMD2<Double>.zero  // Σu³, Σu⁴
  private var travel = Moments()
  private var spin = Moments()

  /// Σx, Σu·x, Σu²·x of two components, relative to the origin: the fit does not change and the sums stay small.
  struct Moments {
    var x = SIMD2<Double>.zero
    var ux = SIMD2<Double>.zero
    var uux = SIMD2<Double>.zero

    @inline(__always) mutating func add(_ d: SIMD2<Double>, _ u: Double, _ uu: Double) {
      x += d
      ux += d * u
      uux += d * uu
    }
    @inline(__always) mutating func remove(_ d: SIMD2<Double>, _ u: Double, _ uu: Double) {
      x -= d
      ux -= d * u
      uux -= d * uu
    }
  }

  init() {}
  init(origin: MotionSample) { self.origin = origin }

  @inline(__always) mutating func add(_ sample: MotionSample, _ measure: MotionHistory.Measure) {
    reach = max(reach, abs(sample.time - origin.time))
    let t = Double(sample.time - origin.time) * 1e-6
    let pair = SIMD2(t, t * t)
    u += pair
    uuu += pair * pair.y
    if measure != .spin { travel.add(sample.travel - origin.travel, t, pair.y) }
    if measure != .translation { spin.add(sample.spin - origin.spin, t, pair.y) }
  }

  @inline(__always) mutating func remove(_ sample: MotionSample, _ measure: MotionHistory.Measure) {
    let t = Double(sample.time - origin.time) * 1e-6
    let pair = SIMD2(t, t * t)
    u -= pair
    uuu -= pair * pair.y
    if measure != .spin { travel.remove(sample.travel - origin.travel, t, pair.y) }
    if measure != .translation { spin.remove(sample.spin - origin.spin, t, pair.y) }
  }

  /// The slope of the fit at `time`, per second.
  @inline(__always) func rates(count: Int, at time: Timestamp) -> (
    travel: SIMD2<Double>, spin: SIMD2<Double>
  ) {
    let share = 1 / Double(count)
    let sxx = u.y - u.x * u.x * share
    let sxx2 = uuu.x - u.x * u.y * share
    let sx2x2 = uuu.y - u.y * u.y * share
    let determinant = sxx * sx2x2 - sxx2 * sxx2
    if determinant == 0 { return (.zero, .zero) }
    // b + 2a·u at the time, as weights of the two centred moments.
    let twice = 2e-6 * Double(time - origin.time)
    let scale = 1 / determinant
    let first = (sx2x2 - twice * sxx2) * scale
    let second = (twice * sxx - sxx2) * scale
    let xShare = -share * (first * u.x + second * u.y)
    return (
      travel.ux * first + travel.uux * second + travel.x * xShare,
      spin.ux * first + spin.uux * second + spin.x * xShare
    )
  }
}
