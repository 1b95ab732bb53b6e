import GestureConfig

/// What starts the daemon with a compositor that does not reach graphical-session.target: a line in a file that the compositor
/// reads at its start, or an entry of the XDG autostart folders.
struct CompositorStart {
  /// The user's file for the line.
  let file: String
  let line: String
  /// The distribution's file, which the compositor reads in place of the user's while that does not exist.
  var original: String?
  /// Files that the compositor reads besides.
  var others: [String] = []
  /// Whether the compositor starts the entries of the XDG autostart folders.
  var startsEntries = false

  /// The installed entry for all desktops that start entries.
  private static let entry = "/etc/xdg/autostart/gestured.desktop"

  /// The file that starts the daemon; nil if none does.
  var found: String? {
    let read = [TextFile.exists(file) ? file : original].compactMap(\.self) + others
    return read.first(where: Self.starts) ?? (startsEntries && TextFile.exists(Self.entry) ? Self.entry : nil)
  }

  /// The lines of a file without comments; those of the other file if the first does not exist.
  private static func lines(_ path: String, or other: String = "") -> [String] {
    let text = (try? TextFile.read(TextFile.exists(path) ? path : other)) ?? ""
    return text.split(separator: "\n").map(\.trimmed).filter {
      !$0.hasPrefix("#") && !$0.hasPrefix("//") && !$0.hasPrefix("--")
    }
  }

  private static func starts(_ path: String) -> Bool {
    lines(path).contains { line in
      ["gesturectl start", "gestured.service", "start gestured", "exec gestured"].contains(
        where: line.contains)
    }
  }

  /// Adds the line, and starts the daemon now.
  var fix: SetupFix {
    let quoted = ShellWords.quoted
    let folder = PathParts(file).directory
    // A file with this line alone would replace the distribution's.
    let copy = original.flatMap { TextFile.exists($0) && !TextFile.exists(file) ? $0 : nil }
    let parts =
      [
        "mkdir -p \(quoted(folder))", copy.map { "cp \($0) \(quoted(file))" },
        "echo \(quoted(line)) >>\(quoted(file))",
      ] + ["gesturectl start"]
    return SetupFix(
      parts.compactMap(\.self).joined(separator: " && "),
      undo: copy == nil ? "sed -i \(quoted("\\|^\(line)$|d")) \(quoted(file))" : "rm \(quoted(file))")
  }

  /// - Parameters:
  ///   - words: those of the desktop's name.
  ///   - folder: the user's folder of configurations, ~/.config.
  /// - Returns: nil for a compositor that is not known here.
  static func of(_ words: [String], in folder: String) -> CompositorStart? {
    words.lazy.compactMap { of($0, in: folder) }.first
  }

  private static func of(_ word: String, in folder: String) -> CompositorStart? {
    switch word {
    case "sway": sway("\(folder)/sway/config")
    case "i3": i3("\(folder)/i3/config")
    case "labwc":
      CompositorStart(
        file: "\(folder)/labwc/autostart", line: "gesturectl start &", original: "/etc/xdg/labwc/autostart")
    case "openbox":
      // Its program for entries is written in Python, and does nothing without this module.
      CompositorStart(
        file: "\(folder)/openbox/autostart", line: "gesturectl start &",
        others: ["/etc/xdg/openbox/autostart"],
        startsEntries: TextFile.exists("/usr/lib/python3/dist-packages/xdg"))
    case "hyprland": hyprland("\(folder)/hypr")
    case "niri":
      CompositorStart(file: "\(folder)/niri/config.kdl", line: "spawn-at-startup \"gesturectl\" \"start\"")
    case "xfce", "lxqt", "mate", "x-cinnamon", "lxde", "budgie":
      CompositorStart(
        file: "\(folder)/autostart/gestured.desktop",
        line: "[Desktop Entry]\nType=Application\nName=gestured\nExec=gesturectl start", startsEntries: true)
    default: nil
    }
  }

  private static func sway(_ file: String) -> CompositorStart {
    let original = "/etc/sway/config"
    let included = "/etc/sway/config.d"
    // The distribution's configuration, of which the user's is usually a copy, includes this folder.
    let isIncluded = lines(file, or: original).contains { $0.hasPrefix("include ") && $0.contains(included) }
    return CompositorStart(
      file: file, line: "exec gesturectl start", original: original,
      others: isIncluded ? TextFile.names(in: included).map { "\(included)/\($0)" } : [])
  }

  /// From 0.55 on it reads hyprland.lua, and hyprland.conf only without that file.
  private static func hyprland(_ folder: String) -> CompositorStart {
    let file = "\(folder)/hyprland.lua"
    guard TextFile.exists(file) else {
      return CompositorStart(file: "\(folder)/hyprland.conf", line: "exec-once = gesturectl start")
    }
    return CompositorStart(
      file: file, line: #"hl.on("hyprland.start", function() hl.exec_cmd("gesturectl start") end)"#)
  }

  private static func i3(_ file: String) -> CompositorStart {
    let original = "/etc/i3/config"
    let isWithDex = lines(file, or: original).contains { $0.contains("dex ") }
    return CompositorStart(
      file: file, line: "exec --no-startup-id gesturectl start", original: original,
      startsEntries: isWithDex && TextFile.exists("/usr/bin/dex"))
  }
}
