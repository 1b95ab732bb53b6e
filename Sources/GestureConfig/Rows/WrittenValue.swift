import GestureCore

// Values in the configuration's syntax. Writing one is the inverse of reading it.
extension KeyValue {
  /// The value as TOML, for example `"7mm"`, `3` or `["8mm", "12mm"]`.
  package var toml: String {
    switch self {
    case .text(let text): "\"\(text)\""
    case .flag(let isOn): "\(isOn)"
    case .plain(let number): spelled(number)
    case .quantity(0, _): "0"
    case .quantity(let number, let dimension): "\"\(dimension.spelled(number))\""
    case .share(let share): "\"\(spelled(share * 100))%\""
    case .list(let values): "[" + values.map { $0.toml }.joined(separator: ", ") + "]"
    }
  }
}

extension ParameterKey {
  /// The value of this key in `parameters`; nil for the steps of a sequence, which are tables.
  package func written(in parameters: AnyParameters) -> KeyValue? {
    name == .steps ? nil : get(parameters)
  }
}

extension GestureTraits.Fingers {
  /// What the key `fingers` accepts.
  package var form: ValueForm { takesRange ? .counts(limits) : .count(limits) }

  /// The default finger counts in the configuration's syntax: `2`, `"1.."`.
  package var written: KeyValue {
    usual.upperBound != .max && usual.count == 1
      ? .plain(Double(usual.lowerBound)) : .text(usual.written)
  }
}
