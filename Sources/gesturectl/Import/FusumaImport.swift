import GestureConfig
import GestureCore

/// fusuma's config.yml: a map of gestures, fingers and directions. Documents with a `context` apply to one application.
struct FusumaImport {
  private var result = ImportedConfiguration()
  /// The keys that every gesture of the document gets.
  private var common: [String] = []
  /// The document's factors: `threshold: { swipe: 0.5 }`. Factors of a document without a context apply to all later documents.
  private var thresholds: [String: Double] = [:]
  private var globalThresholds: [String: Double] = [:]
  private let windows: WindowActions?

  private static let types: [String: GestureType] = [
    "swipe": .swipe, "pinch": .pinch, "rotate": .rotation, "tap": .tap, "hold": .longPress,
  ]
  /// The states of a motion. fusuma has `end` for a motion that is cancelled, too.
  private static let states = ["begin": "began", "update": "changed", "end": "ended"]
  private static let holdStates = ["begin": "began", "end": "ended", "cancelled": "cancelled"]
  private static let actions: Set<String> = ["command", "sendkey", "shortcut", "workspace", "window"]
  private typealias Entry = (key: String, value: YAMLNode, line: Int)
  private static let opposites = [
    "left": "right", "right": "left", "up": "down", "down": "up", "in": "out", "out": "in",
    "clockwise": "counterclockwise", "counterclockwise": "clockwise",
  ]

  static func read(_ text: String, _ windows: WindowActions? = nil) throws(ForeignSyntaxError)
    -> ImportedConfiguration
  {
    var reader = FusumaImport(windows: windows)
    reader.result.comments = ForeignComments(text, standsBehind: true)
    reader.result.windows = windows
    for document in try YAMLNode.documents(text) {
      guard case .map = document else {
        if document.text?.isEmpty ?? false { continue }
        throw ForeignSyntaxError(line: document.line, message: "the document is not a map of gestures")
      }
      reader.readDocument(document)
    }
    return reader.result
  }

  private mutating func readDocument(_ document: YAMLNode) {
    common = []
    thresholds = globalThresholds
    for factor in document["threshold"]?.entries ?? [] {
      thresholds[factor.key] = number(factor, "threshold \(factor.key)")
    }
    if let text = document["threshold"]?.text {
      result.refuse(setting: "threshold \(text)", document.line, Self.noNumber)
    }
    if document["context"] == nil { globalThresholds = thresholds }
    if let context = document["context"], !readContext(context) { return }
    for entry in document.entries {
      if let type = Self.types[entry.key] {
        for fingers in parts(of: entry, entry.key) { readFingers(type, entry.key, fingers) }
      } else if entry.key == "interval" {
        result.refuse(setting: "interval", entry.line, Self.noInterval)
      } else if entry.key != "threshold" && entry.key != "context" {
        result.refuse(setting: entry.key, entry.line, Self.notOfFusuma)
      }
    }
  }

  private static let notOfFusuma =
    "it is not a setting of fusuma itself, and settings of plugins have no counterpart"
  private static let noNumber = "it is not a number for one kind of gesture"
  /// Returns the number in an entry. Refuses an entry that is not a number.
  private mutating func number(_ entry: Entry, _ what: String) -> Double? {
    if let number = entry.value.text.flatMap({ Double($0) }) { return number }
    result.refuse(setting: what, entry.line, Self.noNumber)
    return nil
  }

  /// The entries of a map; a text in its place is refused, and a blank one has none.
  private mutating func parts(of entry: Entry, _ what: String) -> [Entry] {
    switch entry.value {
    case .map: break
    case .scalar(let text, _) where ["", "~", "null"].contains(text): break
    case .scalar, .list: result.refuse(entry.line, what, "fusuma reads a map of settings here")
    }
    return entry.value.entries
  }

  private static let noInterval =
    "it has no counterpart: steps are added up while a command runs (GESTURED_STEPS)"

  /// - Returns: whether `when` can express the context.
  private mutating func readContext(_ context: YAMLNode) -> Bool {
    let entries = context.entries
    guard entries.count == 1, entries[0].key == "application" else {
      result.refuse(
        setting: "context", context.line,
        "only applications can be compared (`when`); the document is left out")
      return false
    }
    let names =
      if case .list(let items, _) = entries[0].value { items.compactMap(\.text) } else {
        [entries[0].value.text].compactMap(\.self)
      }
    // fusuma takes what a document without a context has first (CONTEXT_SEARCH_ORDER of its config/searcher.rb).
    common = ["when = { \(ImportedAction.condition(applications: names)) }", "priority = -2"]
    return true
  }

  /// Reads a finger count: `3: …`. A direction without a count applies to all counts.
  private mutating func readFingers(_ type: GestureType, _ word: String, _ entry: Entry) {
    guard let fingers = Int(entry.key) else {
      // libinput, which fusuma reads, has swipes of three and four fingers.
      let counts = type == .pinch || type == .rotation ? 2...4 : 3...4
      guard ForeignMotion.directions(of: type, in: .fusuma).contains(entry.key) else {
        return result.refuse(
          entry.line, "\(word) \(entry.key)", "it is neither a number of fingers nor a direction")
      }
      for count in counts { readMotion(type, word, count, [entry]) }
      return
    }
    let entries = parts(of: entry, "\(word) \(entry.key)")
    if type == .tap || type == .longPress {
      return readGesture(
        gesture(type, nil, fingers, entry.line), entries, "\(word) \(fingers)", threshold: thresholds[word])
    }
    readMotion(type, word, fingers, entries)
  }

  /// Reads directions, and states of a motion in any direction. fusuma looks for a state first in the direction of the motion,
  /// then without one. Only one pan can follow a motion, so each direction with states of its own gets the others too.
  private mutating func readMotion(_ type: GestureType, _ word: String, _ fingers: Int, _ entries: [Entry]) {
    let ways = ForeignMotion.directions(of: type, in: .fusuma)
    let others = entries.filter { !ways.contains($0.key) }
    let states = others.filter { Self.states[$0.key] != nil }
    let moving = entries.filter {
      ways.contains($0.key) && $0.value.entries.contains { Self.states[$0.key] != nil }
    }
    for entry in entries where ways.contains(entry.key) {
      let own = parts(of: entry, "\(word) \(fingers) \(entry.key)")
      let isMoving = moving.contains { $0.key == entry.key }
      let inherited = isMoving ? states.filter { state in !own.contains { $0.key == state.key } } : []
      let reverse = moving.first { $0.key == Self.opposites[entry.key] }?.value["update"]
      readGesture(
        gesture(type, entry.key, fingers, entry.line), own + inherited, "\(word) \(fingers) \(entry.key)",
        threshold: thresholds[word], reverse: reverse)
    }
    let left = ways.filter { way in !moving.contains { $0.key == way } }.sorted()
    let kept = left.isEmpty ? others.filter { Self.states[$0.key] == nil } : others
    guard let first = kept.first else { return }
    var rest = gesture(type, nil, fingers, first.line)
    if !moving.isEmpty, !left.isEmpty { rest.keys.insert("direction = \(TomlText.list(left))", at: 0) }
    readGesture(rest, kept, "\(word) \(fingers)", threshold: thresholds[word])
  }

  private func gesture(_ type: GestureType, _ way: String?, _ fingers: Int, _ line: Int) -> ImportedGesture {
    let direction = way.map { ["direction = \"\($0)\""] } ?? []
    return ImportedGesture(type, fingers: fingers, way: way, line: line, keys: direction + common)
  }

  /// Reads the settings of one direction, or of a finger count.
  /// - Parameter reverse: the action of `update` in the opposite direction.
  private mutating func readGesture(
    _ gesture: ImportedGesture, _ entries: [Entry], _ what: String, threshold: Double?,
    reverse: YAMLNode? = nil
  ) {
    var once: [String] = []
    var during: [String] = []
    /// The states of one motion while the same keys are held.
    var held: [(keys: Entry, states: [Entry])] = []
    var factor = threshold
    let isHold = gesture.type == .longPress
    let states = isHold ? Self.holdStates : Self.states
    let drag = isHold ? nil : Self.drag(entries)
    for entry in entries {
      if Self.actions.contains(entry.key) {
        once += [action(entry, gesture, what)].compactMap(\.self)
      } else if let state = states[entry.key] {
        for part in parts(of: entry, "\(what) \(entry.key)") {
          if drag?.takes(entry.key, part.key) == true { continue }
          let name = "\(what) \(entry.key) \(part.key)"
          if part.key == "threshold" {
            result.refuse(setting: name, part.line, "fusuma reads it next to the state, not in it")
          } else if let reason = Self.untranslated[part.key] {
            result.refuse(setting: name, part.line, reason)
          } else if part.key == "keypress" {
            for keys in part.value.entries {
              let at = held.firstIndex { $0.keys.key == keys.key } ?? held.count
              if at == held.count { held.append((keys, [])) }
              held[at].states.append((entry.key, keys.value, keys.line))
            }
          } else if let action = action(part, gesture, "\(what) \(entry.key)") {
            let single = "\(state) = { \(action) }"
            during.append(entry.key == "update" ? step(gesture, action, back: reverse) ?? single : single)
            if entry.key == "end", !isHold { during.append("cancelled = { \(action) }") }
          }
        }
      } else if entry.key == "keypress" {
        for keys in entry.value.entries {
          readKeypress(gesture, keys, keys.value.entries, what, threshold: threshold)
        }
      } else if entry.key == "threshold" {
        factor = number(entry, "\(what) threshold") ?? factor
      } else if let reason = Self.untranslated[entry.key] {
        result.refuse(setting: "\(what) \(entry.key)", entry.line, reason)
      } else if ["cancel", "cancelled", "update"].contains(entry.key) {
        result.refuse(entry.line, "\(what) \(entry.key)", "fusuma has no such state for this gesture")
      } else {
        result.refuse(setting: "\(what) \(entry.key)", entry.line, Self.notOfFusuma)
      }
    }
    for (keys, states) in held {
      readKeypress(
        gesture, keys, states, what, threshold: threshold, reverse: Self.held(keys.key, in: reverse))
    }
    if !once.isEmpty { add(gesture, once, factor, what) }
    during += drag?.keys ?? []
    // A swipe has no states; with `begin`, `update` or `end` the motion is a pan, and a press that is only held is a hold.
    var motion = gesture
    motion.type = [.swipe: .pan, .longPress: .hold][gesture.type] ?? gesture.type
    if !during.isEmpty { add(motion, during, isHold ? nil : factor, what) }
  }

  /// The settings of a gesture without a counterpart.
  private static let untranslated = [
    "interval": noInterval, "accel": "multiplies variables of fusuma, and none of them is translated",
  ]
  /// What fusuma adds to the environment of a command.
  private static let variables = ["move_x", "move_y", "unaccelerated_x", "unaccelerated_y", "zoom", "rotate"]

  /// A motion whose `update` moves the pointer, with the button that its `begin` presses and its `end` releases.
  private struct Drag {
    var factor = 1.0
    var button: String?

    /// Whether the drag has the meaning of this part of a state.
    func takes(_ state: String, _ part: String) -> Bool {
      switch part {
      case "command": state == "update" || button != nil
      case "accel": state == "update"
      // The pointer follows each frame; with fusuma's shortest intervals it does, too.
      case "interval": state == "update" || button != nil
      default: false
      }
    }
    var keys: [String] {
      [button.map { "button = \"\($0)\"" }, "move = \(factor == 1 ? "true" : spelled(factor))"].compactMap(
        \.self)
    }
  }

  private static func drag(_ entries: [Entry]) -> Drag? {
    func words(_ state: String) -> [String] {
      let command = entries.first { $0.key == state }?.value["command"]?.text ?? ""
      return ShellWords(command).words.map { $0.last == "," ? String($0.dropLast()) : $0 }
    }
    let update = words("update")
    guard
      ["xdotool mousemove_relative", "ydotool mousemove"].contains(update.prefix(2).joined(separator: " ")),
      update.dropFirst(2).filter({ !["--", "-x", "-y"].contains($0) }) == ["$move_x", "$move_y"]
    else { return nil }
    var drag = Drag()
    let accel = entries.first { $0.key == "update" }?.value["accel"]?.text.flatMap { Double($0) }
    if let accel { drag.factor = accel }
    let (press, release) = (words("begin"), words("end"))
    if let button = pressed(press, "mousedown", 0x40), button == pressed(release, "mouseup", 0x80) {
      drag.button = button
    }
    return drag
  }

  /// The button that a command of xdotool or ydotool presses or releases, and nothing else.
  private static func pressed(_ words: [String], _ verb: String, _ mask: Int) -> String? {
    guard words.count == 3, let last = words.last else { return nil }
    switch words.prefix(2).joined(separator: " ") {
    case "xdotool \(verb)": return ["1": "left", "2": "middle", "3": "right"][last]
    case "ydotool click":
      let code = Int(last.hasPrefix("0x") ? String(last.dropFirst(2)) : last, radix: 16)
      return code.flatMap { [0: "left", 1: "right", 2: "middle"][$0 - mask] }
    default: return nil
    }
  }

  /// The step for `update`, which is repeated while the fingers move that way: an action for each unit of motion, and the
  /// opposite direction's for the motion back. Nil without a direction.
  private func step(_ gesture: ImportedGesture, _ action: String, back: YAMLNode?) -> String? {
    guard let way = gesture.way?.split(separator: "-").first, Self.opposites[String(way)] != nil else {
      return nil
    }
    let back = back?.entries.first { Self.actions.contains($0.key) }.flatMap { translated($0) }
    return ImportedAction.step(gesture.type, towards: String(way), action, back)
  }

  /// The words of `when` for fusuma's names of modifiers.
  private static let modifiers = [
    "LEFTCTRL": "ctrl", "RIGHTCTRL": "ctrl", "LEFTSHIFT": "shift", "RIGHTSHIFT": "shift", "LEFTALT": "alt",
    "RIGHTALT": "alt", "LEFTMETA": "super", "RIGHTMETA": "super",
  ]

  /// The value of `modifiers` for fusuma's keys: of the left and the right key, and of any order of keys, it is one.
  private static func modifiers(of keys: String) -> String? {
    let names = keys.uppercased().split(separator: "+").map { modifiers[$0.trimmed] }
    guard !names.isEmpty, !names.contains(nil) else { return nil }
    return ContextKey.modifiers.canonical(names.compactMap(\.self).joined(separator: "+"))
  }

  /// What `update` of the opposite direction does while keys are held. fusuma takes what has these keys, and else what has none.
  private static func held(_ keys: String, in reverse: YAMLNode?) -> YAMLNode? {
    let same = reverse?["keypress"]?.entries.first { modifiers(of: $0.key) == modifiers(of: keys) }
    return same?.value ?? reverse
  }

  /// Reads a motion while keys are held: `LEFTCTRL+LEFTSHIFT: { command: … }`.
  /// - Parameter reverse: what `update` of the opposite direction does then.
  private mutating func readKeypress(
    _ gesture: ImportedGesture, _ keys: Entry, _ entries: [Entry], _ what: String, threshold: Double?,
    reverse: YAMLNode? = nil
  ) {
    guard let modifiers = Self.modifiers(of: keys.key) else {
      return result.refuse(
        keys.line, "\(what) keypress \(keys.key)", "only modifiers can be compared (`when`)")
    }
    var held = gesture
    held.line = keys.line
    held.way = [gesture.way, modifiers.replacing("+", with: "-")].compactMap(\.self).joined(separator: "-")
    held.require("modifiers = \(TomlText.string(modifiers))")
    readGesture(held, entries, "\(what) keypress \(keys.key)", threshold: threshold, reverse: reverse)
  }

  private mutating func add(
    _ gesture: ImportedGesture, _ actions: [String], _ factor: Double?, _ what: String
  ) {
    var gesture = gesture
    gesture.actions = actions
    // fusuma waits 0.7 s, which a threshold multiplies.
    if gesture.type == .longPress {
      let seconds = max((factor ?? 1) * 0.7, 0.18)  // libinput's hold begins after 0.18 s
      gesture.keys.append("min_duration = \"\(spelled((seconds * 1000).rounded() / 1000))s\"")
    } else if let factor, factor != 1 {
      guard let key = Self.scaled(gesture.type, by: factor) else {
        result.refuse(
          setting: "\(what) threshold", gesture.line, "a \(gesture.type.rawValue) has no distance to scale")
        return result.add(gesture, what: what)
      }
      gesture.keys.append(key)
    }
    result.add(gesture, what: what)
  }

  /// The touchpad default times the factor, because fusuma reads touchpads.
  private static func scaled(_ type: GestureType, by factor: Double) -> String? {
    let names: [KeyName] = [.minDistance, .minSpread, .minArc]
    var parameters: AnyParameters = type.defaults(.touchpad)
    guard let key = type.keys.first(where: { names.contains($0.name) }),
      let usual = key.measure(in: parameters)
    else { return nil }
    // fusuma gets its events from libinput, which begins a gesture at about 1.5 mm.
    let least = min(usual, PanParameters(.touchpad).minDistance)
    key.set(measure: max(usual * factor, least), in: &parameters)
    return key.written(in: parameters).map { "\(key.name.rawValue) = \($0.toml)" }
  }

  private mutating func action(_ entry: Entry, _ gesture: ImportedGesture, _ what: String) -> String? {
    let words = ["workspace", "window"].contains(entry.key) ? [Self.wmctrl(entry)] : Self.words(entry)
    // A blank command turns a gesture off.
    if case .scalar = entry.value, words.isEmpty { return nil }
    let first = words.first ?? ""
    let reason: String
    if case .scalar = entry.value, let variable = Self.variables.first(where: { Self.reads($0, first) }) {
      reason = "fusuma sets $\(variable); the variables of gestured are in docs/events.md"
    } else if let action = translated(entry) {
      return action
    } else {
      reason =
        switch entry.key {
        case "command": "fusuma runs one command, not a list"
        case "sendkey" where words.isEmpty: "its keys are not plain text"
        case "sendkey", "shortcut":
          ImportedAction.noKeys(keysyms: first.split(separator: "+").map(String.init))
        case "workspace", "window": "it belongs to the plugin wmctrl; \(windows.advice)"
        default: Self.notOfFusuma
        }
    }
    result.refuse(entry.line, "\(what) \(entry.key) \(first)", reason, gesture)
    return nil
  }

  private static func reads(_ variable: String, _ command: String) -> Bool {
    command.contains("${\(variable)")
      || command.ranges(of: "$\(variable)").contains { range in
        !(command[range.upperBound...].first.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false)
      }
  }

  /// The texts of an action; empty for a blank one, and for a list with something else in it.
  private static func words(_ entry: Entry) -> [String] {
    guard case .list(let items, _) = entry.value else {
      return [entry.value.text ?? ""].filter { !["", "~", "null"].contains($0) }
    }
    return items.contains { $0.text == nil } ? [] : items.compactMap(\.text).filter { !$0.isEmpty }
  }

  /// The value of the plugin wmctrl: `next`, or `fullscreen: toggle`, for which `fullscreen` stands alone too.
  private static func wmctrl(_ entry: Entry) -> String {
    guard let part = entry.value.entries.first else { return entry.value.text ?? "" }
    let how = part.value.text ?? ""
    return how == "toggle" ? part.key : "\(part.key) \(how)"
  }

  private func translated(_ entry: Entry) -> String? {
    switch (entry.key, Self.wmctrl(entry)) {
    // A swipe to the left goes to the next workspace.
    case ("workspace", "next"): windows?.line(for: "CHANGE_DESKTOP", direction: "left")
    case ("workspace", "prev"): windows?.line(for: "CHANGE_DESKTOP", direction: "right")
    case ("window", "fullscreen"): windows?.line(for: "FULLSCREEN_WINDOW", direction: "")
    case ("window", "close"): windows?.line(for: "CLOSE_WINDOW", direction: "")
    case ("window", "maximized"): windows?.line(for: "MAXIMIZE_RESTORE_WINDOW", direction: "")
    default: Self.action(entry)
    }
  }

  private static func action(_ entry: Entry) -> String? {
    let words = words(entry)
    guard let first = words.first else { return nil }
    switch entry.key {
    case "command":
      guard case .scalar = entry.value, !variables.contains(where: { reads($0, first) }) else { return nil }
      // A text over several lines (`>`, `|`) has the end of its last line.
      return ImportedAction.shell(first.trimmed)
    case "sendkey": return keys(words.map { $0.lowercased() })
    case "shortcut": return ImportedAction.keys(keysyms: first.split(separator: "+").map(String.init))
    default: return nil
    }
  }

  /// The value of `keys`; nil for an unknown key. fusuma uses the names of evdev.
  private static func keys(_ chords: [String]) -> String? {
    guard chords.allSatisfy({ $0.split(separator: "+").allSatisfy { KeyNames.code(of: String($0)) != nil } })
    else { return nil }
    return chords.count == 1 ? "keys = \(TomlText.string(chords[0]))" : "keys = \(TomlText.list(chords))"
  }
}
