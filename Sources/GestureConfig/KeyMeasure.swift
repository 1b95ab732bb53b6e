import GestureCore

// The keys whose value is one measure: what `tune` moves. Of a pair both ends move together, and the larger one counts.
extension ParameterKey {
  /// The value as a number of the key's own unit: mm, µs, mm/s, radians, a ratio; nil for a key that is no measure, and
  /// for a limit that is "none".
  package func measure(in parameters: any RecognizerParameters) -> Double? {
    let value: Double? =
      switch kind {
      case .length(let access, _), .speed(let access), .angle(let access, _), .ratio(let access, _):
        access.get(parameters)
      case .lengthPair(let slow, let fast), .anglePair(let slow, let fast, _):
        max(slow.get(parameters), fast.get(parameters))
      case .duration(let access, _):
        access.get(parameters) == .never ? nil : Double(access.get(parameters))
      case .spread(let absolute, let relative): relative.get(parameters) ?? absolute.get(parameters)
      case .count, .countOrAny, .countOrNone, .flag, .choice, .words, .template, .steps: nil
      }
    return value.flatMap { $0.isFinite ? $0 : nil }
  }

  /// Sets what `measure` returns. A pair keeps the ratio of its ends.
  package func set(measure value: Double, in parameters: inout any RecognizerParameters) {
    switch kind {
    case .length(let access, _), .speed(let access), .angle(let access, _), .ratio(let access, _):
      access.set(&parameters, value)
    case .lengthPair(let slow, let fast), .anglePair(let slow, let fast, _):
      let (a, b) = (slow.get(parameters), fast.get(parameters))
      let largest = max(a, b)
      slow.set(&parameters, largest > 0 ? a / largest * value : value)
      fast.set(&parameters, largest > 0 ? b / largest * value : value)
    case .duration(let access, _): access.set(&parameters, Timestamp(value.rounded()))
    case .spread(let absolute, let relative):
      if relative.get(parameters) == nil {
        absolute.set(&parameters, value)
      } else {
        relative.set(&parameters, value)
      }
    case .count, .countOrAny, .countOrNone, .flag, .choice, .words, .template, .steps: break
    }
  }

  /// What may be written for it, within what a hand can do; nil for a key that is no measure.
  package var measures: ClosedRange<Double>? {
    switch kind {
    case .length, .lengthPair, .spread(_, _): 0.01...500
    case .duration: 1_000...20_000_000
    case .speed: 1...5_000
    case .angle(_, let degrees), .anglePair(_, _, let degrees):
      (max(degrees.lowerBound, 0.1) * .pi / 180)...(degrees.upperBound * .pi / 180)
    case .ratio(_, let range): max(range.lowerBound, 0.001)...min(range.upperBound, 1_000)
    case .count, .countOrAny, .countOrNone, .flag, .choice, .words, .template, .steps: nil
    }
  }
}
