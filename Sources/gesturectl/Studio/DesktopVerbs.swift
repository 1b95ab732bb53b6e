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
  }
  struct Group {
    /// The name of the example: `sway-windows`.
    var name: String
    var verbs: [Verb]
  }

  /// The groups of the running desktop, then those for all desktops, then the others.
  let groups: [Group]

  init(groups: [Group]) { self.groups = groups }

  init() {
    guard let directory = try? FirstConfiguration.directory() else {
      groups = []
      return
    }
    let desktop = FirstConfiguration.name(desktop: DesktopName.current)
    let names = FirstConfiguration.names(in: directory)
    let own = names.filter { $0 == desktop || $0.hasPrefix(desktop + "-") }
    let anywhere = names.filter { $0 == "media" && !own.contains($0) }
    let ordered = own + anywhere + names.filter { !own.contains($0) && !anywhere.contains($0) }
    groups = ordered.compactMap { name in
      let verbs = (try? TextFile.read("\(directory)/\(name).toml")).map(Self.verbs) ?? []
      return verbs.isEmpty ? nil : Group(name: name, verbs: verbs)
    }
  }

  /// The keys of actions that follow a motion.
  private static let following = ["step"] + ConfigurationReader.motionKeys
  private static let keys = ActionSchema.kinds + following

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
        name: name,
        line: actions.map { "\($0.key) = \(editor.source(of: $0.node))" }.joined(separator: "\n"),
        isStepped: actions.contains { following.contains($0.key) })
    }
  }

  func line(group: String, verb: String) -> String? {
    groups.first { $0.name == group }?.verbs.first { $0.name == verb }?.line
  }
}
