extension JSONValue {
  /// Writes members sorted by name.
  package func write(to json: inout JSONWriter) {
    switch self {
    case .null: json.null()
    case .bool(let value): json.bool(value)
    case .integer(let value): json.integer(Int(value))
    case .number(let value): json.number(value)
    case .string(let value): json.string(value)
    case .array(let values):
      json.beginArray()
      for value in values { value.write(to: &json) }
      json.endArray()
    case .object(let members):
      json.beginObject()
      for (key, value) in members.sorted(by: { $0.key < $1.key }) {
        json.key(text: key)
        value.write(to: &json)
      }
      json.endObject()
    }
  }
}
