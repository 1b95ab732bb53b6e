import ControlProtocol

/// The table of docs/events.md: what events have, in JSON and in the environment of commands.
enum EventReference {
  static var table: String {
    (["| member | variable | of | value |", "|---|---|---|---|"] + EventField.allCases.map(row))
      .map { $0 + "\n" }.joined()
  }

  private static func row(_ field: EventField) -> String {
    let variables = field.variables.map { "`GESTURED_\($0)`" }.joined(separator: ", ")
    return "| `\(field.rawValue)` | \(variables) | \(of(field)) | \(field.meaning) |"
  }

  private static func of(_ field: EventField) -> String {
    switch field.scope {
    case .all: "all"
    case .some(let words): words
    case .types(let types): types.map(\.rawValue).joined(separator: ", ")
    }
  }
}
