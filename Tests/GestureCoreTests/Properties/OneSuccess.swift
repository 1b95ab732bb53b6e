import GestureCore
import GestureTesting

extension Properties {
  /// 11. Of two gestures that conflict, only one succeeds in a touch sequence (recognizers.md §3.2), and a gesture for more fingers
  /// that begins after one for fewer has ended. On touchpads a motion may succeed after another one when the number of fingers has
  /// changed (§3.6, Another count).
  ///
  /// Without zones and toggles all recognizers see all touches of a sequence, so that any two share one.
  static func succeedsOnce(_ sample: StreamCase) -> String? {
    var sample = sample
    sample.stream.toggles = []
    // Half of the gestures that require the failure of others begin before it (`eager`).
    for index in sample.set.recognizers.indices where index % 2 == 1 {
      sample.set.recognizers[index].mayPrecede = sample.set.recognizers[index].requireFailureOf
    }
    let recognizers = sample.set.recognizers
    let starts = sample.stream.sequenceStarts
    let periods = sample.set.deviceClass == .touchpad ? sample.stream.periods : []
    var successes: [(gesture: Int, sequence: Int, time: Timestamp)] = []
    for event in sample.set.run(sample.stream.script) {
      switch event.state {
      case .recognized, .ended: break
      case .began, .changed, .cancelled, .possible, .failed, .step: continue
      }
      // A recognition that was held belongs to the sequence in which it was complete.
      let time = event.gestureTime ?? event.time
      let sequence = starts.lastIndex { $0 < time } ?? 0
      let own = recognizers[event.gesture]
      for success in successes where success.sequence == sequence && success.gesture != event.gesture {
        let other = recognizers[success.gesture]
        if own.mayRun(with: other) || own.fingers.lowerBound > other.fingers.upperBound { continue }
        let isAnew = periods.contains { success.time <= $0 && $0 < time }
        if isAnew && own.parameters.traits.isMotion { continue }
        return "\(own.name) \(event.state.rawValue) at \(event.time) µs in the sequence of \(other.name)"
      }
      successes.append((event.gesture, sequence, time))
    }
    return nil
  }

  /// 12. Gestures of a zone are the same whatever rests outside it.
  static func ignoresRestOutside(_ sample: StreamCase) -> String? {
    var sample = sample
    sample.stream.toggles = []
    sample.stream = sample.stream.mapPoints { Point($0.x / 2, $0.y) }
    let width = sample.set.stage.width
    for index in sample.set.recognizers.indices {
      sample.set.recognizers[index].region = Region(
        left: 0, right: 0.6 * width, top: 0, bottom: sample.set.stage.height)
    }
    var beside = sample.stream
    beside.lives.append(
      TouchStream.Life(
        down: TouchStream.Place(time: 0, point: Point(0.9 * width, 20)), end: sample.stream.end + 3 * .second)
    )
    return sample.difference(
      sample.set.run(sample.stream.script), sample.set.run(beside.script), "beside a finger that rests"
    ) { $0 }
  }
}

extension TouchStream {
  /// The times at which another number of touches has been down for 100 ms.
  var periods: [Timestamp] {
    let changes = Set(lives.flatMap { [$0.down.time, $0.end] }).sorted()
    return zip(changes, changes.dropFirst() + [.never]).compactMap { change, next in
      next - change >= 100 * .millisecond ? change + 100 * .millisecond : nil
    }
  }

  /// The times at which no touch was down before a landing.
  fileprivate var sequenceStarts: [Timestamp] {
    lives.map(\.down.time).filter { time in
      !lives.contains { $0.down.time < time && $0.end > time }
    }.sorted()
  }
}
