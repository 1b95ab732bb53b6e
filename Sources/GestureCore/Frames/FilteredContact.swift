/// The filter's verdict on the contact of a slot.
enum ContactVerdict: UInt8, BitwiseCopyable {
  /// The slot has no contact.
  case absent
  case touch
  /// The contact is above the surface (ABS_MT_DISTANCE > 0).
  case hover
  /// The contact is too light to be a touch, and may become one.
  case light
  /// A contact that was too large or too heavy once. It stays a palm until it lifts.
  case palm
  /// The contact is a palm, a pen that no gesture takes, or a dial by its tool type, which may change back to a finger.
  case toolPalm
  /// A contact that began in an outer strip of a wide touchpad and is still there.
  case edge
  /// A contact that has not lasted as long as the shortest touch (`shortest_contact`), or a bounce (`AwayContacts`).
  case brief
  /// The contact is a thumb that rests at the lower edge or far below the other fingers.
  case thumb

  /// Whether the contact is withheld and may become a touch at its current position.
  var isHeld: Bool { self == .edge || self == .thumb || self == .brief }
  /// Whether the contact is reported as withheld only when it leaves.
  var isReportedLate: Bool { isHeld || self == .hover || self == .light }
}

/// Why a contact is withheld as a thumb.
enum ThumbRule: BitwiseCopyable {
  /// The contact landed below `line`, the border of its thumb zone, in stage mm.
  case zone(line: Double)
  /// The contact landed after the other fingers, `distance` mm below or beside them.
  case late(distance: Double, limit: Double)
}

/// One contact in stage mm, from its raw reports to the reported position.
struct FilteredContact: BitwiseCopyable {
  var verdict = ContactVerdict.absent
  /// The position that the filter reports.
  var position = Point.zero
  /// The last raw position and its time.
  private(set) var raw = Point.zero
  private(set) var time: Timestamp = 0
  /// Where and when the contact landed.
  private(set) var landing = ContactLanding(position: .zero, time: 0)
  /// Whether coordinates were guessed. The move to the first reported position is then not motion.
  var isGuessed = false
  var thumb: ThumbRule?
  /// For how long the finger was away that has lifted and lands again; nil if it is not a bounce.
  var bounce: Timestamp? {
    get { awayTime == .max ? nil : Timestamp(awayTime) }
    set { awayTime = newValue.map { UInt16(clamping: $0) } ?? .max }
  }
  /// `bounce` in µs, at most `AwayContacts.longest`.
  private var awayTime = UInt16.max
  /// Whether the contact has been a touch.
  var hasTouched = false
  /// The greatest pressure and size of a contact that is light, in device units.
  private(set) var heaviest: Int32 = 0
  private(set) var largest: Int32 = 0
  /// The number of frames in which the contact was faster than a resting thumb, minus the number in which it was slower.
  private(set) var fastFrames = 0
  private var jump = JumpDetector()
  private var wobble = WobbleDetector()

  mutating func land(_ verdict: ContactVerdict, at point: Point, _ time: Timestamp) {
    self = FilteredContact()
    self.verdict = verdict
    restart(at: point, time)
    landing = ContactLanding(position: point, time: time)
  }

  /// Whether a bounce has moved so far that it is a touch.
  var hasGoneOn: Bool {
    bounce != nil && position.distance(to: landing.position).reaches(AwayContacts.bounceDistance)
  }

  mutating func weigh(_ report: ContactReport) {
    heaviest = max(heaviest, report.pressure)
    largest = max(largest, report.major)
  }

  /// Puts the contact at `point` without motion.
  mutating func restart(at point: Point, _ time: Timestamp) {
    position = point
    raw = point
    self.time = time
    jump = JumpDetector()
    isGuessed = false
  }

  /// Whether the motion to `point` is too fast for a finger.
  ///
  /// - Parameter lastFrame: the time of the device's last frame, in which the contact was where its last report put it.
  @inline(__always) mutating func jumps(to point: Point, _ time: Timestamp, lastFrame: Timestamp) -> Bool {
    jump.isJump(from: raw, to: point, interval: time &- self.time, sinceFrame: time &- lastFrame)
  }
  /// The jump to `point`: its distance, scaled to 12 ms, and the limit.
  func jump(to point: Point, _ time: Timestamp) -> ContactFilter.Motion {
    let distance = JumpDetector.normalized(point.distance(to: raw), over: time - self.time)
    return .jumped(distance: distance, limit: jump.limit)
  }
  /// Takes the position of a touch as reported, without state for jumps or hysteresis. True if the position is new.
  mutating func follow(_ point: Point) -> Bool {
    let isNew = point != position
    position = point
    return isNew
  }
  /// Restarts at `point` after a jump. The next frame is never a jump.
  mutating func restartAfterJump(at point: Point, _ time: Timestamp) {
    let kept = jump
    restart(at: point, time)
    jump = kept
  }

  /// Takes the next raw position, and the reported one that was computed from it. True if the reported one is new.
  mutating func follow(_ point: Point, _ time: Timestamp, reported: Point) -> Bool {
    raw = point
    self.time = time
    let isNew = reported != position
    position = reported
    return isNew
  }

  /// Whether the raw position has moved right, left and right again. Call this before `follow`.
  mutating func wobbles(to point: Point, _ time: Timestamp) -> Bool {
    wobble.wobbles(by: point - raw, at: time)
  }

  /// Updates the speed of a withheld contact, and the reference for its next motion. A jump is not dropped yet.
  mutating func followHeld(_ point: Point, _ time: Timestamp, isTravel: Bool, lastFrame: Timestamp) {
    if isGuessed { landing.position = point }
    if isGuessed || !isTravel { return restart(at: point, time) }
    let seconds = Double(time - self.time) / Double(Timestamp.second)
    if seconds > 0 {
      let isFast = (point.distance(to: raw) / seconds).exceeds(ContactRules.thumbSpeed)
      fastFrames = isFast ? min(fastFrames + 1, ContactRules.thumbFastFrames) : max(fastFrames - 1, 0)
    }
    _ = jumps(to: point, time, lastFrame: lastFrame)
    _ = follow(point, time, reported: point)
  }
}

/// Detects jumps. Touchpads sometimes lose a finger and find another one in its place (libinput's tp_detect_jumps).
struct JumpDetector: BitwiseCopyable {
  /// The interval to which motion is scaled, µs.
  private static let reference = 12_000.0
  /// The longest interval that is judged, µs: 2.5 × the reference.
  private static let longest: Timestamp = 30_000
  /// The farthest motion of a finger, in mm per 12 ms.
  private static let farthest = 20.0
  /// The largest increase over the previous frame's motion, in mm per 12 ms.
  private static let suddenly = 7.0

  /// The last frame's squared distance in mm² and its interval in µs; 0 if there was no such frame, or it is too long ago.
  private var square = 0.0
  private var interval: Timestamp = 0
  private var hasJumped = false
  /// Where the contact was before its last jump, and the squared distance of the jump in mm².
  private var origin = Point.zero
  private var jumped = 0.0
  /// The motion that was allowed in the frame with the jump, in mm per 12 ms.
  private(set) var limit = 0.0

  static func normalized(_ distance: Double, over interval: Timestamp) -> Double {
    distance * reference / Double(max(interval, 1))
  }

  /// The farthest motion in the last report of a finger at rest, mm.
  private static let still = 1.0
  /// A contact that comes back this close to the origin of a jump, as a part of its distance, is where it was.
  private static let backPart = 0.25

  /// - Parameters:
  ///   - interval: since the contact's last report.
  ///   - sinceFrame: since the device's last frame. A contact without a report in it did not move.
  @inline(__always) mutating func isJump(
    from a: Point, to b: Point, interval: Timestamp, sinceFrame: Timestamp
  ) -> Bool {
    let way = b - a
    let square = way.x * way.x + way.y * way.y
    var interval = interval
    // A contact at rest is not reported: in the device's last frame it was where it is.
    let rested = self.square <= Self.still && sinceFrame < interval
    if rested { interval = sinceFrame }
    let isLong = interval > Self.longest || interval <= 0
    // A motion below the smaller limit cannot be a jump, which saves the square root for ordinary motion.
    let limit = Self.suddenly * Double(interval) / Self.reference
    if rarely(!isLong && square > limit * limit) {
      return isJump(from: a, to: b, square, interval, rested: rested)
    }
    note(square, isLong || rested ? 0 : interval, isJump: false)
    return false
  }
  /// Judges a motion that is fast enough to be a jump.
  @inline(never) private mutating func isJump(
    from a: Point, to b: Point, _ square: Double, _ interval: Timestamp, rested: Bool
  ) -> Bool {
    if hasJumped && isBack(b) {
      self = JumpDetector()
      self.interval = interval
      self.limit = Self.farthest
      return true
    }
    let result = !hasJumped && isTooFar(square, interval, rested: rested)
    if result { (origin, jumped) = (a, square) }
    // The motion out of rest is no measure for the next one: a flick grows within a frame.
    note(square, rested ? 0 : interval, isJump: result)
    return result
  }
  @inline(__always) private mutating func note(_ square: Double, _ interval: Timestamp, isJump: Bool) {
    self.square = square
    self.interval = interval
    hasJumped = isJump
  }

  /// Whether the contact is where it was before its jump. A finger that flicks goes on.
  private func isBack(_ point: Point) -> Bool {
    let way = point - origin
    return way.x * way.x + way.y * way.y <= Self.backPart * Self.backPart * jumped
  }

  private mutating func isTooFar(_ square: Double, _ interval: Timestamp, rested: Bool) -> Bool {
    let way = Self.normalized(square.squareRoot(), over: interval)
    limit = Self.farthest
    if way.exceeds(Self.farthest) { return true }
    guard self.interval > 0, !rested else { return false }
    let before = Self.normalized(self.square.squareRoot(), over: self.interval)
    limit = before + Self.suddenly
    return way.exceeds(limit)
  }
}

/// Detects the noise of a touchpad under a resting finger: motion to the right, left and right, each within 40 ms (libinput's
/// tp_detect_wobbling).
struct WobbleDetector: BitwiseCopyable {
  private static let longest: Timestamp = 40 * .millisecond
  private static let rightLeftRight: UInt8 = 0b101

  private var moves: UInt8 = 0
  /// When the contact moved before. Its first motion follows no other, so it begins no wobble.
  private var time: Timestamp?

  mutating func wobbles(by way: Point, at time: Timestamp) -> Bool {
    // A report of pressure alone is no motion to the left, or a steady finger to the right would wobble.
    if way == .zero {
      moves = 0
      return false
    }
    let isFirst = self.time.map { time - $0 > Self.longest } ?? true
    self.time = time
    if isFirst || way.x == 0 {
      moves = 0
      return false
    }
    moves >>= 1
    guard way.x > 0 else { return false }
    moves |= 0b100
    return moves == Self.rightLeftRight
  }
}

/// Smooths positions. The reported point is the centre of an ellipse that the raw point drags along (libinput's
/// evdev_hysteresis).
struct Hysteresis {
  /// The radius for an axis without fuzz, mm.
  static let defaultRadius = 0.25

  var isOn: Bool
  let canTurnOn: Bool
  /// The radii of the ellipse in mm.
  let radius: Size

  /// The new centre. Inside the ellipse it stays; outside, it follows until the raw point is on the border.
  func drag(_ center: Point, by raw: Point) -> Point {
    let way = raw - center
    let x = way.x / radius.width
    let y = way.y / radius.height
    let distance = (x * x + y * y).squareRoot()
    // A centre that followed the raw point stays there while the point rests, whichever way it was rounded.
    guard distance > 1 + ratioTolerance else { return center }
    return raw - way * (1 / distance)
  }
}
