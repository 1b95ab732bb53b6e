import ArgumentParser
import ControlProtocol
import Glibc

/// What people type. One file a subcommand; what several of them need stands in Shared/.
@main struct Gesturectl: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gesturectl",
    abstract: "Talks to gestured, and tries out gestures without it.",
    discussion: """
      Example:
        gesturectl replay --explain swipe.evemu

      Exit status: 0 done; 1 an argument names something wrong (bad configuration, no such gesture); 2 wrong usage; \
      3 no daemon, no permission or no device.
      """,
    version: GestureInterface.version,
    subcommands: [
      Replay.self, Test.self, Check.self, Init.self, Keys.self, Tune.self, Bind.self, Import.self,
      Devices.self,
      Record.self, Doctor.self,
      Status.self, Gestures.self,
      Monitor.self, Watch.self, Studio.self,
      Reload.self, Enable.self, Disable.self, Context.self, Trigger.self,
      Reference.self,
    ])

  /// As ParsableCommand's own, but with the exit statuses of the contract: wrong usage is 2, not 64.
  static func main() {
    do {
      var command = try parseAsRoot(ExplainOptions.normalized(Array(CommandLine.arguments.dropFirst())))
      try command.run()
    } catch let failure as CommandFailure {
      if !failure.message.isEmpty { StandardError.line("gesturectl: \(failure.message)") }
      Glibc.exit(failure.status.rawValue)
    } catch {
      guard exitCode(for: error) != .success else { exit(withError: error) }
      StandardError.lines(fullMessage(for: error))
      Glibc.exit(CommandFailure.Status.usage.rawValue)
    }
  }
}
