import Evdev
import GestureConfig

/// Checks what starts the daemon with the session, and whether its commands find the compositor.
struct SessionExamination {
  /// The values of the running daemon's variables; nil if it does not run.
  let daemon: [String: String]?
  let isService: Bool

  func findings() -> [Finding] {
    let own = SessionVariables.own
    // There is no graphical session over ssh or on a console.
    guard SessionVariables.needed.contains(where: { own[$0] != nil }) else { return [] }
    let known = SessionVariables.ofUserManager
    return [start(), values(own, known)].compactMap(\.self)
  }

  private func start() -> Finding {
    if !GesturedService.isEnabled, GesturedService.isInstalled {
      return .note(
        "gestured.service is disabled, so it does not start with the session",
        fix: .command("systemctl --user enable --now gestured", .service))
    }
    if GesturedService.sessionStartsIt {
      return .ok("the session has reached graphical-session.target, which starts the daemon")
    }
    let folder = Configuration.userDirectory(environment: Environment.value) ?? ""
    let text =
      "the session does not reach graphical-session.target, so nothing starts the daemon at the next login"
    guard let start = CompositorStart.of(DesktopName.words(), in: folder) else {
      return .note(text, "let the compositor run `gesturectl start` at its start")
    }
    if let file = start.found { return .ok("\(file) starts the daemon with the session") }
    guard let fix = start.fix else {
      let lines = start.lines.joined(separator: "; ")
      return .note(
        text,
        start.kind == .entry
          ? "\(start.file) is there and does not; switch it on"
          : "write \(start.file), with this line in it: \(lines)")
    }
    return .note(text, fix: .edit(fix))
  }

  /// Compares the variables of this terminal with those that commands get.
  private func values(_ own: [String: String], _ known: [String: String]?) -> Finding? {
    if let stale = SessionVariables.stale(own) {
      return .note("\(stale) of this terminal is of a session that has ended, so variables were not compared")
    }
    guard let other = commandValues(known) else { return nil }
    let names = SessionVariables.needed.filter { own[$0] != nil }.joined(separator: ", ")
    let differing = SessionVariables.differing(own, from: other)
    if differing.isEmpty { return .ok("commands have \(names) of this session") }
    let list = differing.joined(separator: ", ")
    let isMissing = differing.allSatisfy { other[$0] == nil }
    let fault =
      isMissing ? "commands run without \(list)" : "commands run with another \(list) than this session's"
    let text = "\(fault), so they do not reach the compositor"
    return known == nil
      ? .note(text, "end the daemon and start it here") : .note(text, fix: .command("gesturectl start"))
  }

  /// The daemon's own variables, or the user manager's where the daemon is not running, or reads them again before its next command.
  private func commandValues(_ known: [String: String]?) -> [String: String]? {
    guard let daemon, let known else { return daemon ?? known }
    return isService && SessionVariables.isOutdated(daemon) ? known : daemon
  }
}
