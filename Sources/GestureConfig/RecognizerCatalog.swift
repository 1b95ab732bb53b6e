import GestureCore

/// One key of a gesture type: what it is called, what it takes, and where its value goes.
///
/// The table of these is the only place that knows the keys: the reader checks and stores by it, "did you mean" looks in
/// it, `slop_scale` scales by it, and a test compares the reference configuration with it.
package struct ParameterKey: Sendable {
  package typealias Path<Value> = WritableKeyPath<RecognizerParameters, Value> & Sendable

  package enum Kind: Sendable {
    /// mm; `bound` tells whether 0 or "none" may be written.
    case length(Path<Double>, Bound)
    /// One value for both, or `[slow, fast]`.
    case lengthPair(slow: Path<Double>, fast: Path<Double>)
    case duration(Path<Timestamp>, Bound)
    case speed(Path<Double>)
    /// Radians; limits in degrees.
    case angle(Path<Double>, degrees: ClosedRange<Double>)
    case anglePair(slow: Path<Double>, fast: Path<Double>, degrees: ClosedRange<Double>)
    case ratio(Path<Double>, ClosedRange<Double>)
    case count(Path<Int>, ClosedRange<Int>)
    /// As `count`; nil stands for the word "any".
    case countOrAny(Path<Int?>, ClosedRange<Int>)
    /// A count that may be "none".
    case countOrNone(Path<Int>, ClosedRange<Int>)
    case flag(Path<Bool>)
    case choice(Choice)
    case directions(Path<DirectionSet>)
    case edges(Path<EdgeSet>)
    /// A length, or a relative change in percent.
    case spread(absolute: Path<Double>, relative: Path<Double?>)
    case template(Path<[Point]>)
    case steps(Path<[RecognizerDefinition]>)
  }

  /// What a limit may be set to at its ends (interface.md §2: a maximum may be "none", a minimum 0).
  package enum Bound: Sendable {
    /// From 0.
    case minimum
    /// Above 0, and "none" for no limit.
    case maximum
    /// From 0, and "none": a tolerance of 0 still lets a finger rest.
    case tolerance
  }

  /// Words of an enumeration, by index into `names`.
  package struct Choice: Sendable {
    package var names: [String]
    package var get: @Sendable (RecognizerParameters) -> String
    package var set: @Sendable (inout RecognizerParameters, Int) -> Void
  }

  package var name: String
  package var kind: Kind

  init(_ name: String, _ kind: Kind) {
    self.name = name
    self.kind = kind
  }

  static func choice<Value>(_ name: String, _ path: Path<Value>) -> ParameterKey
  where Value: CaseIterable & RawRepresentable<String> & Sendable {
    let cases = Array(Value.allCases)
    return ParameterKey(
      name,
      .choice(
        Choice(
          names: cases.map(\.rawValue), get: { $0[keyPath: path].rawValue },
          set: { $0[keyPath: path] = cases[$1] })))
  }
}

extension GestureType {
  /// Whether `fingers` must be one number (recognizers.md §4); the others take a range.
  package var needsExactFingers: Bool {
    switch self {
    case .tap, .longPress, .swipe, .edgePan, .hold, .tapDrag, .circle, .stroke: true
    case .pan, .pinch, .rotation, .transform, .hover, .sequence: false
    }
  }

  /// What `fingers` may be: pinch and rotation need two touches, and five are a hand; nil where the type has no such key.
  package var fingerLimits: ClosedRange<Int>? {
    switch self {
    case .tap, .longPress, .swipe, .edgePan, .hold, .tapDrag, .circle, .stroke, .pan, .transform: 1...10
    case .pinch, .rotation: 2...5
    case .hover, .sequence: nil
    }
  }

  /// The keys that belong to this type alone, in the order of interface.md §2.2.
  package var parameterKeys: [ParameterKey] {
    switch self {
    case .tap: RecognizerCatalog.tap
    case .longPress: RecognizerCatalog.longPress
    case .pan: RecognizerCatalog.pan
    case .swipe: RecognizerCatalog.swipe
    case .pinch: RecognizerCatalog.pinch
    case .rotation: RecognizerCatalog.rotation
    case .edgePan: RecognizerCatalog.edgePan
    case .hold: RecognizerCatalog.hold
    case .tapDrag: RecognizerCatalog.tapDrag
    case .transform: RecognizerCatalog.transform
    case .circle: RecognizerCatalog.circle
    case .stroke: RecognizerCatalog.stroke
    case .hover: []
    case .sequence: RecognizerCatalog.sequence
    }
  }
}

/// The keys of every type (interface.md §2.2).
package enum RecognizerCatalog {
  static let tap = [
    ParameterKey("taps", .countOrAny(\.tap.taps, 1...10)),
    ParameterKey("allowable_movement", .length(\.tap.allowableMovement, .tolerance)),
    ParameterKey("max_duration", .duration(\.tap.maxDuration, .maximum)),
    ParameterKey("max_interval", .duration(\.tap.maxInterval, .maximum)),
    ParameterKey("max_tap_distance", .length(\.tap.maxTapDistance, .tolerance)),
    ParameterKey("max_separation", .length(\.tap.maxSeparation, .tolerance)),
    ParameterKey("land_window", .duration(\.tap.landWindow, .maximum)),
    ParameterKey("lift_window", .duration(\.tap.liftWindow, .maximum)),
    ParameterKey("min_interval", .duration(\.tap.minInterval, .minimum)),
    ParameterKey("max_taps", .countOrNone(\.tap.maxTaps, 1...100)),
  ]

  static let longPress = [
    ParameterKey("taps", .count(\.longPress.taps, 0...10)),
    ParameterKey("min_duration", .duration(\.longPress.minDuration, .minimum)),
    ParameterKey("allowable_movement", .length(\.longPress.allowableMovement, .tolerance)),
    ParameterKey("land_window", .duration(\.longPress.landWindowOfAll, .maximum)),
  ]

  static let pan = [
    ParameterKey("min_distance", .length(\.pan.minDistance, .minimum)),
    ParameterKey.choice("axis", \.pan.axis),
    ParameterKey("direction", .directions(\.pan.directions)),
    ParameterKey.choice("start", \.pan.start),
    ParameterKey.choice("release", \.pan.release),
  ]

  static let swipe = [
    ParameterKey("direction", .directions(\.swipe.directions)),
    ParameterKey("min_distance", .lengthPair(slow: \.swipe.minDistanceSlow, fast: \.swipe.minDistanceFast)),
    // Beyond 45° a swipe has failed whatever the angle says (§4.4).
    ParameterKey("angle", .anglePair(slow: \.swipe.angleSlow, fast: \.swipe.angleFast, degrees: 0...45)),
    ParameterKey("slow_speed", .speed(\.swipe.slowSpeed)),
    ParameterKey("fast_speed", .speed(\.swipe.fastSpeed)),
    ParameterKey("max_duration", .duration(\.swipe.maxDuration, .maximum)),
    ParameterKey("min_velocity", .speed(\.swipe.minVelocity)),
    ParameterKey("decision_time", .duration(\.swipe.decisionTime, .maximum)),
    ParameterKey("max_deviation", .length(\.swipe.maxDeviation, .tolerance)),
    ParameterKey.choice("fire_on", \.swipe.fireOn),
  ]

  static let pinch = [
    ParameterKey("min_spread", .spread(absolute: \.pinch.minSpread, relative: \.pinch.minRelativeSpread)),
    ParameterKey.choice("direction", \.pinch.direction),
    ParameterKey.choice("start", \.pinch.start),
    ParameterKey.choice("release", \.pinch.release),
  ]

  static let rotation = [
    ParameterKey("min_arc", .length(\.rotation.minArc, .minimum)),
    ParameterKey("min_angle", .angle(\.rotation.minAngle, degrees: 0...180)),
    ParameterKey.choice("direction", \.rotation.direction),
    ParameterKey.choice("start", \.rotation.start),
    ParameterKey.choice("release", \.rotation.release),
  ]

  static let edgePan = [
    ParameterKey("edges", .edges(\.edgePan.edges)),
    ParameterKey("edge_width", .length(\.edgePan.edgeWidth, .minimum)),
    ParameterKey("min_distance", .length(\.edgePan.minDistance, .minimum)),
  ]

  static let hold = [
    ParameterKey("delay", .duration(\.hold.delay, .minimum)),
    ParameterKey("allowable_movement", .length(\.hold.allowableMovement, .tolerance)),
  ]

  static let tapDrag = [
    ParameterKey("taps", .count(\.tapDrag.tapCount, 1...10)),
    ParameterKey("min_distance", .length(\.tapDrag.minDistance, .minimum)),
    ParameterKey("drag_lock", .duration(\.tapDrag.dragLock, .minimum)),
    ParameterKey("max_duration", .duration(\.tapDrag.tap.maxDuration, .maximum)),
    ParameterKey("max_interval", .duration(\.tapDrag.tap.maxInterval, .maximum)),
    ParameterKey("land_window", .duration(\.tapDrag.tap.landWindow, .maximum)),
    ParameterKey("lift_window", .duration(\.tapDrag.tap.liftWindow, .maximum)),
    ParameterKey("min_interval", .duration(\.tapDrag.tap.minInterval, .minimum)),
  ]

  static let transform = [
    ParameterKey("min_distance", .length(\.transform.minDistance, .minimum)),
    ParameterKey(
      "min_spread", .spread(absolute: \.transform.minSpread, relative: \.transform.minRelativeSpread)),
    ParameterKey("min_arc", .length(\.transform.minArc, .minimum)),
    ParameterKey.choice("release", \.transform.release),
  ]

  static let circle = [
    ParameterKey.choice("direction", \.circle.direction),
    ParameterKey("min_radius", .length(\.circle.minRadius, .minimum)),
    ParameterKey("max_duration", .duration(\.circle.maxDuration, .maximum)),
  ]

  static let stroke = [
    ParameterKey("template", .template(\.stroke.template)),
    ParameterKey("min_score", .ratio(\.stroke.minScore, 0...1)),
    ParameterKey("rotation_invariant", .flag(\.stroke.rotationInvariant)),
    ParameterKey("max_duration", .duration(\.stroke.maxDuration, .maximum)),
  ]

  static let sequence = [
    ParameterKey("steps", .steps(\.sequence.steps)),
    ParameterKey("max_gap", .duration(\.sequence.maxGap, .maximum)),
  ]
}
