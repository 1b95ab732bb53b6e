/// The pressure axis of a device whose pressure measures the force of a press.
///
/// The kernel's Documentation/input/event-codes.rst: most devices derive pressure from the size of the contact. If the axis has
/// a resolution, the value divided by it is in grams; a touchpad that senses force without a unit has a resolution of 0.
/// INPUT_PROP_PRESSUREPAD (Linux 6.18) marks touchpads that click by force instead of a hinge; only those whose click a program
/// can control must report the force with a unit.
package struct ForceAxis: Sendable {
  /// Units per gram; 0 if the kernel gives none.
  private let resolution: Double
  private let minimum: Double
  /// maximum − minimum, in device units.
  private let range: Double

  /// Makes the axis; nil if the device reports no force.
  package init?(_ device: DeviceDescription) {
    let device = device.corrected
    guard let axis = device.pressureAxis, device.pressureIsForce else { return nil }
    resolution = Double(max(0, axis.resolution))
    minimum = Double(min(axis.minimum, axis.maximum))
    range = SurfaceGeometry.range(axis)
  }

  /// Whether force can be compared with a limit in this unit.
  package func measures(in unit: ForceUnit) -> Bool {
    switch unit {
    case .grams: resolution > 0
    case .share: true
    }
  }

  /// All units in which the axis measures force.
  fileprivate var units: Set<ForceUnit> { Set(ForceUnit.allCases.filter(measures)) }

  func force(_ pressure: Int32) -> Force {
    let grams = resolution > 0 ? Double(pressure) / resolution : .nan
    return Force(grams: grams, share: max(0, min(1, (Double(pressure) - minimum) / range)))
  }
}

extension DeviceDescription {
  /// The units in which the device measures force; empty if it measures no force.
  package var forceUnits: Set<ForceUnit> { ForceAxis(self)?.units ?? [] }
}
