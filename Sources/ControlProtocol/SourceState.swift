/// What sets a key of the context, in `sources` of the reply of `Status`.
package enum SourceState: String, Sendable {
  /// A context program of the daemon runs.
  case running
  /// It has ended, and the daemon starts it again.
  case waiting
  /// It cannot be started.
  case failed
  /// A client holds the key.
  case held
  /// A value is set, and no program that runs holds it.
  case set
  /// Nothing sets the key.
  case absent

  /// Whether a context program of the daemon is named with it.
  package var isOfDaemon: Bool {
    switch self {
    case .running, .waiting, .failed: true
    case .held, .set, .absent: false
    }
  }
}
