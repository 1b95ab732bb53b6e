import GestureCore

extension RecognizerParameters {
  /// Sets one key of interface.md §2.2, spelled and measured as in the configuration.
  mutating func set(_ key: String, _ value: String) throws {
    switch self {
    case .tap(var tap):
      try tap.set(key, value)
      self = .tap(tap)
    case .longPress(var press):
      try press.set(key, value)
      self = .longPress(press)
    case .pan(var pan):
      try pan.set(key, value)
      self = .pan(pan)
    case .swipe(var swipe):
      try swipe.set(key, value)
      self = .swipe(swipe)
    case .pinch(var pinch):
      try pinch.set(key, value)
      self = .pinch(pinch)
    case .rotation(var rotation):
      try rotation.set(key, value)
      self = .rotation(rotation)
    case .edgePan(var edge):
      try edge.set(key, value)
      self = .edgePan(edge)
    case .hold(var hold):
      try hold.set(key, value)
      self = .hold(hold)
    case .tapDrag(var drag):
      try drag.set(key, value)
      self = .tapDrag(drag)
    case .transform(var transform):
      try transform.set(key, value)
      self = .transform(transform)
    case .circle(var circle):
      try circle.set(key, value)
      self = .circle(circle)
    case .stroke(var stroke):
      try stroke.set(key, value)
      self = .stroke(stroke)
    case .sequence(var sequence):
      guard key == "max_gap" else { throw NotationError("unknown key", in: key) }
      sequence.maxGap = try duration(value)
      self = .sequence(sequence)
    case .hover: throw NotationError("unknown key", in: key)
    }
  }
}

extension TapParameters {
  mutating func set(_ key: String, _ value: String) throws {
    switch key {
    case "taps": taps = value == "any" ? nil : try Notation.integer(value)
    case "allowable_movement": allowableMovement = try length(value)
    case "max_duration": maxDuration = try duration(value)
    case "max_interval": maxInterval = try duration(value)
    case "max_tap_distance": maxTapDistance = try length(value)
    case "max_separation": maxSeparation = try length(value)
    case "land_window": landWindow = try duration(value)
    case "lift_window": liftWindow = try duration(value)
    case "min_interval": minInterval = try duration(value)
    case "max_taps": maxTaps = try Notation.integer(value)
    default: throw NotationError("unknown key", in: key)
    }
  }
}

extension LongPressParameters {
  mutating func set(_ key: String, _ value: String) throws {
    switch key {
    case "taps": taps = try Notation.integer(value)
    case "min_duration": minDuration = try duration(value)
    case "allowable_movement": allowableMovement = try length(value)
    case "land_window": landWindow = try duration(value)
    default: throw NotationError("unknown key", in: key)
    }
  }
}

extension PanParameters {
  mutating func set(_ key: String, _ value: String) throws {
    switch key {
    case "min_distance": minDistance = try length(value)
    case "axis": axis = try word(value)
    case "direction": directions = try directionSet(value)
    case "start": start = try word(value)
    case "release": release = try word(value)
    default: throw NotationError("unknown key", in: key)
    }
  }
}

extension SwipeParameters {
  mutating func set(_ key: String, _ value: String) throws {
    switch key {
    case "direction": directions = try directionSet(value)
    case "min_distance": (minDistanceSlow, minDistanceFast) = try pair(value, length)
    case "angle": (angleSlow, angleFast) = try pair(value, angle)
    case "slow_speed": slowSpeed = try speed(value)
    case "fast_speed": fastSpeed = try speed(value)
    case "max_duration": maxDuration = try duration(value)
    case "min_velocity": minVelocity = try speed(value)
    case "decision_time": decisionTime = try duration(value)
    case "max_deviation": maxDeviation = try length(value)
    case "fire_on": fireOn = try word(value)
    default: throw NotationError("unknown key", in: key)
    }
  }
}

extension PinchParameters {
  mutating func set(_ key: String, _ value: String) throws {
    switch key {
    case "min_spread": try setSpread(value, &minSpread, &minRelativeSpread)
    case "direction": direction = try word(value)
    case "start": start = try word(value)
    case "release": release = try word(value)
    default: throw NotationError("unknown key", in: key)
    }
  }
}

extension RotationParameters {
  mutating func set(_ key: String, _ value: String) throws {
    switch key {
    case "min_arc": minArc = try length(value)
    case "min_angle": minAngle = try angle(value)
    case "direction": direction = try word(value)
    case "start": start = try word(value)
    case "release": release = try word(value)
    default: throw NotationError("unknown key", in: key)
    }
  }
}

extension EdgePanParameters {
  mutating func set(_ key: String, _ value: String) throws {
    switch key {
    case "edges": edges = try edgeSet(value)
    case "edge_width": edgeWidth = try length(value)
    case "min_distance": minDistance = try length(value)
    default: throw NotationError("unknown key", in: key)
    }
  }
}

extension HoldParameters {
  mutating func set(_ key: String, _ value: String) throws {
    switch key {
    case "delay": delay = try duration(value)
    case "allowable_movement": allowableMovement = try length(value)
    default: throw NotationError("unknown key", in: key)
    }
  }
}

extension TapDragParameters {
  mutating func set(_ key: String, _ value: String) throws {
    switch key {
    case "min_distance": minDistance = try length(value)
    case "drag_lock": dragLock = try duration(value)
    default: try tap.set(key, value)
    }
  }
}

extension TransformParameters {
  mutating func set(_ key: String, _ value: String) throws {
    switch key {
    case "min_distance": minDistance = try length(value)
    case "min_spread": try setSpread(value, &minSpread, &minRelativeSpread)
    case "min_arc": minArc = try length(value)
    case "release": release = try word(value)
    default: throw NotationError("unknown key", in: key)
    }
  }
}

extension CircleParameters {
  mutating func set(_ key: String, _ value: String) throws {
    switch key {
    case "direction": direction = try word(value)
    case "min_radius": minRadius = try length(value)
    case "max_duration": maxDuration = try duration(value)
    default: throw NotationError("unknown key", in: key)
    }
  }
}

extension StrokeParameters {
  mutating func set(_ key: String, _ value: String) throws {
    switch key {
    case "template":
      template = try Notation.parts(value, "/").map {
        let point = try Notation.numbers($0, count: 2)
        return Point(point[0], point[1])
      }
    case "min_score": minScore = try Notation.number(value)
    case "rotation_invariant": rotationInvariant = value == "true"
    case "max_duration": maxDuration = try duration(value)
    default: throw NotationError("unknown key", in: key)
    }
  }
}
