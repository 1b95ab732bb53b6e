/// A failure that ends the start, with a line for standard error and the exit status (interface.md §1).
struct StartFailure: Error, Equatable {
  let status: Int32
  let line: String

  /// A wrong configuration, recording or socket.
  static func wrong(_ line: String) -> StartFailure { StartFailure(status: 1, line: line) }
  /// No permission, or no device.
  static func unavailable(_ line: String) -> StartFailure { StartFailure(status: 3, line: line) }
}
