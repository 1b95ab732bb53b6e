/// What one recognizer of one device is to do, with every quantity resolved: mm, µs, radians.
///
/// The configuration starts from the defaults of the device class and overrides what the file sets.
package struct RecognizerDefinition: Sendable {
  package var name: String
  package var parameters: AnyParameters {
    didSet { fingers = parameters.impliedFingers ?? fingers }
  }
  /// Number of touches; upper bound `Int.max` for "n..".
  package var fingers: ClosedRange<Int>
  /// In stage mm; nil: the whole stage.
  package var region: Region?
  package var priority = 0
  package var enabled = true
  package var immediate = false
  /// For so long after a key press it receives no touch that lands; 0: typing is nothing to it.
  package var typingGuard: Timestamp = 0
  package var requireFailureOf: [String] = []
  package var requiredToFailBy: [String] = []
  package var simultaneousWith: [String] = []
  /// `where`: all of them hold at the moment at which it would begin or be recognized.
  package var conditions: [MeasureCondition] = []
  /// Of gestures in `requireFailureOf`, by name: required only for attempts for which these hold.
  package var requirementConditions: [String: [MeasureCondition]] = [:]

  package var type: GestureType { parameters.type }

  package init(_ name: String, _ parameters: AnyParameters, fingers: ClosedRange<Int>? = nil) {
    self.name = name
    self.parameters = parameters
    self.fingers =
      fingers ?? parameters.impliedFingers ?? parameters.type.traits.fingers?.usual ?? 1...1
  }
  package init<P: RecognizerParameters>(_ name: String, _ parameters: P, fingers: ClosedRange<Int>? = nil) {
    self.init(name, AnyParameters(parameters), fingers: fingers)
  }
  /// With the defaults of a device class.
  package init(
    _ name: String, _ type: GestureType, _ deviceClass: DeviceClass, fingers: ClosedRange<Int>? = nil
  ) {
    self.init(name, type.defaults(deviceClass), fingers: fingers)
  }

  /// Whether one touch could belong to both: their regions overlap.
  func overlaps(_ other: RecognizerDefinition) -> Bool {
    guard let a = region, let b = other.region else { return true }
    return a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom
  }

  /// The table of recognizers.md §3.4.
  func implicitlyWaits(for other: RecognizerDefinition) -> Bool {
    overlaps(other)
      && parameters.implicitlyWaits(for: other.parameters, FingerRelation(fingers, other.fingers))
  }

  /// Whether two recognizers were declared to go together; one side is enough (§3.1).
  package func isSimultaneous(with other: RecognizerDefinition) -> Bool {
    simultaneousWith.contains(other.name) || other.simultaneousWith.contains(name)
  }

  /// A step that is a sequence itself becomes its steps (§3.8).
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
  /// The units in which it, or a step, compares the force of touches.
  package var forceUnits: [ForceUnit] {
    (parameters.forceUnit.map { [$0] } ?? []) + parameters.steps.flatMap { $0.forceUnits }
  }
  var readsForce: Bool { !forceUnits.isEmpty }

  /// Of itself and of its steps, the swipes.
  private var swipes: [(fingers: ClosedRange<Int>, parameters: SwipeParameters)] {
    let own = parameters.as(SwipeParameters.self).map { [(fingers: fingers, parameters: $0)] } ?? []
    return own + parameters.steps.flatMap { $0.swipes }
  }

  /// The numbers of fingers for which it, or one of its steps, is a diagonal swipe.
  package var diagonalFingers: [ClosedRange<Int>] {
    swipes.filter { !$0.parameters.directions.isDisjoint(with: .diagonals) }.map { $0.fingers }
  }
  /// The numbers of fingers that it swipes with, itself or as a step.
  package var swipeFingers: [ClosedRange<Int>] { swipes.map { $0.fingers } }

  fileprivate mutating func narrowSectors(_ fingers: [ClosedRange<Int>]) {
    if fingers.contains(self.fingers) {
      parameters.change(SwipeParameters.self) { $0.hasNarrowSectors = true }
    }
    for step in parameters.steps.indices { parameters.steps[step].narrowSectors(fingers) }
  }
}

extension [RecognizerDefinition] {
  /// With a diagonal swipe among them, enabled or not, the sectors of all swipes of as many fingers are half as wide.
  var withSectors: [RecognizerDefinition] {
    let fingers = flatMap { $0.diagonalFingers }
    if fingers.isEmpty { return self }
    return map {
      var definition = $0
      definition.narrowSectors(fingers)
      return definition
    }
  }

  /// Whether a gesture or one of its steps reads the buttons of the device.
  package var readsButtons: Bool {
    contains { $0.parameters.readsButtons || $0.parameters.steps.readsButtons }
  }
  /// Whether a gesture or one of its steps reads the force of touches.
  package var readsForce: Bool { contains { $0.readsForce } }
  /// The edges that a gesture or one of its steps starts from, enabled or not: touches there are no palms (§1.6).
  package var watchedEdges: EdgeSet { reduce(into: []) { $0.formUnion($1.parameters.watchedEdges) } }
}

/// Where the translation of a pan, or the scale and angle of a pinch or rotation, count from.
package enum MotionStart: String, Sendable, CaseIterable {
  /// From the touch-down: the first value includes the threshold (Apple).
  case down
  /// From where it began: the first value is 0, or 1 for a scale (Flutter).
  case start
}

package enum MotionRelease: String, Sendable, CaseIterable {
  /// Ends 100 ms after too few fingers are left.
  case first
  /// Ends when all fingers are up (UIKit).
  case all
}

/// Which way a rotation or circle may go.
package enum TurnDirection: String, Sendable, CaseIterable {
  case any, clockwise, counterclockwise

  /// - Parameter turn: radians, clockwise positive.
  func allows(_ turn: Double) -> Bool {
    switch self {
    case .any: true
    case .clockwise: turn >= 0
    case .counterclockwise: turn <= 0
    }
  }
}

/// A set of directions; bits in the order of `words`, which a pan has, and of `swipeWords`.
package struct DirectionSet: OptionSet, Sendable {
  package var rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  package static let left = DirectionSet(rawValue: 1)
  package static let right = DirectionSet(rawValue: 2)
  package static let up = DirectionSet(rawValue: 4)
  package static let down = DirectionSet(rawValue: 8)
  /// Of a pan; of a swipe those without the diagonals.
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

/// A set of the four edges; bits in the order of `words`.
package struct EdgeSet: OptionSet, Sendable {
  package var rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  package static let left = EdgeSet(rawValue: 1)
  package static let right = EdgeSet(rawValue: 2)
  package static let top = EdgeSet(rawValue: 4)
  package static let bottom = EdgeSet(rawValue: 8)
  static let words = Edge.allCases.map { $0.rawValue }
}
