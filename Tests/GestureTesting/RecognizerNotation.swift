import GestureCore

extension RecognizerSet {
  /// Reads recognizers in the row notation, in configuration order, with the keys and units of the configuration:
  ///
  ///     tap; dbl: tap taps=2; s3: swipe fingers=3 direction=left,right; seq: sequence [long-press > pan]
  ///
  /// A name that equals the type is omitted. `@touchpad`, `@semi-mt`, `@no-implicit`, `@stage 69x50`,
  /// `@simultaneous a b` and `@exclusive a eager:b` set the rest.
  package init(_ text: String) throws {
    self.init()
    let items = Notation.parts(text, ";")
    if items.contains("@touchpad") { deviceClass = .touchpad }
    for item in items {
      if item.hasPrefix("@") {
        try apply(Notation.parts(item.dropFirst(), " "), in: item)
      } else {
        recognizers.append(try RecognizerDefinition(notation: item, deviceClass))
        relationKeys += relationKeys(of: item)
      }
    }
    for index in recognizers.indices { recognizers[index].hide(masks) }
  }

  /// `simultaneous_with.NAME.when=KEY` of the recognizer that was read last.
  private func relationKeys(of item: String) -> [RelationKey] {
    guard let gesture = recognizers.indices.last else { return [] }
    return Notation.parts(item, " ").compactMap { word in
      let pair = word.split(separator: "=", maxSplits: 1).map(String.init)
      let key = Notation.parts(pair[0], ".")
      guard pair.count == 2, key.count == 3, key[2] == "when" else { return nil }
      let relation = recognizers[gesture].relations.firstIndex {
        $0.kind.rawValue == key[0] && $0.other == key[1]
      }
      return relation.map { RelationKey(key: pair[1], gesture: gesture, relation: $0) }
    }
  }

  private mutating func apply(_ words: [String], in item: String) throws {
    switch words[0] {
    case "touchpad": break
    case "semi-mt": isSemiMT = true
    case "mask":
      guard let mask = ZoneMask(rawValue: words[1]) else { throw NotationError("unknown mask", in: item) }
      let sides = try Notation.numbers(words[2], count: 4)
      masks.append((mask, Region(left: sides[0], right: sides[1], top: sides[2], bottom: sides[3])))
    case "no-implicit": implicitRequirements = false
    case "resting": restingAfter = Timestamp(try Notation.number(words[1])) * .millisecond
    case "stage":
      let sides = try Notation.parts(words[1], "x").map { try Notation.number($0) }
      stage = Size(width: sides[0], height: sides[1])
    case "simultaneous":
      for name in words.dropFirst() {
        recognizers[try index(of: name)].simultaneousWith += words.dropFirst().filter { $0 != name }
      }
    case "exclusive":
      let names = words.dropFirst().map { $0.hasPrefix("eager:") ? String($0.dropFirst(6)) : $0 }
      for (position, name) in names.enumerated() {
        let member = try index(of: name)
        recognizers[member].requireFailureOf += names.prefix(position)
        if words[position + 1] != name { recognizers[member].mayPrecede += names.prefix(position) }
      }
    default: throw NotationError("unknown word", in: item)
    }
  }

  package func index(of name: String) throws -> Int {
    guard let index = recognizers.firstIndex(where: { $0.name == name }) else {
      throw NotationError("no recognizer", in: name)
    }
    return index
  }
}

extension RecognizerDefinition {
  /// The zone of a gesture is its own if it has the same sides.
  fileprivate mutating func hide(_ masks: [(mask: ZoneMask, region: Region)], zone: Region? = nil) {
    let own = [region, zone]
    if !parameters.steps.isEmpty {
      for step in parameters.steps.indices { parameters.steps[step].hide(masks, zone: region) }
      return
    }
    masked = masks.filter { $0.mask.hidesTouches(isOwn: own.contains($0.region)) }.map {
      MaskedZone($0.region, isDead: $0.mask == .none)
    }
  }
}

extension RecognizerDefinition {
  /// Reads `name: type key=value …`; the steps of a sequence are in brackets, `>` between them.
  package init(notation text: String, _ deviceClass: DeviceClass) throws {
    var head = text
    var steps: [RecognizerDefinition] = []
    if let open = text.firstIndex(of: "["), let close = text.lastIndex(of: "]") {
      let list = text[text.index(after: open)..<close]
      steps = try Notation.parts(list, ">").flatMap { try Self.members(of: $0, deviceClass) }
      head = String(text[..<open])
    }
    var words = Notation.parts(head, " ")
    guard !words.isEmpty else { throw NotationError("no recognizer", in: text) }
    var name: String?
    if words[0].hasSuffix(":") { name = String(words.removeFirst().dropLast()) }
    guard !words.isEmpty, let type = GestureType(rawValue: words[0]) else {
      throw NotationError("unknown type", in: text)
    }
    self.init(name ?? type.rawValue, type, deviceClass)
    for word in words.dropFirst() {
      let pair = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard pair.count == 2 else { throw NotationError("key=value expected: \(word)", in: text) }
      if try setCommon(pair[0], pair[1]) || setCondition(pair[0], pair[1]) { continue }
      try set(pair[0], pair[1])
    }
    if !steps.isEmpty {
      for step in steps.indices { steps[step].touch = touch }
      parameters.steps = steps
    }
  }

  /// The gestures of a step: `a / b` are exclusive, `a & b` simultaneous.
  private static func members(of step: String, _ deviceClass: DeviceClass) throws -> [RecognizerDefinition] {
    let composition = step.contains(" & ") ? StepComposition.simultaneous : .exclusive
    let words = Notation.parts(step, " ").split { $0 == "&" || $0 == "/" }
    var members = try words.map {
      try RecognizerDefinition(notation: $0.joined(separator: " "), deviceClass)
    }
    for later in members.indices.dropFirst() { members[later].joinsStep = composition }
    return members
  }

  /// The keys that every gesture has; false if this is none of them.
  private mutating func setCommon(_ key: String, _ value: String) throws -> Bool {
    switch key {
    case "fingers": fingers = try fingerRange(value)
    case "priority": priority = try Notation.integer(value)
    case "typing_guard": typingGuard = try duration(value)
    case "tick": tick = try duration(value)
    case "enabled": off = value == "true" ? nil : .disabled
    case "immediate": immediate = value == "true"
    case "require_failure_of": requireFailureOf += Notation.parts(value, ",")
    case "required_to_fail_by": requiredToFailBy += Notation.parts(value, ",")
    case "simultaneous_with": simultaneousWith += Notation.parts(value, ",")
    case "touch":
      guard let tool = TouchTool(rawValue: value) else { throw NotationError("no tool", in: value) }
      touch = tool
    case "zone":  // left, right, top, bottom in mm
      let sides = try Notation.numbers(value, count: 4)
      region = Region(left: sides[0], right: sides[1], top: sides[2], bottom: sides[3])
    default: return false
    }
    return true
  }

  private func fingerRange(_ text: String) throws -> ClosedRange<Int> {
    guard text.contains("..") else {
      let count = try Notation.integer(text)
      return count...count
    }
    let bounds = Notation.parts(text, ".")
    return try Notation.integer(bounds[0])...(bounds.count > 1 ? Notation.integer(bounds[1]) : Int.max)
  }
}

extension RecognizerDefinition {
  /// The definition in the same notation, for a failing case. Only parameters that the random sets
  /// of the property tests change are written.
  package var notation: String {
    var text = "\(name): \(type.rawValue)"
    let usual = RecognizerDefinition(name, type, .touchscreen)
    if fingers != usual.fingers, parameters.steps.isEmpty {
      text +=
        fingers.upperBound == .max
        ? " fingers=\(fingers.lowerBound).." : " fingers=\(fingers.lowerBound)..\(fingers.upperBound)"
    }
    if priority != 0 { text += " priority=\(priority)" }
    if immediate { text += " immediate=true" }
    if !requireFailureOf.isEmpty { text += " require_failure_of=" + requireFailureOf.joined(separator: ",") }
    if !simultaneousWith.isEmpty { text += " simultaneous_with=" + simultaneousWith.joined(separator: ",") }
    if let region { text += " zone=\(region.left),\(region.right),\(region.top),\(region.bottom)" }
    text += conditionNotation
    text += notation(differingFrom: usual)
    if !parameters.steps.isEmpty {
      let words: [StepComposition?: String] = [nil: " > ", .exclusive: " / ", .simultaneous: " & "]
      text += " ["
      for (place, step) in parameters.steps.enumerated() {
        text += (place == 0 ? "" : words[step.joinsStep] ?? "") + step.notation
      }
      text += "]"
    }
    return text
  }
}
