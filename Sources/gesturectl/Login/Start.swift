import ArgumentParser
import Evdev

struct Start: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Starts the daemon in this session.",
    discussion: """
      For the configuration of a compositor that does not reach graphical-session.target (sway, labwc, i3, openbox, \
      Hyprland), so that the daemon starts with the session, and its commands find the compositor. It gives the variables of \
      the session to the user manager, and starts gestured.service. A daemon that has the variables of an \
      earlier session is started again. Without a user manager of systemd it starts the daemon itself, whose log is then \
      ~/.local/state/gestured/log. `gesturectl doctor` prints the line for your compositor.

      Example:
        exec gesturectl start
      """,
    shouldDisplay: false)
  @Flag(help: "Do nothing if the service is disabled, or if the session starts it.") var login = false

  func run() throws(CommandFailure) {
    guard GesturedService.systemctl("show-environment") != nil, GesturedService.isInstalled else {
      return try DetachedDaemon.start()
    }
    if login, GesturedService.sessionStartsIt || !GesturedService.isEnabled { return }
    if !GesturedService.sessionStartsIt { passVariables() }
    guard TerminalProgram.run("systemctl --user \(verb) gestured.service") == 0 else {
      throw .unavailable("gestured.service did not start; `gesturectl log -n 5` shows the reason")
    }
  }

  /// Gives the session's variables to the user manager, and removes those of an earlier session.
  private func passVariables() {
    let own = SessionVariables.own
    let there = SessionVariables.names.filter { own[$0] != nil }
    let others = SessionVariables.names.filter { own[$0] == nil }
    if there.isEmpty { return }
    _ = ProgramOutput.text("systemctl", ["--user", "import-environment"] + there)
    _ = ProgramOutput.text("systemctl", ["--user", "unset-environment"] + others)
  }

  private var verb: String {
    guard let number = GesturedService.process, let values = SessionVariables.values(ofProcess: number) else {
      return "start"
    }
    return SessionVariables.differing(SessionVariables.own, from: values).isEmpty ? "start" : "restart"
  }
}

/// The daemon's unit in systemd's user manager.
enum GesturedService {
  /// Whether the session has reached the target that starts the unit.
  static var sessionStartsIt: Bool { systemctl("is-active", "graphical-session.target") != nil }
  static var isActive: Bool { systemctl("is-active", "gestured.service") != nil }
  static var isInstalled: Bool { systemctl("cat", "gestured.service") != nil }
  static var isEnabled: Bool { systemctl("is-enabled", "gestured.service") != nil }

  /// The daemon's process; nil if the unit is inactive.
  static var process: Int? {
    let text = systemctl("show", "-p", "MainPID", "--value", "gestured.service")
    return text.flatMap { Int($0.trimmed) }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// What the user manager answers; nil if it refuses.
  static func systemctl(_ words: String...) -> String? {
    ProgramOutput.text("systemctl", ["--user"] + words)
  }
}
