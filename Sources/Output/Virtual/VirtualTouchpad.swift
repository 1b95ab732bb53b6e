import GestureCore

/// Moves the fingers of a virtual touchpad after a gesture, so that libinput reports a swipe or a pinch. Its input is the motion
/// of the hand; its output is frames to write.
///
/// libinput decides on a swipe or a pinch when two fingers have moved by 1.5 mm or more. It begins the gesture at the next
/// motion, which it does not report. So that no motion of the hand is lost, the fingers land some way before their start, move
/// there at once, and then by another 0.1 mm. libinput drops a motion that it takes for a jump (more than 20 mm, or 7 mm more
/// than before, in 12 ms), so a faster hand is followed over several frames. The first frame after a change of the finger count
/// is exempt. libinput ends a gesture as cancelled 100 ms after the finger count has changed.
package struct VirtualTouchpad: Sendable {
  /// The hand's motion since its gesture began: a translation in mm, a scale, and a rotation in radians, clockwise. Also the position
  /// of the fingers, relative to where libinput decided.
  package struct Motion: Equatable, Sendable {
    package var translation = Point.zero
    package var scale = 1.0
    package var rotation = 0.0
    package init(translation: Point = .zero, scale: Double = 1, rotation: Double = 0) {
      (self.translation, self.scale, self.rotation) = (translation, scale, rotation)
    }
  }

  private enum Phase {
    case idle
    /// libinput has decided, and begins the gesture with the next motion.
    case landed
    case following
    /// One finger has lifted.
    case cancelling
  }

  /// The last frame, with which libinput compares the next one.
  private struct Last {
    /// The times for which the frame was made, and at which it was written.
    var made: Timestamp = 0
    var written: Timestamp = 0
    /// The time for which the frame before it was made.
    var before: Timestamp = 0
    /// The distance that the fingers moved in the frame, mm.
    var moved = 0.0
    /// The speed of the fingers, in mm per 12 ms.
    var pace = 0.0
  }

  /// The most fingers of a gesture in libinput.
  package static let mostFingers = 4
  /// The time from the landing to the motion with which libinput begins, and the length of that motion in mm. It is two units, so
  /// that it is at least one unit in any direction.
  package static let beginTime: Timestamp = .millisecond
  private static let nudge = 2 * TouchpadFrames.unit
  /// The time over which libinput measures a finger's motion, µs.
  private static let jumpTime = 12.0 * Double(Timestamp.millisecond)
  /// The limits in that time, mm, a tenth below libinput's: the motion of one frame, and its increase over the last one.
  private static let jump = 18.0
  private static let rise = 6.3
  /// A pause after which libinput does not look for a jump. It needs 30 ms.
  private static let pause: Timestamp = 31 * .millisecond
  /// The least time between two frames. Positions are rounded, and in less time the rounding would look like speed.
  private static let shortest: Timestamp = 3 * .millisecond
  /// The time between frames while the fingers lag behind the hand: that of a touchpad with 125 Hz.
  private static let interval: Timestamp = 8 * .millisecond
  /// The longest time that the lift waits for the fingers to reach the hand's position.
  private static let patience: Timestamp = 100 * .millisecond

  /// Whole frames to write. The caller removes them.
  package private(set) var output: [InputEvent] = []
  /// The time at which `advance` is due.
  package private(set) var deadline = Timestamp.never

  private var phase = Phase.idle
  private var frames = TouchpadFrames()
  private var fingers = 0
  private var isPinch = false
  private var pose = Motion()
  private var target = Motion()
  /// The fingers' position while the hand has not moved, at which libinput has begun.
  private var origin = Point.zero
  private var last = Last()
  /// The time at which the fingers lift after the gesture has ended, even if they have not reached the target; nil during the
  /// gesture.
  private var liftBy: Timestamp?
  /// A gesture that began while another was being cancelled.
  private var waiting: (fingers: Int, isPinch: Bool)?

  /// The longest time to the next deadline.
  package static let longestWait = TwinFrames.cancelTime

  package init() { output.reserveCapacity(128) }

  /// Whether no finger is down.
  package var isIdle: Bool { phase == .idle && waiting == nil }

  // MARK: The gesture

  /// Lands the fingers.
  ///
  /// - Parameter motion: the motion of the hand so far. The fingers start in its direction.
  package mutating func begin(fingers: Int, isPinch: Bool, _ motion: Motion, at time: Timestamp) {
    target = motion.bounded
    liftBy = nil
    if phase == .cancelling {
      waiting = (fingers, isPinch)
      return
    }
    if phase != .idle { lift(at: time) }
    land(fingers, isPinch, at: time)
  }

  package mutating func follow(_ motion: Motion, at time: Timestamp) {
    target = motion.bounded
    if phase == .following { move(at: time) }
  }

  package mutating func end(at time: Timestamp) {
    liftBy = time + Self.patience
    if phase == .following { move(at: time) }
  }

  package mutating func cancel(at time: Timestamp) {
    waiting = nil
    switch phase {
    case .idle, .cancelling: return
    case .landed: lift(at: time)
    case .following:
      frames.lift(1, into: &output)
      phase = .cancelling
      deadline = time + TwinFrames.cancelTime
    }
  }

  /// Called when the output was written. The kernel gives each frame a time between the one for which it was made and `time`. The
  /// time between two frames is therefore at least from this call to the next frame, and at most from the frame before.
  package mutating func written(at time: Timestamp) {
    guard !output.isEmpty else { return }
    last.written = max(last.made, time)
    setPace(until: last.written)
    output.removeAll(keepingCapacity: true)
  }

  // MARK: Time

  package mutating func advance(to time: Timestamp) {
    guard deadline <= time else { return }
    switch phase {
    case .idle: return
    case .landed:
      put(Motion(translation: origin), at: time)
      phase = .following
      deadline = time + Self.shortest
    case .following: move(at: time)
    case .cancelling:
      let hasEnded = liftBy != nil
      lift(at: time)
      guard let (fingers, isPinch) = waiting else { return }
      waiting = nil
      land(fingers, isPinch, at: time)
      if hasEnded { liftBy = time + Self.patience }
    }
  }

  private mutating func land(_ fingers: Int, _ isPinch: Bool, at time: Timestamp) {
    self.fingers = fingers
    self.isPinch = isPinch
    let length = target.translation.length
    let direction = length > 0 && !isPinch ? target.translation * (1 / length) : Point(1, 0)
    origin = direction * Self.nudge
    frames.land(fingers, start(direction), into: &output)
    pose = Motion()
    frames.move(fingers, to: pose, into: &output)
    last = Last(made: time, written: time, before: time)
    phase = .landed
    deadline = time + Self.beginTime
  }

  /// The distance that the fingers move before libinput decides, mm: 1.5 mm for two, 0.5 mm more for each further one, and 0.6 mm
  /// extra.
  private var approach: Double { 2.1 + 0.5 * Double(fingers - 2) }

  /// The first pose. A swipe starts in the hand's direction, a pinch apart or together like the hand's.
  private func start(_ direction: Point) -> Motion {
    guard isPinch else { return Motion(translation: direction * -approach) }
    return Motion(scale: 1 + (target.scale < 1 ? 1 : -1) * approach / TouchpadFrames.radius)
  }

  // MARK: Motion

  /// The motion towards the target that libinput accepts in one frame.
  private mutating func move(at time: Timestamp) {
    var goal = target
    goal.translation += origin
    let distance = pose.distance(to: goal)
    if distance > 0 {
      let passed = time - last.written
      guard passed >= Self.shortest else { return deadline = last.written + Self.shortest }
      let share = min(1, reach(in: passed) / distance)
      put(share < 1 ? pose.towards(goal, by: share) : goal, at: time)
      if share < 1, liftBy.map({ time < $0 }) ?? true { return deadline = time + Self.interval }
    }
    deadline = .never
    if liftBy != nil { lift(at: time) }
  }

  private func reach(in time: Timestamp) -> Double {
    if time >= Self.pause { return .infinity }
    return min(Self.jump, last.pace + Self.rise) * Double(time) / Self.jumpTime
  }

  private mutating func put(_ next: Motion, at time: Timestamp) {
    last.moved = pose.distance(to: next)
    pose = next
    last.before = last.made
    (last.made, last.written) = (time, time)
    setPace(until: time)
    frames.move(fingers, to: pose, into: &output)
  }

  /// Sets the speed of the last frames. After a pause libinput does not judge, and keeps the last motion for the next comparison.
  private mutating func setPace(until time: Timestamp) {
    let passed = time - last.before
    if passed > 0, passed < Self.pause { last.pace = last.moved * Self.jumpTime / Double(passed) }
  }

  private mutating func lift(at time: Timestamp) {
    frames.lift(fingers, into: &output)
    phase = .idle
    deadline = .never
  }
}

extension VirtualTouchpad.Motion {
  /// The motion with a scale at which the fingers stay on the surface.
  var bounded: Self {
    Self(translation: translation, scale: max(0.05, min(9, scale)), rotation: rotation)
  }

  /// The longest distance that a finger moves, mm; slightly too long if the hand turns and spreads at once.
  func distance(to other: Self) -> Double {
    let spread =
      (other.scale - scale).magnitude + max(scale, other.scale) * (other.rotation - rotation).magnitude
    return translation.distance(to: other.translation) + TouchpadFrames.radius * spread
  }

  func towards(_ other: Self, by share: Double) -> Self {
    Self(
      translation: translation + (other.translation - translation) * share,
      scale: scale + (other.scale - scale) * share,
      rotation: rotation + (other.rotation - rotation) * share)
  }
}
