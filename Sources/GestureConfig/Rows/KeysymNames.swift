// Converts X11's key names (keysyms), which other programs use, into evdev's.
extension KeyNames {
  /// The name that `keys` accepts for a keysym (`Super_L`, `XF86AudioMute`, `Page_Up`); nil if unknown.
  package static func evdev(keysym: String) -> String? {
    var name = keysym.lowercased()
    if name.hasPrefix("xf86") {
      let key = String(name.dropFirst(4))
      // Without this prefix most names equal evdev's; `multimedia` has the others.
      return [multimedia[key] ?? key].first { code(of: $0) != nil }
    }
    if let known = keysyms[name] { return known }
    if name.hasPrefix("kp_") {
      name = "kp" + name.dropFirst(3)
      // `KP_Left` is a keypad key without Num Lock. It maps to the key of the same meaning, `left`.
      if code(of: name) == nil { return evdev(keysym: String(name.dropFirst(2))) }
    }
    return code(of: name) == nil ? nil : name
  }

  /// XF86 keysyms whose evdev key has another name, as mapped by xkeyboard-config's symbols/inet and keycodes/evdev.
  private static let multimedia = [
    "audiomute": "mute", "audioraisevolume": "volumeup", "audiolowervolume": "volumedown",
    "audiomicmute": "micmute", "audioplay": "playpause", "audiopause": "pausecd", "audiostop": "stopcd",
    "audionext": "nextsong", "audioprev": "previoussong", "audiorecord": "record", "audiorewind": "rewind",
    "audioforward": "fastforward", "audiomedia": "media", "monbrightnessup": "brightnessup",
    "monbrightnessdown": "brightnessdown", "kbdbrightnessup": "kbdillumup",
    "kbdbrightnessdown": "kbdillumdown", "kbdlightonoff": "kbdillumtoggle", "display": "switchvideomode",
    "screensaver": "screenlock", "calculator": "calc", "mycomputer": "computer", "poweroff": "power",
    "explorer": "file", "favorites": "bookmarks", "reload": "refresh", "launcha": "scale",
    "launchb": "dashboard", "touchpadtoggle": "touchpad_toggle", "touchpadon": "touchpad_on",
    "touchpadoff": "touchpad_off", "eject": "ejectcd", "wakeup": "wakeup",
  ]

  /// Other keysyms with another name, in lower case. A sign maps to the key of a US keyboard that has it without shift.
  private static let keysyms = [
    "super_l": "super", "super_r": "rightmeta", "control_l": "ctrl", "control_r": "rightctrl", "alt_l": "alt",
    "alt_r": "rightalt", "shift_l": "shift", "shift_r": "rightshift", "meta_l": "meta", "meta_r": "rightmeta",
    "hyper_l": "meta", "iso_level3_shift": "altgr", "iso_left_tab": "tab", "return": "enter", "escape": "esc",
    "prior": "pageup",
    "next": "pagedown", "page_up": "pageup", "page_down": "pagedown", "caps_lock": "capslock",
    "num_lock": "numlock", "scroll_lock": "scrolllock", "sys_req": "sysrq", "comma": "comma", "period": "dot",
    "bracketleft": "leftbrace", "bracketright": "rightbrace", "quoteleft": "grave",
    "quoteright": "apostrophe",
    "kp_add": "kpplus", "kp_subtract": "kpminus", "kp_multiply": "kpasterisk", "kp_divide": "kpslash",
    "kp_decimal": "kpdot", "kp_equal": "kpequal", "plus": "kpplus", "underscore": "minus",
  ]
}
