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
    func length() -> Double { random.pick([1.0, 2, 3, 4, 5, 6, 8, 10, 20]) }
    func degrees() -> Double { random.pick([45.0, 45, 90, 30, 135, 180]) * .pi / 180 }
    switch kind {
    case .length(let access, let bound):
      access.set(&parameters, random.oneIn(8) ? bound.end : length())
    case .lengthPair(let slow, let fast):
      slow.set(&parameters, length())
      fast.set(&parameters, random.oneIn(2) ? slow.get(parameters) : length())
    case .duration(let access, let bound):
      let none: Timestamp = bound == .minimum ? 0 : .never
      access.set(
        &parameters, random.oneIn(8) ? none : Timestamp(random.pick([50, 100, 200, 250, 400])) * .millisecond)
    case .speed(let access): access.set(&parameters, random.pick([10.0, 20, 50, 100, 200, 250]))
    case .angle(let access, let range):
      access.set(&parameters, min(degrees(), range.upperBound * .pi / 180))
    case .anglePair(let slow, let fast, let range):
      slow.set(&parameters, min(degrees(), range.upperBound * .pi / 180))
      fast.set(&parameters, min(degrees(), range.upperBound * .pi / 180))
    case .ratio(let access, let range):
      let value = random.pick([0.1, 0.25, 0.5, 1, 1.25, 1.5, 2])
      access.set(&parameters, min(max(value, range.lowerBound), range.upperBound))
    case .count(let access, let range):
      access.set(&parameters, random.int(range.lowerBound...min(range.upperBound, 3)))
    case .countOrAny(let access, _): access.set(&parameters, random.pick([1, 2, 3, nil]))
    case .countOrNone(let access, _): access.set(&parameters, random.pick([1, 2, 3, .max]))
    case .flag(let access): access.set(&parameters, random.oneIn(2))
    case .choice(let access, let words): access.set(&parameters, random.pick(words))
    case .words(let access, let words):
      access.set(&parameters, UInt8(random.int(1...(1 << min(words.count, 4) - 1))))
    case .spread(let absolute, let relative):
      if random.oneIn(2) {
        relative.set(&parameters, random.pick([0.25, 0.5, 1]))
      } else {
        absolute.set(&parameters, length())
      }
    case .forces(let access): access.set(&parameters, ForceStages(.grams, random.pick([100, 200, 400])))
    case .template, .steps: break
    }
  }
}

extension ParameterKey.Bound {
  /// What `none`, or the smallest value, is.
  fileprivate var end: Double {
    switch self {
    case .minimum: 0
    case .maximum, .tolerance: .infinity
    }
  }
}
