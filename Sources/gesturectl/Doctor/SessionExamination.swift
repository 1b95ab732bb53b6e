/// Checks whether the session starts user services with the variables that commands need to reach the compositor.
struct SessionExamination {
  /// Names of the running daemon's variables; nil if it does not run.
  let daemon: Set<String>?

  func findings() -> [Finding] {
    let own = ["WAYLAND_DISPLAY", "SWAYSOCK", "HYPRLAND_INSTANCE_SIGNATURE", "DISPLAY"].filter {
      !(Environment.value($0) ?? "").isEmpty
    }
    // There is no graphical session over ssh or on a console.
    guard !own.isEmpty else { return [] }
    guard let known = ProgramOutput.text("systemctl", "--user", "show-environment") else {
      return reaching(own, "gestured")
    }
    let importing =
      "systemctl --user import-environment \(own.joined(separator: " ")) && systemctl --user restart gestured"
    return [target(), variables(own, known)] + reaching(own, importing)
  }

  /// Checks the environment of the running daemon, which commands inherit even if new user services would get another.
  private func reaching(_ own: [String], _ remedy: String) -> [Finding] {
    guard let daemon else { return [] }
    let missing = own.filter { !daemon.contains($0) }
    if missing.isEmpty { return [.ok("the daemon has \(own.joined(separator: ", "))")] }
    return [
      .note(
        "the daemon was started without \(missing.joined(separator: ", ")), so its commands cannot reach the compositor",
        remedy)
    ]
  }

  private func target() -> Finding {
    if ProgramOutput.text("systemctl", "--user", "is-active", "graphical-session.target") != nil {
      return .ok("the session has reached graphical-session.target")
    }
    return .note(
      "the session does not reach graphical-session.target, so the service does not start by itself",
      "systemctl --user add-wants default.target gestured.service")
  }

  private func variables(_ own: [String], _ known: String) -> Finding {
    let there = Set(
      known.split(separator: "\n").compactMap { $0.split(separator: "=").first.map(String.init) })
    let missing = own.filter { !there.contains($0) }
    if missing.isEmpty { return .ok("user services have \(own.joined(separator: ", "))") }
    let names = missing.joined(separator: " ")
    return .note(
      "user services do not have \(missing.joined(separator: ", ")), so commands cannot reach the compositor",
      "systemctl --user import-environment \(names) && systemctl --user restart gestured")
  }
}
