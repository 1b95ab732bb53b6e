import CEvdev

/// The names that `keys` accepts: evdev's in lower case without `KEY_`, the common names of modifiers, and mouse buttons with
/// `BTN_`.
package enum KeyNames {
  /// The code of a key; nil if no key has the name. Case and a leading `KEY_` do not matter.
  package static func code(of name: String) -> UInt16? {
    var name = name.lowercased()
    if name.hasPrefix("key_") { name.removeFirst(4) }
    return codes[name]
  }

  /// A modifier by its usual name, any other key by the kernel's; the number of a code without a name.
  package static func name(of code: UInt16) -> String {
    let usual = usualNames.first { $0.1 == code }?.0
    let kernel = codes.filter { key in key.value == code && !usualNames.contains { $0.0 == key.key } }.keys
      .min()
    return (isModifier(code) ? usual ?? kernel : kernel ?? usual) ?? "\(code)"
  }

  package static func isModifier(_ code: UInt16) -> Bool { modifiers.contains(code) }

  /// All names, for suggestions.
  package static var all: [String] { codes.keys.sorted() }

  /// KEY_LEFTCTRL, KEY_LEFTSHIFT, KEY_RIGHTSHIFT, KEY_LEFTALT, KEY_RIGHTCTRL, KEY_RIGHTALT, KEY_LEFTMETA, KEY_RIGHTMETA.
  private static let modifiers: [UInt16] = [29, 42, 54, 56, 97, 100, 125, 126]

  private static let usualNames: [(String, UInt16)] = [
    ("ctrl", 29), ("control", 29), ("shift", 42), ("alt", 56), ("altgr", 100), ("super", 125), ("meta", 125),
    ("win", 125), ("escape", 1), ("return", 28), ("del", 111), ("ins", 110), ("pgup", 104), ("pgdown", 109),
    ("print", 99),
    ("btn_left", 272), ("btn_right", 273), ("btn_middle", 274), ("btn_side", 275), ("btn_extra", 276),
  ]

  /// Second names of keys in linux/input-event-codes.h, and names that libevdev 1.13 does not have.
  private static let otherNames: [(String, UInt16)] = [
    ("hanguel", 122), ("screenlock", 152), ("direction", 153), ("dashboard", 204), ("brightness_zero", 244),
    ("wimax", 246), ("zoom", 372), ("screen", 375), ("brightness_toggle", 431), ("link_phone", 447),
    ("refresh_rate_toggle", 562),
  ]

  /// The names of libevdev, read at the first use of `keys`. `print` is KEY_SYSRQ, which keyboards label Print; KEY_PRINT (210)
  /// is not on keyboards.
  private static let codes: [String: UInt16] = {
    var codes = Dictionary(uniqueKeysWithValues: otherNames)
    for code in 1..<UInt32(KEY_MAX) {
      // The library's own constant text, which is copied.
      guard let text = unsafe libevdev_event_code_get_name(UInt32(EV_KEY), code) else { continue }
      let name = unsafe String(cString: text)
      if name.hasPrefix("KEY_") { codes[name.dropFirst(4).lowercased()] = UInt16(code) }
    }
    for (name, code) in usualNames where codes[name] == nil || name == "print" { codes[name] = code }
    return codes
  }()
}
