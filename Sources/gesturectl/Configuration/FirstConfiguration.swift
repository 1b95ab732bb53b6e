import GestureConfig

/// The installed examples, and which of them is a first configuration.
enum FirstConfiguration {
  /// Words of $XDG_CURRENT_DESKTOP in lower case, each with the example for that desktop's workspaces.
  private static let desktops = [
    ("sway", "sway"), ("hyprland", "hyprland"), ("kde", "kde-windows"), ("niri", "niri-windows"),
    ("gnome", "gnome-windows"),
  ]

  static func name(desktop: String) -> String {
    let words = DesktopName.words(desktop)
    if words.contains("gnome"), Environment.value("XDG_SESSION_TYPE") == "x11" { return "gnome-x11" }
    return desktops.first { words.contains($0.0) }?.1 ?? everywhere.first { hasPrograms($0) } ?? "media"
  }

  /// For other desktops: media keys, and for a machine without their programs the switcher of windows, which types keys alone.
  private static let everywhere = ["media", "window-switcher"]

  /// Whether this machine has all programs that the gestures of an example start.
  private static func hasPrograms(_ name: String) -> Bool {
    guard let directory = try? directory(), let text = try? text(of: name, in: directory) else { return false }
    let configuration = Configuration.load(text: text, path: name).configuration
    return configuration?.missingPrograms(in: SearchPath(Environment.value("PATH"))).isEmpty == true
  }

  /// The note for a user whose desktop has no example.
  static func remark(_ name: String, desktop: String) -> String? {
    guard everywhere.contains(name) else { return nil }
    let what =
      desktop.isEmpty ? "$XDG_CURRENT_DESKTOP names no desktop" : "\(desktop) has no example of its own"
    return "\(what), so this configuration has no workspaces; for those, bind the desktop's own keys "
      + "(`gesturectl bind`), or see `gesturectl init --list`"
  }

  static func names(in directory: String) -> [String] {
    TextFile.all(below: directory).map { PathParts($0) }.filter { $0.ending == "toml" }
      .map { String($0.stem.dropFirst(directory.count + 1)) }.sorted()
  }

  @Sendable static func completions(_ words: [String], _ at: Int, _ prefix: String) -> [String] {
    (try? directory()).map(names) ?? []
  }

  static func directory() throws(CommandFailure) -> String {
    guard let directory = SharedFiles.find("examples") else {
      throw .wrong("gestured's examples are not found beside gesturectl; install with `make install`")
    }
    return directory
  }

  /// The summary of an example, which is the first sentence of its file.
  static func summary(of name: String, in directory: String) -> String {
    let text = TextFile.beginning(path(of: name, in: directory), bytes: 4096) ?? ""
    let comment = text.split(separator: "\n").prefix { $0.hasPrefix("#") }.map {
      $0.drop { $0 == "#" }.trimmed
    }.joined(separator: " ")
    return comment.firstRange(of: ". ").map { String(comment[..<$0.lowerBound]) } ?? comment
  }

  static func path(of name: String, in directory: String) -> String { "\(directory)/\(name).toml" }

  static func text(of name: String, in directory: String) throws(CommandFailure) -> String {
    guard let text = try? TextFile.read(path(of: name, in: directory)) else {
      let known = names(in: directory).joined(separator: ", ")
      throw .wrong("there is no example \"\(name)\"; examples are \(known)")
    }
    return text
  }

  static func write(_ text: String, to path: String) throws(CommandFailure) {
    let file = try UserFile(path)
    guard file.original == nil else { throw .wrong("\(path): exists already and was not changed") }
    try file.write(text)
  }
}
