import GestureCore

/// The gestures that a configuration has on a device, with what follows from them alone.
///
/// Devices with the same gestures share one, so that ten of them start in little more time than one. What must hold: no value changes.
/// `gestures` has an index for each of `definitions`, in the same order.
final class DeviceGestures: Sendable {
  /// The definitions that apply to the device, in file order, with the current `enabled`.
  let definitions: [RecognizerDefinition]
  /// For each definition, its gesture's index in the configuration.
  let gestures: [Int]
  /// The gestures of the configuration that the device does not have, and why.
  let absences: [DeviceAbsence]
  /// For each index in the arena, the gesture's in the configuration: first those of the device, then those that it does not have.
  let numbers: [Int]
  /// The relations between the definitions.
  let rules: ArenaRules
  /// The definitions that programs recognize.
  let clients: [Int]
  /// Whether no gesture names devices, so that devices of the same class and stage have the same.
  let areOfAllDevices: Bool
  /// For each definition, when its gesture takes part.
  let permissions: [[WhenCondition]]
  /// For each definition, the conditional relations of its gesture.
  let relations: [[RelationBinding]]
  /// Whether a gesture has a `when`.
  let hasWhens: Bool
  /// The numbers of fingers, by the gesture's index in the configuration.
  let fingerCounts: [Int: ClosedRange<Int>]
  /// What the gestures read of the device's events (`TouchInput`).
  let watchedEdges: EdgeSet
  let readsButtons: Bool
  let readsForce: Bool
  let takesPens: Bool

  /// - Parameter exclusion: why the configuration does not use the device, which then has no definitions.
  init(
    _ configuration: Configuration, _ identity: DeviceIdentity, _ exclusion: Configuration.Exclusion?,
    on stage: Size,
    slopScale: Double, _ state: RunningState
  ) {
    var (definitions, gestures) = configuration.gestures.recognizers(
      of: identity.deviceClass, on: stage, zones: configuration.zones, slopScale: slopScale
    ) { exclusion == nil && $1.applies(to: identity) }
    var counts: [Int: ClosedRange<Int>] = [:]
    for index in definitions.indices {
      if let isEnabled = state.enabled[definitions[index].name] {
        definitions[index].off = isEnabled ? nil : .paused
      }
      definitions[index].tick = configuration.gestures[gestures[index]].actions.step?.tick ?? 0
      definitions[index].typingGuard = configuration.typingGuard(
        of: gestures[index], definitions[index], on: identity.deviceClass)
      counts[gestures[index]] = definitions[index].fingers
    }
    self.definitions = definitions
    self.gestures = gestures
    absences = configuration.absences(from: identity, exclusion, beside: gestures)
    numbers = gestures + absences.map { $0.index }
    rules = ArenaRules(definitions, implicitRequirements: configuration.implicitRequirements)
    clients = definitions.indices.filter { definitions[$0].type == .client }
    areOfAllDevices = configuration.gestures.allSatisfy { $0.deviceNames.isEmpty }
    relations = gestures.map { configuration.gestures[$0].relations }
    permissions = gestures.map { configuration.gestures[$0].permission }
    hasWhens = gestures.contains { !configuration.gestures[$0].when.isEmpty }
    fingerCounts = counts
    watchedEdges = definitions.watchedEdges(on: stage)
    readsButtons = definitions.readsButtons
    readsForce = definitions.readsForce
    takesPens = definitions.takesPens
  }
}
