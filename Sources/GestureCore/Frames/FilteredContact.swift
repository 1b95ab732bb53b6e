/// The filter's verdict on a contact.
enum ContactVerdict: UInt8, BitwiseCopyable {
  /// No contact in the slot.
  case absent
  case touch
  /// Above the surface (ABS_MT_DISTANCE > 0).
  case hover
  /// Too large or too heavy once, and therefore a palm until it lifts.
  case palm
  /// A palm by its tool type (MT_TOOL_PALM), which may change back to a finger.
  case toolPalm
  /// Began in an outer strip of a wide touchpad and is still there.
  case edge
  /// A thumb at rest at the lower edge, or far below the other fingers.
  case thumb

  /// Whether the contact is withheld and may become a touch where it is.
  var isHeld: Bool { self == .edge || self == .thumb }
  /// Reported as withheld only when the contact leaves.
  var isReportedLate: Bool { isHeld || self == .hover }
}

/// Why a contact is withheld as a thumb.
enum ThumbRule: BitwiseCopyable {
  /// It landed below `line`, the border of its thumb zone in stage mm.
  case zone(line: Double)
  /// It landed after the other fingers, `distance` mm below or beside them.
  case late(distance: Double, limit: Double)
}

/// One contact in stage mm, from its raw reports to the reported position.
struct FilteredContact: BitwiseCopyable {
  var verdict = ContactVerdict.absent
  /// The reported position.
  var position = Point.zero
  /// The last raw position and its time.
  private(set) var raw = Point.zero
  private(set) var time: Timestamp = 0
  /// Where and when it landed.
  private(set) var landing = ContactLanding(position: .zero, time: 0)
  /// Some coordinates were guessed, so the move to the first reported ones is not motion.
  var isGuessed = false
  var thumb: ThumbRule?
  /// The number of frames in which it was faster than a resting thumb, minus those in which it was slower.
  private(set) var fastFrames = 0
  private var jump = JumpDetector()
  private var wobble = WobbleDetector()

  mutating func land(_ verdict: ContactVerdict, at place: Point, _ time: Timestamp) {
    self = FilteredContact()
    self.verdict = verdict
    restart(at: place, time)
    landing = ContactLanding(position: place, time: time)
  }

  /// Puts the contact at `place` without motion.
  mutating func restart(at place: Point, _ time: Timestamp) {
    position = place
    raw = place
    self.time = time
    jump = JumpDetector()
    isGuessed = false
  }

  /// Whether the motion to `place` is too fast for a finger.
  mutating func jumps(to place: Point, _ time: Timestamp) -> Bool {
    jump.isJump(from: raw, to: place, interval: time - self.time)
  }
  /// For a jump, the distance to `place` in 12 ms and its limit.
  func jump(to place: Point, _ time: Timestamp) -> ContactFilter.Motion {
    let way = JumpDetector.normalized(place.distance(to: raw), over: time - self.time)
    return .jumped(way: way, limit: jump.limit)
  }
  /// Follows a touch without jumps or hysteresis, whose state is not kept.
  mutating func follow(_ place: Point) -> Bool {
    let isNew = place != position
    position = place
    return isNew
  }
  /// `restart` after a jump. The next frame is never a jump.
  mutating func restartAfterJump(at place: Point, _ time: Timestamp) {
    let kept = jump
    restart(at: place, time)
    jump = kept
  }

  /// Takes the next raw position and the position computed from it; true if that is new.
  mutating func follow(_ place: Point, _ time: Timestamp, reported: Point) -> Bool {
    raw = place
    self.time = time
    let isNew = reported != position
    position = reported
    return isNew
  }

  /// True if the raw position went right, left, right. Call it before `follow`.
  mutating func wobbles(to place: Point, _ time: Timestamp) -> Bool {
    wobble.wobbles(by: place - raw, at: time)
  }

  /// Follows a withheld contact: its speed, and the reference for its next motion. No jump is dropped yet.
  mutating func followHeld(_ place: Point, _ time: Timestamp, isTravel: Bool) {
    if isGuessed { landing.position = place }
    if isGuessed || !isTravel { return restart(at: place, time) }
    let seconds = Double(time - self.time) / Double(Timestamp.second)
    if seconds > 0 {
      let isFast = place.distance(to: raw) / seconds > ContactRules.thumbSpeed
      fastFrames = isFast ? min(fastFrames + 1, ContactRules.thumbFastFrames) : max(fastFrames - 1, 0)
    }
    _ = jumps(to: place, time)
    _ = follow(place, time, reported: place)
  }
}

/// Touchpads sometimes lose a finger and find another in its place: libinput's tp_detect_jumps.
struct JumpDetector: BitwiseCopyable {
  /// Motion is scaled to this interval, in µs.
  private static let reference = 12_000.0
  /// Longest interval that is judged, in µs: 2.5 × the reference.
  private static let longest: Timestamp = 30_000
  /// Farthest motion of a finger, in mm per 12 ms.
  private static let farthest = 20.0
  /// Largest increase over the previous frame's motion, in mm per 12 ms.
  private static let suddenly = 7.0

  /// The last frame's distance in mm² and interval in µs; 0 if there was none, or it is too long ago.
  private var square = 0.0
  private var interval: Timestamp = 0
  private var hasJumped = false
  /// mm in 12 ms allowed in the frame that was found to be a jump.
  private(set) var limit = 0.0

  static func normalized(_ way: Double, over interval: Timestamp) -> Double {
    way * reference / Double(max(interval, 1))
  }

  mutating func isJump(from a: Point, to b: Point, interval: Timestamp) -> Bool {
    let way = b - a
    let square = way.x * way.x + way.y * way.y
    let isLong = interval > Self.longest || interval <= 0
    // A motion below the smaller limit cannot be a jump, which saves the square root for ordinary motion.
    let limit = Self.suddenly * Double(interval) / Self.reference
    let result = !isLong && !hasJumped && square > limit * limit && isTooFar(square, interval)
    self.square = square
    self.interval = isLong ? 0 : interval
    hasJumped = result
    return result
  }

  private mutating func isTooFar(_ square: Double, _ interval: Timestamp) -> Bool {
    let way = Self.normalized(square.squareRoot(), over: interval)
    limit = Self.farthest
    if way > Self.farthest { return true }
    guard self.interval > 0 else { return false }
    let before = Self.normalized(self.square.squareRoot(), over: self.interval)
    limit = before + Self.suddenly
    return way - before > Self.suddenly
  }
}

/// Detects a resting finger on a noisy touchpad: right, left, right, each within 40 ms (libinput's tp_detect_wobbling).
struct WobbleDetector: BitwiseCopyable {
  private static let longest: Timestamp = 40 * .millisecond
  private static let rightLeftRight: UInt8 = 0b101

  private var moves: UInt8 = 0
  private var time: Timestamp = 0

  mutating func wobbles(by way: Point, at time: Timestamp) -> Bool {
    let interval = time - self.time
    self.time = time
    if interval > Self.longest || (way.x == 0 && way.y != 0) {
      moves = 0
      return false
    }
    moves >>= 1
    guard way.x > 0 else { return false }
    moves |= 0b100
    return moves == Self.rightLeftRight
  }
}

/// The reported point is the centre of an ellipse that the raw point drags along (libinput's evdev_hysteresis).
struct Hysteresis {
  /// mm, for an axis without fuzz.
  static let defaultRadius = 0.25

  var isOn: Bool
  let canTurnOn: Bool
  /// The radii of the ellipse in mm.
  let radius: Size

  /// Inside the ellipse the centre stays; outside it follows until the raw point is on the border.
  func drag(_ center: Point, by raw: Point) -> Point {
    let way = raw - center
    let x = way.x / radius.width
    let y = way.y / radius.height
    let distance = (x * x + y * y).squareRoot()
    guard distance > 1 else { return center }
    return raw - way * (1 / distance)
  }
}
