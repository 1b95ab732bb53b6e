import GestureCore
import Output

/// A configuration applied to one device: the settings, the zones and the definitions that it has there.
///
/// Live devices and recordings both begin here, so a recording gives the same events as the hand did. What is made of it is in
/// ConfiguredDevice+Pipeline, and what depends on the context in ConfiguredDevice+Context.
///
/// What must hold: no value changes, so a device is made anew for what changes one (`isMadeAnew`). An excluded device has no gestures, and
/// hides no touches.
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
  let own: DeviceGestures
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
      other.own.areOfAllDevices
    {
      own = other.own
    } else {
      own = DeviceGestures(configuration, identity, exclusion, on: size, slopScale: settings.slopScale, state)
    }
    self.configuration = configuration
    initial = state
    hidden =
      exclusion == nil
      ? HiddenTouches(
        configuration, settings, description, identity.deviceClass, stage: size, zones: zones,
        gestures: own.gestures, definitions: own.definitions) : HiddenTouches()
  }

  /// The definitions that apply to this device, in file order, with the current `enabled`.
  package var definitions: [RecognizerDefinition] { own.definitions }
  /// For each definition, its gesture's index in the configuration.
  package var gestures: [Int] { own.gestures }
  /// The gestures of the configuration that the device does not have, and why.
  package var absences: [DeviceAbsence] { own.absences }
  /// For each index in the arena, the gesture's in the configuration: first those of the device, then those that it does not have.
  package var numbers: [Int] { own.numbers }
  /// The numbers of fingers of the device's gestures, by their index in the configuration.
  package var fingerCounts: [Int: ClosedRange<Int>] { own.fingerCounts }

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
}

extension DeviceIdentity {
  package init(_ device: DeviceDescription, _ deviceClass: DeviceClass, paths: [String] = []) {
    self.init(
      name: device.name, deviceClass: deviceClass, vendor: device.vendor, product: device.product,
      paths: paths)
  }
}
