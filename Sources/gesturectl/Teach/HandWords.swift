import GestureCore

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
