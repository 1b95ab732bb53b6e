import CSystem
import GestureCore

extension Configuration {
  /// The settings of the first `[[device]]` that matches, or the defaults.
  package func settings(for device: DeviceIdentity) -> DeviceSettings {
    rule(for: device)?.settings ?? DeviceSettings()
  }

  /// The device with the name that its `[[device]]` gives it.
  package func named(_ device: DeviceIdentity) -> DeviceIdentity {
    var device = device
    device.givenName = settings(for: device).name
    return device
  }

  private func rule(for device: DeviceIdentity) -> DeviceRule? { devices.first { $0.matches(device) } }

  /// Whether a `[[device]]` names the seat.
  package func usesSeat(_ seat: String) -> Bool {
    devices.contains { $0.seat.map { NamePattern($0).matches(seat) } == true }
  }

  /// Why a configuration does not use a device.
  package enum Exclusion: Equatable, Sendable {
    /// The matching `[[device]]` has `ignore = true`.
    case ignored
    /// udev has LIBINPUT_IGNORE_DEVICE for it.
    case leftOut
    /// The device belongs to another seat, and the matching `[[device]]` names none.
    case otherSeat(String)
    /// `device_classes` does not list the device's class.
    case unlisted

    package var text: String {
      switch self {
      case .ignored: "the configuration ignores it (`ignore = true`)"
      case .leftOut:
        "udev says that programs should ignore it (LIBINPUT_IGNORE_DEVICE); `ignore = false` in its [[device]] uses it"
      case .otherSeat(let seat):
        "it belongs to another seat (ID_SEAT); match = { seat = \"\(seat)\" } in its [[device]] uses it"
      case .unlisted: "the configuration does not list its class (`device_classes`)"
      }
    }
  }

  /// Why the configuration does not use a device; nil if it does.
  package func exclusion(of device: DeviceIdentity) -> Exclusion? {
    let rule = rule(for: device)
    if let ignore = rule?.settings.ignore {
      if ignore { return .ignored }
    } else if device.isLeftOut {
      return .leftOut
    }
    if let seat = device.seat, let own = device.ownSeat, seat != own, rule?.seat == nil {
      return .otherSeat(seat)
    }
    return deviceClasses.contains(device.deviceClass) ? nil : .unlisted
  }
}

extension [GestureBinding] {
  /// The recognizers for one device class in file order, with `slop_scale` applied and zones in mm. `gestures` has the index of
  /// each one's gesture.
  ///
  /// Requirements of gestures that are left out are removed too.
  func recognizers(
    of deviceClass: DeviceClass, on stage: Size, zones: [ZoneSelection], slopScale: Double = 1,
    where isIncluded: (_ index: Int, _ gesture: GestureBinding) -> Bool
  ) -> (definitions: [RecognizerDefinition], gestures: [Int]) {
    var definitions: [RecognizerDefinition] = []
    var indices: [Int] = []
    let device = StagePlacement(stage: stage, slopScale: slopScale, zones: zones)
    for (index, gesture) in enumerated() where isIncluded(index, gesture) {
      guard var definition = gesture.definitions[deviceClass] else { continue }
      if slopScale != 1 { definition.parameters = definition.parameters.scaled(by: slopScale) }
      definition.place(gesture.placement, on: device)
      definition.relations = gesture.relations.map { relation in
        ConditionalRelation(
          relation.kind, relation.other, relation.conditions.map { $0.placed(on: stage, slopScale) })
      }
      definitions.append(definition)
      indices.append(index)
    }
    let names = Set(definitions.map { $0.name })
    for index in definitions.indices {
      definitions[index].requireFailureOf.removeAll { !names.contains($0) }
      definitions[index].requiredToFailBy.removeAll { !names.contains($0) }
      definitions[index].simultaneousWith.removeAll { !names.contains($0) }
    }
    return (definitions, indices)
  }
}

/// What converts the zones and lengths of a configuration into mm of one device.
private struct StagePlacement {
  let stage: Size
  let slopScale: Double
  let zones: [ZoneSelection]
}

extension RecognizerDefinition {
  /// Sets the zones and conditions of a gesture, and of its steps.
  ///
  /// - Parameter sequence: the zones of the sequences around this step. A mask treats their touches as the step's own.
  fileprivate mutating func place(
    _ placement: StepPlacement, of sequence: [ZoneSelection] = [], on device: StagePlacement
  ) {
    let own = placement.zones + sequence
    region = placement.zones.map { $0.region(on: device.stage) }.reduce(nil) { both, region in
      both?.intersection(region) ?? region
    }
    zone = placement.zones.first.flatMap { own in device.zones.firstIndex { $0.name == own.name } }
    conditions = placement.conditions.map { $0.placed(on: device.stage, device.slopScale) }
    guard placement.steps.isEmpty else {
      for (step, next) in zip(parameters.steps.indices, placement.steps) {
        parameters.steps[step].touch = touch
        parameters.steps[step].place(next, of: own, on: device)
      }
      return
    }
    masked = device.zones.enumerated().compactMap { index, zone in
      guard zone.mask.hidesTouches(isOwn: own.contains { $0.name == zone.name }) else { return nil }
      return MaskedZone(zone.region(on: device.stage), isDead: zone.mask == .none, zone: index)
    }
  }
}

extension GestureBinding {
  fileprivate var placement: StepPlacement {
    StepPlacement(zones: zone.map { [$0] } ?? [], conditions: conditions, steps: steps)
  }

  package func applies(to device: DeviceIdentity) -> Bool {
    guard definitions[device.deviceClass] != nil else { return false }
    return deviceNames.isEmpty || deviceNames.contains(where: device.isNamed)
  }
}

extension DeviceIdentity {
  /// Whether a name means the device: its class, or a glob for one of its names, its node or one of its paths.
  package func isNamed(_ name: String) -> Bool {
    name == deviceClass.rawValue || NamePattern(name).matches(self.name)
      || givenName.map { NamePattern(name).matches($0) } == true
      || paths.contains { NamePattern(name).matches($0) || NamePattern("/dev/input/" + name).matches($0) }
  }
}

extension DeviceRule {
  /// Whether this rule certainly matches every device that `other` matches.
  func covers(_ other: DeviceRule) -> Bool {
    (kind == nil || kind == other.kind) && (vendor == nil || vendor == other.vendor)
      && (product == nil || product == other.product) && Self.covers(name, other.name)
      && Self.covers(path, other.path) && (seat == nil || seat == other.seat)
  }

  private static func covers(_ glob: String?, _ other: String?) -> Bool {
    guard let glob, glob != "*" else { return true }
    guard let other else { return false }
    // A star, a question mark and a bracket in `other` are plain characters here. Only a star in `glob` takes them all.
    return glob == other
      || !glob.contains("[") && !glob.contains("?") && NamePattern(glob).matches(other)
  }

  /// Whether all selectors match.
  package func matches(_ device: DeviceIdentity) -> Bool {
    if let name, !NamePattern(name).matches(device.name) { return false }
    if let kind, kind != device.deviceClass { return false }
    if let vendor, vendor != device.vendor { return false }
    if let product, product != device.product { return false }
    if let seat, !NamePattern(seat).matches(device.seat ?? "") { return false }
    if let path, !device.paths.contains(where: { NamePattern(path).matches($0) }) { return false }
    return true
  }
}

extension WhenCondition {
  /// Why the condition does not match: `\`app\` is "emacs"; \`when\` needs "firefox*"`. nil if it matches.
  package func difference(in context: [String: String]) -> String? {
    if [self].holds(in: context) { return nil }
    if self == .notLocked {
      return "the session is locked; only gestures with when = { locked = \"yes\" } are recognized"
    }
    let actual = context[key].map { "is \"\($0)\"" } ?? "is not set"
    let wanted = listed(values.map { "\"\($0)\"" }, "or")
    return "`\(key)` \(actual); `when` \(isNegated ? "excludes" : "needs") \(wanted)"
  }
}

extension [WhenCondition] {
  /// Whether all conditions match. An unset key matches no value, unless the key has an initial value.
  package func holds(in context: [String: String]) -> Bool {
    allSatisfy { condition in
      let value = context[condition.key] ?? condition.initial
      let isOneOf =
        value.map { value in condition.values.contains { NamePattern($0).matches(value) } } ?? false
      return isOneOf != condition.isNegated
    }
  }
}

extension WhereCondition {
  /// The condition with its zones in mm of a stage and its lengths scaled by `slop_scale`.
  fileprivate func placed(on stage: Size, _ slopScale: Double) -> MeasureCondition {
    var placed = condition
    placed.regions = zones.map { $0.region(on: stage) }
    if case .quantity(.length, _) = placed.measure.row.form { placed.limit *= slopScale }
    return placed
  }
}

extension ZoneSelection {
  /// The zone in mm of a stage.
  package func region(on stage: Size) -> Region {
    var region = Region(
      left: left.mm(of: stage.width), right: right.mm(of: stage.width), top: top.mm(of: stage.height),
      bottom: bottom.mm(of: stage.height))
    region.reachesRight = region.right >= stage.width
    region.reachesBottom = region.bottom >= stage.height
    return region
  }
}

extension ZoneSelection.Position {
  fileprivate func mm(of side: Double) -> Double {
    switch self {
    case .fraction(let fraction): fraction * side
    case .mm(let value): value
    }
  }
}

extension GestureBinding {
  /// The binding's recognizer on a device of this class and size, with zones in mm; nil if it does not apply to the class.
  package func definition(of deviceClass: DeviceClass, on stage: Size) -> RecognizerDefinition? {
    [self].recognizers(of: deviceClass, on: stage, zones: []) { _, _ in true }.definitions.first
  }
}
