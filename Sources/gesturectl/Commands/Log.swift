import ArgumentParser
import GestureConfig

struct Log: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows the daemon's log.",
    discussion: """
      Options are those of journalctl.

      Example:
        gesturectl log
        gesturectl log --follow
      """)
  @Argument(parsing: .captureForPassthrough, help: "Options of journalctl, such as --follow.")
  var options: [String] = []

  func run() throws {
    // --help belongs to gesturectl, although everything else is passed on.
    if options == ["--help"] || options == ["-h"] { throw CleanExit.helpRequest(self) }
    let words = ["journalctl", "--user", "--unit", "gestured", "--no-hostname"] + options
    let status = TerminalProgram.run(words.map(ShellWords.quoted).joined(separator: " "))
    guard status == 0 else {
      throw CommandFailure.unavailable(
        "journalctl failed; without systemd the log is where the daemon was started")
    }
  }
}
