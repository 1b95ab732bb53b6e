import GestureCore

/// A mouse button, by its name in the configuration.
package enum PointerButton: String, Sendable, CaseIterable, BitwiseCopyable {
  case left, middle, right, back, forward

  /// The code that desktops and browsers use. For back and forward it is BTN_SIDE and BTN_EXTRA, not BTN_BACK and BTN_FORWARD.
  package var code: UInt16 {
    switch self {
    case .left: 0x110
    case .right: 0x111
    case .middle: 0x112
    case .back: 0x113
    case .forward: 0x114
    }
  }
}

extension [InputEvent] {
  /// A frame that presses or releases one key or button.
  package static func key(_ code: UInt16, isDown: Bool) -> [InputEvent] {
    var frame: [InputEvent] = []
    frame.put(EventType.key, code, isDown ? 1 : 0)
    frame.endFrame()
    return frame
  }

  /// Appends an event without a time. The kernel gives it the time of the write.
  package mutating func put(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    append(InputEvent(time: 0, type: type, code: code, value: value))
  }

  /// Adds SYN_REPORT if an event was added since the last one.
  package mutating func endFrame() {
    guard let last, !last.isReport else { return }
    put(EventType.synchronization, SynchronizationCode.report, 0)
  }
}
