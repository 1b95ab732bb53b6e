import GestureCore

// What a gesture does (interface.md §2.3).
extension ConfigurationReader {
  package static let actionKeys = actionKinds + ["timeout", "max_running"]
  /// Those that do something.
  package static let actionKinds = ["run", "exec", "keys", "click", "notify", "pipe"]
  package static let stateKeys = ["began", "changed", "ended", "cancelled"]

  /// - Parameter type: what reports the states: of a sequence, its last step; nil where it is wrong.
  mutating func readActions(_ table: TomlTable, of draft: Int, measuredAs type: GestureType?) {
    var limits = ActionSet()
    let direct = table.entries.filter { Self.actionKeys.contains($0.key) }
    if !direct.isEmpty {
      limits = readActionSet(direct, defaults: limits)
      if limits.hasAction {
        drafts[draft].binding.actions.direct = limits
      } else if !table.entries.contains(where: { Self.stateKeys.contains($0.key) || $0.key == "step" }) {
        // Nothing but limits: they would be those of the sub-tables, and there is none.
        if let limit = direct.first(where: { ["timeout", "max_running"].contains($0.key) }) {
          problem(Wording.noActionFor(limit.key), at: limit.keyPosition)
        }
      }
    }
    // `timeout` and `max_running` of the gesture are the defaults of its sub-tables.
    var defaults = ActionSet()
    defaults.timeout = limits.timeout
    defaults.maxRunning = limits.maxRunning
    for entry in table.entries {
      if let state = GestureState(rawValue: entry.key), Self.stateKeys.contains(entry.key) {
        readState(state, entry, of: draft, type, defaults: defaults)
      } else if entry.key == "step" {
        readStep(entry, of: draft, type, defaults: defaults)
      } else if Self.motionKeys.contains(entry.key) {
        readMotion(entry, of: draft, type)
      }
    }
  }

  private mutating func readState(
    _ state: GestureState, _ entry: Entry, of draft: Int, _ type: GestureType?, defaults: ActionSet
  ) {
    if let type, !type.traits.states.contains(state) {
      return problem(Wording.neverReaches(type, entry.key), at: entry.keyPosition)
    }
    guard let actions = actionTable(entry, defaults: defaults) else { return }
    switch state {
    case .began: drafts[draft].binding.actions.began = actions
    case .changed: drafts[draft].binding.actions.changed = actions
    case .ended: drafts[draft].binding.actions.ended = actions
    case .cancelled: drafts[draft].binding.actions.cancelled = actions
    case .recognized, .possible, .failed, .step: break
    }
  }

  // MARK: Steps of movement

  private mutating func readStep(_ entry: Entry, of draft: Int, _ type: GestureType?, defaults: ActionSet) {
    if let type, type.traits.stepMeasure == nil {
      return problem(Wording.noMeasure(type), at: entry.keyPosition)
    }
    guard let table = table(entry) else { return }
    let areKnown = checkKeys(table, known: ["every", "forward", "backward"], in: "`step`")
    let forward = table["forward"].flatMap { actionTable($0, defaults: defaults) }
    let backward = table["backward"].flatMap { actionTable($0, defaults: defaults) }
    if areKnown, table["forward"] == nil, table["backward"] == nil {
      problem(Wording.stepWithoutAction, at: entry.node.position)
    }
    guard let every = table["every"] else {
      if areKnown { problem(Wording.missingKey("every", in: "`step`"), at: entry.node.position) }
      return
    }
    guard let type, let measure = measure(every, of: type) else { return }
    drafts[draft].binding.actions.step = StepAction(every: measure, forward: forward, backward: backward)
  }

  private mutating func measure(_ entry: Entry, of type: GestureType) -> StepAction.Measure? {
    switch type.traits.stepMeasure {
    case .length:
      guard let value = length(entry, .maximum), isFinite(value, entry) else { return nil }
      return .distance(value)
    case .angle:
      guard let value = angle(entry, degrees: 0.1...360) else { return nil }
      return .angle(value)
    case .ratio:
      if case .string = entry.node.value {
        problem(Wording.everyRatio, at: entry.node.position)
        return nil
      }
      guard let value = ratio(entry, 1...100) else { return nil }
      guard value > 1 else {
        problem(Wording.everyRatio, at: entry.node.position)
        return nil
      }
      return .ratio(value)
    case nil: return nil
    }
  }

  private mutating func isFinite(_ value: Double, _ entry: Entry) -> Bool {
    if value.isFinite { return true }
    problem(Wording.notAQuantity(entry.key, written(entry), .length, orWord: nil), at: entry.node.position)
    return false
  }

  // MARK: One set of actions

  private mutating func actionTable(_ entry: Entry, defaults: ActionSet) -> ActionSet? {
    guard let table = table(entry) else { return nil }
    let misplaced = table.entries.filter { Self.motionKeys.contains($0.key) }
    for key in misplaced { problem(Wording.notOfState(key.key, in: entry.key), at: key.keyPosition) }
    if !misplaced.isEmpty { return nil }
    let areKnown = checkKeys(table, known: Self.actionKeys, in: "`\(entry.key)`")
    let actions = readActionSet(table.entries.filter { Self.actionKeys.contains($0.key) }, defaults: defaults)
    if !table.entries.contains(where: { Self.actionKinds.contains($0.key) }) {
      if areKnown { problem(Wording.noAction("`\(entry.key)`"), at: entry.node.position) }
      return nil
    }
    return actions
  }

  private mutating func readActionSet(_ entries: [Entry], defaults: ActionSet) -> ActionSet {
    var actions = defaults
    for entry in entries {
      switch entry.key {
      case "run":
        actions.run = string(entry)
        noteCommand(actions.run, at: entry.node.position)
      case "pipe":
        actions.pipe = string(entry)
        noteCommand(actions.pipe, at: entry.node.position)
      case "exec": readExec(entry, into: &actions)
      case "keys":
        noteVirtual(.keys, at: entry.keyPosition)
        actions.keys = chords(entry)
      case "click": actions.click = click(entry)
      case "notify": actions.notify = notification(entry)
      case "timeout":
        guard let value = duration(entry, .maximum) else { break }
        actions.timeout = value == .never ? nil : value
      case "max_running": actions.maxRunning = count(entry, 1...1000) ?? actions.maxRunning
      default: break
      }
    }
    return actions
  }

  private mutating func noteCommand(_ command: String?, at position: SourcePosition) {
    guard let command, let current else { return }
    drafts[current].commands.append((command, position))
  }

  private mutating func readExec(_ entry: Entry, into actions: inout ActionSet) {
    guard case .array(let elements) = entry.node.value else {
      let takes = "a list of strings, for example [\"notify-send\", \"hello\"]"
      return problem(Wording.wrongType("exec", takes: takes, not: entry.node.value), at: entry.node.position)
    }
    guard !elements.isEmpty else { return problem(Wording.emptyList("exec"), at: entry.node.position) }
    var words: [String] = []
    for (index, node) in elements.enumerated() {
      // Only the program must have a name; an empty argument is an argument.
      if let word = string(element(node, of: entry), allowsEmpty: index > 0) { words.append(word) }
    }
    guard words.count == elements.count else { return }
    actions.exec = words
    noteExecutable(words[0], at: elements[0].position)
  }

  private mutating func noteExecutable(_ program: String, at position: SourcePosition) {
    guard let current else { return }
    drafts[current].programs.append((program, position))
  }

  private mutating func chords(_ entry: Entry) -> [[UInt16]] {
    var chords: [[UInt16]] = []
    for (text, position) in strings(entry) ?? [] {
      var chord: [UInt16] = []
      for name in text.split(separator: "+", omittingEmptySubsequences: false) {
        let name = String(name.drop { $0 == " " }.prefix { $0 != " " })
        if let code = KeyNames.code(of: name) {
          if !chord.contains(code) { chord.append(code) }
        } else {
          problem(Wording.unknownKeyName(name, known: KeyNames.all), at: position)
        }
      }
      chords.append(chord.filter(KeyNames.isModifier) + chord.filter { !KeyNames.isModifier($0) })
    }
    return chords
  }

  private mutating func notification(_ entry: Entry) -> ActionSet.Notification? {
    guard case .table(let table) = entry.node.value else {
      guard case .string = entry.node.value else {
        let takes = "a message, or { socket = \"PATH\" }"
        problem(Wording.wrongType("notify", takes: takes, not: entry.node.value), at: entry.node.position)
        return nil
      }
      return string(entry).map { .subscribers($0) }
    }
    let areKnown = checkKeys(table, known: ["socket", "message"], in: "`notify`")
    let message = table["message"].flatMap { string($0) }
    guard let socket = table["socket"] else {
      if areKnown { problem(Wording.missingKey("socket", in: "`notify`"), at: entry.node.position) }
      return nil
    }
    guard let path = string(socket).flatMap({ socketPath($0, socket) }) else { return nil }
    return .socket(path: path, message: message)
  }

  /// `~` and `$XDG_RUNTIME_DIR` at the beginning are expanded.
  private mutating func socketPath(_ text: String, _ entry: Entry) -> String? {
    var path = text
    for (prefix, variable) in [("$XDG_RUNTIME_DIR", "XDG_RUNTIME_DIR"), ("~", "HOME")]
    where text == prefix || text.hasPrefix(prefix + "/") {
      guard let value = environment(variable), !value.isEmpty else {
        warning(Wording.unsetVariable(variable), at: entry.node.position)
        return text
      }
      path = value + text.dropFirst(prefix.count)
    }
    guard path.hasPrefix("/") else {
      problem(Wording.relativeSocket(text), at: entry.node.position)
      return nil
    }
    guard path.utf8.count <= 107 else {
      problem(Wording.longSocket, at: entry.node.position)
      return nil
    }
    return path
  }

  // MARK: Tables

  mutating func table(_ entry: Entry) -> TomlTable? {
    guard case .table(let table) = entry.node.value else {
      problem(Wording.wrongType(entry.key, takes: "a table", not: entry.node.value), at: entry.node.position)
      return nil
    }
    return table
  }

  /// Whether all keys are known. What is missing is better not said where one is not: it was probably meant.
  @discardableResult
  mutating func checkKeys(_ table: TomlTable, known: [String], in place: String) -> Bool {
    var areKnown = true
    for entry in table.entries where !known.contains(entry.key) {
      problem(Wording.unknownKey(entry.key, in: place, known: known), at: entry.keyPosition)
      areKnown = false
    }
    return areKnown
  }
}

extension ActionSet {
  /// Whether it does anything.
  package var hasAction: Bool {
    run != nil || exec != nil || !keys.isEmpty || click != nil || notify != nil || pipe != nil
  }
}
