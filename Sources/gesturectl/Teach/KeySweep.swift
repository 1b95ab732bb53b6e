import GestureConfig
import GestureCore

/// The values of a key for which examples are recognized. They are found by replays, so no second formula can differ from the
/// recognizers.
struct KeySweep {
  let key: ParameterKey
  /// The present value.
  let now: Double
  /// The present outcome of each example.
  let isRecognized: [Bool]
  /// For each example, the nearest value that changes its outcome; nil if the key does not affect it.
  let turningPoints: [Double?]

  /// Two values with a smaller ratio count as one.
  private static let precision = 1.005
  /// The ratio between values of the first round.
  private static let stride = 1.5

  /// The sweeps of all keys of a gesture that are a single measure, or of those with these names.
  static func all(
    _ configuration: Configuration, gesture: Int, _ deviceClass: DeviceClass, of names: Set<KeyName>? = nil,
    outcomes: (Configuration) throws(CommandFailure) -> [Bool]
  ) throws(CommandFailure) -> [KeySweep] {
    let binding = configuration.gestures[gesture]
    guard let parameters = binding.definitions[deviceClass]?.parameters else { return [] }
    return try binding.type.keys.map { key throws(CommandFailure) -> KeySweep? in
      guard let limits = key.measures, let now = key.measure(in: parameters),
        names?.contains(key.name) ?? true
      else { return nil }
      return try KeySweep(key, now: now, within: limits) { value throws(CommandFailure) in
        try outcomes(configuration.setting(key, value, gesture: gesture))
      }
    }.compactMap(\.self)
  }

  /// - Parameter outcomes: the outcome of each example for a value of the key.
  init(
    _ key: ParameterKey, now: Double, within limits: ClosedRange<Double>,
    outcomes: (Double) throws(CommandFailure) -> [Bool]
  ) throws(CommandFailure) {
    self.key = key
    self.now = now
    let start = max(now, limits.lowerBound)
    var known = [start: try outcomes(now)]
    isRecognized = known[start] ?? []
    for value in Self.values(around: start, limits) where known[value] == nil {
      known[value] = try outcomes(value)
    }
    let values = known.keys.sorted()
    var pairs = Array(zip(values, values.dropFirst()))
    while let (low, high) = pairs.popLast() {
      guard known[low] != known[high], high / low > Self.precision else { continue }
      let middle = (low * high).squareRoot()
      known[middle] = try outcomes(middle)
      pairs += [(low, middle), (middle, high)]
    }
    let sorted = known.sorted { $0.key < $1.key }
    turningPoints = isRecognized.indices.map { Self.turningPoint(of: $0, in: sorted, start) }
  }

  /// The values to try: from a sixteenth of the current value to sixteen times it.
  private static func values(around start: Double, _ limits: ClosedRange<Double>) -> [Double] {
    [stride, 1 / stride].flatMap { factor in
      sequence(first: start * factor) { $0 * factor }.prefix(7)
        .map { min(max($0, limits.lowerBound), limits.upperBound) }
    }
  }

  /// The tried value nearest to `start` at which the outcome of an example changes: the first that recognizes it, or the last
  /// that still does.
  private static func turningPoint(
    of attempt: Int, in known: [(key: Double, value: [Bool])], _ start: Double
  ) -> Double? {
    guard let present = known.firstIndex(where: { $0.key == start }) else { return nil }
    let outcome = known[present].value[attempt]
    let above = known[present...].firstIndex { $0.value[attempt] != outcome }
    let below = known[...present].lastIndex { $0.value[attempt] != outcome }
    let points = [
      above.map { known[outcome ? $0 - 1 : $0].key }, below.map { known[outcome ? $0 + 1 : $0].key },
    ].compactMap(\.self)
    return points.min { distance($0, start) < distance($1, start) }
  }

  private static func distance(_ a: Double, _ b: Double) -> Double { max(a, b) / min(a, b) }
}

extension ParameterKey {
  /// One unit for display: a millisecond, a degree.
  var unit: Double {
    switch form.dimension {
    case .duration: 1_000
    case .angle: .pi / 180
    default: 1
    }
  }

  /// Sets the measure, or both ends of a pair, with three digits (`3.73mm`) as a person could write it.
  func set(roundedMeasure value: Double, in parameters: inout AnyParameters) {
    set(measure: value, in: &parameters)
    guard form.isPair else { return }
    let numbers = get(parameters).numbers
    set(slow: numbers[0], fast: numbers[numbers.count - 1], in: &parameters)
  }

  /// Sets both ends of a pair, with three digits.
  func set(slow: Double, fast: Double, in parameters: inout AnyParameters) {
    guard form.isPair, let dimension = form.dimension else { return }
    set(
      .list([slow, fast].map { .quantity(Digits.rounded($0 / unit, digits: 3) * unit, dimension) }),
      in: &parameters)
  }
}

/// Rounds numbers to few digits.
enum Digits {
  /// Rounds a value to two digits, down or up.
  static func rounded(_ value: Double, down: Bool) -> Double {
    let step = step(value, digits: 2)
    // The tolerance is for quotients like 5.6 / 0.1, which is slightly less than 56.
    return down ? (value / step + 1e-9).rounded(.down) * step : (value / step - 1e-9).rounded(.up) * step
  }

  static func rounded(_ value: Double, digits: Int) -> Double {
    let step = step(value, digits: digits)
    return (value / step).rounded() * step
  }

  private static func step(_ value: Double, digits: Int) -> Double {
    var step = 1.0
    while value >= step * 10 { step *= 10 }
    while value > 0 && value < step { step /= 10 }
    for _ in 1..<digits { step /= 10 }
    return step
  }
}
