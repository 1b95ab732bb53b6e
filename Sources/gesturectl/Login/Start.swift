import ArgumentParser
import Evdev

struct Start: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Starts the daemon in this session.",
    discussion: """
      For the configuration of a compositor that does not reach graphical-session.target (sway, labwc, i3, openbox, \
      Hyprland), so that the daemon starts with the session, and its commands find the compositor. It gives the variables of \
      the session to the user manager, and starts gestured.service. A daemon that has the variables of an \
      earlier session is started again. `gesturectl doctor` prints the line for your compositor.

      Example:
        exec gesturectl start
      """,
    shouldDisplay: false)
  @Flag(help: "Do nothing if the service is disabled, or if the session starts it.") var login = false

  func run() throws {
    guard ProgramOutput.text("systemctl", "--user", "show-environment") != nil else {
      throw CommandFailure(
        .unavailable, "there is no user manager of systemd here; `gestured` itself starts the daemon")
    }
    if login, GesturedService.sessionStartsIt || !GesturedService.isEnabled { return }
    if !GesturedService.sessionStartsIt { passVariables() }
    guard TerminalProgram.run("systemctl --user \(verb) gestured.service") == 0 else {
      throw CommandFailure(
        .unavailable, "gestured.service did not start; `gesturectl log -n 5` shows the reason")
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
  static var sessionStartsIt: Bool { isActive("graphical-session.target") }
  static var isActive: Bool { isActive("gestured.service") }
  static var isInstalled: Bool { ProgramOutput.text("systemctl", "--user", "cat", "gestured.service") != nil }
  static var isEnabled: Bool {
    ProgramOutput.text("systemctl", "--user", "is-enabled", "gestured.service") != nil
  }

  /// The daemon's process; nil if the unit is inactive.
  static var process: Int? {
    let text = ProgramOutput.text(
      "systemctl", "--user", "show", "-p", "MainPID", "--value", "gestured.service")
    return text.flatMap { Int($0.trimmed) }.flatMap { $0 > 0 ? $0 : nil }
  }

  private static func isActive(_ unit: String) -> Bool {
    ProgramOutput.text("systemctl", "--user", "is-active", unit) != nil
  }
}
