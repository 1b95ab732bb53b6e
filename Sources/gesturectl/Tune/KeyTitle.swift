import GestureCore

/// The quantity that a limit measures, in common words; the key's name stands beside it.
enum KeyTitle {
  private static let titles: [KeyName: String] = [
    .allowableMovement: "Movement of a still finger", .angle: "Slant", .decisionTime: "Time to begin",
    .delay: "Delay", .dragLock: "Time to continue a drag", .edgeWidth: "Width of the edge",
    .fastSpeed: "Speed, slow to fast", .force: "Force", .landWindow: "Time for all fingers to land",
    .liftWindow: "Time for all fingers to lift", .maxDeviation: "Distance from a straight line",
    .maxDuration: "Time", .maxGap: "Pause between steps", .maxInterval: "Pause between taps",
    .maxSeparation: "Distance between the fingers", .maxTapDistance: "Distance between taps",
    .minAngle: "Turn", .minArc: "Length of the turn", .minDistance: "Distance", .minDuration: "Time",
    .minInterval: "Pause between taps", .minRadius: "Radius", .minScore: "Likeness", .minSpread: "Spread",
    .minVelocity: "Speed", .rest: "Time of rest", .settle: "Time to settle",
    .slowSpeed: "Speed, slow to fast",
    .typingGuard: "Time after typing",
  ]

  /// The title of a key, such as `Distance`; without one, the key's name in words.
  static func of(_ key: KeyName) -> String {
    if let title = titles[key] { return title }
    let words = key.rawValue.split(separator: "_").joined(separator: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}

extension ParameterKey {
  /// Both ends of a pair, in the key's own unit; nil for a key with one value.
  func ends(in parameters: AnyParameters) -> (slow: Double, fast: Double)? {
    let numbers = get(parameters).numbers
    return form.isPair ? (numbers[0], numbers[numbers.count - 1]) : nil
  }

  /// Sets the measure, or both ends of a pair, with three digits (`3.73mm`) as a person could write it.
  func set(roundedMeasure value: Double, in parameters: inout AnyParameters) {
    set(measure: value, in: &parameters)
    guard let (slow, fast) = ends(in: parameters) else { return }
    set(slow: slow, fast: fast, in: &parameters)
  }

  private func set(slow: Double, fast: Double, in parameters: inout AnyParameters) {
    guard form.isPair, let dimension = form.dimension else { return }
    set(
      .list(
        [slow, fast].map { .quantity(Digits.rounded($0 / unit, digits: 3) * unit, dimension) }),
      in: &parameters)
  }

  /// Both ends in the configuration's syntax, with three digits.
  func text(slow: Double, fast: Double, in parameters: AnyParameters) -> String {
    var parameters = parameters
    set(slow: slow, fast: fast, in: &parameters)
    return written(in: parameters)?.toml ?? ""
  }
}
