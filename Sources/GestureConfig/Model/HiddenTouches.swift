import GestureCore
import Output

/// What of one device's touches is hidden from the compositor: those that gestures hide or delay, and its `claim` entries.
struct HiddenTouches: Sendable {
  private var byGestures = ClaimSettings()
  /// The claims with the context in which each applies.
  private var rules: [(claim: Claim, when: [WhenCondition])] = []

  /// Nothing is hidden.
  init() {}

  /// - Parameters:
  ///   - stage: the stage of the device, mm, and its zones.
  ///   - gestures: for each of `definitions`, its gesture's index in the configuration.
  init(
    _ configuration: Configuration, _ settings: DeviceSettings, _ device: DeviceDescription,
    _ deviceClass: DeviceClass, stage: Size, zones: [(name: String, region: Region)], gestures: [Int],
    definitions: [RecognizerDefinition]
  ) {
    byGestures = configuration.claimSettings(
      gestures: gestures, definitions: definitions, isPerTouch: device.holdsPerTouch(deviceClass))
    if configuration.consume == .off { return }
    // Only touchscreens have a calibration.
    let calibration = settings.calibration(of: device, deviceClass)
    rules = settings.claims.compactMap { rule in
      guard let name = rule.zone else { return (Claim(rule.fingers), rule.when) }
      // A claim whose zone is outside the device's reach is left out.
      guard let zone = zones.first(where: { $0.name == name }),
        let area = Claim.Area(
          zone.region, stage: stage, rotation: settings.rotation, calibration: calibration, on: device,
          range: settings.range)
      else { return nil }
      return (Claim(rule.fingers, in: area), rule.when)
    }
  }

  var isEmpty: Bool { byGestures.isEmpty && rules.isEmpty }

  func claims(in context: [String: String]) -> ClaimSettings {
    var claims = byGestures
    claims.claims = rules.filter { $0.when.holds(in: context) }.map { $0.claim }
    return claims
  }
}
