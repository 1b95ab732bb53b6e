import ControlProtocol
import Evdev
import GestureConfig

/// Checks what starts the daemon with the session, and whether its commands reach the compositor of this terminal.
struct SessionExamination {
  /// `session` of the running daemon's status; nil if it does not run.
  let session: JSONValue?
  /// The session's variables of its commands.
  let variables: [String: String]?

  func findings() -> [Finding] {
    let own = SessionVariables.own
    // Over ssh and on a console there is no compositor.
    let follows = Self.isGraphical ? session.map { Self.follows($0, own, variables ?? [:]) } : nil
    return [Self.start(), follows].compactMap(\.self)
  }

  private static var isGraphical: Bool {
    let own = SessionVariables.own
    return SessionVariables.needed.contains { own[$0] != nil }
  }

  /// What starts the daemon at the next login; nil if that is not known outside of a graphical session.
  static func start() -> Finding? {
    guard GesturedService.hasManager, GesturedService.isInstalled else {
      return isGraphical ? startOfCompositor() : nil
    }
    if GesturedService.isEnabled && GesturedService.startsWithLogin {
      return .ok("the user manager starts the daemon with each login")
    }
    let text =
      "gestured.service is \(GesturedService.isEnabled ? "enabled for some sessions only" : "disabled")"
    return .note(
      "\(text), so it does not start with each login",
      fix: .command("systemctl --user reenable --now gestured", .service))
  }

  /// Without a user manager of systemd the compositor starts the daemon.
  private static func startOfCompositor() -> Finding {
    let folder = Configuration.userDirectory(environment: Environment.value) ?? ""
    let text = "no user manager of systemd starts the daemon at the next login"
    guard let start = CompositorStart.of(DesktopName.words(), in: folder) else {
      return .note(text, "let the compositor run `gesturectl start` when it starts")
    }
    if let file = start.found {
      guard let program = start.missingProgram(of: file) else {
        return .ok("\(file) starts the daemon with the session")
      }
      return .note(
        "\(file) starts the daemon at the next login with \(program), which does not exist",
        "correct its path there")
    }
    guard let fix = start.fix else {
      let lines = start.lines.joined(separator: "; ")
      return .note(
        text,
        start.kind == .entry
          ? "\(start.file) exists but is turned off; turn it on"
          : "write \(start.file), with this line in it: \(lines)")
    }
    return .note(text, fix: .edit(fix))
  }

  /// Compares the variables of this terminal with those that commands get.
  static func follows(
    _ session: JSONValue, _ own: [String: String], _ variables: [String: String]
  ) -> Finding {
    let line = "the daemon " + SessionText.line(session)
    let differing = SessionVariables.needed.filter { own[$0] != nil && own[$0] != variables[$0] }
    let names = differing.joined(separator: ", ")
    let state = session["state"]?.string
    guard state == "here" else {
      // In another user's session no command runs.
      let difference =
        differing.isEmpty || state == "foreign" ? "" : ", with another \(names) than this terminal"
      return .note(line + difference, "gesturectl status log shows what it has found")
    }
    if differing.isEmpty { return .ok(line) }
    return .note(
      "\(line), and its commands have another \(names) than this terminal",
      "this is normal in a compositor that runs in a window, and in a session that has ended")
  }
}
