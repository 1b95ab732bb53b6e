import GestureConfig
import GestureCore

/// lisgd's gestures. They are options in a script or lines of its config.h, because it has no configuration file.
struct LisgdImport {
  /// One gesture: `1,LR,L,*,R,COMMAND`.
  private struct Binding {
    var line: Int
    var what: String
    var fingers: Int
    var motion: String
    var edge = "*"
    var distance = "*"
    var isAtRelease = true
    var command: String

    /// `right`, or `up-left` of a diagonal; nil for a motion that lisgd does not have.
    var direction: String? { ForeignMotion.find(motion, of: .lisgd)?.direction }
    var isDiagonal: Bool { direction?.contains("-") == true }

    /// Whether the motion goes to this edge. lisgd compares both ends of a motion with its edge.
    func isTarget(_ edge: Character) -> Bool {
      direction?.split(separator: "-").contains { ends[String($0)]?.target == edge } == true
    }

    /// Whether lisgd compares this one first wherever the other fits, so that the other never runs.
    func precedes(_ other: Binding) -> Bool {
      (fingers, motion, isAtRelease) == (other.fingers, other.motion, other.isAtRelease)
        && (edge == "*" || edge == other.edge) && ("*S".contains(distance) || distance == other.distance)
    }

    func isOpposite(of other: Binding) -> Bool {
      (fingers, edge, isAtRelease) == (other.fingers, other.edge, other.isAtRelease)
        && String(motion.reversed()) == other.motion && "*S".contains(distance)
    }
  }

  private var result = ImportedConfiguration()
  /// The options that every swipe gets as keys; of an option that is given twice, the last. lisgd's own time limit is 800 ms.
  private var duration = "800ms"
  private var angle: String?
  private let variables: ShellVariables

  /// The edges at which a motion in a direction begins and ends.
  private static let ends: [String: (source: String, target: Character)] = [
    "right": ("L", "R"), "left": ("R", "L"), "down": ("T", "B"), "up": ("B", "T"),
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
    reader.result.comments = ForeignComments(text)
    reader.result.add(head: "[settings]\ndevice_classes = [\"touchscreen\"]")
    let isHeader = text.contains("gestures[]") || text.contains("gestures []")
    let options = isHeader ? LisgdHeader.options(lines) : Self.options(lines)
    // Options apply to all gestures, including earlier ones.
    for option in options where option.letter != "g" { reader.readOption(option) }
    reader.read(options.filter { $0.letter == "g" })
    if !options.contains(where: { $0.letter == "g" }) {
      reader.result.refuse(1, "the file", "it contains no gesture for lisgd (-g)")
    }
    return reader.result
  }

  struct Option {
    var line: Int
    var letter: Character
    var value: String
    /// The fields of a gesture of config.h, in which a comma ends no command.
    var fields: [String]?
    /// Why the option cannot be read, for a gesture that `value` then is as it is written; nil if it can.
    var problem: String?
    fileprivate var what: String { problem == nil ? "-\(letter) \(value)" : value }
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
      let words = isOwn ? ShellWords(String(isContinued ? line.dropLast() : line)).words : []
      options += Self.options(words, index + 1)
    }
    return options
  }

  private static func options(_ words: [String], _ line: Int) -> [Option] {
    var options: [Option] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      guard word.hasPrefix("-"), let letter = word.dropFirst().first else { continue }
      if "dgmortTwhs".contains(letter) {
        let value = word.count > 2 ? String(word.dropFirst(2)) : rest.popFirst() ?? ""
        options.append(Option(line: line, letter: letter, value: value))
      }
    }
    return options
  }

  private mutating func readOption(_ written: Option) {
    let what = "-\(written.letter) \(written.value)"
    let option = Option(line: written.line, letter: written.letter, value: variables.expand(written.value))
    switch option.letter {
    case "d":
      result.refuse(
        setting: what, option.line, "gestured finds devices itself; `device` binds a gesture to one")
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
        setting: what, option.line,
        "it counts pixels; in gestured, `min_distance` of a swipe and `edge_width` are lengths")
    }
  }

  private struct Refusal: Error { var reason: String }

  private mutating func read(_ options: [Option]) {
    var bindings: [Binding] = []
    for option in options {
      do throws(Refusal) { bindings.append(try Self.binding(option)) } catch {
        result.refuse(option.line, option.what, error.reason)
      }
    }
    for (index, binding) in bindings.enumerated() {
      if let first = bindings[..<index].first(where: { $0.precedes(binding) }) {
        result.note(binding.line, binding.what, "not run: lisgd runs the first that fits, `\(first.what)`")
      } else {
        add(binding, bindings)
      }
    }
  }

  private mutating func add(_ binding: Binding, _ bindings: [Binding]) {
    let action = action(binding)
    guard var gesture = gesture(binding) else {
      return result.refuse(
        binding.line, binding.what,
        "P at the edge where a motion ends has no counterpart, because a zone is where touches land")
    }
    if gesture.type == .pan {
      // lisgd acts again after each 60 pixels (-T), which are about 6 mm on a telephone, and on the way back runs the opposite.
      let back = bindings.first { $0.isOpposite(of: binding) }.map { self.action($0) }
      gesture.actions = [
        ImportedAction.step(.pan, towards: binding.direction ?? "right", action, back, every: "6mm")
      ]
    } else {
      gesture.actions = gesture.type == .edgePan && binding.isAtRelease ? ["ended = { \(action) }"] : [action]
    }
    guard ["*", "S"].contains(binding.distance) else {
      let reason =
        ["M", "L"].contains(binding.distance)
        ? "a length as a part of the screen has no counterpart; `min_distance` is a length"
        : "lisgd has no distance `\(binding.distance)`"
      return result.refuse(binding.line, binding.what, reason, gesture)
    }
    if let name = variables.unset(in: binding.command) {
      return result.refuse(
        binding.line, binding.what,
        "the file does not set $\(name) to a plain value; write it into the command", gesture)
    }
    if !binding.isAtRelease, gesture.type == .swipe {
      result.refuse(
        setting: "\(binding.what): P", binding.line,
        "repeats after each 60 pixels; a diagonal swipe runs once")
    }
    result.add(gesture, what: binding.what)
  }

  private func action(_ binding: Binding) -> String {
    ImportedAction.shell(variables.expand(binding.command))
  }

  /// Parses the value of `-g`: FINGERS,MOTION,EDGE,DISTANCE,MODE,COMMAND. Older versions have no mode, or no edge and distance.
  private static func binding(_ option: Option) throws(Refusal) -> Binding {
    if let problem = option.problem { throw Refusal(reason: problem) }
    var parts =
      option.fields ?? option.value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard parts.count >= 3, let fingers = Int(parts[0].trimmed) else {
      throw Refusal(reason: "is not FINGERS,MOTION,EDGE,DISTANCE,MODE,COMMAND")
    }
    var binding = Binding(
      line: option.line, what: option.what, fingers: fingers, motion: parts[1].trimmed.uppercased(),
      command: "")
    guard binding.direction != nil else {
      throw Refusal(reason: "there is no such motion")
    }
    if parts.contains("") {
      throw Refusal(reason: "lisgd skips an empty field and reads the next one in its place")
    }
    parts.removeFirst(2)
    if parts.count > 1 {
      guard parts[0] == "*" || zones[parts[0]] != nil else {
        throw Refusal(reason: "lisgd has no edge `\(parts[0])`")
      }
      (binding.edge, binding.distance) = (parts[0], parts[1])
      parts.removeFirst(2)
      // Before a command, any word but P means R: people write `*` for both.
      if let mode = parts.first, ["R", "P"].contains(mode) || mode.count == 1 && parts.count > 1 {
        binding.isAtRelease = mode != "P"
        parts.removeFirst()
      }
    }
    guard let command = parts.first else { throw Refusal(reason: "it has no command") }
    if parts.count > 1 { throw Refusal(reason: "lisgd ends a command at a comma, here after `\(command)`") }
    binding.command = command
    return binding
  }

  private mutating func gesture(_ binding: Binding) -> ImportedGesture? {
    let motion = ImportedGesture.motion(
      binding.motion, of: .lisgd, fingers: binding.fingers, line: binding.line)
    guard let direction = binding.direction, let swipe = motion else { return nil }
    guard let source = Self.ends[direction]?.source else { return placed(swipe, binding) }
    if binding.edge == source, let edge = Self.edges[source] {
      return ImportedGesture(
        .edgePan, fingers: binding.fingers, way: edge, line: binding.line, keys: ["edges = [\"\(edge)\"]"])
    }
    guard binding.isAtRelease else {
      if binding.edge.contains(where: binding.isTarget) { return nil }
      var gesture = ImportedGesture.directed(.pan, direction, fingers: binding.fingers, line: binding.line)
      // It waits for no swipe that is judged at the lift.
      gesture.keys.append("immediate = true")
      putOnEdge(&gesture, binding)
      return gesture
    }
    return placed(swipe, binding)
  }

  /// The swipe with the options for all swipes, limited to its part of the screen.
  private mutating func placed(_ swipe: ImportedGesture, _ binding: Binding) -> ImportedGesture {
    var gesture = swipe
    gesture.keys.append("max_duration = \"\(duration)\"")
    if let angle { gesture.keys.append("angle = \"\(angle)\"") }
    // A diagonal is judged while it moves: at the lift a finger that has stopped has no direction.
    if binding.isAtRelease, !binding.isDiagonal { gesture.fireAtRelease() }
    putOnEdge(&gesture, binding)
    return gesture
  }

  /// Adds the parts of the screen where the motion begins and ends.
  private mutating func putOnEdge(_ gesture: inout ImportedGesture, _ binding: Binding) {
    let begin = binding.edge.filter { !binding.isTarget($0) }
    let end = binding.edge.filter(binding.isTarget)
    for (edge, key) in [(begin, "zone = \"%\""), (end, "where = { ends_in = \"%\" }")] {
      guard let (zone, sides) = Self.zones[edge] else { continue }
      result.add(head: "[zone.\(zone)]\n\(sides)")
      gesture.keys.append(key.split(separator: "%").joined(separator: zone))
    }
  }
}

/// Converts lisgd's config.h into options.
enum LisgdHeader {
  private static let settings: [(name: String, letter: Character)] = [
    ("distancethreshold_pressed", "T"), ("distancethreshold", "t"), ("degreesleniency", "r"),
    ("timeoutms", "m"), ("orientation", "o"), ("edgesizeleft", "w"), ("edgesizeright", "w"),
    ("edgesizetop", "h"), ("edgesizebottom", "h"), ("device", "d"),
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
    let all = words + [command]
    return LisgdImport.Option(line: number, letter: "g", value: all.joined(separator: ","), fields: all)
  }
}
