import GestureCore
import Output

/// A configuration applied to one device: the settings, the zones and the definitions that it has there.
///
/// Live devices and recordings both begin here, so a recording gives the same events as the hand did. What is made of it is in
/// ConfiguredDevice+Pipeline, and what depends on the context in ConfiguredDevice+Context.
///
/// What must hold: no value changes, so a device is made anew for what changes one (`isMadeAnew`). `gestures` has an index for each of
/// `definitions`, in the same order. An excluded device has neither, and hides no touches.
package struct ConfiguredDevice: Sendable {
  package let identity: DeviceIdentity
  package let description: DeviceDescription
  let settings: DeviceSettings
  /// Why the configuration does not use the device; nil if it does. An excluded device has no recognizers.
  package let exclusion: Configuration.Exclusion?
  /// How the device stands to the picture that it shows.
  package let picture: ScreenPicture
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
  /// The relations between the definitions.
  let rules: ArenaRules
  let configuration: Configuration
  /// The state in which the device was made.
  let initial: RunningState
  /// When the device makes gestures.
  let activity: DeviceActivity
  let hidden: HiddenTouches

  /// - Parameter other: a device of the same configuration. If it has the same gestures, they are made once.
  package init(
    _ description: DeviceDescription, _ identity: DeviceIdentity, _ configuration: Configuration,
    _ state: RunningState = RunningState(), beside other: ConfiguredDevice? = nil
  ) {
    let identity = configuration.named(identity)
    self.identity = identity
    let description = description.corrected
    self.description = description
    var settings = configuration.settings(for: identity)
    picture = ScreenPicture(of: description, identity.deviceClass, settings)
    settings.rotation = picture.rotation(in: state.context)
    self.settings = settings
    let exclusion = configuration.exclusion(of: identity)
    self.exclusion = exclusion
    activity = DeviceActivity(description, identity, settings, isUsed: exclusion == nil, state)
    (stage, warnings) = TouchInput.surface(
      of: description, deviceClass: identity.deviceClass, settings: settings)
    let size = stage
    zones = configuration.zones.map { ($0.name, $0.region(on: size)) }
    if let other, exclusion == nil, other.exclusion == nil, other.initial == state,
      other.identity.deviceClass == identity.deviceClass, other.stage == size, other.settings == settings,
      configuration.gestures.indices.allSatisfy({ configuration.gestures[$0].deviceNames.isEmpty })
    {
      (definitions, gestures, absences, rules) = (
        other.definitions, other.gestures, other.absences, other.rules
      )
    } else {
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
      rules = ArenaRules(definitions, implicitRequirements: configuration.implicitRequirements)
    }
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

  /// Whether the device hides touches in any context.
  package var takesTouches: Bool { !hidden.isEmpty }

  /// The settings of the grab; nil if the device is not grabbed.
  package var grab: EmergencyRelease.Settings? {
    takesTouches && configuration.consume == .grab ? configuration.grabRelease : nil
  }

  /// Why no gesture can be made on the device; nil if one can.
  package func impossibility(in configuration: Configuration) -> String? {
    if exclusion != nil || configuration.gestures.isEmpty { return nil }
    if definitions.isEmpty { return "no gesture of the configuration applies to it" }
    let most = description.mostFingers
    let least = definitions.map { $0.countedFingers.lowerBound }.min() ?? 0
    return least > most ? "its gestures take at least \(least) fingers, and it reports \(most) at most" : nil
  }

  /// The group of a touchscreen that makes no gestures while the pen of its group is near; nil for other devices.
  package var guardedPen: String? { activity.guardedPen }

  /// Whether the device needs the switches of the lid and of tablet use.
  package var followsHinge: Bool { exclusion == nil && activity.followsHinge }

  /// The numbers of fingers of the device's gestures, by their index in the configuration.
  package var fingerCounts: [Int: ClosedRange<Int>] {
    var counts: [Int: ClosedRange<Int>] = [:]
    for (index, gesture) in gestures.enumerated() { counts[gesture] = definitions[index].fingers }
    return counts
  }
}

extension DeviceIdentity {
  package init(_ device: DeviceDescription, _ deviceClass: DeviceClass, paths: [String] = []) {
    self.init(
      name: device.name, deviceClass: deviceClass, vendor: device.vendor, product: device.product,
      paths: paths)
  }
}
