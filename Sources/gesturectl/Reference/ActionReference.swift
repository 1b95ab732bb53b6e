import GestureConfig

/// The actions with their help, as config/config.toml has them: made from the rows beside their payloads.
enum ActionReference {
  static var momentary: String { section(ActionKind.momentary) }
  static var lasting: String { section(ActionKind.lasting) }

  private static func section(_ kinds: [ActionKind]) -> String {
    kinds.flatMap { kind in
      Comment.lines(kind.row.help) + ["\(Comment.example)\(kind.rawValue) = \(kind.row.example)"]
    }.map { $0 + "\n" }.joined()
  }
}
