import ArgumentParser
import GestureConfig

struct Log: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows the daemon's log.",
    discussion: """
      The options are those of journalctl. If the compositor has started the daemon without systemd, they are those of tail.

      Example:
        gesturectl status log
        gesturectl status log --follow
      """)
  @Argument(parsing: .captureForPassthrough, help: "Options of journalctl, such as --follow.")
  var options: [String] = []

  func run() throws {
    // --help belongs to gesturectl, although everything else is passed on.
    if options == ["--help"] || options == ["-h"] { throw CleanExit.helpRequest(self) }
    let file = DetachedDaemon.log.flatMap { TextFile.exists($0) ? $0 : nil }
    let isFile = file != nil && !GesturedService.isInstalled
    let words =
      isFile
      ? ["tail"] + (options.isEmpty ? ["-n", "1000"] : options) + [file ?? ""]
      : ["journalctl", "--user", "--unit", "gestured", "--no-hostname"] + options
    let status = TerminalProgram.run(words.map(ShellWords.quoted).joined(separator: " "))
    guard status == 0 else {
      throw CommandFailure.unavailable(
        "\(words[0]) failed; without systemd, the daemon logs to the terminal or file with which it was started"
      )
    }
  }
}
