import GestureCore

/// Two gestures that want the same touches: does the one always come before the other?
struct Rivalry {
  let winner: RecognizerDefinition
  let loser: RecognizerDefinition
  /// By priority, then by place in the file: who goes first when both are ready in one step.
  let isFirst: Bool

  var isDecided: Bool {
    switch (winner.parameters, loser.parameters) {
    case (.tap(let a), .tap(let b)): hasSameFingers && tap(a, b)
    case (.longPress(let a), .longPress(let b)): hasSameFingers && longPress(a, b)
    case (.swipe(let a), .swipe(let b)): hasSameFingers && swipe(a, b)
    case (.pan(let a), .pan(let b)):
      a.directions.isSuperset(of: b.directions) && (a.axis == .any || a.axis == b.axis)
        && reaches(a.minDistance, b.minDistance)
    case (.pan(let a), .swipe(let b)): takes(a, b)
    case (.transform(let a), .swipe(let b)): hasEnoughFingers && a.minDistance + slack < b.minDistanceSlow
    case (.pinch(let a), .pinch(let b)):
      (a.direction == .any || a.direction == b.direction) && a.minRelativeSpread == b.minRelativeSpread
        && reaches(a.minSpread, b.minSpread)
    case (.rotation(let a), .rotation(let b)):
      (a.direction == .any || a.direction == b.direction) && a.minAngle <= b.minAngle
        && reaches(a.minArc, b.minArc)
    case (.edgePan(let a), .edgePan(let b)):
      hasSameFingers && a.edges.isSuperset(of: b.edges) && a.edgeWidth >= b.edgeWidth
        && reaches(a.minDistance, b.minDistance)
    // A transform goes before the three that it is made of, by its kind (recognizers.md §3.2).
    case (.transform(let a), .pan(let b)): goesBefore && a.minDistance <= b.minDistance
    case (.transform(let a), .pinch(let b)):
      goesBefore && b.minRelativeSpread == nil && a.minRelativeSpread == nil && a.minSpread <= b.minSpread
    case (.transform(let a), .rotation(let b)): goesBefore && a.minArc <= b.minArc
    default: false
    }
  }

  private var hasSameFingers: Bool { winner.fingers == loser.fingers }

  private var hasEnoughFingers: Bool {
    winner.fingers.lowerBound <= loser.fingers.lowerBound
      && winner.fingers.upperBound >= loser.fingers.upperBound
  }

  /// Ready in the same step, the transform is taken, unless a higher priority says otherwise.
  private var goesBefore: Bool { hasEnoughFingers && winner.priority >= loser.priority }

  /// The threshold is met earlier, or at the same time by the one that goes first.
  private func reaches(_ a: Double, _ b: Double) -> Bool {
    guard hasEnoughFingers else { return false }
    // In one step more fingers go first, so a tie needs the same least number.
    return a < b || (a == b && isFirst && winner.fingers.lowerBound == loser.fingers.lowerBound)
  }

  /// k(n): what is added to a pan's distance for many fingers (recognizers.md §4.0).
  private var slack: Double { 0.5 * Double(max(0, min(loser.fingers.upperBound, 10) - 2)) }

  private func tap(_ a: TapParameters, _ b: TapParameters) -> Bool {
    let isEasier =
      a.allowableMovement >= b.allowableMovement && a.maxDuration >= b.maxDuration
      && a.landWindow >= b.landWindow
      && a.liftWindow >= b.liftWindow && a.maxSeparation >= b.maxSeparation
    guard isEasier else { return false }
    // "any" is recognized at every tap, so before any second one.
    guard let taps = a.taps else { return (b.taps ?? 1) > 1 }
    guard let others = b.taps else { return false }
    if taps < others { return true }
    return taps == others && isFirst
      && (taps == 1 || (a.maxInterval >= b.maxInterval && a.maxTapDistance >= b.maxTapDistance))
  }

  private func longPress(_ a: LongPressParameters, _ b: LongPressParameters) -> Bool {
    guard a.taps == b.taps, a.allowableMovement >= b.allowableMovement, a.landWindow >= b.landWindow else {
      return false
    }
    return a.minDuration < b.minDuration || (a.minDuration == b.minDuration && isFirst)
  }

  private func swipe(_ a: SwipeParameters, _ b: SwipeParameters) -> Bool {
    guard a.directions.isSuperset(of: b.directions), a.fireOn == b.fireOn, a.angleSlow >= b.angleSlow,
      a.angleFast >= b.angleFast, a.maxDuration >= b.maxDuration, a.minVelocity <= b.minVelocity,
      a.maxDeviation >= b.maxDeviation, a.decisionTime >= b.decisionTime, a.slowSpeed == b.slowSpeed,
      a.fastSpeed == b.fastSpeed
    else { return false }
    if a.minDistanceSlow < b.minDistanceSlow, a.minDistanceFast < b.minDistanceFast { return true }
    return a.minDistanceSlow <= b.minDistanceSlow && a.minDistanceFast <= b.minDistanceFast && isFirst
  }

  private func takes(_ a: PanParameters, _ b: SwipeParameters) -> Bool {
    guard hasEnoughFingers, a.directions.isSuperset(of: b.directions) else { return false }
    let isAlongAxis =
      switch a.axis {
      case .any: true
      case .horizontal: b.directions.isDisjoint(with: [.up, .down])
      case .vertical: b.directions.isDisjoint(with: [.left, .right])
      }
    return isAlongAxis && a.minDistance + slack < b.minDistanceSlow
  }
}
