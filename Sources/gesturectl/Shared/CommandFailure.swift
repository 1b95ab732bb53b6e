/// Why a command failed: the one line for standard error, and the exit status.
///
/// The line says what happened, where, and what to do now.
struct CommandFailure: Error {
  enum Status: Int32 {
    /// Bad configuration, no such gesture, a recording that cannot be read.
    case wrong = 1
    case usage = 2
    /// No daemon, no permission, no device.
    case unavailable = 3
  }
  var status: Status
  /// Empty where everything has been said already.
  var message: String

  init(_ status: Status, _ message: String) {
    self.status = status
    self.message = message
  }
}
