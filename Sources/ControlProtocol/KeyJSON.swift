import GestureCore

/// The keys of a gesture's type with the values that a device has for them, as JSON (interface.md §5): numbers in mm, seconds, mm/s and
/// degrees, parts as `"25%"`, words and flags as in the configuration.
///
/// What must hold: parameters that are read from what was written here have the same values, up to the decimals of JSON. The steps of a
/// sequence are left out, because each has keys of its own.
package enum KeyJSON {
  package static func write(_ parameters: AnyParameters, to json: inout JSONWriter) {
    for key in parameters.type.keys where key.name != .steps {
      json.key(text: key.name.rawValue)
      write(key.get(parameters), to: &json)
    }
  }

  private static func write(_ value: KeyValue, to json: inout JSONWriter) {
    switch value {
    case .text(let text): json.string(text)
    case .flag(let isOn): json.bool(isOn)
    case .plain(let number): json.number(number)
    case .quantity(let number, let dimension): json.number(number * factor(of: dimension))
    case .share(let share):
      json.string(
        String {
          $0.append(trimmed: share * 100, decimals: JSONWriter.decimals)
          $0.append("%")
        })
    case .list(let values): json.list(values) { write($0, to: &$1) }
    }
  }

  /// Sets the keys that the object has. A value of another form is left out.
  package static func read(_ json: JSONValue?, into parameters: inout AnyParameters) {
    for key in parameters.type.keys where key.name != .steps {
      if let value = json?[key.name.rawValue].flatMap({ value($0, key.form.dimension) }) {
        key.set(value, in: &parameters)
      }
    }
  }

  private static func value(_ json: JSONValue, _ dimension: Dimension?) -> KeyValue? {
    if let isOn = json.bool { return .flag(isOn) }
    if let number = json.double {
      return dimension.map { .quantity(number / factor(of: $0), $0) } ?? .plain(number)
    }
    if let values = json.array {
      let read = values.compactMap { value($0, dimension) }
      return read.count == values.count && !read.isEmpty ? .list(read) : nil
    }
    guard let text = json.string else { return nil }
    if dimension != nil, text.utf8.last == UInt8(ascii: "%"), let percent = Double(text.dropLast()) {
      return .share(percent / 100)
    }
    return .text(text)
  }

  /// From the base unit to that of JSON.
  private static func factor(of dimension: Dimension) -> Double {
    switch dimension {
    case .duration: 1e-6
    case .angle, .turnRate: 180 / .pi
    case .length, .speed, .position, .spread, .force: 1
    }
  }
}
