/// Why a command failed: one line for standard error, and the exit status.
///
/// What must hold: the line says what happened, where, and what to do.
struct CommandFailure: Error {
  enum Status: Int32 {
    /// An invalid configuration, an unknown gesture, an unreadable recording.
    case wrong = 1
    case usage = 2
    /// No daemon, no permission, or no device.
    case unavailable = 3
  }
  var status: Status
  /// The line; empty if all problems have been printed already.
  var message: String

  init(_ status: Status, _ message: String) {
    self.status = status
    self.message = message
  }
  static func wrong(_ message: String) -> Self { Self(.wrong, message) }
  static func usage(_ message: String) -> Self { Self(.usage, message) }
  static func unavailable(_ message: String) -> Self { Self(.unavailable, message) }
}
