/// What an arena is made of.
package struct ArenaDefinition: Sendable {
  package var recognizers: [RecognizerDefinition]
  package var stage: Size
  package var deviceClass: DeviceClass
  package var implicitRequirements: Bool
  /// Two corners of a bounding box instead of touches: pinch, rotation and transform are not eligible.
  package var isSemiMT: Bool
  /// The units in which the device measures force: a force press in another one is not eligible.
  package var forceUnits: Set<ForceUnit>

  package init(
    recognizers: [RecognizerDefinition], stage: Size, deviceClass: DeviceClass,
    implicitRequirements: Bool = true,
    isSemiMT: Bool = false, forceUnits: Set<ForceUnit> = [.grams, .share]
  ) {
    self.forceUnits = forceUnits
    self.recognizers = recognizers
    self.stage = stage
    self.deviceClass = deviceClass
    self.implicitRequirements = implicitRequirements
    self.isSemiMT = isSemiMT
  }

  func measuresForce(in unit: ForceUnit) -> Bool { forceUnits.contains(unit) }
}
