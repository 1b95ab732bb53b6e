import GestureConfig
import GestureCore

/// A gesture of another program, translated.
struct ImportedGesture {
  /// Line in the other program's file, and that in which the gesture begins.
  var line: Int
  let firstLine: Int
  var type: GestureType
  /// Finger count in the configuration's syntax: `3`, `"2..4"`; nil for the type's default.
  var fingers: String?
  /// The direction as part of the name: `left`.
  var way: String?
  /// Lines of TOML: first the parameters, then the actions.
  var keys: [String] = []
  var actions: [String] = []

  init(_ type: GestureType, fingers: Int?, way: String? = nil, line: Int, keys: [String] = []) {
    self.type = type
    self.fingers = fingers.map { "\($0)" }
    self.way = way
    self.line = line
    firstLine = line
    self.keys = keys
  }

  static func directed(_ type: GestureType, _ direction: String, fingers: Int?, line: Int) -> ImportedGesture
  {
    ImportedGesture(
      type, fingers: fingers, way: direction, line: line, keys: ["direction = \"\(direction)\""])
  }

  fileprivate var when: String? { keys.first { $0.hasPrefix("when = ") } }
  /// The parts by which two gestures are the same: all but the line and the name.
  fileprivate var meaning: [String] { [type.rawValue, fingers ?? ""] + keys + actions }

  /// Recognizes the swipe at the lift, at any speed, as the other program does. Fingers may stop before they lift.
  mutating func fireAtRelease() { keys += ["fire_on = \"release\"", "min_velocity = 0"] }

  /// Adds a condition to `when`.
  mutating func require(_ condition: String) {
    let opening = "when = { "
    if let index = keys.firstIndex(where: { $0.hasPrefix(opening) }) {
      keys[index] = "\(opening)\(condition), \(keys[index].dropFirst(opening.count))"
    } else {
      keys.append("\(opening)\(condition) }")
    }
    // A gesture with a condition takes precedence over the same one without it, in a document that comes last, too.
    let isLast = keys.contains("priority = -2")
    keys.removeAll { $0.hasPrefix("priority = ") }
    keys.append(isLast ? "priority = -1" : "priority = 2")
  }
}

/// The output of `import`: tables of gestures, and comments for what could not be translated.
struct ImportedConfiguration {
  /// The comments of the other program's file, for the descriptions of gestures.
  var comments: ForeignComments?
  /// The desktop's window actions, of which some gestures have one.
  var windows: WindowActions?
  /// Tables of settings, devices and zones, each without its last line end.
  private var heads: [String] = []
  private var parts: [String] = []
  private var names: Set<String> = []
  /// The swipes that were written, by their names.
  private var swipes: [(name: String, gesture: ImportedGesture)] = []
  /// The meaning of each gesture that was written.
  private var written: Set<[String]> = []
  /// Gestures and settings of the file that could not be translated, by their lines and texts.
  private var refusedGestures: Set<String> = []
  private var refusedSettings: Set<String> = []

  /// The summary of refused parts: `2 gestures and 1 setting were not translated`; nil if all were translated.
  var refusals: String? {
    let counts = [(refusedGestures.count, "gesture"), (refusedSettings.count, "setting")].filter { $0.0 > 0 }
    let isOne = counts.reduce(0) { $0 + $1.0 } == 1
    return counts.isEmpty
      ? nil : counts.map(counted).joined(separator: " and ") + (isOne ? " was" : " were") + " not translated"
  }

  /// Adds a table of settings, a device or a zone, each written once.
  mutating func add(head: String) { if !heads.contains(head) { heads.append(head) } }

  /// - Parameter what: the gesture's name in the other file.
  mutating func add(_ gesture: ImportedGesture, what: String) {
    guard written.count < ConfigurationReader.mostGestures else {
      let reason = "a configuration can have at most \(ConfigurationReader.mostGestures) gestures"
      return refuse(gesture.line, what, reason)
    }
    let name = name(of: gesture)
    let table = table(gesture, named: name)
    let loaded = Configuration.load(text: (heads + [table]).joined(separator: "\n"), path: "")
    if let problem = loaded.diagnostics.first(where: { $0.severity == .problem }) {
      return refuse(gesture.line, what, problem.message)
    }
    // Gestures with the left and the right key become the same, because `when` has one modifier for both.
    guard written.insert(gesture.meaning).inserted else {
      return note(gesture.line, what, "the same as a gesture above")
    }
    names.insert(name)
    if gesture.type == .swipe { swipes.append((name, gesture)) }
    let both = companions(of: gesture).map { "\nsimultaneous_with = \(TomlText.list($0))" } ?? ""
    parts.append("# line \(gesture.line): \(what.onOneLine)\n\(table)\(both)")
  }

  /// The swipes of the same fingers and in a direction of the pan, which goes together with them, because the other program does
  /// both.
  private func companions(of gesture: ImportedGesture) -> [String]? {
    guard gesture.type == .pan, gesture.way == nil else { return nil }
    let direction = gesture.keys.first { $0.hasPrefix("direction = ") }
    let own = swipes.filter { _, swipe in
      swipe.fingers == gesture.fingers && swipe.when == gesture.when
        && direction?.contains("\"\(swipe.way ?? "")\"") ?? true
    }
    return own.isEmpty ? nil : own.map(\.name)
  }

  /// A remark on a part that needs no counterpart, because the other program does nothing else with it.
  mutating func note(_ line: Int, _ what: String, _ remark: String) {
    parts.append("# line \(line): \(what.onOneLine): \(remark.onOneLine)")
  }

  /// - Parameter gesture: written as a comment, as a template for the user, with a placeholder if it has no action.
  mutating func refuse(_ line: Int, _ what: String, _ reason: String, _ gesture: ImportedGesture? = nil) {
    refusedGestures.insert("\(line) \(what)")
    var lines = [Self.comment(line, what, reason)]
    if var gesture, names.count < ForeignBudget.mostTemplates {
      if gesture.actions.isEmpty { gesture.actions = ["run = \"a command\""] }
      let name = name(of: gesture)
      names.insert(name)
      lines += table(gesture, named: name).split(separator: "\n").map { "#\($0)" }
    }
    parts.append(lines.joined(separator: "\n"))
  }

  /// Refuses a setting, or a part of a gesture that is translated without it.
  mutating func refuse(setting what: String, _ line: Int, _ reason: String) {
    refusedSettings.insert("\(line) \(what)")
    parts.append(Self.comment(line, what, reason))
  }

  private static func comment(_ line: Int, _ what: String, _ reason: String) -> String {
    "# line \(line): not translated: \(what.onOneLine): \(reason.onOneLine)"
  }

  func text(of file: String, format: String) -> String {
    let heading = "# From \(file.onOneLine), by gesturectl import \(format)."
    return ([heading] + heads + parts).joined(separator: "\n\n") + "\n"
  }

  private func name(of gesture: ImportedGesture) -> String {
    [gesture.type.rawValue, gesture.way, gesture.fingers.flatMap { Int($0) }.map(String.init)]
      .compactMap(\.self).joined(separator: "-").numbered(unless: names.contains)
  }

  private func table(_ gesture: ImportedGesture, named name: String) -> String {
    let description = [gesture.line, gesture.firstLine].lazy.compactMap { comments?.description(at: $0) }
      .first
    return GestureDraft.table(
      name, gesture.type, fingers: gesture.fingers, gesture.keys + gesture.actions,
      description: description ?? windows?.description(of: gesture.actions))
  }
}

extension String {
  /// The text on one line, without hidden characters, for a comment.
  fileprivate var onOneLine: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0.isHidden || $0 == "\t" ? " " : $0 }))
  }
}

/// Actions as lines of TOML.
enum ImportedAction {
  static func shell(_ command: String) -> String { "run = \(TomlText.string(command))" }

  /// The action for a command that the other program starts without a shell: `run` if a shell would not change it, else `exec`.
  static func direct(_ command: String) -> String {
    let isPlain = command.utf8.allSatisfy { byte in
      // Letters, digits, blanks and + , - . / : = @ _ %, which a shell leaves unchanged.
      switch byte {
      case 0x20, 0x25, 0x2B...0x3A, 0x3D, 0x40...0x5A, 0x5F, 0x61...0x7A, 0x80...0xFF: true
      default: false
      }
    }
    if isPlain { return shell(command) }
    // What a backslash escapes to Python's shlex.
    let words = ShellWords(command, escapedInQuotes: "\"\\").words
    // A home directory or a variable in the program's name, which the other program expands itself.
    guard let program = words.first, program.hasPrefix("~") || program.contains("$") else {
      return "exec = \(TomlText.list(words))"
    }
    let path = program.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let name =
      program.hasPrefix("~")
      ? [String(path[0])] + path.dropFirst().map { ShellWords.quoted(String($0)) } : ["\"\(program)\""]
    return shell(
      ([name.joined(separator: "/")] + words.dropFirst().map(ShellWords.quoted)).joined(separator: " "))
  }

  /// An action for each unit of motion, and another for the motion back.
  static func step(
    _ type: GestureType, towards way: String, _ action: String, _ back: String?, every length: String = "10mm"
  ) -> String {
    let every: [GestureType: String] = [.pinch: "1.1", .rotation: "\"15deg\""]
    // Right, down, apart and clockwise are the positive directions.
    let isForward = ["right", "down", "out", "clockwise"].contains(way)
    let sides = [("forward", isForward ? action : back), ("backward", isForward ? back : action)]
    let parts = sides.compactMap { side, action in action.map { ", \(side) = { \($0) }" } }
    return "step = { every = \(every[type] ?? "\"\(length)\"")\(parts.joined()) }"
  }

  /// X11's names for the common names of modifiers.
  private static let modifiers = [
    "alt": "Alt_L", "control": "Control_L", "ctrl": "Control_L", "shift": "Shift_L", "super": "Super_L",
    "meta": "Super_L", "win": "Super_L",
  ]

  /// The value of `app` in `when`: the window classes of X11, and the application IDs of Wayland, which are in lower case.
  static func condition(applications: [String]) -> String {
    "app = \(TomlText.list(applications.flatMap { [$0 + "*", $0.lowercased() + "*"] }.unique))"
  }

  /// One chord from X11's key names; nil if a key has no evdev name.
  static func keys(keysyms: [String]) -> String? {
    let names = keysyms.map(evdev)
    guard !names.isEmpty, !names.contains(nil) else { return nil }
    return "keys = \(TomlText.string(names.compactMap(\.self).joined(separator: "+")))"
  }

  /// The reason why `keys` has no value for these keysyms.
  static func noKeys(keysyms: [String]) -> String {
    keysyms.first { evdev($0) == nil }.map { "`\($0)` has no evdev name" } ?? "it has no keys"
  }

  private static func evdev(_ keysym: String) -> String? {
    KeyNames.evdev(keysym: modifiers[keysym.lowercased()] ?? keysym)
  }
}
