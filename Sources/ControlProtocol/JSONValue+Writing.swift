extension JSONValue {
  /// Writes members sorted by name.
  package func write(to json: inout JSONWriter) {
    switch self {
    case .null: json.null()
    case .bool(let value): json.bool(value)
    case .integer(let value): json.integer(Int(value))
    case .number(let value): json.number(value)
    case .string(let value): json.string(value)
    case .array(let values): json.list(values) { $0.write(to: &$1) }
    case .object(let members):
      json.object { json in
        for (key, value) in members.sorted(by: { $0.key < $1.key }) {
          json.key(text: key)
          value.write(to: &json)
        }
      }
    }
  }
}
