/// The parameters of one gesture type, and all facts about the type.
///
/// Each conforming struct is in its recognizer's file. Defaults below apply to most types. Distances in mm, times in µs, angles
/// in radians; infinity and `Timestamp.never` mean "none".
package protocol RecognizerParameters: Sendable {
  static var type: GestureType { get }
  /// The gesture in one or two sentences, for the reference.
  static var summary: String { get }
  /// The gesture in one cell of a terminal.
  static var sign: Unicode.Scalar { get }
  static var traits: GestureTraits { get }
  /// The keys of this type alone, in the order of interface.md §2.2.
  static var keys: [ParameterKey] { get }

  /// The measures that `where` may compare, besides those of every type.
  static var ownMeasures: [MeasureCondition.Measure] { get }

  /// The defaults of recognizers.md §4 for a device class.
  init(_ deviceClass: DeviceClass)

  /// What the values say about the gesture.
  var facts: ParameterFacts { get }
  /// The steps of a sequence, in order.
  var steps: [RecognizerDefinition] { get set }

  /// Whether this gesture waits for another to fail by default (recognizers.md §3.4). Called only if their regions and finger
  /// counts overlap.
  func implicitlyWaits(for other: AnyParameters, _ fingers: FingerRelation) -> Bool
  /// Whether this gesture waits for a sequence that has such a first step. Called as the one above.
  func implicitlyWaits(forFirst step: AnyParameters) -> Bool
  /// The combinations of values that can never work.
  var contradictions: [Contradiction] { get }
  /// Multiplies distances that have no key of their own.
  mutating func scaleUnnamedDistances(by factor: Double)
}

extension RecognizerParameters {
  package static var sign: Unicode.Scalar { "◆" }
  package static var keys: [ParameterKey] { [] }
  package static var ownMeasures: [MeasureCondition.Measure] { [] }
  /// The measures that `where` may compare, in the order of the reference.
  package static var measures: [MeasureCondition.Measure] {
    MeasureCondition.Measure.allCases.filter {
      MeasureCondition.Measure.common.contains($0) || ownMeasures.contains($0)
    }
  }
  package var type: GestureType { Self.type }
  package var facts: ParameterFacts { ParameterFacts() }
  package var steps: [RecognizerDefinition] {
    get { [] }
    set {}
  }
  package func implicitlyWaits(for other: AnyParameters, _ fingers: FingerRelation) -> Bool {
    false
  }
  package func implicitlyWaits(forFirst step: AnyParameters) -> Bool { false }
  package var contradictions: [Contradiction] { [] }
  package mutating func scaleUnnamedDistances(by factor: Double) {}
}

/// What the values of a gesture say about it; those of its steps do not count, except for `impliedFingers` and `longestWait`.
package struct ParameterFacts: Sendable {
  /// The number of taps that the gesture begins with or consists of.
  package var tapCount = 0
  /// The number of touches if the type's own keys decide it; for a sequence, from the fewest to the most of any step
  /// (recognizers.md §3.8). nil if `fingers` decides.
  package var impliedFingers: ClosedRange<Int>?
  /// The edges of the stage at which the gesture starts.
  package var startingEdges: EdgeSet = []
  /// Whether the gesture reads the device's buttons.
  package var readsButtons = false
  /// Whether the gesture is made only while the button is held.
  package var needsButtonHeld = false
  /// The unit in which the gesture compares force; nil if it does not compare it.
  package var forceUnit: ForceUnit?
  /// Whether the gesture reads the force of touches, in whatever unit the device has.
  package var readsForce = false
  /// The longest time that another gesture waits for this one while the fingers do nothing that decides it, µs; nil if it fails
  /// at once, or only at the lift.
  package var longestWait: Timestamp?
}

/// The relation of two gestures' finger counts.
package enum FingerRelation: Sendable {
  case equal
  /// The ranges share some counts, but are not equal.
  case overlapping
  case disjoint

  init(_ a: ClosedRange<Int>, _ b: ClosedRange<Int>) {
    self = a == b ? .equal : a.overlaps(b) ? .overlapping : .disjoint
  }
  var overlaps: Bool { self != .disjoint }
}

/// A combination of values that can never work.
package struct Contradiction: Sendable {
  /// The keys involved. The error is reported at the first of them that the file has; without any of them there is no error.
  package let keys: [KeyName]
  package let message: String
}
