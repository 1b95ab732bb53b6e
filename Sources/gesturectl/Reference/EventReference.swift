import ControlProtocol

/// The table of docs/events.md: the members of events, in JSON and in commands' environment.
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
