import GestureConfig
import GestureCore

/// libinput-gestures.conf: one line per gesture, `gesture swipe left 3 COMMAND`.
struct LibinputGesturesImport {
  private struct Line {
    var number: Int
    var action: String
    var motion: String
    var fingers: Int?
    var command: String

    /// The seconds of a hold with a delay: `on+1.5`.
    var delay: Double? { motion.hasPrefix("on+") ? Double(motion.dropFirst(3)) : nil }
  }

  private var result = ImportedConfiguration()
  /// The keys that every gesture gets from the setting `device`.
  private var common: [String] = []
  /// The keys that every swipe gets from the setting `timeout`.
  private var swipeKeys: [String] = []
  private var gestures: [Line] = []

  private let windows: WindowActions?

  static func read(_ text: String, _ windows: WindowActions? = nil) throws(ForeignSyntaxError)
    -> ImportedConfiguration
  {
    var reader = LibinputGesturesImport(windows: windows)
    reader.result.comments = ForeignComments(text)
    reader.result.windows = windows
    for (index, line) in try ForeignFile.lines(text).enumerated() {
      let line = line.trimmed
      if !line.isEmpty, !line.hasPrefix("#") { reader.read(line, index + 1) }
    }
    for gesture in reader.gestures { reader.add(gesture) }
    return reader.result
  }

  private mutating func read(_ line: String, _ number: Int) {
    let words = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
    let rest = words.count > 1 ? words[1].trimmed : ""
    switch words[0].lowercased().filter({ $0 != ":" }) {
    case "gesture": readGesture(rest, number)
    case "device":
      if rest.hasPrefix("/") {
        result.refuse(
          setting: line, number,
          "gestured binds a gesture to a device by its name; `gesturectl status devices` lists the names"
        )
      } else if let mark = rest.firstRange(of: " #")?.lowerBound, rest[..<mark].trimmed == "all" {
        result.note(
          number, line, "libinput-gestures reads the comment as a part of the name; here it is `all`")
      } else if rest != "all" {
        common = ["device = \(TomlText.string(rest))"]
      }
    case "timeout":
      guard let seconds = Double(rest), seconds >= 0 else {
        return result.refuse(setting: line, number, "not a number of seconds")
      }
      swipeKeys = ["max_duration = \(seconds == 0 ? "\"none\"" : "\"\(spelled(seconds))s\"")"]
    case "swipe_threshold":
      // 0 is the default: libinput's own limit decides.
      if Double(rest) == 0 { break }
      // libinput normalizes distances to a touchpad of 1000 dpi.
      let length = Double(rest).map { ", here about \(spelled(($0 * 2.54).rounded() / 100)) mm" } ?? ""
      result.refuse(setting: line, number, "it counts dots; in gestured, `min_distance` is a length\(length)")
    default: result.refuse(setting: line, number, "unknown keyword")
    }
  }

  private mutating func readGesture(_ text: String, _ number: Int) {
    let words = text.split(maxSplits: 2, whereSeparator: \.isWhitespace).map(String.init)
    // What follows the motion still has the blanks before it.
    let command = words.count == 3 ? words[2].trimmed : ""
    guard !command.isEmpty, Int(command) == nil else {
      return result.refuse(number, "gesture \(text)", "it has no command")
    }
    var gesture = Line(
      number: number, action: words[0].lowercased(), motion: words[1].lowercased(), command: command)
    let rest = command.split(maxSplits: 1, whereSeparator: \.isWhitespace)
    if rest.count == 2, let fingers = Int(rest[0]) {
      gesture.fingers = fingers
      gesture.command = rest[1].trimmed
    }
    gestures.append(gesture)
  }

  /// The numbers of fingers for which libinput has a motion. A line without a count applies to those without a line of their own.
  private static let counts = ["swipe": 3...5, "pinch": 2...5, "hold": 1...5]

  private mutating func add(_ line: Line) {
    let count = line.fingers.map { " \($0)" } ?? ""
    let what = "\(line.action) \(line.motion)\(count) \(line.command)"
    let same = gestures.filter { $0.action == line.action && $0.motion == line.motion }
    if let last = same.last(where: { $0.fingers == line.fingers }), last.number != line.number {
      return result.note(
        line.number, what, "not run: libinput-gestures runs the last line for a gesture, line \(last.number)")
    }
    guard ShellWords(line.command).isClosed else {
      return result.refuse(
        line.number, what, "a quote is not closed, so libinput-gestures stops at this line")
    }
    if let delay = line.delay, line.action == "hold",
      gestures.contains(where: { ($0.delay ?? delay) < delay && $0.fingers == line.fingers })
    {
      return result.refuse(
        line.number, what, "the long press with the shorter delay has begun by then, and keeps the touches")
    }
    let taken = Set(same.compactMap(\.fingers))
    let usual = Self.counts[line.action] ?? 3...3
    let isRange = line.fingers == nil && line.action == "pinch" && taken.isEmpty
    for fingers in line.fingers.map({ [$0] }) ?? (isRange ? [2] : usual.filter { !taken.contains($0) }) {
      guard var gesture = Self.gesture(line, fingers) else {
        return result.refuse(line.number, what, "there is no such motion")
      }
      if isRange { gesture.fingers = "\"\(usual.lowerBound)..\(usual.upperBound)\"" }
      gesture.keys += common
      if gesture.type == .swipe { gesture.keys += swipeKeys }
      if line.command.hasPrefix("_") {
        guard let action = workspace(line.command) else {
          let reason = "the command belongs to libinput-gestures; \(windows.advice)"
          result.refuse(line.number, what, reason, gesture)
          continue
        }
        gesture.actions = [action]
      } else {
        gesture.actions = [ImportedAction.direct(line.command)]
      }
      if line.action == "hold" { gesture.actions = gesture.actions.map { "ended = { \($0) }" } }
      result.add(gesture, what: what)
    }
    if let word = Self.shellWord(line.command) {
      result.note(
        line.number, what,
        "libinput-gestures runs it without a shell, so `\(word)` is an argument of the command, here too")
    }
  }

  /// The first word of a command that only a shell would understand.
  private static func shellWord(_ command: String) -> String? {
    let operators: Set<String> = ["|", "||", "&", "&&", ";", "<", ">", ">>", "2>", "2>&1", "&>"]
    return ShellWords(command).words.dropFirst().first {
      operators.contains($0) || $0.hasPrefix("~") || $0.hasPrefix("$")
    }
  }

  /// The workspace action of a command: `_internal ws_up` goes to the next workspace, `ws_down` to the previous one.
  private func workspace(_ command: String) -> String? {
    let words = command.split(whereSeparator: \.isWhitespace)
    guard words.first == "_internal", let side = ["ws_up": "left", "ws_down": "right"][words.last ?? ""]
    else { return nil }
    return windows?.line(for: "CHANGE_DESKTOP", direction: side)
  }

  private static func gesture(_ line: Line, _ fingers: Int) -> ImportedGesture? {
    guard line.action == "hold" else {
      let words = "\(line.action) \(line.motion)"
      return .motion(words, of: .libinputGestures, fingers: fingers, line: line.number)
    }
    // It is judged at the lift, by the longest delay that has passed. A long press that has begun ends a hold.
    if line.motion == "on" { return ImportedGesture(.hold, fingers: fingers, line: line.number) }
    return line.delay.map {
      ImportedGesture(
        .longPress, fingers: fingers, line: line.number, keys: ["min_duration = \"\(spelled($0))s\""])
    }
  }
}
