import GestureConfig
import GestureCore

/// The quantity that a limit measures, in common words; the key's name stands beside it.
enum KeyTitle {
  private static let titles: [KeyName: String] = [
    .allowableMovement: "Movement of a still finger", .angle: "Slant", .decisionTime: "Time to begin",
    .delay: "Delay", .dragLock: "Time to continue a drag",
    .edgeSpeed: "Speed at the border", .edgeWidth: "Width of the edge",
    .fastSpeed: "Speed, slow to fast", .force: "Force", .landWindow: "Time for all fingers to land",
    .liftWindow: "Time for all fingers to lift", .maxDeviation: "Distance from a straight line",
    .maxDuration: "Time", .maxGap: "Pause between steps", .maxInterval: "Pause between taps",
    .maxSeparation: "Distance between the fingers", .maxTapDistance: "Distance between taps",
    .minAngle: "Turn", .minArc: "Length of the turn", .minDistance: "Distance", .minDuration: "Time",
    .minInterval: "Pause between taps", .minRadius: "Radius", .minScore: "Likeness", .minSpread: "Spread",
    .minVelocity: "Speed", .rest: "Time of rest", .settle: "Time to settle",
    .slowSpeed: "Speed, slow to fast", .typingGuard: "Time after typing",
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
      .list([slow, fast].map { .quantity(Digits.rounded($0 / unit, digits: 3) * unit, dimension) }),
      in: &parameters)
  }

  /// Both ends in the configuration's syntax, with three digits.
  func text(slow: Double, fast: Double, in parameters: AnyParameters) -> String {
    var parameters = parameters
    set(slow: slow, fast: fast, in: &parameters)
    return written(in: parameters)?.toml ?? ""
  }
}

extension KeyName {
  /// The reason for a change, as a sentence about the hand: `your motion is slower than the limit`.
  func hand(isLower: Bool) -> String {
    switch self {
    case .minVelocity: isLower ? "your motion is slower" : "your motion is faster"
    case .minDistance, .minSpread, .minArc, .minRadius:
      isLower ? "your motion is shorter" : "your motion is longer"
    case .minAngle: isLower ? "you turn less" : "you turn farther"
    case .maxDuration: isLower ? "you take less time" : "you take more time"
    case .minDuration, .delay: isLower ? "you hold for less time" : "you hold for more time"
    case .allowableMovement: isLower ? "your fingers keep still" : "your fingers move while they rest"
    case .angle, .maxDeviation: isLower ? "your motion is straighter" : "your motion is more slanted"
    case .maxInterval, .minInterval, .maxGap:
      isLower ? "your taps follow faster" : "your taps follow more slowly"
    case .maxTapDistance: isLower ? "your taps are closer" : "your taps are farther apart"
    case .landWindow, .settle: isLower ? "your fingers land together" : "your fingers land one after another"
    case .liftWindow: isLower ? "your fingers lift together" : "your fingers lift one after another"
    case .edgeWidth: isLower ? "you start nearer to the edge" : "you start farther from the edge"
    case .force: isLower ? "you press less hard" : "you press harder"
    case .minScore: "your figure is less like the template"
    case .decisionTime: "you start slowly"
    case .slowSpeed, .fastSpeed:
      isLower ? "your slow motions count as fast" : "your fast motions count as slow"
    case .maxSeparation: isLower ? "your fingers are close together" : "your fingers are far apart"
    case .rest: isLower ? "you tap sooner after the others rest" : "you tap later after the others rest"
    case .dragLock: isLower ? "you land again sooner" : "you land again later"
    case .typingGuard: isLower ? "you touch sooner after typing" : "you touch later after typing"
    default: isLower ? "your hand needs a lower limit" : "your hand needs a higher limit"
    }
  }
}
