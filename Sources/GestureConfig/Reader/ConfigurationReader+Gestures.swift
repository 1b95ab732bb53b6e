import GestureCore

// Reads [[gesture]].
extension ConfigurationReader {
  private static let commonTable = KeyTable<ConfigurationReader, GestureKeys>(
    [
      .reading("name", .own(.name)) { $0.readName($1, of: $2.draft) },
      .reading("description", .text) { $0.readDescription($1, of: $2.draft) },
      // These two are read before the others.
      .reading("type", .own(.type)) { _, _, _ in },
      .reading("fingers", .counts(GestureTraits.Fingers.oneOrRange.limits)) { _, _, _ in },
      .reading("device", .texts) { $0.readDevice($1, into: &$2) },
      .reading("zone", .text) { $0.drafts[$2.draft].binding.zone = $0.zone(named: $1) },
      .reading("touch", toolForm) { $0.readTool($1, into: &$2) },
      .key("priority", .count(-1000...1000)) { $0.definition.priority = $1.count ?? 0 },
      .key("enabled", .flag) { $0.definition.off = $1.isOn ? nil : .disabled },
      .key("immediate", .flag) { $0.definition.immediate = $1.isOn },
      .reading("typing_guard", .minimum(.duration)) { reader, entry, common in
        let time = reader.value(entry, .minimum(.duration))?.duration
        if let time, time > 0 { reader.configuration.writesTypingGuard = true }
        reader.drafts[common.draft].binding.typingGuard = time
      },
      .reading("when", .own(.when)) {
        $0.drafts[$2.draft].binding.when = $0.whenConditions($1, of: $2.draft)
      },
      .reading("where", .own(.conditions)) {
        $0.drafts[$2.draft].binding.conditions = $0.conditions($1, $2.definition)
      },
      .reading("cancels_touches", .flag) { $0.readCancels($1, of: $2.draft) },
      .reading("delays_touches", delayForm) { $0.readDelays($1, of: $2.draft) },
    ]
      + ConditionalRelation.Kind.allCases.map { kind in
        .reading(kind.rawValue, .own(.relations)) { $0.readRelations($1, kind, $2.definition, of: $2.draft) }
      })

  /// What the common keys of a gesture change.
  struct GestureKeys {
    let draft: Int
    var definition: RecognizerDefinition
    /// The devices to which the gesture applies.
    var classes = DeviceClass.allCases
    var names: [String] = []
  }

  /// The keys that every gesture has (interface.md §2.1, §2.3), with what they accept.
  package static let commonForms: [(key: String, form: ValueForm)] =
    commonTable.members + actionForms + ActionKind.lasting.map { (key: $0.rawValue, form: $0.form) }
    + (stateKeys.map { (key: $0, form: ValueForm.own(.actions)) })
    + [(key: "step", form: ValueForm.own(.step))]
  package static let commonKeys = commonForms.map { $0.key }

  /// UIKit's names for keys, for suggestions.
  private static let uikitNames = [
    "numberOfTapsRequired": "taps", "numberOfTouchesRequired": "fingers",
    "minimumPressDuration": "min_duration",
    "minimumNumberOfTouches": "fingers", "maximumNumberOfTouches": "fingers",
    "cancelsTouchesInView": "cancels_touches", "delaysTouchesBegan": "delays_touches",
    "delaysTouchesEnded": "delays_touches",
  ]
  private static func uikitKey(_ key: String) -> String? {
    uikitNames[key].map { "unknown key `\(key)`: UIKit's name; did you mean `\($0)`?" }
  }

  mutating func readGestures(_ entry: Entry) {
    for (table, position) in tables(entry) { readGesture(table, at: position) }
  }

  /// Reads the tables of `[[KEY]]`. A single `[KEY]` is a problem.
  mutating func tables(_ entry: Entry) -> [(TomlTable, SourcePosition)] {
    let takes = "tables with double brackets, [[\(entry.key)]]"
    guard case .array(let elements) = entry.node.value else {
      problem("`\(entry.key)` takes \(takes), not \(entry.node.value.kind)", at: entry.keyPosition)
      return []
    }
    return elements.compactMap { node in
      if case .table(let table) = node.value { return (table, node.position) }
      return wrongType(element(node, of: entry), takes: takes)
    }
  }

  private mutating func readGesture(_ table: TomlTable, at position: SourcePosition) {
    drafts.append(
      Draft(binding: GestureBinding(name: "", type: .tap, line: position.line), position: position))
    current = drafts.count - 1
    defer { current = nil }
    let draft = drafts.count - 1
    guard let type = gestureType(table, at: position, owner: "a gesture") else {
      return readWithoutType(table, of: draft)
    }
    drafts[draft].binding.type = type

    stepPlacements = []
    let parameters = parameters(table, type, skipping: Self.commonKeys)
    drafts[draft].binding.steps = stepPlacements
    var common = GestureKeys(
      draft: draft,
      definition: RecognizerDefinition("", parameters[0].values, fingers: fingers(table, type)))
    readCommon(table, into: &common)
    let used = parameters.filter { common.classes.contains($0.deviceClass) }
    checkCombinations(table, used.map { $0.values })
    for (deviceClass, values) in used {
      common.definition.parameters = values
      drafts[draft].binding.definitions[deviceClass] = common.definition
    }
    drafts[draft].binding.deviceNames = common.names
    checkHeldLifts(of: draft)
    readActions(table, of: draft, measuredAs: parameters[0].values.reportingType)
  }

  /// Reads a gesture whose type is wrong or missing. The gesture is left out, but all its other problems are reported too. A key
  /// is accepted if any type has it.
  private mutating func readWithoutType(_ table: TomlTable, of draft: Int) {
    checkKeysOfAnyType(table, in: "a gesture", common: Self.commonKeys)
    // A pan on a touchscreen has every measure, so any measure of `where` is accepted.
    var common = GestureKeys(draft: draft, definition: RecognizerDefinition("", .pan, .touchscreen))
    readCommon(table, into: &common)
    readActions(table, of: draft, measuredAs: nil)
  }

  mutating func checkKeysOfAnyType(_ table: TomlTable, in owner: String, common: [String]) {
    let own = GestureType.allCases.flatMap { $0.keys.map { $0.name.rawValue } }
    for entry in table.entries where !common.contains(entry.key) && !own.contains(entry.key) {
      problem(at: entry.keyPosition) { _ in
        Self.uikitKey(entry.key) ?? unknownKey(entry.key, in: owner, known: common + own)
      }
    }
  }

  private mutating func readCommon(_ table: TomlTable, into common: inout GestureKeys) {
    for row in Self.commonTable.keys {
      if let entry = table[row.name] { row.read(&self, entry, &common) }
    }
  }

  // MARK: Type, name, fingers, own keys

  mutating func gestureType(_ table: TomlTable, at position: SourcePosition, owner: String) -> GestureType? {
    guard let entry = table["type"] else {
      // A misspelt `type` is reported by its own message.
      let isMisspelt = table.entries.contains {
        !Self.commonKeys.contains($0.key) && suggestion(for: $0.key, among: Self.commonKeys) == "type"
      }
      if !isMisspelt { problem("\(owner) needs `type`", at: position) }
      return nil
    }
    guard let text = string(entry) else { return nil }
    if let type = GestureType(rawValue: text) { return type }
    return problem(
      unknownWord(text, for: "type", known: GestureType.allCases.map { $0.rawValue }), at: entry.position)
  }

  private static let toolForm = ValueForm.word(TouchTool.allCases.map { $0.rawValue })

  private mutating func readTool(_ entry: Entry, into common: inout GestureKeys) {
    guard let tool = value(entry, Self.toolForm).flatMap({ TouchTool(rawValue: $0.word) }) else { return }
    if common.definition.type == .hover {
      return problem("a hover has no touches, so it has no `touch`", at: entry.keyPosition)
    }
    common.definition.touch = tool
  }

  private mutating func readName(_ entry: Entry, of draft: Int) {
    guard let name = string(entry) else { return }
    if let first = indices[name] {
      let line = drafts[first].position.line
      problem("the name `\(name)` is already used by the gesture in line \(line)", at: entry.position)
    }
    // A control character would break the lines of the text trace.
    if name.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
      return problem("`name` contains a control character", at: entry.position)
    }
    if let hidden = name.unicodeScalars.first(where: { $0.isHidden || $0.isZeroWidth }) {
      let code = String(hidden.value, radix: 16, uppercase: true)
      let zeros = String(repeating: "0", count: 4 - code.utf8.count)
      warning(
        "`name` has an invisible character (U+\(zeros)\(code)); type the name again without it",
        at: entry.position)
    }
    drafts[draft].binding.name = name
    if indices[name] == nil { indices[name] = draft }
  }

  /// The longest description in letters: a line of a list of gestures.
  package static let longestDescription = 80

  private mutating func readDescription(_ entry: Entry, of draft: Int) {
    guard let text = string(entry) else { return }
    if text.unicodeScalars.contains(where: { $0.isHidden }) {
      return problem("`description` contains a control character", at: entry.position)
    }
    guard text.count <= Self.longestDescription else {
      return problem(
        entry, "has \(text.count) letters; at most \(Self.longestDescription) fit into a list of gestures")
    }
    drafts[draft].binding.description = text
  }

  /// Names the unnamed gestures by type and number, in file order: `swipe-1`.
  mutating func assignMissingNames() {
    var numbers: [GestureType: Int] = [:]
    for draft in drafts.indices where drafts[draft].binding.name.isEmpty {
      let type = drafts[draft].binding.type
      var name: String
      repeat {
        numbers[type, default: 0] += 1
        name = "\(type.rawValue)-\(numbers[type] ?? 1)"
      } while drafts.contains { $0.binding.name == name }
      drafts[draft].binding.name = name
    }
  }

  /// Returns nil if the key is absent; the type's default then applies.
  mutating func fingers(_ table: TomlTable, _ type: GestureType) -> ClosedRange<Int>? {
    guard let entry = table["fingers"] else { return nil }
    guard let accepted = type.traits.fingers else {
      return problem(
        type == .sequence
          ? "a sequence takes its `fingers` from its steps" : "a \(type.rawValue) has no `fingers`",
        at: entry.keyPosition)
    }
    if !accepted.takesRange, case .string(let text) = entry.node.value, CountRange(text) != nil {
      return problem("a \(type.rawValue) takes one number of fingers, not a range", at: entry.position)
    }
    return counts(entry, accepted.form)
  }

  /// Reads the type's own keys, starting from its presets. A key that no type has is a problem.
  mutating func parameters(_ table: TomlTable, _ type: GestureType, skipping common: [String]) -> Parameters {
    var parameters = Self.presets(type)
    let keys = type.keys
    for entry in table.entries where !common.contains(entry.key) {
      if let key = keys.first(where: { $0.name.rawValue == entry.key }) {
        readParameter(key, entry, into: &parameters)
      } else {
        reportUnknown(entry, type, common)
      }
    }
    guard let position = table["type"]?.node.position else { return parameters }
    for key in keys where key.isRequired && table[key.name.rawValue] == nil {
      problem("a \(type.rawValue) needs `\(key.name.rawValue)`", at: position)
    }
    return parameters
  }

  private mutating func reportUnknown(_ entry: Entry, _ type: GestureType, _ common: [String]) {
    problem(at: entry.keyPosition) { _ in
      if let uikitKey = Self.uikitKey(entry.key) { return uikitKey }
      let owners = GestureType.allCases.filter { $0.keys.contains { $0.name.rawValue == entry.key } }
      if !owners.isEmpty {
        return
          "`\(entry.key)` is not a key of a \(type.rawValue): it belongs to \(listed(owners.map { $0.rawValue }, "and"))"
      }
      let known = type.keys.map { $0.name.rawValue } + common
      return unknownKey(entry.key, in: "a \(type.rawValue)", known: known)
    }
  }

  // MARK: Combinations

  /// Reports keys that contradict each other, or the default of another key, on any kind of device that the gesture applies to.
  private mutating func checkCombinations(_ table: TomlTable, _ parameters: [AnyParameters]) {
    var reported: [String] = []
    for contradiction in parameters.flatMap({ $0.contradictions }) {
      let position = contradiction.keys.compactMap { table[$0.rawValue]?.node.position }.first
      guard let position, !reported.contains(contradiction.message) else { continue }
      problem(contradiction.message, at: position)
      reported.append(contradiction.message)
    }
  }

  // MARK: Where

  private mutating func readDevice(_ entry: Entry, into common: inout GestureKeys) {
    guard let names = strings(entry) else { return }
    let texts = names.map { $0.text }
    let kinds = texts.compactMap(DeviceClass.init(rawValue:))
    if kinds.count == texts.count { return common.classes = DeviceClass.allCases.filter(kinds.contains) }
    deviceWords += names.map { ($0.text, $0.position, current) }
    // A list with globs stays as written; class names in it are compared as strings.
    common.names = texts
  }

  /// Refuses a list with more names than a configuration can have gestures.
  mutating func isWithinLimit(_ entry: Entry, _ count: Int) -> Bool {
    if count <= Self.mostGestures { return true }
    problem(entry, "lists too many gestures: \(count), at most \(Self.mostGestures) are allowed")
    return false
  }
}
