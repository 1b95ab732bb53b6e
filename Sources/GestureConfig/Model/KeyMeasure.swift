import GestureCore

// Keys whose value is a single measure, which `teach` can change. Of a pair, both ends change together, and the larger one is the
// measure.
extension ParameterKey {
  /// The key's value in its own unit (mm, µs, mm/s, radians, a ratio, g); nil for other keys, and for "none".
  package func measure(in parameters: AnyParameters) -> Double? {
    measures == nil ? nil : measure(of: get(parameters))
  }

  private func measure(of value: KeyValue) -> Double? {
    // The stages of a press are no pair: the second has its own limit.
    form.dimension == .force ? value.numbers.first : value.numbers.max()
  }

  /// Sets the value that `measure` returns. A pair keeps the ratio of its ends.
  package func set(measure value: Double, in parameters: inout AnyParameters) {
    guard measures != nil else { return }
    let old = get(parameters)
    let now = measure(of: old) ?? 0
    let isShare = old.items[0].isShare
    let new = old.mapNumbers { number in
      let scaled = now > 0 ? number / now * value : value
      switch form.dimension {
      case .duration: return scaled.rounded()
      case .force: return min(max(scaled, isShare ? 0.01 : 1), isShare ? 1 : Dimension.force.most)
      default: return scaled
      }
    }
    // "none" has no number to change.
    set(new.numbers.isEmpty ? KeyValue(value, form.dimension ?? .length) : new, in: &parameters)
  }

  /// The range within which `teach` may set the value; nil for a key without a measure.
  package var measures: ClosedRange<Double>? {
    switch (form.dimension, form.range) {
    case (.length, _), (.spread, _): 0.01...500
    case (.duration, _): 1_000...20_000_000
    case (.speed, _): 1...5_000
    case (.angle, let range?): max(range.lowerBound, 0.1 * .pi / 180)...range.upperBound
    case (.force, _): 0.01...5_000
    case (nil, let range?): max(range.lowerBound, 0.001)...min(range.upperBound, 1_000)
    default: nil
    }
  }
}

// A gesture's limits and directions, as reports print them.
extension RecognizerDefinition {
  /// The keys that are lengths, with their limits in mm for the fewest fingers, in the order of the reference. A value of "none" is
  /// left out.
  package var lengths: [(key: String, mm: [Double])] {
    type.keys.filter { [.length, .spread].contains($0.form.dimension) }.compactMap { key in
      let value = key.get(parameters)
      let values = value.numbers.map {
        key.form.isPair ? $0 : effective($0, of: key.name, fingers: fingers.lowerBound)
      }
      return values.isEmpty || value.isShare ? nil : (key.name.rawValue, values)
    }
  }

  /// The accepted directions, edges or axes, such as `left`, `in`, `horizontal` or `left, right`; nil if all are accepted.
  package var way: String? {
    let words = type.keys.flatMap { key -> [String] in
      guard [.direction, .edges, .axis].contains(key.name) else { return [] }
      let (all, chosen) = (key.form.words, key.get(parameters).items.map { $0.word })
      // A swipe's four directions are the default and are not listed, unless one is diagonal.
      return chosen == ["any"] || chosen.count == all.count || chosen == Array(all.prefix(4)) ? [] : chosen
    }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }
}
