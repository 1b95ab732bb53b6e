import GestureConfig
import GestureCore

/// touchegg.conf: XML with gestures grouped by application, one action each.
struct ToucheggImport {
  private var result = ImportedConfiguration()
  private let windows: WindowActions?
  /// The last gesture for each application, type, number of fingers and direction, which is the one that runs.
  private var last: [[String]: XMLElement] = [:]

  static func read(_ text: String, _ windows: WindowActions? = nil) throws(ForeignSyntaxError)
    -> ImportedConfiguration
  {
    let root = try XMLElement.parse(text)
    guard root.name.hasPrefix("touch") else {
      throw ForeignSyntaxError(line: root.line, message: "the document is <\(root.name)>, not <touchégg>")
    }
    var reader = ToucheggImport(windows: windows)
    reader.result.comments = ForeignComments(text, standsBehind: true)
    reader.result.windows = windows
    for application in root.children(named: "application") {
      for gesture in application.children(named: "gesture") {
        for name in Self.names(of: application) { reader.last[Self.key(name, gesture)] = gesture }
      }
    }
    for element in root.children {
      switch element.name {
      case "settings": reader.readSettings(element)
      case "application": reader.readApplication(element)
      default: reader.result.refuse(element.line, "<\(element.name)>", "unknown element")
      }
    }
    return reader.result
  }

  /// Settings without a counterpart, each with the reason. The remaining settings concern animations.
  private static let settings = [
    "action_execute_threshold":
      "it is a percentage; in gestured, `min_distance` of a swipe and `every` of a step are lengths",
    "composed_gestures_time": "`gesturectl check` prints which gesture waits for another, and how long",
  ]

  private mutating func readSettings(_ settings: XMLElement) {
    for property in settings.children {
      let name = property.attributes["name"] ?? property.name
      let reason = Self.settings[name] ?? "gestured draws nothing"
      result.refuse(setting: "\(name) \(property.text.trimmed)", property.line, reason)
    }
  }

  private static func names(of application: XMLElement) -> [String] {
    (application.attributes["name"] ?? "All").split(separator: ",").map(\.trimmed)
  }

  private static func key(_ application: String, _ gesture: XMLElement) -> [String] {
    let type = gesture.attributes["type"]
    return [application.lowercased(), type == "DRAG" ? "SWIPE" : type ?? ""]
      + ["fingers", "direction"].map { gesture.attributes[$0] ?? "" }
  }

  private mutating func readApplication(_ application: XMLElement) {
    for gesture in application.children {
      guard gesture.name == "gesture" else {
        result.refuse(gesture.line, "<\(gesture.name)>", "unknown element")
        continue
      }
      let names = Self.names(of: application).filter { last[Self.key($0, gesture)] === gesture }
      guard let name = names.first else {
        let words = ["type", "fingers", "direction"].compactMap { gesture.attributes[$0] }
        result.note(
          gesture.line, words.joined(separator: " "),
          "not run: touchegg runs the last gesture for these fingers")
        continue
      }
      // A gesture of an application takes precedence over a gesture of all.
      let keys =
        name == "All" ? [] : ["when = { \(ImportedAction.condition(applications: names)) }", "priority = 1"]
      readGesture(gesture, keys)
    }
  }

  private mutating func readGesture(_ element: XMLElement, _ keys: [String]) {
    let words = ["type", "fingers", "direction"].compactMap { element.attributes[$0] }.filter { !$0.isEmpty }
    let what = words.joined(separator: " ")
    guard let type = element.attributes["type"],
      let fingers = element.attributes["fingers"].flatMap({ Int($0) })
    else { return result.refuse(element.line, "<gesture> \(what)", "it has no type or no number of fingers") }
    let direction = (element.attributes["direction"] ?? "").lowercased()
    guard var gesture = Self.gesture(type, direction, fingers, element.line) else {
      return result.refuse(element.line, what, "this type or direction has no counterpart")
    }
    gesture.keys += keys
    let actions = element.children(named: "action")
    if actions.isEmpty { result.refuse(element.line, what, "it has no action", gesture) }
    if let action = actions.first { readAction(action, of: gesture, direction, what) }
    for action in actions.dropFirst() {
      result.note(action.line, what, "not run: touchegg reads the first action of a gesture")
    }
  }

  private static func gesture(_ type: String, _ direction: String, _ fingers: Int, _ line: Int)
    -> ImportedGesture?
  {
    // touchégg 1 calls a swipe DRAG.
    let word = type.lowercased() == "drag" ? "swipe" : type.lowercased()
    switch (word, direction) {
    case ("swipe", "all"):
      return ImportedGesture(
        .swipe, fingers: fingers, line: line, keys: [#"direction = ["left", "right", "up", "down"]"#])
    case ("pinch", "all"): return ImportedGesture(.pinch, fingers: fingers, line: line)
    case ("tap", _): return ImportedGesture(.tap, fingers: fingers, line: line)
    case ("double_tap", _):
      return ImportedGesture(.tap, fingers: fingers, way: "double", line: line, keys: ["taps = 2"])
    default: return .motion("\(word) \(direction)", of: .touchegg, fingers: fingers, line: line)
    }
  }

  /// The motion that goes to a desktop.
  private static let motions = [
    "next": "left", "right": "left", "down": "left", "previous": "right", "left": "right", "up": "right",
  ]

  /// The names of X11's button numbers. 4 to 7 are the wheel.
  private static let buttons = ["1": "left", "2": "middle", "3": "right", "8": "back", "9": "forward"]

  /// The value of an element (touchégg 2), or the text of the action (touchégg 1).
  private static func text(_ name: String, of action: XMLElement) -> String? {
    if let value = action.value(name) { return value }
    let text = action.text.trimmed
    return action.children.isEmpty && !text.isEmpty ? text : nil
  }

  /// The keysyms of an action: its modifiers, which may be alone, and its keys.
  private static func keysyms(_ name: String, of action: XMLElement) -> [String] {
    let keys = name == "keys" ? text(name, of: action) : action.value(name)
    return "\(action.value("modifiers") ?? "")+\(keys ?? "")".split(separator: "+").map(\.trimmed).filter {
      !$0.isEmpty
    }
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
      pair = (
        ImportedAction.keys(keysyms: Self.keysyms("keys", of: action)),
        action.value("decreaseKeys") == nil
          ? nil : ImportedAction.keys(keysyms: Self.keysyms("decreaseKeys", of: action))
      )
    case "MOUSE_CLICK":
      // touchégg 1 writes the button as `BUTTON=3`, touchégg 2 as `3`.
      let button = Self.text("button", of: action).map { $0.split(separator: "=").last?.trimmed ?? "" } ?? "1"
      guard let name = Self.buttons[button] else {
        return result.refuse(action.line, what, "button \(button) has no name in gestured", gesture)
      }
      pair = ("click = \"\(name)\"", nil)
    case "SCROLL", "DRAG_AND_DROP":
      return result.refuse(
        action.line, what,
        "the desktop scrolls and drags by itself; `scroll` and `button` of a pan do it for other fingers",
        gesture)
    default:
      // A desktop has a direction of its own. A swipe to the left goes to the next one, so its word becomes that of a motion.
      let word = Self.text("direction", of: action)?.lowercased()
      let own = word.flatMap { $0 == "auto" ? nil : type == "CHANGE_DESKTOP" ? Self.motions[$0] : $0 }
      guard let line = windows?.line(for: type, direction: own ?? direction) else {
        return result.refuse(
          action.line, what, "gestured is not part of a window manager; \(windows.advice)", gesture)
      }
      pair = (line, nil)
    }
    let commands = [pair.forward, pair.back].compactMap(\.self)
    if commands.contains(where: { $0.contains("TOUCHEGG_") }) {
      return result.refuse(
        action.line, what, "it reads a variable that touchegg sets; gestured sets GESTURED_STATE instead",
        gesture
      )
    }
    guard let forward = pair.forward else {
      let reason =
        type == "SEND_KEYS"
        ? ImportedAction.noKeys(keysyms: Self.keysyms("keys", of: action)) : "it has no command"
      return result.refuse(action.line, what, reason, gesture)
    }
    if action.value("repeat") == "true" {
      if let switcher = Self.switcher(type, action) {
        gesture = Self.repeating(gesture, direction, switcher.forward, switcher.back)
        gesture.keys.append(switcher.held)
      } else {
        gesture = Self.repeating(gesture, direction, forward, pair.back)
      }
      if let times = action.value("times") {
        result.refuse(setting: "\(what) times \(times)", action.line, "a step is a length: `every`")
      }
      result.add(gesture, what: what)
    } else {
      result.add(Self.once(gesture, forward, Self.moment(of: action, type)), what: what)
    }
  }

  /// When a non-repeating action runs. By default, touchégg 2 sends keys, commands and clicks at the beginning.
  /// Window actions, and all actions of touchégg 1 (text instead of elements), are carried out at the end.
  private enum Moment { case begin, end, both }
  private static func moment(of action: XMLElement, _ type: String) -> Moment {
    switch action.value("on") {
    case "begin": return .begin
    case "end": return .end
    case "begin-and-end": return .both
    default:
      let isWindow = !["RUN_COMMAND", "SEND_KEYS", "MOUSE_CLICK"].contains(type)
      return isWindow || action.children.isEmpty ? .end : .begin
    }
  }

  /// A window switcher (Alt+Tab), which closes when its modifiers are released: touchegg holds them from the first step to the
  /// last, and only the other keys are typed.
  private static func switcher(
    _ type: String, _ action: XMLElement
  ) -> (held: String, forward: String, back: String?)? {
    guard type == "SEND_KEYS", let modifiers = action.value("modifiers"),
      ["Alt", "Super", "Meta"].contains(where: modifiers.contains),
      !Set(keysyms("keys", of: action)).isDisjoint(with: ["Tab", "ISO_Left_Tab", "grave"])
    else { return nil }
    let held = modifiers.split(separator: "+").map(\.trimmed).filter { !$0.isEmpty }
    func typed(_ name: String) -> String? {
      action.value(name) == nil
        ? nil : ImportedAction.keys(keysyms: Array(keysyms(name, of: action).dropFirst(held.count)))
    }
    guard let chord = ImportedAction.keys(keysyms: held), let forward = typed("keys") else { return nil }
    return ("hold_\(chord)", forward, typed("decreaseKeys"))
  }

  private static func once(_ gesture: ImportedGesture, _ action: String, _ moment: Moment) -> ImportedGesture
  {
    var gesture = gesture
    gesture.actions = [action]
    // A tap has only one moment.
    guard gesture.type != .tap else { return gesture }
    switch moment {
    case .begin: break
    case .end where gesture.type == .swipe:
      gesture.fireAtRelease()
      gesture.keys.append("max_duration = \"none\"")
    case .end: gesture.actions = ["ended = { \(action) }"]
    case .both:
      if gesture.type == .swipe { gesture.type = .pan }
      // A click at both ends is a press at the first and a release at the last.
      gesture.actions =
        action.hasPrefix("click")
        ? ["button\(action.dropFirst(5))"] : ["began = { \(action) }", "ended = { \(action) }"]
    }
    return gesture
  }

  /// A gesture with an action for each unit of motion, and another for the motion back.
  private static func repeating(
    _ gesture: ImportedGesture, _ direction: String, _ action: String, _ back: String?
  ) -> ImportedGesture {
    var gesture = gesture
    gesture.actions = [ImportedAction.step(gesture.type, towards: direction, action, back)]
    if gesture.type == .swipe { gesture.type = .pan }
    return gesture
  }
}
