import ControlProtocol

/// The table of docs/events.md.
enum EventTable {
  static var text: String {
    let rows = EventMember.all.map { member in
      let variables = member.variables.map { "`GESTURED_\($0)`" }.joined(separator: ", ")
      return "| `\(member.name)` | \(variables) | \(member.of) | \(member.help) |\n"
    }
    return "| member | variable | of | value |\n|---|---|---|---|\n" + rows.joined()
  }
}
