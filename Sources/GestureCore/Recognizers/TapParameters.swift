/// The parameters of a tap (recognizers.md §4.1).
package struct TapParameters: RecognizerParameters {
  package static let type = GestureType.tap
  package static let sign: Unicode.Scalar = "•"
  package static let summary = "Fingers land, keep still and lift. The tap is recognized at the last lift."
  package static let traits = {
    var traits = GestureTraits(course: .discrete, rank: 5, fingers: .exact)
    traits.readingRank = 5
    traits.variant = .taps
    traits.deciding = .stray
    return traits
  }()

  /// The number of taps. nil is "any": every tap is recognized, with the running count.
  package var taps: Int? = 1
  package var allowableMovement: Double
  package var maxDuration: Timestamp
  package var maxInterval: Timestamp
  package var maxTapDistance: Double
  /// The value in the file; nil if `usualSeparation` applies.
  private var writtenSeparation: Double?
  /// The default of `max_separation` for exactly two fingers, mm. It is shorter, because two palms at the sides of a touchpad are
  /// not a tap (D).
  private var separationOfTwo: Double
  package var maxSeparation: Double {
    get { writtenSeparation ?? .infinity }
    set { writtenSeparation = newValue }
  }
  package var landWindow: Timestamp
  package var liftWindow: Timestamp
  package var minInterval: Timestamp = 0
  /// With `taps` "any", the count starts again at 1 after this many taps.
  package var maxTaps = Int.max

  package static let ownMeasures = [MeasureCondition.Measure.taps]

  package init(_ deviceClass: DeviceClass) {
    switch deviceClass {
    case .touchscreen:
      allowableMovement = 7.0  // 45 pt [OSUI]
      maxDuration = 750_000  // [WOC][OSUI]
      maxInterval = 350_000
      maxTapDistance = 10  // 60 vp [ARK]
      landWindow = 300_000  // [ARK]
      liftWindow = 300_000
      separationOfTwo = .infinity
    case .touchpad:
      allowableMovement = 2.0  // [CRO]
      maxDuration = 250_000  // [HAM]
      maxInterval = 300_000
      maxTapDistance = .infinity  // libinput has none
      landWindow = 250_000
      liftWindow = 250_000
      separationOfTwo = 80
    }
  }

  package static let keys = table([
    .countOrAny(
      .taps, { $1(&$0.taps) }, 1...10, "Number of taps. \"any\" recognizes every tap and counts them."),
    .length(
      .allowableMovement, { $1(&$0.allowableMovement) }, .tolerance,
      "How far a finger may move from where it landed: SwiftUI's 45 pt on touchscreens, less on touchpads."),
    .duration(
      .maxDuration, { $1(&$0.maxDuration) }, .maximum,
      "Longest time from the first landing to the first lift."),
    .duration(
      .maxInterval, { $1(&$0.maxInterval) }, .maximum,
      "Longest pause between two taps. A tap waits this long for a double tap."),
    .length(
      .maxTapDistance, { $1(&$0.maxTapDistance) }, .tolerance,
      "Farthest distance between two taps (ArkUI's 60 vp). Touchpads have no limit."),
    .length(
      .maxSeparation, { $1(&$0.maxSeparation) }, .tolerance,
      "Largest distance between the fingers of one tap, also before a press or drag. For exactly two fingers on a "
        + "touchpad the default is 80 mm, because two palms at its sides are not a tap."),
    .duration(.landWindow, { $1(&$0.landWindow) }, .maximum, "All fingers must land within this time."),
    .duration(.liftWindow, { $1(&$0.liftWindow) }, .maximum, "All fingers must lift within this time."),
    .duration(
      .minInterval, { $1(&$0.minInterval) }, .minimum,
      "Shortest pause between two taps. A value above 0 filters out bouncing contacts."),
    .countOrNone(
      .maxTaps, { $1(&$0.maxTaps) }, 1...100,
      "With taps = \"any\", the count starts again at 1 after this number."),
  ])

  package var facts: ParameterFacts { ParameterFacts(tapCount: taps ?? 1, longestWait: maxInterval) }

  package func implicitlyWaits(for other: AnyParameters, _ fingers: FingerRelation) -> Bool {
    guard fingers.overlaps, let taps else { return false }
    if let tap = other.as(TapParameters.self) { return (tap.taps ?? 0) > taps }
    return implicitlyWaits(forFirst: other)
  }
  package func implicitlyWaits(forFirst step: AnyParameters) -> Bool {
    guard let taps else { return false }
    if let tap = step.as(TapParameters.self) { return (tap.taps ?? 0) >= taps }
    return (step.type == .longPress || step.type == .tapDrag) && step.facts.tapCount >= taps
  }

  package var contradictions: [Contradiction] {
    var found: [Contradiction] = []
    if taps != nil, maxTaps != .max {
      found.append(
        Contradiction(keys: [.maxTaps], message: "`max_taps` has an effect only with taps = \"any\""))
    }
    return found + intervalContradictions
  }
  /// The contradictions of the intervals, shared with gestures that begin with taps.
  var intervalContradictions: [Contradiction] {
    if minInterval < maxInterval { return [] }
    return [
      Contradiction(
        keys: [.minInterval, .maxInterval],
        message: "`min_interval` is not less than `max_interval`: no second tap can follow")
    ]
  }

  func maxSeparation(_ fingers: ClosedRange<Int>) -> Double {
    writtenSeparation ?? (fingers == 2...2 ? separationOfTwo : .infinity)
  }

  package mutating func scaleUnnamedDistances(by factor: Double) { separationOfTwo *= factor }

  /// Scales the distances of the taps before another gesture for which it has no keys.
  mutating func scaleDistances(by factor: Double) {
    allowableMovement *= factor
    writtenSeparation? *= factor
    separationOfTwo *= factor
  }
}
