/// The types of gestures; raw values are the words of configuration, events and logs.
///
/// CONTRIBUTING.md, "Add a recognizer", says how to add one.
package enum GestureType: String, Sendable, CaseIterable, BitwiseCopyable {
  case tap
  case longPress = "long-press"
  case pan
  case swipe
  case pinch
  case rotation
  case edgePan = "edge-pan"
  case hold
  case tapDrag = "tap-drag"
  case tipTap = "tip-tap"
  case transform
  case circle
  case stroke
  case hover
  case click
  case forcePress = "force-press"
  case sequence
}

extension GestureType {
  /// The only list of the recognizers.
  var recognizer: any Recognizer.Type {
    switch self {
    case .tap: TapRecognizer.self
    case .longPress: LongPressRecognizer.self
    case .pan: PanRecognizer.self
    case .swipe: SwipeRecognizer.self
    case .pinch: PinchRecognizer.self
    case .rotation: RotationRecognizer.self
    case .edgePan: EdgePanRecognizer.self
    case .hold: HoldRecognizer.self
    case .tapDrag: TapDragRecognizer.self
    case .tipTap: TipTapRecognizer.self
    case .transform: TransformRecognizer.self
    case .circle: CircleRecognizer.self
    case .stroke: StrokeRecognizer.self
    case .hover: HoverRecognizer.self
    case .click: ClickRecognizer.self
    case .forcePress: ForcePressRecognizer.self
    case .sequence: SequenceRecognizer.self
    }
  }

  /// The parameter struct of the type; it states everything that is true of the type.
  package var parameters: any RecognizerParameters.Type { recognizer.parameters }
  package var traits: GestureTraits { parameters.traits }
  package var summary: String { parameters.summary }
  /// The keys of this type alone, in the order of interface.md §2.2.
  package var keys: [ParameterKey] { parameters.keys }
}

/// The configuration keys of gesture types, as they are written; the only place that spells them.
package enum KeyName: String, Sendable, CaseIterable, BitwiseCopyable {
  case allowableMovement = "allowable_movement"
  case anchored
  case angle
  case axis
  case buttonHeld = "button_held"
  case decisionTime = "decision_time"
  case delay
  case direction
  case dragLock = "drag_lock"
  case edgeWidth = "edge_width"
  case edges
  case fastSpeed = "fast_speed"
  case fingers
  case fireOn = "fire_on"
  case force
  case landWindow = "land_window"
  case liftWindow = "lift_window"
  case maxDeviation = "max_deviation"
  case maxDuration = "max_duration"
  case maxGap = "max_gap"
  case maxInterval = "max_interval"
  case maxSeparation = "max_separation"
  case maxTapDistance = "max_tap_distance"
  case maxTaps = "max_taps"
  case minAngle = "min_angle"
  case minArc = "min_arc"
  case minDistance = "min_distance"
  case minDuration = "min_duration"
  case minInterval = "min_interval"
  case minRadius = "min_radius"
  case minScore = "min_score"
  case minSpread = "min_spread"
  case minVelocity = "min_velocity"
  case pressed
  case release
  case rest
  case resting
  case rotationInvariant = "rotation_invariant"
  case side
  case slowSpeed = "slow_speed"
  case start
  case steps
  case taps
  case template
  case typingGuard = "typing_guard"
  case whereDistance = "where.distance"
  case whereDuration = "where.duration"
  case whereEndsIn = "where.ends_in"
  case whereFingers = "where.fingers"
  case whereSpeed = "where.speed"
}
