import ArgumentParser
import ControlProtocol
import Evdev
import Glibc

/// The program `gesturectl` with its subcommands.
@main struct Gesturectl: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gesturectl", abstract: "Controls gestured, and tries out gestures without it.",
    discussion: """
      Example:
        gesturectl replay --explain swipe.evemu

      Exit status: 0 done; 1 an argument names something wrong (bad configuration, no such gesture); 2 wrong usage; \
      3 no daemon, no permission or no device.
      """,
    subcommands: unlisted,
    groupedSubcommands: groups)

  // `make run` leaves these out (Package.swift).
  #if DEMONSTRATION
    private static let studio: [ParsableCommand.Type] = []
    private static let imports: [ParsableCommand.Type] = []
  #else
    private static let studio: [ParsableCommand.Type] = [Studio.self]
    private static let imports: [ParsableCommand.Type] = [Import.self]
  #endif
  /// The commands by the question that they answer.
  private static let groups = [
    CommandGroup(
      name: "Does it work here",
      subcommands: [Setup.self, Doctor.self, Check.self, Edit.self, PluginCommand.self]),
    CommandGroup(
      name: "What happens now",
      subcommands: [Status.self, Why.self, Watch.self, Monitor.self] + studio + [Control.self]),
    CommandGroup(name: "How do I get my own gestures", subcommands: [Teach.self] + imports),
    CommandGroup(
      name: "What would it do with these touches",
      subcommands: [Record.self, Replay.self, Test.self, BugReport.self]),
  ]
  /// What other commands, scripts and `help` run. No list names them.
  private static let unlisted: [ParsableCommand.Type] = [
    Start.self, Demo.self, Reference.self, Keys.self, Motions.self, Commands.self,
  ]
  static var listed: [ParsableCommand.Type] { groups.flatMap(\.subcommands) }
  static var commands: [ParsableCommand.Type] { listed + unlisted }

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
      let message = fullMessage(for: error)
      guard exitCode(for: error) != .success else {
        guard message.hasPrefix("OVERVIEW: ") else { exit(withError: error) }
        // The groups of commands are questions.
        return StandardOutput.unbroken(message.replacing(" SUBCOMMANDS:\n", with: "?\n"))
      }
      StandardError.lines(
        "gesturectl: \(message.hasPrefix("Error: ") ? String(message.dropFirst(7)) : message)")
      Glibc.exit(CommandFailure.Status.usage.rawValue)
    }
  }
}
