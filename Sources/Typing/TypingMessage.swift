/// The message of gestured-typing, in one byte. It contains no key, no count of keys and no time.
package struct TypingMessage: Equatable, Sendable {
  /// Whether at least one key was pressed since the previous multiple of `TypingState.interval`.
  package var isTyped: Bool
  /// Modifiers held without other keys: ctrl, alt, shift, super from bit 0. 0 for a client that has not requested them.
  package var modifiers: UInt8

  package init(isTyped: Bool = false, modifiers: UInt8 = 0) {
    self.isTyped = isTyped
    self.modifiers = modifiers & 0x0f
  }

  package init(byte: UInt8) { self.init(isTyped: byte & 0x80 != 0, modifiers: byte) }
  package var byte: UInt8 { (isTyped ? 0x80 : 0) | modifiers }

  /// The only message that a client sends. It requests modifiers, because the client's configuration has a gesture with
  /// `modifiers`.
  package static let modifierRequest: UInt8 = 1

  /// The socket, made by gestured-typing.socket.
  package static let socketPath = "/run/gestured-typing/socket"
}
