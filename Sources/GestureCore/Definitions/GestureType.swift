/// The gesture types. Raw values are the words in configuration, events and logs.
///
/// CONTRIBUTING.md, "Add a recognizer", describes how to add one.
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
  case client
  case sequence
}

/// The configuration keys of gesture types. No other place spells them.
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
  case edgeSpeed = "edge_speed"
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
  case patience
  case pressed
  case readsForce = "reads_force"
  case release
  case rest
  case resting
  case rotationInvariant = "rotation_invariant"
  case settle
  case side
  case slowSpeed = "slow_speed"
  case start
  case steps
  case taps
  case template
  case typingGuard = "typing_guard"
  case whereDirection = "where.direction"
  case whereDistance = "where.distance"
  case whereDuration = "where.duration"
  case whereDx = "where.dx"
  case whereDy = "where.dy"
  case whereEdge = "where.edge"
  case whereEndsIn = "where.ends_in"
  case whereFingers = "where.fingers"
  case whereForce = "where.force"
  case whereForceStage = "where.force_stage"
  case whereNumber = "where.number"
  case wherePressure = "where.pressure"
  case whereProgress = "where.progress"
  case whereRotation = "where.rotation"
  case whereRotationVelocity = "where.rotation_velocity"
  case whereScale = "where.scale"
  case whereScaleVelocity = "where.scale_velocity"
  case whereScore = "where.score"
  case whereSide = "where.side"
  case whereSpeed = "where.speed"
  case whereStartsIn = "where.starts_in"
  case whereTaps = "where.taps"
  case whereVx = "where.vx"
  case whereVy = "where.vy"
  case whereZ = "where.z"
  case whereZoneX = "where.zone_x"
  case whereZoneY = "where.zone_y"
}
