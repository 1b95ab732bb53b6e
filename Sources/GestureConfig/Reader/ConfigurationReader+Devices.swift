import GestureCore
import Output

// [settings], [[device]] and [zone.*].
extension ConfigurationReader {
  private static let classes = DeviceClass.allCases.map { $0.rawValue }

  package static let settingTable = KeyTable<ConfigurationReader, Configuration>([
    .key("implicit_requirements", .flag) { $0.implicitRequirements = $1.isOn },
    .key("device_classes", .words(classes)) {
      $0.deviceClasses = $1.items.compactMap { DeviceClass(rawValue: $0.word) }
    },
    .key("typing_guard", .minimum(.duration)) {
      $0.typingGuard = $1.duration ?? 0
      if $0.typingGuard > 0 { $0.writesTypingGuard = true }
    },
    .key("positions_while_locked", .flag) { $0.positionsWhileLocked = $1.isOn },
    .key("consume", .word(Configuration.Consume.allCases.map { $0.rawValue })) {
      $0.consume = Configuration.Consume(rawValue: $1.word) ?? .auto
    },
    .reading("grab_release", releaseTable.form) { $0.read($1, releaseTable, into: &$2.grabRelease) },
  ])

  private static let releaseTable = KeyTable<ConfigurationReader, EmergencyRelease.Settings>([
    .key("fingers", .count(EmergencyRelease.Settings.fingerLimits)) { $0.fingers = $1.count ?? 0 },
    .key("time", .duration(EmergencyRelease.Settings.durationLimits)) { $0.duration = $1.duration ?? 0 },
  ])

  mutating func readSettings(_ entry: Entry) {
    var own = configuration
    read(entry, Self.settingTable, named: "[settings]", into: &own)
    configuration = own
    if case .table(let table) = entry.node.value {
      grabKeys = (table["consume"]?.keyPosition, table["grab_release"]?.keyPosition)
    }
  }

  // MARK: Devices

  /// What a device reports, in its own units.
  private static let units = ValueForm.count(0...Int(Int32.max))
  private static let size = ValueForm.any([.positive(.length), units, .word(["auto", "off"])])
  private static let pressure = units.or("auto", "off")

  package static let deviceTable = KeyTable<ConfigurationReader, DeviceRule>(
    [
      .reading("match", .table(matchTable.members, needs: [matchTable.names])) {
        $0.readMatch($1, into: &$2)
      },
      .checked("name", .text) { $0.settings.setName($1.word) },
      .key("ignore", .flag) { $0.settings.ignore = $1.isOn },
      .reading("when", .own(.when)) { $2.settings.when = $0.deviceWhen($1) },
      .key("suspend", .word(["auto", "never"])) { $0.settings.suspends = $1.word == "auto" },
      .key("pen_guard", .flag) { $0.settings.guardsPen = $1.isOn },
      // The largest size is for a wall display.
      .key(
        "size",
        .list(
          .quantity(.length, 5...5000), 2...2, takes: "width and height, for example [\"102mm\", \"68mm\"]")
      ) { $0.settings.size = Size(width: $1.numbers[0], height: $1.numbers[1]) },
      .reading("range", rangeTable.form) { reader, entry, rule in
        var axes: [String: ClosedRange<Int32>] = [:]
        reader.read(entry, rangeTable, into: &axes)
        if let x = axes["x"], let y = axes["y"] { rule.settings.range = PositionRange(x: x, y: y) }
      },
      .checked(
        "calibration",
        .list(
          .number(-1000...1000), 6...6,
          takes: "six numbers, for example [-1, 0, 1, 0, 1, 0] for a mirrored x axis")
      ) {
        $0.settings.calibration = Calibration($1.numbers)
        return $0.settings.calibration == nil ? "maps the whole panel to a line" : nil
      },
      .key("rotation", .oneOf([0, 90, 180, 270])) { $0.settings.rotation = $1.count ?? 0 },
      .key("output", .text) { $0.settings.output = $1.word },
      .key("slop_scale", .number(0.1...10)) { $0.settings.slopScale = $1.number ?? 1 },
      .key("palm_size", size) { $0.settings.palmSize = .init($1) },
      .key("palm_pressure", pressure) { $0.settings.palmPressure = .init($1, units: { .above($0) }) },
      touchLimit("touch_pressure", units, "") { $0.settings.touchPressure = $1 },
      touchLimit(
        "touch_size", .any([.quantity(.length, 0...100), units]), ", or [\"7mm\", \"5mm\"]"
      ) { $0.settings.touchSize = $1 },
      .key("palm_edge", .flag) { $0.settings.palmEdge = $1.isOn },
      .key("thumb", .flag) { $0.settings.thumb = $1.isOn },
      .key("thumb_size", size) { $0.settings.thumbSize = .init($1) },
      .key("thumb_pressure", pressure) { $0.settings.thumbPressure = .init($1, units: { .above($0) }) },
      .key("hysteresis", ValueForm.quantity(.length, 0...10).or("auto", "off")) {
        $0.settings.hysteresis = $1.number.map { .radius($0) } ?? ($1.word == "auto" ? .automatic : .off)
      },
      // A tap is rarely longer than 100 ms.
      .key("shortest_contact", ValueForm.duration(.millisecond...100 * .millisecond).or("off")) {
        $0.settings.shortestContact = $1.duration ?? 0
      },
      // A shorter silence is that of a finger which rests.
      .key("stuck_after", ValueForm.duration(.second...3600 * .second).or("off")) {
        $0.settings.stuckAfter = $1.duration
      },
      // A finger that pauses in a gesture rests for less.
      .key("resting_after", ValueForm.duration(200 * .millisecond...3600 * .second).or("off")) {
        $0.settings.restingAfter = $1.duration ?? 0
      },
      .reading("claim", claimForm) { $2.settings.claims = $0.readClaims($1, of: $2.kind) },
      .reading("grab", .own(.off)) { reader, entry, _ in
        if reader.flag(entry) == true {
          reader.problem(
            "`grab` is not a key of a device: consume = \"grab\" in [settings] grabs the devices whose touches are hidden",
            at: entry.keyPosition)
        }
      },
    ], needs: [["match"]])

  private static let matchTable = KeyTable<ConfigurationReader, DeviceRule>([
    .key("name", .text) { $0.name = $1.word },
    .key("kind", .word(classes)) { $0.kind = DeviceClass(rawValue: $1.word) },
    .key("vendor", .identifier) { $0.vendor = $1.count.map { UInt16($0) } },
    .key("product", .identifier) { $0.product = $1.count.map { UInt16($0) } },
    .key("path", .text) { $0.path = $1.word },
    .key("seat", .text) { $0.seat = $1.word },
  ])

  private static let rangeTable = KeyTable<ConfigurationReader, [String: ClosedRange<Int32>]>(
    ["x", "y"].map { axis in
      let takes = "the least and the largest value that the device sends, for example [0, 2864]"
      return .checked(axis, .list(.count(Int(Int32.min)...Int(Int32.max)), 2...2, takes: takes)) {
        let ends = $1.numbers.map { Int32($0) }
        if ends[0] < ends[1] { $0[axis] = ends[0]...ends[1] }
        return ends[0] < ends[1] ? nil : "takes \(takes)"
      }
    }, needs: [["x"], ["y"]])

  /// Two limits, the one of the beginning first.
  private static func touchLimit(
    _ name: String, _ item: ValueForm, _ lengths: String,
    _ store: @escaping @Sendable (inout DeviceRule, DeviceSettings.TouchLimit) -> Void
  ) -> TableKey<ConfigurationReader, DeviceRule> {
    let takes =
      "two limits, from which a contact is a touch and below which it ends, as [30, 25] in the device's units"
    let form = ValueForm.list(item, 2...2, takes: takes + lengths).or("auto", "off")
    return .checked(name, form) {
      guard let limit = DeviceSettings.TouchLimit($1) else { return "takes \(form.accepted)" }
      store(&$0, limit)
      return nil
    }
  }

  mutating func readDevices(_ entry: Entry) {
    for (table, position) in tables(entry) {
      let before = problemCount
      let others = claims
      var rule = DeviceRule()
      read(table, at: position, Self.deviceTable, named: "[[device]]", into: &rule)
      if rule.settings.ignore == true, !rule.settings.when.isEmpty {
        rule.settings.ignore = nil
        swap(&rule.settings.when, &rule.settings.ignoredWhen)
      }
      guard problemCount == before else {
        claims = others
        continue
      }
      warnOfKeys(table, rule)
      configuration.devices.append(rule)
      warnOfShadow(rule, at: position)
      deviceLines.append(position.line)
    }
  }

  /// Warns of keys that have no effect, or one that few expect.
  private mutating func warnOfKeys(_ table: TomlTable, _ rule: DeviceRule) {
    if rule.settings.shortestContact > 0, let entry = table["shortest_contact"] {
      warning(
        rule.kind == .touchpad
          ? "`shortest_contact` has no effect on touchpads: it is for touchscreens"
          : "every landing on these devices is recognized \(written(entry)) later because of `shortest_contact`; "
            + "touchpads have no such delay",
        at: entry.position)
    }
    for key in ["thumb_size", "thumb_pressure"] where !rule.settings.thumb {
      if let entry = table[key] {
        warning("`\(key)` has no effect with `thumb = false`", at: entry.keyPosition)
      }
    }
    for (key, purpose) in [("rotation", "rotates the panel"), ("output", "names the picture")]
    where rule.kind == .touchpad {
      if let entry = table[key] {
        warning("`\(key)` has no effect, because it \(purpose) of a touchscreen", at: entry.keyPosition)
      }
    }
  }

  /// Warns of a table whose devices an earlier one takes all.
  private mutating func warnOfShadow(_ rule: DeviceRule, at position: SourcePosition) {
    guard let first = configuration.devices.dropLast().firstIndex(where: { $0.covers(rule) }) else { return }
    warning(
      "this table is never used: the first match applies, and the one in line \(deviceLines[first]) matches the same devices",
      at: position)
  }

  private mutating func readMatch(_ entry: Entry, into rule: inout DeviceRule) {
    read(entry, Self.matchTable, into: &rule)
    if case .table(let table) = entry.node.value, table.entries.isEmpty {
      problem("`match` is empty; for every device: match = { name = \"*\" }", at: entry.position)
    }
  }

  private mutating func deviceWhen(_ entry: Entry) -> [WhenCondition] {
    let (conditions, keys) = whenConditions(entry)
    deviceKeys += keys
    return conditions
  }

  // MARK: Zones

  package static let zoneTable = KeyTable<ConfigurationReader, ZoneSelection>([
    border("x") { ($0.left, $0.right) = $1 },
    border("y") { ($0.top, $0.bottom) = $1 },
    .key("gestures", .word(ZoneMask.allCases.map { $0.rawValue })) {
      $0.mask = ZoneMask(rawValue: $1.word) ?? .all
    },
  ])

  private static func border(
    _ name: String,
    _ store:
      @escaping @Sendable (inout ZoneSelection, (ZoneSelection.Position, ZoneSelection.Position)) -> Void
  ) -> TableKey<ConfigurationReader, ZoneSelection> {
    let position = ValueForm.any([.minimum(.position), .percent(0...100)])
    let takes = "two positions, for example [\"0%\", \"50%\"] or [\"0mm\", \"20mm\"]"
    return .checked(name, .list(position, 2...2, takes: takes)) { zone, ends in
      let (from, to) = (ends.items[0], ends.items[1])
      // The order of a fraction and a length depends on the device.
      if from.isShare == to.isShare, ends.numbers[0] >= ends.numbers[1] { return "must end after it starts" }
      store(&zone, (.init(from), .init(to)))
      return nil
    }
  }

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
    // A missing border is the border of the stage.
    var zone = ZoneSelection(
      name: entry.key, left: .fraction(0), right: .fraction(1), top: .fraction(0), bottom: .fraction(1))
    read(entry, Self.zoneTable, named: "[zone.\(entry.key)]", into: &zone)
    if problemCount == before { configuration.zones.append(zone) }
  }

  mutating func zone(named entry: Entry) -> ZoneSelection? {
    guard let name = string(entry) else { return nil }
    if brokenZones.contains(name) {
      // The problem is reported at the zone. The gesture is left out, because without the zone it would apply to the whole stage.
      if let current { values.broken.insert(current) }
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

extension DeviceSettings {
  /// A class and a path mean something else where a name of a device stands.
  fileprivate mutating func setName(_ text: String) -> String? {
    name = text
    let isOther =
      text.hasPrefix("/") || DeviceClass(rawValue: text) != nil || text.utf8.contains { $0 < 0x20 }
    return isOther ? "cannot be \"\(text)\": the name of a device must not be a class or a path" : nil
  }
}

extension DeviceSettings.PalmLimit {
  /// - Parameter units: the limit of a plain number, which is in the device's units, as in libinput's quirks.
  fileprivate init(_ value: KeyValue, units: (Double) -> Self = { .units($0) }) {
    switch value {
    case .plain(let number): self = number == 0 ? .never : units(number)
    case .quantity(let mm, _): self = .above(mm)
    default: self = value.word == "auto" ? .automatic : .never
    }
  }
}

extension DeviceSettings.TouchLimit {
  fileprivate init?(_ value: KeyValue) {
    guard case .list(let ends) = value else {
      self = value.word == "auto" ? .automatic : .never
      return
    }
    switch (ends[0], ends[1]) {
    case (.plain(let begin), .plain(let end)) where begin > end:
      self = .units(LightLimit(begin: Int32(begin), end: Int32(end)))
    case (.quantity(let begin, _), .quantity(let end, _)) where begin > end:
      self = .lengths(begin: begin, end: end)
    default: return nil
    }
  }
}

extension ZoneSelection.Position {
  fileprivate init(_ value: KeyValue) {
    self = value.isShare ? .fraction(value.number ?? 0) : .mm(value.number ?? 0)
  }
}
