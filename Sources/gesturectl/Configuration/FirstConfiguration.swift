import Evdev

/// The installed examples, and which of them is a first configuration.
enum FirstConfiguration {
  /// Words of $XDG_CURRENT_DESKTOP in lower case, each with the example for that desktop's workspaces.
  private static let desktops = [
    ("sway", "sway"), ("hyprland", "hyprland"), ("kde", "kde-windows"), ("niri", "niri-windows"),
    ("gnome", "gnome-windows"), ("sxmo", "sway"),
  ]

  /// The example of a desktop.
  ///
  /// - Parameter word: a word of $XDG_CURRENT_DESKTOP, in lower case.
  static func example(for word: String) -> String? { desktops.first { $0.0 == word }?.1 }

  static func name(desktop: String) -> String {
    let words = DesktopName.words(desktop)
    if words.contains("gnome"), Environment.value("XDG_SESSION_TYPE") == "x11" { return "gnome-x11" }
    // For other desktops, media keys, which work everywhere.
    return words.lazy.compactMap(example).first ?? "media"
  }

  static func names(in directory: String) -> [String] {
    let files = TextFile.all(below: directory).map { PathParts($0) }.filter { $0.ending == "toml" }
    return files.map { String($0.stem.dropFirst(directory.count + 1)) }.sorted()
  }

  @Sendable static func completions(_ words: [String], _ at: Int, _ prefix: String) -> [String] {
    (try? directory()).map(names) ?? []
  }

  static func directory() throws(CommandFailure) -> String {
    guard let directory = SharedFiles.find("examples") else {
      throw .wrong("gestured's examples are not installed with gesturectl; reinstall gestured")
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

  /// The line with which editors find the schema (taplo, Even Better TOML, tombi); "" if it is not installed.
  static var schemaLine: String {
    SharedFiles.find("gestured.schema.json").flatMap { resolvedPath($0) }.map { "#:schema \($0)\n" } ?? ""
  }

  static func write(_ text: String, to path: String) throws(CommandFailure) {
    let file = try UserFile(path)
    guard file.original == nil else { throw .wrong("\(path): already exists and was not changed") }
    try file.write(text)
  }
}
