import GestureCore

/// `click`: one press and release of a button of the virtual mouse.
package struct ClickAction: Equatable, Sendable {
  package var button = PointerButton.left
  package var isDouble = false
  /// On touchscreens, where the fingers are; else where the pointer is.
  package var isAtTouch = false
  package init() {}
}

/// `touchpad`: fingers of the virtual touchpad that follow the gesture.
package struct TouchpadAction: Equatable, Sendable {
  package var fingers = 3
  /// mm of the virtual fingers for 1 mm of the hand.
  package var factor = 1.0
  package init() {}
}

/// What lasts from `began` to `ended` or `cancelled` and needs no table for a state.
package struct MotionActions: Equatable, Sendable {
  /// Held down meanwhile.
  package var button: PointerButton?
  /// Factor of the wheel; nil: it does not turn.
  package var scroll: Double?
  /// Factor of the pointer; nil: it does not move.
  package var move: Double?
  package var touchpad: TouchpadAction?
  package init() {}

  package var isEmpty: Bool { self == MotionActions() }
  /// Whether it needs the virtual mouse.
  package var usesMouse: Bool { button != nil || scroll != nil || move != nil }
  package var keys: [VirtualKey] {
    var keys: [VirtualKey] = []
    if button != nil { keys.append(.button) }
    if scroll != nil { keys.append(.scroll) }
    if move != nil { keys.append(.move) }
    if touchpad != nil { keys.append(.touchpad) }
    return keys
  }
}

/// The keys of actions that write to a device of the daemon's own, by uinput.
package enum VirtualKey: String, Sendable, CaseIterable {
  case keys, click, button, scroll, move, touchpad
}

extension GestureActions {
  /// Every table of actions that there is.
  package var sets: [ActionSet] {
    [direct, began, changed, ended, cancelled, step?.forward, step?.backward].compactMap { $0 }
  }

  fileprivate var virtualKeys: [VirtualKey] {
    (sets.contains { !$0.keys.isEmpty } ? [.keys] : []) + (sets.contains { $0.click != nil } ? [.click] : [])
      + motion.keys
  }
}

extension Configuration {
  /// The keys of its actions that need uinput, each once.
  package var virtualKeys: [VirtualKey] {
    let used = Set(gestures.flatMap { $0.actions.virtualKeys })
    return VirtualKey.allCases.filter(used.contains)
  }

  /// Whether a click is made where the fingers are.
  package var clicksAtTouch: Bool {
    gestures.contains { $0.actions.sets.contains { $0.click?.isAtTouch == true } }
  }
}

extension GestureTraits {
  /// Whether it has a `began` and an `ended`.
  package var lasts: Bool { states.contains(.began) }
  /// Whether its motion is that of a pointer.
  package var movesPointer: Bool { stepMeasure == .length }
  /// Whether it gives two fingers of a touchpad something to follow.
  package var drivesTouchpad: Bool { stepMeasure != nil }
}

extension GestureType {
  /// Whether it turns a wheel.
  package var turnsWheel: Bool {
    switch traits.stepMeasure {
    case .length, .angle: true
    case .ratio: false
    case nil: self == .circle
    }
  }
}
