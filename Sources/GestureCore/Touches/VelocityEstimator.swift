/// One entry of a motion history: the jump-free sums at a time.
struct MotionSample: BitwiseCopyable {
  var time: Timestamp
  /// Translation x and y, or where only the spin is measured ln(scale) and angle.
  var values: SIMD2<Double>
  /// ln(scale) and angle where both are measured.
  var spin = SIMD2<Double>.zero
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
  /// The translation `age` samples before the newest.
  func translation(_ age: Int) -> Point {
    let values = at(end - 1 - age).pointee.values
    return Point(values.x, values.y)
  }

  @inline(__always)
  mutating func push(_ time: Timestamp, _ translation: Point, logScale: Double = 0, angle: Double = 0) {
    let travel = SIMD2(translation.x, translation.y)
    switch measure {
    case .translation: push(MotionSample(time: time, values: travel))
    case .spin: push(MotionSample(time: time, values: SIMD2(logScale, angle)))
    case .all: push(MotionSample(time: time, values: travel, spin: SIMD2(logScale, angle)))
    }
  }

  @inline(__always) private mutating func push(_ sample: MotionSample) {
    if end > first {
      let last = at(end &- 1)
      let gap = sample.time &- last.pointee.time
      if gap == 0 {
        last.pointee = sample
        summedEnd = summed
        return
      }
      if gap > Self.stopGap { unbroken = end }
    }
    at(end).pointee = sample
    end &+= 1
    first = max(first, end &- Self.capacity)
  }

  /// The velocity at `time`; what is not measured stays 0.
  mutating func velocity(at time: Timestamp) -> MotionVelocity {
    if end &- first < 2 { return MotionVelocity() }
    let last = at(end &- 1)
    if time &- last.pointee.time > Self.stopGap { return MotionVelocity() }
    let oldest = oldestUsed(last.pointee.time)
    let used = end &- oldest
    if used < 2 { return MotionVelocity() }
    if used == 2 {
      let before = at(oldest)
      let rate = 1e6 / Double(last.pointee.time - before.pointee.time)
      return reported(
        (last.pointee.values - before.pointee.values) * rate, (last.pointee.spin - before.pointee.spin) * rate
      )
    }
    sum(from: oldest)
    let weights = sums.weights(count: used, at: last.pointee.time)
    return reported(
      sums.values.rate(weights), measure == .all ? sums.spin.rate(weights) : .zero)
  }

  @inline(__always)
  private mutating func reported(_ values: SIMD2<Double>, _ spin: SIMD2<Double>) -> MotionVelocity {
    if measure == .spin { return MotionVelocity(logScale: values.x, angle: values.y) }
    var result = MotionVelocity(
      translation: Point(values.x, values.y), logScale: spin.x, angle: spin.y)
    let square = values.x * values.x + values.y * values.y
    if square > Self.fastest * Self.fastest { Self.slow(&result.translation) }
    return result
  }

  /// Not inlined: it hardly ever happens, and the compiler would divide by the root each time and choose afterwards.
  @inline(never) private static func slow(_ velocity: inout Point) {
    velocity = velocity * (fastest / velocity.length)
  }

  // Methods of the hot path are mutating even where they only read (see `Arena`).

  /// The number of the oldest sample that is young enough, with no gap after it.
  @inline(__always) private mutating func oldestUsed(_ now: Timestamp) -> Int {
    var oldest = max(first, unbroken)
    if summed > oldest && summedEnd > summed { oldest = summed }
    while now &- at(oldest).pointee.time > Self.horizon { oldest &+= 1 }
    return oldest
  }

  /// Brings the sums to the samples from `oldest` to the newest.
  @inline(__always) private mutating func sum(from oldest: Int) {
    // A sample whose place was taken again cannot be subtracted any more.
    if oldest >= summedEnd || end &- summed > Self.places { return sumAnew(from: oldest) }
    // A copy, for it is worked on in registers.
    var slid = sums
    while summed < oldest {
      slid.add(at(summed), -1, measure)
      summed &+= 1
    }
    while summedEnd < end {
      slid.add(at(summedEnd), 1, measure)
      summedEnd &+= 1
    }
    sums = slid
    // What was subtracted leaves its rounding behind; far from the origin that would be all there is.
    let last = at(end &- 1).pointee.time
    let reach = 4 &* (last &- at(oldest).pointee.time)
    if last &- sums.origin.time > reach || sums.reachBack > reach { sumAnew(from: oldest) }
  }

  private mutating func sumAnew(from oldest: Int) {
    let last = at(end - 1).pointee
    sums = FitSums(origin: last, reachBack: last.time - at(oldest).pointee.time)
    summed = oldest
    summedEnd = oldest
    while summedEnd < end {
      sums.add(at(summedEnd), 1, measure)
      summedEnd &+= 1
    }
  }
}

/// The sums of a quadratic fit x = c + b·u + a·u², u in µs from an origin.
private struct FitSums {
  private(set) var origin = MotionSample(time: 0, values: .zero)
  /// How long before the origin the first summed sample was, µs.
  private(set) var reachBack: Timestamp = 0
  private var u = SIMD2<Double>.zero  // Σu, Σu²
  private var uuu = SIMD2<Double>.zero  // Σu³, Σu⁴
  private(set) var values = Moments()
  private(set) var spin = Moments()

  /// Σx, Σu·x, Σu²·x of two components, relative to the origin: the fit does not change and the sums stay small.
  struct Moments {
    private var x = SIMD2<Double>.zero
    private var ux = SIMD2<Double>.zero
    private var uux = SIMD2<Double>.zero

    @inline(__always) mutating func add(_ d: SIMD2<Double>, _ powers: SIMD2<Double>, _ sign: Double) {
      let signed = d * sign
      x += signed
      ux += signed * powers.x
      uux += signed * powers.y
    }
    @inline(__always) func rate(_ weights: Weights) -> SIMD2<Double> {
      ux * weights.ux + uux * weights.uux + x * weights.x
    }
  }

  /// What the moments count for in the slope.
  struct Weights {
    var x = 0.0
    var ux = 0.0
    var uux = 0.0
  }

  init() {}
  init(origin: MotionSample, reachBack: Timestamp) {
    self.origin = origin
    self.reachBack = reachBack
  }

  /// Adds a sample `sign` times.
  @inline(__always) mutating func add(
    _ sample: UnsafeMutablePointer<MotionSample>, _ sign: Double, _ measure: MotionHistory.Measure
  ) {
    let t = Double(sample.pointee.time &- origin.time)
    let powers = SIMD2(t, t * t)
    u += powers * sign
    uuu += powers * (powers.y * sign)
    values.add(sample.pointee.values - origin.values, powers, sign)
    if measure == .all { spin.add(sample.pointee.spin - origin.spin, powers, sign) }
  }

  /// For the slope of the fit at `time`, per second. All sums are taken `count` times, which spares dividing by it.
  @inline(__always) mutating func weights(count: Int, at time: Timestamp) -> Weights {
    let n = Double(count)
    let sxx = n * u.y - u.x * u.x
    let sxx2 = n * uuu.x - u.x * u.y
    let sx2x2 = n * uuu.y - u.y * u.y
    let determinant = sxx * sx2x2 - sxx2 * sxx2
    if determinant == 0 { return Weights() }
    // b + 2a·u at the time.
    let twice = 2 * Double(time &- origin.time)
    let scale = 1e6 / determinant
    let first = (sx2x2 - twice * sxx2) * scale
    let second = (twice * sxx - sxx2) * scale
    return Weights(x: -(first * u.x + second * u.y), ux: n * first, uux: n * second)
  }
}
