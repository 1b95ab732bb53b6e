import GestureConfig
import GestureCore

extension RecognizerDefinition {
  /// Sets one key of the type (`GestureType.keys`), spelled and measured as in the configuration; lists with commas.
  mutating func set(_ name: String, _ value: String) throws {
    guard let key = type.keys.first(where: { $0.name.rawValue == name }) else {
      throw NotationError("unknown key", in: name)
    }
    switch key.kind {
    case .length(let access, _): access.set(&parameters, try length(value))
    case .lengthPair(let slow, let fast):
      let values = try pair(value, length)
      slow.set(&parameters, values.0)
      fast.set(&parameters, values.1)
    case .duration(let access, _): access.set(&parameters, try duration(value))
    case .speed(let access): access.set(&parameters, try speed(value))
    case .angle(let access, _): access.set(&parameters, try angle(value))
    case .anglePair(let slow, let fast, _):
      let values = try pair(value, angle)
      slow.set(&parameters, values.0)
      fast.set(&parameters, values.1)
    case .ratio(let access, _): access.set(&parameters, try Notation.number(value))
    case .count(let access, _): access.set(&parameters, try Notation.integer(value))
    case .countOrNone(let access, _):
      access.set(&parameters, value == "none" ? .max : try Notation.integer(value))
    case .countOrAny(let access, _):
      access.set(&parameters, value == "any" ? nil : try Notation.integer(value))
    case .flag(let access): access.set(&parameters, value == "true")
    case .choice(let access, let words):
      guard words.contains(value) else { throw NotationError("no word of \(words)", in: value) }
      access.set(&parameters, value)
    case .words(let access, let words): access.set(&parameters, try bits(value, words))
    case .spread(let absolute, let relative):
      if value.hasSuffix("%") {
        relative.set(&parameters, try Notation.number(value.dropLast()) / 100)
      } else {
        absolute.set(&parameters, try length(value))
      }
    case .forces(let access): access.set(&parameters, try forces(value))
    case .template(let access):
      access.set(
        &parameters,
        try Notation.parts(value, "/").map {
          let point = try Notation.numbers($0, count: 2)
          return Point(point[0], point[1])
        })
    case .steps: throw NotationError("steps stand in brackets", in: value)
    }
  }

  /// The keys whose values differ from those of another definition of the type, as ` key=value`.
  func notation(differingFrom usual: RecognizerDefinition) -> String {
    var text = ""
    for key in type.keys {
      let value = key.written(in: parameters)
      if let value, value != key.written(in: usual.parameters) {
        text += " \(key.name.rawValue)=\(value.notation)"
      }
    }
    return text
  }
}

private func bits(_ text: String, _ words: [String]) throws -> UInt8 {
  try Notation.parts(text, ",").reduce(into: UInt8(0)) { set, part in
    guard let index = words.firstIndex(of: part) else {
      throw NotationError("unknown word \(part)", in: text)
    }
    set |= 1 << UInt8(index)
  }
}
