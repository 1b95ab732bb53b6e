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
          setting: line, number, "a gesture is bound to a device by its name; `gesturectl devices` lists them"
        )
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
      let length = Double(rest).map { "; \(rest) are about \(spelled(($0 * 0.254).rounded() / 10)) mm" } ?? ""
      result.refuse(setting: line, number, "counts dots; `min_distance` is a length\(length)")
    default: result.refuse(setting: line, number, "unknown keyword")
    }
  }

  private mutating func readGesture(_ text: String, _ number: Int) {
    let words = text.split(maxSplits: 2, whereSeparator: \.isWhitespace).map(String.init)
    guard words.count == 3, Int(words[2]) == nil else {
      return result.refuse(number, "gesture \(text)", "it has no command")
    }
    var gesture = Line(
      number: number, action: words[0].lowercased(), motion: words[1].lowercased(), command: words[2])
    let rest = words[2].split(maxSplits: 1, whereSeparator: \.isWhitespace)
    if rest.count == 2, let fingers = Int(rest[0]) {
      gesture.fingers = fingers
      gesture.command = rest[1].trimmed
    }
    gestures.append(gesture)
  }

  private mutating func add(_ line: Line) {
    let count = line.fingers.map { " \($0)" } ?? ""
    let what = "\(line.action) \(line.motion)\(count) \(line.command)"
    // A line without a count applies to all counts that have no line of their own.
    let taken = gestures.filter { $0.action == line.action && $0.motion == line.motion }.compactMap(\.fingers)
    let usual = line.action == "pinch" ? [2, 3, 4] : [3, 4]
    let isAny = line.fingers == nil && line.action == "pinch" && taken.isEmpty
    for fingers in line.fingers.map({ [$0] }) ?? (isAny ? [2] : usual.filter { !taken.contains($0) }) {
      guard var gesture = Self.gesture(line, fingers) else {
        return result.refuse(line.number, what, "there is no such motion")
      }
      if isAny { gesture.fingers = "\"2..4\"" }
      gesture.keys += common
      if gesture.type == .swipe { gesture.keys += swipeKeys }
      if line.command.hasPrefix("_") {
        guard let action = workspace(line.command) else {
          let reason =
            "the command is a part of libinput-gestures; use a command of the desktop, or --desktop"
          result.refuse(line.number, what, reason, gesture)
          continue
        }
        gesture.actions = [action]
      } else {
        gesture.actions = [ImportedAction.direct(line.command)]
      }
      result.add(gesture, what: what)
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
    let ways = ["left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)]
    switch (line.action, line.motion) {
    case ("swipe", _) where ways[line.motion] != nil:
      return .swipe(line.motion, fingers: fingers, line: line.number)
    case ("swipe", _):
      let parts = line.motion.split(separator: "_").compactMap { ways[String($0)] }
      guard parts.count == 2, parts[0].1 == 0, parts[1].0 == 0 else { return nil }
      return .diagonal(parts[0].0, parts[1].1, fingers: fingers, line: line.number)
    case ("pinch", "in"), ("pinch", "out"):
      return .directed(.pinch, line.motion, fingers: fingers, line: line.number)
    case ("pinch", "clockwise"):
      return .directed(.rotation, "clockwise", fingers: fingers, line: line.number)
    case ("pinch", "anticlockwise"):
      return .directed(.rotation, "counterclockwise", fingers: fingers, line: line.number)
    case ("hold", _):
      var gesture = ImportedGesture(.longPress, fingers: fingers, line: line.number)
      if line.motion == "on" { return gesture }
      guard line.motion.hasPrefix("on+"), let seconds = Double(line.motion.dropFirst(3)) else { return nil }
      gesture.keys = ["min_duration = \"\(spelled(seconds))s\""]
      return gesture
    default: return nil
    }
  }
}
