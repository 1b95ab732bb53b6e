import CEvdev
import GestureCore
import Glibc

/// Plays a recording in real time: delays each event until its time.
struct ReplayPace {
  private let first: Timestamp
  /// CLOCK_MONOTONIC at the recording's first event, in µs.
  private let start: Timestamp = gestured_now()
  /// µs between the end of a recording and its next start.
  private static let pause: Timestamp = 1_000_000

  init(_ events: [InputEvent]) { first = events.first?.time ?? 0 }

  func wait(for step: ReplayRunner.Output) {
    guard let time = step.time else { return }
    // The difference may overflow, because a broken recording may have any times.
    let (due, isFar) = time.subtractingReportingOverflow(first)
    if !isFar { Self.sleep(due - (gestured_now() - start)) }
  }

  func rest() { Self.sleep(Self.pause) }

  private static func sleep(_ microseconds: Timestamp) {
    guard microseconds > 0 else { return }
    var left = timespec(tv_sec: Int(microseconds / 1_000_000), tv_nsec: Int(microseconds % 1_000_000) * 1_000)
    var rest = timespec()
    while unsafe nanosleep(&left, &rest) != 0 && errno == EINTR { left = rest }
  }
}
