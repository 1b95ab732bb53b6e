import GestureConfig
import GestureCore

/// A gesture of another program, as far as it is a gesture here.
struct ImportedGesture {
  /// Of the file.
  var line: Int
  var type: GestureType
  /// As the configuration writes them: `3`, `"2..4"`; nil: one, or as many as the type usually has.
  var fingers: String?
  /// `left`, for the name.
  var way: String?
  /// Lines of TOML: what it is, then what it does.
  var keys: [String] = []
  var actions: [String] = []

  init(_ type: GestureType, fingers: Int?, way: String? = nil, line: Int) {
    self.type = type
    self.fingers = fingers.map { "\($0)" }
    self.way = way
    self.line = line
  }

  /// The swipe of a direction.
  static func swipe(_ direction: String, fingers: Int?, line: Int) -> ImportedGesture {
    var gesture = ImportedGesture(.swipe, fingers: fingers, way: direction, line: line)
    gesture.keys = ["direction = \"\(direction)\""]
    return gesture
  }

  /// The swipe from corner to corner: to the left (−1) or right (1), up (−1) or down (1).
  static func diagonal(_ x: Int, _ y: Int, fingers: Int?, line: Int) -> ImportedGesture {
    swipe("\(y < 0 ? "up" : "down")-\(x < 0 ? "left" : "right")", fingers: fingers, line: line)
  }

  /// A condition beside those that the gesture has already.
  mutating func require(_ condition: String) {
    let opening = "when = { "
    if let place = keys.firstIndex(where: { $0.hasPrefix(opening) }) {
      keys[place] = "\(opening)\(condition), \(keys[place].dropFirst(opening.count))"
    } else {
      keys.append("\(opening)\(condition) }")
    }
    // It goes before the gesture without the condition.
    keys.removeAll { $0.hasPrefix("priority = ") }
    keys.append("priority = 2")
  }
}

/// What `import` prints: tables of gestures, and comments for what they cannot be.
struct ImportedConfiguration {
  /// Each without its last line end.
  private var heads: [String] = []
  private var parts: [String] = []
  private var names: Set<String> = []
  /// Lines of the file that could not be translated.
  private var refused: Set<Int> = []
  var refusals: Int { refused.count }

  /// `[settings]`, devices and zones; each is written once.
  mutating func add(head: String) { if !heads.contains(head) { heads.append(head) } }

  /// - Parameter what: how the file calls it.
  mutating func add(_ gesture: ImportedGesture, what: String) {
    guard names.count < ForeignBudget.mostGestures else {
      return refuse(
        gesture.line, what, "is beyond the \(ForeignBudget.mostGestures) gestures that are translated")
    }
    let table = table(gesture, named: name(of: gesture))
    let loaded = Configuration.load(text: (heads + [table]).joined(separator: "\n"), path: "")
    if let problem = loaded.diagnostics.first(where: { $0.severity == .problem }) {
      return refuse(gesture.line, what, problem.message)
    }
    names.insert(name(of: gesture))
    parts.append("# line \(gesture.line): \(what.onOneLine)\n\(table)")
  }

  /// - Parameter gesture: a table to fill in, as comments.
  mutating func refuse(_ line: Int, _ what: String, _ reason: String, _ gesture: ImportedGesture? = nil) {
    refused.insert(line)
    var lines = ["# line \(line): not translated: \(what.onOneLine): \(reason.onOneLine)"]
    if var gesture, names.count < ForeignBudget.mostGestures {
      gesture.actions = ["run = \"a command\""]
      let name = name(of: gesture)
      names.insert(name)
      lines += table(gesture, named: name).split(separator: "\n").map { "#\($0)" }
    }
    parts.append(lines.joined(separator: "\n"))
  }

  func text(of file: String, format: String) -> String {
    let heading = "# From \(file.onOneLine), by gesturectl import \(format)."
    return ([heading] + heads + parts).joined(separator: "\n\n") + "\n"
  }

  private func name(of gesture: ImportedGesture) -> String {
    let count = gesture.fingers.flatMap { Int($0) }.map { "\($0)" }
    let usual = [gesture.type.rawValue, gesture.way, count].compactMap(\.self).joined(separator: "-")
    var name = usual
    var number = 2
    while names.contains(name) {
      name = "\(usual)-\(number)"
      number += 1
    }
    return name
  }

  private func table(_ gesture: ImportedGesture, named name: String) -> String {
    var lines = ["[[gesture]]", "name = \(TomlText.string(name))", "type = \"\(gesture.type.rawValue)\""]
    if let fingers = gesture.fingers { lines.append("fingers = \(fingers)") }
    return (lines + gesture.keys + gesture.actions).joined(separator: "\n")
  }
}

extension String {
  /// As a comment takes it: without control characters.
  fileprivate var onOneLine: String {
    var text = ""
    for scalar in unicodeScalars {
      text.unicodeScalars.append(scalar.value < 0x20 || scalar.value == 0x7F ? " " : scalar)
    }
    return text
  }
}

/// Actions as lines of TOML.
enum ImportedAction {
  /// A command that a shell reads.
  static func shell(_ command: String) -> String { "run = \(TomlText.string(command))" }

  /// A command that is started without a shell: as `run` where that makes no difference.
  static func direct(_ command: String) -> String {
    let isPlain = command.utf8.allSatisfy { byte in
      // Letters, digits, blanks and + , - . / : = @ _ %, which no shell changes.
      switch byte {
      case 0x20, 0x25, 0x2B...0x3A, 0x3D, 0x40...0x5A, 0x5F, 0x61...0x7A: true
      default: byte >= 0x80
      }
    }
    return isPlain ? shell(command) : "exec = \(TomlText.list(ShellWords.split(command)))"
  }

  /// Modifiers by the words that people write for them.
  private static let modifiers = [
    "alt": "Alt_L", "control": "Control_L", "ctrl": "Control_L", "shift": "Shift_L", "super": "Super_L",
    "meta": "Super_L", "win": "Super_L",
  ]

  /// The class of a window in X11, and the application ID that the program has on Wayland.
  static func patterns(_ application: String) -> [String] {
    let small = application.lowercased()
    return small == application ? ["\(application)*"] : ["\(application)*", "\(small)*"]
  }

  /// Keys by X11's names, one chord; nil where one has no evdev name.
  static func keys(keysyms: [String]) -> String? {
    let names = keysyms.map { KeyNames.evdev(keysym: modifiers[$0.lowercased()] ?? $0) }
    guard !names.isEmpty, !names.contains(nil) else { return nil }
    return "keys = \(TomlText.string(names.compactMap(\.self).joined(separator: "+")))"
  }
}

/// Words as a shell divides them: quotes and backslashes, without expansion.
enum ShellWords {
  static func split(_ line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var isEscaped = false
    for letter in line {
      if isEscaped {
        if letter != "\n" {
          word = (word ?? "") + (quote == "\"" && !"\"\\$`".contains(letter) ? "\\" : "") + String(letter)
        }
        isEscaped = false
      } else if letter == "\\" && quote != "'" {
        isEscaped = true
      } else if let open = quote {
        if letter == open { quote = nil } else { word = (word ?? "") + String(letter) }
      } else if letter == "'" || letter == "\"" {
        quote = letter
        word = word ?? ""
      } else if letter.isWhitespace {
        if let whole = word { words.append(whole) }
        word = nil
      } else {
        word = (word ?? "") + String(letter)
      }
    }
    return words + [word].compactMap(\.self)
  }
}
