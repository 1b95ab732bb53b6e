/// A gesture of the configuration that the device does not have.
package struct AbsentGesture: Sendable {
  package let type: GestureType
  /// One of those that are known before any touch (`FailureReason.isOfDevice`).
  package let reason: FailureReason
  /// The numbers of fingers for which a person may have meant it; nil for all.
  package let fingers: ClosedRange<Int>?
  /// What is read of it. Its index in the arena follows those of the recognizers.
  var reading = Reading.usual

  package init(_ type: GestureType, _ reason: FailureReason, fingers: ClosedRange<Int>?) {
    (self.type, self.reason, self.fingers) = (type, reason, fingers)
  }
}

extension Touches {
  /// The touch of a set that landed first. A lane that is used again may be before that of an earlier touch.
  func first(of set: TouchSet) -> Int {
    var (first, rest) = (set.firstLane, set)
    while rest != 0 {
      let lane = rest.popLane()
      if records[lane].id < records[first].id { first = lane }
    }
    return first
  }
}

/// Where the touches of a touch sequence of the device landed and lifted, kept only while reasons are read. Lanes are used again, so they
/// do not say it.
struct SequenceLandings: ~Copyable {
  /// A hand that lands more often without lifting needs no reason for each.
  private static let most = 64
  /// A finger that keeps still for this long before another lands, µs, and moves no farther than this, mm, rests: as `resting_after`
  /// judges it (recognizers.md §3.6), at its usual time.
  private static let patience: Timestamp = 1_000_000
  private static let stillness = 2.0
  /// The number of the sequence, from 1.
  private(set) var number = 0
  private(set) var places = OwnedList<Point>(capacity: most)
  /// Where the touches lifted; of those that are down, where they landed.
  private(set) var ends = OwnedList<Point>(capacity: most)
  private var lanes = OwnedList<Int>(capacity: most)
  /// Which of them are pens, by their place in the list.
  private var pens: UInt64 = 0
  /// The most touches that were down at one time.
  private(set) var peak = 0
  /// When the first of them landed.
  private(set) var start: Timestamp = 0
  /// When the last of them lifted; nil while one is down.
  private(set) var end: Timestamp?
  /// The most fingers that rested when others landed, which of them had rested for the longest time, and for how long.
  private(set) var rested = (count: 0, touch: 0, time: Timestamp(0))

  mutating func begin(_ number: Int, at time: Timestamp) {
    self.number = number
    places.removeAll()
    ends.removeAll()
    lanes.removeAll()
    (peak, start, end, pens) = (0, time, nil, 0)
    rested = (0, 0, 0)
  }

  mutating func note(_ touches: Touches) {
    var rest = touches.ended | touches.cancelled
    while rest != 0 { lift(rest.popLane(), touches) }
    if touches.down == 0 && touches.before != 0 { end = touches.time }
    if touches.began == 0 { return }
    peak = max(peak, touches.downCount)
    noteResting(touches)
    rest = touches.began
    while rest != 0 {
      let lane = touches.first(of: rest)
      rest &= ~.lane(lane)
      if places.count == Self.most { return }
      if touches.pens & .lane(lane) != 0 { pens |= 1 << UInt64(places.count) }
      places.append(touches.records[lane].down)
      ends.append(touches.records[lane].down)
      lanes.append(lane)
    }
  }

  /// Whether a touch is a pen, by its place in the list.
  func isPen(_ index: Int) -> Bool { pens & 1 << UInt64(index) != 0 }

  /// The place of a lane's last touch among those that landed; nil if they were too many.
  private func index(ofLane lane: Int) -> Int? { (0..<lanes.count).last { lanes[$0] == lane } }

  private mutating func lift(_ lane: Int, _ touches: Touches) {
    if let index = index(ofLane: lane) { ends[index] = touches.records[lane].position }
  }

  private mutating func noteResting(_ touches: Touches) {
    var now = (count: 0, touch: 0, time: Timestamp(0))
    var rest = touches.before & touches.down & ~touches.began & ~touches.phantom
    while rest != 0 {
      let lane = rest.popLane()
      let record = touches.records[lane]
      let time = touches.time - record.downTime
      if time < Self.patience || (record.position - record.down).exceeds(Self.stillness) { continue }
      now.count += 1
      if time > now.time, let index = index(ofLane: lane) { (now.touch, now.time) = (index + 1, time) }
    }
    if now.count > rested.count { rested = now }
  }
}
