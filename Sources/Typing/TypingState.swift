/// Turns key presses into messages at fixed intervals, so that a message does not reveal when a key was pressed.
///
/// Times are parameters, in microseconds; there is no clock here.
package struct TypingState: Sendable {
  /// A message about typing is sent at a multiple of this time: "a key was pressed since the previous multiple".
  package static let interval: Int64 = 500_000
  /// A message about modifiers is sent at a multiple of this time.
  package static let modifierInterval: Int64 = 100_000
  /// How long Shift must be held without a key before it is sent, because Shift before a capital letter is part of typing.
  package static let shiftDelay: Int64 = 500_000

  private static let shift: UInt8 = 4
  /// With one of these modifiers a key press is a shortcut.
  private static let shortcut: UInt8 = 1 | 2 | 8

  private var held: UInt8 = 0
  /// Modifiers that are not sent until their release, because a key was pressed with them.
  private var used: UInt8 = 0
  /// Modifiers that may be sent, because they have been held alone for long enough.
  private var shown: UInt8 = 0
  private var sent: UInt8 = 0
  /// When the next message about typing is due; `.max` if no key was pressed.
  private var typingDue = Int64.max
  /// The multiple of `interval` after the begin. A message about a key pressed before it is sent one interval later.
  private var typingFrom = Int64.min
  private var modifierDue = Int64.max
  private var shiftDue = Int64.max

  package init() {}

  /// - Parameter time: when the first client came. One that comes again and again must not learn in which part of an interval a key
  ///   was pressed.
  package init(at time: Int64) { typingFrom = Self.next(Self.interval, after: time) }

  /// Takes a press or a repeat of a typing key.
  package mutating func press(at time: Int64) {
    if held & Self.shortcut == 0, typingDue == .max {
      typingDue = Self.next(Self.interval, after: max(time, typingFrom))
    }
    used |= held & ~shown
    // A pending Shift now belongs to a key press.
    shiftDue = .max
  }

  /// Sets the modifiers held on any keyboard, as the bits of a message.
  ///
  /// - Parameter isOpening: whether a keyboard was just opened. Its modifiers may belong to keys that were pressed before.
  package mutating func hold(_ modifiers: UInt8, at time: Int64, isOpening: Bool = false) {
    let pressed = modifiers & ~held
    held = modifiers
    used &= held
    shown &= held
    if held & Self.shift == 0 { shiftDue = .max }
    if isOpening { used |= pressed }
    if pressed & Self.shift != 0 && !isOpening {
      shiftDue = Self.next(Self.modifierInterval, after: time + Self.shiftDelay)
    }
    if modifierDue == .max { modifierDue = Self.next(Self.modifierInterval, after: time) }
  }

  private static func next(_ interval: Int64, after time: Int64) -> Int64 { (time / interval + 1) * interval }

  /// When a message may be due; `.max` if no message is pending.
  package var due: Int64 { min(typingDue, modifierDue, shiftDue) }

  /// The message that is due; nil if no message is due.
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
    // A released modifier waits for its own interval.
    let modifiers = modifierDue == .max ? shown : sent
    guard isTyped || modifiers != sent else { return nil }
    sent = modifiers
    return TypingMessage(isTyped: isTyped, modifiers: modifiers)
  }

  /// The current state, for a new client.
  package var present: TypingMessage { TypingMessage(modifiers: sent) }
}
