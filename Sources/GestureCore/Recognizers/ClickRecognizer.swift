/// A button of the device, or any button.
package enum ClickButton: String, Sendable, CaseIterable {
  case left, right, middle, any

  var buttons: ButtonSet {
    switch self {
    case .left: .left
    case .right: .right
    case .middle: .middle
    case .any: .all
    }
  }
}

/// The parameters of a click: the button is pressed with a number of fingers down.
package struct ClickParameters: RecognizerParameters {
  package static let type = GestureType.click
  package static let sign: Unicode.Scalar = "•"
  package static let summary =
    "The button of a touchpad goes down while fingers are on it. The click is recognized at each press."
  package static let traits = {
    var traits = GestureTraits(course: .discrete, rank: 5, fingers: .exact)
    traits.repeats = true
    traits.needsFingersInRange = true
    traits.ignoresMotion = true
    traits.readingRank = 1
    return traits
  }()

  package var pressed = ClickButton.left

  package init(_ deviceClass: DeviceClass) {}

  package static let keys = table([
    .choice(
      .pressed, { $1(&$0.pressed) },
      "The button that goes down: left, right, middle or any. A clickpad has only the left one, because its whole "
        + "surface is the button.")
  ])

  package var facts: ParameterFacts { ParameterFacts(readsButtons: true) }
}

/// Click: the button is pressed while exactly `fingers` touches are down.
final class ClickRecognizer: Recognizer, RecognizerMaking {
  typealias Parameters = ClickParameters
  private let parameters: ClickParameters
  private var location = Point.zero
  private var wasRecognized = false
  /// The number of touches at the last press with another number than `fingers`; 0 without such a press.
  private var otherCount = 0

  init(_ parameters: ClickParameters, _ attempt: Attempt) {
    self.parameters = parameters
  }

  override func reset(afterFailure: Bool) {
    wasRecognized = false
    otherCount = 0
  }

  override func begin(_ touches: Touches, _ attempt: Attempt) { wasRecognized = true }

  override func refuse(_ touches: Touches, _ attempt: Attempt) -> Bool {
    begin(touches, attempt)
    return true
  }

  override func report(_ event: inout GestureEvent, _ touches: Touches, velocity: Bool) {
    event.location = location
  }

  override func handle(_ stimulus: Stimulus, _ touches: Touches, _ attempt: Attempt) -> Proposal {
    if !touches.pressed.isDisjoint(with: parameters.pressed.buttons) && attempt.count > 0 {
      if attempt.count == attempt.least {
        location = touches.centroid(of: attempt.own) ?? location
        return .ready()
      }
      otherCount = attempt.count
    }
    if attempt.count > 0 || wasRecognized { return .none }
    return .fail(missing(attempt))
  }

  /// The failure at the last lift, if no click was recognized.
  private func missing(_ attempt: Attempt) -> Failure {
    if attempt.peak < attempt.least { return .tooFewFingers(attempt.peak, attempt) }
    if otherCount == 0 { return Failure(.notClicked) }
    if otherCount < attempt.least { return .tooFewFingers(otherCount, attempt) }
    return Failure(
      .tooManyFingers, measured: Double(otherCount), limit: Double(attempt.most), unit: .fingers,
      key: .fingers)
  }
}
