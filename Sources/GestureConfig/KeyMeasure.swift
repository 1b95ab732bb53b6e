import GestureCore

// Keys whose value is a single measure, which `tune` can change. Of a pair, both ends change together, and the larger one is the
// measure.
extension ParameterKey {
  /// The key's value in its own unit (mm, µs, mm/s, radians, a ratio, g); nil for other keys, and for "none".
  package func measure(in parameters: AnyParameters) -> Double? {
    let value: Double? =
      switch kind {
      case .length(let access, _), .speed(let access), .angle(let access, _), .ratio(let access, _):
        access.get(parameters)
      case .lengthPair(let slow, let fast), .anglePair(let slow, let fast, _):
        max(slow.get(parameters), fast.get(parameters))
      case .duration(let access, _):
        access.get(parameters) == .never ? nil : Double(access.get(parameters))
      case .spread(let absolute, let relative): relative.get(parameters) ?? absolute.get(parameters)
      case .forces(let access): access.get(parameters).first
      case .count, .countOrAny, .countOrNone, .flag, .choice, .words, .template, .steps: nil
      }
    return value.flatMap { $0.isFinite ? $0 : nil }
  }

  /// Sets the value that `measure` returns. A pair keeps the ratio of its ends.
  package func set(measure value: Double, in parameters: inout AnyParameters) {
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
    case .forces(let access): access.set(&parameters, access.get(parameters).scaled(to: value))
    case .count, .countOrAny, .countOrNone, .flag, .choice, .words, .template, .steps: break
    }
  }

  /// The range within which `tune` may set the value; nil for a key without a measure.
  package var measures: ClosedRange<Double>? {
    switch kind {
    case .length, .lengthPair, .spread(_, _): 0.01...500
    case .duration: 1_000...20_000_000
    case .speed: 1...5_000
    case .angle(_, let degrees), .anglePair(_, _, let degrees):
      (max(degrees.lowerBound, 0.1) * .pi / 180)...(degrees.upperBound * .pi / 180)
    case .ratio(_, let range): max(range.lowerBound, 0.001)...min(range.upperBound, 1_000)
    case .forces: 0.01...5_000
    case .count, .countOrAny, .countOrNone, .flag, .choice, .words, .template, .steps: nil
    }
  }
}

extension ForceStages {
  /// The stages with a new first force, within the limits of a file. The second keeps its ratio to the first.
  fileprivate func scaled(to force: Double) -> ForceStages {
    let limits = unit == .share ? 0.01...1 : 1...Dimension.force.most
    func limited(_ force: Double) -> Double { min(max(force, limits.lowerBound), limits.upperBound) }
    return ForceStages(unit, limited(force), second.map { limited($0 / first * force) })
  }
}

// A gesture's limits and directions, as reports print them.
extension RecognizerDefinition {
  /// The keys that are lengths, with their limits in mm for the fewest fingers, in the order of the reference. A value of "none" is
  /// left out.
  package var lengths: [(key: String, mm: [Double])] {
    type.keys.compactMap { key in
      let values: [Double] =
        switch key.kind {
        case .length(let access, _):
          [effective(access.get(parameters), of: key.name, fingers: fingers.lowerBound)]
        case .lengthPair(let slow, let fast):
          slow.get(parameters) == fast.get(parameters)
            ? [fast.get(parameters)] : [slow.get(parameters), fast.get(parameters)]
        case .spread(let absolute, let relative):
          relative.get(parameters) == nil ? [absolute.get(parameters)] : []
        case .duration, .speed, .angle, .anglePair, .ratio, .count, .countOrAny, .countOrNone, .flag, .choice,
          .words, .forces, .template, .steps:
          []
        }
      return values.isEmpty || values.contains { !$0.isFinite } ? nil : (key.name.rawValue, values)
    }
  }

  /// The accepted directions, edges or axes, such as `left`, `in`, `horizontal` or `left, right`; nil if all are accepted.
  package var way: String? {
    let words = type.keys.flatMap { key -> [String] in
      guard [.direction, .edges, .axis].contains(key.name) else { return [] }
      switch key.kind {
      case .choice(let access, _): return access.get(parameters) == "any" ? [] : [access.get(parameters)]
      case .words(let access, let words):
        let set = access.get(parameters)
        let chosen = words.enumerated().filter { set & (1 << UInt8($0.offset)) != 0 }.map { $0.element }
        // A swipe's four directions are the default and are not listed, unless one is diagonal.
        return set == DirectionSet.all.rawValue || chosen.count == words.count ? [] : chosen
      default: return []
      }
    }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }
}
