/// How a measure is compared with its limit.
package enum Comparison: String, Sendable, CaseIterable, BitwiseCopyable {
  case less = "<"
  case atMost = "<="
  case equal = "="
  case atLeast = ">="
  case more = ">"

  /// Measures within the tolerance of ratios (recognizers.md §1.5) are equal to the limit.
  package func holds(_ value: Double, _ limit: Double) -> Bool {
    let excess = value - limit
    let tolerance = ratioTolerance * max(abs(limit), 1e-3)
    return switch self {
    case .less: excess < -tolerance
    case .atMost: excess <= tolerance
    case .equal: abs(excess) <= tolerance
    case .atLeast: excess >= -tolerance
    case .more: excess > tolerance
    }
  }
}

/// One condition of `where` on a gesture's measures at the moment at which it would begin or be recognized (recognizers.md §2
/// rule 10; UIKit's gestureRecognizerShouldBegin).
package struct MeasureCondition: Equatable, Sendable {
  /// Raw values are the keys of `where`.
  package enum Measure: String, Sendable, CaseIterable {
    /// The speed that the gesture reports, mm/s.
    case speed
    /// Seconds since its first finger landed.
    case duration
    /// mm from its start to the present position.
    case distance
    /// mm from the present position to the nearest zone.
    case endsIn = "ends_in"
    case fingers

    var unit: Failure.Unit {
      switch self {
      case .speed: .mmPerSecond
      case .duration: .seconds
      case .distance, .endsIn: .mm
      case .fingers: .fingers
      }
    }
    var key: KeyName {
      switch self {
      case .speed: .whereSpeed
      case .duration: .whereDuration
      case .distance: .whereDistance
      case .endsIn: .whereEndsIn
      case .fingers: .whereFingers
      }
    }
  }

  package var measure: Measure
  package var comparison: Comparison
  package var limit: Double
  /// The zones of `ends_in` in stage mm. One of them must contain the position.
  package var regions: [Region] = []

  package init(_ measure: Measure, _ comparison: Comparison, _ limit: Double) {
    self.measure = measure
    self.comparison = comparison
    self.limit = limit
  }
  package init(endsIn regions: [Region]) {
    self.init(.endsIn, .atMost, 0)
    self.regions = regions
  }
}

/// The values that `where` compares.
struct AttemptMeasures {
  var speed = 0.0
  /// Seconds.
  var duration = 0.0
  var distance = 0.0
  var fingers = 0
  var end = Point.zero

  /// The first condition that is not met; nil if all are met.
  func unmet(_ conditions: [MeasureCondition]) -> Failure? {
    for condition in conditions {
      let value = value(condition)
      if condition.comparison.holds(value, condition.limit) { continue }
      return Failure(
        .whereDiffers, measured: value, limit: condition.limit, unit: condition.measure.unit,
        key: condition.measure.key)
    }
    return nil
  }

  private func value(_ condition: MeasureCondition) -> Double {
    switch condition.measure {
    case .speed: speed
    case .duration: duration
    case .distance: distance
    case .endsIn: condition.regions.reduce(.infinity) { min($0, $1.distance(to: end)) }
    case .fingers: Double(fingers)
    }
  }
}

extension Region {
  /// mm; 0 inside.
  fileprivate func distance(to p: Point) -> Double {
    Point(max(left - p.x, 0, p.x - right), max(top - p.y, 0, p.y - bottom)).length
  }
}
