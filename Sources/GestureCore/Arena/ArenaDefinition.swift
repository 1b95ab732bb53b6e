/// The values from which an arena is made.
package struct ArenaDefinition: Sendable {
  package var recognizers: [RecognizerDefinition]
  package var stage: Size
  package var deviceClass: DeviceClass
  package var implicitRequirements: Bool
  /// Whether the device reports a bounding box's corners instead of touches. Pinch, rotation and transform are then not eligible.
  package var isSemiMT: Bool
  /// The units in which the device measures force. A force press in another unit is not eligible.
  package var forceUnits: Set<ForceUnit>
  /// How long a touch keeps still before gestures leave it out when others land, µs; 0 for never.
  package var restingAfter: Timestamp
  /// How far a finger goes before the device's `hysteresis` lets it move, mm.
  package var deadZone: Double
  /// The gestures of the configuration that the device does not have.
  package var absent: [AbsentGesture]
  /// The relations between the recognizers; nil if the arena makes them.
  package var rules: ArenaRules?

  package init(
    recognizers: [RecognizerDefinition], stage: Size, deviceClass: DeviceClass,
    implicitRequirements: Bool = true,
    isSemiMT: Bool = false, forceUnits: Set<ForceUnit> = [.grams, .share], restingAfter: Timestamp = 0,
    deadZone: Double = 0, absent: [AbsentGesture] = [], rules: ArenaRules? = nil
  ) {
    self.rules = rules
    self.absent = absent
    self.restingAfter = restingAfter
    self.deadZone = deadZone
    self.forceUnits = forceUnits
    self.recognizers = recognizers
    self.stage = stage
    self.deviceClass = deviceClass
    self.implicitRequirements = implicitRequirements
    self.isSemiMT = isSemiMT
  }
}
