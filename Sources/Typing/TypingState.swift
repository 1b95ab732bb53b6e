/// From keys to messages: at most one each 100 ms, and of Shift nothing while it is part of typing.
///
/// Times are given, in microseconds: there is no clock here.
package struct TypingState: Sendable {
  /// Messages are at least so far apart: the rhythm of typing is not in them.
  package static let interval: Int64 = 100_000
  /// Shift is sent when it has been held for so long without a key: a capital letter is a letter.
  package static let shiftDelay: Int64 = 200_000

  private static let shift: UInt8 = 4
  /// With one of these a key is a shortcut.
  private static let shortcut: UInt8 = 1 | 2 | 8

  private var held: UInt8 = 0
  private var isTyped = false
  private var shiftDue = Int64.max
  private var lastSent = Int64.min / 2
  private var sent: UInt8 = 0
  /// Shift has been held for long enough.
  private var isShiftShown = false

  package init() {}

  /// A key of the typewriter was pressed, or repeats because it is held.
  package mutating func press(at time: Int64) {
    if held & Self.shortcut == 0 { isTyped = true }
    if held & Self.shift != 0 && !isShiftShown { shiftDue = time + Self.shiftDelay }
  }

  /// The modifiers that are held on any keyboard, as the bits of a message.
  package mutating func hold(_ modifiers: UInt8, at time: Int64) {
    let before = held
    held = modifiers
    if held & Self.shift == 0 {
      shiftDue = .max
      isShiftShown = false
    } else if before & Self.shift == 0 {
      shiftDue = time + Self.shiftDelay
    }
  }

  /// When the next message is to be sent; `.max`: nothing is to be sent.
  package var due: Int64 {
    if isTyped || shown != sent { return lastSent + Self.interval }
    return shiftDue == .max ? .max : max(shiftDue, lastSent + Self.interval)
  }

  private var shown: UInt8 { isShiftShown ? held : held & ~Self.shift }

  /// The message that is due; nil: none is.
  package mutating func message(at time: Int64) -> TypingMessage? {
    if shiftDue <= time {
      shiftDue = .max
      isShiftShown = true
    }
    guard isTyped || shown != sent, lastSent + Self.interval <= time else { return nil }
    defer {
      isTyped = false
      sent = shown
      lastSent = time
    }
    return TypingMessage(isTyped: isTyped, modifiers: shown)
  }

  /// What holds now, for a client that has just come.
  package var present: TypingMessage { TypingMessage(modifiers: sent) }
}
