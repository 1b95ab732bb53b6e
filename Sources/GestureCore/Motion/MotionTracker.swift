/// The rates at which a motion's sums change, per second; 0 if not measured.
struct MotionVelocity: Equatable {
  var translation = Point.zero
  var logScale = 0.0
  var angle = 0.0
}

/// The translation, scale and rotation of a group of touches. They are sums of increments per frame over the touches that remain,
/// so a finger that comes or goes never causes a jump (recognizers.md §4.0).
struct MotionTracker: ~Copyable {
  /// The position of each touch when the count entered the range, by lane.
  private(set) var references = LaneArray<Point>(repeating: .zero)
  private var travels: MotionHistory
  private var turns: MotionHistory
  let measure: Measure
  /// The parts of scale and angle that are computed. They cost a square root for each touch and an arc tangent per frame.
  let spin: Spin
  private(set) var translation = Point.zero
  private(set) var scale = 1.0
  /// ln(scale), kept only for its velocity.
  private var logScale = 0.0
  private(set) var angle = 0.0
  private var shapeTurn = ShapeTurn()
  private(set) var startRadius = 0.0
  private(set) var leastRadius = 0.0

  /// The measures whose velocity a gesture reports.
  struct Measure: OptionSet {
    let rawValue: UInt8
    static let translation = Measure(rawValue: 1)
    /// The velocity of scale and angle.
    static let spin = Measure(rawValue: 2)
  }

  /// The largest velocity, mm/s, faster than any hand. It guards against two samples a microsecond apart.
  static let fastest = 20_000.0

  /// The parts of a spin that are kept.
  struct Spin: OptionSet {
    let rawValue: UInt8
    static let scale = Spin(rawValue: 1)
    static let angle = Spin(rawValue: 2)
  }

  /// - Parameter measure: the measures whose velocity is needed.
  init(spin: Spin, _ measure: Measure) {
    travels = MotionHistory()
    turns = MotionHistory()
    self.spin = spin
    self.measure = measure
  }

  var distance: Double { translation.length }
  /// The change of the mean radius, mm.
  var spread: Double { startRadius * abs(scale - 1) }
  /// The length of the arc, mm.
  var arc: Double { leastRadius * abs(angle) }

  /// Starts all sums, because the finger count has entered the range.
  mutating func start(_ touches: Touches, _ own: TouchSet) {
    startRadius = spin.isEmpty ? 0 : touches.radius(of: own)
    anchor(touches, own)
    restartSums(at: touches.time)
  }

  /// Starts the sums at the frame before this one. Returns the centroid of the touches in it.
  mutating func startBefore(_ touches: Touches, _ own: TouchSet) -> Point {
    var rest = own
    while rest != 0 {
      let lane = rest.popLane()
      references[lane] = touches.records[lane].previous
    }
    let center = touches.previousCentroid(of: own)
    startRadius = spin.isEmpty ? 0 : touches.previousRadius(of: own, about: center)
    restartSums(at: touches.previousTime)
    return center
  }

  /// Becomes a copy of the tracker of another gesture of the same type.
  mutating func become(_ other: borrowing MotionTracker) {
    references.copy(other.references)
    travels.become(other.travels)
    turns.become(other.turns)
    translation = other.translation
    scale = other.scale
    logScale = other.logScale
    angle = other.angle
    shapeTurn.become(other.shapeTurn)
    startRadius = other.startRadius
    leastRadius = other.leastRadius
  }

  private mutating func restartSums(at time: Timestamp) {
    translation = .zero
    scale = 1
    logScale = 0
    angle = 0
    shapeTurn.clear()
    leastRadius = startRadius
    restart(time)
  }

  /// Takes new reference positions and keeps the sums.
  mutating func anchor(_ touches: Touches, _ own: TouchSet) {
    var rest = own
    while rest != 0 {
      let lane = rest.popLane()
      references[lane] = touches.records[lane].position
    }
  }

  /// Adds one frame; true if one of the touches moved.
  @inline(__always) mutating func update(_ touches: Touches, _ own: TouchSet) -> Bool {
    let changed = (touches.began | touches.reanchored) & own
    if changed != 0 || touches.reanchorsReferences { reanchor(touches, own) }
    let survivors = touches.before & touches.down & own & ~touches.phantom
    shapeTurn.keep(survivors)
    if touches.moved & survivors == 0 {
      if touches.before & ~touches.down != 0 { narrow(touches, survivors) }
      return false
    }
    add(touches, survivors)
    return true
  }

  /// A finger has lifted while the others rest. Their circle may be smaller.
  @inline(never) private mutating func narrow(_ touches: Touches, _ survivors: TouchSet) {
    if !spin.contains(.angle) || survivors & (survivors &- 1) == 0 { return }
    leastRadius = min(leastRadius, touches.radius(of: survivors))
  }

  /// Adds a frame to the sums.
  ///
  /// - Parameter survivors: the touches that have their own positions and were down before. One of them has moved.
  @inline(__always) private mutating func add(_ touches: Touches, _ survivors: TouchSet) {
    if survivors & (survivors &- 1) == 0 {
      let lane = survivors.firstLane
      translation += touches.records[lane].position - touches.records[lane].previous
      return note(touches.time, after: touches.previousTime)
    }
    touches.measure(survivors)
    translation += touches.increment.translation
    if !spin.isEmpty {
      touches.measureSpin()
      if spin.contains(.scale) {
        scale *= touches.increment.scale
        if measure.contains(.spin) { logScale += touches.increment.logScale }
      }
      if spin.contains(.angle) {
        angle = turned(touches)
        leastRadius = min(leastRadius, touches.increment.radius)
      }
    }
    note(touches.time, after: touches.previousTime)
  }

  /// The angle after this frame.
  private mutating func turned(_ touches: Touches) -> Double {
    let survivors = touches.increment.touches
    let withoutFirst = survivors & (survivors &- 1)
    if withoutFirst & (withoutFirst &- 1) == 0 { return angle + touches.increment.angle }
    return shapeTurn.follow(touches, from: angle)
  }

  private mutating func reanchor(_ touches: Touches, _ own: TouchSet) {
    if touches.reanchorsReferences || touches.isResync {
      anchor(touches, own)
      if touches.isResync {
        restart(touches.time)
      }
      return
    }
    anchor(touches, touches.began & own)
    // The speed of fingers that have only jumped so far is not known.
    if own & ~touches.reanchored & touches.down == 0 && translation == .zero { restart(touches.time) }
    var jumped = touches.reanchored & own
    while jumped != 0 {
      // A dropped jump is not motion, so the reference jumps with the touch. The displacement is in `jump`, not in
      // `previous`.
      let lane = jumped.popLane()
      references[lane] += touches.records[lane].jump
    }
  }

  /// Takes a touch that began in this frame as one that ended before.
  mutating func continueTouch(_ ended: Int, as began: Int) { references[began] = references[ended] }
  /// Adds a motion in which no touch was down.
  mutating func add(_ motion: Point, at time: Timestamp) {
    translation += motion
    note(time, after: time)
  }

  @inline(__always) private mutating func note(_ time: Timestamp, after previous: Timestamp) {
    if measure.contains(.translation) { travels.push(time, translation.vector, after: previous) }
    if measure.contains(.spin) { turns.push(time, SIMD2(logScale, angle), after: previous) }
  }

  /// Begins the velocity history anew.
  mutating func restart(_ time: Timestamp) {
    travels.removeAll()
    turns.removeAll()
    note(time, after: time)
  }

  mutating func velocity(at time: Timestamp) -> MotionVelocity {
    var result = MotionVelocity()
    if measure.contains(.translation) {
      let travel = travels.velocity(at: time)
      result.translation = Point(travel.x, travel.y)
      if rarely(travel.x * travel.x + travel.y * travel.y > Self.fastest * Self.fastest) {
        Self.slow(&result.translation)
      }
    }
    if measure.contains(.spin) {
      let turn = turns.velocity(at: time)
      result.logScale = turn.x
      result.angle = turn.y
    }
    return result
  }

  /// Limits the velocity to `fastest`. It is not inlined, because it is rare and the compiler would otherwise divide by the root
  /// each time.
  @inline(never) private static func slow(_ velocity: inout Point) {
    velocity = velocity * (fastest / velocity.length)
  }

  /// Whether every touch is at least 1.0 mm from its reference, or one touch by 4 mm plus 2 mm for each touch beyond two (§3.7).
  mutating func hasEvidence(_ touches: Touches, _ own: TouchSet) -> Bool {
    var rest = own & ~touches.phantom
    // Phantoms are counted, although they cannot show that they moved.
    let decisive = MotionTracker.stillFingerDistance + 2 * Double(own.count - 2)
    var all = true
    while rest != 0 {
      let lane = rest.popLane()
      let moved = touches.records[lane].position.distance(to: references[lane])
      if moved.reaches(decisive) { return true }
      if !moved.reaches(MotionTracker.movedDistance) { all = false }
    }
    return all
  }

  /// The part of the common way that each of three and more fingers must go along it. No finger of 111 recorded swipes and pans of
  /// three went between 0.1 and 0.6 of it (D).
  static let leastShare = 0.3

  /// A finger that takes too little part in the common motion: its way along it, and the way that it needs, mm.
  struct Idler {
    let lane: Int
    let way: Double
    let limit: Double
  }

  /// The finger that takes the least part in the common motion, if that is too little (§4.0, "Each finger takes part"). The places of
  /// fingers that are counted beyond the slots are not known.
  func idler(_ touches: Touches, _ fingers: TouchSet) -> Idler? {
    let distance = translation.length
    if touches.phantom != 0 || fingers.count < 3 || distance == 0 { return nil }
    let limit = Self.leastShare * distance
    var (least, idler) = (limit, -1)
    var rest = fingers
    while rest != 0 {
      let lane = rest.popLane()
      let gone = touches.records[lane].position - references[lane]
      let way = (gone.x * translation.x + gone.y * translation.y) / distance
      if least.exceeds(way) { (least, idler) = (way, lane) }
    }
    return idler < 0 ? nil : Idler(lane: idler, way: least, limit: limit)
  }

  /// The touch nearest to its reference, and its distance in mm.
  func stillest(_ touches: Touches, _ own: TouchSet) -> (lane: Int, distance: Double) {
    var result = (lane: 0, distance: Double.infinity)
    var rest = own
    while rest != 0 {
      let lane = rest.popLane()
      let moved = touches.records[lane].position.distance(to: references[lane])
      if moved < result.distance { result = (lane, moved) }
    }
    return result
  }

  /// The distance from its reference at which a finger counts as moved, mm [LIN].
  static let movedDistance = 1.0
  /// The distance at which a moved finger is enough evidence even if the other keeps still, mm [LIN].
  static let stillFingerDistance = 4.0

  /// Whether one of the touches is still within 1.0 mm of its reference.
  mutating func hasStillTouch(_ touches: Touches, _ own: TouchSet) -> Bool {
    var rest = own & ~touches.phantom
    while rest != 0 {
      let lane = rest.popLane()
      if !(touches.records[lane].position - references[lane]).exceeds(MotionTracker.movedDistance) {
        return true
      }
    }
    return false
  }
}
