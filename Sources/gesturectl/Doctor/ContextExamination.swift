import GestureConfig
import GestureCore

/// Checks whether the session is locked, and whether a program sets the focused window as context, if gestures compare it.
struct ContextExamination {
  let configuration: Configuration
  /// What the daemon has, by key.
  let context: [String: String]

  /// The programs in config/context that set `app` and `title`, named by their desktop's word in $XDG_CURRENT_DESKTOP.
  private static let programs = ["sway", "hyprland", "niri", "kde", "x11"]
  private static let extensionName = "gestured-context@gestured.org"

  func findings() -> [Finding] {
    let names = Set(Self.runningNames)
    return Self.lock(context, isFollowed: names.contains("logind")) + window(programs: names)
  }

  /// A session that stays locked is the reason why no gesture works, so its end is named.
  ///
  /// - Parameter isFollowed: whether context/logind runs, which sets the key again when the session is unlocked.
  static func lock(_ context: [String: String], isFollowed: Bool) -> [Finding] {
    guard let reason = WhenCondition.notLocked.difference(in: context) else { return [] }
    if isFollowed { return [.note(reason)] }
    return [
      .note(
        "\(reason); context/logind does not run, so it counts as locked until locked=no is set",
        "gesturectl context locked=no")
    ]
  }

  private func window(programs: Set<String>) -> [Finding] {
    let running = Self.programs.filter(programs.contains).map { "context/\($0)" } + Self.extensions
    if !running.isEmpty {
      return running.map { Finding.ok("\($0) runs: it sets app and title of the focused window") }
    }
    let waiting = configuration.gestures.filter { gesture in
      gesture.when.contains { ["app", "title"].contains($0.key) }
    }
    guard !waiting.isEmpty else { return [] }
    let names = waiting.map(\.name).joined(separator: ", ")
    return [
      .note(
        "no program of config/context runs, so app and title are set only if a program of yours sets them: \(names)",
        Self.remedy)
    ]
  }

  /// The file names of running programs that lie in a directory `context`.
  private static var runningNames: [String] {
    TextFile.names(in: "/proc").filter { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }.compactMap {
      process in
      // The program itself, or an interpreter with the program as its first argument.
      let words =
        (try? TextFile.read("/proc/\(process)/cmdline", atMost: 4_096))?.split(separator: "\0") ?? []
      guard let path = words.prefix(2).first(where: { $0.contains("/context/") }) else { return nil }
      return PathParts(String(path)).name
    }
  }

  private static var extensions: [String] {
    guard DesktopName.words().contains("gnome"),
      let list = ProgramOutput.text("gnome-extensions", "list", "--enabled")
    else { return [] }
    return list.split(separator: "\n").filter { $0 == extensionName }.map { "the extension \($0)" }
  }

  private static var remedy: String {
    let desktops = DesktopName.words()
    if desktops.contains("gnome") { return "gnome-extensions enable \(extensionName)" }
    let isX11 = Environment.value("XDG_SESSION_TYPE") == "x11"
    let name = programs.first { desktops.contains($0) } ?? (isX11 ? "x11" : nil)
    return name.map { "systemctl --user enable --now gestured-context@\($0)" }
      ?? "config/context/README.md lists the programs"
  }
}
