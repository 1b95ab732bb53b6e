import GestureCore

/// All messages of the configuration reader, in one style: what is wrong, then what to write.
///
/// Words of the file are in backticks, and values in quotes as the user must type them. A message ends without a full stop.
enum Wording {
  // MARK: Keys

  static func unknownKey(_ key: String, in owner: String, known: [String]) -> String {
    let near = suggestion(for: key, among: known) ?? elsewhere(key, known: known)
    return "unknown key `\(key)` in \(owner)" + (near.map { "; did you mean `\($0)`?" } ?? "")
  }

  static func unknownTable(_ name: String, known: [String]) -> String {
    "unknown table `\(name)`" + didYouMean(name, known)
  }
  static func foreignKey(_ key: String, type: GestureType, owners: [GestureType]) -> String {
    "`\(key)` is not a key of a \(type.rawValue): it belongs to \(listed(owners.map { $0.rawValue }, "and"))"
  }
  static func uikitKey(_ key: String, instead: String) -> String {
    "unknown key `\(key)`: UIKit's name; did you mean `\(instead)`?"
  }
  static func tooManyGestures(_ count: Int, most: Int) -> String {
    "too many gestures: \(count), at most \(most) are allowed"
  }
  static func tooManyNames(_ key: String, _ count: Int, most: Int) -> String {
    "`\(key)` lists too many gestures: \(count), at most \(most) are allowed"
  }
  static func tooManyActions(_ key: String, _ count: Int, most: Int) -> String {
    "`\(key)` lists too many actions: \(count), at most \(most) are allowed"
  }
  static func tooManySteps(_ key: String, _ count: Int, most: Int) -> String {
    "`\(key)` has too many steps: \(count), at most \(most) are allowed"
  }
  static func unlisted(_ problems: Int, _ warnings: Int) -> String {
    func counted(_ count: Int, _ noun: String) -> [String] {
      count == 0 ? [] : ["\(count) more \(noun)\(count == 1 ? "" : "s")"]
    }
    return (counted(problems, "problem") + counted(warnings, "warning")).joined(separator: " and ")
  }
  static let notUTF8 = "the text is not UTF-8 from here on; save the file as UTF-8"
  static let arrangementNeeds = "[[arrangement]] needs `exclusive` or `simultaneous`"
  static func hysteresis(_ text: String) -> String {
    "`hysteresis` takes \"auto\", \"off\" or a length, for example \"0.5mm\", not \"\(text)\""
  }
  static func missingKey(_ key: String, in owner: String) -> String { "\(owner) needs `\(key)`" }

  // MARK: Values

  static func wrongType(_ key: String, takes: String, not value: TomlValue) -> String {
    "`\(key)` takes \(takes), not \(value.kind)"
  }
  static func quoted(_ key: String, _ value: String) -> String {
    "`\(key)` is written without quotes; did you mean \(value)?"
  }
  static func missingUnit(_ key: String, number: Double, _ dimension: Dimension) -> String {
    // A suggestion of "-3mm" would be refused as well.
    if number < 0 { return "`\(key)` has no unit; it takes \(quantity(dimension, orWord: nil))" }
    return "`\(key)` has no unit; did you mean \"\(spelled(number))\(dimension.likelyUnit(of: number))\"?"
  }
  static func unknownUnit(_ unit: String, key: String, _ dimension: Dimension) -> String {
    let units = dimension.units.map { $0.name }
    let near = suggestion(for: unit, among: units) ?? units.first { $0.hasPrefix(unit) || unit.hasPrefix($0) }
    let what = "unknown unit `\(unit)` in `\(key)`"
    return near.map { "\(what); did you mean `\($0)`?" }
      ?? "\(what): \(dimension.name) is in \(listed(units, "or"))"
  }
  static func notAQuantity(_ key: String, _ text: String, _ dimension: Dimension, orWord word: String?)
    -> String
  {
    "`\(key)` takes \(quantity(dimension, orWord: word)), not \"\(text)\""
  }
  static func quantity(_ dimension: Dimension, orWord word: String?) -> String {
    let units = listed(dimension.units.map { $0.name }, "or")
    return "\(dimension.name) in \(units), for example \(dimension.example)"
      + (word.map { ", or \"\($0)\"" } ?? "")
  }
  static func outOfRange(_ key: String, _ value: String, from: String, to: String) -> String {
    "`\(key)` is out of range: \(value) is not from \(from) to \(to)"
  }
  static func mustBePositive(_ key: String, orWord word: String?) -> String {
    "`\(key)` must be more than 0" + (word.map { ", or \"\($0)\"" } ?? "")
  }
  static func unknownWord(_ word: String, for key: String, known: [String]) -> String {
    if key == "direction", let diagonal = diagonals[word.filter { $0 != "_" && $0 != "-" }] {
      return "`direction` cannot be \"\(word)\"; this diagonal is \"\(diagonal)\""
    }
    if let meant = otherTools.first(where: { $0.key == key && $0.words.contains(word) })?.meant {
      return "`\(key)` cannot be \"\(word)\": \(meant)"
    }
    if let near = suggestion(for: word, among: known) {
      return "`\(key)` cannot be \"\(word)\"; did you mean \"\(near)\"?"
    }
    return "`\(key)` cannot be \"\(word)\": it is \(listed(known, "or"))"
  }
  private static let diagonals = [
    "leftup": "up-left", "leftdown": "down-left", "rightup": "up-right", "rightdown": "down-right",
    "upleft": "up-left", "downleft": "down-left", "upright": "up-right", "downright": "down-right",
  ]
  /// Values that other tools use, with a hint about the key or value here.
  private static let otherTools: [(key: String, words: Set<String>, meant: String)] = [
    ("type", ["double-tap", "doubletap", "double_tap"], "it is a \"tap\" with `taps = 2`"),
    ("type", ["drag", "scroll"], "it is a \"pan\""),
    ("type", ["rotate", "turn"], "it is a \"rotation\""),
    ("type", ["zoom"], "it is a \"pinch\""),
  ]
  static func emptyList(_ key: String) -> String { "`\(key)` is empty" }
  static func emptyText(_ key: String) -> String { "`\(key)` is an empty string" }
  static func repeated(_ word: String, in key: String) -> String { "`\(key)` has \"\(word)\" twice" }
  static func stages(_ key: String) -> String {
    "`\(key)` takes one value, or two as [first stage, second stage]"
  }
  static func mixedStages(_ key: String) -> String {
    "`\(key)` takes both stages in grams or newtons, or both in percent"
  }
  static func pairNeedsTwo(_ key: String) -> String { "`\(key)` takes one value, or two as [slow, fast]" }

  // MARK: Fingers

  static func fingersTake(_ type: GestureType) -> String {
    guard let accepted = type.traits.fingers else { return "nothing" }
    let limits = accepted.limits
    let number = "a whole number from \(limits.lowerBound) to \(limits.upperBound)"
    return accepted.takesRange ? number + ", or a range such as \"\(limits.lowerBound)..4\"" : number
  }
  static func fingersExactly(_ type: GestureType) -> String {
    "a \(type.rawValue) takes one number of fingers, not a range"
  }
  static func countsBackwards(_ text: String, for key: String) -> String {
    "`\(key)` = \"\(text)\" ends before it starts"
  }
  static func noFingers(_ type: GestureType) -> String {
    type == .sequence
      ? "a sequence takes its `fingers` from its steps" : "a \(type.rawValue) has no `fingers`"
  }

  // MARK: Gestures

  static func unknownType(_ word: String) -> String {
    unknownWord(word, for: "type", known: GestureType.allCases.map { $0.rawValue })
  }
  static func duplicateName(_ name: String, line: Int) -> String {
    "the name `\(name)` is already used by the gesture in line \(line)"
  }
  static func unknownZone(_ name: String, known: [String]) -> String {
    known.isEmpty
      ? "unknown zone `\(name)`: no [zone.\(name)] is in this file"
      : "unknown zone `\(name)`" + didYouMean(name, known)
  }
  static func stepHas(_ key: String) -> String {
    "a step of a sequence has no `\(key)`; write it in the sequence"
  }
  static let strokeTooShort = "`template` needs at least two different points, for example [[0, 0], [20, 0]]"
  static let templatePoint = "a point of `template` is two numbers, for example [20, 0]"

  static func nul(_ key: String) -> String {
    "`\(key)` contains a NUL character (\\u0000)"
  }
  static func controlCharacter(_ key: String) -> String { "`\(key)` contains a control character" }
  static func invisibleCharacter(_ character: Unicode.Scalar, in key: String) -> String {
    let code = String(character.value, radix: 16, uppercase: true)
    return
      "`\(key)` has an invisible character (U+\(String(repeating: "0", count: 4 - code.utf8.count))\(code)); "
      + "type the name again without it"
  }
  static func negation(_ key: String) -> String {
    "`\(key)` takes a string, a list, or { not = \"firefox\" }"
  }

  /// The reason why a gesture whose `when` does not mention `locked` is off.
  static let locked =
    "the session is locked; only gestures with when = { locked = \"yes\" } are recognized"
  static func impossibleValue(_ value: String, of key: ContextKey) -> String {
    "`\(key.rawValue)` is never \"\(value)\": it is \(key.choice)"
  }

  // MARK: Actions

  static func neverReaches(_ type: GestureType, _ state: String) -> String {
    type.traits.isDiscrete
      ? "a \(type.rawValue) has no `\(state)`: it is recognized once; write the action directly in the gesture"
      : "a \(type.rawValue) has no `\(state)`"
  }
  static func noMeasure(_ type: GestureType) -> String {
    if type.traits.lasts {
      return "a \(type.rawValue) has no motion to step by; write a time: every = \"100ms\""
    }
    let measured = GestureType.allCases.filter { $0.traits.stepMeasure != nil }.map { $0.rawValue }
    return "a \(type.rawValue) has no `step`; only \(listed(measured, "and")) have one"
  }
  static let stepWithoutAction = "`step` needs `forward` or `backward`"
  static func noAction(_ owner: String) -> String {
    "\(owner) has no action: write \(listed(ConfigurationReader.actionKinds.map { "`\($0)`" }, "or"))"
  }
  static func noActionFor(_ key: String) -> String { "`\(key)` has no effect without an action" }
  static let everyRatio = "`every` of a pinch is a ratio above 1, for example 1.1"
  static func unknownKeyName(_ name: String, known: some Sequence<String>) -> String {
    let near =
      (KeyNames.evdev(keysym: name) ?? suggestion(for: name, among: known)).map {
        "; did you mean \"\($0)\"?"
      }
      ?? ": use evdev key names, for example \"super+left\""
    return "unknown key \"\(name)\" in `keys`" + near
  }
  static func relativeSocket(_ path: String) -> String { "`socket` is not an absolute path: \"\(path)\"" }
  static let longSocket = "`socket` is longer than the 107 bytes of a Unix socket's path"
  static func unsetVariable(_ name: String) -> String {
    "$\(name) is not set; `socket` is used as it is written"
  }

  // MARK: Names

  static func unknownRecognizer(_ name: String, known: [String]) -> String {
    "unknown gesture `\(name)`" + didYouMean(name, known)
  }
  static func namesItself(_ name: String, in key: String) -> String {
    "`\(name)` refers to itself in `\(key)`"
  }
  static func cycle(_ names: [String]) -> String { "requirement cycle: " + names.joined(separator: " → ") }
  static func waitsAndNot(_ a: String, _ b: String) -> String {
    "`\(a)` cannot both wait for `\(b)` and be simultaneous with it"
  }
  static let memberTakes = "a member of `exclusive` is a gesture's name, or a table with `name` and `eager`"
  static func eagerDiscrete(_ name: String) -> String {
    "`eager` has no effect on `\(name)`, which is recognized at once: it waits for those before it"
  }
  static func combinationTakes(_ key: String) -> String {
    "`\(key)` in `steps` takes a list of two or more gesture tables, and stands alone in its table"
  }
  static func combinationHas(_ type: String) -> String {
    "a \(type) cannot be one of several gestures of a step; write its steps one after another"
  }
  static let stepOfClient = "a gesture of type \"client\" cannot be a step of a sequence"
  static func combinationInCombination(_ word: String) -> String {
    "`\(word)` cannot be one of several gestures of a step; the members of a combination are single gestures"
  }
  static let arrangementNeedsTwo = "an arrangement needs at least two gestures"

  // MARK: Devices, zones, file

  static func zoneEnds(_ axis: String) -> String { "`\(axis)` must end after it starts" }
  static func position(_ key: String) -> String {
    "`\(key)` takes two positions, for example [\"0%\", \"50%\"] or [\"0mm\", \"20mm\"]"
  }
  static let deviceMatchEmpty = "`match` is empty; for every device: match = { name = \"*\" }"
  static func hexadecimal(_ key: String) -> String {
    "`\(key)` takes four hexadecimal digits, such as \"06cb\" (0x is allowed)"
  }
  static let rotation = "`rotation` is 0, 90, 180 or 270"
  static let padShortest = "`shortest_contact` has no effect on touchpads: it is for touchscreens"
  static func noThumbs(_ key: String) -> String { "`\(key)` has no effect beside `thumb = false`" }
  static let padRotation = "`rotation` has no effect: it turns the panel of a touchscreen"
  static let calibrationTakes =
    "`calibration` takes six numbers, for example [-1, 0, 1, 0, 1, 0] for a mirrored x axis"
  static let calibrationFlat = "`calibration` maps the whole panel to a line"
  static func rangeTakes(_ axis: String) -> String {
    "`\(axis)` of `range` takes the least and the largest value that the device sends, for example [0, 2864]"
  }
  static func shadowedDevice(line: Int) -> String {
    "this table is never used: the first match applies, and the one in line \(line) matches the same devices"
  }
  static func delayedLandings(_ time: String) -> String {
    "every landing on these devices is recognized \(time) later, which `shortest_contact` needs; touchpads have no such delay"
  }
  static func deviceName(_ name: String) -> String {
    "\"\(name)\" cannot name a device: a name is a text that is no class and no path"
  }
  static func nameOfNoDevice(_ name: String, hint: String?) -> String {
    "no touch device of this machine and no `name` of a [[device]] matches \"\(name)\""
      + (hint.map { "; did you mean \"\($0)\"?" } ?? "; `gesturectl devices` lists names and paths")
  }
  static func impossibleDeviceName(_ name: String) -> String {
    "\"\(name)\" matches no device: "
      + (name.isEmpty
        ? "it is empty" : "a path of a device begins with /dev/input/, and a name with no slash")
  }
  static func touchLimit(_ key: String, isLength: Bool) -> String {
    "`\(key)` takes two limits, from which a contact is a touch and below which it ends, as [30, 25] in the device's units"
      + (isLength ? ", or [\"7mm\", \"5mm\"]" : "") + "; or \"auto\", or \"off\""
  }
  static let sizeTakes = "`size` takes width and height, for example [\"102mm\", \"68mm\"]"
  /// The parser's message, with what was likely meant if the message does not help.
  static func notToml(_ description: String) -> String {
    let hint = tomlHints.first { $0.saying.matches(description) }?.hint
    return "not valid TOML: \(hint ?? lowercasedFirst(description))"
  }
  private static let tomlHints: [(saying: NamePattern, hint: String)] = [
    (
      saying: "*unescaped control characters other than TAB*",
      hint: "unterminated string, or a control character in it; a string begins and ends with \""
    ),
    (
      saying: "*parsing boolean*",
      hint: "not a value; strings need straight quotes, for example \"swipe\"; true and false need none"
    ),
    (
      saying: "*could not determine value type*",
      hint: "not a value; strings need straight quotes, for example \"swipe\""
    ),
    (
      saying: "*expected key or closing '}', saw '*",
      hint: "a { … } table must be on one line; use a table with a header, for example [gesture.step]"
    ),
  ]
  static func cannotRead(_ reason: String) -> String { "cannot be read: \(reason)" }
  static let tooLarge = "is larger than 1 MiB, the limit for a configuration"
  static func writableByOthers(_ path: String) -> String {
    "can be written by others; refused, because it runs commands: chmod go-w \(shellQuoted(path))"
  }
  static func foreignOwner(_ path: String) -> String {
    "belongs to another user; refused, because it runs commands: sudo chown \"$USER\" \(shellQuoted(path))"
  }

  // MARK: Warnings

  static let noGestures = "the configuration has no gestures"
  static func neverReady(_ name: String, fingers: Int, most: Int) -> String {
    "`\(name)` can never be made: it takes \(fingers) fingers, and no device that it applies to reports more than \(most)"
  }
  static func noButton(_ name: String) -> String {
    "`\(name)` can never be made: it needs a button, and no device that it applies to has one"
  }
  /// - Parameter isAny: whether a device reports force, but not in the gesture's unit.
  static func noForce(_ name: String, isAny: Bool) -> String {
    isAny
      ? "`\(name)` can never be made: no device that it applies to gives a unit of force; write `force` as a fraction of the "
        + "axis range, for example \"60%\""
      : "`\(name)` can never be made: it needs a device that reports force, and no device that it applies to does"
  }
  static func readsNoForce(_ name: String) -> String {
    "`reads_force` has no effect on `\(name)`: no device that it applies to measures force"
  }
  static func noDevice(_ name: String) -> String {
    "`\(name)` can never be made: no touch device of this machine matches it"
  }
  static func neverSetContext(_ key: String, known: [String]) -> String {
    let what = "no program has set the context key `\(key)` so far"
    if let source = ContextKey(rawValue: key)?.source { return "\(what): \(source)" }
    return known.isEmpty ? "\(what): `gesturectl context \(key)=VALUE` does" : what + didYouMean(key, known)
  }
  static func pointerMotion(_ name: String) -> String {
    "`\(name)` is made with one finger, which also moves the pointer on a touchpad; gestures of more fingers are "
      + "recognized better without it: device = \"touchscreen\""
  }
  /// The end of a warning that applies to several lines.
  static func otherLines(_ count: Int) -> String {
    count == 1 ? " (also in 1 other line)" : " (also in \(count) other lines)"
  }
  static func notOnPath(_ program: String) -> String { "`\(program)` not found in PATH" }
  static func notExecutable(_ path: String) -> String { "`\(path)` is not an executable program" }

  static func narrowSectors(_ name: String, fingers: Int, others: [String]) -> String {
    let more = others.isEmpty ? "" : ", also \(listed(others.map { "`\($0)`" }, "and"))"
    return
      "`\(name)` is diagonal, so swipes with \(fingers == 1 ? "1 finger" : "\(fingers) fingers") may be at most 22.5° off their direction instead of 45°\(more)"
  }

  // MARK: Grammar

  static func didYouMean(_ word: String, _ known: some Sequence<String>) -> String {
    suggestion(for: word, among: known).map { "; did you mean `\($0)`?" } ?? ""
  }
  /// "a, b or c"
  static func listed(_ words: [String], _ conjunction: String) -> String {
    guard words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(conjunction) " + words[words.count - 1]
  }
  private static func lowercasedFirst(_ text: String) -> String {
    text.prefix(1).lowercased() + text.dropFirst()
  }
  private static func shellQuoted(_ path: String) -> String {
    let plain = path.utf8.allSatisfy { byte in
      switch byte {
      case 0x2B...0x3A, 0x40...0x5A, 0x5F, 0x61...0x7A: true  // + , - . / 0-9 : @ A-Z _ a-z
      default: false
      }
    }
    if plain { return path }
    return "'" + path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
