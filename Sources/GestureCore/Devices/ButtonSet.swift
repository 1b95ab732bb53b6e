/// A touchpad's buttons as bits.
package struct ButtonSet: OptionSet, Sendable, BitwiseCopyable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  /// BTN_LEFT, which is the only button of a clickpad.
  package static let left = ButtonSet(rawValue: 1)
  package static let right = ButtonSet(rawValue: 2)
  package static let middle = ButtonSet(rawValue: 4)
  static let all: ButtonSet = [.left, .right, .middle]

  /// The button of a key code; nil for another key.
  init?(_ code: UInt16) {
    switch code {
    case KeyCode.leftButton: self = .left
    case KeyCode.rightButton: self = .right
    case KeyCode.middleButton: self = .middle
    default: return nil
    }
  }
}
