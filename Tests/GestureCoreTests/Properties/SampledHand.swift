import GestureTesting

@testable import GestureCore

/// A hand in continuous time, which a device samples: the same hand at any report rate and phase.
struct SampledHand {
  struct Finger {
    var landsAt: Timestamp
    var liftsAt: Timestamp
    /// mm, by the time in µs.
    var place: @Sendable (Timestamp) -> Point
  }

  var fingers: [Finger] = []
  /// A finger above the surface.
  var hovering: Finger?
  /// When the device's button is down.
  var pressed: Range<Timestamp>?
  /// Of each finger, in grams.
  var force: (@Sendable (Timestamp) -> Double)?

  /// The frames of a device that reports each `period`, the first time at `phase`, µs.
  func script(period: Double, phase: Double) -> TouchScript {
    var steps: [ScriptStep] = []
    var places = [Point?](repeating: nil, count: fingers.count)
    var hoveringPlace: Point?
    var wasPressed = false
    let end = (fingers + [hovering].compactMap(\.self)).map(\.liftsAt).max() ?? 0
    var number = 0.0
    repeat {
      let time = Timestamp((phase + number * period).rounded())
      var changes: [TouchChange] = []
      for (index, finger) in fingers.enumerated() {
        let id = Int64(index + 1)
        let isDown = time >= finger.landsAt && time < finger.liftsAt
        let place = finger.place(time)
        switch (places[index], isDown) {
        case (nil, true): changes.append(TouchChange(id: id, phase: .began, position: place))
        case (let old?, true) where old != place:
          changes.append(TouchChange(id: id, phase: .moved, position: place))
        case (let old?, false): changes.append(TouchChange(id: id, phase: .ended, position: old))
        case (nil, false), (.some, true): break
        }
        places[index] = isDown ? place : nil
      }
      var frame = TouchFrame(time: time, changes: changes)
      if let force {
        for id in places.indices where places[id] != nil {
          let grams = force(time)
          frame.forces.append(
            TouchForce(id: Int64(id + 1), force: Force(grams: grams, share: grams / Self.strongest)))
        }
      }
      let isPressed = pressed?.contains(time) == true
      if isPressed != wasPressed {
        if isPressed { frame.head.flags.insert(.click) }
        frame.head.flags.report(isPressed ? .left : [])
        wasPressed = isPressed
      }
      if let change = Self.hover(hovering, &hoveringPlace, at: time) { frame.hover.append(change) }
      let isEmpty = changes.isEmpty && frame.forces.isEmpty && frame.hover.isEmpty
      if !isEmpty || frame.head.flags != [] { steps.append(.frame(frame)) }
      number += 1
      if time > end && places.allSatisfy({ $0 == nil }) && hoveringPlace == nil { break }
    } while true
    return TouchScript(steps: steps)
  }

  /// The end of the range of the pressure axis, g.
  private static let strongest = 1000.0

  private static func hover(_ finger: Finger?, _ last: inout Point?, at time: Timestamp) -> HoverChange? {
    guard let finger else { return nil }
    let isThere = time >= finger.landsAt && time < finger.liftsAt
    let place = finger.place(time)
    let phase: HoverChange.Phase? =
      switch (last, isThere) {
      case (nil, true): .began
      case (.some, true): .moved
      case (.some, false): .ended
      case (nil, false): nil
      }
    last = isThere ? place : nil
    return phase.map { HoverChange(id: 100, phase: $0, position: place, distance: 10, z: 0.5) }
  }

  /// The part of a way that is done after a part of its time: a hand speeds up and slows down.
  static func smooth(_ part: Double) -> Double {
    let u = min(max(part, 0), 1)
    return u * u * u * (10 - 15 * u + 6 * u * u)
  }
}

/// What one hand made: gestures and their states without changes, directions, and when each ended.
struct HandResult: Equatable {
  var gestures: [String] = []
  var ends: [Timestamp] = []

  init(_ set: RecognizerSet, _ script: TouchScript) {
    for event in set.run(script) where event.state != .changed {
      let way = event.direction.map { " \($0.rawValue)" } ?? ""
      gestures.append("\(set.recognizers[event.gesture].name) \(event.state.rawValue)\(way)")
      if event.state != .began { ends.append(event.time) }
    }
  }
}

extension RecognizerSet {
  /// Every usual type for this number of fingers.
  static func ofAllTypes(fingers: Int, _ deviceClass: DeviceClass) -> RecognizerSet {
    var set = RecognizerSet()
    set.deviceClass = deviceClass
    var types: [GestureType] = [.tap, .longPress, .hold, .pan, .swipe]
    if fingers > 1 { types += [.pinch, .rotation] }
    set.recognizers = types.map {
      RecognizerDefinition($0.rawValue, $0, deviceClass, fingers: fingers...fingers)
    }
    for index in set.recognizers.indices {
      set.recognizers[index].parameters.change(SwipeParameters.self) { $0.directions = .all }
    }
    return set
  }
}
