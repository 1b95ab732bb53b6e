import Evdev
import GestureConfig

/// What starts the daemon where no user manager of systemd does: a line in a file that the compositor reads at its start, or an
/// entry of the XDG autostart folders.
struct CompositorStart {
  /// What the file is.
  enum Kind {
    /// One entry of the XDG autostart folders.
    case entry
    /// The whole configuration of the compositor, which without a file has another.
    case whole
    /// Lines that a shell runs at the start.
    case start
  }

  let kind: Kind
  /// The user's file for the lines.
  let file: String
  let lines: [String]
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

  /// The program in the file's line that starts the daemon, if it does not exist.
  func missingProgram(of path: String) -> String? {
    for line in Self.lines(path) {
      for word in Self.unquoted(line).split(whereSeparator: { " ;=(&".contains($0) }).map(String.init)
      where word.hasPrefix("/") && ["gesturectl", "gestured"].contains(PathParts(word).name) {
        if !TextFile.exists(word) { return word }
      }
    }
    return nil
  }

  private static func unquoted(_ line: String) -> String { line.filter { !"\"'\\".contains($0) } }

  private static func starts(_ path: String) -> Bool {
    let lines = lines(path)
    // What a settings program writes into an entry that the user switches off.
    if ["Hidden=true", "X-GNOME-Autostart-enabled=false"].contains(where: lines.contains) { return false }
    return lines.map(unquoted).contains { line in
      // niri has its words in quotes, and a shell a path with a blank.
      ["gesturectl start", "gestured.service", "start gestured", "exec gestured"].contains(
        where: line.contains)
    }
  }

  /// The lines that start it, added to the file; nil where they would have no effect, or would be the whole configuration.
  var fix: FileEdit? {
    let copied = original.flatMap { TextFile.exists($0) ? $0 : nil }
    let isThere = TextFile.exists(file) || linkTarget(file) != nil
    switch kind {
    // A second entry in the file of one has no effect.
    case .entry where isThere: return nil
    case .whole where !isThere && copied == nil: return nil
    case .entry, .whole, .start: return FileEdit(path: file, kind: .foreign, lines: lines, original: copied)
    }
  }

  /// - Parameters:
  ///   - words: those of the desktop's name.
  ///   - folder: the user's folder of configurations, ~/.config.
  ///   - program: the path or the name of gesturectl.
  /// - Returns: nil for a compositor that is not known here.
  static func of(_ words: [String], in folder: String, program: String = program) -> CompositorStart? {
    words.lazy.compactMap { of($0, in: folder, program) }.first
  }

  /// The path of a program that a session does not find by its name. No line can have a newline within.
  private static var program: String {
    SharedFiles.word.flatMap { $0.contains(where: \.isNewline) ? nil : $0 } ?? "gesturectl"
  }

  private static func of(_ word: String, in folder: String, _ program: String) -> CompositorStart? {
    let command = "\(ShellWords.quoted(program)) start"
    return switch word {
    case "sway": sway("\(folder)/sway/config", command)
    case "i3": i3("\(folder)/i3/config", command)
    case "labwc":
      CompositorStart(
        kind: .start, file: "\(folder)/labwc/autostart", lines: ["\(command) &"],
        original: "/etc/xdg/labwc/autostart")
    case "openbox":
      // Its program for entries is written in Python, and does nothing without this module.
      CompositorStart(
        kind: .start, file: "\(folder)/openbox/autostart", lines: ["\(command) &"],
        others: ["/etc/xdg/openbox/autostart"],
        startsEntries: TextFile.exists("/usr/lib/python3/dist-packages/xdg"))
    case "hyprland": hyprland("\(folder)/hypr", command)
    case "niri":
      CompositorStart(
        kind: .whole, file: "\(folder)/niri/config.kdl",
        lines: ["spawn-at-startup \(quoted(program)) \"start\""], original: "/etc/niri/config.kdl")
    case "river":
      CompositorStart(kind: .whole, file: "\(folder)/river/init", lines: ["\(command) &"])
    case "bspwm":
      CompositorStart(kind: .whole, file: "\(folder)/bspwm/bspwmrc", lines: ["\(command) &"])
    case "xfce", "lxqt", "mate", "x-cinnamon", "lxde", "budgie":
      CompositorStart(
        kind: .entry, file: "\(folder)/autostart/gestured.desktop",
        lines: [
          "[Desktop Entry]", "Type=Application", "Name=gestured", "Exec=\(entryQuoted(program)) start",
        ], startsEntries: true)
    default: nil
    }
  }

  private static func sway(_ file: String, _ command: String) -> CompositorStart {
    let original = "/etc/sway/config"
    let included = "/etc/sway/config.d"
    // The distribution's configuration, of which the user's is usually a copy, includes this folder.
    let isIncluded = lines(file, or: original).contains { $0.hasPrefix("include ") && $0.contains(included) }
    return CompositorStart(
      kind: .whole, file: file, lines: ["exec \(command)"], original: original,
      others: isIncluded ? TextFile.names(in: included).map { "\(included)/\($0)" } : [])
  }

  /// From 0.55 on it reads hyprland.lua, and hyprland.conf only without that file.
  private static func hyprland(_ folder: String, _ command: String) -> CompositorStart {
    let file = "\(folder)/hyprland.lua"
    guard TextFile.exists(file) else {
      return CompositorStart(
        kind: .whole, file: "\(folder)/hyprland.conf", lines: ["exec-once = \(command)"],
        original: "/etc/xdg/hypr/hyprland.conf")
    }
    return CompositorStart(
      kind: .whole, file: file,
      lines: [#"hl.on("hyprland.start", function() hl.exec_cmd(\#(quoted(command))) end)"#])
  }

  private static func i3(_ file: String, _ command: String) -> CompositorStart {
    let original = "/etc/i3/config"
    let isWithDex = lines(file, or: original).contains { $0.contains("dex ") }
    return CompositorStart(
      kind: .whole, file: file, lines: ["exec --no-startup-id \(command)"], original: original,
      startsEntries: isWithDex && TextFile.exists("/usr/bin/dex"))
  }

  /// A string of KDL and of Lua.
  private static func quoted(_ text: String) -> String {
    "\"" + text.map { "\"\\".contains($0) ? "\\\($0)" : String($0) }.joined() + "\""
  }

  /// An argument of `Exec` (Desktop Entry Specification, "The Exec key"): its own quotes, in a string that has backslashes too.
  private static func entryQuoted(_ text: String) -> String {
    if ShellWords.quoted(text) == text { return text }
    let argument = text.map { "\"`$\\".contains($0) ? "\\\($0)" : $0 == "%" ? "%%" : String($0) }.joined()
    return "\"" + argument.map { $0 == "\\" ? "\\\\" : String($0) }.joined() + "\""
  }
}
