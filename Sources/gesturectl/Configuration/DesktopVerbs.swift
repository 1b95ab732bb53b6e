import GestureConfig
import GestureCore

/// The actions that the page offers, taken from the installed examples so that there is one list.
struct DesktopVerbs {
  struct Verb {
    /// The name of the example's gesture: `next-workspace`.
    var name: String
    /// `run = "swaymsg workspace next"`; a drag has two lines, `button` and `move`.
    var line: String
    /// Whether the action follows a motion, so that the gesture must be continuous.
    var isStepped: Bool
    /// What it does, in the words of the example.
    var description: String?

    /// `Next workspace`.
    var words: String {
      name.prefix(1).uppercased()
        + name.dropFirst().split(separator: "-", omittingEmptySubsequences: false).joined(separator: " ")
    }
  }
  struct Group {
    /// The name of the example: `sway-windows`.
    var name: String
    /// The heading above its actions.
    var title: String
    /// Whether the page shows it only with those of other desktops.
    var isOther: Bool
    var verbs: [Verb]
  }

  /// The groups of the running desktop, then those for all desktops, then the others.
  let groups: [Group]

  /// Examples whose actions work on any desktop.
  private static let anywhere = ["media", "pointer", "presentation", "window-switcher"]

  init(groups: [Group]) { self.groups = groups }

  init() {
    guard let directory = try? FirstConfiguration.directory() else {
      groups = []
      return
    }
    let first = FirstConfiguration.name(desktop: DesktopName.current)
    // The example `gnome-windows` is of the desktop `gnome`; the one for X is of another.
    let desktop = first == "gnome-x11" ? first : String(first.prefix { $0 != "-" })
    let names = FirstConfiguration.names(in: directory)
    let own = names.filter {
      $0 != first && ($0 == desktop || $0.hasPrefix(desktop + "-") && $0 != "gnome-x11")
    }
    let here = ([first] + own).filter { !Self.anywhere.contains($0) }
    let others = names.filter { !here.contains($0) && !Self.anywhere.contains($0) }
    var seen: Set<String> = []
    groups = (here + Self.anywhere + others).compactMap { name in
      let isOther = others.contains(name)
      let all = (try? TextFile.read("\(directory)/\(name).toml")).map(Self.verbs) ?? []
      // Two examples of one desktop have the same action.
      let verbs = isOther ? all : all.filter { seen.insert($0.name).inserted }
      let title = isOther ? name : here.contains(name) ? "This desktop: \(desktop)" : "Any desktop"
      return verbs.isEmpty ? nil : Group(name: name, title: title, isOther: isOther, verbs: verbs)
    }
  }

  /// The keys of actions that follow a motion.
  private static let following = ["step"] + ConfigurationReader.motionKeys
  private static let keys = ConfigurationReader.actionKinds + following

  static func verbs(of text: String) -> [Verb] {
    guard let editor = try? TomlEditor(text),
      case .array(let gestures)? = editor.table(at: [])?["gesture"]?.node.value
    else { return [] }
    return gestures.compactMap { node -> Verb? in
      guard case .table(let table) = node.value, case .string(let name)? = table["name"]?.node.value
      else { return nil }
      let actions = table.entries.filter { keys.contains($0.key) }
      if actions.isEmpty { return nil }
      // The node has the table's position. Its value is written inline.
      return Verb(
        name: name, line: actions.map { "\($0.key) = \(editor.source(of: $0.node))" }.joined(separator: "\n"),
        isStepped: actions.contains { following.contains($0.key) },
        description: Self.text(table["description"]))
    }
  }

  private static func text(_ entry: TomlTable.Entry?) -> String? {
    if case .string(let text)? = entry?.node.value { text } else { nil }
  }

  func line(group: String, verb: String) -> String? {
    groups.first { $0.name == group }?.verbs.first { $0.name == verb }?.line
  }
}
