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

/// Where the touches of the device's sequence landed, kept only while reasons are read. Lanes are used again, so they do not say it.
struct SequenceLandings: ~Copyable {
  /// A hand that lands more often without lifting needs no reason for each.
  private static let most = 64
  private(set) var places = OwnedList<Point>(capacity: most)
  /// The most touches that were down at one time.
  private(set) var peak = 0
  /// When the first of them landed.
  private(set) var start: Timestamp = 0

  mutating func note(_ touches: Touches) {
    if touches.before == 0 {
      places.removeAll()
      peak = 0
      start = touches.time
    }
    peak = max(peak, touches.downCount)
    var rest = touches.began
    while rest != 0 {
      let lane = rest.popLane()
      if places.count < Self.most { places.append(touches.records[lane].down) }
    }
  }
}
