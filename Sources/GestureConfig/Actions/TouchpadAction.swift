import GestureCore

/// `touchpad`: fingers of the virtual touchpad that follow the gesture.
package struct TouchpadAction: Equatable, Sendable {
  package var fingers = 3
  /// The distance that the virtual fingers move per mm of the hand, mm.
  package var factor = 1.0
  package init() {}

  static let keys = ["fingers", "factor"]
  /// libinput recognizes gestures of at most four fingers.
  static let fingerLimits = 2...4
  static let factors = 0.1...10.0
}

extension ActionRow {
  static let touchpad = ActionRow(
    lasts: true, device: .touchpad, arrays: .own,
    form: .table(
      [("fingers", .count(TouchpadAction.fingerLimits)), ("factor", .number(TouchpadAction.factors))],
      needs: ["fingers"]),
    help:
      "Fingers of a virtual touchpad follow a pan, edge pan, pinch or rotation, and the desktop runs its own animation: 3 or 4 swipe, 2 to 4 pinch; factor is their motion for that of the hand, 0.1 to 10. See docs/pointer.md.",
    example: "{ fingers = 3, factor = 1.0 }",
    summary: { if case .touchpad(let action) = $0 { "\(action.fingers)" } else { "" } },
    applies: { $0.traits.drivesTouchpad },
    read: { reader, entry, type in reader.touchpad(entry, type).map { .touchpad($0) } })
}

extension ConfigurationReader {
  fileprivate mutating func touchpad(_ entry: Entry, _ type: GestureType?) -> TouchpadAction? {
    guard let table = table(entry), checkKeys(table, known: TouchpadAction.keys, in: "`touchpad`") else {
      return nil
    }
    var action = TouchpadAction()
    guard let fingers = table["fingers"] else {
      return problem("`touchpad` needs `fingers`", at: entry.position)
    }
    // libinput takes two fingers that move in one direction as scrolling.
    let least = type?.traits.stepMeasure == .length ? 3 : TouchpadAction.fingerLimits.lowerBound
    guard let count = count(fingers, least...TouchpadAction.fingerLimits.upperBound) else { return nil }
    action.fingers = count
    if let factor = table["factor"], let value = ratio(factor, TouchpadAction.factors) {
      action.factor = value
    }
    return action
  }
}
