import GestureConfig
import Glibc
import Typing

/// Checks gestured-typing, if the configuration needs it.
struct TypingExamination {
  let configuration: Configuration

  private static let start = "sudo systemctl enable --now gestured-typing.socket"

  func findings() -> [Finding] {
    let path =
      unsafe getenv("GESTURED_TYPING_SOCKET").map { unsafe String(cString: $0) } ?? TypingMessage.socketPath
    let isThere = unsafe access(path, W_OK) == 0
    if isThere { return [.ok("gestured-typing listens at \(path)")] }
    guard configuration.needsTyping else { return [] }
    return [
      .failed(
        "`typing_guard` and `modifiers` need gestured-typing, which does not run; it opens every keyboard (docs/typing.md)",
        Self.start)
    ]
  }
}
