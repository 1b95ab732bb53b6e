import GestureConfig
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
    switch key.form {
    case .words(let words): key.set(.list(words.map { .text($0) }), in: &copy.parameters)
    case .word(let words):
      guard words.contains("any") else { return nil }
      key.set(.text("any"), in: &copy.parameters)
    default:
      guard key.measures != nil, key.form.dimension != .force || value > 0 else { return nil }
      let limit = max(value, 0) * (key.form.dimension == .duration ? 1e6 : 1)
      let old = key.get(parameters).items[0]
      key.set(
        old.number == nil ? KeyValue(limit, key.form.dimension ?? .length) : old.mapNumbers { _ in limit },
        in: &copy.parameters)
    }
    return copy
  }
}
