/// The settings by which the gestures with a `MotionLife` differ.
struct MotionStyle {
  var release = MotionRelease.first
  var start = MotionStart.down
  /// Whether fingers without a slot count.
  var allowsPhantoms = false
  /// Whether scale or angle is measured. On a touchpad, a still finger then means scrolling (§3.7).
  var isSpin = false
  /// Whether the gesture is possible only while the button is held. It then ends when the button is released.
  var needsButton = false
  /// How long the gesture continues after a lift, µs; 0 if the lift ends it.
  var dragLock: Timestamp = 0
  /// The speed at which the gesture goes on while a finger stays at the border, mm/s; 0 if it does not.
  var edgeSpeed = 0.0
  /// Whether the gesture may begin while a finger keeps still, on touchpads too.
  var allowsStillFinger = false
  /// The farthest distance between the fingers when they are complete, mm.
  var maxSeparation = Double.infinity
}

/// The state that pan, pinch, rotation, transform, edge pan and tap-drag share: the finger count over a gesture's life,
/// suspension and resumption, and the motion (recognizers.md §3.6, §4.0).
struct MotionLife: ~Copyable {
  struct Suspension {
    enum Reason {
      case none
      /// Too few fingers are down. The gesture ends after the grace period.
      case under
      /// Too many fingers are down. The gesture is cancelled after the grace period.
      case over
    }
    var reason = Reason.none
    /// The velocity when the suspension began, and that time.
    var velocity = MotionVelocity()
    var since: Timestamp = 0
  }

  /// The fingers of the gesture; at a lift, the fingers before it.
  struct Fingers {
    var count = 0
    var location = Point.zero
    /// The centroid when the count entered the range.
    var start = Point.zero
  }

  /// The values of the tracker's sums from which the reported measures count.
  struct Origin {
    var translation = Point.zero
    var scale = 1.0
    var angle = 0.0
  }

  enum Phase {
    /// There are too few fingers, or too little motion.
    case possible
    /// The motion suffices; the arena decides.
    case ready
    case active
    /// Another gesture was made with the present press of the button.
    case forfeited
  }

  /// How long a finger count may be out of range, µs (libinput's finger-count switch).
  static let grace: Timestamp = 100_000

  /// How near to a border a finger is at it, mm: the default of an edge pan. A fingertip's centre comes no nearer to a raised rim.
  private static let borderWidth = 4.0
  /// The time between two motions at the border, µs. Touchpads report about as often.
  private static let borderTick: Timestamp = 10_000

  let style: MotionStyle
  var tracker: MotionTracker
  var phase = Phase.possible
  private var suspension = Suspension()
  /// Whether a locked drag waits and no finger has been down since.
  private var isLocked = false
  private var lastReturn = DragReturn()
  private(set) var isTracking = false
  /// Whether the finger count has been in the range.
  private(set) var hasTracked = false
  /// Whether the gesture was already made with the fingers that are down.
  private(set) var wasMade = false
  private(set) var fingers = Fingers()
  private var origin = Origin()
  /// When the count entered the range.
  private(set) var enteredAt: Timestamp = 0
  var isOver: Bool { suspension.reason == .over }

  /// - Parameters:
  ///   - spin: the parts of scale and angle that the gesture uses, besides the translation.
  ///   - measure: the measures whose velocity it reports.
  init(spin: MotionTracker.Spin = [], _ measure: MotionTracker.Measure, _ style: MotionStyle) {
    self.style = style
    tracker = MotionTracker(spin: spin, measure)
  }

  mutating func reset() {
    phase = .possible
    suspension.reason = .none
    isLocked = false
    lastReturn = DragReturn()
    isTracking = false
    hasTracked = false
    wasMade = false
    origin = Origin()
  }

  /// Stops tracking. Later motion counts from a new reference.
  mutating func pause() { isTracking = false }
  /// Called when the button is released. The gesture may then be made again.
  mutating func stop() {
    pause()
    phase = .possible
    suspension.reason = .none
    wasMade = true
  }

  /// Called when the gesture has ended and fingers are left. It is made again when they are complete.
  mutating func startOver() {
    let wasMade = hasTracked
    reset()
    self.wasMade = wasMade
  }

  /// Ends a suspension.
  mutating func resume() { suspension.reason = .none }

  var translation: Point { tracker.translation - origin.translation }
  var scale: Double { tracker.scale / origin.scale }
  var angle: Double { tracker.angle - origin.angle }
  /// The velocity of the fingers. That of a suspension counts for the time of the grace; later, fingers have come to rest.
  mutating func velocity(at time: Timestamp) -> MotionVelocity {
    suspension.reason == .none || time - suspension.since > Self.grace
      ? tracker.velocity(at: time) : suspension.velocity
  }

  enum Possibility {
    /// The finger count is out of range.
    case outside
    case fail(Failure)
    /// The finger count is in range, but a late finger has not stayed long enough (`LateFinger`).
    case settling
    /// The finger count is in range, and the motion is up to date.
    case inside
  }

  /// Handles one frame while the gesture is possible.
  @inline(__always)
  mutating func follow(_ touches: Touches, _ attempt: Attempt) -> Possibility {
    let count = attempt.count
    if count > attempt.most { return .fail(.tooManyFingers(attempt)) }
    if !style.allowsPhantoms && touches.phantom & attempt.own != 0 {
      return .fail(Failure(.unsupportedDevice))
    }
    if count < attempt.least {
      isTracking = false
      return .outside
    }
    if attempt.isSettling(at: touches.time) { return .settling }
    let begins = !isTracking
    let isLate = begins && attempt.hasJustSettled(touches)
    if begins {
      isTracking = true
      hasTracked = true
      enteredAt = isLate ? attempt.late.enteredAt : touches.time
      if isLate {
        fingers.start = tracker.startBefore(touches, touches.before & attempt.seen)
      } else {
        tracker.start(touches, attempt.own)
      }
    }
    if rarely(begins || count > fingers.count),
      let failure = attempt.separated(limit: style.maxSeparation, { touches.position($0) })
    {
      return .fail(failure)
    }
    // A touch that became a palm is lost; the others continue.
    if !begins || isLate { _ = tracker.update(touches, attempt.own) }
    fingers.count = count
    fingers.location = touches.centroid(of: attempt.own) ?? fingers.location
    if begins && !isLate { fingers.start = fingers.location }
    return .inside
  }

  mutating func begin(_ touches: Touches, _ attempt: Attempt, _ deadline: inout Timestamp) {
    phase = .active
    switch style.start {
    case .down: break
    case .start:
      origin = Origin(translation: tracker.translation, scale: tracker.scale, angle: tracker.angle)
    }
    attempt.followsFewer = style.release == .follow
    // A pending gesture gets a last chance to begin, with too few fingers left (§3.6).
    if attempt.count < attempt.least {
      if attempt.count > 0 { deadline = suspend(.under, at: touches.time) }
    } else if style.edgeSpeed > 0 {
      watchBorder(touches, attempt, &deadline)
    }
  }

  // MARK: At the border (§3.6)

  /// Begins or ends the motion at the border.
  @inline(never) private func watchBorder(
    _ touches: Touches, _ attempt: Attempt, _ deadline: inout Timestamp
  ) {
    if Self.outward(touches, attempt) == .zero {
      deadline = .never
    } else if deadline == .never {
      deadline = touches.time + Self.borderTick
    }
  }

  /// Moves the gesture on, because a finger has been at the border for the time of one motion.
  @inline(never) private mutating func goOn(
    _ touches: Touches, _ attempt: Attempt, _ deadline: inout Timestamp
  ) -> Proposal {
    if style.edgeSpeed == 0 { return impossible() }
    let way = style.edgeSpeed * seconds(Self.borderTick)
    tracker.add(Self.outward(touches, attempt) * way, at: touches.time)
    deadline = touches.time + Self.borderTick
    return .changed
  }

  /// Towards the borders at which fingers of the gesture are that landed farther inside: −1, 0 or 1 on each axis.
  private static func outward(_ touches: Touches, _ attempt: Attempt) -> Point {
    func side(_ place: Double, _ landing: Double, _ length: Double) -> Double {
      if place <= borderWidth && landing > borderWidth { return -1 }
      return length - place <= borderWidth && length - landing > borderWidth ? 1 : 0
    }
    let size = attempt.surface.size
    var outward = Point.zero
    var rest = attempt.own & ~touches.phantom
    while rest != 0 {
      let lane = rest.popLane()
      let (place, landing) = (touches.position(lane), attempt.landing(lane, touches))
      outward += Point(
        side(place.x, landing.x, size.width), side(place.y, landing.y, size.height))
    }
    return Point(max(-1, min(1, outward.x)), max(-1, min(1, outward.y)))
  }

  /// Suspends the gesture.
  ///
  /// - Returns: the end of the grace period.
  private mutating func suspend(_ reason: Suspension.Reason, at time: Timestamp) -> Timestamp {
    if suspension.reason == .none {
      suspension.velocity = tracker.velocity(at: time)
      suspension.since = time
    }
    suspension.reason = reason
    if reason == .under {
      if style.dragLock != 0 { return later(time, max(style.dragLock, Self.grace)) }
      if style.release == .all { return .never }
    }
    return time + Self.grace
  }

  /// Handles one stimulus while the gesture is active.
  ///
  /// - Parameter deadline: the recognizer's deadline.
  @inline(__always)
  mutating func proceed(
    _ stimulus: Stimulus, _ touches: Touches, _ attempt: Attempt, _ deadline: inout Timestamp
  ) -> Proposal {
    switch (suspension.reason, stimulus) {
    case (.none, .deadline): return goOn(touches, attempt, &deadline)
    case (.under, .deadline): return endLock(attempt)
    case (.over, .deadline): return .cancel(.tooManyFingers(attempt))
    case (.none, .frame), (.under, .frame), (.over, .frame): break
    }
    let count = attempt.count
    let isFew = count < attempt.least && !(attempt.followsFewer && count > 0 && suspension.reason != .under)
    if isFew { return tooFew(touches, attempt, &deadline) }
    if count > attempt.most {
      if isLocked { return endLock(attempt) }
      forgetVelocity(touches)
      if suspension.reason != .over { deadline = suspend(.over, at: touches.time) }
      return .none
    }
    if !style.allowsPhantoms && touches.phantom & attempt.own != 0 {
      return .cancel(Failure(.unsupportedDevice))
    }
    if suspension.reason != .none {
      suspension.reason = .none
      if isLocked { lastReturn = DragReturn(at: touches.time, tracker.translation) }
      isLocked = false
      attempt.readsFewer = false
      deadline = .never
    }
    fingers.count = count
    let moved = tracker.update(touches, attempt.own)
    // After a dropped jump the position is new, but the finger has not moved.
    if moved || (touches.began | touches.reanchored) & attempt.own != 0
      || (touches.ended | touches.cancelled) & attempt.seen != 0
    {
      fingers.location = touches.centroid(of: attempt.own) ?? fingers.location
    }
    if rarely(style.edgeSpeed > 0) { watchBorder(touches, attempt, &deadline) }
    return moved ? .changed : .none
  }

  private mutating func tooFew(
    _ touches: Touches, _ attempt: Attempt, _ deadline: inout Timestamp
  ) -> Proposal {
    if attempt.lost(touches) != 0 { return .cancel(Failure(.touchCancelled)) }
    if attempt.count == 0 && style.dragLock == 0 { return .end }
    if suspension.reason == .none
      && lastReturn.isTap(at: touches.time, tracker.translation, within: attempt.landWindow)
    {
      attempt.isEndedByTap = true
      return .end
    }
    forgetVelocity(touches)
    if suspension.reason != .under { deadline = suspend(.under, at: touches.time) }
    if isLocked {
      if DragLock.isBroken(by: attempt.own, lifted: attempt.lifted(touches), touches, attempt) {
        return endLock(attempt)
      }
      deadline = DragLock.deadline(after: attempt.placed(touches), touches, attempt, deadline)
    } else if attempt.count == 0 {
      isLocked = true
      attempt.readsFewer = true
    }
    return .none
  }
  /// Ends the gesture. Touches that landed while it was locked are free for other gestures.
  private mutating func endLock(_ attempt: Attempt) -> Proposal {
    if isLocked { attempt.giveUp(attempt.own) }
    return .end
  }

  /// Clears the velocity in a frame in which the finger count is out of range, if the frame is a resync (§1.7).
  mutating func forgetVelocity(_ touches: Touches) {
    if !touches.isResync { return }
    tracker.restart(touches.time)
    suspension.velocity = MotionVelocity()
  }

  /// Fills in the gesture's fingers, and what it measures of their motion.
  func report(_ event: inout GestureEvent) {
    event.fingers = fingers.count
    event.location = fingers.location
    event.start = fingers.start
    if tracker.measure.contains(.translation) { event.translation = translation }
    if tracker.spin.contains(.scale) { event.scale = scale }
    if tracker.spin.contains(.angle) { event.rotation = angle }
  }
  /// Fills in the velocities of what the gesture measures.
  @inline(__always) func report(_ velocity: MotionVelocity, in event: inout GestureEvent) {
    if tracker.measure.contains(.translation) { event.velocity = velocity.translation }
    if tracker.spin.contains(.scale) { event.scaleVelocity = scale * velocity.logScale }
    if tracker.spin.contains(.angle) { event.rotationVelocity = velocity.angle }
  }
}

/// `measure / threshold`; infinity for a threshold of 0, which is always reached.
@inline(__always) func ratio(_ measure: Double, _ threshold: Double) -> Double {
  threshold > 0 ? measure / threshold : .infinity
}
