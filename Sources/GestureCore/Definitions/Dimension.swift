/// What a quantity measures: the accepted units, and the largest plausible value.
package enum Dimension: String, Sendable, CaseIterable {
  /// A length; its base unit is mm.
  case length
  /// A duration; its base unit is µs.
  case duration
  /// A speed; its base unit is mm/s.
  case speed
  /// An angle; its base unit is rad.
  case angle
  /// A turn rate; its base unit is rad/s.
  case turnRate
  /// A position on the stage in mm. Its other form is a part of the side in percent.
  case position
  /// How far fingers move apart in mm. Its other form is a ratio in percent.
  case spread
  /// A force; its base unit is g. Its other form is a part of the pressure axis in percent.
  case force

  private typealias Units = [(name: String, factor: Double)]
  private typealias Row = (name: String, units: Units, meant: String, example: String, most: Double)

  private var row: Row {
    switch self {
    case .length: ("a length", Self.lengths, "mm", "7mm", 1000)
    case .duration: ("a duration", Self.durations, "s", "350ms", 3_600_000_000)
    case .speed: ("a speed", Self.speeds, "mm/s", "50mm/s", 20_000)
    // A hundred turns.
    case .angle: ("an angle", Self.angles, "deg", "20deg", 200 * .pi)
    case .turnRate: ("an angle per second", Self.turnRates, "deg/s", "90deg/s", 200 * .pi)
    case .position: ("a position", Self.parts + Self.lengths, "%", "25%", 1000)
    case .spread: ("a change", Self.parts + Self.lengths, "mm", "1.5mm", 1000)
    case .force: ("a force", Self.forces + Self.parts, "g", "250g", 5000)
    }
  }

  private static let lengths: Units = [("mm", 1), ("cm", 10)]
  private static let durations: Units = [("ms", 1_000), ("s", 1_000_000)]
  private static let speeds: Units = [("mm/s", 1), ("cm/s", 10)]
  private static let angles: Units = [("deg", .pi / 180), ("rad", 1)]
  private static let turnRates: Units = [("deg/s", .pi / 180), ("rad/s", 1)]
  // The kernel's factor for newtons (hid-input).
  private static let forces: Units = [("g", 1), ("N", 101.97)]
  private static let parts: Units = [("%", 0.01)]

  package var name: String { row.name }
  /// The units with their factors to the base unit, the most common first.
  package var units: [(name: String, factor: Double)] { row.units }
  /// A typical value, for messages.
  package var example: String { "\"\(row.example)\"" }
  /// The largest accepted value. A larger one is a mistake, because no gesture reaches it.
  package var most: Double { row.most }

  /// The unit that was probably meant by a bare number. No gesture takes 50 s, so a duration from 50 on is in milliseconds.
  package func likelyUnit(of number: Double) -> String {
    self == .duration && number >= 50 ? "ms" : row.meant
  }
}
