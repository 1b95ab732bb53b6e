import GestureCore

/// A value in the configuration's syntax. Writing one is the inverse of reading a quantity.
package enum WrittenValue: Equatable, Sendable {
  /// A text, in quotes.
  case text(String)
  /// A number or a boolean.
  case plain(String)
  case list([WrittenValue])

  /// The value as TOML, for example `"7mm"`, `3` or `["8mm", "12mm"]`.
  package var toml: String {
    switch self {
    case .text(let text): "\"\(text)\""
    case .plain(let text): text
    case .list(let values): "[" + values.map { $0.toml }.joined(separator: ", ") + "]"
    }
  }
}

// One writer for each dimension. `Quantity` reads all of them back.
extension WrittenValue {
  private static let none = WrittenValue.text("none")

  /// - Parameter mm: infinity is written as "none".
  static func length(_ mm: Double) -> WrittenValue { quantity(mm, "mm") }
  static func speed(_ mmPerSecond: Double) -> WrittenValue { quantity(mmPerSecond, "mm/s") }
  static func angle(_ radians: Double) -> WrittenValue { quantity(radians * 180 / .pi, "deg") }

  /// - Parameter microseconds: `.never` is written as "none"; from 1 s on, whole tenths are written in seconds.
  static func duration(_ microseconds: Timestamp) -> WrittenValue {
    if microseconds == .never { return none }
    if microseconds >= 1_000_000, microseconds % 100_000 == 0 {
      return quantity(Double(microseconds) / 1_000_000, "s")
    }
    return quantity(Double(microseconds) / 1000, "ms")
  }

  private static func quantity(_ number: Double, _ unit: String) -> WrittenValue {
    if number == .infinity { return none }
    return number == 0 ? .plain("0") : .text(spelled(number) + unit)
  }

  fileprivate static func forces(_ forces: ForceStages) -> WrittenValue {
    func value(_ force: Double) -> WrittenValue {
      switch forces.unit {
      case .grams: quantity(force, "g")
      case .share: quantity(force * 100, "%")
      }
    }
    guard let second = forces.second else { return value(forces.first) }
    return .list([value(forces.first), value(second)])
  }

  /// One value if both ends are equal, because the reader accepts that form.
  fileprivate static func pair(_ slow: WrittenValue, _ fast: WrittenValue) -> WrittenValue {
    slow == fast ? slow : .list([slow, fast])
  }
}

extension ParameterKey {
  /// The value of this key in `parameters`; nil for the steps of a sequence, which are tables.
  package func written(in parameters: AnyParameters) -> WrittenValue? {
    switch kind {
    case .length(let access, _): .length(access.get(parameters))
    case .lengthPair(let slow, let fast):
      WrittenValue.pair(.length(slow.get(parameters)), .length(fast.get(parameters)))
    case .duration(let access, _): .duration(access.get(parameters))
    case .speed(let access): .speed(access.get(parameters))
    case .angle(let access, _): .angle(access.get(parameters))
    case .anglePair(let slow, let fast, _):
      WrittenValue.pair(.angle(slow.get(parameters)), .angle(fast.get(parameters)))
    case .ratio(let access, _): .plain(spelled(access.get(parameters)))
    case .count(let access, _): .plain("\(access.get(parameters))")
    case .countOrAny(let access, _): access.get(parameters).map { .plain("\($0)") } ?? .text("any")
    case .countOrNone(let access, _):
      access.get(parameters) == .max ? .text("none") : .plain("\(access.get(parameters))")
    case .flag(let access): .plain("\(access.get(parameters))")
    case .choice(let access, _): .text(access.get(parameters))
    case .words(let access, let words): Self.written(words, of: access.get(parameters))
    case .spread(let absolute, let relative):
      relative.get(parameters).map { .text(spelled($0 * 100) + "%") } ?? .length(absolute.get(parameters))
    case .forces(let access): WrittenValue.forces(access.get(parameters))
    case .template(let access):
      .list(access.get(parameters).map { .list([.plain(spelled($0.x)), .plain(spelled($0.y))]) })
    case .steps: nil
    }
  }

  private static func written(_ words: [String], of set: UInt8) -> WrittenValue {
    let chosen = words.enumerated().filter { set & (1 << UInt8($0.offset)) != 0 }.map { $0.element }
    return chosen.count == 1 ? .text(chosen[0]) : .list(chosen.map { .text($0) })
  }
}

extension GestureTraits.Fingers {
  /// What the key `fingers` accepts.
  package var form: ValueForm { takesRange ? .counts(limits) : .count(limits) }

  /// The default finger counts in the configuration's syntax: `2`, `"1.."`.
  package var written: WrittenValue {
    usual.upperBound != .max && usual.count == 1 ? .plain(usual.written) : .text(usual.written)
  }
}
