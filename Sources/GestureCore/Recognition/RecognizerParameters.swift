/// The parameters of one gesture type, and everything that is true of the type.
///
/// Each conforming struct stands beside its recognizer. What has a default below applies to most types.
/// Distances in mm, times in µs, angles in radians; infinity and `Timestamp.never` stand for "none".
package protocol RecognizerParameters: Sendable {
  static var type: GestureType { get }
  /// What the gesture is, in one or two sentences for the reference.
  static var summary: String { get }
  static var traits: GestureTraits { get }
  /// The keys of this type alone, in the order of interface.md §2.2.
  static var keys: [ParameterKey] { get }

  /// What `where` may compare, in the order of the reference; those without a velocity have no speed.
  static var measures: [MeasureCondition.Measure] { get }

  /// The defaults of recognizers.md §4 for a device class.
  init(_ deviceClass: DeviceClass)

  /// Taps that the gesture begins with, or consists of.
  var tapCount: Int { get }
  /// The steps of a sequence, in order.
  var steps: [RecognizerDefinition] { get set }
  /// The count of touches where its own keys decide it, not `fingers`; of a sequence from the fewest to the most of any
  /// step (recognizers.md §3.8). nil: `fingers` decides.
  var impliedFingers: ClosedRange<Int>? { get }
  /// The edges of the stage that the gesture starts from, those of its steps left out.
  var startingEdges: EdgeSet { get }
  /// Whether it reads the buttons of the device, its steps left out.
  var readsButtons: Bool { get }
  /// The unit in which it compares the force of touches, its steps left out; nil: it does not read it.
  var forceUnit: ForceUnit? { get }
  /// Whether it is made only while the button is held.
  var needsButtonHeld: Bool { get }
  /// Of a drawn figure: how far the fingers get from where they start at least, mm; nil for other gestures.
  var leastExtent: Double? { get }
  /// How long, in µs, another gesture may have to wait for this one to fail while the fingers do nothing that decides;
  /// nil where it fails at once, or only at the lift.
  var longestWait: Timestamp? { get }
  /// When a slow movement ends the wait early, µs.
  var decisionWait: Timestamp? { get }

  /// Whether this gesture waits for another to fail by default (recognizers.md §3.4), provided that their
  /// regions overlap.
  func implicitlyWaits(for other: AnyParameters, _ fingers: FingerRelation) -> Bool
  /// Whether this gesture is always recognized before `loser` could be, so that `loser` never fires.
  func preempts(_ loser: AnyParameters, _ rivalry: Rivalry) -> Bool
  /// Combinations of values that can never work.
  var contradictions: [Contradiction] { get }
  /// Multiplies distances that have no key of their own.
  mutating func scaleUnnamedDistances(by factor: Double)
}

extension RecognizerParameters {
  package static var keys: [ParameterKey] { [] }
  package static var measures: [MeasureCondition.Measure] {
    MeasureCondition.Measure.allCases.filter { $0 != .speed }
  }
  package var type: GestureType { Self.type }
  package var tapCount: Int { 0 }
  package var steps: [RecognizerDefinition] {
    get { [] }
    set {}
  }
  package var startingEdges: EdgeSet { [] }
  package var readsButtons: Bool { needsButtonHeld }
  package var needsButtonHeld: Bool { false }
  package var forceUnit: ForceUnit? { nil }
  package var leastExtent: Double? { nil }
  package var longestWait: Timestamp? { nil }
  package var decisionWait: Timestamp? { nil }
  package func implicitlyWaits(for other: AnyParameters, _ fingers: FingerRelation) -> Bool {
    false
  }
  package func preempts(_ loser: AnyParameters, _ rivalry: Rivalry) -> Bool { false }
  package var contradictions: [Contradiction] { [] }
  package mutating func scaleUnnamedDistances(by factor: Double) {}

  package var impliedFingers: ClosedRange<Int>? {
    guard let first = steps.first else { return nil }
    return steps.dropFirst().reduce(first.fingers) {
      min($0.lowerBound, $1.fingers.lowerBound)...max($0.upperBound, $1.fingers.upperBound)
    }
  }
}

/// How the finger counts of two gestures relate.
package enum FingerRelation: Sendable {
  case equal
  /// Some counts are in both ranges.
  case overlapping
  case disjoint

  init(_ a: ClosedRange<Int>, _ b: ClosedRange<Int>) {
    self = a == b ? .equal : a.overlaps(b) ? .overlapping : .disjoint
  }
  var overlaps: Bool { self != .disjoint }
}

/// A combination of values that can never work.
package struct Contradiction: Sendable {
  /// The mistake is at the first of these keys that is written. If none is written, there is no mistake.
  package let keys: [KeyName]
  package let message: String
}
