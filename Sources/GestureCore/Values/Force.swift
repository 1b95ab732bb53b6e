/// The force of a touch, or the sum of several.
package struct Force: Equatable, Sendable, BitwiseCopyable {
  /// The force in grams; NaN if the kernel gives no unit.
  package var grams: Double
  /// The force as a fraction of the pressure axis's range: 0 to 1 for each touch.
  package var share: Double

  package init(grams: Double, share: Double) {
    self.grams = grams
    self.share = share
  }
  static let none = Force(grams: 0, share: 0)
  static let unknown = Force(grams: .nan, share: .nan)

  func measured(in unit: ForceUnit) -> Double {
    switch unit {
    case .grams: grams
    case .share: share
    }
  }

  static func + (a: Force, b: Force) -> Force { Force(grams: a.grams + b.grams, share: a.share + b.share) }
}

package enum ForceUnit: String, Sendable, CaseIterable, BitwiseCopyable {
  case grams
  /// The unit is a fraction of the pressure axis's range.
  case share = "range"
}

/// A touch's force after a change.
package struct TouchForce: Equatable, Sendable, BitwiseCopyable {
  package var id: Int64
  package var force: Force

  package init(id: Int64, force: Force) {
    self.id = id
    self.force = force
  }
}

/// The forces of a force press's stages.
package struct ForceStages: Equatable, Sendable {
  /// The unit of both stages.
  package var unit: ForceUnit
  package var first: Double
  /// The force of the second stage; nil if there is only one stage.
  package var second: Double?

  package init(_ unit: ForceUnit, _ first: Double, _ second: Double? = nil) {
    self.unit = unit
    self.first = first
    self.second = second
  }
}
