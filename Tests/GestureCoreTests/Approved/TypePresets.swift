import GestureTesting

@testable import GestureCore

/// The defaults of recognizers.md §4, as the parameters have them, and what is true of the type.
enum TypePresets {
  static func lines(of type: GestureType) -> [String] {
    DeviceClass.allCases.flatMap { deviceClass in
      let parameters = type.defaults(deviceClass)
      let isGuarded = (1...4).map { fingers in
        RecognizerDefinition("x", type, deviceClass, fingers: fingers...fingers).isOfTypingHand ? "1" : "0"
      }
      let lines =
        type.keys.map { "\($0.name.rawValue) \($0.preset(of: parameters))" } + [
          "traits \(type.traits)",
          "states \(type.traits.states.map(\.rawValue).joined(separator: " "))",
          "typing \(isGuarded.joined())",
          "waits \(String(describing: parameters.longestWait)) \(parameters.tapCount)",
        ]
      return lines.map { "\(deviceClass.rawValue) \($0)" }
    }
  }
}

extension ParameterKey {
  fileprivate func preset(of parameters: AnyParameters) -> String {
    switch kind {
    case .length(let access, _), .speed(let access), .angle(let access, _), .ratio(let access, _):
      Notation.short(access.get(parameters), 6)
    case .lengthPair(let slow, let fast), .anglePair(let slow, let fast, _):
      "\(Notation.short(slow.get(parameters), 6)) \(Notation.short(fast.get(parameters), 6))"
    case .duration(let access, _): "\(access.get(parameters))"
    case .count(let access, _), .countOrNone(let access, _): "\(access.get(parameters))"
    case .countOrAny(let access, _): "\(String(describing: access.get(parameters)))"
    case .flag(let access): "\(access.get(parameters))"
    case .choice(let access, _): access.get(parameters)
    case .words(let access, _): "\(access.get(parameters))"
    case .spread(let absolute, let relative):
      "\(Notation.short(absolute.get(parameters), 6)) \(String(describing: relative.get(parameters)))"
    case .forces(let access):
      "\(access.get(parameters).first) \(String(describing: access.get(parameters).second))"
    case .template(let access): "\(access.get(parameters).count)"
    case .steps(let access): "\(access.get(parameters).count)"
    }
  }
}
