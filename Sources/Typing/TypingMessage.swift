/// All that gestured-typing sends: one byte. It has no key, no count of keys and no time.
package struct TypingMessage: Equatable, Sendable {
  /// One key or more were pressed since the multiple of `TypingState.interval` before.
  package var isTyped: Bool
  /// Modifiers that are held alone: ctrl, alt, shift, super from bit 0 on. 0 for a client that has not requested them.
  package var modifiers: UInt8

  package init(isTyped: Bool = false, modifiers: UInt8 = 0) {
    self.isTyped = isTyped
    self.modifiers = modifiers & 0x0f
  }

  package init(byte: UInt8) { self.init(isTyped: byte & 0x80 != 0, modifiers: byte) }
  package var byte: UInt8 { (isTyped ? 0x80 : 0) | modifiers }

  /// All that a client sends: its configuration has a gesture with `modifiers`.
  package static let modifierRequest: UInt8 = 1

  /// Where the messages are to be had; made by gestured-typing.socket.
  package static let socketPath = "/run/gestured-typing/socket"
}
