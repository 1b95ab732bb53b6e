import ArgumentParser

struct Start: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Starts the daemon now.",
    discussion: """
      The user manager starts gestured.service with the first login, and the daemon finds the session itself, so a compositor \
      need not run this command. The command remains until the next release for configurations that run it. Without a user \
      manager of systemd, it starts the daemon itself, and the log is ~/.local/state/gestured/log. `gesturectl doctor` prints \
      the line for your compositor.

      Example:
        gesturectl start
      """,
    shouldDisplay: false)
  @Flag(help: "Has no effect any more.") var login = false

  func run() throws(CommandFailure) {
    guard GesturedService.hasManager, GesturedService.isInstalled else {
      return try DetachedDaemon.start()
    }
    if login && !GesturedService.isEnabled { return }
    guard GesturedService.systemctl("start", "gestured.service") != nil else {
      throw .unavailable("gestured.service did not start; `gesturectl status log -n 5` shows the reason")
    }
  }
}

/// The daemon's unit in systemd's user manager.
enum GesturedService {
  static var hasManager: Bool { systemctl("show-environment") != nil }
  static var isActive: Bool { systemctl("is-active", "gestured.service") != nil }
  static var isInstalled: Bool { systemctl("cat", "gestured.service") != nil }
  static var isEnabled: Bool { systemctl("is-enabled", "gestured.service") != nil }
  /// Whether each login starts it. An older version was enabled for graphical-session.target alone.
  static var startsWithLogin: Bool {
    systemctl("show", "-p", "WantedBy", "--value", "gestured.service")?.split(whereSeparator: \.isWhitespace)
      .contains("default.target") == true
  }

  /// What the user manager answers; nil if it refuses.
  static func systemctl(_ words: String...) -> String? {
    ProgramOutput.text("systemctl", ["--user"] + words)
  }
}
