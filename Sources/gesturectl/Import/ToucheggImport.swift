import GestureConfig
import GestureCore

/// touchegg.conf: XML with gestures grouped by application, one action each.
struct ToucheggImport {
  private var result = ImportedConfiguration()
  private let windows: WindowActions?

  static func read(_ text: String, _ windows: WindowActions? = nil) throws(ForeignSyntaxError)
    -> ImportedConfiguration
  {
    let root = try XMLElement.parse(text)
    guard root.name.hasPrefix("touch") else {
      throw ForeignSyntaxError(line: root.line, message: "the document is <\(root.name)>, not <touchégg>")
    }
    var reader = ToucheggImport(windows: windows)
    for element in root.children {
      switch element.name {
      case "settings": reader.readSettings(element)
      case "application": reader.readApplication(element)
      default: reader.result.refuse(element.line, "<\(element.name)>", "unknown element")
      }
    }
    return reader.result
  }

  private mutating func readSettings(_ settings: XMLElement) {
    for property in settings.children {
      let name = property.attributes["name"] ?? property.name
      let reason =
        name == "action_execute_threshold"
        ? "a part of an animation; here `min_distance` of a swipe and `every` of a step are lengths"
        : "gestured draws nothing"
      result.refuse(setting: "\(name) \(property.text.trimmed)", property.line, reason)
    }
  }

  private mutating func readApplication(_ application: XMLElement) {
    let name = application.attributes["name"] ?? "All"
    let names = name.split(separator: ",").map(\.trimmed)
    // An application's gesture takes precedence over the one for all.
    let keys =
      name == "All"
      ? [] : ["when = { app = \(TomlText.list(names.flatMap(ImportedAction.patterns))) }", "priority = 1"]
    for gesture in application.children {
      guard gesture.name == "gesture" else {
        result.refuse(gesture.line, "<\(gesture.name)>", "unknown element")
        continue
      }
      readGesture(gesture, keys)
    }
  }

  private mutating func readGesture(_ element: XMLElement, _ keys: [String]) {
    let words = ["type", "fingers", "direction"].compactMap { element.attributes[$0] }
    let what = words.joined(separator: " ")
    guard let type = element.attributes["type"],
      let fingers = element.attributes["fingers"].flatMap({ Int($0) })
    else {
      return result.refuse(element.line, "<gesture> \(what)", "it has no type or no number of fingers")
    }
    let direction = (element.attributes["direction"] ?? "").lowercased()
    guard var gesture = Self.gesture(type, direction, fingers, element.line) else {
      let reason =
        direction == "all"
        ? "a motion in any direction is a pan, and the desktop moves and scrolls by itself"
        : "this type or direction has no counterpart"
      return result.refuse(element.line, what, reason)
    }
    gesture.keys += keys
    let actions = element.children(named: "action")
    if actions.isEmpty { result.refuse(element.line, what, "it has no action", gesture) }
    for action in actions { readAction(action, of: gesture, direction, what) }
  }

  private static func gesture(_ type: String, _ direction: String, _ fingers: Int, _ line: Int)
    -> ImportedGesture?
  {
    switch type.uppercased() {
    // DRAG is the swipe of touchégg 1.
    case "SWIPE", "DRAG":
      guard ["left", "right", "up", "down"].contains(direction) else { return nil }
      return .swipe(direction, fingers: fingers, line: line)
    case "PINCH":
      guard ["in", "out"].contains(direction) else { return nil }
      var gesture = ImportedGesture(.pinch, fingers: fingers, way: direction, line: line)
      gesture.keys = ["direction = \"\(direction)\""]
      return gesture
    case "TAP": return ImportedGesture(.tap, fingers: fingers, line: line)
    case "DOUBLE_TAP":
      var gesture = ImportedGesture(.tap, fingers: fingers, way: "double", line: line)
      gesture.keys = ["taps = 2"]
      return gesture
    case "ROTATE":
      guard ["left", "right"].contains(direction) else { return nil }
      let turn = direction == "left" ? "counterclockwise" : "clockwise"
      var gesture = ImportedGesture(.rotation, fingers: fingers, way: turn, line: line)
      gesture.keys = ["direction = \"\(turn)\""]
      return gesture
    default: return nil
    }
  }

  /// X11's button numbers; 4 to 7 are the wheel.
  private static let buttons = ["1": "left", "2": "middle", "3": "right", "8": "back", "9": "forward"]

  /// The value of an element (touchégg 2), or the text of the action (touchégg 1).
  private static func text(_ name: String, of action: XMLElement) -> String? {
    if let value = action.value(name) { return value }
    let text = action.text.trimmed
    return action.children.isEmpty && !text.isEmpty ? text : nil
  }

  private mutating func readAction(
    _ action: XMLElement, of gesture: ImportedGesture, _ direction: String, _ gestureName: String
  ) {
    let type = action.attributes["type"] ?? ""
    let what = "\(gestureName) \(type)"
    var gesture = gesture
    gesture.line = action.line
    let pair: (forward: String?, back: String?)
    switch type {
    case "RUN_COMMAND":
      pair = (
        Self.text("command", of: action).map(ImportedAction.shell),
        action.value("decreaseCommand").map(ImportedAction.shell)
      )
    case "SEND_KEYS":
      let modifiers = action.value("modifiers") ?? ""
      func keys(_ name: String) -> String? {
        guard let keys = name == "keys" ? Self.text(name, of: action) : action.value(name) else { return nil }
        let words = "\(modifiers)+\(keys)".split(separator: "+").map(\.trimmed).filter { !$0.isEmpty }
        return ImportedAction.keys(keysyms: words)
      }
      pair = (keys("keys"), keys("decreaseKeys"))
    case "MOUSE_CLICK":
      // touchégg 1 writes `BUTTON=3`.
      let button = Self.text("button", of: action).map { $0.split(separator: "=").last?.trimmed ?? "" } ?? "1"
      guard let name = Self.buttons[button] else {
        return result.refuse(action.line, what, "button \(button) has no name in gestured", gesture)
      }
      pair = ("click = \"\(name)\"", nil)
    default:
      // touchégg 1 names the next or the previous desktop; a swipe to the left goes to the next.
      let word = Self.text("direction", of: action)?.lowercased()
      let own = word.flatMap { $0 == "auto" ? nil : ["next": "left", "previous": "right"][$0] ?? $0 }
      guard let line = windows?.line(for: type, direction: own ?? direction) else {
        return result.refuse(
          action.line, what,
          "gestured is not part of a window manager; use a command or keys of the desktop, or --desktop",
          gesture)
      }
      pair = (line, nil)
    }
    guard let forward = pair.forward else {
      return result.refuse(
        action.line, what, type == "SEND_KEYS" ? "a key has no evdev name" : "it has no command", gesture)
    }
    if action.value("repeat") == "true" {
      result.add(Self.repeating(gesture, direction, forward, pair.back), what: what)
    } else {
      result.add(Self.once(gesture, forward, isAtEnd: action.value("on") != "begin"), what: what)
    }
  }

  private static func once(_ gesture: ImportedGesture, _ action: String, isAtEnd: Bool) -> ImportedGesture {
    var gesture = gesture
    gesture.actions = isAtEnd && gesture.type == .pinch ? ["ended = { \(action) }"] : [action]
    if isAtEnd && gesture.type == .swipe { gesture.keys.append("fire_on = \"release\"") }
    return gesture
  }

  /// An action for each unit of motion, and another for the reverse direction.
  private static func repeating(
    _ gesture: ImportedGesture, _ direction: String, _ action: String, _ back: String?
  ) -> ImportedGesture {
    var gesture = gesture
    let every = gesture.type == .pinch ? "1.1" : "\"10mm\""
    if gesture.type == .swipe { gesture.type = .pan }
    // Right, down and out are the positive directions.
    let isForward = ["right", "down", "out"].contains(direction)
    let (forward, backward) = isForward ? (action, back) : (back, action)
    let parts = [
      "every = \(every)", forward.map { "forward = { \($0) }" }, backward.map { "backward = { \($0) }" },
    ].compactMap(\.self)
    gesture.actions = ["step = { \(parts.joined(separator: ", ")) }"]
    return gesture
  }
}
