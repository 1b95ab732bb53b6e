import GestureCore

/// When frames that cannot have their own times are written, so that a tap remains a tap and a rest a rest.
struct TwinPace {
  /// An interval with touches shrinks to two thirds, until frames have caught up.
  private static let numerator: Timestamp = 2
  private static let denominator: Timestamp = 3
  /// The time without a touch that is not shortened, so that two taps do not become a double click.
  private static let longestGap: Timestamp = 600 * .millisecond
  private var last: (time: Timestamp, written: Timestamp, isIdle: Bool)?

  var isRunning: Bool { last != nil }
  func due(_ time: Timestamp) -> Timestamp {
    guard let last else { return 0 }
    let interval = max(0, time - last.time)
    if last.isIdle { return last.written + min(interval, Self.longestGap) }
    return last.written + interval * Self.numerator / Self.denominator
  }
  mutating func note(_ frame: HoldQueue.Frame, writtenAt written: Timestamp) {
    if !frame.takesNoTime { last = (frame.time, written, false) }
    last?.isIdle = frame.contacts == 0
  }
  mutating func stop() { last = nil }
}
