import GestureConfig

/// The actions with their help for config/config.toml, from the table of actions.
enum ActionReference {
  static var momentary: String { section(ActionKind.momentary) }
  static var lasting: String { section(ActionKind.lasting) }

  private static func section(_ kinds: [ActionKind]) -> String {
    kinds.flatMap { kind in
      Comment.lines(kind.row.help) + ["\(Comment.example)\(kind.rawValue) = \(kind.row.example)"]
    }.map { $0 + "\n" }.joined()
  }
}
