/// The keys of the context that have values of their own and a source; any other key is a name that a program chooses.
package enum ContextKey: String, CaseIterable, Sendable {
  /// Whether the session is locked. While it is, gestures that do not have it in `when` are off.
  case locked
  /// Of a convertible, by its switch (SW_TABLET_MODE); one is always the opposite of the other.
  case tablet, laptop
  /// How the panel is turned clockwise at present, in addition to `rotation` of a touchscreen's `[[device]]`.
  case rotation

  /// Its value while nothing has set it; nil: none.
  package var unset: String? {
    switch self {
    case .locked: "no"
    case .rotation: "0"
    case .tablet, .laptop: nil
    }
  }

  /// The values that it can have.
  package var words: [String] {
    switch self {
    case .locked, .tablet, .laptop: ["yes", "no"]
    case .rotation: ["0", "90", "180", "270"]
    }
  }

  /// What sets it, for the warning of a `when` with a key that has never been set.
  var source: String {
    switch self {
    case .locked: "the program context/logind does"
    case .tablet, .laptop: "this machine has no switch for it that can be read (SW_TABLET_MODE)"
    case .rotation: "the program context/iio-sensor-proxy does"
    }
  }

  /// Why a program cannot set these values; nil: it can. An empty value removes its key.
  package static func refusal(of values: [String: String]) -> String? {
    for key in allCases {
      guard let value = values[key.rawValue], !value.isEmpty, !key.words.contains(value) else { continue }
      return "`\(key.rawValue)` is \(Wording.listed(key.words, "or")), not \"\(value)\""
    }
    return nil
  }

  /// Degrees, clockwise.
  static func rotation(in context: [String: String]) -> Int {
    context[rotation.rawValue].flatMap { Int($0) } ?? 0
  }
}

extension WhenCondition {
  /// What every gesture has that says nothing of `locked`: on a lock screen it would act without the user's password.
  package static let notLocked = WhenCondition(
    key: ContextKey.locked.rawValue, values: ["yes"], isNegated: true)
}

extension GestureBinding {
  /// What must hold for it to take part in a touch sequence: `when`, and that the session is not locked.
  package var permission: [WhenCondition] {
    when.contains { $0.key == ContextKey.locked.rawValue } ? when : when + [.notLocked]
  }

  package func isPermitted(in context: [String: String]) -> Bool { permission.holds(in: context) }
}

extension Configuration {
  /// Whether a `when` has the key.
  package func uses(_ keys: ContextKey...) -> Bool {
    gestures.contains { $0.when.contains { condition in keys.contains { $0.rawValue == condition.key } } }
  }
}
