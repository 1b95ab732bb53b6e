/// The parameters of a tip-tap: some fingers rest, and one more taps beside them.
package struct TipTapParameters: RecognizerParameters {
  package static let type = GestureType.tipTap
  package static let sign: Unicode.Scalar = "•"
  package static let summary =
    "Fingers rest, and one more finger taps next to them, once or several times. The tip-tap is recognized at each tap."
  package static let traits = {
    var traits = GestureTraits(course: .discrete, rank: 5, fingers: nil)
    traits.repeats = true
    traits.needsPlaces = true
    traits.worksOnSemiMT = false
    traits.readingRank = 3
    traits.variant = .side
    traits.deciding = .stray
    return traits
  }()

  package var resting = 1
  package var rest: Timestamp = 150_000
  package var side = TipTapSide.any
  /// The next three parameters are as for a tap.
  package var allowableMovement: Double
  package var maxDuration: Timestamp
  package var landWindow: Timestamp
  /// The span of a half-open hand, mm. A tap farther away is another hand's, while the first hand holds the device (D).
  package var maxSeparation = 80.0

  package static let ownMeasures = [MeasureCondition.Measure.taps, .side]

  package init(_ deviceClass: DeviceClass) {
    let tap = TapParameters(deviceClass)
    allowableMovement = tap.allowableMovement
    maxDuration = tap.maxDuration
    landWindow = tap.landWindow
  }

  package static let keys = table([
    .count(.resting, { $1(&$0.resting) }, 1...4, "Number of fingers that rest. One more finger taps."),
    .duration(
      .rest, { $1(&$0.rest) }, .minimum, "How long the fingers rest before the first tap lands next to them."),
    .choice(
      .side, { $1(&$0.side) },
      "Where the tap lands, as seen from the fingers that rest: any, left, right, above, below, or between two of "
        + "them. A tap on another side does not count."),
    .length(
      .allowableMovement, { $1(&$0.allowableMovement) }, .tolerance,
      "How far a finger may move from where it landed, including the resting ones."),
    .duration(
      .maxDuration, { $1(&$0.maxDuration) }, .maximum,
      "Longest time from the landing to the lift of the finger that taps."),
    .duration(
      .landWindow, { $1(&$0.landWindow) }, .maximum, "The fingers that rest must land within this time."),
    .length(
      .maxSeparation, { $1(&$0.maxSeparation) }, .tolerance,
      "Farthest distance of the tap from the nearest resting finger: the tap must be of the same hand."),
  ])

  package var facts: ParameterFacts { ParameterFacts(impliedFingers: resting + 1...resting + 1) }

  package var contradictions: [Contradiction] {
    if side != .between || resting > 1 { return [] }
    return [
      Contradiction(
        keys: [.side], message: "`side` = \"between\" needs two fingers that rest: set resting = 2 or more")
    ]
  }
}
