/// The force of a touch, or the sum of several.
package struct Force: Equatable, Sendable, BitwiseCopyable {
  /// NaN: the kernel gives no unit.
  package var grams: Double
  /// Part of the range of the pressure axis: 0 to 1 for each touch.
  package var share: Double

  package init(grams: Double, share: Double) {
    self.grams = grams
    self.share = share
  }
  static let none = Force(grams: 0, share: 0)

  func measured(in unit: ForceUnit) -> Double {
    switch unit {
    case .grams: grams
    case .share: share
    }
  }

  static func + (a: Force, b: Force) -> Force { Force(grams: a.grams + b.grams, share: a.share + b.share) }
}

/// What a limit of force is written in.
package enum ForceUnit: String, Sendable, CaseIterable, BitwiseCopyable {
  case grams
  /// Part of the range of the pressure axis.
  case share = "range"
}

/// The force of a touch after it has changed.
package struct TouchForce: Equatable, Sendable, BitwiseCopyable {
  package var id: Int64
  package var force: Force

  package init(id: Int64, force: Force) {
    self.id = id
    self.force = force
  }
}

/// The pressure axis of a device whose pressure is the force of a press.
///
/// The kernel's Documentation/input/event-codes.rst: most devices derive pressure from the size of the contact. Where the
/// axis has a resolution, the value divided by it is grams; a pad that senses the force of the finger and gives no unit
/// has a resolution of 0. INPUT_PROP_PRESSUREPAD (Linux 6.18) marks pads that click by force instead of by a hinge; only
/// those whose click a program can control must report the force, with a unit.
package struct ForceAxis: Sendable {
  /// Units a gram; 0: the kernel gives none.
  private let resolution: Double
  private let minimum: Double
  /// maximum − minimum, device units.
  private let range: Double

  /// nil: the device reports no force.
  package init?(_ device: DeviceDescription) {
    guard let axis = device.pressureAxis, device.pressureIsForce || DeviceKnowledge(of: device).measuresForce
    else { return nil }
    resolution = Double(max(0, axis.resolution))
    minimum = Double(min(axis.minimum, axis.maximum))
    range = SurfaceGeometry.range(axis)
  }

  /// Whether a force can be compared with a limit in this unit.
  package func measures(in unit: ForceUnit) -> Bool {
    switch unit {
    case .grams: resolution > 0
    case .share: true
    }
  }

  /// All in which it measures.
  fileprivate var units: Set<ForceUnit> { Set(ForceUnit.allCases.filter(measures)) }

  func force(_ pressure: Int32) -> Force {
    let grams = resolution > 0 ? Double(pressure) / resolution : .nan
    return Force(grams: grams, share: max(0, min(1, (Double(pressure) - minimum) / range)))
  }
}

extension DeviceDescription {
  /// The units in which it measures the force of touches; empty: it does not.
  package var forceUnits: Set<ForceUnit> { ForceAxis(self)?.units ?? [] }
}
