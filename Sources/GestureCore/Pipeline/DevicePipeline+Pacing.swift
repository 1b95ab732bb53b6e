/// When the owner may read a fast device at intervals, and not at each frame.
///
/// What must hold: the same events are made at intervals as frame by frame, because their times are those of the frames. Only the moment
/// at which a pipeline learns of a motion changes, and not for a motion that decides something at the fingers' present speed.
package enum PacedReading {
  /// The time from the last frame to the next reading, µs. A display shows a change after 4 ms at the earliest, at 240 Hz.
  package static let interval: Timestamp = 4_000
  /// The longest time between two frames of a fast device, µs. With a longer one an interval would save less than one reading.
  fileprivate static let fastFrame: Timestamp = 3_000
  /// How much faster fingers may become in an interval.
  fileprivate static let speedUp = 2.0
  /// How far fingers that rest may come in an interval, mm: 30 m/s² for 4 ms, more than a fast flick has.
  fileprivate static let firstWay = 0.25
}

extension DevicePipeline {
  /// Whether nothing can be decided within an interval but by a landing, a lift or a button, which wake the owner, or by a deadline.
  /// False if each frame has a reader.
  package func mayBePaced() -> Bool {
    let touches = arena.touches
    let time = touches.frameTime - touches.previousTime
    if time <= 0 || time > PacedReading.fastFrame { return false }
    if logsTouches || !input.needsMotion || touches.isEventful || touches.down == 0 { return false }
    let way = touches.longestStep * (Double(PacedReading.interval) / Double(time))
    if arena.leeway <= way * PacedReading.speedUp + PacedReading.firstWay { return false }
    return !input.motionMayChangeTouches()
  }
}
