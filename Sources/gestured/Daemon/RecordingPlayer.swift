import GestureCore

/// A recording in place of a device: its events come with the recorded intervals, divided by the speed.
final class RecordingPlayer {
  private let session: DeviceSession
  private let events: [InputEvent]
  private let speed: Options.Speed
  private let loop: EventLoop
  private var next = 0
  /// CLOCK_MONOTONIC at the recording's first event.
  private var start: Int64 = 0
  private var alarm: EventLoop.Alarm?
  /// All events are played and what they left behind is settled.
  var ended: (() -> Void)?

  init(session: DeviceSession, events: [InputEvent], speed: Options.Speed, loop: EventLoop) {
    self.session = session
    self.events = events
    self.speed = speed
    self.loop = loop
  }

  func play() {
    start = loop.now
    session.clock = { [self] in now }
    alarm = loop.makeAlarm { [self] in step() }
    alarm?.time = start
  }

  /// The session's own alarm would run deadlines in real time; here they come with the recording's clock: frames
  /// drive them, and between frames so does this alarm.
  private func step() {
    if speed == .unlimited {
      while next < events.count { playFrame() }
      return finish()
    }
    let time = recordingTime(loop.now)
    while next < events.count, events[next].time <= time { playFrame() }
    session.advance(to: time)
    next < events.count ? setAlarm() : finish()
  }

  private func playFrame() {
    var end = next
    while end < events.count, !events[end].endsFrame { end += 1 }
    end = min(end + 1, events.count)
    session.consume(events[next..<end])
    next = end
  }

  private func setAlarm() {
    let deadline = session.nextDeadline
    let time = min(events[next].time, deadline == .never ? .never : deadline)
    alarm?.time = wallTime(time)
  }

  /// Touches that are still down are cancelled at the last event's time, then every deadline passes, as in
  /// `gesturectl replay`.
  private func finish() {
    if let alarm { loop.remove(alarm) }
    alarm = nil
    if let last = events.last { session.finish(at: last.time) }
    ended?()
  }

  /// Never behind what has been played.
  private var now: Timestamp {
    let played = next > 0 ? events[next - 1].time : events.first?.time ?? 0
    return speed == .unlimited ? played : max(played, recordingTime(loop.now))
  }

  private func recordingTime(_ now: Int64) -> Timestamp {
    guard case .factor(let factor) = speed, let first = events.first else { return .never }
    return first.time + Int64(bounded: Double(now - start) * factor)
  }

  private func wallTime(_ time: Timestamp) -> Int64 {
    guard case .factor(let factor) = speed, let first = events.first else { return start }
    // A microsecond later, so that rounding never wakes before the event is due.
    return start + Int64(bounded: (Double(time - first.time) / factor).rounded(.up)) + 1
  }
}

extension Int64 {
  /// Times of a broken recording may be any; sums of two of these fit.
  fileprivate init(bounded value: Double) { self.init(Swift.min(Swift.max(value, -4e18), 4e18)) }
}

extension InputEvent {
  /// SYN_REPORT.
  fileprivate var endsFrame: Bool { type == 0 && code == 0 }
}
