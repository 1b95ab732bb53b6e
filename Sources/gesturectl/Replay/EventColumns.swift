import ControlProtocol
import GestureCore

/// The text line of an event: in a pipe as specified (interface.md §3.2), on a terminal with columns and colours.
struct EventColumns {
  /// The width of the longest name so far, or of all names if the configuration is known.
  private var nameWidth = 0
  private static let typeWidth = GestureType.allCases.map(\.rawValue.count).max() ?? 0
  private static let stateWidth = GestureState.allCases.map(\.rawValue.count).max() ?? 0
  private static let timeWidth = 8
  /// The widest column of names. A longer name only shifts its own line.
  private static let widestName = 32

  mutating func reserve(_ names: [String]) {
    for name in names.map(\.printable) { nameWidth = min(max(nameWidth, name.count), Self.widestName) }
  }

  /// The line without its end. Control characters in values are escaped.
  mutating func line(
    _ event: GestureEvent, _ names: EventNames, _ attachments: EventAttachments, _ style: TerminalStyle
  ) -> String {
    guard style.isTerminal else {
      return String { EventText.write(event, names: names, attachments: attachments, to: &$0) }
    }
    let name = names.gesture(event.gesture).printable
    reserve([name])
    let time = event.time.seconds
    let fingers = event.state.isExplanation ? " " : "\(event.fingers)"
    let state = event.state == .step ? "" : event.state.rawValue
    let head = [
      style.faint(time.leading(Self.timeWidth)), name.trailing(nameWidth),
      style.faint(event.type.rawValue.trailing(Self.typeWidth)), fingers,
      style.state(event.state, state.trailing(Self.stateWidth)),
    ].joined(separator: "  ")
    if let failure = event.failure {
      return head + "  " + FailureText.detail(failure, of: event.gesture, names: names).printable
    }
    return head + " " + String { EventText.writeMeasures(event, attachments: attachments, to: &$0) }
  }
}

extension String {
  func trailing(_ width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
  func leading(_ width: Int, _ blank: Character = " ") -> String {
    String(repeating: blank, count: max(0, width - count)) + self
  }
}

extension TerminalStyle {
  func state(_ state: GestureState, _ text: String) -> String {
    switch state {
    case .recognized: recognized(text)
    case .began, .changed, .ended, .step: active(text)
    case .cancelled: cancelled(text)
    case .failed: failed(text)
    case .possible: faint(text)
    }
  }
}
