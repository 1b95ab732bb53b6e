import ArgumentParser
import ControlProtocol
import Evdev
import Glibc

/// The program `gesturectl` with its subcommands. Each has its own file; shared parts are in Shared/.
@main struct Gesturectl: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gesturectl", abstract: "Controls gestured, and tries out gestures without it.",
    discussion: """
      Example:
        gesturectl replay --explain swipe.evemu

      Exit status: 0 done; 1 an argument names something wrong (bad configuration, no such gesture); 2 wrong usage; \
      3 no daemon, no permission or no device.
      """,
    subcommands: occasional,
    groupedSubcommands: groups)

  private static let groups = [
    CommandGroup(name: "Start", subcommands: [Setup.self, Demo.self, Doctor.self, Edit.self, Check.self]),
    CommandGroup(
      name: "Look", subcommands: [Why.self, Watch.self, Studio.self, Monitor.self, Status.self]),
    CommandGroup(name: "Make", subcommands: [Bind.self, Tune.self, Record.self, Import.self]),
    CommandGroup(name: "Test", subcommands: [Replay.self, Test.self, BugReport.self]),
    CommandGroup(name: "Control", subcommands: [Pause.self, Resume.self, PluginCommand.self]),
  ]
  /// Commands that `gesturectl help all` lists and `--help` leaves out.
  private static let occasional: [ParsableCommand.Type] = [
    Init.self, Start.self, Log.self, Devices.self, Gestures.self, Make.self, Reload.self, Context.self,
    Locked.self,
    Trigger.self,
    Reference.self, Keys.self, Commands.self,
  ]
  static var commands: [ParsableCommand.Type] { groups.flatMap(\.subcommands) + occasional }

  // This flag replaces ArgumentParser's own, which would add `--version` to the help of every subcommand.
  @Flag(help: "Show the version.") var version = false
  // `main` takes it from the arguments of every command.
  @Option(help: "Colours: auto, always or never. Every command takes it.") var color = ColourChoice.auto

  func run() throws {
    guard version else { throw CleanExit.helpRequest(self) }
    StandardOutput.line(GestureInterface.version)
  }

  /// ParsableCommand's `main` with the documented exit statuses (wrong usage is 2, not 64) and one style of errors.
  static func main() {
    LibevdevLog.send { StandardError.line("gesturectl: libevdev: \($0.printable)") }
    do {
      let arguments = try CommandWords.normalized(
        ColourChoice.taken(from: Array(CommandLine.arguments.dropFirst())))
      var command = try parseAsRoot(ExplainOptions.normalized(arguments))
      try command.run()
    } catch let failure as CommandFailure {
      if !failure.message.isEmpty { StandardError.line("gesturectl: \(failure.message)") }
      Glibc.exit(failure.status.rawValue)
    } catch {
      guard exitCode(for: error) != .success else { exit(withError: error) }
      let message = fullMessage(for: error)
      StandardError.lines(
        "gesturectl: \(message.hasPrefix("Error: ") ? String(message.dropFirst(7)) : message)")
      Glibc.exit(CommandFailure.Status.usage.rawValue)
    }
  }
}
