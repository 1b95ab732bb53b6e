import GestureCore

/// Where one touch was, from landing to lifting.
struct TouchTrail {
  var points: [(time: Timestamp, position: Point)]
  /// It ended as a lift and was not taken away.
  var isLifted = false

  var start: Timestamp { points[0].time }
  var end: Timestamp { points[points.count - 1].time }
}

/// Watches the same events that a replay gets, for the places of the touches: events of gestures only have those of
/// their own.
struct TrailCollector: ~Copyable {
  private var input: TouchInput
  private var indices: [Int64: Int] = [:]
  private(set) var trails: [TouchTrail] = []

  init(input: consuming TouchInput) { self.input = input }

  mutating func consume(_ event: InputEvent) {
    guard input.consume(event) else { return }
    // The lifts of touches that landed in the same frame come in a second one.
    for index in 0..<input.frameCount {
      let frame = TouchFrame(input.frame(index))
      for change in frame.changes where !change.isPhantom { take(change, at: frame.time) }
    }
  }

  private mutating func take(_ change: TouchChange, at time: Timestamp) {
    if change.phase == .began {
      indices[change.id] = trails.count
      trails.append(TouchTrail(points: [(time, change.position)]))
      return
    }
    guard let index = indices[change.id] else { return }
    trails[index].points.append((time, change.position))
    guard change.phase == .ended || change.phase == .cancelled else { return }
    trails[index].isLifted = change.phase == .ended
    indices[change.id] = nil
  }
}
