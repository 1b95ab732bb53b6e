import GestureCore
import GestureTesting

extension GestureEvent {
  private var numbers: [Double] {
    [
      location.x, location.y, translation?.x ?? .nan, translation?.y ?? .nan, velocity?.x ?? .nan,
      velocity?.y ?? .nan, start?.x ?? .nan, start?.y ?? .nan, placeInZone?.x ?? .nan,
      placeInZone?.y ?? .nan, delta?.x ?? .nan, delta?.y ?? .nan,
      scaleFactor,
      rotationDelta,
      scale, scaleVelocity, rotation, rotationVelocity, progress, duration, score, distance, z,
      force, pressure, Double(forceStage),
    ]
  }

  /// No output is infinite, and no place or vector is NaN.
  var isFinite: Bool {
    let vectors = [location, translation ?? .zero, velocity ?? .zero]
    return vectors.allSatisfy { $0.x.isFinite && $0.y.isFinite } && numbers.allSatisfy { !$0.isInfinite }
  }

  /// The same event except for rounding.
  func isSame(as other: GestureEvent) -> Bool {
    guard
      (time, gestureTime, gesture, type, state, fingers) == (
        other.time, other.gestureTime, other.gesture, other.type, other.state, other.fingers
      ), (direction, edge, taps, step) == (other.direction, other.edge, other.taps, other.step),
      side == other.side
    else { return false }
    return zip(numbers, other.numbers).allSatisfy { a, b in
      (a.isNaN && b.isNaN) || (a - b).magnitude <= 1e-6 * max(1, a.magnitude)
    }
  }

  func delayed(by delay: Timestamp) -> GestureEvent {
    var event = self
    event.time += delay
    event.gestureTime = gestureTime.map { $0 + delay }
    return event
  }

  func mirrored(width: Double) -> GestureEvent {
    var event = self
    event.location.x = width - location.x
    event.start = start.map { Point(width - $0.x, $0.y) }
    event.delta = delta.map { Point(-$0.x, $0.y) }
    event.rotationDelta = -rotationDelta
    event.translation = translation.map { Point(-$0.x, $0.y) }
    event.velocity = velocity.map { Point(-$0.x, $0.y) }
    event.rotation = -rotation
    event.rotationVelocity = -rotationVelocity
    event.direction = direction?.mirrored
    event.side = side?.mirrored
    return event
  }
}

extension Direction {
  var mirrored: Direction {
    switch self {
    case .left: .right
    case .right: .left
    case .clockwise: .counterclockwise
    case .counterclockwise: .clockwise
    case .upLeft: .upRight
    case .upRight: .upLeft
    case .downLeft: .downRight
    case .downRight: .downLeft
    case .up, .down, .in, .out: self
    }
  }
}

extension TipTapSide {
  var mirrored: TipTapSide {
    switch self {
    case .left: .right
    case .right: .left
    case .any, .above, .below, .between: self
    }
  }
}

extension DirectionSet {
  var mirrored: DirectionSet {
    var result = intersection([.up, .down])
    if contains(.left) { result.insert(.right) }
    if contains(.right) { result.insert(.left) }
    if contains(.upLeft) { result.insert(.upRight) }
    if contains(.upRight) { result.insert(.upLeft) }
    if contains(.downLeft) { result.insert(.downRight) }
    if contains(.downRight) { result.insert(.downLeft) }
    return result
  }
}

extension RecognizerDefinition {
  /// Gestures declared as simultaneous, and the weak hold.
  func mayRun(with other: RecognizerDefinition) -> Bool {
    simultaneousWith.contains(other.name) || other.simultaneousWith.contains(name)
      || parameters.type == .hold || other.parameters.type == .hold || region != nil || other.region != nil
  }

  mutating func mirror() {
    parameters.change(PanParameters.self) { $0.directions = $0.directions.mirrored }
    parameters.change(SwipeParameters.self) { $0.directions = $0.directions.mirrored }
    parameters.change(TipTapParameters.self) { $0.side = $0.side.mirrored }
    for index in parameters.steps.indices { parameters.steps[index].mirror() }
  }
}
