import GestureCore

// The keys of a gesture's type. `ParameterKey` says how each is checked and where it is stored.
extension ConfigurationReader {
  /// The type's parameters for each device class.
  typealias Parameters = [(deviceClass: DeviceClass, values: AnyParameters)]

  static func presets(_ type: GestureType) -> Parameters {
    DeviceClass.allCases.map { ($0, type.defaults($0)) }
  }

  /// Reads an entry as the value of a key, into the parameters of every device class.
  mutating func readParameter(_ key: ParameterKey, _ entry: Entry, into parameters: inout Parameters) {
    if key.name == .steps {
      guard let steps = steps(entry) else { return }
      for at in parameters.indices {
        parameters[at].values.steps = steps.compactMap { $0[parameters[at].deviceClass] }
      }
      return
    }
    guard let value = value(entry, key.form) else { return }
    if let refusal = Self.refusal(of: value, for: key) { return problem(entry, refusal) }
    for at in parameters.indices { key.set(value, in: &parameters[at].values) }
  }

  /// What is wrong with values that are right each by itself.
  private static func refusal(of value: KeyValue, for key: ParameterKey) -> String? {
    if key.form.dimension == .force, value.items.contains(where: { $0.isShare != value.items[0].isShare }) {
      return "takes both stages in grams or newtons, or both in percent"
    }
    return key.name == .template
      && value.polylines.contains { line in line.items.allSatisfy { $0 == line.items[0] } }
      ? "takes \(key.form.accepted)" : nil
  }

  // MARK: Steps of a sequence

  /// One step, with its recognizer for each device class.
  private struct StepDraft {
    var definitions: [DeviceClass: RecognizerDefinition]
    var placement: StepPlacement
  }

  /// Reads the steps of a sequence. A step that is itself a sequence is replaced by its steps. Stores the placements in
  /// `stepPlacements`.
  private mutating func steps(_ entry: Entry) -> [[DeviceClass: RecognizerDefinition]]? {
    guard case .array(let elements) = entry.node.value else {
      return wrongType(entry, takes: "a list of gesture tables")
    }
    if elements.isEmpty {
      return problem(entry, "is empty")
    }
    guard elements.count <= Self.mostSteps else { return tooManySteps(entry, elements.count) }
    var steps: [StepDraft] = []
    var isWhole = true
    for node in elements {
      if let own = step(node, of: entry, number: steps.count + 1) { steps += own } else { isWhole = false }
      // A nested sequence counts as all of its steps.
      guard steps.count <= Self.mostSteps else { return tooManySteps(entry, steps.count) }
    }
    stepPlacements = steps.map { $0.placement }
    return isWhole ? steps.map { $0.definitions } : nil
  }

  /// The most steps of one sequence after flattening.
  package static let mostSteps = 16

  private mutating func tooManySteps(_ entry: Entry, _ count: Int) -> [[DeviceClass: RecognizerDefinition]]? {
    return problem(entry, "has too many steps: \(count), at most \(Self.mostSteps) are allowed")
  }

  /// Reads a step that combines several gestures, either as alternatives or at the same time (recognizers.md §3.8).
  private mutating func combination(
    _ table: TomlTable, _ composition: StepComposition, of entry: Entry, number: Int
  ) -> [StepDraft]? {
    let key = composition.rawValue
    guard let list = table[key], table.entries.count == 1, case .array(let nodes) = list.node.value,
      nodes.count > 1
    else {
      return problem(
        "`\(key)` in `steps` takes a list of two or more gesture tables, and stands alone in its table",
        at: table[key]?.keyPosition ?? entry.node.position)
    }
    var members: [StepDraft] = []
    for node in nodes.prefix(Self.mostSteps + 1) {
      guard let own = step(node, of: entry, number: number + members.count, isAlone: false) else {
        return nil
      }
      members += own
    }
    for later in members.indices.dropFirst() {
      members[later].definitions = members[later].definitions.mapValues {
        var member = $0
        member.joinsStep = composition
        return member
      }
    }
    return members
  }

  /// The keys of a step besides those of its type.
  package static let stepKeys = ["type", "fingers", "zone", "where"]

  /// Reads one step, which may be a combination or a sequence.
  ///
  /// - Parameter isAlone: false for a member of a combination.
  private mutating func step(
    _ node: TomlNode, of entry: Entry, number: Int, isAlone: Bool = true
  ) -> [StepDraft]? {
    guard case .table(let table) = node.value else {
      return wrongType(element(node, of: entry), takes: "gesture tables")
    }
    if let composition = StepComposition.allCases.first(where: { table[$0.rawValue] != nil }) {
      return isAlone
        ? combination(table, composition, of: entry, number: number)
        : problem(
          "`\(composition.rawValue)` cannot be one of several gestures of a step; the members of a combination are single gestures",
          at: node.position)
    }
    guard let type = gestureType(table, at: node.position, owner: "a step") else {
      checkKeysOfAnyType(table, in: "a step", common: Self.stepKeys)
      return nil
    }
    let before = values.findings.list.count
    for entry in table.entries
    where Self.commonKeys.contains(entry.key) && !Self.stepKeys.contains(entry.key) {
      problem("a step of a sequence has no `\(entry.key)`; write it in the sequence", at: entry.keyPosition)
    }
    // A program reads the touches of a gesture of its own.
    if type == .client {
      return problem(
        "a gesture of type \"client\" cannot be a step of a sequence",
        at: table["type"]?.node.position ?? node.position)
    }
    if !isAlone && type == .sequence {
      return problem(
        "a \(type.rawValue) cannot be one of several gestures of a step; write its steps one after another",
        at: node.position)
    }
    var placement = StepPlacement(zones: table["zone"].map { [zone(named: $0)].compactMap { $0 } } ?? [])
    let fingers = fingers(table, type)
    let parameters = parameters(table, type, skipping: Self.commonKeys)
    if let entry = table["where"] {
      placement.conditions = conditions(
        entry, RecognizerDefinition("", parameters[0].values, fingers: fingers))
    }
    guard values.findings.list.count == before else { return nil }
    if !parameters[0].values.steps.isEmpty {
      let others = parameters.map { (deviceClass: $0.deviceClass, steps: $0.values.steps) }
      let inner = stepPlacements
      return inner.indices.map { index in
        var own = inner[index]
        own.zones = placement.zones + own.zones
        // A sequence has the measures of its last step.
        if index == inner.count - 1 { own.conditions += placement.conditions }
        return StepDraft(
          definitions: Dictionary(uniqueKeysWithValues: others.map { ($0.deviceClass, $0.steps[index]) }),
          placement: own)
      }
    }
    let definitions = parameters.map {
      ($0.deviceClass, RecognizerDefinition("step \(number)", $0.values, fingers: fingers))
    }
    return [StepDraft(definitions: Dictionary(uniqueKeysWithValues: definitions), placement: placement)]
  }
}
