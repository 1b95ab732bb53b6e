import Glibc

/// Translation, scale and rotation of a group of touches as sums of per-frame increments over the survivors, so that
/// a finger that comes or goes can never make a jump (recognizers.md §4.0).
struct MotionTracker {
  /// Where each touch stood when the count entered the range, by lane.
  let references: UnsafeMutablePointer<Point>
  var history: MotionHistory
  /// Whether scale and angle are kept too: they cost a logarithm and an arc tangent a frame.
  let spins: Bool
  private(set) var translation = Point.zero
  private(set) var logScale = 0.0
  private(set) var angle = 0.0
  private(set) var startRadius = 0.0
  private(set) var leastRadius = 0.0

  /// - Parameter measure: what velocities are worth their cost.
  init(_ storage: inout ArenaStorage, spins: Bool, _ measure: MotionHistory.Measure) {
    references = storage.points(Touches.capacity)
    history = MotionHistory(&storage, measure)
    self.spins = spins
  }

  var scale: Double { exp(logScale) }
  var distance: Double { translation.length }
  /// Change of the mean radius, mm.
  var spread: Double { startRadius * abs(scale - 1) }
  /// Length of the arc, mm.
  var arc: Double { leastRadius * abs(angle) }

  /// The count of touches has entered the range: everything counts from here.
  mutating func start(_ touches: Touches, _ own: TouchSet) {
    translation = .zero
    logScale = 0
    angle = 0
    startRadius = spins ? touches.radius(of: own) : 0
    leastRadius = startRadius
    anchor(touches, own)
    history.removeAll()
    note(touches.time)
  }

  /// Takes the reference positions anew without touching the sums.
  mutating func anchor(_ touches: Touches, _ own: TouchSet) {
    var rest = own
    while rest != 0 {
      let lane = rest.popLane()
      references[lane] = touches.records[lane].position
    }
  }

  /// Adds one frame; true if one of the touches moved.
  @inline(__always)
  mutating func update(_ touches: Touches, _ own: TouchSet) -> Bool {
    let changed = (touches.began | touches.reanchored) & own
    if changed != 0 || touches.reanchorsReferences { reanchor(touches, own) }
    let survivors = touches.before & touches.down & own & ~touches.phantom
    if touches.moved & survivors == 0 { return false }
    let motion = touches.motion(of: survivors, spin: spins)
    translation += motion.pointee.translation
    if spins && survivors & (survivors &- 1) != 0 {
      logScale += motion.pointee.logScale
      angle += motion.pointee.angle
      leastRadius = min(leastRadius, motion.pointee.radius)
    }
    note(touches.time)
    return true
  }

  private mutating func reanchor(_ touches: Touches, _ own: TouchSet) {
    if touches.reanchorsReferences || touches.isResync {
      anchor(touches, own)
      if touches.isResync {
        history.removeAll()
        note(touches.time)
      }
      return
    }
    anchor(touches, touches.began & own)
    var jumped = touches.reanchored & own
    while jumped != 0 {
      // A dropped jump was no motion: its reference jumps along. `previous` no longer tells how far, `jump` does.
      let lane = jumped.popLane()
      references[lane] += touches.records[lane].jump
    }
  }

  @inline(__always) private mutating func note(_ time: Timestamp) {
    history.push(time, translation, logScale: logScale, angle: angle)
  }

  /// Whether every touch has left its reference by 1.0 mm, or one by 4 mm and 2 mm more for each beyond two (§3.7).
  func hasEvidence(_ touches: Touches, _ own: TouchSet) -> Bool {
    var rest = own & ~touches.phantom
    // Phantoms count, but they cannot show that they moved.
    let decisive = MotionTracker.stillFingerDistance + 2 * Double(own.count - 2)
    var all = true
    while rest != 0 {
      let lane = rest.popLane()
      let moved = touches.records[lane].position.distance(to: references[lane])
      if moved >= decisive { return true }
      if moved < MotionTracker.movedDistance { all = false }
    }
    return all
  }

  /// A finger that moved this far has moved, in mm [LIN].
  static let movedDistance = 1.0
  /// A finger that moved this far decides even if the other keeps still, in mm [LIN].
  static let stillFingerDistance = 4.0

  /// Whether one of the touches is still within 1.0 mm of its reference.
  func hasStillTouch(_ touches: Touches, _ own: TouchSet) -> Bool {
    var rest = own & ~touches.phantom
    while rest != 0 {
      let lane = rest.popLane()
      if touches.records[lane].position.distance(to: references[lane]) <= MotionTracker.movedDistance {
        return true
      }
    }
    return false
  }
}
