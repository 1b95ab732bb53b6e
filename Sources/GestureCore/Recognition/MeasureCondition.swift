/// How a measure is compared with its limit.
package enum Comparison: String, Sendable, CaseIterable, BitwiseCopyable {
  case less = "<"
  case atMost = "<="
  case equal = "="
  case atLeast = ">="
  case more = ">"

  /// Measures that differ from the limit by less than the tolerance of ratios (recognizers.md §1.5) are equal to it.
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

/// One condition of `where`: on what a gesture measures at the moment at which it would begin or be recognized
/// (recognizers.md §2 rule 10; UIKit's gestureRecognizerShouldBegin).
package struct MeasureCondition: Equatable, Sendable {
  /// Raw values are the keys of `where`.
  package enum Measure: String, Sendable, CaseIterable {
    /// The speed that the gesture reports, mm/s.
    case speed
    /// Since its first finger landed, s.
    case duration
    /// From where it started to where it is, mm.
    case distance
    /// Where it is: the distance to the nearest of the zones, mm.
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
  /// Of `ends_in`, in stage mm: one of them contains the place.
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

/// What `where` compares.
struct AttemptMeasures {
  var speed = 0.0
  /// Seconds.
  var duration = 0.0
  var distance = 0.0
  var fingers = 0
  var end = Point.zero

  /// The first of the conditions that does not hold; nil if all hold.
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
  /// 0 within it.
  fileprivate func distance(to p: Point) -> Double {
    Point(max(left - p.x, 0, p.x - right), max(top - p.y, 0, p.y - bottom)).length
  }
}
