import GestureTesting

@testable import GestureCore

extension RecognizerDefinition {
  /// With half of its keys at round values. What a key gets does not depend on the others, so that a new key changes
  /// only what it must.
  func onGrid(_ seed: UInt64) -> RecognizerDefinition {
    var copy = self
    for key in type.keys {
      var random = SplitMix64(seed: seed << 8 ^ key.name.rawValue.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
      _ = random.next()
      if random.oneIn(2) { key.setRound(&copy.parameters, &random) }
    }
    return copy
  }
}

extension ParameterKey {
  func setRound(_ parameters: inout AnyParameters, _ random: inout SplitMix64) {
    if let value = roundValue(&random) { set(value, in: &parameters) }
  }

  private func roundValue(_ random: inout SplitMix64) -> KeyValue? {
    func length() -> KeyValue { .quantity(random.pick([1.0, 2, 3, 4, 5, 6, 8, 10, 20]), .length) }
    func angle() -> KeyValue {
      let radians = random.pick([45.0, 45, 90, 30, 135, 180]) * .pi / 180
      return .quantity(min(radians, form.range?.upperBound ?? radians), .angle)
    }
    // `none`, or the smallest value.
    var end = KeyValue.plain(0)
    if case .any(let forms) = form, let word = forms[1].words.first { end = .text(word) }
    switch form.dimension {
    case .length where form.isPair:
      let slow = length()
      return .list([slow, random.oneIn(2) ? slow : length()])
    case .length: return random.oneIn(8) ? end : length()
    case .duration:
      return random.oneIn(8) ? end : .quantity(random.pick([50.0, 100, 200, 250, 400]) * 1000, .duration)
    case .speed: return .quantity(random.pick([10.0, 20, 50, 100, 200, 250]), .speed)
    case .angle: return form.isPair ? .list([angle(), angle()]) : angle()
    case .spread: return random.oneIn(2) ? .share(random.pick([0.25, 0.5, 1])) : length()
    case .force: return .quantity(random.pick([100, 200, 400]), .force)
    case .turnRate, .position, nil: break
    }
    switch form {
    case .number(let range):
      let value = random.pick([0.1, 0.25, 0.5, 1, 1.25, 1.5, 2])
      return .plain(min(max(value, range.lowerBound), range.upperBound))
    case .count(let range): return .plain(Double(random.int(range.lowerBound...min(range.upperBound, 3))))
    case .any(let forms):
      if case .list = forms[0] { return nil }
      return random.pick([.plain(1), .plain(2), .plain(3), end])
    case .flag: return .flag(random.oneIn(2))
    case .word(let words): return .text(random.pick(words))
    case .words(let words): return random.words(words)
    default: return nil
    }
  }
}

extension SplitMix64 {
  /// Some of the first four words.
  mutating func words(_ words: [String]) -> KeyValue {
    let bits = int(1...(1 << min(words.count, 4) - 1))
    return .list(words.indices.filter { bits >> $0 & 1 == 1 }.map { .text(words[$0]) })
  }
}
