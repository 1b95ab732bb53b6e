/// A command that fixes a finding of `doctor`, and the command that takes it back.
struct SetupFix: Equatable {
  var command: String
  /// Nil for a command that changes nothing that lasts.
  var undo: String?

  init(_ command: String, undo: String? = nil) {
    self.command = command
    self.undo = undo
  }
}
