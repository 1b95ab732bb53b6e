import GestureCore

/// `touchpad`: fingers of the virtual touchpad that follow the gesture.
package struct TouchpadAction: Equatable, Sendable {
  package var fingers = 3
  /// The distance that the virtual fingers move per mm of the hand, mm.
  package var factor = 1.0
  package init() {}

  static let table = KeyTable<ValueReader, TouchpadAction>(
    [
      // libinput recognizes gestures of at most four fingers.
      .key("fingers", .count(2...4)) { $0.fingers = $1.count ?? 0 },
      .key("factor", .number(0.1...10)) { $0.factor = $1.number ?? 1 },
    ], needs: [["fingers"]])
}

extension ActionRow {
  static let touchpad = ActionRow(
    lasts: true, device: .touchpad, arrays: .own,
    form: TouchpadAction.table.form,
    help:
      "Fingers of a virtual touchpad follow a pan, edge pan, pinch or rotation, and the desktop runs its own "
      + "animation. 3 or 4 fingers swipe, and 2 to 4 pinch. factor (0.1 to 10) multiplies the motion of the hand. "
      + "See docs/pointer.md.",
    example: "{ fingers = 3, factor = 1.0 }",
    applies: { $0.traits.drivesTouchpad },
    read: { reader, entry, type in reader.touchpad(entry, type).map { .touchpad($0) } })
}

extension ValueReader {
  fileprivate mutating func touchpad(_ entry: Entry, _ type: GestureType?) -> TouchpadAction? {
    var action = TouchpadAction()
    let before = problemCount
    // libinput takes two fingers that move in one direction as scrolling.
    if type?.traits.stepMeasure == .length, case .table(let table) = entry.node.value,
      let fingers = table["fingers"], case .integer(let count) = fingers.node.value, !(3...4).contains(count)
    {
      return outOfRange(fingers, "\(count)", from: "3", to: "4")
    }
    guard read(entry, TouchpadAction.table, into: &action), problemCount == before else { return nil }
    return action
  }
}
