import GestureCore

// The keys of a gesture's type: checked and stored by the catalog.
extension ConfigurationReader {
  /// Parameters as resolved for each class of device.
  typealias Parameters = [(deviceClass: DeviceClass, values: RecognizerParameters)]

  static func presets(_ type: GestureType) -> Parameters {
    DeviceClass.allCases.map { ($0, RecognizerParameters.preset(type, $0)) }
  }

  /// Reads `entry` as `key` into the parameters of every class of device.
  mutating func readParameter(_ key: ParameterKey, _ entry: Entry, into parameters: inout Parameters) {
    switch key.kind {
    case .length(let path, let bound): store(length(entry, bound), at: path, in: &parameters)
    case .duration(let path, let bound): store(duration(entry, bound), at: path, in: &parameters)
    case .speed(let path): store(speed(entry), at: path, in: &parameters)
    case .angle(let path, let degrees): store(angle(entry, degrees: degrees), at: path, in: &parameters)
    case .ratio(let path, let range): store(ratio(entry, range), at: path, in: &parameters)
    case .count(let path, let range): store(count(entry, range), at: path, in: &parameters)
    case .flag(let path): store(flag(entry), at: path, in: &parameters)
    case .lengthPair(let slow, let fast):
      let value = pair(entry) { reader, entry in reader.length(entry) }
      store(value?.slow, at: slow, in: &parameters)
      store(value?.fast, at: fast, in: &parameters)
    case .anglePair(let slow, let fast, let degrees):
      let value = pair(entry) { reader, entry in reader.angle(entry, degrees: degrees) }
      store(value?.slow, at: slow, in: &parameters)
      store(value?.fast, at: fast, in: &parameters)
    case .countOrAny(let path, let range):
      if case .string("any") = entry.node.value {
        store(.some(nil), at: path, in: &parameters)
      } else if let value = count(entry, range, orWord: "any") {
        store(.some(value), at: path, in: &parameters)
      }
    case .countOrNone(let path, let range):
      if case .string("none") = entry.node.value {
        store(Int.max, at: path, in: &parameters)
      } else {
        store(count(entry, range, orWord: "none"), at: path, in: &parameters)
      }
    case .choice(let choice):
      guard let index = word(entry, of: choice.names) else { return }
      for at in parameters.indices { choice.set(&parameters[at].values, index) }
    case .directions(let path): store(directions(entry), at: path, in: &parameters)
    case .edges(let path): store(edges(entry), at: path, in: &parameters)
    case .spread(let absolute, let relative):
      if let percent = percentage(entry) {
        guard percent >= 0, percent <= 1000 else {
          return outOfRange(entry, written(entry), from: "0%", to: "1000%")
        }
        store(.some(percent / 100), at: relative, in: &parameters)
      } else {
        store(length(entry, as: .spread), at: absolute, in: &parameters)
      }
    case .template(let path): store(template(entry), at: path, in: &parameters)
    case .steps(let path):
      guard let steps = steps(entry) else { return }
      for at in parameters.indices {
        parameters[at].values[keyPath: path] = steps.compactMap { $0[parameters[at].deviceClass] }
      }
    }
  }

  private func store<Value>(
    _ value: Value?, at path: ParameterKey.Path<Value>, in parameters: inout Parameters
  ) {
    guard let value else { return }
    for at in parameters.indices { parameters[at].values[keyPath: path] = value }
  }

  private mutating func directions(_ entry: Entry) -> DirectionSet? {
    words(entry, of: ["left", "right", "up", "down"]).map { indices in
      indices.reduce(into: DirectionSet()) { $0.insert(DirectionSet(rawValue: 1 << UInt8($1))) }
    }
  }

  private mutating func edges(_ entry: Entry) -> EdgeSet? {
    words(entry, of: ["left", "right", "top", "bottom"]).map { indices in
      indices.reduce(into: EdgeSet()) { $0.insert(EdgeSet(rawValue: 1 << UInt8($1))) }
    }
  }

  private mutating func template(_ entry: Entry) -> [Point]? {
    guard case .array(let elements) = entry.node.value else {
      problem(
        Wording.wrongType(entry.key, takes: "a list of points", not: entry.node.value),
        at: entry.node.position)
      return nil
    }
    var points: [Point] = []
    for node in elements {
      guard case .array(let numbers) = node.value, numbers.count == 2 else {
        problem(Wording.templatePoint, at: node.position)
        return nil
      }
      let x = ratio(element(numbers[0], of: entry), -100_000...100_000)
      let y = ratio(element(numbers[1], of: entry), -100_000...100_000)
      guard let x, let y else { return nil }
      points.append(Point(x, y))
    }
    guard let first = points.first, points.contains(where: { $0 != first }) else {
      problem(Wording.strokeTooShort, at: entry.node.position)
      return nil
    }
    return points
  }

  // MARK: Steps of a sequence

  /// One step as resolved for each class of device, and where it must begin.
  private struct Step {
    var definitions: [DeviceClass: RecognizerDefinition]
    var zones: [ZoneSelection]
  }

  /// The steps, flattened: a step that is a sequence is replaced by its own. Leaves their zones in `stepZones`.
  private mutating func steps(_ entry: Entry) -> [[DeviceClass: RecognizerDefinition]]? {
    guard case .array(let elements) = entry.node.value else {
      let takes = "a list of gesture tables"
      problem(Wording.wrongType(entry.key, takes: takes, not: entry.node.value), at: entry.node.position)
      return nil
    }
    if elements.isEmpty {
      problem(Wording.emptyList(entry.key), at: entry.node.position)
      return nil
    }
    var steps: [Step] = []
    var isWhole = true
    for node in elements {
      if let own = step(node, of: entry, number: steps.count + 1) { steps += own } else { isWhole = false }
    }
    stepZones = steps.map(\.zones)
    return isWhole ? steps.map(\.definitions) : nil
  }

  private mutating func step(_ node: TomlNode, of entry: Entry, number: Int) -> [Step]? {
    guard case .table(let table) = node.value else {
      problem(Wording.wrongType(entry.key, takes: "gesture tables", not: node.value), at: node.position)
      return nil
    }
    guard let type = gestureType(table, at: node.position, place: "a step") else {
      checkKeysOfAnyType(table, in: "a step", common: ["type", "fingers", "zone"])
      return nil
    }
    let before = diagnostics.count
    for entry in table.entries
    where Self.commonKeys.contains(entry.key) && !["type", "fingers", "zone"].contains(entry.key) {
      problem(Wording.stepHas(entry.key), at: entry.keyPosition)
    }
    let zones = table["zone"].map { [zone(named: $0)].compactMap(\.self) } ?? []
    let fingers = fingers(table, type)
    let parameters = parameters(table, type, skipping: Self.commonKeys)
    guard diagnostics.count == before else { return nil }
    if type == .sequence, case .sequence(let inner) = parameters[0].values {
      let others = parameters.map { (deviceClass: $0.deviceClass, steps: $0.values.sequence.steps) }
      let innerZones = stepZones
      return inner.steps.indices.map { index in
        Step(
          definitions: Dictionary(uniqueKeysWithValues: others.map { ($0.deviceClass, $0.steps[index]) }),
          zones: zones + innerZones[index])
      }
    }
    let definitions = parameters.map {
      ($0.deviceClass, RecognizerDefinition("step \(number)", $0.values, fingers: fingers))
    }
    return [Step(definitions: Dictionary(uniqueKeysWithValues: definitions), zones: zones)]
  }
}
