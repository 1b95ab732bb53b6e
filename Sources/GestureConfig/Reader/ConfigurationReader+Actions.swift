import GestureCore

// The actions of a gesture (interface.md §2.3).
extension ConfigurationReader {
  package static let actionForms: [(key: String, form: ValueForm)] =
    ActionKind.momentary.map { (key: $0.rawValue, form: $0.form) } + limitTable.members
  static let actionKeys = actionForms.map { $0.key }
  package static let actionKinds = ActionKind.momentary.map { $0.rawValue }
  /// The keys of actions from `began` to `ended`, which a state's table cannot have.
  package static let motionKeys = ActionKind.lasting.map { $0.rawValue }
  /// The limits of commands.
  package static let limitTable = KeyTable<ConfigurationReader, ActionSet>([
    .key("timeout", ValueForm.positive(.duration).or("none")) { $0.timeout = $1.duration },
    .key("max_running", .count(1...1000)) { $0.maxRunning = $1.count ?? $0.maxRunning },
  ])
  package static let stateKeys = ["recognized", "began", "changed", "ended", "cancelled"]

  /// - Parameter type: the type that reports the states (for a sequence, its last step); nil if the type is invalid.
  mutating func readActions(_ table: TomlTable, of draft: Int, measuredAs type: GestureType?) {
    var limits = ActionSet()
    let direct = table.entries.filter { Self.actionKeys.contains($0.key) }
    if !direct.isEmpty {
      limits = readActionSet(direct, defaults: limits)
      if !limits.actions.isEmpty {
        drafts[draft].binding.actions.direct = limits
      } else if !table.entries.contains(where: { Self.stateKeys.contains($0.key) || $0.key == "step" }) {
        // Without an action, limits can only be defaults for sub-tables, and this gesture has no sub-tables.
        if let limit = direct.first(where: { Self.limitTable.names.contains($0.key) }) {
          problem("`\(limit.key)` has no effect without an action", at: limit.keyPosition)
        }
      }
    }
    // `timeout` and `max_running` of the gesture are the defaults of its sub-tables.
    var defaults = limits
    defaults.actions = []
    for entry in table.entries {
      // A word is looked up in a short list in an eighth of the time that it takes to find its case.
      if Self.stateKeys.contains(entry.key), let state = GestureState(rawValue: entry.key) {
        readState(state, entry, of: draft, type, defaults: defaults)
      } else if entry.key == "step" {
        readStep(entry, of: draft, type, defaults: defaults)
      } else if Self.motionKeys.contains(entry.key), let kind = ActionKind(rawValue: entry.key) {
        readLasting(kind, entry, of: draft, type)
      }
    }
  }

  private mutating func readState(
    _ state: GestureState, _ entry: Entry, of draft: Int, _ type: GestureType?, defaults: ActionSet
  ) {
    if let type, !type.traits.states.contains(state) {
      return problem(
        type.traits.isDiscrete
          ? "a \(type.rawValue) has no `\(entry.key)`: it is recognized once; write the action directly in the gesture"
          : "a \(type.rawValue) has no `\(entry.key)`", at: entry.keyPosition)
    }
    guard let actions = actionTable(entry, defaults: defaults) else { return }
    switch state {
    case .recognized: drafts[draft].binding.actions.recognized = actions
    case .began: drafts[draft].binding.actions.began = actions
    case .changed: drafts[draft].binding.actions.changed = actions
    case .ended: drafts[draft].binding.actions.ended = actions
    case .cancelled: drafts[draft].binding.actions.cancelled = actions
    case .possible, .failed, .step: break
    }
  }

  // MARK: Steps of movement

  private mutating func readStep(_ entry: Entry, of draft: Int, _ type: GestureType?, defaults: ActionSet) {
    guard let table = table(entry) else { return }
    let isTimed = table["every"].map { isDuration($0) } ?? false
    if let type, isTimed ? !type.traits.lasts : type.traits.stepMeasure == nil {
      let measured = GestureType.allCases.filter { $0.traits.stepMeasure != nil }.map { $0.rawValue }
      return problem(
        type.traits.lasts
          ? "a \(type.rawValue) has no motion to step by; write a time: every = \"100ms\""
          : "a \(type.rawValue) has no `step`; only \(listed(measured, "and")) have one",
        at: entry.keyPosition)
    }
    let areKnown = checkKeys(table, known: ["every", "forward", "backward"], in: "`step`")
    let forward = table["forward"].flatMap { actionTable($0, defaults: defaults) }
    let backward = table["backward"].flatMap { actionTable($0, defaults: defaults) }
    if areKnown, table["forward"] == nil, table["backward"] == nil {
      problem("`step` needs `forward` or `backward`", at: entry.position)
    }
    if isTimed, let backward = table["backward"] {
      return problem(
        "time does not go back: a `step` of a duration has only `forward`", at: backward.keyPosition)
    }
    guard let every = table["every"] else {
      if areKnown { problem("`step` needs `every`", at: entry.position) }
      return
    }
    guard let type, let measure = measure(every, of: type) else { return }
    drafts[draft].binding.actions.step = StepAction(every: measure, forward: forward, backward: backward)
  }

  /// A shorter time is no rate at which a person can let go in time.
  package static let tick = ValueForm.duration(10 * .millisecond...3600 * .second)

  private func isDuration(_ entry: Entry) -> Bool {
    guard case .string(let text) = entry.node.value else { return false }
    return Quantity(text)?.value(.duration) != nil
  }

  private mutating func measure(_ entry: Entry, of type: GestureType) -> StepAction.Measure? {
    if isDuration(entry) {
      return value(entry, Self.tick)?.duration.map { .time($0) }
    }
    guard let measure = type.traits.stepMeasure else { return nil }
    if case (.ratio, .string) = (measure, entry.node.value) {
      return problem("`every` of a pinch is a ratio above 1, for example 1.1", at: entry.position)
    }
    guard let value = value(entry, measure.form), let every = value.number else { return nil }
    return switch measure {
    case .length: value.isShare ? .share(every) : .distance(every)
    case .angle: .angle(every)
    case .ratio: .ratio(every)
    }
  }

  // MARK: One set of actions

  private mutating func actionTable(_ entry: Entry, defaults: ActionSet) -> ActionSet? {
    guard let table = table(entry) else { return nil }
    let misplaced = table.entries.filter { Self.motionKeys.contains($0.key) }
    for key in misplaced {
      problem(
        "`\(key.key)` acts from `began` to `ended`; write it in the gesture itself, not in `\(entry.key)`",
        at: key.keyPosition)
    }
    if !misplaced.isEmpty { return nil }
    let areKnown = checkKeys(table, known: Self.actionKeys, in: "`\(entry.key)`")
    let actions = readActionSet(table.entries.filter { Self.actionKeys.contains($0.key) }, defaults: defaults)
    if !table.entries.contains(where: { Self.actionKinds.contains($0.key) }) {
      if areKnown {
        problem(
          "\("`\(entry.key)`") has no action: write \(listed(ConfigurationReader.actionKinds.map { "`\($0)`" }, "or"))",
          at: entry.position)
      }
      return nil
    }
    return actions
  }

  private mutating func readActionSet(_ entries: [Entry], defaults: ActionSet) -> ActionSet {
    var set = defaults
    for entry in entries {
      if let kind = ActionKind(rawValue: entry.key) {
        let new = actions(kind, entry)
        warnOfRepeated(new, entry)
        set.actions += new
      }
      if let row = Self.limitTable.keys.first(where: { $0.name == entry.key }) {
        row.read(&self, entry, &set)
      }
    }
    return set
  }

  /// Warns of a command that stands twice in a list, which would run twice.
  private mutating func warnOfRepeated(_ actions: [Action], _ entry: Entry) {
    for (index, action) in actions.enumerated() where actions[..<index].contains(action) {
      return warning("`\(entry.key)` has the same action twice: \(action.summary)", at: entry.position)
    }
  }

  /// Reads the value of one key, which is one action or a list.
  private mutating func actions(_ kind: ActionKind, _ entry: Entry) -> [Action] {
    note(kind, at: entry.keyPosition)
    let row = kind.row
    guard let elements = list(of: row, entry) else {
      return row.read(&values, entry, nil).map { [$0] } ?? []
    }
    guard !elements.isEmpty else {
      problem(entry, "is empty")
      return []
    }
    guard elements.count <= ActionKind.mostActions else {
      problem(
        entry, "lists too many actions: \(elements.count), at most \(ActionKind.mostActions) are allowed")
      return []
    }
    return elements.compactMap { row.read(&values, element($0, of: entry), nil) }
  }

  private func list(of row: ActionRow, _ entry: Entry) -> [TomlNode]? {
    guard case .array(let elements) = entry.node.value else { return nil }
    switch row.arrays {
    case .actions: return elements
    case .actionsIfNested:
      let isNested = elements.contains { if case .array = $0.value { true } else { false } }
      return isNested ? elements : nil
    case .own: return nil
    }
  }

  private mutating func note(_ kind: ActionKind, at position: SourcePosition) {
    guard kind.row.device != nil, let current else { return }
    drafts[current].virtualKeys.append((kind, position))
  }

  // MARK: What lasts as long as the gesture

  /// - Parameter type: the type that reports the states; nil if the type is invalid.
  private mutating func readLasting(_ kind: ActionKind, _ entry: Entry, of draft: Int, _ type: GestureType?) {
    note(kind, at: entry.keyPosition)
    let row = kind.row
    if let type, !row.applies(type) {
      let able = GestureType.allCases.filter(row.applies)
      let reason =
        row.refusal?(type)
        ?? "a \(type.rawValue) has no `\(kind.rawValue)`; only \(listed(able.map { $0.rawValue }, "and")) have one"
      return problem(reason, at: entry.keyPosition)
    }
    if let action = row.read(&values, entry, type) { drafts[draft].binding.actions.lasting.append(action) }
  }
}

extension GestureTraits.StepMeasure {
  /// What `every` accepts besides a time.
  package var form: ValueForm {
    switch self {
    case .length: .any([.positive(.length), .percent(0.1...100)])
    case .angle: .angle(degrees: 0.1...360)
    case .ratio: .number(1.001...100)
    }
  }
}
