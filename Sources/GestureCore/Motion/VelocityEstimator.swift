/// One entry of a motion history: the sum of the motion without jumps, and its time.
struct MotionSample: BitwiseCopyable {
  /// The time in µs.
  var time: Double
  var value: SIMD2<Double>
}

/// The last samples of a sum of motion (the translation, or ln(scale) and angle), and the sum's velocity by quadratic least
/// squares (recognizers.md §5.2).
struct MotionHistory: ~Copyable {
  /// The number of samples: 100 ms at 200 Hz, as in Android and Flutter.
  static let capacity = 20
  /// The time without a report after which a finger has stopped, µs [AND][FLU].
  private static let stopGap = 40_000.0
  /// The age at which a sample no longer counts, µs [AND][FLU].
  private static let horizon = 100_000.0

  /// The samples in the order of time. When the array is full, those that count move to the front.
  private var samples = LaneArray(repeating: MotionSample(time: 0, value: .zero))
  private var end = 0
  /// The oldest sample that may count. No gap follows it. Only a velocity that is read moves it.
  private var oldest = 0
  /// The duration of the frame whose sample is the first after a rest, µs.
  private var firstDuration = 0.0

  mutating func become(_ other: borrowing MotionHistory) {
    samples.copy(other.samples)
    end = other.end
    oldest = other.oldest
    firstDuration = other.firstDuration
  }
  mutating func removeAll() {
    end = 0
    oldest = 0
    firstDuration = 0
  }

  /// - Parameter previous: the time of the frame before.
  @inline(__always) mutating func push(_ time: Timestamp, _ value: SIMD2<Double>, after previous: Timestamp) {
    if rarely(end == samples.count) { moveToFront() }
    let time = Double(time)
    if end > 0 {
      let gap = time - samples[end &- 1].time
      if rarely(gap == 0) { end &-= 1 }
      if rarely(gap > Self.stopGap) {
        oldest = end
        firstDuration = time - Double(Touches.wayBegins(at: Timestamp(time), after: previous))
      }
    }
    samples[end] = MotionSample(time: time, value: value)
    end &+= 1
  }

  @inline(never) private mutating func moveToFront() {
    oldest = max(oldest, end - Self.capacity)
    // The sample before it is where the first motion after a rest began.
    let first = max(oldest - 1, 0)
    for index in first..<end { samples[index - first] = samples[index] }
    end -= first
    oldest -= first
  }

  /// The velocity at `time`, per second.
  mutating func velocity(at time: Timestamp) -> SIMD2<Double> {
    if end == oldest { return .zero }
    let last = samples[end &- 1]
    if Double(time) - last.time > Self.stopGap { return .zero }
    oldest = max(oldest, end &- Self.capacity)
    while last.time - samples[oldest].time > Self.horizon { oldest &+= 1 }
    let count = end &- oldest
    if count > 2 { return curve(to: last, count: Double(count)) }
    if count < 2 { return firstSpeed(at: last) }
    let first = samples[oldest]
    return (last.value - first.value) * (1e6 / (last.time - first.time))
  }

  /// The speed of the first frame after a rest; 0 if the sample is the first of all.
  @inline(never) private func firstSpeed(at last: MotionSample) -> SIMD2<Double> {
    if oldest == 0 || firstDuration <= 0 { return .zero }
    return (last.value - samples[oldest &- 1].value) * (1e6 / firstDuration)
  }

  /// The slope at the last sample of the fit x = c + b·u + a·u² to all samples that count, with u in µs from the last one.
  @inline(__always) private func curve(to last: MotionSample, count n: Double) -> SIMD2<Double> {
    var (u, u2, u3, u4) = (0.0, 0.0, 0.0, 0.0)
    var (x, ux, u2x) = (SIMD2<Double>.zero, SIMD2<Double>.zero, SIMD2<Double>.zero)
    // The last sample is the origin, so it adds 0.
    let earlier = samples.span(oldest..<end &- 1)
    for index in earlier.indices {
      let t = earlier[index].time - last.time
      let t2 = t * t
      u += t
      u2 += t2
      u3 += t2 * t
      u4 += t2 * t2
      let d = earlier[index].value - last.value
      x += d
      ux += d * t
      u2x += d * t2
    }
    // The sums are multiplied by `n`, which avoids a division by it.
    let sxx = n * u2 - u * u
    let sxx2 = n * u3 - u * u2
    let sx2x2 = n * u4 - u2 * u2
    let determinant = sxx * sx2x2 - sxx2 * sxx2
    if determinant == 0 { return .zero }
    return (ux * (n * sx2x2) - u2x * (n * sxx2) - x * (u * sx2x2 - u2 * sxx2)) * (1e6 / determinant)
  }
}
