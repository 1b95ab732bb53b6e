/// The kind of a key in relation to typing. The key's code itself is not kept.
package enum KeyKind: Equatable, Sendable {
  /// Letters, digits, punctuation, space, Enter, Backspace.
  case typing
  /// A modifier key, as its bit on one keyboard. Left and right have separate bits.
  case modifier(UInt8)
  /// Function and media keys, the numeric pad, Escape, Tab, Caps Lock, and AltGr.
  case other

  // Takes a code of linux/input-event-codes.h. The keys are those of libinput's disable-while-typing, except that AltGr is not a
  // modifier, because it types characters on most layouts.
  package init(code: UInt16) {
    switch code {
    case 29: self = .modifier(Held.leftControl)
    case 97: self = .modifier(Held.rightControl)
    case 56: self = .modifier(Held.alt)
    case 42: self = .modifier(Held.leftShift)
    case 54: self = .modifier(Held.rightShift)
    case 125: self = .modifier(Held.leftSuper)
    case 126: self = .modifier(Held.rightSuper)
    case 0, 1, 15, 55, 58: self = .other  // reserved, Escape, Tab, * of the numeric pad, Caps Lock
    case 2..<59: self = .typing
    default: self = .other
    }
  }

  /// The bits of `modifier`.
  private enum Held {
    static let leftControl: UInt8 = 1
    static let rightControl: UInt8 = 2
    static let alt: UInt8 = 4
    static let leftShift: UInt8 = 8
    static let rightShift: UInt8 = 16
    static let leftSuper: UInt8 = 32
    static let rightSuper: UInt8 = 64
  }

  /// Converts the bits of one keyboard into those of a message.
  package static func modifiers(_ held: UInt8) -> UInt8 {
    (held & (Held.leftControl | Held.rightControl) != 0 ? 1 : 0)
      | (held & Held.alt != 0 ? 2 : 0)
      | (held & (Held.leftShift | Held.rightShift) != 0 ? 4 : 0)
      | (held & (Held.leftSuper | Held.rightSuper) != 0 ? 8 : 0)
  }

  /// The keys that gestured-typing reads; a kernel mask excludes all others.
  package static var needed: [UInt16] { (0..<128).filter { KeyKind(code: $0) != .other } }
}
