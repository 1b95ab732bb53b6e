import CEvdev
import CSystem
import Typing

/// A connected daemon; closed by deinit.
final class Client {
  let fd: Int32
  let user: Int64
  private var last = TypingMessage()

  init(fd: Int32) {
    self.fd = fd
    user = gestured_peer_uid(fd)
  }

  deinit { close(fd) }

  /// - Parameter isActive: its user's session is the active one. Of another's keyboard it gets nothing but that its own
  ///   modifiers are released.
  /// - Returns: false when the connection has ended.
  func send(_ message: TypingMessage, isActive: Bool) -> Bool {
    let message = isActive ? message : TypingMessage()
    if message == last && !message.isTyped { return true }
    var byte = message.byte
    let count = CSystem.send(fd, &byte, 1, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    // A client that does not read loses messages.
    if count < 0 { return errno == EAGAIN || errno == EINTR }
    last = TypingMessage(modifiers: message.modifiers)
    return true
  }

  /// False when it has closed the connection. What it sends has no meaning, and ends it.
  var isOpen: Bool {
    var byte: UInt8 = 0
    return recv(fd, &byte, 1, Int32(MSG_DONTWAIT)) < 0 && (errno == EAGAIN || errno == EINTR)
  }
}
