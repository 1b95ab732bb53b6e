import CEvdev
import CSystem
import Evdev
import Typing

/// A connected daemon; closed by deinit.
final class Client {
  let fd: Int32
  let user: Int64
  private var last = TypingMessage()
  /// Whether the client has requested modifiers.
  private(set) var wantsModifiers = false

  init(fd: Int32) {
    self.fd = fd
    user = gestured_peer_uid(fd)
  }

  deinit { close(fd) }

  /// - Parameter isActive: whether its user's session is active. Otherwise it only receives the release of its modifiers.
  /// - Returns: false when the connection has ended.
  func send(_ message: TypingMessage, isActive: Bool) -> Bool {
    var message = isActive ? message : TypingMessage()
    if !wantsModifiers { message.modifiers = 0 }
    if message == last && !message.isTyped { return true }
    let bytes = [message.byte]
    let count = sendBytes(bytes.span, to: fd)
    // A client that does not read loses messages.
    if count < 0 { return count == -Int(EAGAIN) || count == -Int(EINTR) }
    last = TypingMessage(modifiers: message.modifiers)
    return true
  }

  /// Reads the client's only message, a request for modifiers.
  ///
  /// - Returns: false if it has closed the connection or sent anything else.
  func receive() -> Bool {
    var byte: UInt8 = 0
    let count = unsafe recv(fd, &byte, 1, Int32(MSG_DONTWAIT))
    if count < 0 { return errno == EAGAIN || errno == EINTR }
    guard count == 1, byte == TypingMessage.modifierRequest, !wantsModifiers else { return false }
    wantsModifiers = true
    return true
  }
}
