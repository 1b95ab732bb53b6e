import GestureCore

extension RecognizerDefinition {
  /// The definition with the key that a failure names set past what was measured, so that this reason must go away;
  /// nil where the failure names no key, or no value of it can accept the measure.
  package func flipped(by failure: Failure) -> RecognizerDefinition? {
    guard let name = failure.key else { return nil }
    var copy = self
    if name == .fingers {
      // A gesture with too few or too many fingers takes the number that there was.
      let count = Int(failure.measured)
      guard count >= 1, parameters.steps.isEmpty else { return nil }
      copy.fingers = count...max(count, fingers.upperBound == .max ? .max : count)
      return copy
    }
    // A little past the measure, to the side from which it was missed.
    let isMaximum = failure.measured >= failure.limit
    let value = isMaximum ? failure.measured * 1.02 + 1e-3 : failure.measured * 0.98 - 1e-3
    if type == .pan && name == .minDistance {
      // More than two fingers add to the distance whatever the key says (recognizers.md §4.0).
      guard value > parameterSlack else { return nil }
      return with(name, value - parameterSlack)
    }
    return with(name, value)
  }

  private var parameterSlack: Double { 0.5 * Double(max(0, min(fingers.upperBound, 10) - 2)) }

  private func with(_ name: KeyName, _ value: Double) -> RecognizerDefinition? {
    guard let key = type.keys.first(where: { $0.name == name }) else { return nil }
    var copy = self
    switch key.kind {
    case .length(let access, _), .speed(let access), .ratio(let access, _):
      access.set(&copy.parameters, max(value, 0))
    case .duration(let access, _): access.set(&copy.parameters, Timestamp(max(value, 0) * 1e6))
    case .lengthPair(let slow, let fast), .anglePair(let slow, let fast, _):
      slow.set(&copy.parameters, max(value, 0))
      fast.set(&copy.parameters, max(value, 0))
    case .angle(let access, _): access.set(&copy.parameters, max(value, 0))
    case .spread(let absolute, let relative):
      if relative.get(parameters) == nil {
        absolute.set(&copy.parameters, max(value, 0))
      } else {
        relative.set(&copy.parameters, max(value, 0))
      }
    case .words(let access, let words): access.set(&copy.parameters, .max >> UInt8(8 - words.count))
    case .choice(let access, let words):
      guard words.contains("any") else { return nil }
      access.set(&copy.parameters, "any")
    case .forces(let access):
      guard value > 0 else { return nil }
      access.set(&copy.parameters, ForceStages(access.get(parameters).unit, value))
    case .count, .countOrAny, .countOrNone, .flag, .template, .steps: return nil
    }
    return copy
  }
}
