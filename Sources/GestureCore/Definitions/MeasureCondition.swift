/// How a measure is compared with its limit.
package enum Comparison: String, Sendable, CaseIterable, BitwiseCopyable {
  case less = "<"
  case atMost = "<="
  case equal = "="
  case atLeast = ">="
  case more = ">"

  /// Whether the condition holds. A value within the tolerance of ratios (recognizers.md §1.5) is equal to the limit.
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
  package var measure: Measure
  package var comparison: Comparison
  package var limit: Double
  /// The accepted words of a measure whose value is a word: one bit for each, in the order of the measure's `words`.
  package var words: UInt16 = 0
  /// The zones of `starts_in` and `ends_in`, in stage mm. One of them must contain the position.
  package var regions: [Region] = []

  package init(_ measure: Measure, _ comparison: Comparison, _ limit: Double) {
    self.measure = measure
    self.comparison = comparison
    self.limit = limit
  }
  package init(_ measure: Measure, words: UInt16) {
    self.init(measure, .equal, 0)
    self.words = words
  }
  package init(_ measure: Measure, in regions: [Region]) {
    self.init(measure, .atMost, 0)
    self.regions = regions
  }
}

extension MeasureCondition {
  /// The measures that `where` can compare. Raw values are its keys. A type lists the measures that its event has
  /// (`RecognizerParameters`).
  package enum Measure: String, Sendable, CaseIterable {
    case speed, duration, distance, dx, dy, vx, vy
    case scale
    case scaleVelocity = "scale_velocity"
    case rotation
    case rotationVelocity = "rotation_velocity"
    case progress, score, z, number, force, pressure
    case forceStage = "force_stage"
    case taps, fingers, direction, edge, side
    case zoneX = "zone_x"
    case zoneY = "zone_y"
    case startsIn = "starts_in"
    case endsIn = "ends_in"

    /// The measures that every type has.
    static let common: [Measure] = [.duration, .distance, .fingers, .zoneX, .zoneY, .startsIn, .endsIn]
    static let ofTranslation: [Measure] = [.speed, .dx, .dy, .vx, .vy]
    static let ofScale: [Measure] = [.scale, .scaleVelocity]
    static let ofRotation: [Measure] = [.rotation, .rotationVelocity]
    static let ofClient: [Measure] = [.dx, .dy, .scale, .rotation, .number]
  }

  /// The name, unit and meaning of one measure.
  package struct Row: Sendable {
    /// What a limit is written as; a component has a sign.
    package let form: ValueForm
    let unit: Failure.Unit
    package let key: KeyName
    /// The text before the value in a sentence.
    package let words: StaticString
    /// The sentence about the measure in the reference.
    package let meaning: String
    /// Reads the measure of an attempt, in `unit`. A word is read as its index, and as NaN if there is none.
    let read: @Sendable (AttemptMeasures) -> Double
  }
}

extension MeasureCondition.Measure {
  package var row: MeasureCondition.Row {
    switch self {
    case .speed:
      Row(
        form: .minimum(.speed), unit: .mmPerSecond, key: .whereSpeed, words: "moved at ",
        meaning: "the length of the velocity"
      ) {
        $0.event.velocity?.length ?? 0
      }
    case .duration:
      Row(
        form: .minimum(.duration), unit: .seconds, key: .whereDuration, words: "took ",
        meaning: "since its first finger landed"
      ) { $0.duration }
    case .distance:
      Row(
        form: .minimum(.length), unit: .mm, key: .whereDistance, words: "moved ",
        meaning: "from where it started to where it is"
      ) {
        $0.event.distance.isFinite ? $0.event.distance : $0.travel.length
      }
    case .dx:
      Row(
        form: .signed(.length), unit: .mm, key: .whereDx, words: "moved ",
        meaning: "the same to the right"
      ) { $0.travel.x }
    case .dy:
      Row(
        form: .signed(.length), unit: .mm, key: .whereDy, words: "moved ", meaning: "the same downward"
      ) { $0.travel.y }
    case .vx:
      Row(
        form: .signed(.speed), unit: .mmPerSecond, key: .whereVx, words: "moved at ",
        meaning: "the velocity to the right"
      ) {
        $0.event.velocity?.x ?? 0
      }
    case .vy:
      Row(
        form: .signed(.speed), unit: .mmPerSecond, key: .whereVy, words: "moved at ",
        meaning: "the velocity downward"
      ) {
        $0.event.velocity?.y ?? 0
      }
    case .scale:
      Row(form: .anyNumber, unit: .ratio, key: .whereScale, words: "scaled by ", meaning: "the ratio") {
        $0.event.scale
      }
    case .scaleVelocity:
      Row(
        form: .anyNumber, unit: .perSecond, key: .whereScaleVelocity, words: "scaled at ",
        meaning: "its change per second, negative when closing"
      ) {
        $0.event.scaleVelocity
      }
    case .rotation:
      Row(
        form: .signed(.angle), unit: .radians, key: .whereRotation, words: "turned ",
        meaning: "the angle, clockwise positive"
      ) { $0.event.rotation }
    case .rotationVelocity:
      Row(
        form: .signed(.turnRate), unit: .radiansPerSecond, key: .whereRotationVelocity, words: "turned at ",
        meaning: "its change per second"
      ) {
        $0.event.rotationVelocity
      }
    case .progress:
      Row(
        form: .anyNumber, unit: .ratio, key: .whereProgress, words: "came to ", meaning: "0 to 1 of the stage"
      ) { $0.event.progress }
    case .score:
      Row(form: .anyNumber, unit: .ratio, key: .whereScore, words: "scored ", meaning: "0 to 1") {
        $0.event.score
      }
    case .z:
      Row(form: .anyNumber, unit: .ratio, key: .whereZ, words: "was at ", meaning: "0 to 1") { $0.event.z }
    case .number:
      Row(
        form: .anyNumber, unit: .ratio, key: .whereNumber, words: "is number ", meaning: "the client's number"
      ) {
        $0.event.number
      }
    case .force:
      Row(
        form: .quantity(.force, 1...Dimension.force.most), unit: .grams, key: .whereForce,
        words: "pressed with ",
        meaning: "of the fingers together"
      ) { $0.event.force }
    case .pressure:
      Row(
        form: .anyNumber, unit: .ratio, key: .wherePressure, words: "pressed with ",
        meaning: "a part of the axis range"
      ) { $0.event.pressure }
    case .forceStage:
      Row(form: .count(1...2), unit: .none, key: .whereForceStage, words: "reached stage ", meaning: "1 or 2")
      { Double($0.event.forceStage) }
    case .taps:
      Row(form: .count(1...100), unit: .none, key: .whereTaps, words: "tapped ", meaning: "the count") {
        Double($0.event.taps)
      }
    case .fingers:
      Row(form: .count(1...10), unit: .fingers, key: .whereFingers, words: "had ", meaning: "the count") {
        Double($0.event.fingers)
      }
    case .direction:
      Row(
        form: .words(Direction.allCases.map { $0.rawValue }), unit: .none, key: .whereDirection, words: "",
        meaning: "one or more of the event's words"
      ) { $0.event.direction.flatMap { Direction.allCases.firstIndex(of: $0) }.map { Double($0) } ?? .nan }
    case .edge:
      Row(
        form: .words(EdgeSet.words), unit: .none, key: .whereEdge, words: "",
        meaning: "left, right, top or bottom"
      ) {
        $0.event.edge.flatMap { Edge.allCases.firstIndex(of: $0) }.map { Double($0) } ?? .nan
      }
    case .side:
      Row(
        form: .words(TipTapSide.allCases.map { $0.rawValue }), unit: .none, key: .whereSide, words: "",
        meaning: "one or more of the event's words"
      ) { $0.event.side.flatMap { TipTapSide.allCases.firstIndex(of: $0) }.map { Double($0) } ?? .nan }
    case .zoneX:
      Row(
        form: .anyNumber, unit: .ratio, key: .whereZoneX, words: "was at ",
        meaning: "0 to 1 of the width of the gesture's zone, or of the stage without a zone"
      ) { $0.zone.part(at: $0.event.location).x }
    case .zoneY:
      Row(
        form: .anyNumber, unit: .ratio, key: .whereZoneY, words: "was at ", meaning: "the same of the height"
      ) { $0.zone.part(at: $0.event.location).y }
    case .startsIn:
      Row(
        form: .texts, unit: .mm, key: .whereStartsIn, words: "started ",
        meaning: "a zone or a list of zones, one of which contains the place where it started"
      ) {
        $0.distanceOutside($0.start)
      }
    case .endsIn:
      Row(
        form: .texts, unit: .mm, key: .whereEndsIn, words: "ended ",
        meaning: "a zone or a list of zones, one of which contains its current place"
      ) {
        $0.distanceOutside($0.end)
      }
    }
  }

  private typealias Row = MeasureCondition.Row
}

/// The values that `where` compares.
struct AttemptMeasures {
  var event = GestureEvent()
  /// Seconds since the first landing.
  var duration = 0.0
  /// The centre of the gesture's touches.
  var end = Point.zero
  /// The gesture's zone in stage mm, or the whole stage.
  var zone: Region
  /// The zones of the condition that is being judged.
  private var regions: [Region] = []

  init(_ event: GestureEvent, duration: Double, end: Point, zone: Region) {
    self.event = event
    self.duration = duration
    self.end = end
    self.zone = zone
  }

  var start: Point { event.start ?? event.location }
  var travel: Point { event.translation ?? end - start }

  /// The distance from a position to the nearest of the zones, mm; 0 inside one.
  func distanceOutside(_ point: Point) -> Double {
    regions.reduce(.infinity) { min($0, $1.distance(to: point)) }
  }

  /// The first condition that is not met; nil if all are met.
  mutating func unmet(_ conditions: [MeasureCondition]) -> Failure? {
    for condition in conditions {
      regions = condition.regions
      let row = condition.measure.row
      let value = row.read(self)
      if condition.holds(value) { continue }
      guard condition.words == 0 else {
        var failure = Failure(.whereDiffers, key: row.key)
        if condition.measure == .direction { failure.direction = event.direction }
        return failure
      }
      return Failure(
        .whereDiffers, measured: value, limit: condition.limit, unit: row.unit, key: row.key)
    }
    return nil
  }
}

extension MeasureCondition {
  fileprivate func holds(_ value: Double) -> Bool {
    if words == 0 { return comparison.holds(value, limit) }
    return value.isFinite && words & 1 << UInt16(value) != 0
  }
}

extension Region {
  /// A point as parts of the sides from the top left, from 0 to 1; a point outside is at the nearest border.
  func part(at p: Point) -> Point {
    func part(_ length: Double, _ side: Double) -> Double { side > 0 ? min(max(length / side, 0), 1) : 0 }
    return Point(part(p.x - left, right - left), part(p.y - top, bottom - top))
  }
  /// Distance from the region in mm; 0 inside it.
  package func distance(to p: Point) -> Double {
    Point(max(left - p.x, 0, p.x - right), max(top - p.y, 0, p.y - bottom)).length
  }
}
