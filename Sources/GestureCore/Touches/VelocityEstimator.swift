/// One entry of a motion history: a jump-free sum at a time.
struct MotionSample: BitwiseCopyable {
  var time: Timestamp
  var value: SIMD2<Double>
}

/// The last samples of one sum of motion (translation, or ln(scale) and angle) and its velocity by quadratic least
/// squares (recognizers.md §5.2).
///
/// The sums of the fit are carried from one `carriedVelocity` to the next: where each `changed` event is read there is one
/// a frame, and one sample more and one less cost a fraction of a fit of them all. Without a call nothing is summed.
struct MotionHistory {
  /// Samples kept: 100 ms at 200 Hz, as Android and Flutter keep.
  static let capacity = 20
  /// A finger that has not reported for this long has stopped [AND][FLU].
  static let stopGap: Timestamp = 40_000
  /// Older samples do not count [AND][FLU].
  static let horizon: Timestamp = 100_000
  /// Places for samples. When all are used the newest `capacity` move to the front, the more seldom the more there are.
  static let places = 64

  /// The samples lie in a row, and every mark among them is an address: there is nothing to work out where one is.
  // Memory of the arena with room for `places` samples; the other pointers stay within it: `push` moves the newest
  // samples to the front before `end` would pass `limit`.
  private let samples: UnsafeMutablePointer<MotionSample>
  private let limit: UnsafeMutablePointer<MotionSample>
  private var end: UnsafeMutablePointer<MotionSample>
  /// Of the newest sample.
  private var lastTime: Timestamp = 0
  /// The oldest sample that counts for the velocity: young enough, with no gap after it.
  private var oldest: UnsafeMutablePointer<MotionSample>
  /// `sums` hold the samples from `summed` up to `summedEnd`.
  private var summed: UnsafeMutablePointer<MotionSample>
  private var summedEnd: UnsafeMutablePointer<MotionSample>
  private var sums = FitSums()

  /// - Parameter samples: room for `places` samples.
  init(samples: UnsafeMutablePointer<MotionSample>) {
    self.samples = samples
    limit = samples + Self.places
    end = samples
    oldest = samples
    summed = samples
    summedEnd = samples
  }

  mutating func removeAll() {
    end = samples
    oldest = samples
    dropSums()
  }
  private mutating func dropSums() {
    summed = samples
    summedEnd = samples
  }

  @inline(__always) mutating func push(_ time: Timestamp, _ value: SIMD2<Double>) {
    if end > samples {
      // Times wrap instead of trapping: no recording reaches their end.
      let gap = time &- lastTime
      if rarely(gap == 0) { return replaceLast(value) }
      if rarely(gap > Self.stopGap) { oldest = end }
    }
    if rarely(end == limit) { moveToFront() }
    end.pointee = MotionSample(time: time, value: value)
    end += 1
    lastTime = time
    oldest = max(oldest, end - Self.capacity)
    while time &- oldest.pointee.time > Self.horizon { oldest += 1 }
  }

  @inline(never) private mutating func replaceLast(_ value: SIMD2<Double>) {
    (end - 1).pointee.value = value
    dropSums()
  }

  @inline(never) private mutating func moveToFront() {
    let first = max(samples, end - Self.capacity)
    let kept = end - first
    samples.update(from: first, count: kept)
    let way = first - samples
    end = samples + kept
    oldest = max(oldest - way, samples)
    // What is summed and has no place any more could not be subtracted.
    if summed < first {
      dropSums()
    } else {
      summed -= way
      summedEnd -= way
    }
  }

  // Methods of the hot path are mutating even where they only read (see `Arena`).

  /// The velocity at `time`, per second.
  ///
  /// All samples are summed anew: to the last bit the same, whatever was read before.
  @inline(never) mutating func velocity(at time: Timestamp) -> SIMD2<Double> {
    dropSums()
    return carriedVelocity(at: time)
  }

  /// The same, with the rounding errors of the sums that are carried.
  @inline(__always) mutating func carriedVelocity(at time: Timestamp) -> SIMD2<Double> {
    let used = end - oldest
    if rarely(used < 3) { return slope(at: time) }
    if rarely(time &- lastTime > Self.stopGap) { return .zero }
    sum()
    return sums.rate(count: used, at: lastTime)
  }

  /// Of fewer samples than a curve needs.
  @inline(never) private func slope(at time: Timestamp) -> SIMD2<Double> {
    if end - oldest < 2 || time &- lastTime > Self.stopGap { return .zero }
    let (a, b) = (oldest.pointee, (end - 1).pointee)
    return (b.value - a.value) * (1e6 / Double(b.time &- a.time))
  }

  /// Brings the sums to the samples from `oldest` to the newest.
  @inline(__always) private mutating func sum() {
    // What was subtracted leaves its rounding behind; far from the origin that would be all there is.
    let reach = 4 &* (lastTime &- oldest.pointee.time)
    if rarely(oldest >= summedEnd || lastTime &- sums.origin.time > reach || sums.reachBack > reach) {
      return sumAnew()
    }
    // A copy, for it is worked on in registers.
    var slid = sums
    while summed < oldest {
      slid.add(summed, -1)
      summed += 1
    }
    while summedEnd < end {
      slid.add(summedEnd, 1)
      summedEnd += 1
    }
    sums = slid
  }

  @inline(never) private mutating func sumAnew() {
    let last = (end - 1).pointee
    sums = FitSums(origin: last, reachBack: last.time &- oldest.pointee.time)
    summed = oldest
    summedEnd = oldest
    while summedEnd < end {
      sums.add(summedEnd, 1)
      summedEnd += 1
    }
  }
}

/// The sums of a quadratic fit x = c + b·u + a·u², u in µs from an origin.
private struct FitSums {
  private(set) var origin = MotionSample(time: 0, value: .zero)
  /// How long before the origin the first summed sample was, µs.
  private(set) var reachBack: Timestamp = 0
  private var u = 0.0  // Σu
  private var u2 = 0.0  // Σu²
  private var u3 = 0.0  // Σu³
  private var u4 = 0.0  // Σu⁴
  // Relative to the origin: the fit does not change and the sums stay small.
  private var x = SIMD2<Double>.zero  // Σx
  private var ux = SIMD2<Double>.zero  // Σu·x
  private var u2x = SIMD2<Double>.zero  // Σu²·x

  init() {}
  init(origin: MotionSample, reachBack: Timestamp) {
    self.origin = origin
    self.reachBack = reachBack
  }

  /// Adds a sample `sign` times.
  @inline(__always) mutating func add(_ sample: UnsafeMutablePointer<MotionSample>, _ sign: Double) {
    let t = Double(sample.pointee.time &- origin.time)
    let t2 = t * t
    u += t * sign
    u2 += t2 * sign
    u3 += t2 * t * sign
    u4 += t2 * t2 * sign
    let d = sample.pointee.value - origin.value
    x += d * sign
    ux += d * t * sign
    u2x += d * t2 * sign
  }

  /// The slope of the fit at `time`, per second. All sums are taken `count` times, which spares dividing by it.
  @inline(__always) mutating func rate(count: Int, at time: Timestamp) -> SIMD2<Double> {
    let n = Double(count)
    let sxx = n * u2 - u * u
    let sxx2 = n * u3 - u * u2
    let sx2x2 = n * u4 - u2 * u2
    let determinant = sxx * sx2x2 - sxx2 * sxx2
    if rarely(determinant == 0) { return .zero }
    // b + 2a·u at the time.
    let twice = 2 * Double(time &- origin.time)
    let first = sx2x2 - twice * sxx2
    let second = twice * sxx - sxx2
    // The division last: nothing waits for it.
    return (ux * (n * first) + u2x * (n * second) - x * (u * first + u2 * second)) * (1e6 / determinant)
  }
}
