/// Whether the session starts user services, and gives them what commands need to reach the compositor.
struct SessionExamination {
  func findings() -> [Finding] {
    let own = ["WAYLAND_DISPLAY", "SWAYSOCK", "HYPRLAND_INSTANCE_SIGNATURE", "DISPLAY"].filter {
      !(Environment.value($0) ?? "").isEmpty
    }
    // Over ssh, or on a console, there is no session to speak of.
    guard !own.isEmpty, let known = ProgramOutput.text("systemctl", "--user", "show-environment") else {
      return []
    }
    return [target(), variables(own, known)]
  }

  private func target() -> Finding {
    if ProgramOutput.text("systemctl", "--user", "is-active", "graphical-session.target") != nil {
      return .ok("the session has reached graphical-session.target")
    }
    return .note(
      "the session does not reach graphical-session.target: the service does not start by itself",
      "systemctl --user add-wants default.target gestured.service")
  }

  private func variables(_ own: [String], _ known: String) -> Finding {
    let there = Set(
      known.split(separator: "\n").compactMap { $0.split(separator: "=").first.map(String.init) })
    let missing = own.filter { !there.contains($0) }
    if missing.isEmpty { return .ok("user services know \(own.joined(separator: ", "))") }
    let names = missing.joined(separator: " ")
    return .note(
      "user services do not know \(missing.joined(separator: ", ")): commands do not reach the compositor",
      "systemctl --user import-environment \(names) && systemctl --user restart gestured")
  }
}
