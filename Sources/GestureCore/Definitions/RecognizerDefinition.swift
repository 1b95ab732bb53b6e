/// What makes a touch, by the tool type of its contact. Raw values are the words of `touch`.
package enum TouchTool: String, Sendable, CaseIterable {
  case finger, pen
}

/// The definition of one recognizer on one device, with all quantities in mm, µs and radians.
///
/// The configuration overrides the defaults of the device class.
package struct RecognizerDefinition: Sendable {
  package var name: String
  package var parameters: AnyParameters {
    didSet { fingers = parameters.facts.impliedFingers ?? fingers }
  }
  /// The number of touches; the upper bound is `Int.max` for "n..".
  package var fingers: ClosedRange<Int>
  /// The zone in stage mm; nil for the whole stage.
  package var region: Region?
  /// The zone's place in the configuration; nil for one that is not in a configuration.
  package var zone: Int?
  /// The zones whose touches the gesture does not receive.
  package var masked: [MaskedZone] = []
  /// What makes the touches that the gesture receives.
  package var touch = TouchTool.finger
  package var priority = 0
  /// Why the gesture takes no part from the start, `disabled` or `paused`; nil if it is enabled.
  package var off: FailureReason?
  package var enabled: Bool { off == nil }
  package var immediate = false
  /// The time after a key press in which the gesture receives no new touch, µs; 0 if typing does not matter.
  package var typingGuard: Timestamp = 0
  /// The time between two steps of time, at which the gesture reports a change, µs; 0 without such steps.
  package var tick: Timestamp = 0
  package var requireFailureOf: [String] = []
  package var requiredToFailBy: [String] = []
  package var simultaneousWith: [String] = []
  /// The names in `requireFailureOf` of gestures that may still be possible when this one begins (`eager`, §3.8).
  package var mayPrecede: [String] = []
  /// How a gesture of a sequence combines with the one before it into one step; nil if it begins a step.
  package var joinsStep: StepComposition?
  /// The gesture's `where`. All conditions must hold when it would begin or be recognized.
  package var conditions: [MeasureCondition] = []
  /// Relations that count only for some attempts. Requirements among them are also in the lists above; simultaneous gestures are
  /// not.
  package var relations: [ConditionalRelation] = []

  package var type: GestureType { parameters.type }

  package init(_ name: String, _ parameters: AnyParameters, fingers: ClosedRange<Int>? = nil) {
    self.name = name
    self.parameters = parameters
    self.fingers =
      fingers ?? parameters.facts.impliedFingers ?? parameters.traits.fingers?.usual ?? 1...1
  }

  /// Whether this gesture waits for another by default, by the table of recognizers.md §3.4.
  func implicitlyWaits(for other: RecognizerDefinition) -> Bool {
    overlaps(other)
      && (parameters.implicitlyWaits(for: other.parameters, FingerRelation(fingers, other.fingers))
        || other.parameters.steps.firstGroup.contains(where: begins))
  }
  /// Whether a step may be the first one of a sequence that begins with this gesture.
  private func begins(_ step: RecognizerDefinition) -> Bool {
    overlaps(step) && FingerRelation(fingers, step.fingers).overlaps
      && parameters.implicitlyWaits(forFirst: step.parameters)
  }

  /// The definition with each step that is a sequence replaced by its steps (§3.8).
  var flattened: RecognizerDefinition {
    if parameters.steps.isEmpty { return self }
    var copy = self
    copy.parameters.steps = parameters.steps.flatMap { step in
      step.parameters.steps.isEmpty ? [step] : step.flattened.parameters.steps
    }
    return copy
  }
}

extension RecognizerDefinition {
  /// The finger counts with which the gesture begins; for a sequence, those of all its steps.
  package var countedFingers: ClosedRange<Int> { parameters.facts.impliedFingers ?? fingers }
  /// The units in which the gesture or a step compares the force of touches.
  package var forceUnits: [ForceUnit] {
    (parameters.facts.forceUnit.map { [$0] } ?? []) + parameters.steps.flatMap { $0.forceUnits }
  }
  /// Whether the gesture or a step reads the force of touches.
  var readsForce: Bool { parameters.facts.readsForce || parameters.steps.readsForce }

}

extension [RecognizerDefinition] {
  /// The gestures of each step.
  var grouped: [[RecognizerDefinition]] {
    reduce(into: []) { groups, member in
      if member.joinsStep != nil, !groups.isEmpty {
        groups[groups.count - 1].append(member)
      } else {
        groups.append([member])
      }
    }
  }
  /// The gestures of the first step.
  fileprivate var firstGroup: ArraySlice<RecognizerDefinition> {
    prefix(1 + dropFirst().prefix { $0.joinsStep != nil }.count)
  }
  /// Whether a gesture or a step reads the device's buttons.
  package var readsButtons: Bool {
    contains { $0.parameters.facts.readsButtons || $0.parameters.steps.readsButtons }
  }
  /// Whether a gesture or a step reads the force of touches.
  package var readsForce: Bool { contains { $0.readsForce } }
  /// Whether a gesture receives pens.
  package var takesPens: Bool { contains { $0.touch == .pen } }
  /// The edges at which a gesture or a step starts, enabled or not: of an edge pan, and those along which a zone lies. Touches that
  /// land there are never palms (§1.6).
  package func watchedEdges(on stage: Size) -> EdgeSet {
    reduce(into: []) {
      $0.formUnion($1.parameters.watchedEdges(on: stage))
      if let region = $1.region { $0.formUnion(region.edges(of: stage)) }
    }
  }
}

extension Region {
  /// The widest zone that lies along an edge, mm: a finger's width and the outer strip of a pad (D). A wider one has room beside it.
  private static let alongEdge = 15.0

  /// The edges of the stage along which the region lies.
  fileprivate func edges(of stage: Size) -> EdgeSet {
    var edges: EdgeSet = []
    if left <= 0 && !right.exceeds(Self.alongEdge) { edges.insert(.left) }
    if right.reaches(stage.width) && !(stage.width - left).exceeds(Self.alongEdge) { edges.insert(.right) }
    if top <= 0 && !bottom.exceeds(Self.alongEdge) { edges.insert(.top) }
    if bottom.reaches(stage.height) && !(stage.height - top).exceeds(Self.alongEdge) { edges.insert(.bottom) }
    return edges
  }
}

/// How the gestures of a step combine, as in SwiftUI's nesting (recognizers.md §3.8).
package enum StepComposition: String, Sendable, CaseIterable {
  /// The first gesture that succeeds is the step. Each gesture waits until those before it have failed.
  case exclusive
  /// All gestures of the step must be made, each independently of the others.
  case simultaneous
}

/// A relation to another gesture that counts only for attempts that meet its conditions. UIKit's delegate has
/// shouldRequireFailureOf, shouldBeRequiredToFailBy and shouldRecognizeSimultaneouslyWith for this.
package struct ConditionalRelation: Equatable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case waitsFor = "require_failure_of"
    case isWaitedForBy = "required_to_fail_by"
    case simultaneous = "simultaneous_with"
  }
  package var kind: Kind
  /// The name of the other gesture.
  package var other: String
  /// Conditions on the measures of the gesture that states the relation.
  package var conditions: [MeasureCondition]

  package init(_ kind: Kind, _ other: String, _ conditions: [MeasureCondition]) {
    self.kind = kind
    self.other = other
    self.conditions = conditions
  }
}

/// The moment from which a pan's translation counts, or a pinch's or rotation's scale and angle.
package enum MotionStart: String, Sendable, CaseIterable {
  /// From the touch-down. The first value then includes the threshold (Apple).
  case down
  /// From the beginning. The first value is then 0, or 1 for a scale (Flutter).
  case start
}

package enum MotionRelease: String, Sendable, CaseIterable {
  /// The gesture ends 100 ms after too few fingers are left.
  case first
  /// The gesture ends when all fingers are up (UIKit).
  case all
  /// The gesture goes on with the fingers that are left, until all are up (macOS).
  case follow

  /// UIKit's on touchscreens, libinput's on touchpads.
  static func usual(_ deviceClass: DeviceClass) -> MotionRelease {
    switch deviceClass {
    case .touchscreen: .all
    case .touchpad: .first
    }
  }
}

/// The accepted directions of a rotation or circle.
package enum TurnDirection: String, Sendable, CaseIterable {
  case any, clockwise, counterclockwise

  /// - Parameter turn: the angle in radians, clockwise positive.
  package func allows(_ turn: Double) -> Bool {
    switch self {
    case .any: true
    case .clockwise: turn >= 0
    case .counterclockwise: turn <= 0
    }
  }
}

/// A set of directions. Bits are in the order of `words` (for a pan) and `swipeWords`.
package struct DirectionSet: OptionSet, Sendable {
  package var rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  package static let left = DirectionSet(rawValue: 1)
  package static let right = DirectionSet(rawValue: 2)
  package static let up = DirectionSet(rawValue: 4)
  package static let down = DirectionSet(rawValue: 8)
  /// All directions of a pan, and those of a swipe without diagonals.
  package static let all: DirectionSet = [.left, .right, .up, .down]
  package static let upLeft = DirectionSet(rawValue: 16)
  package static let upRight = DirectionSet(rawValue: 32)
  package static let downLeft = DirectionSet(rawValue: 64)
  package static let downRight = DirectionSet(rawValue: 128)
  package static let diagonals: DirectionSet = [.upLeft, .upRight, .downLeft, .downRight]
  static let words = [Direction.left, .right, .up, .down].map { $0.rawValue }
  package static let swipeWords =
    words + [Direction.upLeft, .upRight, .downLeft, .downRight].map { $0.rawValue }
}

/// A set of the four edges. Bits are in the order of `words`.
package struct EdgeSet: OptionSet, Sendable {
  package var rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  package static let left = EdgeSet(rawValue: 1)
  package static let right = EdgeSet(rawValue: 2)
  package static let top = EdgeSet(rawValue: 4)
  package static let bottom = EdgeSet(rawValue: 8)
  static let words = Edge.allCases.map { $0.rawValue }
}
