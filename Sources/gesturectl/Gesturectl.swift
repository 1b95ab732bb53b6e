import ArgumentParser
import ControlProtocol
import Glibc

/// The program `gesturectl` with its subcommands. Each has its own file; shared parts are in Shared/.
@main struct Gesturectl: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gesturectl",
    abstract: "Controls gestured, and tries out gestures without it.",
    discussion: """
      Example:
        gesturectl replay --explain swipe.evemu

      Exit status: 0 done; 1 an argument names something wrong (bad configuration, no such gesture); 2 wrong usage; \
      3 no daemon, no permission or no device.
      """,
    groupedSubcommands: [
      CommandGroup(name: "Start", subcommands: [Init.self, Demo.self, Doctor.self, Check.self]),
      CommandGroup(
        name: "Look",
        subcommands: [Watch.self, Studio.self, Monitor.self, Status.self, Gestures.self, Devices.self]),
      CommandGroup(name: "Make", subcommands: [Bind.self, Tune.self, Record.self, Make.self, Import.self]),
      CommandGroup(name: "Test", subcommands: [Replay.self, Test.self, BugReport.self]),
      CommandGroup(
        name: "Control",
        subcommands: [
          Reload.self, Enable.self, Disable.self, Context.self, Trigger.self,
          ClaimCommand.self,
        ]),
      CommandGroup(name: "Reference", subcommands: [Reference.self, Keys.self]),
    ])

  // This flag replaces ArgumentParser's own, which would add `--version` to the help of every subcommand.
  @Flag(help: "Show the version.") var version = false

  func run() throws {
    guard version else { throw CleanExit.helpRequest(self) }
    StandardOutput.line(GestureInterface.version)
  }

  /// ParsableCommand's `main` with the documented exit statuses: wrong usage is 2, not 64.
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      try checkHelp(of: arguments)
      var command = try parseAsRoot(ExplainOptions.normalized(arguments))
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

  /// Refuses `help` with an unknown subcommand, for which ArgumentParser prints the overview.
  private static func checkHelp(of arguments: [String]) throws(CommandFailure) {
    guard arguments.first == "help", let word = arguments.dropFirst().first(where: { !$0.hasPrefix("-") })
    else {
      return
    }
    let names = configuration.subcommands.compactMap { $0._commandName } + ["help"]
    guard names.contains(word) else {
      throw CommandFailure(
        .usage,
        "there is no subcommand \"\(word)\"\(names.hint(for: word, then: "`gesturectl --help` lists them"))")
    }
  }
}
