/// The fingers of a swipe that have left in mid-motion beside others, and may come back (recognizers.md §4.4).
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
  private static let capacity = 8

  private var fingers = InlineArray<8, Finger>(repeating: Finger())
  private var count = 0
  /// Why the swipe fails if they stay away.
  let failure: Failure
  /// The deadline that the swipe had before.
  let deadline: Timestamp

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

  /// Removes the finger that has come back at a place.
  ///
  /// - Parameter travel: the translation of the swipe.
  mutating func take(at place: Point, travel: Point) -> Finger? {
    guard let index = nearest(to: place, travel: travel) else { return nil }
    let finger = fingers[index]
    count -= 1
    fingers[index] = fingers[count]
    return finger
  }

  /// The finger on whose way a place is. The fingers that are down show where it is heading.
  private func nearest(to place: Point, travel: Point) -> Int? {
    var (best, least) = (Int?.none, AwayContacts.farthest)
    for index in 0..<count {
      let finger = fingers[index]
      let way = (travel - finger.travel) * AwayContacts.reach
      let distance = (place - finger.place).distance(toSegment: way)
      if distance.exceeds(least) || best != nil && !least.exceeds(distance) { continue }
      (best, least) = (index, distance)
    }
    return best
  }
}
