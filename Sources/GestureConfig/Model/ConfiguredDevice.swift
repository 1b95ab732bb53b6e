import GestureCore
import Output

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
  /// The output whose picture a touchscreen follows; nil if it is not known (recognizers.md §1.2).
  package let output: String?
  /// Whether directions follow the picture: on a touchscreen whose `[[device]]` names its output or does not turn it.
  package let followsPicture: Bool
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
  let configuration: Configuration
  /// The state in which the device was made.
  private let initial: RunningState
  /// When the device makes gestures.
  private let activity: DeviceActivity
  private let hidden: HiddenTouches

  package init(
    _ description: DeviceDescription, _ identity: DeviceIdentity, _ configuration: Configuration,
    _ state: RunningState = RunningState()
  ) {
    let identity = configuration.named(identity)
    self.identity = identity
    let description = description.corrected
    self.description = description
    var settings = configuration.settings(for: identity)
    let isScreen = identity.deviceClass == .touchscreen
    output = isScreen ? settings.output ?? description.udev.output : nil
    followsPicture = isScreen && (settings.rotation == 0 || output != nil)
    if isScreen {
      settings.rotation = (settings.rotation + ContextKey.rotation(in: state.context, of: output)) % 360
    }
    self.settings = settings
    let exclusion = configuration.exclusion(of: identity)
    self.exclusion = exclusion
    activity = DeviceActivity(description, identity, settings, isUsed: exclusion == nil, state)
    (stage, warnings) = TouchInput.surface(
      of: description, deviceClass: identity.deviceClass, settings: settings)
    let size = stage
    zones = configuration.zones.map { ($0.name, $0.region(on: size)) }
    var (definitions, gestures) = configuration.gestures.recognizers(
      of: identity.deviceClass, on: stage, zones: configuration.zones, slopScale: settings.slopScale
    ) { exclusion == nil && $1.applies(to: identity) }
    for index in definitions.indices {
      if let isEnabled = state.enabled[definitions[index].name] {
        definitions[index].off = isEnabled ? nil : .paused
      }
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
    hidden =
      exclusion == nil
      ? HiddenTouches(
        configuration, settings, description, identity.deviceClass, stage: size, zones: zones,
        gestures: gestures, definitions: definitions) : HiddenTouches()
  }

  /// Makes the device of a recording; nil if it is not a touch device.
  package init?(
    recorded description: DeviceDescription, _ configuration: Configuration,
    _ state: RunningState = RunningState()
  ) {
    guard let deviceClass = description.classInReplay else { return nil }
    self.init(description, DeviceIdentity(description, deviceClass), configuration, state)
  }

  /// The clockwise rotation of a touchscreen in degrees: that of its panel and of its picture.
  package var rotation: Int { settings.rotation }

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
      readsForce: definitions.readsForce, readsSize: definitions.contains { $0.type == .client },
      takesPens: definitions.takesPens)
  }

  /// For each definition, the definitions that it waits for.
  package var requirements: [[FailureGraph.Edge]] {
    let graph = FailureGraph(definitions, implicitRequirements: configuration.implicitRequirements)
    var found: [[FailureGraph.Edge]] = Array(repeating: [], count: definitions.count)
    for edge in graph.edges { found[edge.waiter].append(edge) }
    return found
  }

  /// Makes the pipeline from events to gesture events.
  package func makePipeline() -> DevicePipeline {
    let arena = Arena(
      ArenaDefinition(
        recognizers: definitions, stage: stage, deviceClass: identity.deviceClass,
        implicitRequirements: configuration.implicitRequirements, isSemiMT: description.isSemiMT,
        forceUnits: description.forceUnits, restingAfter: settings.restingAfter,
        deadZone: settings.deadZone,
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

  /// What is hidden from the compositor in this context; empty for an unused device.
  package func claims(in context: [String: String]) -> ClaimSettings {
    activity.isOn(in: context) ? hidden.claims(in: context) : ClaimSettings()
  }

  /// The touches that are hidden in the initial context.
  package var claims: ClaimSettings { claims(in: initial.context) }

  /// Whether the device hides touches in any context.
  package var takesTouches: Bool { !hidden.isEmpty }

  /// The settings of the grab; nil if the device is not grabbed.
  package var grab: EmergencyRelease.Settings? {
    takesTouches && configuration.consume == .grab ? configuration.grabRelease : nil
  }

  // MARK: While it is in use

  /// Applies a new context from the next touch sequence on.
  ///
  /// - Parameter isRead: whether anything reads what the gestures report. If not, none of them takes part, so no motion is read for them.
  package func apply(_ context: [String: String], to pipeline: DevicePipeline, isRead: Bool = true) {
    let isOn = isRead && isOn(in: context)
    for (index, gesture) in gestures.enumerated() {
      pipeline.arena.setPermitted(index, isOn && configuration.gestures[gesture].isPermitted(in: context))
      for (relation, own) in configuration.gestures[gesture].relations.enumerated() where !own.when.isEmpty {
        pipeline.arena.setPermitted(index, relation: relation, own.when.holds(in: context))
      }
    }
  }

  /// Whether the device has to be made anew for a context: because the panel is turned, which changes its stage, zones and
  /// edges, or because the device is switched off or on, which ends its gestures.
  package func isMadeAnew(in context: [String: String]) -> Bool {
    if isOn(in: context) != isOn(in: initial.context) { return true }
    return identity.deviceClass == .touchscreen
      && ContextKey.rotation(in: context, of: output) != ContextKey.rotation(in: initial.context, of: output)
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

  /// The group of a touchscreen that makes no gestures while the pen of its group is near; nil for other devices.
  package var guardedPen: String? { activity.guardedPen }

  /// Whether the device needs the switches of the lid and of tablet use.
  package var followsHinge: Bool { exclusion == nil && activity.followsHinge }

  /// Why the device makes no gestures; nil if it does.
  package func offReason(in context: [String: String]) -> String? { activity.offReason(in: context) }

  func isOn(in context: [String: String]) -> Bool { activity.isOn(in: context) }

  /// Replaces an event's indices by the configuration's, and fills in its increments.
  ///
  /// - Returns: whether another roster applies from this event on.
  package func complete(_ event: inout GestureEvent, in series: inout EventSeries) -> Bool {
    let isNewRoster = series.complete(&event)
    event.renumber(by: numbers)
    return isNewRoster
  }
  /// The numbers of fingers of the device's gestures, by their index in the configuration.
  package var fingerCounts: [Int: ClosedRange<Int>] {
    var counts: [Int: ClosedRange<Int>] = [:]
    for (index, gesture) in gestures.enumerated() { counts[gesture] = definitions[index].fingers }
    return counts
  }
  package func makeSeries() -> EventSeries { EventSeries(gestures: numbers.count) }

  /// Whether a gesture of the configuration is enabled; nil if the device does not have it.
  package func isEnabled(_ gesture: Int, in pipeline: DevicePipeline) -> Bool? {
    gestures.firstIndex(of: gesture).map { pipeline.arena.isEnabled($0) }
  }

  /// Pauses or resumes a gesture of the configuration. A gesture in progress is cancelled at `time`.
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
