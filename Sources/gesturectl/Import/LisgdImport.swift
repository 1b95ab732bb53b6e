import GestureConfig
import GestureCore

/// lisgd's gestures. They are options in a script or lines of its config.h, because it has no configuration file.
struct LisgdImport {
  /// One gesture: `1,LR,L,*,R,COMMAND`.
  private struct Binding {
    var line: Int
    var fingers: Int
    var motion: String
    var edge = "*"
    var distance = "*"
    var isAtRelease = true
    var command: String
  }

  private var result = ImportedConfiguration()
  /// The options that every swipe gets as keys; of an option that is given twice, the last. lisgd's own time limit is 800 ms.
  private var duration = "800ms"
  private var angle: String?
  private let variables: ShellVariables

  /// The direction of a motion, and the edge at which it begins.
  private static let motions = [
    "LR": ("right", "L"), "RL": ("left", "R"), "UD": ("down", "T"), "DU": ("up", "B"),
  ]
  private static let diagonals = [
    "DLUR": (1, -1), "DRUL": (-1, -1), "ULDR": (1, 1), "URDL": (-1, 1),
  ]
  private static let edges = ["L": "left", "R": "right", "T": "top", "B": "bottom"]
  /// Parts of the screen as `[zone]` tables.
  private static let zones = [
    "L": ("edge-left", "x = [\"0%\", \"8%\"]"), "R": ("edge-right", "x = [\"92%\", \"100%\"]"),
    "T": ("edge-top", "y = [\"0%\", \"8%\"]"), "B": ("edge-bottom", "y = [\"92%\", \"100%\"]"),
    "N": ("not-at-an-edge", "x = [\"8%\", \"92%\"]\ny = [\"8%\", \"92%\"]"),
    "TL": ("corner-top-left", "x = [\"0%\", \"15%\"]\ny = [\"0%\", \"15%\"]"),
    "TR": ("corner-top-right", "x = [\"85%\", \"100%\"]\ny = [\"0%\", \"15%\"]"),
    "BL": ("corner-bottom-left", "x = [\"0%\", \"15%\"]\ny = [\"85%\", \"100%\"]"),
    "BR": ("corner-bottom-right", "x = [\"85%\", \"100%\"]\ny = [\"85%\", \"100%\"]"),
  ]

  static func read(_ text: String) throws(ForeignSyntaxError) -> ImportedConfiguration {
    let lines = try ForeignFile.lines(text)
    var reader = LisgdImport(variables: ShellVariables(lines))
    reader.result.add(head: "[settings]\ndevice_classes = [\"touchscreen\"]")
    let isHeader = text.contains("gestures[]") || text.contains("gestures []")
    let options = isHeader ? LisgdHeader.options(lines) : Self.options(lines)
    // Options apply to all gestures, including earlier ones.
    for option in options where option.letter != "g" { reader.readOption(option) }
    for option in options where option.letter == "g" { reader.readBinding(option) }
    if !options.contains(where: { $0.letter == "g" }) {
      reader.result.refuse(1, "the file", "no gesture of lisgd (-g) was found in it")
    }
    return reader.result
  }

  struct Option {
    var line: Int
    var letter: Character
    var value: String
    /// Why the option cannot be read, for a gesture that `value` then is as it is written; nil if it can.
    var problem: String?
  }

  /// The options in command lines that run lisgd. A backslash joins lines.
  private static func options(_ lines: [Substring]) -> [Option] {
    var options: [Option] = []
    var isContinued = false
    /// Whether the current command line runs lisgd.
    var isOwn = false
    for (index, line) in lines.enumerated() {
      if !isContinued {
        if line.trimmed.hasPrefix("#") { continue }
        isOwn = false
      }
      isContinued = line.hasSuffix("\\")
      isOwn = isOwn || line.contains("lisgd")
      // Each word keeps the number of its own line, even in a command of several lines.
      let words = isOwn ? ShellWords.split(String(isContinued ? line.dropLast() : line)) : []
      options += Self.options(words, index + 1)
    }
    return options
  }

  private static func options(_ words: [String], _ line: Int) -> [Option] {
    var options: [Option] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      guard word.hasPrefix("-"), let letter = word.dropFirst().first else { continue }
      if "dgmortTwh".contains(letter) {
        let value = word.count > 2 ? String(word.dropFirst(2)) : rest.popFirst() ?? ""
        options.append(Option(line: line, letter: letter, value: value))
      }
    }
    return options
  }

  private mutating func readOption(_ written: Option) {
    let what = "-\(written.letter) \(written.value)"
    let option = Option(
      line: written.line, letter: written.letter, value: variables.expand(written.value))
    switch option.letter {
    case "d":
      result.refuse(
        setting: what, option.line, "devices are found by themselves; `device` binds a gesture to one")
    case "m":
      guard let time = Int(option.value), time > 0 else {
        return result.refuse(setting: what, option.line, "no time")
      }
      duration = "\(time)ms"
    case "r":
      guard let angle = Int(option.value), (1...45).contains(angle) else {
        return result.refuse(setting: what, option.line, "not an angle up to 45 degrees")
      }
      self.angle = "\(angle)deg"
    case "o":
      guard let turns = Int(option.value), (0...3).contains(turns) else {
        return result.refuse(setting: what, option.line, "not a number of quarter turns")
      }
      if turns > 0 {
        result.add(head: "[[device]]\nmatch = { kind = \"touchscreen\" }\nrotation = \(90 * turns)")
      }
    default:
      result.refuse(
        setting: what, option.line, "counts pixels; `min_distance` of a swipe and `edge_width` are lengths")
    }
  }

  private mutating func readBinding(_ option: Option) {
    if let problem = option.problem { return result.refuse(option.line, option.value, problem) }
    guard let binding = Self.binding(option) else {
      return result.refuse(
        option.line, "-g \(option.value)", "is not FINGERS,MOTION,EDGE,DISTANCE,MODE,COMMAND")
    }
    let what = "-g \(option.value)"
    guard var gesture = gesture(binding) else {
      return result.refuse(option.line, what, "there is no such motion or edge")
    }
    let action = ImportedAction.shell(variables.expand(binding.command))
    gesture.actions = gesture.type == .edgePan && binding.isAtRelease ? ["ended = { \(action) }"] : [action]
    guard binding.distance == "*" else {
      return result.refuse(
        option.line, what, "a length by parts of the screen has no counterpart; `min_distance` is a length",
        gesture)
    }
    if let name = variables.unset(in: binding.command) {
      return result.refuse(
        option.line, what, "the file does not set $\(name) to a plain value; write it into the command",
        gesture)
    }
    result.add(gesture, what: what)
  }

  /// Parses the value of `-g`. The command comes last and may contain commas. Older versions have no mode, edge or distance.
  private static func binding(_ option: Option) -> Binding? {
    var parts = option.value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard parts.count >= 3, let fingers = Int(parts[0].trimmed) else { return nil }
    var binding = Binding(
      line: option.line, fingers: fingers, motion: parts[1].trimmed.uppercased(), command: "")
    parts.removeFirst(2)
    if parts.count >= 3, parts[0] == "*" || zones[parts[0]] != nil {
      guard ["*", "S", "M", "L"].contains(parts[1]) else { return nil }
      binding.edge = parts[0]
      binding.distance = parts[1]
      parts.removeFirst(2)
      if parts.count >= 2, ["R", "P"].contains(parts[0]) {
        binding.isAtRelease = parts[0] == "R"
        parts.removeFirst()
      }
    }
    binding.command = parts.joined(separator: ",")
    return binding
  }

  private mutating func gesture(_ binding: Binding) -> ImportedGesture? {
    if let (x, y) = Self.diagonals[binding.motion] {
      return placed(.diagonal(x, y, fingers: binding.fingers, line: binding.line), binding)
    }
    guard let (direction, source) = Self.motions[binding.motion] else { return nil }
    if binding.edge == source, let edge = Self.edges[source] {
      var gesture = ImportedGesture(.edgePan, fingers: binding.fingers, way: edge, line: binding.line)
      gesture.keys = ["edges = [\"\(edge)\"]"]
      return gesture
    }
    return placed(.swipe(direction, fingers: binding.fingers, line: binding.line), binding)
  }

  /// The swipe with the options for all swipes, limited to its part of the screen.
  private mutating func placed(_ swipe: ImportedGesture, _ binding: Binding) -> ImportedGesture {
    var gesture = swipe
    gesture.keys.append("max_duration = \"\(duration)\"")
    if let angle { gesture.keys.append("angle = \"\(angle)\"") }
    if binding.isAtRelease { gesture.fireAtRelease() }
    putOnEdge(&gesture, binding.edge)
    return gesture
  }

  private mutating func putOnEdge(_ gesture: inout ImportedGesture, _ edge: String) {
    guard let (zone, sides) = Self.zones[edge] else { return }
    result.add(head: "[zone.\(zone)]\n\(sides)")
    gesture.keys.append("zone = \"\(zone)\"")
  }
}

/// Converts lisgd's config.h into options.
enum LisgdHeader {
  private static let settings: [(name: String, letter: Character)] = [
    ("distancethreshold_pressed", "T"), ("distancethreshold", "t"), ("degreesleniency", "r"),
    ("timeoutms", "m"),
    ("orientation", "o"), ("edgesizeleft", "w"), ("edgesizeright", "w"), ("edgesizetop", "h"),
    ("edgesizebottom", "h"), ("device", "d"),
  ]
  private static let words = [
    "EdgeAny": "*", "EdgeNone": "N", "EdgeLeft": "L", "EdgeRight": "R", "EdgeTop": "T", "EdgeBottom": "B",
    "CornerTopLeft": "TL", "CornerTopRight": "TR", "CornerBottomLeft": "BL", "CornerBottomRight": "BR",
    "DistanceAny": "*", "DistanceShort": "S", "DistanceMedium": "M", "DistanceLong": "L",
    "ActModeReleased": "R", "ActModePressed": "P",
  ]

  static func options(_ lines: [Substring]) -> [LisgdImport.Option] {
    var isComment = false
    return lines.enumerated().compactMap { index, line in
      let line = line.trimmed
      if line.hasPrefix("/*") { isComment = true }
      defer { if line.hasSuffix("*/") { isComment = false } }
      guard !isComment, !line.hasPrefix("//") else { return nil }
      return line.hasPrefix("{") ? gesture(line, index + 1) : setting(line, index + 1)
    }
  }

  private static func setting(_ line: String, _ number: Int) -> LisgdImport.Option? {
    let sides = line.split(separator: "=", maxSplits: 1)
    guard sides.count == 2,
      let name = sides[0].split(whereSeparator: { $0.isWhitespace || $0 == "*" }).last.map(String.init),
      let known = settings.first(where: { $0.name == name })
    else { return nil }
    let value = sides[1].prefix { $0 != ";" }.trimmed.filter { $0 != "\"" }
    return LisgdImport.Option(line: number, letter: known.letter, value: value)
  }

  /// A gesture without a text in quotes; nil for a brace that only opens a list.
  private static func unquoted(_ line: String, _ number: Int) -> LisgdImport.Option? {
    guard line.dropFirst().trimmed.first?.isNumber == true else { return nil }
    return LisgdImport.Option(
      line: number, letter: "g", value: line,
      problem: "its command is not a text in quotes on the same line; write it out")
  }

  /// Parses a line such as `{ 1, SwipeLR, EdgeLeft, DistanceAny, ActModeReleased, "COMMAND" },`.
  private static func gesture(_ line: String, _ number: Int) -> LisgdImport.Option? {
    guard let open = line.firstIndex(of: "\""), let close = line.lastIndex(of: "\""), open < close else {
      return unquoted(line, number)
    }
    let fields = line[..<open].dropFirst().split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }
    var command = ""
    var isEscaped = false
    for letter in line[line.index(after: open)..<close] {
      if !isEscaped && letter == "\\" {
        isEscaped = true
      } else {
        command.append(letter)
        isEscaped = false
      }
    }
    let words = fields.map { word in
      Self.words[word] ?? (word.hasPrefix("Swipe") ? String(word.dropFirst(5)) : word)
    }
    return LisgdImport.Option(line: number, letter: "g", value: (words + [command]).joined(separator: ","))
  }
}
