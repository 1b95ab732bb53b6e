import GestureCore

/// What changes while a configuration is in use; a reload keeps it.
package struct RunningState: Sendable {
  /// Gestures that were enabled or disabled by name.
  package var enabled: [String: Bool]
  /// The values that `when` compares.
  package var context: [String: String]
  package init(enabled: [String: Bool] = [:], context: [String: String] = [:]) {
    self.enabled = enabled
    self.context = context
  }
}

/// What a configuration makes of one device: its settings, its stage, its recognizers and the pipeline.
///
/// Everything that uses a device begins here, live or recorded, so that a recording gives the events that the hand gave.
package struct ConfiguredDevice: Sendable {
  package let identity: DeviceIdentity
  package let description: DeviceDescription
  private let settings: DeviceSettings
  /// nil: the device is used. Otherwise it has no recognizers.
  package let exclusion: Configuration.Exclusion?
  /// The stage in the configured orientation, in mm.
  package let stage: Size
  /// The zones of the configuration by name, in mm.
  package let zones: [(name: String, region: Region)]
  /// What is odd about the device and which key corrects it, as far as its description shows it.
  package let warnings: [String]
  /// The definitions that apply to this device, in file order, with the present `enabled`.
  package let definitions: [RecognizerDefinition]
  /// For each definition, the index of its gesture in the configuration.
  package let gestures: [Int]
  /// What must hold in the context, by index into `definitions`.
  private let conditions: [(index: Int, when: [WhenCondition])]
  /// A gesture has a `when` of its own.
  private let hasWhen: Bool
  private let context: [String: String]
  private let implicitRequirements: Bool
  /// What gestures hide from the compositor; empty for a device that is not used.
  private let gestureClaims: ClaimSettings
  /// `claim`, for this device, each with what must hold in the context.
  private let claimRules: [(claim: Claim, when: [WhenCondition])]
  /// It is grabbed for that; nil: it is not.
  package let grab: EmergencyRelease.Settings?

  package init(
    _ description: DeviceDescription, _ identity: DeviceIdentity, _ configuration: Configuration,
    _ state: RunningState = RunningState()
  ) {
    self.identity = identity
    self.description = description
    var settings = configuration.settings(for: identity)
    if identity.deviceClass == .touchscreen {
      settings.rotation = (settings.rotation + ContextKey.rotation(in: state.context)) % 360
    }
    self.settings = settings
    let exclusion = configuration.exclusion(of: identity)
    self.exclusion = exclusion
    (stage, warnings) = TouchInput.surface(
      of: description, deviceClass: identity.deviceClass, settings: settings)
    let size = stage
    zones = configuration.zones.map { ($0.name, $0.region(on: size)) }
    var (definitions, gestures) = configuration.gestures.recognizers(
      of: identity.deviceClass, on: stage, slopScale: settings.slopScale
    ) { exclusion == nil && $1.applies(to: identity) }
    for index in definitions.indices {
      definitions[index].enabled = state.enabled[definitions[index].name] ?? definitions[index].enabled
      definitions[index].typingGuard = configuration.typingGuard(
        of: gestures[index], definitions[index], on: identity.deviceClass)
    }
    self.definitions = definitions
    self.gestures = gestures
    conditions = gestures.enumerated().map { ($0.offset, configuration.gestures[$0.element].permission) }
    hasWhen = gestures.contains { !configuration.gestures[$0].when.isEmpty }
    context = state.context
    implicitRequirements = configuration.implicitRequirements
    gestureClaims =
      exclusion == nil
      ? configuration.claimSettings(gestures: gestures, definitions: definitions) : ClaimSettings()
    claimRules =
      exclusion == nil && configuration.consume != .off
      ? Self.claims(of: settings, on: description, stage: size, zones: zones) : []
    let takesTouches = !gestureClaims.isEmpty || !claimRules.isEmpty
    grab = configuration.consume == .grab && takesTouches ? configuration.grabRelease : nil
  }

  /// The device of a recording; nil: it is no touch device.
  package init?(
    recorded description: DeviceDescription, _ configuration: Configuration,
    _ state: RunningState = RunningState()
  ) {
    guard let deviceClass = description.classInReplay else { return nil }
    self.init(description, DeviceIdentity(description, deviceClass), configuration, state)
  }

  /// For clicks at the place of a touch; nil if the device is not a touchscreen.
  package var screenPointer: ScreenPointer? {
    guard identity.deviceClass == .touchscreen, exclusion == nil else { return nil }
    return ScreenPointer(description, stage: stage, rotation: settings.rotation)
  }

  /// The way from events to touches. Where an edge pan watches an edge, itself or as a step, the touches there are no
  /// palms and no thumbs; whether it is enabled now makes no difference (recognizers.md §1.6).
  package func makeInput() -> TouchInput {
    TouchInput(
      device: description, deviceClass: identity.deviceClass, settings: settings,
      edgePans: definitions.watchedEdges, readsButtons: definitions.readsButtons,
      readsForce: definitions.readsForce)
  }

  /// The way from events to gesture events.
  package func makePipeline() -> DevicePipeline {
    let arena = Arena(
      ArenaDefinition(
        recognizers: definitions, stage: stage, deviceClass: identity.deviceClass,
        implicitRequirements: implicitRequirements, isSemiMT: description.isSemiMT,
        forceUnits: description.forceUnits))
    let pipeline = DevicePipeline(input: makeInput(), arena: arena)
    apply(context, to: pipeline)
    return pipeline
  }

  /// A zone that no touch of the device can reach claims nothing.
  private static func claims(
    of settings: DeviceSettings, on device: DeviceDescription, stage: Size,
    zones: [(name: String, region: Region)]
  ) -> [(claim: Claim, when: [WhenCondition])] {
    settings.claims.compactMap { rule in
      guard let name = rule.zone else { return (Claim(rule.fingers), rule.when) }
      guard let zone = zones.first(where: { $0.name == name }),
        let place = Claim.Place(zone.region, stage: stage, rotation: settings.rotation, on: device)
      else { return nil }
      return (Claim(rule.fingers, in: place), rule.when)
    }
  }

  /// What is hidden from the compositor in a context; empty for a device that is not used.
  package func claims(in context: [String: String]) -> ClaimSettings {
    var claims = gestureClaims
    claims.claims = claimRules.filter { $0.when.holds(in: context) }.map { $0.claim }
    return claims
  }

  /// What is hidden in the context of its making.
  package var claims: ClaimSettings { claims(in: context) }

  /// Something is hidden from the compositor, in some context.
  package var takesTouches: Bool { !gestureClaims.isEmpty || !claimRules.isEmpty }

  // MARK: While it is in use

  /// A new context; counts from the next touch sequence on.
  package func apply(_ context: [String: String], to pipeline: DevicePipeline) {
    for (index, when) in conditions { pipeline.arena.setPermitted(index, when.holds(in: context)) }
  }

  /// Whether the panel is turned another way in a context: the device is then to be made anew, stage, zones and edges
  /// with it.
  package func isTurned(in context: [String: String]) -> Bool {
    identity.deviceClass == .touchscreen
      && ContextKey.rotation(in: context) != ContextKey.rotation(in: self.context)
  }

  /// For each gesture of the configuration whose `when` does not hold in a context, the first key that differs.
  package func contextDifferences(in context: [String: String]) -> [Int: String] {
    var differences: [Int: String] = [:]
    for (index, when) in conditions {
      let first = when.lazy.compactMap { $0.difference(in: context) }.first
      if let first, differences[gestures[index]] == nil { differences[gestures[index]] = first }
    }
    return differences
  }

  /// The gestures whose `when` holds in a context, in file order; nil where no gesture has a `when` and all are in.
  package func roster(in context: [String: String]) -> [Int]? {
    let out = Set(conditions.filter { !$0.when.holds(in: context) }.map { $0.index })
    if !hasWhen && out.isEmpty { return nil }
    return definitions.indices.filter { !out.contains($0) }.map { gestures[$0] }
  }

  /// Completes an event of the pipeline: the configuration's indices, and the increments.
  ///
  /// - Returns: true where another roster counts from this event on.
  package func complete(_ event: inout GestureEvent, in series: inout EventSeries) -> Bool {
    let isNewRoster = series.complete(&event)
    event.renumber(by: gestures)
    return isNewRoster
  }
  package func makeSeries() -> EventSeries { EventSeries(gestures: gestures.count) }

  /// Enables or disables a gesture of the configuration; one in progress is cancelled at `time`.
  package func setEnabled(
    _ gesture: Int, _ enabled: Bool, at time: Timestamp, in pipeline: DevicePipeline
  ) {
    guard let index = gestures.firstIndex(of: gesture) else { return }
    pipeline.arena.setEnabled(index, enabled, at: time)
  }
}

extension GestureEvent {
  /// Replaces the arena's indices by those of the configuration (`ConfiguredDevice.gestures`).
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
