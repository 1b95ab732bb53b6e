/// What the filter makes of a contact.
enum ContactVerdict: UInt8, BitwiseCopyable {
  /// No contact in the slot.
  case absent
  case touch
  /// Above the surface (ABS_MT_DISTANCE > 0).
  case hover
  /// Too large or too heavy once: a palm until it lifts.
  case palm
  /// A palm by its tool type (MT_TOOL_PALM), which may change back to a finger.
  case toolPalm
  /// Began in an outer strip of a wide touchpad and is still there.
  case edge
  /// A thumb at rest at the lower edge, or far below the other fingers.
  case thumb

  /// Whether the contact is no touch yet and may become one where it is.
  var isHeld: Bool { self == .edge || self == .thumb }
  /// Known to be withheld only when the contact leaves.
  var isReportedLate: Bool { isHeld || self == .hover }
}

/// Why a contact is held for a thumb.
enum ThumbRule: BitwiseCopyable {
  /// It landed below `line`, the border of its thumb zone in stage mm.
  case zone(line: Double)
  /// It came after the other fingers and `distance` mm below or beside them.
  case late(distance: Double, limit: Double)
}

/// One contact in stage mm, on its way from the raw reports to the reported position.
struct FilteredContact: BitwiseCopyable {
  var verdict = ContactVerdict.absent
  /// The reported position.
  var position = Point.zero
  /// The last raw one and when it came.
  private(set) var raw = Point.zero
  private(set) var time: Timestamp = 0
  /// Where and when it landed.
  private(set) var landing = ContactLanding(position: .zero, time: 0)
  /// The coordinates were partly guessed; the first real ones are no motion.
  var isGuessed = false
  var thumb: ThumbRule?
  /// How often it moved faster than a resting thumb, less how often slower.
  private(set) var fastFrames = 0
  private var jump = JumpDetector()
  private var wobble = WobbleDetector()

  mutating func land(_ verdict: ContactVerdict, at place: Point, _ time: Timestamp) {
    self = FilteredContact()
    self.verdict = verdict
    restart(at: place, time)
    landing = ContactLanding(position: place, time: time)
  }

  /// The contact is at `place` without having travelled there.
  mutating func restart(at place: Point, _ time: Timestamp) {
    position = place
    raw = place
    self.time = time
    jump = JumpDetector()
    isGuessed = false
  }

  /// Whether the way to `place` is one that no finger travels.
  mutating func jumps(to place: Point, _ time: Timestamp) -> Bool {
    jump.isJump(from: raw, to: place, interval: time - self.time)
  }
  /// The way to `place` in 12 ms, and what it may be, for a motion that was found to be a jump.
  func jump(to place: Point, _ time: Timestamp) -> ContactFilter.Motion {
    let way = JumpDetector.normalized(place.distance(to: raw), over: time - self.time)
    return .jumped(way: way, limit: jump.limit)
  }
  /// A touch whose next place is its position. What only jumps and wobbles are found by is not kept.
  mutating func follow(_ place: Point) -> Bool {
    let isNew = place != position
    position = place
    return isNew
  }
  /// `restart` after a jump: the next frame is no jump, however far.
  mutating func restartAfterJump(at place: Point, _ time: Timestamp) {
    let kept = jump
    restart(at: place, time)
    jump = kept
  }

  /// Takes the next raw place and the position that follows from it; true if that is a new one.
  mutating func follow(_ place: Point, _ time: Timestamp, reported: Point) -> Bool {
    raw = place
    self.time = time
    let isNew = reported != position
    position = reported
    return isNew
  }

  /// True when the raw place went right, left, right: call before `follow`.
  mutating func wobbles(to place: Point, _ time: Timestamp) -> Bool {
    wobble.wobbles(by: place - raw, at: time)
  }

  /// Follows a held contact: how fast it is, and what its next motion is compared with (the jump rule drops nothing yet).
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

/// Touchpads lose a finger for a moment and find another in its place: libinput's tp_detect_jumps.
struct JumpDetector: BitwiseCopyable {
  /// The interval to which motion is normalized, µs.
  private static let reference = 12_000.0
  /// No judgement over longer intervals (2.5 × the reference), µs.
  private static let longest: Timestamp = 30_000
  /// The farthest motion of a finger in 12 ms, mm.
  private static let farthest = 20.0
  /// More than in the frame before, in 12 ms, mm.
  private static let suddenly = 7.0

  /// The previous frame's way in mm² and interval in µs; 0 if there was none, or if it is too long ago.
  private var square = 0.0
  private var interval: Timestamp = 0
  private var hasJumped = false
  /// What the way may be in 12 ms, mm; of the frame that was found to be a jump.
  private(set) var limit = 0.0

  static func normalized(_ way: Double, over interval: Timestamp) -> Double {
    way * reference / Double(max(interval, 1))
  }

  mutating func isJump(from a: Point, to b: Point, interval: Timestamp) -> Bool {
    let way = b - a
    let square = way.x * way.x + way.y * way.y
    let isLong = interval > Self.longest || interval <= 0
    // Nothing below the smaller of the limits can be a jump: no square root for ordinary motion.
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

/// A finger at rest on a noisy pad: right, left, right, each within 40 ms (libinput's tp_detect_wobbling).
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
  /// Where the axis has no fuzz, mm.
  static let defaultRadius = 0.25

  var isOn: Bool
  let canTurnOn: Bool
  /// The radii of the ellipse, mm.
  let radius: Size

  /// Inside the ellipse the point stays, outside it is pulled after until the raw point is on the border.
  func drag(_ center: Point, by raw: Point) -> Point {
    let way = raw - center
    let x = way.x / radius.width
    let y = way.y / radius.height
    let distance = (x * x + y * y).squareRoot()
    guard distance > 1 else { return center }
    return raw - way * (1 / distance)
  }
}
