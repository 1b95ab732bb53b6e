import GestureCore

/// Plays a recording instead of a device, with its intervals divided by the speed.
final class RecordingPlayer {
  let session: DeviceSession
  private var events: [InputEvent]
  private let speed: Options.Speed
  private let loop: EventLoop
  /// Whether the recording starts again at its end.
  private let repeats: Bool
  /// µs between the last event and the next start.
  private static let pause: Timestamp = 1_000_000
  private var next = 0
  /// CLOCK_MONOTONIC at the recording's first event.
  private var start: Int64 = 0
  private var timer: EventLoop.Timer?
  /// Called when all events are played and all deadlines have passed.
  var ended: (() -> Void)?

  init(session: DeviceSession, events: [InputEvent], speed: Options.Speed, repeats: Bool, loop: EventLoop) {
    self.session = session
    self.events = events
    self.speed = speed
    self.repeats = repeats
    // The kernel reports a slot only when it changes. A second pass begins with the slot that the first one ended with, so the
    // recording gets an event that selects slot 0.
    let (type, code) = (EventType.absolute, AbsoluteCode.slot)
    if repeats, let first = events.first, events.contains(where: { $0.type == type && $0.code == code }) {
      self.events.insert(InputEvent(time: first.time, type: type, code: code, value: 0), at: 0)
    }
    self.loop = loop
  }

  func play() {
    start = loop.now
    session.clock.recording = { [self] in now }
    if speed != .unlimited { session.readDevice = { [self] in playDue(at: recordingTime(loop.now)) } }
    timer = loop.makeTimer { [self] in step() }
    timer?.time = start
  }

  /// Plays the events that are due. Deadlines run by the recording's clock, with frames and with this timer in between; the
  /// session's own timer would run them in real time.
  private func step() {
    if speed == .unlimited {
      while next < events.count { playFrame() }
      return finish()
    }
    let time = recordingTime(loop.now)
    playDue(at: time)
    session.advance(to: time)
    // A program may still answer for touches that have lifted.
    let isAwaiting = next == events.count && session.awaitsProgram
    if repeats && next == events.count && !isAwaiting { rewind() }
    next < events.count || isAwaiting ? setTimer() : finish()
  }

  private func playDue(at time: Timestamp) {
    while next < events.count, events[next].time <= time { playFrame() }
  }

  private func playFrame() {
    var end = next
    while end < events.count, !events[end].isReport { end += 1 }
    end = min(end + 1, events.count)
    session.consume(events[next..<end])
    next = end
  }

  /// Shifts the events to later times and plays them again, so that chains of taps end as after a pause of the hand.
  private func rewind() {
    guard let first = events.first, let last = events.last else { return }
    session.cancelAll()
    let length = last.time - first.time + Self.pause
    start = wallTime(first.time + length)
    for index in events.indices { events[index].time += length }
    next = 0
  }

  private func setTimer() {
    let deadline = session.nextDeadline
    timer?.time = wallTime(next < events.count ? min(events[next].time, deadline) : deadline)
  }

  /// Cancels touches that are still down at the last event's time, then runs all deadlines, as `gesturectl replay` does.
  private func finish() {
    if let timer { loop.cancel(timer) }
    if let last = events.last { session.finish(at: last.time) }
    ended?()
  }

  /// The time of the recording, never earlier than the last played event.
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
    // The time is one µs late, so that rounding never wakes the loop before the event is due.
    return start + Int64(bounded: (Double(time - first.time) / factor).rounded(.up)) + 1
  }
}

extension Int64 {
  /// A broken recording may have any times. The sum of two bounded ones does not overflow.
  fileprivate init(bounded value: Double) { self.init(Swift.min(Swift.max(value, -4e18), 4e18)) }
}
