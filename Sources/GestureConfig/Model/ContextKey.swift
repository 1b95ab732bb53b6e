import GestureCore

/// The context keys that have fixed values and a source. Programs choose all other keys.
package enum ContextKey: String, CaseIterable, Sendable {
  /// Whether the session is locked. While it is, only gestures whose `when` mentions `locked` take part.
  case locked
  /// Whether a convertible is used as a tablet or as a laptop, from its switch (SW_TABLET_MODE). Each is the opposite of the
  /// other.
  case tablet, laptop
  /// Whether the laptop is closed, from its switch (SW_LID).
  case lid
  /// Whether the pen of a touchscreen is near, or was 150 ms ago.
  case pen
  /// The clockwise rotation of the built-in panel's picture, in addition to `rotation` of the touchscreen's `[[device]]`. With a point
  /// and the name of an output behind it, it is that output's.
  case rotation
  /// The modifiers held on any keyboard, in the order of `modifiers`, joined by "+".
  case modifiers

  /// What is known of the key: the values that it can have, and the source of the values, for the warning about a key that has never
  /// been set. Of the keys of `ContextProgram` `status` says what sets them.
  private var row: (words: [String], source: String?) {
    let noSwitch = "this machine has no switch for it that can be read"
    return switch self {
    case .locked: (["yes", "no"], "logind reports it, or `gesturectl control locked` does")
    case .tablet, .laptop: (["yes", "no"], "\(noSwitch) (SW_TABLET_MODE)")
    case .lid: (["open", "closed"], "\(noSwitch) (SW_LID)")
    case .pen: (["yes", "no"], "this machine has no pen that can be read")
    case .rotation: (["0", "90", "180", "270"], nil)
    case .modifiers: (Self.combinations, "gestured-typing does, where it runs (gesturectl doctor)")
    }
  }

  /// The value until a program sets the key; nil for a key without a default.
  var unset: String? {
    switch self {
    case .locked: "no"
    case .rotation: "0"
    case .modifiers: "none"
    case .tablet, .laptop, .lid, .pen: nil
    }
  }
  /// The values that the key can have.
  package var words: [String] { row.words }

  /// What sets a key; nil for one that a program of config/context or only the user's programs set.
  static func source(of name: String) -> String? { ContextKey(rawValue: name)?.row.source }
  /// The keys that something of gestured sets.
  static var namesWithSource: [String] {
    allCases.map { $0.rawValue } + ContextProgram.allKeys.filter { ContextKey(rawValue: $0) == nil }
  }

  /// The names of the modifiers, in the order in which they are joined.
  package static let modifierNames = ["ctrl", "alt", "shift", "super"]

  /// The value for a set of modifiers; bit 0 is the first of `modifierNames`.
  package static func modifiers(_ bits: UInt8) -> String { combinations[Int(bits) % combinations.count] }

  private static let combinations = (0..<1 << modifierNames.count).map { bits in
    let held = modifierNames.indices.filter { bits >> $0 & 1 == 1 }.map { modifierNames[$0] }
    return held.isEmpty ? "none" : held.joined(separator: "+")
  }

  /// The form in which values are compared: modifiers in their order, so "shift+ctrl" becomes "ctrl+shift".
  package func canonical(_ value: String) -> String {
    guard self == .modifiers else { return value }
    let held = value.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    guard held.allSatisfy(Self.modifierNames.contains) else { return value }
    return Self.modifierNames.filter(held.contains).joined(separator: "+")
  }

  /// The values that the key can have, for a message.
  var choice: String {
    self == .modifiers
      ? "none, or \(listed(Self.modifierNames, "or")), joined by +" : listed(words, "or")
  }

  /// Why a program cannot set these values; nil if it can. An empty value removes its key.
  package static func refusal(of values: [String: String]) -> String? {
    for (name, value) in values.sorted(by: { $0.key < $1.key }) where !value.isEmpty {
      let key = name.hasPrefix(outputPrefix) ? rotation : ContextKey(rawValue: name)
      guard let key, !key.words.contains(key.canonical(value)) else { continue }
      return "`\(name)` is \(key.choice), not \"\(value)\""
    }
    return nil
  }

  /// A value in the form that `when` compares.
  package static func canonical(_ name: String, _ value: String) -> String {
    ContextKey(rawValue: name)?.canonical(value) ?? value
  }

  private static let outputPrefix = "\(rotation.rawValue)."
  /// How the names of built-in panels begin, as the kernel names connectors (drm_connector_enum_list).
  private static let builtIn = ["eDP", "LVDS", "DSI"]

  /// The clockwise rotation of the picture on an output in degrees (recognizers.md §1.2).
  ///
  /// - Parameter output: nil if it is not known.
  static func rotation(in context: [String: String], of output: String?) -> Int {
    let ofPanel = context[rotation.rawValue]
    guard let output else { return ofPanel.flatMap { Int($0) } ?? 0 }
    let isBuiltIn = builtIn.contains(where: output.hasPrefix)
    return (context[outputPrefix + output] ?? (isBuiltIn ? ofPanel : nil)).flatMap { Int($0) } ?? 0
  }
}

extension WhenCondition {
  /// The condition of every gesture whose `when` does not mention `locked`. Without it, a gesture would run its actions on the
  /// lock screen.
  package static let notLocked = WhenCondition(
    key: ContextKey.locked.rawValue, values: ["yes"], isNegated: true, initial: ContextKey.locked.unset)
}

extension GestureBinding {
  /// The conditions under which the gesture takes part in a touch sequence: its `when`, and that the session is not locked.
  package var permission: [WhenCondition] {
    let namesLock = when.contains { $0.key == ContextKey.locked.rawValue }
    return namesLock ? when : when + [.notLocked]
  }
}

extension Configuration {
  /// Whether a `when` mentions one of the keys.
  package func uses(_ keys: ContextKey...) -> Bool { uses(keys.map { $0.rawValue }) }

  package func uses(_ keys: [String]) -> Bool {
    let isUsed = { (condition: WhenCondition) in keys.contains(condition.key) }
    // By their indices, because a closure would get a copy of each gesture.
    return gestures.indices.contains { index in
      gestures[index].when.contains(where: isUsed)
        || gestures[index].relations.contains { $0.when.contains(where: isUsed) }
    }
      || devices.contains {
        $0.settings.when.contains(where: isUsed) || $0.settings.ignoredWhen.contains(where: isUsed)
          || $0.settings.claims.contains { $0.when.contains(where: isUsed) }
      }
  }
}

extension Configuration {
  /// The typing guard of a gesture on a device class, µs; 0 for none. A value in the gesture itself applies to every class.
  func typingGuard(
    of gesture: Int, _ definition: RecognizerDefinition, on deviceClass: DeviceClass
  ) -> Timestamp {
    if let own = gestures[gesture].typingGuard { return own }
    return deviceClass == .touchpad && definition.isOfTypingHand ? typingGuard : 0
  }

  /// Whether a gesture on this device class needs the input of gestured-typing.
  package var readsTyping: Bool {
    uses(.modifiers)
      || gestures.indices.contains { gesture in
        gestures[gesture].definitions.contains { typingGuard(of: gesture, $0.value, on: $0.key) > 0 }
      }
  }

  /// Whether the configuration has a key that needs gestured-typing.
  package var needsTyping: Bool { writesTypingGuard || uses(.modifiers) }
}
