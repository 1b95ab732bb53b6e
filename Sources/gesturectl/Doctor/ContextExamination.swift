import ControlProtocol
import Evdev
import GestureConfig
import GestureCore
import Glibc

/// Checks whether the session is locked, and what sets the focused window as context, if gestures compare it.
struct ContextExamination {
  let configuration: Configuration
  /// The daemon's status, which has the values and the programs that hold them; nil if it does not answer.
  let status: JSONValue?

  /// The programs in config/context that set `app` and `title`, each with the words in $XDG_CURRENT_DESKTOP of its desktops.
  private static let programs = [
    ("sway", ["sway", "i3"]), ("hyprland", ["hyprland"]), ("niri", ["niri"]), ("kde", ["kde"]),
    ("wlroots", ["wlroots", "labwc", "wayfire", "river", "phosh", "phoc"]), ("x11", ["x11"]),
  ]
  private static let extensionName = "gestured-context@gestured.org"
  private static let ofWindow = ["app", "title"]

  func findings() -> [Finding] {
    let values = Dictionary(ContextValues.all(status?["context"]).map { ($0.key, $0.value) }) { $1 }
    return Self.lock(values, status?["session"]) + window()
  }

  /// The processes that hold one of these keys.
  private func holders(of keys: [String]) -> [Int] {
    (status?["holders"]?.array ?? []).filter { holder in
      holder["keys"]?.strings?.contains(where: keys.contains) == true
    }.map { $0["pid"]?.int ?? 0 }
  }

  /// The compositors that set LockedHint of their session in logind when they lock it.
  private static let reporting = ["gnome-shell", "kwin_wayland", "kwin_wayland_wr", "kwin_x11"]

  /// A session that stays locked is the reason why no gesture works, so its end is named.
  static func lock(_ context: [String: String], _ session: JSONValue?) -> [Finding] {
    if let reason = WhenCondition.notLocked.difference(in: context) {
      return [.note(reason + cause(session?["lock"]?.string), "gesturectl context locked=no")]
    }
    guard let compositor = session?["compositor"]?.string, !reporting.contains(compositor) else { return [] }
    return [
      .ok(
        "the session counts as unlocked; \(compositor) does not report its lock to logind, so let "
          + "`gesturectl locked -- swaylock -f` start the locker")
    ]
  }

  private static func cause(_ lock: String?) -> String {
    switch lock {
    case "unknown": "; logind does not answer whether it is locked"
    case "locked": "; logind has reported the lock and not its end"
    default: "; a program has set that, and not its end"
    }
  }

  /// The gestures that compare the focused window.
  private static func waiting(in configuration: Configuration) -> [String] {
    configuration.gestures.filter { $0.when.contains { ofWindow.contains($0.key) } }.map(\.name)
  }
  static func isNeeded(by configuration: Configuration) -> Bool { !waiting(in: configuration).isEmpty }

  func window() -> [Finding] {
    let running = holders(of: Self.ofWindow).map(Self.program).unique
    if !running.isEmpty {
      return running.map { .ok("\($0) sets app and title of the focused window") }
    }
    let names = Self.waiting(in: configuration).joined(separator: ", ")
    if names.isEmpty { return [] }
    guard status != nil else {
      return [
        .note(
          "the daemon does not answer, so what sets app and title of the focused window is not known: \(names)",
          Self.remedy)
      ]
    }
    if case .object(let values)? = status?["context"], Self.ofWindow.contains(where: { values[$0] != nil }) {
      return [.ok("app and title of the focused window were set, and no program holds them any more")]
    }
    return [.note("no program sets app and title of the focused window: \(names)", Self.remedy)]
  }

  /// The program that holds values: that which has started `gesturectl context --hold`, or itself.
  private static func program(_ process: Int) -> String {
    let own = pid_t(clamping: process)
    let isOurs = ProcessFacts.name(own) == "gesturectl"
    let holder = isOurs ? ProcessFacts(own)?.parent ?? own : own
    // The program itself, or an interpreter with the program as its first argument.
    let path = ProcessFacts.words(holder).prefix(2).first { $0.contains("/context/") }
    return path.map { "context/\(PathParts($0).name)" } ?? ProcessFacts.name(holder) ?? "a program"
  }

  private static var isExtensionEnabled: Bool {
    let list = ProgramOutput.text("gnome-extensions", "list", "--enabled") ?? ""
    return list.split(separator: "\n").contains { $0 == extensionName }
  }

  private static var remedy: String {
    let desktops = DesktopName.words()
    // Phosh calls itself GNOME, too, and its compositor is phoc.
    if desktops.contains("gnome"), !desktops.contains("phosh") {
      return isExtensionEnabled
        ? "log out and in once, so that GNOME loads \(extensionName)"
        : "gnome-extensions enable \(extensionName)"
    }
    let isX11 = Environment.value("XDG_SESSION_TYPE") == "x11"
    let known = programs.first { !Set(desktops).isDisjoint(with: $0.1) }?.0
    let name = known ?? (isX11 ? "x11" : nil)
    return name.map { "systemctl --user enable --now gestured-context@\($0)" }
      ?? "config/context/README.md lists the programs"
  }
}
