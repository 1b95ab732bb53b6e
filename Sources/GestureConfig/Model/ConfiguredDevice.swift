import GestureCore
import Output

/// The state that changes while a configuration is in use. A reload keeps it.
package struct RunningState: Sendable {
  /// The gestures that a client has enabled or disabled, by name.
  package var enabled: [String: Bool]
  /// The context's values, which `when` compares.
  package var context: [String: String]
  /// The devices that a client has switched off, as the client named them.
  package var disabledDevices: [String]
  /// The groups of devices whose pen is near (`UdevFacts.group`).
  package var pensNear: Set<String> = []
  package init(
    enabled: [String: Bool] = [:], context: [String: String] = [:], disabledDevices: [String] = []
  ) {
    self.enabled = enabled
    self.context = context
    self.disabledDevices = disabledDevices
  }
}

/// A configuration applied to one device: its settings, stage, recognizers and pipeline.
///
/// Live devices and recordings both begin here, so a recording gives the same events as the hand did.
///
/// What must hold: `gestures` has an index for each of `definitions`, in the same order, and an excluded device has neither.
package struct ConfiguredDevice: Sendable {
  package let identity: DeviceIdentity
  package let description: DeviceDescription
  private let settings: DeviceSettings
  /// Why the configuration does not use the device; nil if it does. An excluded device has no recognizers.
  package let exclusion: Configuration.Exclusion?
  /// The stage in mm, in the configured orientation.
  package let stage: Size
  /// The configuration's zones in mm, by name.
  package let zones: [(name: String, region: Region)]
  /// Problems visible in the device's description, with the key that corrects each.
  package let warnings: [String]
  /// The definitions that apply to this device, in file order, with the current `enabled`.
  package let definitions: [RecognizerDefinition]
  /// For each definition, its gesture's index in the configuration.
  package let gestures: [Int]
  /// The gestures of the configuration that the device does not have, and why.
  package let absences: [DeviceAbsence]
  /// For each index in the arena, the gesture's in the configuration: first those of the device, then those that it does not have.
  package let numbers: [Int]
  private let configuration: Configuration
  /// The state in which the device was made.
  private let initial: RunningState
  /// The context in which the device makes gestures.
  private let conditions: [WhenCondition]
  /// The group of a touchscreen that makes no gestures while the pen of its group is near; nil for other devices.
  package let guardedPen: String?

  /// What is hidden from the compositor; empty for an unused device: the touches that gestures hide or delay, and the device's `claim`
  /// entries with their conditions on the context.
  private let hidden: ClaimSettings
  private let claimRules: [(claim: Claim, when: [WhenCondition])]

  package init(
    _ description: DeviceDescription, _ identity: DeviceIdentity, _ configuration: Configuration,
    _ state: RunningState = RunningState()
  ) {
    let identity = configuration.named(identity)
    self.identity = identity
    let description = description.corrected
    self.description = description
    var settings = configuration.settings(for: identity)
    if identity.deviceClass == .touchscreen {
      settings.rotation = (settings.rotation + ContextKey.rotation(in: state.context)) % 360
    }
    self.settings = settings
    let exclusion = configuration.exclusion(of: identity)
    self.exclusion = exclusion
    conditions = settings.when + Self.hingeConditions(of: description, identity.deviceClass, settings)
    let guardsPen = exclusion == nil && identity.deviceClass == .touchscreen && settings.guardsPen
    guardedPen = guardsPen ? description.udev.group : nil
    (stage, warnings) = TouchInput.surface(
      of: description, deviceClass: identity.deviceClass, settings: settings)
    let size = stage
    zones = configuration.zones.map { ($0.name, $0.region(on: size)) }
    var (definitions, gestures) = configuration.gestures.recognizers(
      of: identity.deviceClass, on: stage, zones: configuration.zones, slopScale: settings.slopScale
    ) { exclusion == nil && $1.applies(to: identity) }
    for index in definitions.indices {
      definitions[index].enabled = state.enabled[definitions[index].name] ?? definitions[index].enabled
      definitions[index].tick = configuration.gestures[gestures[index]].actions.step?.tick ?? 0
      definitions[index].typingGuard = configuration.typingGuard(
        of: gestures[index], definitions[index], on: identity.deviceClass)
    }
    self.definitions = definitions
    self.gestures = gestures
    absences = configuration.absences(from: identity, exclusion, beside: gestures)
    numbers = gestures + absences.map { $0.index }
    self.configuration = configuration
    initial = state
    let isUsed = exclusion == nil
    hidden =
      isUsed
      ? configuration.claimSettings(
        gestures: gestures, definitions: definitions,
        isPerTouch: description.holdsPerTouch(identity.deviceClass)) : ClaimSettings()
    claimRules =
      isUsed && configuration.consume != .off
      ? Self.claims(of: settings, on: description, identity.deviceClass, stage: size, zones: zones) : []
  }

  /// Makes the device of a recording; nil if it is not a touch device.
  package init?(
    recorded description: DeviceDescription, _ configuration: Configuration,
    _ state: RunningState = RunningState()
  ) {
    guard let deviceClass = description.classInReplay else { return nil }
    self.init(description, DeviceIdentity(description, deviceClass), configuration, state)
  }

  /// Converts a touch's position for clicks; nil if the device is not a touchscreen.
  package var screenPointer: ScreenPointer? {
    guard identity.deviceClass == .touchscreen, exclusion == nil else { return nil }
    return ScreenPointer(
      description, stage: stage, rotation: settings.rotation,
      calibration: settings.calibration(of: description, identity.deviceClass))
  }

  /// Makes the input, which turns events into touches. Touches at an edge that a gesture watches (an edge pan, or one whose zone lies
  /// along it, itself or as a step) are never taken as palms or thumbs, even while the edge pan is disabled (recognizers.md §1.6).
  package func makeInput() -> TouchInput {
    TouchInput(
      device: description, deviceClass: identity.deviceClass, settings: settings,
      edgePans: definitions.watchedEdges(on: stage), readsButtons: definitions.readsButtons,
      readsForce: definitions.readsForce)
  }

  /// For each definition, the indices of the definitions that it waits for.
  package var requirements: [[Int]] {
    let graph = FailureGraph(definitions, implicitRequirements: configuration.implicitRequirements)
    var found: [[Int]] = Array(repeating: [], count: definitions.count)
    for edge in graph.edges { found[edge.waiter].append(edge.requirement) }
    return found
  }

  /// Makes the pipeline from events to gesture events.
  package func makePipeline() -> DevicePipeline {
    let arena = Arena(
      ArenaDefinition(
        recognizers: definitions, stage: stage, deviceClass: identity.deviceClass,
        implicitRequirements: configuration.implicitRequirements, isSemiMT: description.isSemiMT,
        forceUnits: description.forceUnits, restingAfter: settings.restingAfter,
        absent: absences.map { $0.gesture }))
    let pipeline = DevicePipeline(input: makeInput(), arena: arena)
    let down = description.down
    if !down.isEmpty {
      let slots = down.filter { $0.type == EventType.absolute && $0.code == AbsoluteCode.slot }
      let keys = down.filter { $0.type == EventType.key }
      pipeline.begin(withSlots: slots.map { Int($0.value) }, keys: keys.map { $0.code })
    }
    apply(initial.context, to: pipeline)
    return pipeline
  }

  /// Leaves out each claim whose zone is outside the device's reach.
  private static func claims(
    of settings: DeviceSettings, on device: DeviceDescription, _ deviceClass: DeviceClass, stage: Size,
    zones: [(name: String, region: Region)]
  ) -> [(claim: Claim, when: [WhenCondition])] {
    // Only touchscreens have a calibration.
    let calibration = settings.calibration(of: device, deviceClass)
    return settings.claims.compactMap { rule in
      guard let name = rule.zone else { return (Claim(rule.fingers), rule.when) }
      guard let zone = zones.first(where: { $0.name == name }),
        let area = Claim.Area(
          zone.region, stage: stage, rotation: settings.rotation, calibration: calibration, on: device,
          range: settings.range)
      else { return nil }
      return (Claim(rule.fingers, in: area), rule.when)
    }
  }

  /// What is hidden from the compositor in this context; empty for an unused device.
  package func claims(in context: [String: String]) -> ClaimSettings {
    if !isOn(in: context) { return ClaimSettings() }
    var claims = hidden
    claims.claims = claimRules.filter { $0.when.holds(in: context) }.map { $0.claim }
    return claims
  }

  /// The touches that are hidden in the initial context.
  package var claims: ClaimSettings { claims(in: initial.context) }

  /// Whether the device hides touches in any context.
  package var takesTouches: Bool { !hidden.isEmpty || !claimRules.isEmpty }

  /// The settings of the grab; nil if the device is not grabbed.
  package var grab: EmergencyRelease.Settings? {
    takesTouches && configuration.consume == .grab ? configuration.grabRelease : nil
  }

  // MARK: While it is in use

  /// Applies a new context from the next touch sequence on.
  package func apply(_ context: [String: String], to pipeline: DevicePipeline) {
    let isOn = isOn(in: context)
    for (index, gesture) in gestures.enumerated() {
      let binding = configuration.gestures[gesture]
      pipeline.arena.setPermitted(index, isOn && binding.isPermitted(in: context))
      for (relation, own) in binding.relations.enumerated() where !own.when.isEmpty {
        pipeline.arena.setPermitted(index, relation: relation, own.when.holds(in: context))
      }
    }
  }

  /// Whether the device has to be made anew for a context: because the panel is turned, which changes its stage, zones and
  /// edges, or because the device is switched off or on, which ends its gestures.
  package func isMadeAnew(in context: [String: String]) -> Bool {
    if isOn(in: context) != isOn(in: initial.context) { return true }
    return identity.deviceClass == .touchscreen
      && ContextKey.rotation(in: context) != ContextKey.rotation(in: initial.context)
  }

  /// Why no gesture can be made on the device; nil if one can.
  package func impossibility(in configuration: Configuration) -> String? {
    if exclusion != nil || configuration.gestures.isEmpty { return nil }
    if definitions.isEmpty { return "no gesture of the configuration applies to it" }
    let most = description.mostFingers
    let least = definitions.map { $0.countedFingers.lowerBound }.min() ?? 0
    return least > most ? "its gestures take at least \(least) fingers, and it reports \(most) at most" : nil
  }

  // MARK: Off

  /// An internal touchpad makes no gestures while the lid is closed or a convertible is folded, as libinput suspends it
  /// (tp_pair_lid_switch, tp_pair_tablet_mode_switch). Both switches count also where libinput's quirks distrust one.
  private static func hingeConditions(
    of device: DeviceDescription, _ deviceClass: DeviceClass, _ settings: DeviceSettings
  ) -> [WhenCondition] {
    guard deviceClass == .touchpad, settings.suspends, !device.isExternal else { return [] }
    return [
      WhenCondition(key: ContextKey.lid.rawValue, values: ["closed"], isNegated: true),
      WhenCondition(key: ContextKey.tablet.rawValue, values: ["yes"], isNegated: true),
    ]
  }

  /// Whether the device needs the switches of the lid and of tablet use.
  package var followsHinge: Bool {
    exclusion == nil && conditions.contains { $0.key == ContextKey.lid.rawValue }
  }

  private var isDisabled: Bool { initial.disabledDevices.contains(where: identity.isNamed) }
  private var isPenNear: Bool { guardedPen.map(initial.pensNear.contains) ?? false }

  private func isOn(in context: [String: String]) -> Bool {
    !isDisabled && !isPenNear && conditions.holds(in: context) && !isIgnored(in: context)
  }

  private func isIgnored(in context: [String: String]) -> Bool {
    !settings.ignoredWhen.isEmpty && settings.ignoredWhen.holds(in: context)
  }

  /// Why the device makes no gestures; nil if it does.
  package func offReason(in context: [String: String]) -> String? {
    if isDisabled { return "switched off (`gesturectl resume --device` switches it on)" }
    if isPenNear { return "its pen is near (pen_guard = false in its [[device]] keeps its gestures)" }
    if isIgnored(in: context) { return "its [[device]] ignores it in this context (`ignore`, `when`)" }
    guard let condition = conditions.first(where: { ![$0].holds(in: context) }) else { return nil }
    if settings.when.contains(condition) {
      return (condition.difference(in: context) ?? "") + " in its [[device]]"
    }
    let value = context[condition.key] ?? ""
    return "`\(condition.key)` is \"\(value)\" (suspend = \"never\" in its [[device]] keeps its gestures)"
  }

  /// For each gesture of the configuration whose `when` does not match the context, the first key that differs.
  /// For each gesture that no program recognizes, that.
  ///
  /// - Parameter clients: the gestures of the configuration that a program recognizes.
  package func contextDifferences(in context: [String: String], clients: Set<Int> = []) -> [Int: String] {
    var differences: [Int: String] = [:]
    for absence in absences { differences[absence.index] = absence.text }
    if let reason = offReason(in: context) {
      for gesture in gestures { differences[gesture] = "the device makes no gestures: \(reason)" }
      return differences
    }
    for gesture in gestures {
      let when = configuration.gestures[gesture].permission
      differences[gesture] = when.lazy.compactMap { $0.difference(in: context) }.first
    }
    for index in unattended(clients) where differences[gestures[index]] == nil {
      differences[gestures[index]] = Self.unattendedText
    }
    return differences
  }

  /// Why a gesture of type `client` is out.
  package static let unattendedText = "no program recognizes it (`Recognize`, docs/socket.md)"
  /// The definitions of type `client` that no program recognizes.
  private func unattended(_ clients: Set<Int>) -> [Int] {
    definitions.indices.filter { definitions[$0].type == .client && !clients.contains(gestures[$0]) }
  }

  /// The gestures that take part in this context, in file order; nil if all do and none has a `when`.
  package func roster(in context: [String: String], clients: Set<Int> = []) -> [Int]? {
    if !isOn(in: context) { return [] }
    let unattended = unattended(clients)
    let admitted = gestures.indices.filter {
      configuration.gestures[gestures[$0]].isPermitted(in: context) && !unattended.contains($0)
    }
    let hasWhens = gestures.contains { !configuration.gestures[$0].when.isEmpty }
    return !hasWhens && admitted.count == gestures.count ? nil : admitted.map { gestures[$0] }
  }

  /// Replaces an event's indices by the configuration's, and fills in its increments.
  ///
  /// - Returns: whether another roster applies from this event on.
  package func complete(_ event: inout GestureEvent, in series: inout EventSeries) -> Bool {
    let isNewRoster = series.complete(&event)
    event.renumber(by: numbers)
    return isNewRoster
  }
  package func makeSeries() -> EventSeries { EventSeries(gestures: numbers.count) }

  /// Whether a gesture of the configuration is enabled; nil if the device does not have it.
  package func isEnabled(_ gesture: Int, in pipeline: DevicePipeline) -> Bool? {
    gestures.firstIndex(of: gesture).map { pipeline.arena.isEnabled($0) }
  }

  /// Enables or disables a gesture of the configuration. A gesture in progress is cancelled at `time`.
  package func setEnabled(
    _ gesture: Int, _ enabled: Bool, at time: Timestamp, in pipeline: DevicePipeline
  ) {
    guard let index = gestures.firstIndex(of: gesture) else { return }
    pipeline.arena.setEnabled(index, enabled, at: time)
  }
}

extension GestureEvent {
  /// Replaces the arena's indices by the configuration's (`ConfiguredDevice.gestures`).
  package mutating func renumber(by gestures: [Int]) {
    gesture = gestures[gesture]
    if let by = failure?.by { failure?.by = gestures[by] }
  }
}

extension DeviceIdentity {
  package init(_ device: DeviceDescription, _ deviceClass: DeviceClass, paths: [String] = []) {
    self.init(
      name: device.name, deviceClass: deviceClass, vendor: device.vendor, product: device.product,
      paths: paths)
  }
}
