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
        type.keys.map { "\($0.name.rawValue) \($0.get(parameters).notation)" } + [
          "traits \(type.traits)",
          "states \(type.traits.states.map(\.rawValue).joined(separator: " "))",
          "typing \(isGuarded.joined())",
          "waits \(String(describing: parameters.facts.longestWait)) \(parameters.facts.tapCount)",
        ]
      return lines.map { "\(deviceClass.rawValue) \($0)" }
    }
  }
}
