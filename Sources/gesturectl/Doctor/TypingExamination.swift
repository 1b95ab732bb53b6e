import GestureConfig
import Typing

/// Checks gestured-typing, if the configuration needs it.
struct TypingExamination {
  let configuration: Configuration

  private static let start = "sudo systemctl enable --now gestured-typing.socket"

  func findings() -> [Finding] {
    let path = Environment.value("GESTURED_TYPING_SOCKET") ?? TypingMessage.socketPath
    if TextFile.isWritable(path) { return [.ok("gestured-typing listens at \(path)")] }
    guard configuration.needsTyping else { return [] }
    return [
      .failed(
        "`typing_guard` and `modifiers` need gestured-typing, which does not run; it opens every keyboard (docs/typing.md)",
        SetupFix(Self.start, undo: "sudo systemctl disable --now gestured-typing.socket"))
    ]
  }
}
