/// From keys to messages, at times of a grid of its own: when a key was pressed is not in them.
///
/// Times are given, in microseconds: there is no clock here.
package struct TypingState: Sendable {
  /// A message about typing leaves at a multiple of this time: "a key was pressed since the multiple before".
  package static let interval: Int64 = 500_000
  /// A message about modifiers leaves at a multiple of this time.
  package static let modifierInterval: Int64 = 100_000
  /// Shift is sent when it has been held for so long without a key: before a capital letter it is part of typing.
  package static let shiftDelay: Int64 = 500_000

  private static let shift: UInt8 = 4
  /// With one of these a key is a shortcut.
  private static let shortcut: UInt8 = 1 | 2 | 8

  private var held: UInt8 = 0
  /// Modifiers that are not sent until they are released: a key was pressed before they were.
  private var used: UInt8 = 0
  /// Modifiers that may be sent: held alone for long enough.
  private var shown: UInt8 = 0
  private var sent: UInt8 = 0
  /// When the next message about typing leaves; `.max`: no key was pressed.
  private var typingDue = Int64.max
  private var modifierDue = Int64.max
  private var shiftDue = Int64.max

  package init() {}

  /// A key of the typewriter was pressed, or repeats because it is held.
  package mutating func press(at time: Int64) {
    if held & Self.shortcut == 0, typingDue == .max { typingDue = Self.next(Self.interval, after: time) }
    used |= held & ~shown
    if used & Self.shift != 0 { shiftDue = .max }
  }

  /// The modifiers that are held on any keyboard, as the bits of a message.
  package mutating func hold(_ modifiers: UInt8, at time: Int64) {
    let pressed = modifiers & ~held
    held = modifiers
    used &= held
    shown &= held
    if held & Self.shift == 0 { shiftDue = .max }
    if pressed & Self.shift != 0 {
      shiftDue = Self.next(Self.modifierInterval, after: time + Self.shiftDelay)
    }
    if modifierDue == .max { modifierDue = Self.next(Self.modifierInterval, after: time) }
  }

  private static func next(_ interval: Int64, after time: Int64) -> Int64 { (time / interval + 1) * interval }

  /// When the next message may have to be sent; `.max`: nothing is to be sent.
  package var due: Int64 { min(typingDue, modifierDue, shiftDue) }

  /// The message that is due; nil: none is.
  package mutating func message(at time: Int64) -> TypingMessage? {
    if modifierDue <= time {
      modifierDue = .max
      shown |= held & Self.shortcut & ~used
    }
    if shiftDue <= time {
      shiftDue = .max
      shown |= Self.shift
    }
    let isTyped = typingDue <= time
    if isTyped { typingDue = .max }
    // A modifier that is released waits for its own multiple.
    let modifiers = modifierDue == .max ? shown : sent
    guard isTyped || modifiers != sent else { return nil }
    sent = modifiers
    return TypingMessage(isTyped: isTyped, modifiers: modifiers)
  }

  /// What holds now, for a client that has just come.
  package var present: TypingMessage { TypingMessage(modifiers: sent) }
}
