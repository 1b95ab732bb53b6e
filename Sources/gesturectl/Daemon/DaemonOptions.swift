import ArgumentParser
import ControlProtocol

/// The options of every command that connects to the daemon.
struct DaemonOptions: ParsableArguments {
  @Option(help: "The daemon's socket (default: $XDG_RUNTIME_DIR/gestured/control.sock).", completion: .file())
  var socket: String?

  func connect() throws(CommandFailure) -> DaemonConnection { try DaemonConnection(socket: socket) }

  /// The daemon's status now, on a connection of its own beside one with a subscription.
  ///
  /// - Parameter withText: also the text of the configuration that it has.
  func status(withText: Bool = false) -> JSONValue? {
    DaemonConnection.ask("Status", socket: socket) { if withText { $0.member("text", true) } }
  }
}
