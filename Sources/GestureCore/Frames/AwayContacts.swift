/// The fingers whose contacts have ended and may come back, while no other finger is down (recognizers.md §1.7).
///
/// What must hold: a slot that waits has a touch that is down and no contact, until its contact comes back or its lift is announced.
struct AwayContacts: ~Copyable {
  /// Where a finger was when its contact ended, and when.
  struct Departure: BitwiseCopyable {
    var place = Point.zero
    /// The mean velocity since the landing. That of the last frames would depend on whether motion is read.
    var velocity = Point.zero
    var time: Timestamp = 0

    init() {}
    init(_ contact: FilteredContact, at time: Timestamp) {
      place = contact.position
      let elapsed = Double(max(time - contact.landing.time, 1)) / Double(Timestamp.second)
      velocity = (contact.position - contact.landing.position) * (1 / elapsed)
      self.time = time
    }

    /// The distance of a place from the straight way on which the finger was, at a time.
    func distance(to point: Point, at time: Timestamp) -> Double {
      let way = velocity * (AwayContacts.reach * Double(time - self.time) / Double(Timestamp.second))
      return (point - place).distance(toSegment: way)
    }
  }

  /// How long a finger may be away, µs. Its lift is announced when this time is over.
  static let longest: Timestamp = 30 * .millisecond
  private static let patience: Timestamp = 31 * .millisecond
  /// How far a finger that comes back may be from its way, mm: a fingertip's half, as for a contact that ends and lands in one
  /// frame.
  static let farthest = 5.0
  /// How far the way goes, as a multiple of what its speed covers, because fingers slow down and speed up. With 5 mm, 97 % and more
  /// of the positions 20 to 40 ms after a frame are on it, at any speed from 50 mm/s on, in 90 recordings.
  static let reach = 2.0
  /// A lift is in doubt after a contact of this time, or one that has moved so far (touchpads, touchscreens) with this mean speed. Of
  /// 480 recorded taps on touchpads 7 % wait, and none of the short ones on touchscreens (D).
  fileprivate static let longTouch: Timestamp = 250 * .millisecond
  fileprivate static let movedOnPad = 1.0
  fileprivate static let movedOnScreen = 2.0
  fileprivate static let movingSpeed = 20.0
  /// A bounce becomes a touch when it has lasted for this time, or moved this far, mm (D).
  static let bounceTime: Timestamp = 100 * .millisecond
  static let bounceDistance = 3.0
  private static let capacity = 8

  /// The slots whose lifts are not announced yet.
  var waiting: SlotSet = 0
  /// When the contacts of these slots ended.
  private(set) var since: Timestamp = 0
  /// Whether lifts may wait: false while one decides something at once (`Arena.decidesAtLift`).
  var isAllowed = false
  /// Whether a contact that lands in this frame may be a bounce: no other finger is down.
  var mayBounce = false
  /// The fingers that have left last, which are not waited for.
  private var left = FixedArray<Departure>(repeating: Departure(), count: capacity)
  private var count = 0

  /// When the lifts must be announced; `.never` without one.
  var deadline: Timestamp { waiting == 0 ? .never : since + Self.patience }

  mutating func wait(for slots: SlotSet, since time: Timestamp) {
    if waiting == 0 { since = time }
    waiting |= slots
  }
  /// Ends the wait for the touch of a slot, which goes on in another one.
  mutating func takeBack(_ origin: Int, as slot: Int) {
    let (both, wasWaiting) = (SlotSet(slot: origin) | SlotSet(slot: slot), waiting.contains(slot: slot))
    waiting &= ~both
    if wasWaiting && origin != slot { waiting |= SlotSet(slot: origin) }
  }

  mutating func note(_ departure: Departure) {
    if count == Self.capacity || count > 0 && departure.time - left[count - 1].time > Self.longest {
      count = 0
    }
    left[count] = departure
    count += 1
  }
  /// How long before a landing the finger left that lands again; nil if it is another one.
  func bounce(at place: Point, _ time: Timestamp) -> Timestamp? {
    if !mayBounce || count == 0 || time - left[count - 1].time > Self.longest { return nil }
    for index in 0..<count {
      let away = time - left[index].time
      if away > Self.longest || left[index].distance(to: place, at: time).exceeds(Self.farthest) { continue }
      return away
    }
    return nil
  }
}

extension FilteredContact {
  /// Whether the end of the contact may be a gap in the reports of a finger that goes on.
  ///
  /// - Parameter place: where it was in its last report.
  func mayComeBack(from place: Point, at time: Timestamp, _ deviceClass: DeviceClass) -> Bool {
    let elapsed = time - landing.time
    if elapsed >= AwayContacts.longTouch { return true }
    let way = place.distance(to: landing.position)
    return way.reaches(deviceClass == .touchpad ? AwayContacts.movedOnPad : AwayContacts.movedOnScreen)
      && (way * Double(Timestamp.second)).reaches(AwayContacts.movingSpeed * Double(elapsed))
  }
}

extension Point {
  /// The distance to the straight way from the origin to `end`.
  func distance(toSegment end: Point) -> Double {
    let square = end.x * end.x + end.y * end.y
    if square == 0 { return length }
    let part = min(max((x * end.x + y * end.y) / square, 0), 1)
    return (self - end * part).length
  }
}
