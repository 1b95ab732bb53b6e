import GestureCore

// Reads [settings], [[device]] and [zone.*].
extension ConfigurationReader {
  package static let settingKeys = [
    "implicit_requirements", "device_classes", "typing_guard", "consume", "grab_release",
  ]
  package static let matchKeys = ["name", "kind", "vendor", "product", "path", "seat"]
  package static let rangeKeys = ["x", "y"]
  package static let zoneKeys = ["x", "y", "gestures"]

  mutating func readSettings(_ entry: Entry) {
    guard let table = table(entry) else { return }
    checkKeys(table, known: Self.settingKeys, in: "[settings]")
    if let implicit = table["implicit_requirements"] {
      configuration.implicitRequirements = flag(implicit) ?? true
    }
    if let guarded = table["typing_guard"] {
      configuration.typingGuard = typingGuard(guarded) ?? configuration.typingGuard
    }
    if let consume = table["consume"] { readConsume(consume) }
    if let release = table["grab_release"] { readGrabRelease(release) }
    if let classes = table["device_classes"],
      let indices = words(classes, of: DeviceClass.allCases.map { $0.rawValue })
    {
      configuration.deviceClasses = indices.map { DeviceClass.allCases[$0] }
    }
  }

  // MARK: Devices

  package static let deviceKeys = [
    "match", "name", "ignore", "when", "suspend", "pen_guard", "size", "range", "calibration", "rotation",
    "slop_scale",
    "palm_size",
    "palm_pressure", "touch_pressure", "touch_size", "palm_edge", "thumb", "thumb_size", "thumb_pressure",
    "hysteresis", "shortest_contact", "stuck_after", "resting_after", "claim", "grab",
  ]

  mutating func readDevices(_ entry: Entry) {
    for (table, position) in tables(entry) {
      let before = problemCount
      var rule = DeviceRule()
      checkKeys(table, known: Self.deviceKeys, in: "[[device]]")
      if let match = table["match"] {
        readMatch(match, into: &rule)
      } else {
        problem("[[device]] needs `match`", at: position)
      }
      for entry in table.entries { readDeviceSetting(entry, into: &rule.settings) }
      if rule.settings.ignore == true, !rule.settings.when.isEmpty {
        rule.settings.ignore = nil
        swap(&rule.settings.when, &rule.settings.ignoredWhen)
      }
      let others = claims
      if let claim = table["claim"] { rule.settings.claims = readClaims(claim, of: rule.kind) }
      guard problemCount == before else {
        claims = others
        continue
      }
      if rule.settings.shortestContact > 0, let entry = table["shortest_contact"] {
        let isPad = rule.kind == .touchpad
        warning(
          isPad
            ? "`shortest_contact` has no effect on touchpads: it is for touchscreens"
            : "every landing on these devices is recognized \(written(entry)) later, which `shortest_contact` needs; touchpads have no such delay",
          at: entry.position)
      }
      for key in ["thumb_size", "thumb_pressure"] where !rule.settings.thumb {
        if let entry = table[key] {
          warning("`\(key)` has no effect beside `thumb = false`", at: entry.keyPosition)
        }
      }
      if rule.kind == .touchpad, let entry = table["rotation"] {
        warning("`rotation` has no effect: it turns the panel of a touchscreen", at: entry.keyPosition)
      }
      configuration.devices.append(rule)
      warnOfShadow(rule, at: position)
      deviceLines.append(position.line)
    }
  }

  /// Warns of a table whose devices an earlier one takes all.
  private mutating func warnOfShadow(_ rule: DeviceRule, at position: SourcePosition) {
    guard let first = configuration.devices.dropLast().firstIndex(where: { $0.covers(rule) }) else { return }
    warning(
      "this table is never used: the first match applies, and the one in line \(deviceLines[first]) matches the same devices",
      at: position)
  }

  private var problemCount: Int { findings.list.count { $0.diagnostic.severity == .problem } }

  private mutating func readMatch(_ entry: Entry, into rule: inout DeviceRule) {
    guard let table = table(entry) else { return }
    checkKeys(table, known: Self.matchKeys, in: "`match`")
    if table.entries.isEmpty {
      problem("`match` is empty; for every device: match = { name = \"*\" }", at: entry.position)
    }
    for entry in table.entries {
      switch entry.key {
      case "name": rule.name = string(entry)
      case "path": rule.path = string(entry)
      case "seat": rule.seat = string(entry)
      case "kind": rule.kind = word(entry)
      case "vendor": rule.vendor = identifier(entry)
      case "product": rule.product = identifier(entry)
      default: break
      }
    }
  }

  /// A vendor or product ID as lsusb and udev print it, or as a TOML integer.
  private mutating func identifier(_ entry: Entry) -> UInt16? {
    let value: UInt16? =
      switch entry.node.value {
      case .string(let text): UInt16(text.hasPrefix("0x") ? text.dropFirst(2) : text[...], radix: 16)
      case .integer(let number): UInt16(exactly: number)
      case .table, .array, .number, .boolean, .date: nil
      }
    if value == nil { problem(entry, "takes four hexadecimal digits, such as \"06cb\" (0x is allowed)") }
    return value
  }

  private mutating func readDeviceSetting(_ entry: Entry, into settings: inout DeviceSettings) {
    switch entry.key {
    case "name": settings.name = deviceName(entry)
    case "ignore": settings.ignore = flag(entry)
    case "when": settings.when = deviceWhen(entry)
    case "suspend": settings.suspends = word(entry, of: Self.suspendWords).map { $0 == 0 } ?? true
    case "pen_guard": settings.guardsPen = flag(entry) ?? true
    case "stuck_after":
      if case .string("off") = entry.node.value {
        settings.stuckAfter = nil
      } else {
        settings.stuckAfter =
          duration(entry, within: Self.silences, from: "1s", to: "3600s") ?? settings.stuckAfter
      }
    case "shortest_contact":
      if case .string("off") = entry.node.value { break }
      settings.shortestContact = duration(entry, within: Self.briefs, from: "1ms", to: "100ms") ?? 0
    case "resting_after":
      if case .string("off") = entry.node.value { break }
      settings.restingAfter = duration(entry, within: Self.rests, from: "200ms", to: "3600s") ?? 0
    case "size": settings.size = size(entry)
    case "calibration": settings.calibration = calibration(entry)
    case "range": settings.range = positionRange(entry)
    case "rotation": settings.rotation = rotation(entry) ?? 0
    case "slop_scale": settings.slopScale = ratio(entry, 0.1...10) ?? 1
    case "palm_size": settings.palmSize = sizeLimit(entry) ?? .automatic
    case "palm_pressure": settings.palmPressure = pressureLimit(entry) ?? .automatic
    case "touch_pressure": settings.touchPressure = touchLimit(entry, isLength: false) ?? .automatic
    case "touch_size": settings.touchSize = touchLimit(entry, isLength: true) ?? .automatic
    case "palm_edge": settings.palmEdge = flag(entry) ?? true
    case "thumb": settings.thumb = flag(entry) ?? true
    case "thumb_size": settings.thumbSize = sizeLimit(entry) ?? .automatic
    case "thumb_pressure": settings.thumbPressure = pressureLimit(entry) ?? .automatic
    case "hysteresis": settings.hysteresis = hysteresis(entry) ?? .automatic
    case "grab":
      if flag(entry) == true {
        problem(
          "`grab` is not a key of a device: consume = \"grab\" in [settings] grabs the devices whose touches are hidden",
          at: entry.keyPosition)
      }
    default: break
    }
  }

  /// A class and a path mean something else where a name of a device stands.
  private mutating func deviceName(_ entry: Entry) -> String? {
    guard let name = string(entry) else { return nil }
    if name.isEmpty || name.hasPrefix("/") || DeviceClass(rawValue: name) != nil
      || name.utf8.contains(where: { $0 < 0x20 })
    {
      return problem(
        "\"\(name)\" cannot name a device: a name is a text that is no class and no path", at: entry.position)
    }
    return name
  }

  /// A limit of the size of contacts. A plain number is in the device's units, as in libinput's quirks.
  private mutating func sizeLimit(_ entry: Entry) -> DeviceSettings.PalmLimit? {
    if case .string("auto") = entry.node.value { return .automatic }
    if case .integer = entry.node.value {
      return count(entry, 0...Int(Int32.max)).map { $0 == 0 ? .never : .units(Double($0)) }
    }
    guard let value = quantity(entry, .length, orWord: "off") else { return nil }
    return value == .infinity ? .never : positiveLength(entry, orWord: "off").map { .above($0) }
  }
  /// A limit of the pressure of contacts, in the device's units.
  private mutating func pressureLimit(_ entry: Entry) -> DeviceSettings.PalmLimit? {
    switch entry.node.value {
    case .string("auto"): return .automatic
    case .string("off"): return .never
    default:
      return count(entry, 0...Int(Int32.max), orWord: "off").map { $0 == 0 ? .never : .above(Double($0)) }
    }
  }

  /// Two limits, the one of the beginning first. Plain numbers, as such or in quotes, are in the device's units.
  private mutating func touchLimit(_ entry: Entry, isLength: Bool) -> DeviceSettings.TouchLimit? {
    switch entry.node.value {
    case .string("auto"): return .automatic
    case .string("off"): return .never
    case .array(let elements) where elements.count == 2:
      let units = elements.compactMap { Self.units($0) }
      if units.count == 2, units[0] > units[1] { return .units(LightLimit(begin: units[0], end: units[1])) }
      let lengths = elements.compactMap { Self.millimetres($0) }
      if isLength, lengths.count == 2, lengths[0] > lengths[1] {
        return .lengths(begin: lengths[0], end: lengths[1])
      }
    default: break
    }
    return problem(
      "`\(entry.key)` takes two limits, from which a contact is a touch and below which it ends, as [30, 25] in the device's units"
        + (isLength ? ", or [\"7mm\", \"5mm\"]" : "") + "; or \"auto\", or \"off\"", at: entry.position)
  }

  private static func units(_ node: TomlNode) -> Int32? {
    switch node.value {
    case .integer(let number): Int32(exactly: number)
    case .string(let text): Int32(text)
    default: nil
    }
  }

  private static func millimetres(_ node: TomlNode) -> Double? {
    guard case .string(let text) = node.value, let length = Quantity(text)?.value(.length),
      (0...100).contains(length)
    else { return nil }
    return length
  }

  package static let suspendWords = ["auto", "never"]

  private mutating func deviceWhen(_ entry: Entry) -> [WhenCondition] {
    let (conditions, keys) = whenConditions(entry)
    deviceKeys += keys
    return conditions
  }

  private mutating func duration(
    _ entry: Entry, within limits: ClosedRange<Timestamp>, from: String, to: String
  ) -> Timestamp? {
    guard let value = duration(entry) else { return nil }
    return limits.contains(value) ? value : outOfRange(entry, written(entry), from: from, to: to)
  }
  /// A shorter silence is that of a finger which rests.
  private static let silences = Timestamp.second...(3600 * .second)
  /// A finger that pauses in a gesture rests for less.
  private static let rests = Timestamp(200_000)...(3600 * .second)
  /// A tap is rarely longer than 100 ms.
  private static let briefs = Timestamp.millisecond...(100 * .millisecond)

  private mutating func size(_ entry: Entry) -> Size? {
    guard case .array(let elements) = entry.node.value, elements.count == 2 else {
      return problem("`size` takes width and height, for example [\"102mm\", \"68mm\"]", at: entry.position)
    }
    let sides = elements.map { node in
      // The largest size is for a wall display. "none" is read as infinity, which is not a size.
      quantity(element(node, of: entry), .length).flatMap { value -> Double? in
        guard value >= 5, value <= 5000 else {
          return outOfRange(
            element(node, of: entry), written(element(node, of: entry)), from: "5mm", to: "5000mm")
        }
        return value
      }
    }
    guard let width = sides[0], let height = sides[1] else { return nil }
    return Size(width: width, height: height)
  }

  private mutating func positionRange(_ entry: Entry) -> PositionRange? {
    guard let table = table(entry) else { return nil }
    checkKeys(table, known: Self.rangeKeys, in: "`range`")
    let ends = Self.rangeKeys.map { key -> ClosedRange<Int32>? in
      guard let axis = table[key] else {
        return problem("`range` needs `\(key)`", at: entry.position)
      }
      guard case .array(let elements) = axis.node.value, elements.count == 2,
        case .integer(let least) = elements[0].value, case .integer(let most) = elements[1].value,
        let least = Int32(exactly: least), let most = Int32(exactly: most), least < most
      else {
        return problem(
          "`\(key)` of `range` takes the least and the largest value that the device sends, for example [0, 2864]",
          at: axis.position)
      }
      return least...most
    }
    guard let x = ends[0], let y = ends[1] else { return nil }
    return PositionRange(x: x, y: y)
  }

  private mutating func rotation(_ entry: Entry) -> Int? {
    guard case .integer(let value) = entry.node.value, [0, 90, 180, 270].contains(value) else {
      return problem("`rotation` is 0, 90, 180 or 270", at: entry.position)
    }
    return Int(value)
  }

  private mutating func calibration(_ entry: Entry) -> Calibration? {
    guard case .array(let elements) = entry.node.value, elements.count == 6 else {
      return problem(
        "`calibration` takes six numbers, for example [-1, 0, 1, 0, 1, 0] for a mirrored x axis",
        at: entry.position)
    }
    let numbers = elements.compactMap { ratio(element($0, of: entry), -1000...1000) }
    guard numbers.count == 6 else { return nil }
    return Calibration(numbers) ?? problem("`calibration` maps the whole panel to a line", at: entry.position)
  }

  private mutating func hysteresis(_ entry: Entry) -> DeviceSettings.Hysteresis? {
    switch entry.node.value {
    case .string("auto"): return .automatic
    case .string("off"): return .off
    case .string(let text) where Quantity(text) == nil:
      return problem(
        "`hysteresis` takes \"auto\", \"off\" or a length, for example \"0.5mm\", not \"\(text)\"",
        at: entry.position)
    default: return length(entry, most: 10).map { .radius($0) }
    }
  }

  // MARK: Zones

  mutating func readZones(_ entry: Entry) {
    guard let table = table(entry) else { return }
    for zone in table.entries { readZone(zone) }
  }

  private mutating func readZone(_ entry: Entry) {
    let before = problemCount
    defer { if problemCount > before { brokenZones.append(entry.key) } }
    if entry.key.utf8.contains(0) {
      return problem("`zone` contains a NUL character (\\u0000)", at: entry.keyPosition)
    }
    guard let table = table(entry) else { return }
    checkKeys(table, known: Self.zoneKeys, in: "[zone.\(entry.key)]")
    // A missing border is the border of the stage.
    let whole = (ZoneSelection.Position.fraction(0), ZoneSelection.Position.fraction(1))
    let x = table["x"].map { extent($0) } ?? whole
    let y = table["y"].map { extent($0) } ?? whole
    let mask = table["gestures"].map { word($0) } ?? ZoneMask.all
    guard let (left, right) = x, let (top, bottom) = y, let mask else { return }
    configuration.zones.append(
      ZoneSelection(name: entry.key, left: left, right: right, top: top, bottom: bottom, mask: mask))
  }

  private mutating func extent(_ entry: Entry) -> (ZoneSelection.Position, ZoneSelection.Position)? {
    guard case .array(let elements) = entry.node.value, elements.count == 2 else {
      return problem(entry, "takes two positions, for example [\"0%\", \"50%\"] or [\"0mm\", \"20mm\"]")
    }
    let from = stagePosition(element(elements[0], of: entry))
    let to = stagePosition(element(elements[1], of: entry))
    guard let from, let to else { return nil }
    let isForward =
      switch (from, to) {
      case (.fraction(let a), .fraction(let b)), (.mm(let a), .mm(let b)): a < b
      // The order of a fraction and a length depends on the device.
      case (.fraction, .mm), (.mm, .fraction): true
      }
    if isForward { return (from, to) }
    return problem(entry, "must end after it starts")
  }

  mutating func zone(named entry: Entry) -> ZoneSelection? {
    guard let name = string(entry) else { return nil }
    if brokenZones.contains(name) {
      // The problem is reported at the zone. The gesture is left out, because without the zone it would apply to the whole stage.
      if let current { drafts[current].isBroken = true }
      return nil
    }
    if let zone = configuration.zones.first(where: { $0.name == name }) { return zone }
    problem(at: entry.position) {
      let known = $0.configuration.zones.map { $0.name }
      return "unknown zone `\(name)`"
        + (known.isEmpty ? ": no [zone.\(name)] is in this file" : didYouMean(name, known))
    }
    return nil
  }
}
