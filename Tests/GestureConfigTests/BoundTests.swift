import Foundation
import GestureConfig
import GestureCore
import Testing

/// A value beyond its limits is refused with both of them, and the limits themselves are accepted.
struct BoundTests {
  /// A configuration with `VALUE`, and a value on each side that is refused.
  static let rows: [(String, String, String)] = [
    ("[[device]]\nmatch = { name = \"*\" }\nsize = [VALUE, \"20mm\"]", "\"4.9mm\"", "\"5000.5mm\""),
    ("[[device]]\nmatch = { name = \"*\" }\nsize = [\"20mm\", VALUE]", "\"4.9mm\"", "\"5000.5mm\""),
    ("[[device]]\nmatch = { name = \"*\" }\nslop_scale = VALUE", "0.09", "10.01"),
    ("[[device]]\nmatch = { name = \"*\" }\nhysteresis = VALUE", "\"-1mm\"", "\"10.5mm\""),
    ("[[device]]\nmatch = { name = \"*\" }\npalm_pressure = VALUE", "-1", "2147483648"),
    ("[[device]]\nmatch = { name = \"*\" }\npalm_size = VALUE", "\"-1mm\"", "\"1000.5mm\""),
    ("[[device]]\nmatch = { name = \"*\" }\nthumb_pressure = VALUE", "-1", "2147483648"),
    ("[[device]]\nmatch = { name = \"*\" }\nthumb_size = VALUE", "\"-1mm\"", "\"1000.5mm\""),
    ("[[device]]\nmatch = { name = \"*\" }\nclaim = VALUE", "0", "11"),
    ("[[device]]\nmatch = { name = \"*\" }\nclaim = VALUE", "\"0..3\"", "\"3..11\""),
    ("[settings]\ntyping_guard = VALUE", "\"-1ms\"", "\"3600.5s\""),
    ("[settings]\nconsume = \"grab\"\ngrab_release = { time = VALUE }", "\"0.5s\"", "\"1000s\""),
    ("[settings]\nconsume = \"grab\"\ngrab_release = { fingers = VALUE }", "1", "11"),
    ("[zone.a]\nx = [VALUE, \"100%\"]", "\"-1%\"", "\"101%\""),
    ("[zone.a]\ny = [VALUE, \"1000mm\"]", "\"-1mm\"", "\"1000.5mm\""),
    ("[[gesture]]\ntype = \"tap\"\npriority = VALUE", "-1001", "1001"),
    ("[[gesture]]\ntype = \"tap\"\nfingers = VALUE", "0", "11"),
    ("[[gesture]]\ntype = \"tap\"\ntaps = VALUE", "0", "100"),
    ("[[gesture]]\ntype = \"pan\"\nfingers = VALUE", "\"0..2\"", "\"1..11\""),
    ("[[gesture]]\ntype = \"pan\"\nmin_distance = VALUE", "\"-1mm\"", "\"1000.5mm\""),
    ("[[gesture]]\ntype = \"swipe\"\nslow_speed = VALUE", "\"-1mm/s\"", "\"20000.5mm/s\""),
    ("[[gesture]]\ntype = \"swipe\"\nangle = VALUE", "\"-1deg\"", "\"45.5deg\""),
    ("[[gesture]]\ntype = \"swipe\"\nmax_duration = VALUE", "\"-1ms\"", "\"3600.5s\""),
    ("[[gesture]]\ntype = \"pinch\"\nmin_spread = VALUE", "\"-1%\"", "\"1001%\""),
    ("[[gesture]]\ntype = \"force-press\"\nforce = VALUE", "\"0.5g\"", "\"5000.5g\""),
    ("[[gesture]]\ntype = \"force-press\"\nforce = VALUE", "\"0.5%\"", "\"100.5%\""),
    ("[[gesture]]\ntype = \"stroke\"\ntemplate = [[0, 0], [VALUE, 5]]", "-100001", "100001"),
    ("[[gesture]]\ntype = \"stroke\"\ntemplate = [[0, 0], [5, VALUE]]", "-100001", "100001"),
    ("[[gesture]]\ntype = \"tap\"\ndelays_touches = VALUE", "\"0ms\"", "\"100s\""),
    ("[[gesture]]\ntype = \"pan\"\nscroll = { factor = VALUE }", "-100.5", "100.5"),
    ("[[gesture]]\ntype = \"pan\"\nmove = VALUE", "-100.5", "100.5"),
    ("[[gesture]]\ntype = \"pinch\"\ntouchpad = { fingers = VALUE }", "1", "5"),
    ("[[gesture]]\ntype = \"pan\"\ntouchpad = { fingers = VALUE }", "2", "5"),
    ("[[gesture]]\ntype = \"pan\"\ntouchpad = { fingers = 3, factor = VALUE }", "0.05", "10.5"),
    ("[[gesture]]\ntype = \"pan\"\nwhere = { dx = \"> VALUE\" }", "-1000.5mm", "1000.5mm"),
    ("[[gesture]]\ntype = \"pan\"\nwhere = { vx = \"> VALUE\" }", "-20000.5mm/s", "20000.5mm/s"),
    ("[[gesture]]\ntype = \"pan\"\nwhere = { speed = \"> VALUE\" }", "-1mm/s", "20000.5mm/s"),
    ("[[gesture]]\ntype = \"pan\"\nwhere = { duration = \"> VALUE\" }", "-1ms", "3600.5s"),
    ("[[gesture]]\ntype = \"rotation\"\nwhere = { rotation = \"> VALUE\" }", "-36001deg", "36001deg"),
    (
      "[[gesture]]\ntype = \"rotation\"\nstep = { every = VALUE, forward.run = \"a\" }", "\"0.0995deg\"",
      "\"360.5deg\""
    ),
    (
      "[[gesture]]\ntype = \"rotation\"\nwhere = { rotation_velocity = \"> VALUE\" }", "-36001deg/s",
      "36001deg/s"
    ),
    (
      "[[gesture]]\ntype = \"force-press\"\nforce = \"2g\"\nwhere = { force = \"> VALUE\" }", "0.5g",
      "5000.5g"
    ),
  ]

  private static func problems(_ text: String, _ value: String) -> [String] {
    Configuration.load(text: text.replacing("VALUE", with: value), path: "a.toml").diagnostics
      .filter { $0.severity == .problem }.map(\.message)
  }

  @Test(arguments: [(107, true), (108, false)])
  func `a socket's path has at most 107 bytes`(_ count: Int, _ isAccepted: Bool) {
    let path = "/" + String(repeating: "a", count: count - 1)
    let problems = Self.problems("[[gesture]]\ntype = \"tap\"\nnotify = { socket = VALUE }", "\"\(path)\"")
    #expect(problems.isEmpty == isAccepted)
  }

  @Test(arguments: [("1", true), ("-1", true), ("0.5", true), ("0", false)])
  func `a factor of the wheel is any number but 0`(_ factor: String, _ turns: Bool) {
    let text = "[[gesture]]\ntype = \"pan\"\nscroll = { factor = \(factor) }"
    let actions = Configuration.load(text: text, path: "a.toml").configuration?.gestures.first?.actions
    var scroll = ScrollAction()
    scroll.factor = Double(factor) ?? 0
    #expect(actions?.lasting == (turns ? [.scroll(scroll)] : []))
  }

  @Test(arguments: rows.indices) func `both limits are accepted, and no more`(_ row: Int) throws {
    let (text, below, above) = Self.rows[row]
    let isText = below.hasPrefix("\"")
    for value in [below, above] {
      let message = try #require(Self.problems(text, value).first, "\(value) is accepted: \(text)")
      let match = try #require(message.firstMatch(of: /from (\S+) to (\S+)$/), "\(message): \(text)")
      for limit in [match.1, match.2] {
        // A range has its other end from the value.
        let whole = below.contains("..") ? "\(limit)..\(match.2)" : String(limit)
        let written = isText ? "\"\(whole)\"" : whole
        // Two keys may contradict each other at a limit.
        let refused = Self.problems(text, written).filter { $0.contains("is out of range") }
        #expect(refused == [], "\(text) with \(written)")
      }
    }
  }
}

/// Names of keys.
struct KeyNameTests {
  /// KEY_* and BTN_* of the kernel's header, by name without KEY_ and in lower case.
  static func header() throws -> [String: UInt16] {
    let text = try String(contentsOfFile: "/usr/include/linux/input-event-codes.h", encoding: .utf8)
    var codes: [String: UInt16] = [:]
    for match in text.matches(of: /(?m)^#define\s+(KEY|BTN)_(\w+)\s+(0x[0-9a-f]+|\d+)/) {
      let hex = match.3.hasPrefix("0x")
      let name = (match.1 == "KEY" ? "" : "btn_") + match.2.lowercased()
      codes[name] = UInt16(hex ? match.3.dropFirst(2) : match.3, radix: hex ? 16 : 10)
    }
    return codes
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/include/linux/input-event-codes.h")))
  func `names are those of the kernel's header`() throws {
    let codes = try Self.header()
    for name in KeyNames.all {
      // KEY_SYSRQ is labelled Print; KEY_PRINT is on no keyboard.
      if name == "print" { continue }
      if let code = codes[name] { #expect(KeyNames.code(of: name) == code, "\(name)") }
    }
    let modifiers = ["ctrl", "shift", "alt", "meta"].flatMap { ["left\($0)", "right\($0)"] }
    for (name, code) in codes where !name.hasPrefix("btn_") {
      #expect(KeyNames.isModifier(code) == modifiers.contains(name), "\(name)")
    }
  }

  @Test(arguments: [
    ("ctrl", "leftctrl"), ("control", "leftctrl"), ("shift", "leftshift"), ("alt", "leftalt"),
    ("altgr", "rightalt"), ("super", "leftmeta"), ("meta", "leftmeta"), ("win", "leftmeta"),
    ("escape", "esc"), ("return", "enter"), ("del", "delete"), ("ins", "insert"), ("pgup", "pageup"),
    ("pgdown", "pagedown"), ("space", "space"), ("print", "sysrq"), ("KEY_A", "a"), ("Key_Esc", "ESC"),
  ])
  func `a usual name is a key of the header`(_ name: String, _ key: String) throws {
    let code = try #require(KeyNames.code(of: name))
    #expect(code == KeyNames.code(of: key))
  }

  @Test(arguments: [
    ("leftmeta", "super"), ("rightshift", "rightshift"), ("pgup", "pageup"), ("return", "enter"),
    ("btn_left", "btn_left"), ("5", "5"),
  ])
  func `a key is shown by the name that people know`(_ written: String, _ shown: String) throws {
    #expect(KeyNames.name(of: try #require(KeyNames.code(of: written))) == shown)
  }

  @Test func `a shown name is that key's`() throws {
    for name in KeyNames.all {
      let code = try #require(KeyNames.code(of: name))
      #expect(KeyNames.code(of: KeyNames.name(of: code)) == code, "\(name)")
    }
    #expect(KeyNames.name(of: 0x2FF) == "767")
  }

  @Test(
    arguments: [
      ("XF86AudioMute", "mute"), ("XF86Tools", nil), ("Super_L", "super"), ("Page_Up", "pageup"),
      ("KP_5", "kp5"), ("KP_Left", "left"), ("KP_Nothing", nil), ("a", "a"), ("nothing", nil),
      ("XF86HomePage", "homepage"), ("ISO_Left_Tab", "tab"),
    ] as [(String, String?)])
  func `a keysym is an evdev name`(_ keysym: String, _ name: String?) {
    #expect(KeyNames.evdev(keysym: keysym) == name)
  }
}

/// What `tune` may set a key to is what a file may say.
@Test(arguments: GestureType.allCases) func `the measures of a key can be written`(_ type: GestureType) {
  for key in type.keys where !key.isRequired {
    guard let measures = key.measures else { continue }
    for value in [measures.lowerBound, measures.upperBound] {
      var parameters = type.defaults(.touchpad)
      key.set(measure: value, in: &parameters)
      guard let measure = key.measure(in: parameters), let written = key.written(in: parameters)?.toml else {
        continue
      }
      #expect(abs(measure - value) < 1e-6 * value + 1, "\(type.rawValue) \(key.name.rawValue)")
      let text = "[[gesture]]\ntype = \"\(type.rawValue)\"\n\(key.name.rawValue) = \(written)\n"
      let refused = Configuration.load(text: text, path: "a.toml").diagnostics.map(\.message)
        .filter { $0.contains("is out of range") }
      #expect(refused == [], "\(text)")
    }
  }
}
