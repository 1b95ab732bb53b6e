/// The fingers of a swipe that have left in mid-motion and may come back (recognizers.md §4.4).
struct AwayFingers {
  struct Finger: BitwiseCopyable {
    var lane = 0
    /// Where it was last.
    var place = Point.zero
    /// The translation of the swipe then.
    var travel = Point.zero
  }

  /// The time after which a finger does not come back, µs. It is back in time after 30 ms, because deadlines precede frames.
  static let patience: Timestamp = 31_000
  /// How far a finger that comes back may be from its way, mm: a fingertip's half, as for a contact that ends and lands in one
  /// frame.
  private static let farthest = 5.0
  /// How far the way goes, as a multiple of what its speed covers, because fingers slow down and speed up. With 5 mm, 97 % and more
  /// of the positions 20 to 40 ms after a frame are on it, at any speed from 50 mm/s on, in 90 recordings.
  private static let reach = 2.0
  private static let capacity = 8

  private var fingers = InlineArray<8, Finger>(repeating: Finger())
  private var count = 0
  /// Why the swipe fails if they stay away.
  let failure: Failure
  /// The deadline that the swipe had before.
  let deadline: Timestamp
  /// While no finger of the swipe is down: its velocity, and when the last finger was seen.
  private var velocity = Point.zero
  private var seenAt: Timestamp = 0

  init(_ failure: Failure, deadline: Timestamp) {
    self.failure = failure
    self.deadline = deadline
  }
  /// No finger is away.
  init() { self.init(Failure(.liftedTooEarly), deadline: .never) }

  var isEmpty: Bool { count == 0 }

  /// Adds a finger that has left; false if there are too many.
  mutating func add(_ finger: Finger) -> Bool {
    if count == Self.capacity { return false }
    fingers[count] = finger
    count += 1
    return true
  }

  /// Goes on from the velocity, because the last finger has left.
  mutating func extrapolate(_ velocity: Point, from time: Timestamp) {
    self.velocity = velocity
    seenAt = time
  }
  /// Fingers that are down show where the others are heading.
  mutating func stopExtrapolating() { velocity = .zero }

  /// Removes the finger that has come back at a place.
  ///
  /// - Parameter travel: the translation of the swipe.
  mutating func take(at place: Point, _ time: Timestamp, travel: Point) -> Finger? {
    guard let index = nearest(to: place, time, travel: travel) else { return nil }
    let finger = fingers[index]
    count -= 1
    fingers[index] = fingers[count]
    return finger
  }

  /// The finger on whose way a place is.
  func nearest(to place: Point, _ time: Timestamp, travel: Point) -> Int? {
    var (best, least) = (Int?.none, Self.farthest)
    for index in 0..<count {
      let finger = fingers[index]
      let covered = velocity * (Double(time - seenAt) / Double(Timestamp.second))
      let way = (travel - finger.travel + covered) * Self.reach
      let distance = (place - finger.place).distance(toSegment: way)
      if distance.exceeds(least) || best != nil && !least.exceeds(distance) { continue }
      (best, least) = (index, distance)
    }
    return best
  }
}

extension Point {
  /// The distance to the straight way from the origin to `end`.
  fileprivate func distance(toSegment end: Point) -> Double {
    let square = end.x * end.x + end.y * end.y
    if square == 0 { return length }
    let part = min(max((x * end.x + y * end.y) / square, 0), 1)
    return (self - end * part).length
  }
}
