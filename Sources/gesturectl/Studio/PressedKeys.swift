import GestureConfig

/// Converts a browser's key names (KeyboardEvent.code) into those of `keys`.
enum PressedKeys {
  /// `super+shift+left`; nil if the kernel has no name for a key.
  static func chord(_ codes: [String]) -> String? {
    let names = codes.map(name)
    guard !names.isEmpty, !names.contains(nil) else { return nil }
    let known = names.compactMap(\.self)
    func isModifier(_ name: String) -> Bool { KeyNames.code(of: name).map(KeyNames.isModifier) ?? false }
    return (known.filter(isModifier) + known.filter { !isModifier($0) }).joined(separator: "+")
  }

  private static func name(_ code: String) -> String? {
    let word = special[code] ?? regular(code)
    return KeyNames.code(of: word) == nil ? nil : word
  }

  /// Converts names with a regular form: `KeyA`, `Digit1`, `ArrowLeft`, `F5`, `Numpad7`, `AudioVolumeUp`.
  private static func regular(_ code: String) -> String {
    for (prefix, other) in [("Key", ""), ("Digit", ""), ("Arrow", ""), ("Numpad", "kp"), ("Audio", "")]
    where code.hasPrefix(prefix) { return other + code.dropFirst(prefix.count).lowercased() }
    return code.lowercased()
  }

  /// The keys whose names differ.
  private static let special = [
    "MetaLeft": "super", "MetaRight": "rightmeta", "ControlLeft": "ctrl", "ControlRight": "rightctrl",
    "ShiftLeft": "shift", "ShiftRight": "rightshift", "AltLeft": "alt", "AltRight": "altgr",
    "BracketLeft": "leftbrace", "BracketRight": "rightbrace", "Quote": "apostrophe", "Backquote": "grave",
    "Period": "dot", "IntlBackslash": "102nd", "ContextMenu": "compose", "PrintScreen": "print",
    "NumpadAdd": "kpplus", "NumpadSubtract": "kpminus", "NumpadMultiply": "kpasterisk",
    "NumpadDivide": "kpslash", "NumpadDecimal": "kpdot", "AudioVolumeMute": "mute",
    "MediaPlayPause": "playpause", "MediaTrackNext": "nextsong", "MediaTrackPrevious": "previoussong",
    "MediaStop": "stopcd", "BrowserBack": "back", "BrowserForward": "forward", "BrightnessUp": "brightnessup",
    "BrightnessDown": "brightnessdown",
  ]
}
